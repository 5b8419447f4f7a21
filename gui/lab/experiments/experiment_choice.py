"""Choice of the experiment form, and the command that it makes; no Qt."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from engine.experiments.experiment_folder import Identity


@dataclass(frozen=True, slots=True, kw_only=True)
class ExperimentChoice:
    """An experiment as the user wants it."""

    identity: Identity
    """Experiment, scale and seed."""

    folder: Path
    """Its folder; the process creates it."""

    def to_arguments(self) -> list[str]:
        """Return the command that begins or resumes it."""
        own = self.identity
        return [
            *("experiment", own.experiment),
            *("--scale", own.scale, "--seed", str(own.seed)),
            *("--out", str(self.folder), "--resume"),
        ]
