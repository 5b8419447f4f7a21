"""First stones and declarations of an engine in RIF and Yamaguchi."""

import pytest

from engine.games.gomoku.rules.openings.choices import declared_count
from engine.games.gomoku.rules.openings.fifth_moves import FifthMoveStage, find_stage
from engine.games.gomoku.rules.openings.fifth_moves_values import (
    FREE_VALUES,
    RENJU_VALUES,
)
from engine.games.gomoku.rules.openings.placements import placements
from engine.search.api import Limits
from tests.engine.search.wrappers.offers import THREE, ByValue, after, growing, searched
from tests.games import cell


@pytest.mark.parametrize("opening", ["rif", "yamaguchi"])
@pytest.mark.parametrize("rule", ["freestyle", "renju"])
def test_an_even_opening_is_placed_without_a_search(opening, rule):
    table, found = RENJU_VALUES if rule == "renju" else FREE_VALUES, set()
    for seed in range(10):
        position, inner = after(opening=opening, rule=rule), ByValue(growing)
        while find_stage(position) in (
            FifthMoveStage.PLACING,
            FifthMoveStage.DECLARING,
        ):
            position = position.play(searched(position, inner, seed=seed).move)

        (values,) = (
            one.values
            for one in table
            if position.history[:3]
            in placements(position.setup, ((0, 0), one.second, one.third))
        )
        count = 2
        if opening == "yamaguchi":
            count = declared_count(position.setup, position.history[3])
        found.add(values[count - 1])
        assert abs(values[count - 1]) <= 10
        assert inner.calls == []
    assert len(found) > 1


def test_stones_that_are_placed_without_a_search_have_no_value():
    assert not searched(after(), ByValue(growing)).has_value


def test_the_same_seed_places_the_same_stones_and_others_differ():
    def placed(seed):
        return searched(after(), ByValue(growing), seed=seed).pv

    assert placed(5) == placed(5)
    assert len({placed(seed) for seed in range(20)}) > 5


@pytest.mark.parametrize("moves", ["h8 i8 j10", "h8 g9 f6", "h8 h9 h10"])
def test_any_opening_gets_a_number_of_fifth_moves(moves):
    position = after(moves)

    result = searched(position, ByValue(growing))

    assert declared_count(position.setup, result.move) in range(1, 11)


@pytest.mark.parametrize("table", [RENJU_VALUES, FREE_VALUES])
def test_the_values_are_of_all_26_openings_and_fall_with_the_number(table):
    setup = after().setup
    found = {
        frozenset(placements(setup, ((0, 0), one.second, one.third))) for one in table
    }

    assert len(found) == len(table) == 26
    for one in table:
        assert len(one.values) == 10
        assert list(one.values) == sorted(one.values, reverse=True)
    assert any(abs(value) <= 10 for one in table for value in one.values)
    assert any(abs(one.values[1]) <= 10 for one in table)


def test_an_opening_that_is_never_even_gets_the_most_even_number():
    position = after("h8 h9 g10")

    result = searched(position, ByValue(growing))

    assert position.cell_name(result.move) == "fifth-moves-10"


def test_a_restriction_leaves_a_number_to_declare():
    position = after(THREE)
    allowed = frozenset(cell(position, f"fifth-moves-{n}") for n in (7, 9))

    for seed in range(9):
        limits = Limits(nodes=9, root_moves=allowed)
        assert searched(position, ByValue(growing), limits, seed).move in allowed
