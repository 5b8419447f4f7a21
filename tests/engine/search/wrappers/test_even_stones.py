"""What an engine does in Taraguchi-10, where the opponent may swap after each stone."""

import pytest

from engine.core.types import Player
from engine.search.api import Limits, StopFlag
from tests.engine.search.wrappers.offers import GOMOKU, ByValue, growing, searched
from tests.engine.search.wrappers.offers import after as after_moves
from tests.games import cell

FOUR = "h8 h9 i10 g10"


def after(moves=""):
    return after_moves(moves, opening="taraguchi")


class ByStones(ByValue):
    """A searcher with a value for the positions after some stones, else 1."""

    def __init__(self, values):
        super().__init__(growing)
        self.values = values

    def search(self, position, limits, **more):
        result = super().search(position, limits, **more)
        last = position.last_cell  # of a single stone it is not known
        name = "h8" if last is None else position.cell_name(last)
        value = self.values.get(name, 1.0)
        return result.__class__.of_candidates(
            tuple(
                one.__class__(move=one.move, value=value, pv=one.pv)
                for one in result.candidates
            ),
            nodes=result.nodes,
            seconds=result.seconds,
            depth=result.depth,
        )


def test_the_first_stone_lies_in_the_centre_without_a_search():
    inner = ByValue(growing)

    result = searched(after(), inner)

    assert after().cell_name(result.move) == "h8"
    assert inner.calls == []


@pytest.mark.parametrize("value", [-0.9, 0.9])
def test_before_the_third_stone_no_colour_is_better(value):
    result = searched(after("h8"), ByStones({"h8": value}))

    assert result.move < 225


@pytest.mark.parametrize(
    ("value", "is_swapped"), [(-0.9, True), (-0.06, True), (-0.04, False), (0.9, False)]
)
@pytest.mark.parametrize("moves", ["h8 h9 i10", FOUR, f"{FOUR} k8"])
def test_the_better_colour_is_taken(moves, value, is_swapped):
    position = after(moves)

    result = searched(position, ByStones({moves.split()[-1]: value}))

    assert (position.cell_name(result.move) == "swap-colours") is is_swapped


@pytest.mark.parametrize("sign", [-1, 1])
def test_the_most_even_stone_is_placed(sign):
    position = after("h8 h9 i10")
    cells = GOMOKU.opening().even_cells(position, seed=0)
    names = [position.cell_name(one) for one in cells]
    values = {"i10": 0.0} | dict.fromkeys(names, sign * 0.3) | {names[4]: 0.1}

    result = searched(position, ByStones(values))

    assert position.cell_name(result.move) == names[4]
    assert result.value == -0.1
    assert {one.move for one in result.candidates} == set(cells)


@pytest.mark.parametrize("moves", ["h8", "h8 h9", "h8 h9 h10", FOUR])
def test_even_cells_are_near_the_stones_and_not_symmetrical(moves):
    position = after(moves)

    cells = GOMOKU.opening().even_cells(position, seed=3)

    assert 2 <= len(cells) <= 12
    assert list(cells) == sorted(cells)
    assert set(cells) <= set(position.legal_moves())
    for one in cells:
        assert GOMOKU.opening().equal_cells(position, one) & set(cells) == {one}


def test_after_the_opening_no_stone_has_to_be_even():
    for moves in (f"{FOUR} k8", f"{FOUR} fifth-moves-10", f"{FOUR} k8 swap-colours"):
        assert GOMOKU.opening().even_cells(after(moves), seed=0) == ()


def test_after_the_opponent_has_swapped_all_limits_are_for_the_stone():
    position, inner = after("h8 h9 swap-colours"), ByValue(growing)
    count = len(GOMOKU.opening().even_cells(position, seed=0))

    searched(position, inner, Limits(seconds=6.0))

    assert [limits.seconds for _, limits in inner.calls] == [6.0 / count] * count


def test_the_choice_and_the_stones_share_the_limits():
    position, inner = after("h8 h9"), ByValue(growing)
    count = len(GOMOKU.opening().even_cells(position, seed=0))

    searched(position, inner, Limits(seconds=6.0))

    assert [limits.seconds for _, limits in inner.calls] == [
        3.0,
        *[3.0 / count] * count,
    ]


def test_the_offers_of_the_opponent_are_searched_as_by_other_openings():
    offers = " ".join(f"offer-{column}1" for column in "abcdefghij")
    position = after(f"{FOUR} fifth-moves-10 {offers}")

    result = searched(position, ByValue(growing))

    assert position.seat_to_move is Player.SECOND
    assert result.move in position.offered_cells


def test_a_restriction_to_the_declaration_is_kept():
    position = after(FOUR)
    ten = cell(position, "fifth-moves-10")

    result = searched(
        position, ByValue(growing), Limits(nodes=9, root_moves=frozenset([ten]))
    )

    assert result.move == ten


def test_a_stopped_search_still_has_a_legal_move():
    stop = StopFlag()
    stop.set()

    for moves in ("h8", "h8 h9 swap-colours", FOUR, f"{FOUR} k8"):
        searched(after(moves), ByValue(growing), stop=stop)
