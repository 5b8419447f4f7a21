"""A game of Gomoku with a mistake of each side, and its review behind the window."""

from engine.games import GAMES
from engine.match.engine_choice import best_engine
from gui.analysis.review_parts import make_review
from gui.game.hints import Hints
from tests.engine.review.reviewed_games import game_of
from tests.gui.analysis.searchers import PlannedSearcher

SETUP = GAMES["gomoku"].setup()

MOVES = "h8 i9 j8 k11 g9"

PLAN = {
    0: (0.0, "h8"),
    1: (0.0, "h9"),
    2: (0.4, "j10 k10"),
    3: (0.4, "j9 i10"),
    4: (0.1, "g9"),
    5: (-0.1, "a1"),
}
"""White's first move loses 20 %, Black's second 40 %, White's second 25 %."""


def cell(name):
    return GAMES["gomoku"].parse_cell(SETUP, name)


def planned_game():
    return game_of("gomoku", MOVES, height=15, width=15)


class ReviewDesk:
    """A game on the board, its review, and the searcher of that."""

    def __init__(self, *, controller, factory, engines, engine_thread, settings, qtbot):
        self.controller, self.settings = controller, settings
        self.engine = engine_thread
        self._factory, self._qtbot = factory, qtbot
        self.searcher = PlannedSearcher(SETUP, PLAN)
        engines.fixed[best_engine(SETUP).preset] = self.searcher
        self.hints = Hints(engine_thread, controller)
        self.parts = make_review(engine_thread, controller, self.hints, settings)
        self.reviewer, self.mistakes = self.parts.reviewer, self.parts.mistakes
        self.retry = self.parts.retry
        self.problems = []
        for part in (self.reviewer, self.retry):
            part.problem_reported.connect(self.problems.append)

    def open(self, record):
        self.controller.put(self._factory.open_record(record, None))

    def wait_until(self, condition):
        self._qtbot.waitUntil(condition)

    def wait_for_end(self):
        self.wait_until(lambda: not self.reviewer.is_running)

    def review(self):
        self.reviewer.start()
        self.wait_for_end()

    def known(self):
        """Return for each node whether the record has an analysis of it."""
        nodes = self.controller.session.record.nodes
        return [node.analysis is not None for node in nodes]
