"""Limits and the budget made from them."""

import itertools
import math

import pytest

from engine.core.errors import LimitsError
from engine.games import GAMES
from engine.search.alphabeta.alphabeta_search import AlphaBetaSearch
from engine.search.api import Limits
from engine.search.budget import FIRST_SLICE, Bounds, Budget
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


@pytest.mark.parametrize("step", [None, 64])
def test_the_first_slice_is_given_however_late_it_is(step):
    now = [5.0]
    budget = Budget(Limits(seconds=1), now=lambda: now[0])
    now[0] = 7.0

    assert budget.seconds_used == 2.0
    assert budget.next_slice(1, step) == (step or FIRST_SLICE)
    assert budget.next_slice(1, step) == 0


def test_a_search_without_nodes_goes_on_however_late_it_is():
    now = [0.0]
    budget = Budget(Limits(seconds=1), now=lambda: now[0])
    budget.next_slice(0)
    now[0] = 2.0

    assert budget.next_slice(0) == FIRST_SLICE
    assert budget.next_slice(1) == 0


def test_speed_counts_from_the_first_slice():
    now = [0.0]
    budget = Budget(Limits(seconds=10), now=lambda: now[0])
    now[0] = 4.0
    budget.next_slice(0)
    now[0] = 4.5

    assert budget.next_slice(50_000) == 1_000
    assert budget.most_nodes_left(50_000) == 550_000


def test_slices_never_pass_the_node_limit():
    now = [0.0]
    budget = Budget(Limits(nodes=1_000), now=lambda: now[0])
    budget.next_slice(0)
    now[0] = 0.001

    assert budget.next_slice(990) == 10
    assert budget.next_slice(1_000) == 0


def test_the_last_slice_ends_with_the_time():
    now = [0.0]
    budget = Budget(Limits(seconds=1), now=lambda: now[0])
    budget.next_slice(0)
    now[0] = 0.999

    assert budget.next_slice(999_000) == pytest.approx(1_000, abs=5)
    now[0] = 1.0
    assert budget.next_slice(1_000_000) == 0


def test_a_step_has_its_length_up_to_the_node_limit():
    budget = Budget(Limits(nodes=100), now=lambda: 0.0)

    assert budget.next_slice(0, 64) == 64
    assert budget.next_slice(64, 64) == 36
    assert budget.next_slice(100, 64) == 0


@pytest.mark.parametrize(("seconds_left", "count"), [(0.3, 64), (0.2, 0)])
def test_no_step_begins_that_would_be_late_by_more_than_half(seconds_left, count):
    now = [0.0]
    budget = Budget(Limits(seconds=1), now=lambda: now[0])
    now[0] = 0.5 - seconds_left
    budget.next_slice(0, 64)
    now[0] = 1 - seconds_left

    assert budget.next_slice(64, 64) == count


def test_the_limits_leave_nodes_at_the_speed_so_far():
    now = [0.0]
    timed = Budget(Limits(seconds=2), now=lambda: now[0])
    both = Budget(Limits(seconds=2, nodes=1_200), now=lambda: now[0])

    for budget in (timed, both):
        budget.next_slice(0)
    assert timed.most_nodes_left(0) == math.inf
    assert both.most_nodes_left(0) == 1_200
    now[0] = 0.5
    assert timed.most_nodes_left(1_000) == 3_000
    assert both.most_nodes_left(1_000) == 200


@pytest.mark.parametrize(
    ("limit", "bound", "least"), [(3, 5, 3), (7, 5, 5), (None, 5, 5), (3, None, 3)]
)
def test_bounds_reduce_limits(limit, bound, least):
    limits = Limits(seconds=1, nodes=limit, depth=limit)

    bounded = Bounds(nodes=bound, depth=bound).applied_to(limits)

    assert bounded == Limits(seconds=1, nodes=least, depth=least)
