"""The replay of a record's moves."""

import pytest
from PyQt5.QtCore import Qt
from PyQt5.QtWidgets import QAction, QDockWidget

from engine.core.types import MoveAnalysis
from gui.settings.table import REPLAY_SECONDS
from tests.gui.driving import (
    WIN_IN_NINE,
    click_cell,
    has_widget,
    key,
    play_all,
    press,
    widget,
)

SHORT = 0.2
"""The shortest time between two moves, in seconds."""

LENGTH = len(WIN_IN_NINE)


@pytest.fixture
def finished(persons, settings):
    """Return the program with a finished game, whose replay takes two seconds."""
    settings[REPLAY_SECONDS] = SHORT
    play_all(persons, WIN_IN_NINE)
    return persons


def ply(program):
    return program.controller.session.ply


def replays(program):
    return "Stop" in program.window.findChild(QAction, "replay").text()


def watch_plies(program):
    """Return a list that grows by the ply of every new position."""
    seen = []
    program.controller.match_changed.connect(
        lambda view: seen.append(view.ply) if view.has_new_position else None
    )
    return seen


def test_a_replay_shows_every_move_from_the_start_and_ends(finished, qtbot):
    seen = watch_plies(finished)

    press(finished.window, "button_replay")

    assert replays(finished)
    qtbot.waitUntil(lambda: not replays(finished))
    assert seen == list(range(LENGTH + 1))


def test_a_replay_begins_at_an_earlier_position_of_the_board(finished, qtbot):
    for _ in range(3):
        key(finished.window, Qt.Key_Left)
    seen = watch_plies(finished)

    key(finished.window, Qt.Key_P)
    qtbot.waitUntil(lambda: not replays(finished))

    assert seen == [LENGTH - 2, LENGTH - 1, LENGTH]


def test_a_replay_follows_the_variation_on_the_board(finished, qtbot):
    key(finished.window, Qt.Key_Home)
    play_all(finished, ["h8", "g8"])

    key(finished.window, Qt.Key_P)
    qtbot.waitUntil(lambda: not replays(finished))

    assert ply(finished) == 2


@pytest.mark.parametrize("stopping", [Qt.Key_P, Qt.Key_Escape])
def test_a_key_stops_the_replay_where_it_is(finished, qtbot, stopping):
    key(finished.window, Qt.Key_P)
    qtbot.waitUntil(lambda: ply(finished) == 2)

    key(finished.window, stopping)

    assert not replays(finished)
    qtbot.wait(round(3000 * SHORT))
    assert ply(finished) == 2


def test_whoever_moves_through_the_record_stops_the_replay(finished, qtbot):
    key(finished.window, Qt.Key_P)
    qtbot.waitUntil(lambda: ply(finished) == 3)

    key(finished.window, Qt.Key_Left)

    assert not replays(finished)
    assert ply(finished) == 2


def test_a_new_move_stops_the_replay(finished, qtbot):
    key(finished.window, Qt.Key_P)
    qtbot.waitUntil(lambda: ply(finished) == 2)

    click_cell(finished, "h8")

    assert not replays(finished)
    assert ply(finished) == 3


def test_the_pace_can_be_changed_in_between(finished, settings, qtbot):
    settings[REPLAY_SECONDS] = 10.0
    key(finished.window, Qt.Key_P)

    settings[REPLAY_SECONDS] = SHORT

    qtbot.waitUntil(lambda: ply(finished) == LENGTH)


def test_without_moves_there_is_nothing_to_replay(persons):
    assert not persons.window.findChild(QAction, "replay").isEnabled()


def test_a_question_about_the_record_stops_the_replay_and_stays(finished, qtbot):
    key(finished.window, Qt.Key_P)
    qtbot.waitUntil(lambda: ply(finished) == 2)

    finished.window.findChild(QAction, "delete_from_here").trigger()

    assert not replays(finished)
    qtbot.wait(round(3000 * SHORT))
    assert has_widget(finished.window, "card_delete")


def test_a_comment_typed_during_a_replay_stays_with_its_position(finished, qtbot):
    dock = finished.window.findChild(QDockWidget, "dock_notes")
    dock.show()
    dock.raise_()
    qtbot.waitUntil(lambda: has_widget(finished.window, "edit_comment"))
    key(finished.window, Qt.Key_P)
    qtbot.waitUntil(lambda: ply(finished) == 2)
    session = finished.controller.session
    node = session.cursor

    qtbot.keyClicks(widget(finished.window, "edit_comment"), "good")

    assert not replays(finished)
    assert session.record.nodes[node].comment == "good"


def test_an_analysis_of_the_position_does_not_stop_the_replay(finished, qtbot):
    key(finished.window, Qt.Key_P)
    qtbot.waitUntil(lambda: ply(finished) == 2)
    controller = finished.controller

    controller.store_analysis(controller.session.cursor, MoveAnalysis(value=0.5))

    assert replays(finished)
