"""The panel of both players in little room."""

import pytest
from PyQt5.QtCore import QSize, Qt
from PyQt5.QtTest import QTest
from PyQt5.QtWidgets import QAction, QApplication, QLabel, QToolButton, QWidget

from engine.core.clocks.time_control import TimeTerms
from engine.core.types import Move
from engine.games import GAMES
from engine.match.match_setup import MatchSetup
from gui.panels.players_panel import PlayersPanel
from gui.style.icons import icon
from gui.text import languages

BYO_YOMI = MatchSetup(setup=GAMES["gomoku"].setup(), time=TimeTerms.parse("100m+3x30s"))


@pytest.fixture
def show(controller, factory, settings, qtbot):
    """Return a function that shows a paused game with clocks, so many pixels wide."""

    def start(width, text="Resume game"):
        controller.put(factory.make_game(BYO_YOMI))
        controller.play(Move(112))
        controller.toggle_pause()
        pause = QAction(icon("play"), "")
        panel = PlayersPanel(controller, pause, settings)
        panel.addAction(pause)
        qtbot.addWidget(panel)
        panel.resize(QSize(width, 220))
        panel.show()
        pause.setText(text)
        QTest.qWait(0)
        return panel

    return start


def is_whole(part):
    return part.visibleRegion().boundingRect().width() >= part.sizeHint().width()


@pytest.mark.parametrize(
    ("language", "text"), [("en", "Resume game"), ("zh_CN", "继续对局")]
)
def test_the_pause_is_whole_in_a_narrow_panel(show, language, text):
    languages.apply(QApplication.instance(), language)

    panel = show(300, text)

    assert is_whole(panel.findChild(QLabel, "label_paused"))
    assert is_whole(panel.findChild(QToolButton, "button_pause"))


def test_the_button_has_its_text_back_in_a_wide_panel(show):
    panel = show(260)
    button = panel.findChild(QToolButton, "button_pause")
    narrow = button.toolButtonStyle()

    panel.resize(420, 220)
    QTest.qWait(0)

    assert narrow == Qt.ToolButtonIconOnly
    assert button.toolButtonStyle() == Qt.ToolButtonTextBesideIcon
    assert is_whole(button)


def test_the_gaps_are_tight_only_where_the_panel_is_narrow(show, controller, qtbot):
    panel, area = show(400), QWidget()
    controller.toggle_pause()
    panel.setParent(area)  # as a window it would not become so narrow
    qtbot.addWidget(area)
    area.show()
    panel.show()
    grid = panel.layout()
    least, usual = panel.minimumSizeHint().width(), grid.horizontalSpacing()

    panel.resize(least, 220)
    assert grid.horizontalSpacing() < usual
    assert grid.minimumSize().width() <= least

    panel.resize(400, 220)
    assert grid.horizontalSpacing() == usual
