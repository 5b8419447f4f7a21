"""The networks that come with the program."""

from __future__ import annotations

from pathlib import Path

from engine.core.paths import resources

SUFFIX = ".safetensors"


def shipped_nets() -> dict[str, Path]:
    """Return the file of each network that comes with the program, by its name."""
    return {
        path.stem: path for path in sorted((resources() / "nets").glob(f"*{SUFFIX}"))
    }
