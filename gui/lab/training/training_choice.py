"""Choices of the training form, and the folder that they make; no Qt."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from engine.core.errors import SettingsError, TrainingError
from engine.core.files.atomic_file import write_atomically
from engine.core.formats.toml_error import explain_toml_error
from engine.core.formats.toml_text import parse_toml
from engine.core.message import Message
from engine.training.run.config import RunConfig, parse_config
from engine.training.run.run_folder import CONFIG, check_other_files
from engine.training.run.training_file import TEXT

TEMPLATES = (
    *("first-run", "gomoku-self-play", "hex-self-play", "gomoku-supervised"),
    *("hex-supervised", "ou-2020", "liu-2022-9", "liu-2022-9-start", "zhang-hex"),
)
"""Configurations of ``resources/training`` that the form offers, the simplest first."""


def check_text(text: str) -> RunConfig:
    """Return the configuration of a text.

    Raises:
        EngineError: It is no TOML, or a key or value is not accepted.
    """
    try:
        table = parse_toml(text)
    except ValueError as error:
        reason = explain_toml_error(error)
        raise SettingsError(
            Message("Expected TOML, got an error: {reason}.", reason=reason)
        ) from error
    return parse_config(table)


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingChoice:
    """A run as the user wants it."""

    text: str
    """The configuration in TOML."""

    folder: Path
    """Folder of the run."""

    is_independent: bool = False
    """Whether the training goes on when the program ends."""

    def write(self) -> None:
        """Write the configuration into the folder of the run.

        Raises:
            EngineError: The configuration is not accepted, or the folder has a run or
                other files.
            OSError: The folder cannot be written.
        """
        check_text(self.text)
        if (self.folder / CONFIG).exists():
            raise TrainingError(
                Message("Expected a new name, {folder} has a run.", folder=self.folder)
            )
        check_other_files(self.folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        write_atomically(self.folder / TEXT, self.text.encode())
