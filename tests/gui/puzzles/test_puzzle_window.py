"""The window of puzzles: moves, verdicts, solutions, and what is remembered."""

import pytest
from PyQt5.QtCore import Qt
from PyQt5.QtTest import QTest
from PyQt5.QtWidgets import QAction

from engine.games import GAMES
from engine.puzzles.puzzle import parse_puzzle
from gui.puzzles.puzzle_collection import PuzzleCollection
from gui.settings.solved_puzzles import SOLVED_PUZZLES
from gui.text import languages
from tests.gui.driving import press, widget

GOMOKU = {
    "goal": "fours",
    "group": 3,
    "size": 15,
    "moves": "h8 a1 i8 b2 j8 g8 h9 a3 h10 a4",
    "line": "k8 l8 h11 h12 h7",
    "wins": ["k8 h11", "h11 h7", "h7"],
}
HEX = {
    "goal": "only-move",
    "group": 7,
    "size": 7,
    "moves": "d4 d5",
    "line": "c5",
    "wins": ["c5"],
    "refutations": {"a1": "c5"},
}
PUZZLES = [
    *(parse_puzzle("gomoku", GOMOKU | {"id": f"gomoku-{n}"}) for n in range(3)),
    *(parse_puzzle("hex", HEX | {"id": f"hex-{n}"}) for n in range(2)),
]


@pytest.fixture
def main(persons, monkeypatch):
    """Return the program with two persons and puzzles of the test."""
    monkeypatch.setattr(
        "engine.puzzles.puzzle.read_puzzles",
        lambda game: [one for one in PUZZLES if one.start.setup.game == game],
    )
    return persons


@pytest.fixture
def window(main, qtbot):
    main.window.findChild(QAction, "puzzles").trigger()
    window = widget(None, "puzzle_window")
    yield window
    if main.window.isVisible():
        window.close()


def click(window, *names):
    board = widget(window, "puzzle_board")
    for name in names:
        setup = board._view_model.scene.position.setup
        move = GAMES[setup.game].parse_cell(setup, name)
        QTest.mouseClick(board, Qt.LeftButton, pos=board.cell_center(move))


def text(window, name):
    return widget(window, f"puzzle_{name}").text()


def stones(window):
    position = widget(window, "puzzle_board")._view_model.scene.position
    return [position.cell_name(move) for move in position.history[10:]]


def test_a_puzzle_is_solved_by_its_line(window, settings):
    assert text(window, "heading") == "Puzzle 1 of 3"
    assert text(window, "task") == (
        "Black to move wins in 3 moves by fours: each one threatens a five."
    )

    click(window, "k8")
    assert stones(window) == ["k8", "l8"]
    assert text(window, "verdict") == "Right. The answer is l8; go on."
    click(window, "h11", "h7")

    assert text(window, "verdict") == "Solved."
    assert text(window, "heading") == "Puzzle 1 of 3 ✓"
    assert text(window, "count") == "Solved without help: 1 of 3"
    assert settings[SOLVED_PUZZLES] == {"gomoku-0"}
    assert not widget(window, "puzzle_solution").isEnabled()


def test_another_win_solves_it_too(window):
    click(window, "h11")

    assert text(window, "verdict") == "Solved: h11 wins, too."
    assert text(window, "count") == "Solved without help: 1 of 3"


def test_a_wrong_move_is_told_and_can_be_tried_again(window):
    click(window, "a15", "h8")

    assert text(window, "verdict") == "a15 does not win by fours."
    assert stones(window) == []
    click(window, "k8")
    assert stones(window) == ["k8", "l8"]
    press(window, "puzzle_again")
    assert stones(window) == []
    assert text(window, "verdict") == ""


def test_a_solution_that_was_shown_does_not_count(window, settings):
    press(window, "puzzle_solution")

    line = widget(window, "puzzle_board")._view_model.line
    assert [stone.number for stone in line] == [1, 2, 3, 4, 5]
    assert text(window, "verdict") == "The win: k8 l8 h11 h12 h7"
    click(window, "k8", "h11", "h7")
    assert text(window, "verdict") == "Solved."
    assert settings[SOLVED_PUZZLES] == frozenset()


def test_a_wrong_move_of_hex_is_refuted_on_the_board(window):
    groups = widget(window, "puzzle_group")
    assert [groups.itemText(n) for n in range(groups.count())] == [
        "Gomoku: win in 3 moves or more",
        "Hex: 7 × 7",  # noqa: RUF001
    ]
    groups.setCurrentIndex(1)
    assert text(window, "task") == "Red to move. Only one move wins."

    click(window, "a1")

    assert text(window, "verdict") == "a1 does not win: c5 is the answer."
    line = widget(window, "puzzle_board")._view_model.line
    assert [(stone.number, int(stone.player)) for stone in line] == [(1, 1), (2, 2)]
    click(window, "c5")
    assert text(window, "verdict") == "Solved."


def test_the_buttons_go_round_the_puzzles_of_a_group(window):
    for name, heading in (
        ("previous", "Puzzle 3 of 3"),
        ("next", "Puzzle 1 of 3"),
        ("next", "Puzzle 2 of 3"),
    ):
        press(window, f"puzzle_{name}")
        assert text(window, "heading") == heading


def test_the_first_open_puzzle_of_the_game_on_the_board_comes_first(settings, qtbot):
    settings[SOLVED_PUZZLES] = frozenset({"gomoku-0", "gomoku-1"})
    collection = PuzzleCollection(PUZZLES, settings)

    assert collection.find_unsolved_group("hex") == 1
    assert collection.find_unsolved_group("gomoku") == 0
    assert collection.find_unsolved_puzzle(collection.groups[0]) == 2
    settings[SOLVED_PUZZLES] |= {"gomoku-2"}
    assert collection.find_unsolved_puzzle(collection.groups[0]) == 0
    assert collection.count_solved(collection.groups[0]) == 3


@pytest.mark.qt_log_ignore("does not support raise", extend=True)
def test_the_position_goes_to_the_main_board(main, window):
    click(window, "k8")

    press(window, "puzzle_transfer")

    session = main.controller.session
    assert session.position.cell_name(session.position.history[-1]) == "l8"
    assert len(session.position.history) == 12


def test_the_main_window_comes_to_the_front_with_the_position(
    main, window, monkeypatch
):
    raised = []
    monkeypatch.setattr(main.window, "raise_", lambda: raised.append("main"))
    main.window.showMinimized()

    press(window, "puzzle_transfer")

    assert raised == ["main"]
    assert window.windowHandle().transientParent() is None  # it may be covered
    assert not main.window.isMinimized()


@pytest.mark.qt_log_ignore("does not support raise", extend=True)
def test_one_window_is_shown_at_a_time(main, window):
    main.window.findChild(QAction, "puzzles").trigger()

    assert widget(None, "puzzle_window") is window


@pytest.fixture
def chinese(qapp):
    """Return a function that changes the language."""
    yield lambda: languages.apply(qapp, "zh_CN")
    languages.apply(qapp, "en")


def test_the_window_follows_the_language(window, chinese):
    click(window, "k8")
    chinese()

    assert text(window, "heading") == "第 1 题，共 3 题"
    assert window.windowTitle() == "习题"
    assert stones(window) == ["k8", "l8"]
