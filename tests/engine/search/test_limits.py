"""Limits and the budget made from them."""

import itertools

import pytest

from engine.core.errors import LimitsError
from engine.games import GAMES
from engine.search.alphabeta.alphabeta_search import AlphaBetaSearch
from engine.search.api import Limits
from engine.search.budget import FIRST_SLICE, Budget
from engine.search.puct.puct_search import PuctSearch
from engine.search.uct.uct_search import UctSearch


def test_limits_without_any_bound_are_refused():
    with pytest.raises(LimitsError, match="at least one"):
        Limits()


@pytest.mark.parametrize("bound", [0, -1, float("nan")])
@pytest.mark.parametrize("name", ["seconds", "nodes", "depth"])
def test_bounds_must_be_above_zero(name, bound):
    with pytest.raises(LimitsError, match=name):
        Limits(**{name: bound})


def test_an_unknown_clock_is_refused():
    with pytest.raises(LimitsError, match="among wall, cpu, got 'sun'"):
        Limits(nodes=1, clock="sun")


@pytest.mark.parametrize("make", [UctSearch, AlphaBetaSearch, PuctSearch])
@pytest.mark.parametrize(("used", "idle"), [("cpu", "wall"), ("wall", "cpu")])
def test_seconds_are_those_of_the_clock_of_the_limits(make, used, idle):
    hours = itertools.count(step=3600.0)
    searcher = make(clocks={used: lambda: next(hours), idle: pytest.fail})
    position = GAMES["gomoku"].new_position(GAMES["gomoku"].setup())

    result = searcher.search(position, Limits(seconds=1e9, nodes=40, clock=used))

    assert 3600 <= result.seconds < next(hours)


def test_slices_follow_the_speed_of_the_search():
    now = [0.0]
    budget = Budget(Limits(seconds=10), now=lambda: now[0])

    assert budget.next_slice(0) == FIRST_SLICE
    now[0] = 0.5
    assert budget.next_slice(50_000) == 1_000


def test_time_used_before_the_first_slice_counts():
    now = [5.0]
    budget = Budget(Limits(seconds=1), now=lambda: now[0], used=0.75)

    assert budget.seconds_used == pytest.approx(0.75)
    now[0] = 5.25
    assert budget.next_slice(100) == 0


def test_slices_never_pass_the_node_limit():
    now = [0.0]
    budget = Budget(Limits(nodes=1_000), now=lambda: now[0])
    now[0] = 0.001

    assert budget.next_slice(990) == 10
    assert budget.next_slice(1_000) == 0


def test_the_last_slice_ends_with_the_time():
    now = [0.0]
    budget = Budget(Limits(seconds=1), now=lambda: now[0])
    now[0] = 0.999

    assert budget.next_slice(999_000) == pytest.approx(1_000, abs=5)
    now[0] = 1.0
    assert budget.next_slice(1_000_000) == 0
