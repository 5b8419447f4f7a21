"""Stage of the pictures of the guide: the program with settings of its own."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from PyQt5.QtCore import QRect, QSettings, Qt
from PyQt5.QtTest import QTest
from PyQt5.QtWidgets import QAction, QWidget

from engine.core.types import Move
from engine.games import get_game
from engine.match.match_setup import DEFAULT_SECONDS, MatchSetup
from gui.app import application as app
from gui.dialogs.shortcuts_sheet import ShortcutsSheet
from gui.inside.inside_window import InsideWindow
from gui.lab.experiments.experiment_window import ExperimentWindow
from gui.puzzles.puzzle_window import PuzzleWindow
from gui.settings.settings import Settings
from gui.settings.table import (
    LANGUAGE,
    THEME,
    LanguageChoice,
    ThemeChoice,
)
from gui.widgets.form import FormDialog
from gui.window.main_window import MainWindow

PATIENCE = 300.0
"""Time limit of an engine's answer in seconds; the first may compile."""

SETTLE_MS = 250
"""Time for delayed painting and pop-ups."""


class Screen:
    """Screen of the chosen size; the offscreen one is smaller."""

    def __init__(self, size: str) -> None:
        width, height = (int(side) for side in size.split("x"))
        self._room = QRect(0, 0, width, height)

    def geometry(self) -> QRect:
        """See ``QScreen.geometry``."""
        return self._room

    def availableGeometry(self) -> QRect:  # noqa: N802 - as QScreen calls it
        """See ``QScreen.availableGeometry``."""
        return self._room


class Stage:
    """The program with separate settings.

    Args:
        home: Folder of its settings and states.
        language: Of the window.
        theme: Of the window.
        size: Of the window, ``WxH``.
    """

    def __init__(
        self, home: Path, language: LanguageChoice, theme: ThemeChoice, size: str
    ) -> None:
        self._app = app.get_application()
        store = QSettings(str(home / "settings.ini"), QSettings.IniFormat)
        self._settings = Settings(store)
        self._settings[LANGUAGE] = language
        self._settings[THEME] = theme
        width, height = (int(side) for side in size.split("x"))
        screen = Screen(size)
        for kind in (
            *(MainWindow, FormDialog, InsideWindow, PuzzleWindow, ShortcutsSheet),
            ExperimentWindow,
        ):
            kind.screen = lambda _widget: screen  # type: ignore[assignment, return-value]
        self._program = app.new_program([], settings=self._settings)
        self._window = self._program.window
        self._window.setWindowState(Qt.WindowNoState)
        self._window.resize(width, height)
        self._window.show()
        QTest.qWait(SETTLE_MS)

    def close(self) -> None:
        """End the program."""
        self._app.closeAllWindows()
        self._program.shutdown()

    def _show_window(self, action: str, name: str) -> QWidget:
        """Return a window beside the main one that an action shows."""
        self._do(action)
        shown = self._app.topLevelWidgets()
        return next(one for one in shown if one.objectName() == name)

    def _play(
        self,
        game: str,
        moves: str,
        *,
        height: int | None = None,
        options: dict[str, str] | None = None,
        seconds: float = DEFAULT_SECONDS,
    ) -> None:
        """Start a game of two persons; engines get ``seconds`` per move."""
        setup = get_game(game).setup(height=height, options=options or {})
        begun = self._program.factory.make_game(
            MatchSetup(setup=setup, seconds_per_move=seconds)
        )
        self._program.controller.put(begun)
        for name in moves.split():
            self._program.controller.play(self._cell(name))

    def _cell(self, name: str) -> Move:
        setup = self._program.controller.session.setup
        return Move(get_game(setup.game).parse_cell(setup, name))

    def _do(self, action: str) -> None:
        found = self._window.findChild(QAction, action)
        if found is None:
            raise LookupError(f"Expected an action of the window, got {action!r}.")
        found.trigger()
        QTest.qWait(SETTLE_MS)

    def _wait_until(self, is_so: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE
        while not is_so():
            if time.monotonic() > end:
                raise TimeoutError("The engine did not answer in time.")
            QTest.qWait(SETTLE_MS)
