"""Where cells lie on the screen, told to the log when it is asked for."""

import logging
import re

import pytest
from PyQt5.QtCore import QPoint
from PyQt5.QtWidgets import QWidget

SETTLED = "geometry cells settled"
LINE = re.compile(r"geometry cell (\S+) (-?\d+) (-?\d+)$")


def places(caplog):
    found = {}
    for record in caplog.records:
        match = LINE.match(record.getMessage())
        if record.name == "gui.geometry" and match:
            found[match[1]] = QPoint(int(match[2]), int(match[3]))
    return found


def messages(caplog):
    return [r.getMessage() for r in caplog.records if r.name == "gui.geometry"]


@pytest.fixture
def debug_log(caplog):
    caplog.set_level(logging.DEBUG, logger="gui.geometry")
    return caplog


def test_every_cell_is_named_with_its_place_on_the_screen(make_board, debug_log):
    board = make_board("gomoku", 5, 9)

    board.qtbot.waitUntil(lambda: len(places(debug_log)) == 45)

    at = board.view.mapToGlobal(board.view.cell_center(0))
    assert places(debug_log)["a5"] == at


def test_a_new_size_is_logged(make_board, debug_log):
    board = make_board("hex", 5, 5)
    board.qtbot.waitUntil(lambda: bool(places(debug_log)))
    debug_log.clear()

    board.view.resize(300, 300)

    board.qtbot.waitUntil(lambda: len(places(debug_log)) == 25)
    at = board.view.mapToGlobal(board.view.cell_center(7))
    assert places(debug_log)["c2"] == at


def test_a_move_of_the_window_is_logged(make_board, debug_log):
    board = make_board("hex", 5, 5)
    window = QWidget()
    middle = QWidget(window)
    board.view.setParent(middle)
    board.view.show()
    window.show()
    board.qtbot.waitUntil(lambda: bool(places(debug_log)))
    board.qtbot.wait(20)
    debug_log.clear()

    window.move(window.pos() + QPoint(31, 17))

    board.qtbot.waitUntil(lambda: len(places(debug_log)) == 25)
    at = board.view.mapToGlobal(board.view.cell_center(0))
    board.view.setParent(None)
    assert places(debug_log)["a1"] == at


def test_another_board_is_logged(make_board, debug_log):
    board = make_board("hex", 5, 5)
    board.qtbot.waitUntil(lambda: bool(places(debug_log)))
    other = board.game.setup(height=7, width=6)

    board.view.show_position(
        board.game.new_position(other), board.game.layout(other), board.game.sides
    )

    board.qtbot.waitUntil(lambda: "f7" in places(debug_log))


def test_a_change_is_announced_and_then_settled(make_board, debug_log):
    board = make_board("hex", 5, 5)
    board.qtbot.waitUntil(lambda: messages(debug_log)[-1:] == [SETTLED])
    debug_log.clear()

    board.view.resize(300, 300)

    board.qtbot.waitUntil(lambda: messages(debug_log)[-1:] == [SETTLED])
    changes = messages(debug_log)
    assert changes[0] == "geometry cells change"
    assert len(changes) == 27


def test_a_stone_moves_no_cell(make_board, debug_log):
    board = make_board("hex", 5, 5)
    board.qtbot.waitUntil(lambda: bool(places(debug_log)))
    debug_log.clear()

    board.play(3)
    board.qtbot.wait(20)

    assert places(debug_log) == {}


def test_the_log_stays_empty_at_its_usual_level(make_board, caplog):
    caplog.set_level(logging.INFO, logger="gui.geometry")

    board = make_board("hex", 5, 5)
    board.view.resize(300, 300)
    board.qtbot.wait(20)

    assert places(caplog) == {}
