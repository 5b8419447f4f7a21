"""Network-guided searches that ask a game's knowledge, or what a test puts there."""

from engine.core.types import SolverResult
from engine.search.puct import puct_search
from engine.search.puct.puct_search import PuctSearch
from engine.search.puct.puct_settings import PuctSettings
from tests.engine.search.puct.puct_oracle import HashEvaluator
from tests.games import ALL_GAMES

KNOWING = PuctSettings(
    batch=4,
    solver_visits=3,
    pool_edges=1 << 14,
    pool_nodes=1 << 12,
    pool_policies=1 << 9,
)


class Teller:
    """Knows of a position what a function of it says, and notes what it was asked."""

    def __init__(self, say):
        self.say = say
        self.asked = []

    def solve(self, position):
        self.asked.append(position.history)
        return self.say(position)

    def load(self):
        """Nothing takes loading."""


def searcher(evaluator=None, settings=KNOWING, **options):
    chosen = evaluator or HashEvaluator()
    return PuctSearch(lambda _setup: chosen, settings, **options)


def taught(monkeypatch, say):
    """Let searches ask a ``Teller``, and return it."""
    teller = Teller(say)
    monkeypatch.setattr(
        puct_search, "make_solver", lambda _position, **_options: teller
    )
    return teller


def even_moves(position):
    """Say that only moves of even number may win."""
    return SolverResult(moves=tuple(m for m in position.legal_moves() if m % 2 == 0))


def empty_board(game="hex", **options):
    return ALL_GAMES[game].new_position(ALL_GAMES[game].setup(**options))
