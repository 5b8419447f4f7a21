"""The window *Search over time*."""

from dataclasses import replace
from types import SimpleNamespace

import pytest
from PyQt5.QtCore import QRect
from PyQt5.QtGui import QImage, QKeySequence
from PyQt5.QtTest import QTest
from PyQt5.QtWidgets import QAction, QTabWidget

from engine.core.types import Candidate, Move, MoveAnalysis, SearchSample
from engine.records.model.positions import start_position
from gui.analysis.game_graph import GraphReader
from gui.panels.graph.history_window import HistoryWindow
from gui.text import languages
from gui.widgets.plot import nice_ticks
from tests.engine.review.reviewed_games import game_of
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


GAME = game_of("gomoku", "h8", height=15, width=15)

POSITION = start_position(GAME)


class Target:
    """The file that a user names for an export."""

    path = None

    def ask(self, parent, name, ending):
        return self.path


TARGET = Target()


@pytest.fixture(scope="module")
def charts(qapp):
    """Return a window for all tests that need no program."""
    made = HistoryWindow(TARGET.ask)
    yield made
    made.close()


@pytest.fixture
def shown(charts):
    """Return the window with the search of the first position of a game of a move."""
    charts.findChild(QTabWidget, "history_tabs").setCurrentIndex(0)
    charts.show_search(POSITION, SEARCH)
    record = GAME.with_node(0, analysis=SEARCH)
    charts.show_game(record, GraphReader().read(record, 0).line)
    charts.show()
    yield charts
    charts.hide()


@pytest.fixture
def target(tmp_path):
    """Return a function that names the file of the next export."""

    def name(*parts):
        TARGET.path = tmp_path.joinpath(*parts)
        return TARGET.path

    return name


@pytest.fixture
def opened(persons):
    """Return the window of the program, with the charts of its first position."""
    play_all(persons, ["h8"])
    persons.controller.store_analysis(0, SEARCH)
    persons.controller.go_to(0)
    persons.window.findChild(QAction, "search_over_time").trigger()
    return persons


def chart(name):
    return widget(None, f"history_{name}")


def message():
    return widget(None, "history_message").text()


def show_game():
    widget(None, "history_tabs").setCurrentIndex(1)


def test_the_charts_show_the_search_of_the_position(shown):
    rates = chart("inside_rates").lines[0]
    shares = chart("inside_shares").lines

    assert rates.xs == (0.5, 2.0)
    assert rates.ys == pytest.approx((50.0, 60.0))
    assert [(line.name, line.ys) for line in shares] == [("a15", (60.0, 90.0))]


@pytest.mark.parametrize(("width", "height"), [(900, 520), (683, 384)])
def test_the_window_fits_a_small_screen(qapp, qtbot, monkeypatch, width, height):
    screen = SimpleNamespace(availableGeometry=lambda: QRect(0, 0, width, height))
    monkeypatch.setattr(HistoryWindow, "screen", lambda _window: screen)
    small = HistoryWindow(TARGET.ask)
    qtbot.addWidget(small)

    small.show()

    assert small.width() <= width
    assert small.height() <= height


@pytest.mark.parametrize("keys", ["Esc", "Ctrl+W"])
def test_the_window_is_closed_by_keys(opened, qtbot, keys):
    window = opened.window.findChild(HistoryWindow)
    qtbot.waitUntil(window.isActiveWindow)

    with qtbot.waitSignal(window.closed):
        QTest.keySequence(window, QKeySequence(keys))


def test_the_leading_moves_have_their_numbers_beside_the_charts(shown):
    assert widget(None, "history_points").texts()[:3] == [
        ["Point", "Visits", "Prior", "Win rate of Black"],
        ["a15", "4,000", "50.0 %", "60.0 %"],
        [""] * 4,
    ]


def test_a_short_search_keeps_seconds_as_the_unit(shown):
    sample = SearchSample(seconds=0.0004, nodes=1, value=0.0, shares=())

    shown.show_search(POSITION, replace(SEARCH, samples=(sample,)))

    assert chart("inside_depths").lines[0].xs == (0.0004,)
    assert "x0.001" not in chart("inside_depths").plot.getAxis("bottom").labelString()


def test_whole_numbers_have_whole_ticks():
    assert nice_ticks(1, 4) == [0, 0.5, 1]
    assert nice_ticks(1, 4, least_step=1) == [0, 1]


def test_a_search_without_times_has_no_line_of_speeds(shown):
    samples = tuple(replace(sample, seconds=0.0) for sample in SEARCH.samples)

    shown.show_search(POSITION, replace(SEARCH, seconds=0.0, samples=samples))

    speeds = chart("inside_speeds")
    assert speeds.lines[0].ys == (None,) * len(speeds.lines[0].xs)
    assert not speeds.plot.listDataItems()


def test_a_position_without_search_is_one_sentence(shown):
    shown.show_search(POSITION, None)

    assert "Space" in widget(None, "history_inside_empty").text()
    assert not widget(None, "history_table").isEnabled()


def test_the_game_has_gaps_where_nothing_is_known(opened):
    play_all(opened, ["h8", "h9", "i9"])
    last = opened.controller.session.cursor
    opened.controller.store_analysis(last, MoveAnalysis(value=0.0, nodes=10))
    show_game()

    opened.controller.go_to(0)
    opened.controller.go_to(last)

    assert chart("game_depths").lines[0].ys == (41, None, 0)


def test_the_table_of_the_search_is_saved(shown, target):
    path = target("search.csv")

    press(None, "history_table")

    assert path.read_text().startswith("seconds,win_rate_black,depth")
    assert message() == "Saved search.csv"


def test_the_moves_of_the_search_are_saved(shown, target):
    path = target("moves.csv")

    press(None, "history_moves")

    assert "a15,4000,1.0000,0.5000,0.6000,4701,41" in path.read_text()


def test_the_table_of_the_game_is_saved(shown, target):
    path = target("game.csv")
    show_game()

    press(None, "history_table")

    assert path.read_text().startswith("move_number,move")


def test_the_charts_are_saved_as_pictures(shown, target):
    sharp = target("search.png")
    press(None, "history_picture")
    smooth = target("search.svg")
    press(None, "history_picture")

    assert not QImage(str(sharp)).isNull()
    assert "<svg" in smooth.read_text()


def test_a_file_that_cannot_be_written_is_one_sentence(shown, target):
    target("missing", "search.csv")

    press(None, "history_table")

    assert message().startswith("search.csv could not be written: ")


def test_the_window_follows_the_language(shown, qapp):
    languages.apply(qapp, "zh_CN")

    assert widget(None, "history_window").windowTitle() == "搜索过程"


def test_the_program_writes_the_file_that_the_user_names(
    opened, file_answers, tmp_path
):
    file_answers.target = tmp_path / "search.csv"

    press(opened.window, "history_table")

    assert file_answers.suggestions[-1].name == "search.csv"
    assert file_answers.target.read_text().startswith("seconds,win_rate_black,depth")


def test_the_window_is_opened_once_and_again_after_it_was_closed(opened):
    action = opened.window.findChild(QAction, "search_over_time")
    first = widget(None, "history_window")
    action.trigger()
    assert widget(None, "history_window") is first

    first.close()
    assert not has_widget(None, "history_window")
    action.trigger()

    assert has_widget(None, "history_window")
