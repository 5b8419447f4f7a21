"""Alpha-beta and minimax on Hex: what they find and prove."""

import gc
import weakref

import numpy as np
import pytest

from engine.core.search_values import INFINITE, PROVEN
from engine.core.types import Player
from engine.games import GAMES
from engine.games.hex.alphabeta.resumable_search import HexResumableSearch
from engine.players.build import build_searcher
from engine.players.preset_player import PresetPlayer
from engine.search.alphabeta.alphabeta_search import AlphaBetaSearch, AlphaBetaSettings
from engine.search.api import Limits, StopFlag
from tests.games import cell, position_of, random_game

HEX = GAMES["hex"]


def searcher(seed=0, depth=100, **params):
    settings = AlphaBetaSettings(params=params, depth=depth)
    return AlphaBetaSearch(settings, seed=seed)


def after(moves, size, **options):
    position = HEX.new_position(HEX.setup(height=size, options=options))
    for name in moves.split():
        position = position.play(cell(position, name))
    return position


SOLVED = [
    (8, "a7 b5 d4 c6 e5 e6 d6 c8 d7 d8 e7 e8 f7 f8 h7", "g2 d3 e3 e4 g7 g8 h8", 1),
    (7, "g7 e4 d4 e2", "f2 c3 f5", 1),
    (6, "d4 d3 c4 c3 f1 b6", "b4", 1),
    (7, "a1 c6 b6 c5 b5 c3", "", -1),
]
"""Size, moves, all winning answers, and the value; found by two other programs."""


@pytest.mark.parametrize(("size", "moves", "winning", "value"), SOLVED)
def test_small_boards_are_proven(size, moves, winning, value):
    position = after(moves, size)

    result = searcher().search(position, Limits(nodes=30_000))

    assert result.value == value
    if value > 0:
        assert position.cell_name(result.move) in winning.split()


LOST_BOARDS = [
    """
    . . . . . . .
    . O . . . X .
    . . . . . . .
    . . . . . . .
    . . . O . X .
    . . . . . . .
    . . . . . . .
    """,
    """
    . X . . . O
    . . . . . O
    X . . . . X
    . . . . . .
    . . . . . O
    . X . . . .
    """,
]
"""Blue to move loses; both searches find it, the proof-number search sooner."""


@pytest.mark.parametrize("drawing", LOST_BOARDS)
@pytest.mark.parametrize("proof_share", [10, 60, 100])
def test_a_proof_of_one_search_is_kept_by_the_other(drawing, proof_share):
    position = position_of("hex", drawing, to_move=Player.SECOND)

    for seed in (3, 34, 65):
        engine = searcher(seed, small_proof_share=proof_share)
        assert engine.search(position, Limits(nodes=2_000)).value == -1


def test_unlikely_moves_never_add_up_to_a_proof(monkeypatch):
    monkeypatch.setattr(
        "engine.games.hex.evaluation.board_evaluator.PRIOR_WEIGHT", 10_000.0
    )
    position = HEX.new_position(HEX.setup(height=7, width=8))
    params = {"proof_share": 0, "small_proof_share": 0}

    result = searcher(depth=5, **params).search(position, Limits(nodes=1_000))

    assert abs(result.value) < 1
    assert all(abs(candidate.value) < 1 for candidate in result.candidates)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("depth", [2, 3])
def test_pruning_changes_no_value(seed, depth):
    start = HEX.new_position(HEX.setup(height=6, width=7))
    position = random_game(start, seed)[5]
    params = {"root_width": 8, "width": 5, "reduction": 0, "small_proof_share": 0}
    params["futility"] = 0
    limits = Limits(nodes=100_000)

    full = searcher(depth=depth, prunes=0, **params).search(position, limits)
    pruned = searcher(depth=depth, prunes=1, **params).search(position, limits)

    assert pruned.value == full.value
    assert pruned.nodes <= full.nodes


def searched_to(depth, **params):
    """Search a board with four stones to a depth, without proofs beside it."""
    engine = searcher(depth=depth, proof_share=0, **params)
    return engine.search(after("f6 g5 e7 d5", 9), Limits(nodes=100_000))


def test_unlikely_moves_are_searched_less_deep():
    full, reduced = (searched_to(3, width=6, reduction=r) for r in (0, 60))

    assert reduced.depth == full.depth == 3
    assert reduced.nodes < 0.8 * full.nodes


def test_what_is_far_outside_the_window_is_not_searched():
    full, narrow = (searched_to(4, reduction=0, futility=f) for f in (0, 1))

    assert narrow.depth == full.depth == 4
    assert narrow.nodes < 0.6 * full.nodes


def test_an_interrupted_search_gives_its_memory_back_at_once():
    loop = HexResumableSearch(after("f6 g5", 11), {}, seed=0)
    loop.begin(loop.set_root(after("f6 g5", 11)), alpha=-100, beta=100, depth=3)
    loop.advance(4, np.zeros(1, np.int32))
    remembered = weakref.ref(loop)
    gc.disable()

    del loop

    gc.enable()
    assert remembered() is None


@pytest.mark.parametrize(
    ("first", "is_swapped"), [("c3", True), ("a2", False), ("d2", True)]
)
def test_a_strong_first_stone_is_swapped(first, is_swapped):
    position = after(first, 5, swap="on")

    result = searcher().search(position, Limits(nodes=500))

    assert (result.move == position.setup.cell_count) == is_swapped
    assert result.value > 0


@pytest.mark.parametrize("nodes", [1, 2, 5, 200])
def test_an_interrupted_search_proves_no_loss(nodes):
    drawing = """
        X.XO
        O...
        X...
        ....
    """
    position = position_of("hex", drawing, Player.SECOND)
    names = ("b1", "c2", "d2", "c3", "d3", "b4", "c4")
    cells = frozenset(cell(position, name) for name in names)
    minimax = searcher(prunes=0, proof_share=0, small_proof_share=0)

    result = minimax.search(position, Limits(nodes=nodes, root_moves=cells))

    assert result.value > -1


def test_moves_beside_a_proven_win_have_no_proven_value():
    position = after("a1 b1 b2 a2", 3)
    cells = frozenset(cell(position, name) for name in ("c1", "c2", "a3", "b3"))

    result = searcher().search(position, Limits(nodes=100, root_moves=cells))

    assert (position.cell_name(result.move), result.value) == ("c1", 1)
    assert all(abs(candidate.value) < 1 for candidate in result.candidates[1:])


@pytest.mark.parametrize("allowed", [None, ["c3"], ["a1", "b2"]])
def test_no_first_stone_wins_if_it_may_be_swapped(allowed):
    position = HEX.new_position(HEX.setup(height=5, options={"swap": "on"}))
    cells = allowed and frozenset(cell(position, name) for name in allowed)

    result = searcher().search(position, Limits(nodes=5_000, root_moves=cells))

    assert result.value == -1
    assert {candidate.value for candidate in result.candidates} == {-1}


def test_a_first_stone_that_may_be_swapped_is_close_to_even():
    position = HEX.new_position(HEX.setup(height=7, options={"swap": "on"}))

    result = searcher().search(position, Limits(nodes=300))

    answer = searcher().search(position.play(result.move), Limits(nodes=300))
    assert -1 < result.value < 0
    assert 0 < answer.value < 1


@pytest.mark.parametrize("size", [(5, 5), (4, 6), (7, 5)])
def test_who_has_a_proven_win_wins_the_game(size):
    height, width = size
    position = HEX.new_position(HEX.setup(height=height, width=width))
    engine = searcher()
    winner = None

    while position.outcome is None:
        result = engine.search(position, Limits(nodes=3_000))
        if abs(result.value) == 1:
            ahead = position.to_move if result.value > 0 else position.to_move.opponent
            assert winner in {None, ahead}
            winner = ahead
        position = position.play(result.move)

    assert position.outcome.winner is winner


def test_a_lost_side_sees_its_loss_and_still_plays():
    position = position_of(
        "hex",
        """
        . . . . .
        . . X . .
        . X . . .
        . . . . .
        """,
        to_move=Player.SECOND,
    )

    result = searcher().search(position, Limits(nodes=100))

    assert result.value == -1
    assert position.is_legal(result.move)


def test_all_moves_are_tried_before_a_loss_is_called_proven():
    """With a width of one, another move is looked at only because the first fails."""
    position = after("d4 d3 c4 c3", 6)

    result = searcher(root_width=1, width=1, small_proof_share=0).search(
        position, Limits(nodes=2_000)
    )

    assert result.value == -1


def test_losing_moves_prove_no_loss_while_others_are_left_out():
    position = after("b1 b4", 4)
    search = HexResumableSearch(position, {"small_proof_share": 0}, seed=0)
    moves = search.set_root(position)

    def finish(moves):
        search.begin(moves, alpha=-INFINITE, beta=INFINITE, depth=20)
        while not search.advance(1_000, StopFlag().array):
            pass
        return search.result()

    winning = {cell(position, name) for name in ("a4", "c2")}
    assert finish([move for move in moves if move not in winning]) < -PROVEN
    assert finish(moves) > PROVEN


def test_the_best_moves_have_lines_of_their_own_unless_there_is_a_swap():
    settings = AlphaBetaSettings(lines=3)
    limits = Limits(nodes=300)
    swap = after("c3", 5, swap="on")

    ours = AlphaBetaSearch(settings).search(after("d5 f6", 9), limits)
    swapped = AlphaBetaSearch(settings).search(swap, limits)

    assert [len(candidate.pv) > 1 for candidate in ours.candidates[:3]] == [True] * 3
    assert swapped.move in swap.special_moves()
    assert all(len(candidate.pv) == 1 for candidate in swapped.candidates[1:])


def test_a_search_stays_itself():
    position = after("k9 e9", 11)

    result = searcher(depth=2).search(position, Limits(nodes=100_000))

    again = searcher(depth=2).search(position, Limits(nodes=100_000))
    assert (result.move, result.nodes, result.pv) == (again.move, again.nodes, again.pv)
    assert result.depth == 2


@pytest.mark.parametrize("preset", ["alphabeta", "minimax"])
@pytest.mark.parametrize("level", [1, 10])
def test_levels_of_hex_are_its_own(preset, level):
    position = after("e5", 9)
    engine = build_searcher(PresetPlayer(preset=preset, level=level), "hex")

    result = engine.search(position, Limits(nodes=200))

    assert position.is_legal(result.move)
    assert result.nodes <= (40 if level == 1 else 200)
