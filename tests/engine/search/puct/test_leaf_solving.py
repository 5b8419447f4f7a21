"""When a network search calls its solver, and when it stops."""

from dataclasses import replace

from engine.search.api import Limits, StopFlag
from engine.search.puct.solver_driver import MAX_TIME_SHARE
from tests.engine.search.puct.puct_oracle import HashEvaluator
from tests.engine.search.solver_stubs import (
    SOLVING,
    empty_board,
    even_moves,
    searcher,
    use_solver,
)


class Clock:
    """Time that passes only where a test lets it."""

    def __init__(self):
        self.seconds = 0.0

    def __call__(self):
        return self.seconds


def test_the_solver_takes_a_bounded_share_of_the_time(monkeypatch):
    clock = Clock()
    limit, cost = 1.5, 0.02
    spent = 0.0

    class Slow(HashEvaluator):
        def evaluate(self, batch):
            clock.seconds += 0.01
            return super().evaluate(batch)

    def answer(position):
        nonlocal spent
        if position.history:
            clock.seconds += cost
            spent += cost
        return even_moves(position)

    use_solver(monkeypatch, answer)
    search = searcher(
        Slow(), replace(SOLVING, stops_early=False), clocks={"wall": clock}
    )

    search.search(empty_board(height=9), Limits(seconds=limit))

    share = MAX_TIME_SHARE * limit
    assert clock.seconds >= limit * 0.9
    assert share * 0.8 < spent < share + 2 * cost


def test_a_stop_is_heeded_between_two_solver_calls(monkeypatch):
    stop = StopFlag()

    def answer(position):
        if position.history:
            stop.set()

    solver = use_solver(monkeypatch, answer)

    searcher().search(empty_board(height=5), Limits(nodes=10_000), stop=stop)

    assert len(solver.solved) == 2


def test_a_search_without_solver_calls_none(monkeypatch):
    solver = use_solver(monkeypatch, even_moves)
    settings = replace(SOLVING, solver_visits=0)

    for game in ("hex", "gomoku"):
        search = searcher(settings=settings)
        search.prepare(empty_board(game))
        search.search(empty_board(game), Limits(nodes=60))

    assert not solver.solved


def test_a_search_that_knows_repeats_with_a_limit_of_nodes():
    position = empty_board(height=6, width=5)
    limits = Limits(nodes=300)

    once, again = (searcher(seed=7).search(position, limits) for _ in range(2))

    assert replace(once, seconds=0) == replace(again, seconds=0)


def test_a_prepared_search_that_knows_compiles_nothing_more():
    position = empty_board(height=5)
    search = searcher()
    search.prepare(position)

    result = search.search(position, Limits(nodes=200))

    assert result.value == 1.0
