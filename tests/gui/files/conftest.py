"""Autosave and record files without the main window."""

import pytest
from PyQt5.QtWidgets import QWidget

from gui.files.file_controller import FileController
from tests.gui.files.saved_records import save_record
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


@pytest.fixture
def path(tmp_path):
    return save_record(tmp_path / "mygame.sgf", "gomoku", ["h8", "h9"])


@pytest.fixture
def commented(start_program, path):
    """Return the window with a record and a comment that is not in its file."""
    program = start_program(path)
    program.controller.store_comment(2, "Good move")
    return program
