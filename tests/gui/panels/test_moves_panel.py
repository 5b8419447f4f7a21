"""The list of moves, painted."""

import pytest
from PyQt5.QtCore import QEvent, QObject
from PyQt5.QtGui import QRegion
from PyQt5.QtWidgets import QTableView

from engine.games import GAMES
from engine.match.match_setup import MatchSetup
from gui.panels.moves_panel import MovesPanel


class Painted(QObject):
    """Collects the region of a widget that is painted."""

    def __init__(self, widget):
        super().__init__(widget)
        self.region = QRegion()
        widget.installEventFilter(self)

    def eventFilter(self, watched, event):  # noqa: N802
        if event.type() == QEvent.Paint:
            self.region += event.region()
        return super().eventFilter(watched, event)


@pytest.fixture
def panel(controller, begin_game, qtbot):
    """Return a list with three moves."""
    begin_game(MatchSetup(setup=GAMES["gomoku"].setup()))
    panel = MovesPanel(controller)
    qtbot.addWidget(panel)
    panel.show()
    for name in ("h8", "i9", "j10"):
        controller.play(GAMES["gomoku"].parse_cell(controller.session.setup, name))
    return panel


def test_another_move_paints_the_whole_list(controller, panel, qtbot):
    area = panel.findChild(QTableView, "list_moves").viewport()
    painted = Painted(area)
    area.update()
    qtbot.waitUntil(lambda: painted.region.boundingRect() == area.rect())
    painted.region = QRegion()

    controller.go_to(1)

    qtbot.waitUntil(lambda: not painted.region.isEmpty())
    assert painted.region.boundingRect() == area.rect()
