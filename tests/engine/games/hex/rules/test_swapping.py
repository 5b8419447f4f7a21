"""First stones of Hex that are swapped, checked by complete searches."""

import pytest

from engine.games.hex.rules.swapping import EVEN_STONES, list_even_stones
from engine.players.build import build_searcher
from engine.players.preset_player import PresetPlayer
from engine.search.alphabeta.alphabeta_search import AlphaBetaSearch
from engine.search.api import Limits
from tests.games import ALL_GAMES
from tests.nonempty import nonempty

HEX = ALL_GAMES["hex"]


def after_first_stones(side):
    start = HEX.new_position(HEX.setup(height=side, options={"swap": "on"}))
    return [start.play(move) for move in start.legal_moves()]


@pytest.mark.slow
@pytest.mark.parametrize("side", [4, 5, 6])
def test_the_answer_to_a_first_stone_is_the_proven_one(side):
    positions = after_first_stones(side)
    answers = [HEX.sensible_moves(position, foresight=1) for position in positions]
    known = [pair for pair in zip(positions, answers, strict=True) if pair[1]]

    for position, sensible in nonempty(known):
        swap = position.special_moves()[0]
        result = AlphaBetaSearch().search(position, Limits(nodes=100_000))
        assert result.value == 1.0
        assert (swap in sensible.moves) == (result.move == swap)


def test_the_middle_of_a_large_board_is_strong_and_its_sides_are_left_open():
    swaps = {}
    for position in after_first_stones(11):
        sensible = HEX.sensible_moves(position, foresight=1)
        name = position.cell_name(position.last_move)
        if sensible is not None:
            swaps[name] = sensible.moves == tuple(position.special_moves())

    assert swaps["f6"]
    assert swaps["c3"]
    assert not swaps["a1"]
    assert not swaps["b11"]
    assert not swaps.keys() & {"a11", "k1", "a10", "b4", "a5", "k7", "f2"}
    assert sum(swaps.values()) == 49


@pytest.mark.parametrize("side", [5, 17])
def test_a_first_stone_of_another_size_is_one_of_those_left_open(side):
    start = HEX.new_position(HEX.setup(height=side, options={"swap": "on"}))
    left_open = [
        position.last_move
        for position in after_first_stones(side)
        if HEX.sensible_moves(position, foresight=1) is None
    ]

    sensible = HEX.sensible_moves(start, foresight=1)

    assert sensible.moves == tuple(left_open)
    assert sensible.is_forced


def test_without_the_swap_every_first_stone_is_sensible():
    start = HEX.new_position(HEX.setup(height=11))

    assert HEX.sensible_moves(start, foresight=1) is None


def test_without_foresight_no_stone_is_assessed():
    position = after_first_stones(5)[12]

    moves = HEX.sensible_moves(position, foresight=0).moves

    assert not set(position.special_moves()) & set(moves)


@pytest.mark.parametrize("side", [4, 7, 11, 15, 19])
def test_an_engine_begins_with_a_stone_near_even_and_its_twin_is_as_good(side):
    start = HEX.new_position(HEX.setup(height=side, options={"swap": "on"}))

    stones = HEX.sensible_moves(start, foresight=1).moves

    assert set(stones) <= set(start.legal_moves())
    assert {start.setup.cell_count - 1 - stone for stone in stones} == set(stones)


def test_the_stones_of_a_measured_size_are_those_of_the_table():
    start = HEX.new_position(HEX.setup(height=11, options={"swap": "on"}))

    stones = HEX.sensible_moves(start, foresight=2).moves

    assert {start.cell_name(stone) for stone in stones} == {"a4", "k4", "a8", "k8"}


@pytest.mark.parametrize("side", sorted(EVEN_STONES))
def test_every_stone_of_the_table_is_on_its_board(side):
    setup = HEX.setup(height=side, options={"swap": "on"})

    names = EVEN_STONES[side].split()

    assert len(list_even_stones(setup)) == 2 * len(names)


@pytest.mark.parametrize("engine", ["mcts:7", "uct:7", "alphabeta:4"])
def test_engines_search_the_stones_near_even_alone(engine):
    start = HEX.new_position(HEX.setup(height=11, options={"swap": "on"}))
    known = list_even_stones(start.setup)

    searcher = build_searcher(PresetPlayer.parse(engine), "hex", seed=1)
    result = searcher.search(start, Limits(nodes=300))

    assert result.move in known
    assert {candidate.move for candidate in result.candidates} <= set(known)
    assert abs(result.value) < 0.5
