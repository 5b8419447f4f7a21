"""Annotations in the window, with a scripted reader and with the real one."""

import threading

import pytest
from PyQt5.QtCore import Qt
from PyQt5.QtWidgets import QAction, QLabel

from engine.core.types import Player
from engine.games import GAMES
from engine.games.hex.annotator import annotate
from engine.match.match_setup import MatchSetup
from gui.game.annotation_reader import AnnotationReader
from gui.settings.last_match import save_last_match
from tests.gui.driving import (
    click_cell,
    has_widget,
    key,
    moves,
    play_all,
    press,
    status,
    widget,
)


@pytest.fixture
def hex_persons(program, settings):
    """Return the window with two persons at a small Hex board."""
    choice = MatchSetup(setup=GAMES["hex"].setup(height=5, width=7))
    save_last_match(settings, choice)
    program.controller.put(program.factory.make_game(choice))
    return program


def action(program):
    return program.window.findChild(QAction, "reading")


def explained(program):
    """Return the visible texts of the legend."""
    if not has_widget(program.window, "bar_reading"):
        return []
    labels = widget(program.window, "bar_reading").findChildren(QLabel)
    return [label.text() for label in labels if label.isVisible()]


def picture(program):
    return widget(program.window, "board").grab().toImage()


def test_v_draws_what_is_known_and_hides_it_again(hex_persons, qtbot):
    plain = picture(hex_persons)

    key(hex_persons.window, Qt.Key_V)
    qtbot.waitUntil(lambda: explained(hex_persons) == ["Dead"])
    assert picture(hex_persons) != plain
    key(hex_persons.window, Qt.Key_V)

    assert not has_widget(hex_persons.window, "bar_reading")
    qtbot.waitUntil(lambda: picture(hex_persons) == plain)


def test_the_legend_explains_the_marks_of_the_position_alone(hex_persons, reads, qtbot):
    action(hex_persons).trigger()
    qtbot.waitUntil(lambda: explained(hex_persons) == ["Dead"])
    height = widget(hex_persons.window, "bar_reading").height()

    reads.marks = ()
    click_cell(hex_persons, "c3")

    nothing = ["Nothing is marked in this position."]
    qtbot.waitUntil(lambda: explained(hex_persons) == nothing)
    assert widget(hex_persons.window, "bar_reading").height() == height


def test_every_position_is_read_off_the_windows_thread(hex_persons, reads, qtbot):
    action(hex_persons).trigger()
    qtbot.waitUntil(lambda: len(reads.histories) == 1)

    for count, name in enumerate(["c3", "d3"], start=2):
        click_cell(hex_persons, name)
        qtbot.waitUntil(lambda: len(reads.histories) == count)  # noqa: B023

    assert [len(history) for history in reads.histories] == [0, 1, 2]
    assert threading.main_thread() not in reads.threads


def test_nothing_is_read_until_it_is_wanted(hex_persons, reads, qtbot):
    click_cell(hex_persons, "c3")
    qtbot.wait(50)

    assert reads.histories == []


def test_the_board_can_be_played_on_while_it_is_read(hex_persons, reads, qtbot):
    reads.may_go.clear()
    plain = picture(hex_persons)
    action(hex_persons).trigger()
    qtbot.waitUntil(lambda: len(reads.histories) == 1)

    play_all(hex_persons, ["c3", "d3"])
    reads.may_go.set()

    qtbot.waitUntil(lambda: len(reads.histories) == 2)
    assert moves(hex_persons) == ["c3", "d3"]
    assert len(reads.histories[-1]) == 2
    qtbot.waitUntil(lambda: picture(hex_persons) != plain)


def test_a_proven_win_is_drawn_as_stones(hex_persons, reads, qtbot):
    plain = picture(hex_persons)
    action(hex_persons).trigger()
    qtbot.waitUntil(lambda: picture(hex_persons) != plain)
    without = picture(hex_persons)
    action(hex_persons).trigger()
    reads.line = tuple(hex_persons.controller.session.position.legal_moves()[:3])

    action(hex_persons).trigger()

    qtbot.waitUntil(lambda: picture(hex_persons) not in (plain, without))


def test_a_long_first_analysis_is_explained(hex_persons, reads, qtbot):
    reads.may_go.clear()

    action(hex_persons).trigger()

    qtbot.waitUntil(lambda: has_widget(hex_persons.window, "label_reading"))
    assert "half a minute" in widget(hex_persons.window, "label_reading").text()
    reads.may_go.set()
    qtbot.waitUntil(lambda: not has_widget(hex_persons.window, "label_reading"))


def test_nothing_marked_takes_no_row_from_the_board(hex_persons, reads, qtbot):
    height = widget(hex_persons.window, "board").height()
    reads.marks = ()

    action(hex_persons).trigger()

    nothing = "Nothing is marked in this position."
    qtbot.waitUntil(lambda: status(hex_persons) == nothing)
    assert not has_widget(hex_persons.window, "bar_reading")
    assert widget(hex_persons.window, "board").height() == height


def test_another_game_begins_without_a_legend(hex_persons, reads, qtbot):
    action(hex_persons).trigger()
    qtbot.waitUntil(lambda: has_widget(hex_persons.window, "bar_reading"))
    reads.marks = ()

    hex_persons.controller.rematch()

    qtbot.waitUntil(lambda: len(reads.histories) == 2)
    assert not has_widget(hex_persons.window, "bar_reading")


def test_games_without_annotations_offer_none(hex_persons, reads, qtbot):
    action(hex_persons).trigger()
    qtbot.waitUntil(lambda: len(reads.histories) == 1)

    press(hex_persons.window, "switch_gomoku")

    assert not action(hex_persons).isEnabled()
    assert not has_widget(hex_persons.window, "bar_reading")
    press(hex_persons.window, "switch_hex")
    assert action(hex_persons).isEnabled()
    qtbot.waitUntil(lambda: has_widget(hex_persons.window, "bar_reading"))


def test_a_board_that_cannot_be_analysed_is_reported_and_not_tried_again(
    hex_persons, reads, qtbot
):
    reads.error = MemoryError()

    action(hex_persons).trigger()

    qtbot.waitUntil(lambda: "ran out of memory" in status(hex_persons))
    assert not action(hex_persons).isChecked()
    click_cell(hex_persons, "c3")
    qtbot.wait(50)
    assert len(reads.histories) == 1


def test_a_finished_game_is_not_read(hex_persons, reads, qtbot):
    play_all(hex_persons, ["a1", "b1", "a2", "b2", "a3", "b3", "a4", "b4"])
    action(hex_persons).trigger()
    qtbot.waitUntil(lambda: len(reads.histories) == 1)
    plain_again = len(reads.histories)

    click_cell(hex_persons, "a5")
    qtbot.wait(50)

    assert hex_persons.controller.session.outcome.winner is Player.FIRST
    assert len(reads.histories) == plain_again


@pytest.mark.slow
def test_the_programs_own_reader_reads_hex(qtbot):
    reader = AnnotationReader()
    game = GAMES["hex"]
    position = game.new_position(game.setup(height=4, width=5))

    with qtbot.waitSignal(reader.board_read, timeout=120_000) as told:
        reader.request(position)

    assert told.args == [annotate(position)]
    assert reader.can_read("gomoku")
    assert reader.shutdown()
