"""The panel with the win rate over the game."""

import sys

import pytest
from PyQt5.QtCore import QEvent, QPointF, Qt
from PyQt5.QtGui import QImage, QMouseEvent
from PyQt5.QtTest import QTest
from PyQt5.QtWidgets import QApplication, QToolTip

from engine.core.types import Move, MoveAnalysis
from engine.games import GAMES
from engine.match.match_setup import MatchSetup
from gui.game.live_analysis import LiveAnalysis
from gui.panels.graph.graph_panel import GraphPanel
from gui.panels.graph.win_rate_chart import MISTAKE_DOT
from gui.settings.analysis_settings import MISTAKE
from gui.text import languages
from gui.widgets.plot import line_pen
from gui.window.docks.dock_layouts import DockLayouts
from tests.gui.driving import has_widget, play_all, press, widget

ALONE = "h8 h9 i9"

SETUP = GAMES["gomoku"].setup()

WIDTH, HEIGHT = 340, 160
"""Size of the panel in pixels."""


@pytest.fixture
def high_screen(monkeypatch):
    """Give the graph a place of its own."""
    monkeypatch.setattr(DockLayouts, "_is_too_high", lambda _: False)


def analyse(controller):
    """Keep analyses of a game whose second move loses 30 %."""
    nodes = controller.session.record.line_through(0)
    for node, value in zip(nodes, (0.0, 0.0, 0.6, -0.6), strict=True):
        controller.store_analysis(node, MoveAnalysis(value=value, nodes=9, pv=(0,)))


@pytest.fixture
def live(controller, engine_thread):
    return LiveAnalysis(controller, engine_thread)


@pytest.fixture
def panel(*, controller, live, begin_game, settings, qtbot):
    """Return the panel alone, in a game of two persons."""
    begin_game(MatchSetup(setup=SETUP))
    made = GraphPanel(controller, live, settings)
    qtbot.addWidget(made)
    made.resize(WIDTH, HEIGHT)
    made.show()
    return made


@pytest.fixture
def analysed(panel, controller, qtbot):
    for name in ALONE.split():
        controller.play(Move(GAMES["gomoku"].parse_cell(SETUP, name)))
    analyse(controller)
    qtbot.waitUntil(lambda: has_widget(panel, "chart_win_rate"))
    return panel


def place_of(root, number):
    return widget(root, "chart_win_rate").place_of(number).toPoint()


def test_without_analysis_a_sentence_says_how_to_get_it(panel):
    assert "F12" in widget(panel, "label_no_graph").text()
    assert not has_widget(panel, "chart_win_rate")


def test_the_graph_is_in_both_layouts_and_a_click_goes_to_the_move(
    high_screen, persons, qtbot
):
    play_all(persons, ALONE.split())
    analyse(persons.controller)

    for layout in ("analyse", "play"):
        press(persons.window, f"arrange_{layout}")
        assert has_widget(persons.window, "panel_graph")
    qtbot.waitUntil(lambda: has_widget(persons.window, "chart_win_rate"))
    chart = widget(persons.window, "chart_win_rate")
    QTest.mouseClick(chart.viewport(), Qt.LeftButton, pos=place_of(persons.window, 1))

    assert persons.controller.session.ply == 1
    assert widget(persons.window, "panel_graph").graph.cursor == 1


def test_each_analysis_joins_the_graph_at_once(analysed, controller):
    node = controller.session.cursor
    controller.store_analysis(node, MoveAnalysis(value=1.0, nodes=99))

    assert analysed.graph.points[-1].win_rate == 0.0


@pytest.mark.parametrize("height", [110, 160, 400])
def test_points_of_won_positions_are_whole(analysed, controller, qtbot, height):
    nodes = controller.session.record.line_through(0)
    for node in nodes:
        controller.store_analysis(node, MoveAnalysis(value=1.0, nodes=99, pv=(0,)))
    chart = widget(analysed, "chart_win_rate")

    analysed.resize(WIDTH, height)
    qtbot.waitUntil(lambda: chart.marked == (1, 2, 3), timeout=2000)
    qtbot.wait(20)

    area = chart.plot.getViewBox().sceneBoundingRect()
    highest, lowest = (chart.place_of(number).y() for number in (0, 1))
    assert highest - area.top() >= MISTAKE_DOT / 2
    assert area.bottom() - lowest >= MISTAKE_DOT / 2


@pytest.mark.qt_log_ignore("does not support")
def test_pointing_describes_move_win_rate_and_loss(analysed):
    chart, none = widget(analysed, "chart_win_rate"), Qt.NoButton
    at = QPointF(place_of(analysed, 2))

    # The pointer of the screen may be over another window.
    moved = QMouseEvent(QEvent.MouseMove, at, none, none, Qt.NoModifier)
    QApplication.sendEvent(chart.viewport(), moved)

    assert QToolTip.text() == "Move 2: h9, Black 80 %, lost 30 %"


def test_readers_of_the_screen_get_the_position_in_words(analysed):
    assert analysed.accessibleName() == "Win rate of Black"
    assert analysed.accessibleDescription() == "Move 3: i9, Black 80 %"


def test_the_texts_follow_the_language(analysed, qapp):
    languages.apply(qapp, "zh_CN")

    assert analysed.accessibleName() == "黑方胜率"


def test_the_threshold_of_mistakes_is_a_setting(analysed, settings):
    chart = widget(analysed, "chart_win_rate")
    before = chart.marked

    settings[MISTAKE] = 40

    assert before == (2,)
    assert chart.marked == ()


def test_the_library_leaves_the_hooks_for_errors_alone(analysed):
    hook = sys.excepthook

    assert "pyqtgraph" in sys.modules
    assert "pyqtgraph" not in type(getattr(hook, "__self__", None)).__module__


@pytest.mark.parametrize("ratio", [1.0, 2.0])
def test_a_line_is_as_wide_at_every_scale(qapp, ratio):
    image = QImage(1, 1, QImage.Format_RGB32)
    image.setDevicePixelRatio(ratio)

    pen = line_pen("#000000", 1.5, image)

    assert pen.isCosmetic()
    assert pen.widthF() == 1.5 * ratio


def test_the_axis_follows_the_language(analysed, qapp):
    axis = widget(analysed, "chart_win_rate").plot.getAxis("left")
    before = axis.labelText

    languages.apply(qapp, "zh_CN")

    assert before == "Black, %"
    assert axis.labelText == "黑方（%）"
