"""Folders that take the place of those in the settings where their disk is away."""

from __future__ import annotations

from pathlib import Path

from PyQt5.QtCore import QStandardPaths

from gui.settings.file_probe import is_folder
from gui.settings.settings import Settings
from gui.settings.table import (
    CONTEST_FOLDER,
    EXPERIMENTS_FOLDER,
    MATCHES_FOLDER,
    RECORD_FOLDER,
    TRAINING_FOLDER,
)


def record_folder(settings: Settings) -> Path:
    """Return the folder of the last record; the user's documents at first."""
    return _find(settings[RECORD_FOLDER]) or _find_documents()


def contest_folder(settings: Settings) -> Path:
    """Return the folder of the records of contests; that of records at first."""
    return _find(settings[CONTEST_FOLDER]) or record_folder(settings)


def matches_folder(settings: Settings) -> Path:
    """Return the folder of matches of engines; one in the user's documents at first."""
    folder = _find(settings[MATCHES_FOLDER])
    return folder or _find_documents() / "Pentahex" / "matches"


def training_folder(settings: Settings) -> Path:
    """Return the folder of training runs; one in the user's documents at first."""
    folder = _find(settings[TRAINING_FOLDER])
    return folder or _find_documents() / "Pentahex" / "training"


def experiments_folder(settings: Settings) -> Path:
    """Return the folder of experiments; one in the user's documents at first."""
    folder = _find(settings[EXPERIMENTS_FOLDER])
    return folder or _find_documents() / "Pentahex" / "experiments"


def _find(folder: Path | None) -> Path | None:
    return folder if folder is not None and is_folder(folder) else None


def _find_documents() -> Path:
    """Return the user's documents, or the home folder if their disk is away."""
    place = QStandardPaths.writableLocation(QStandardPaths.DocumentsLocation)
    documents = Path(place)
    return documents if place and is_folder(documents) else Path.home()
