"""Autosave and record files without the main window."""

import pytest
from PyQt5.QtWidgets import QWidget

from gui.files.file_controller import FileController
from tests.gui.windowless import start_windowless, windowless

__all__ = ["autosaved", "start_windowless", "windowless"]


@pytest.fixture
def autosaved(tmp_path):
    """Return a function that lists the autosaved games."""
    folder = tmp_path / "state" / "pentahex" / "games"
    return lambda: sorted(folder.glob("*.sgf"))


@pytest.fixture
def file_controller(controller, factory, settings, file_answers, qtbot):
    """Return the controller of record files, without the main window."""
    window = QWidget()
    qtbot.addWidget(window)
    return FileController(controller, factory, settings, file_answers, window)
