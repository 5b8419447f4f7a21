"""The win rate beside the board."""

import pytest

from engine.core.types import MoveAnalysis
from gui.settings.table import LANGUAGE, WIN_RATE_BAR
from tests.gui.driving import click_cell, has_widget, play_all, widget


@pytest.fixture
def analysed(persons):
    """Return the window at the position after a first move; Black has 80 %."""
    play_all(persons, ["h8"])
    node = persons.controller.session.cursor
    persons.controller.store_analysis(node, MoveAnalysis(value=-0.6, nodes=9))
    return persons


def bar(program):
    return widget(program.window, "board_bar")


def test_the_bar_is_hidden_while_nothing_is_known(persons):
    assert not has_widget(persons.window, "board_bar")


def test_the_bar_tells_the_win_rate_of_the_named_colour(analysed):
    assert bar(analysed).accessibleDescription() == "Black 80 %"


def test_the_bar_shows_the_position_before_until_a_search_has_looked(analysed):
    click_cell(analysed, "h9")

    assert bar(analysed).accessibleDescription() == "Black 80 %"


def test_the_bar_is_left_of_the_board_and_as_high(analysed):
    board = widget(analysed.window, "board")
    shown = board.board_rect.translated(board.pos())

    assert bar(analysed).geometry().right() < shown.left()
    assert bar(analysed).height() == shown.height()


def test_the_bar_is_switched_off_by_a_setting(analysed, settings):
    settings[WIN_RATE_BAR] = False

    assert not has_widget(analysed.window, "board_bar")


def test_the_bar_follows_the_language(analysed, settings):
    settings[LANGUAGE] = "zh_CN"

    assert bar(analysed).accessibleName() == "黑方胜率"
