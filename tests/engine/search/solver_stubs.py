"""Network searches with the solver of a game, or one that a test puts there."""

from engine.core.types import SolverResult
from engine.search.puct import puct_search
from engine.search.puct.puct_search import PuctSearch
from engine.search.puct.puct_settings import PuctSettings
from tests.engine.search.puct.puct_oracle import HashEvaluator
from tests.games import ALL_GAMES

SOLVING = PuctSettings(
    batch=4,
    solver_visits=3,
    pool_edges=1 << 14,
    pool_nodes=1 << 12,
    pool_policies=1 << 9,
)


class ScriptedSolver:
    """Solver that returns what a function returns, and lists its positions."""

    def __init__(self, answer):
        self.answer = answer
        self.solved = []

    def solve(self, position):
        self.solved.append(position.history)
        return self.answer(position)

    def load(self):
        """Nothing takes loading."""


def searcher(evaluator=None, settings=SOLVING, **options):
    chosen = evaluator or HashEvaluator()
    return PuctSearch(lambda _setup: chosen, settings, **options)


def use_solver(monkeypatch, answer):
    """Let searches use a ``ScriptedSolver``, and return it."""
    solver = ScriptedSolver(answer)
    monkeypatch.setattr(
        puct_search, "make_solver", lambda _position, **_options: solver
    )
    return solver


def even_moves(position):
    """Return the result that only moves of even number may win."""
    return SolverResult(moves=tuple(m for m in position.legal_moves() if m % 2 == 0))


def empty_board(game="hex", **options):
    return ALL_GAMES[game].new_position(ALL_GAMES[game].setup(**options))
