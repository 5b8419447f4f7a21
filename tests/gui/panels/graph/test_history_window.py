"""The window *Search over time*."""

from dataclasses import replace

import pytest
from PyQt5.QtGui import QImage
from PyQt5.QtWidgets import QAction

from engine.core.types import Candidate, Move, MoveAnalysis, SearchSample
from gui.panels.graph.plotting import nice_ticks
from gui.settings.table import LANGUAGE
from tests.gui.driving import has_widget, play_all, press, widget

pytestmark = pytest.mark.qt_log_ignore("does not support raise")

SEARCH = MoveAnalysis(
    value=0.2,
    nodes=4701,
    depth=41,
    seconds=2.0,
    candidates=(Candidate(move=Move(0), value=0.2, visits=4000, prior=0.5),),
    samples=(
        SearchSample(seconds=0.5, nodes=1000, value=0.0, shares=((Move(0), 0.6),)),
        SearchSample(seconds=2.0, nodes=4701, value=0.2, shares=((Move(0), 0.9),)),
    ),
)


@pytest.fixture
def opened(persons):
    """Return the window of the program, with the charts of its first position."""
    play_all(persons, ["h8"])
    persons.controller.keep_analysis(0, SEARCH)
    persons.controller.go_to(0)
    persons.window.findChild(QAction, "search_over_time").trigger()
    return persons


def chart(name):
    return widget(None, f"history_{name}")


def message():
    return widget(None, "history_message").text()


def show_game():
    widget(None, "history_tabs").setCurrentIndex(1)


def test_the_charts_show_the_search_of_the_position(opened):
    rates = chart("inside_rates").lines[0]
    shares = chart("inside_shares").lines

    assert rates.xs == (0.5, 2.0)
    assert rates.ys == pytest.approx((50.0, 60.0))
    assert [(line.name, line.ys) for line in shares] == [("a15", (60.0, 90.0))]


def test_the_leading_moves_have_their_numbers_beside_the_charts(opened):
    assert widget(None, "history_points").texts()[:3] == [
        ["Point", "Visits", "Prior", "Win rate of Black"],
        ["a15", "4,000", "50.0%", "60.0%"],
        [""] * 4,
    ]


def test_a_short_search_keeps_seconds_as_the_unit(opened):
    sample = SearchSample(seconds=0.0004, nodes=1, value=0.0, shares=())
    opened.controller.keep_analysis(1, replace(SEARCH, samples=(sample,)))

    opened.controller.go_to(1)

    assert chart("inside_depths").lines[0].xs == (0.0004,)
    assert "x0.001" not in chart("inside_depths").plot.getAxis("bottom").labelString()


def test_whole_numbers_have_whole_ticks():
    assert nice_ticks(1, 4) == [0, 0.5, 1]
    assert nice_ticks(1, 4, least_step=1) == [0, 1]


def test_a_position_without_search_is_one_sentence(opened):
    opened.controller.redo()

    assert "Space" in widget(None, "history_inside_empty").text()
    assert not widget(None, "history_table").isEnabled()


def test_the_game_has_gaps_where_nothing_is_known(opened):
    play_all(opened, ["h8", "h9", "i9"])
    last = opened.controller.session.cursor
    opened.controller.keep_analysis(last, MoveAnalysis(value=0.0, nodes=10))
    show_game()

    opened.controller.go_to(0)
    opened.controller.go_to(last)

    assert chart("game_depths").lines[0].ys == (41, None, 0)


def test_the_table_of_the_search_is_saved(opened, file_answers, tmp_path):
    file_answers.target = tmp_path / "search.csv"

    press(None, "history_table")

    assert file_answers.target.read_text().startswith("seconds,win_rate_black,depth")
    assert message() == "Saved search.csv"


def test_the_moves_of_the_search_are_saved(opened, file_answers, tmp_path):
    file_answers.target = tmp_path / "moves.csv"

    press(None, "history_moves")

    assert "a15,4000,1.0000,0.5000,0.6000,4701,41" in file_answers.target.read_text()


def test_the_table_of_the_game_is_saved(opened, file_answers, tmp_path):
    file_answers.target = tmp_path / "game.csv"
    show_game()

    press(None, "history_table")

    assert file_answers.target.read_text().startswith("move_number,move")


def test_the_charts_are_saved_as_pictures(opened, file_answers, tmp_path):
    file_answers.target = tmp_path / "search.png"
    press(None, "history_picture")
    file_answers.target = tmp_path / "search.svg"
    press(None, "history_picture")

    assert not QImage(str(tmp_path / "search.png")).isNull()
    assert "<svg" in (tmp_path / "search.svg").read_text()


def test_a_file_that_cannot_be_written_is_one_sentence(opened, file_answers, tmp_path):
    file_answers.target = tmp_path / "missing" / "search.csv"

    press(None, "history_table")

    assert message().startswith("search.csv could not be written: ")


def test_the_window_follows_the_language(opened, settings):
    settings[LANGUAGE] = "zh_CN"

    assert widget(None, "history_window").windowTitle() == "搜索过程"


def test_the_window_is_opened_once_and_again_after_it_was_closed(opened):
    action = opened.window.findChild(QAction, "search_over_time")
    first = widget(None, "history_window")
    action.trigger()
    assert widget(None, "history_window") is first

    first.close()
    assert not has_widget(None, "history_window")
    action.trigger()

    assert has_widget(None, "history_window")
