"""The window and the panel with a reviewed game."""

import pytest
from PyQt5.QtCore import Qt
from PyQt5.QtWidgets import QMainWindow

from engine.match.engine_choice import best_engine
from gui.actions.action_table import make_menus
from gui.actions.actions import Actions
from gui.board.board_view import BoardView
from gui.panels.review.review_panel import ReviewPanel
from tests.gui.analysis.reviewed_games import PLAN, SETUP, planned_game
from tests.gui.analysis.searchers import PlannedSearcher
from tests.gui.driving import key, status

SIZE = 356, 460
"""Of the panel in pixels."""


@pytest.fixture
def searcher(engines):
    engines.fixed[best_engine(SETUP).preset] = PlannedSearcher(SETUP, PLAN)
    yield engines.fixed[best_engine(SETUP).preset]
    engines.fixed[best_engine(SETUP).preset].may_go.set()


class Shown:
    """What the board was last told to show."""

    def __init__(self, monkeypatch):
        self.line, self.hint, self.candidates = [], None, ()
        self.continuations = ()
        set_line, set_hint = BoardView.set_line, BoardView.set_hint
        set_candidates = BoardView.set_candidates
        set_continuations = BoardView.set_continuations

        def note_line(board, stones):
            self.line = [stone.cell for stone in stones]
            set_line(board, stones)

        def note_hint(board, move, text=""):
            self.hint = move
            set_hint(board, move, text)

        def note_candidates(board, marks):
            self.candidates = marks
            set_candidates(board, marks)

        def note_continuations(board, marks):
            self.continuations = marks
            set_continuations(board, marks)

        monkeypatch.setattr(BoardView, "set_continuations", note_continuations)
        monkeypatch.setattr(BoardView, "set_line", note_line)
        monkeypatch.setattr(BoardView, "set_hint", note_hint)
        monkeypatch.setattr(BoardView, "set_candidates", note_candidates)


@pytest.fixture
def shown(monkeypatch):
    return Shown(monkeypatch)


@pytest.fixture
def opened(shown, searcher, program):
    """Return the window with an opened game that is not reviewed."""
    program.controller.put(program.factory.open_record(planned_game(), None))
    return program


@pytest.fixture
def reviewed(opened, qtbot):
    """Return the window after a review by its key."""
    key(opened.window, Qt.Key_F12)
    qtbot.waitUntil(lambda: status(opened).startswith("The review is complete."))
    return opened


@pytest.fixture
def panel(review_desk, qtbot):
    """Return the panel alone, with a reviewed game."""
    desk = review_desk
    desk.review()
    window = QMainWindow()
    qtbot.addWidget(window)
    actions = Actions(window, make_menus())
    made = ReviewPanel(desk.controller, desk.parts, actions, desk.settings)
    window.setCentralWidget(made)
    window.resize(*SIZE)
    window.show()
    yield made
    window.close()
