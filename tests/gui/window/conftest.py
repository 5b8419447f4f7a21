"""The program on a screen of a chosen size."""

import pytest

from gui.window.main_window import MainWindow
from tests.gui.window.dock_driving import Screen


@pytest.fixture
def start_on(start_program, monkeypatch):
    """Return a function that starts the program on a screen that is low, or high."""

    def start(*, is_low=False, size=None):
        screen = Screen(*(size or (1366, 600 if is_low else 900)))
        monkeypatch.setattr(MainWindow, "screen", lambda _: screen)
        return start_program()

    return start
