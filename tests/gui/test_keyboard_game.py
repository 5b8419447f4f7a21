"""Whole games by the keyboard alone, from the first card to the next game."""

import pytest
from PyQt5.QtCore import Qt
from PyQt5.QtTest import QTest
from PyQt5.QtWidgets import QAction, QApplication

from engine.core.types import Move
from engine.games import GAMES
from engine.match.match_setup import MatchSetup
from tests.gui.driving import (
    WIN_IN_NINE,
    has_widget,
    moves,
    play_all,
    status,
    wait_for_moves,
    widget,
)


class Typist:
    """Somebody without a mouse."""

    def __init__(self, program):
        self.program = program

    @property
    def focus(self):
        return QApplication.focusWidget()

    def type(self, key):
        QTest.keyClick(self.focus or self.program.window, key)

    def tab(self):
        """Go on from the board, where Tab has another use, or from anything else."""
        is_on_board = self.focus is widget(self.program.window, "board")
        modifier = Qt.ControlModifier if is_on_board else Qt.NoModifier
        QTest.keyClick(self.focus, Qt.Key_Tab, modifier)

    def tab_to(self, name):
        for _ in range(80):
            if self.focus is not None and self.focus.objectName() == name:
                return
            self.tab()
        raise LookupError(f"the tab key does not reach {name}")

    def press(self, name):
        self.tab_to(name)
        self.type(Qt.Key_Space)

    def place(self, cell):
        """Walk to a cell as the board names it to a screen reader, and play there."""
        board = widget(self.program.window, "board")
        assert self.focus is board
        if board.accessibleName() == "Board":
            self.type(Qt.Key_B)
        target = self._center(board, cell)
        for _ in range(60):
            name = board.accessibleName().split(",")[0]
            if name == cell:
                break
            way = target - self._center(board, name)
            across, down = way.x(), way.y()
            if abs(down) > abs(across):
                self.type(Qt.Key_Down if down > 0 else Qt.Key_Up)
            else:
                self.type(Qt.Key_Right if across > 0 else Qt.Key_Left)
        self.type(Qt.Key_Return)

    def _center(self, board, cell):
        setup = self.program.controller.session.setup
        return board.cell_center(Move(GAMES[setup.game].parse_cell(setup, cell)))


@pytest.fixture
def typist(program):
    QApplication.setActiveWindow(program.window)
    return Typist(program)


def test_a_game_of_gomoku_against_an_engine_up_to_the_next_one(typist, qtbot):
    program = typist.program
    typist.press("card_play_gomoku")

    for number, cell in enumerate(["h8", "i8", "j8", "k8", "l8"], 1):
        typist.place(cell)
        wait_for_moves(qtbot, program, min(2 * number, 9))
    qtbot.waitUntil(lambda: has_widget(program.window, "card_result"))
    result = status(program)
    typist.press("card_again")

    assert result.startswith("Black wins")
    assert moves(program) == []
    assert typist.focus is widget(program.window, "board")
    typist.place("h8")
    assert moves(program)[0] == "h8"


@pytest.mark.parametrize("orientation", ["flat", "diamond", "upright"])
def test_a_game_of_hex_between_persons_with_a_swap(start_program, qtbot, orientation):
    setup = GAMES["hex"].setup(height=4, width=4, options={"swap": "on"})
    program = start_program()
    QApplication.setActiveWindow(program.window)
    program.window.findChild(QAction, f"orientation_{orientation}").trigger()
    typist = Typist(program)
    program.controller.put(program.factory.make_game(MatchSetup(setup=setup)))

    typist.place("b1")
    typist.place("b1")
    swapped = program.controller.session.position
    for cell in ("a4", "b2", "b4", "c2", "c4", "d2"):
        typist.place(cell)
    qtbot.waitUntil(lambda: has_widget(program.window, "card_result"))
    result = status(program)
    typist.press("card_again")

    assert len(swapped.history) == 2
    assert swapped.cell_name(swapped.last_cell) == "a2"
    assert result.startswith("Blue wins")
    assert moves(program) == []


def test_the_tab_key_comes_back_to_the_board(typist):
    seen = []

    typist.press("card_play_gomoku")
    typist.tab()
    for _ in range(60):
        if typist.focus is widget(typist.program.window, "board"):
            break
        seen.append(typist.focus.objectName())
        typist.tab()

    assert typist.focus is widget(typist.program.window, "board")

    assert {"switch_gomoku", "button_new"} <= set(seen)
    assert all(seen), "each stop has a name"


def test_the_tab_key_leads_from_the_board_to_the_card(typist):
    typist.type(Qt.Key_Tab)

    assert typist.focus.objectName() == "card_play_gomoku"


def test_the_tab_key_leads_through_the_card_at_the_end_of_a_game(persons, qtbot):
    play_all(persons, WIN_IN_NINE)
    qtbot.waitUntil(lambda: has_widget(persons.window, "card_result"))
    card, board = (widget(persons.window, name) for name in ("card_result", "board"))

    QTest.keyClick(board, Qt.Key_Tab)
    seen = []
    while card.isAncestorOf(QApplication.focusWidget()):
        seen.append(QApplication.focusWidget().objectName())
        QTest.keyClick(QApplication.focusWidget(), Qt.Key_Tab)

    assert seen == [
        "card_again",
        "card_review",
        "card_save",
        "card_result_close",
    ]


def test_the_tab_key_leaves_the_board_while_the_keyboard_chooses_cells(typist):
    board = widget(typist.program.window, "board")
    typist.press("card_play_gomoku")
    typist.type(Qt.Key_B)

    typist.type(Qt.Key_Tab)

    assert typist.focus is not board
    assert board.accessibleName() == "Board"
