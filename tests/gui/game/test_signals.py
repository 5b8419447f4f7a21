"""Signals on the way of a click and of a search report: few, and one view at most."""

import sys
import threading
import time
from contextlib import contextmanager

import pytest

from engine.core.types import Move
from engine.match.view import Activity
from engine.search.api import SearchResult
from gui.game.engine_thread import PROGRESS_SECONDS
from gui.game.live_analysis import LiveAnalysis
from gui.panels.search_panel import SearchPanel
from tests.gui.driving import click_cell, widget
from tests.gui.game.controller_games import AGAINST_ENGINE, PERSONS

CENTRE = Move(112)


@contextmanager
def record_emissions():
    """Record the names of the signals that this thread emits."""
    names = []

    def note(_frame, event, called):
        if event == "c_call" and called.__name__ == "emit":
            names.append(called.__self__.signal.strip("2").partition("(")[0])

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        yield names
    finally:
        sys.setprofile(before)


class OneReport:
    """Engine that reports once when let go, then searches on until stopped."""

    def __init__(self):
        self.let_go = threading.Event()
        self.is_searching = False
        self.emitted = []

    def make(self, _engine, _game):
        return self

    def prepare(self, position):
        pass

    def search(self, position, limits, *, stop=None, on_progress=None):
        move = position.legal_moves()[0]
        result = SearchResult(
            move=move, value=0.5, pv=(move,), nodes=7, seconds=0.1, depth=3
        )
        self.is_searching = True
        while not stop and not self.let_go.is_set():
            time.sleep(0.001)
        time.sleep(PROGRESS_SECONDS)  # an earlier report is left out
        with record_emissions() as self.emitted:
            on_progress(result)
        while not stop:
            time.sleep(0.001)
        return result


@pytest.fixture
def engines():
    return OneReport()


@pytest.fixture
def thinking(controller, begin_game, engines, qtbot):
    """Return the controller while the engine searches and nothing else is under way."""
    begin_game(AGAINST_ENGINE)
    controller.play(CENTRE)
    qtbot.waitUntil(
        lambda: engines.is_searching and controller.activity is Activity.THINKING
    )
    return controller


@pytest.fixture
def live(thinking, engine_thread):
    return LiveAnalysis(thinking, engine_thread)


def test_a_search_report_reaches_the_panel_by_two_signals(
    thinking, live, engines, qtbot
):
    panel = SearchPanel(thinking, live)
    qtbot.addWidget(panel)
    panel.show()

    with record_emissions() as in_window, qtbot.waitSignal(live.progressed):
        engines.let_go.set()

    assert widget(panel, "label_best_line").text() == "a15"
    assert (engines.emitted, in_window) == (["progressed"], ["progressed"])


def test_a_search_report_publishes_no_view(thinking, live, engines, qtbot):
    views = []
    thinking.match_changed.connect(views.append)

    with qtbot.waitSignal(live.progressed):
        engines.let_go.set()

    assert live.analysis.nodes == 7
    assert views == []


@pytest.mark.parametrize(
    "players", [PERSONS, AGAINST_ENGINE], ids=["persons", "engine"]
)
def test_a_click_publishes_one_view_for_the_persons_move(program, players):
    program.controller.put(program.factory.make_game(players))
    views = []
    program.controller.match_changed.connect(views.append)

    click_cell(program, "h8")

    assert [view.position.history for view in views] == [(CENTRE,)]
