"""Wins that alpha-beta calls certain, checked by a whole tree.

After the winner's move every cell of the board is tried for the other side. What does
not lose to fours at once is given to a new search, whose move is checked in the same
way. Of the search under test only the moves are believed; fours have an oracle of
their own (``test_gomoku_threats``).
"""

import numpy as np
import pytest

from engine.core.types import Player
from engine.games import GAMES
from engine.games.gomoku.patterns.pattern_state import make_patterns
from engine.games.gomoku.threats.kernels.batch_vcf import WON, solve_positions
from engine.games.gomoku.threats.kernels.vcf import new_vcf_search
from engine.search.alphabeta.alphabeta_search import AlphaBetaSearch, AlphaBetaSettings
from engine.search.api import Limits
from tests.games import cell, position_of

CERTAIN = [
    "g12 f10 f13 g8 i13 g10 i10 h11",
    "h4 e6 i7 f10 i10 f7 k7 g8 d5",
    "i9 i5 h12 j6 j10 j5",
]
"""Wins of 13 and 15 plies, from the project's own suite."""


def beaten_by_fours(position, replies):
    """Say of each reply whether the other side then wins by fours."""
    cells = position.setup.cell_count
    count = len(replies)
    stones = np.frombuffer(position.stones, np.int8)
    boards = np.repeat(stones[None], count, axis=0)
    boards[np.arange(count), replies] = position.to_move
    verdicts = np.zeros(count, np.int8)
    solve_positions(
        make_patterns(position.kernel_state()),
        new_vcf_search(cells, 1 << 12),
        boards,
        np.full(count, 3 - position.to_move, np.int8),
        2_000,
        verdicts,
        np.ones((count, cells), np.bool_),
    )
    return verdicts == WON


def check_every_reply(position, engine, known):
    """Check that the side to move loses whatever it does."""
    stones = position.stones
    if position.outcome is not None or stones in known:
        return
    replies = position.legal_moves()
    for reply, is_beaten in zip(
        replies, beaten_by_fours(position, replies), strict=True
    ):
        after = position.play(reply)
        assert after.outcome is None
        if not is_beaten:
            found = engine.search(after, Limits(nodes=200_000))
            assert found.value == 1
            check_every_reply(after.play(found.move), engine, known)
    known.add(stones)


@pytest.mark.parametrize("moves", CERTAIN)
def test_a_proven_win_holds_against_every_reply(moves):
    game = GAMES["gomoku"]
    position = game.new_position(game.setup())
    for name in moves.split():
        position = position.play(cell(position, name))
    engine = AlphaBetaSearch(AlphaBetaSettings(table_bits=16))

    result = engine.search(position, Limits(nodes=200_000))

    assert result.value == 1
    known = set()
    check_every_reply(position.play(result.move), engine, known)
    assert len(known) > 1


def test_attacks_of_one_side_prove_nothing_when_the_other_one_attacks():
    position = position_of(
        "gomoku",
        """
        O . . . . . . .
        . X . . . O . .
        . . X . X . . .
        . . O X X . . .
        O . X . X . . .
        . . . O O O . .
        . . . . . . . .
        . . . . . . . .
        """,
        to_move=Player.FIRST,
    )
    after = position.play(cell(position, "b3"))
    engine = AlphaBetaSearch(AlphaBetaSettings(attack_share=0.3, table_bits=16))
    quiet = AlphaBetaSearch(AlphaBetaSettings(table_bits=16))

    engine.search(position, Limits(nodes=3_000))
    found = engine.search(after, Limits(nodes=3_000))

    assert abs(quiet.search(after, Limits(nodes=30_000)).value) < 0.5
    assert abs(found.value) < 0.5
