"""Training files as text: the suites they name, and their copy in the run folder."""

from __future__ import annotations

import json
from pathlib import Path

from engine.core.files.atomic_file import write_atomically
from engine.core.files.paths import resources
from engine.core.formats.toml_text import parse_toml, read_toml_text

TEXT = "training.toml"
"""File of the run folder with the configuration as it was written."""


def find_training_file(name: str) -> Path:
    """Return the path of a shipped training file."""
    return resources() / "training" / f"{name}.toml"


def find_suite(name: str, folder: Path) -> Path:
    """Return the path of a suite of positions.

    Args:
        name: Name of a shipped suite, such as ``judged11``, or a path.
        folder: Folder of the training file, to which a path is relative.
    """
    if _is_shipped(name):
        return resources() / "suites" / f"{name}.jsonl"
    return folder / name


def _is_shipped(name: str) -> bool:
    """Return whether a suite is named, not given by its path."""
    return Path(name).name == Path(name).stem == name


def read_training_text(path: Path) -> str:
    """Return the text of a training file, with the paths of its suites made absolute.

    A damaged file is returned as it is.

    Raises:
        OSError: The file cannot be read.
        UnicodeDecodeError: The file is no text.
    """
    text = read_toml_text(path)
    try:
        evaluation = parse_toml(text).get("evaluation", {})
        suites = [str(name) for name in evaluation.get("suites", ()) if name]
    except (ValueError, AttributeError, TypeError):
        return text
    for suite in suites:
        if not _is_shipped(suite):
            place = find_suite(suite, path.parent).resolve().as_posix()
            for written in (json.dumps(suite, ensure_ascii=False), f"'{suite}'"):
                text = text.replace(written, json.dumps(place, ensure_ascii=False))
    return text


def keep_training_text(path: Path, folder: Path) -> None:
    """Copy the text of a training file into the run folder, for the window.

    Raises:
        OSError: A file cannot be read or written.
        UnicodeDecodeError: The file is no text.
    """
    own = folder / TEXT
    if path.resolve() != own.resolve():
        write_atomically(own, read_training_text(path).encode())
