"""Searches that are restricted to some moves of the root."""

import os
import random
import shlex
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from engine.core.errors import LimitsError
from engine.core.types import Player
from engine.games import GAMES
from engine.players.build import build_searcher
from engine.players.player_config import parse_engine
from engine.search.alphabeta.alphabeta_search import AlphaBetaSearch
from engine.search.api import Limits
from engine.search.puct.puct_search import PuctSearch
from engine.search.puct.puct_settings import PuctSettings
from engine.search.uct.uct_search import UctSearch
from engine.search.uct.uct_settings import UctSettings
from engine.search.wrappers.opening_searcher import OpeningSearcher
from engine.search.wrappers.sensible_searcher import Attention, SensibleSearch
from tests.engine.search.puct.puct_oracle import HashEvaluator
from tests.engine.search.test_searcher_contract import (
    repeatable_searchers,
    searchers,
)
from tests.games import cell, every_board_of_the_rules, position_of, random_game
from tests.toy.rules import Squares


def network_search():
    """Return a search with an evaluator that needs no file."""
    return PuctSearch(lambda _setup: HashEvaluator(), PuctSettings(solves_root=True))


def solving_uct():
    """Return a playout search with RAVE, proofs and the solver."""
    return UctSearch(
        UctSettings(rave_equivalence=300, proves=True, solver_visits=20), seed=3
    )


MAKERS = [UctSearch, solving_uct, PuctSearch, network_search, AlphaBetaSearch]
"""Factories of the kinds of searches."""

every_kind = pytest.mark.parametrize("make", MAKERS)


def restricted(moves, nodes=60):
    """Return limits with the moves of the root."""
    return Limits(nodes=nodes, root_moves=frozenset(moves))


def check_is_among(position, result, moves):
    """Check that a search considered no other moves, and that its line is legal."""
    assert result.move in moves
    assert {found.move for found in result.candidates} <= set(moves)
    for found in result.candidates:
        assert found.pv[0] == found.move
        assert -1 <= found.value <= 1
    for move in result.pv:
        position = position.play(move)


@searchers
def test_a_search_answers_with_allowed_moves_alone(engine):
    position = random_game(engine.start, seed=1)[4]
    legal = position.legal_moves()
    searcher = engine.build()
    best = searcher.search(position, Limits(nodes=30)).move
    reports = []

    for moves in (set(legal) - {best}, random.Random(2).sample(legal, 3), legal[-1:]):
        limits = restricted(moves, 30)
        result = searcher.search(position, limits, on_progress=reports.append)

        for found in (result, *reports):
            check_is_among(position, found, moves)
        reports.clear()


@repeatable_searchers
def test_root_moves_that_exclude_nothing_change_nothing(engine):
    position = random_game(engine.start, seed=1)[4]

    results = [
        engine.build().search(position, limits)
        for limits in (Limits(nodes=20), restricted(position.legal_moves(), 20))
    ]

    assert replace(results[0], seconds=0) == replace(results[1], seconds=0)


@every_board_of_the_rules
@pytest.mark.parametrize("make", MAKERS[:-1])
def test_every_size_and_rule_obeys_root_moves(empty_board, make):
    game = random_game(empty_board, seed=4)
    position = game[min(6, len(game) - 3)]
    moves = random.Random(4).sample(position.legal_moves(), 2)
    searcher, opening = make(), GAMES[position.setup.game].opening()
    if opening is not None:
        searcher = OpeningSearcher(searcher, opening)

    check_is_among(position, searcher.search(position, restricted(moves)), moves)


@pytest.mark.parametrize("game", ["gomoku", "hex"])
def test_alpha_beta_obeys_root_moves_on_a_wide_board(game):
    position = GAMES[game].new_position(GAMES[game].setup(height=6, width=9))
    position = random_game(position, seed=4)[6]
    moves = random.Random(4).sample(position.legal_moves(), 2)

    result = AlphaBetaSearch().search(position, restricted(moves))

    check_is_among(position, result, moves)
    assert {found.move for found in result.candidates} == set(moves)


@every_kind
def test_an_excluded_win_is_not_played(make):
    position = position_of(
        "gomoku",
        """
        . . . . . . .
        . X X X X . .
        . O O O . . .
        . O . . . . .
        . . . . . . .
        """,
    )
    wins = {cell(position, name) for name in ("a4", "f4")}
    others = set(position.legal_moves()) - wins

    assert make().search(position, restricted(wins, 600)).value == pytest.approx(1)
    check_is_among(position, make().search(position, restricted(others, 600)), others)


@every_kind
def test_an_excluded_win_of_hex_is_not_played(make):
    position = position_of(
        "hex",
        """
        . X . . O
        . X . O .
        . X O . .
        . . . . .
        """,
    )
    wins = {cell(position, name) for name in ("b4", "a4")}
    others = set(position.legal_moves()) - wins

    result = make().search(position, restricted(others, 600))

    check_is_among(position, result, others)


@pytest.mark.parametrize("make", [UctSearch, solving_uct, PuctSearch, AlphaBetaSearch])
def test_moves_that_all_lose_are_valued_as_lost(make):
    position = position_of(
        "gomoku",
        """
        . . . . . . .
        O X X X X . .
        . O . O . . .
        . O . . . . .
        . . . . . . .
        """,
        to_move=Player.SECOND,
    )
    losing = {cell(position, name) for name in ("a1", "g1", "c1", "d1")}

    result = make().search(position, restricted(losing, 3_000))

    check_is_among(position, result, losing)
    assert result.value < -0.5


@every_kind
def test_a_search_of_all_moves_forgets_an_earlier_restriction(make):
    position = random_game(GAMES["hex"].new_position(GAMES["hex"].setup()), seed=6)[3]
    searcher = make()
    searcher.search(position, restricted(position.legal_moves()[:2]))

    result = searcher.search(position, Limits(nodes=100))

    fresh = make().search(position, Limits(nodes=100))
    assert replace(result, seconds=0) == replace(fresh, seconds=0)


@pytest.mark.parametrize("make", [UctSearch, network_search])
def test_the_same_restriction_continues_its_tree(make):
    position = random_game(GAMES["hex"].new_position(GAMES["hex"].setup()), seed=6)[3]
    searcher, limits = make(), restricted(position.legal_moves()[:2], 200)

    first = searcher.search(position, limits).candidates
    second = searcher.search(position, limits).candidates

    visits = [
        sum(found.visits for found in found_ones) for found_ones in (first, second)
    ]
    assert visits[1] > visits[0]


def test_a_single_move_is_searched_to_the_limits():
    position = GAMES["hex"].new_position(GAMES["hex"].setup())

    result = network_search().search(position, restricted({60}, 200))

    assert result.nodes == 200


def test_the_swap_alone_is_an_answer():
    setup = GAMES["hex"].setup(height=5, width=5, options={"swap": "on"})
    position = GAMES["hex"].new_position(setup).play(12)
    swap = position.special_moves()

    for make in MAKERS:
        result = make().search(position, restricted(swap))
        assert result.move == swap[0]
        result = make().search(position, restricted(set(range(12))))
        assert result.move in range(12)


def test_an_opening_answers_with_allowed_moves():
    game = GAMES["gomoku"]
    position = game.new_position(game.setup(options={"opening": "swap2"}))
    searcher = OpeningSearcher(UctSearch(), game.opening())

    assert searcher.search(position, restricted({0, 1})).move in {0, 1}

    for stone in (112, 113, 97):
        position = position.play(stone)
    for choice in position.special_moves():
        result = searcher.search(position, restricted({choice}))
        assert (result.move, result.candidates[0].move) == (choice, choice)
    assert searcher.search(position, restricted({0, 1})).move in {0, 1}


@pytest.mark.parametrize("lapses", [0.0, 1.0])
def test_a_sensible_player_keeps_to_root_moves(lapses):
    position = position_of(
        "gomoku",
        """
        . . . . . . .
        O X X X X . .
        . O . O . . .
        . O . . . . .
        . . . . . . .
        """,
    )
    searcher = SensibleSearch(UctSearch(), Attention(foresight=2, lapses=lapses))

    check_is_among(position, searcher.search(position, restricted({0, 1})), {0, 1})


@every_kind
def test_illegal_root_moves_are_refused(make):
    position = position_of("hex", "X . .\n. O .\n. . .")

    with pytest.raises(LimitsError, match="a1 is already occupied"):
        make().search(position, restricted({0, 1}))


def test_limits_without_any_root_move_are_refused():
    with pytest.raises(LimitsError, match="at least one root move"):
        Limits(nodes=1, root_moves=frozenset())


def test_an_external_program_refuses_root_moves():
    script = Path(__file__).parents[1] / "external" / "fake_htp.py"
    words = [sys.executable, "-ISs", str(script), os.devnull]
    searcher = build_searcher(parse_engine(f"cmd:{shlex.join(words)}"), "hex")
    position = GAMES["hex"].new_position(GAMES["hex"].setup())

    with pytest.raises(LimitsError, match="cannot exclude moves"):
        searcher.search(position, restricted({60}))


def test_the_third_game_obeys_root_moves():
    game = Squares()
    position = game.new_position(game.setup(height=game.smallest_side, width=None))
    moves = position.legal_moves()[:2]

    for make in (UctSearch, PuctSearch):
        check_is_among(position, make().search(position, restricted(moves)), moves)
