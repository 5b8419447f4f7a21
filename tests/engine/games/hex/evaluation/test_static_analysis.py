"""Static analysis of Hex boards against exhaustive play."""

import pytest

from engine.core.types import Player
from engine.games.hex.alphabeta.proof_number_search import prove
from engine.games.hex.evaluation.board_evaluator import (
    LOST,
    OPEN,
    WON,
    Board,
    BoardEvaluator,
)
from tests.engine.games.hex.connections.test_fillin import late_boards
from tests.engine.games.hex.hex_oracles import winner_of, winning_moves
from tests.games import ALL_GAMES, cell, position_of

HEX = ALL_GAMES["hex"]


def analysed(position):
    return BoardEvaluator(position.setup.cell_count, {}).analyse_root(Board(position))


def as_status(position, winner):
    return WON if winner == position.to_move else LOST


def test_the_status_of_a_board_agrees_with_exhaustive_play():
    counts = {WON: 0, LOST: 0, OPEN: 0}

    for position in late_boards(150, 8, seed=5):
        size = position.setup.height, position.setup.width
        node = analysed(position)
        winner = winner_of(position.stones, *size, position.to_move)
        counts[node.status] += 1
        assert node.status in {OPEN, as_status(position, winner)}

    assert counts[WON] > 20
    assert counts[LOST] > 20


def test_the_moves_to_try_hold_a_winning_one_if_there_is_any():
    asked = 0

    for position in late_boards(200, 9, seed=6):
        node = analysed(position)
        if node.status == LOST or not node.moves:
            continue
        size = position.setup.height, position.setup.width
        winning = winning_moves(position.stones, *size, position.to_move)
        asked += 1
        if node.status == WON:
            assert set(node.moves) <= winning
        else:
            assert not winning or winning & set(node.moves)

    assert asked > 50


@pytest.mark.parametrize("seed", range(3))
def test_a_proof_finds_the_winner_of_every_late_board(seed):
    for position in late_boards(40, 10, seed=20 + seed):
        evaluator = BoardEvaluator(position.setup.cell_count, {})
        board = Board(position)
        root = evaluator.analyse_root(board)

        for _ in prove(evaluator, Board(position), root):
            pass

        size = position.setup.height, position.setup.width
        winner = winner_of(position.stones, *size, position.to_move)
        assert root.status == as_status(position, winner)


def test_the_centre_of_a_small_empty_board_wins_by_virtual_connections():
    position = HEX.new_position(HEX.setup(height=5))

    node = analysed(position)

    assert node.status == WON
    assert position.cell_name(node.moves[0]) == "c3"


def test_a_threat_must_be_met():
    position = position_of(
        "hex",
        """
        . . . . . .
        . . O . . .
        . . . . . .
        . . O . . .
        . . . . . .
        . . . . . .
        """,
        to_move=Player.FIRST,
    )

    node = analysed(position)

    assert node.status == OPEN
    assert set(node.moves) < set(position.legal_moves())


DOUBTED = position_of(
    "hex",
    """
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . O . . . . .
    . X . . . X .
    X . . . O . .
    . . . . O . .
    """,
    to_move=Player.FIRST,
)
"""After c4 Blue has lost; only an analysis from scratch finds it."""


def after_c4(evaluator):
    """Return the node after c4 in ``DOUBTED``, and its board."""
    board = Board(DOUBTED)
    before = evaluator.analyse_root(board)
    node, _ = evaluator.expand(before, before.moves.index(cell(DOUBTED, "c4")), board)
    return node, board


def test_a_board_that_becomes_the_root_is_analysed_from_scratch():
    evaluator = BoardEvaluator(DOUBTED.setup.cell_count, {})
    node, board = after_c4(evaluator)
    assert node.status == OPEN

    root = evaluator.analyse_root(board)

    assert root is node
    assert root.status == LOST
    assert not root.moves


def values_after_detours(most_bytes):
    """Return ten boards' values two moves on, each analysed again after all others."""
    position = HEX.new_position(HEX.setup(height=9, width=10))
    board = Board(position)
    evaluator = BoardEvaluator(position.setup.cell_count, {}, most_bytes=most_bytes)
    root = evaluator.analyse_root(board)
    ways = [(place, reply) for place in range(5) for reply in range(2)]
    values = []
    for is_again in (False, True):
        for place, reply in ways:
            first = root.moves[place]
            child, _ = evaluator.expand(root, place, board)
            second = child.moves[reply]
            node, _ = evaluator.expand(child, reply, board)
            if is_again and node.status == OPEN:
                evaluator.evaluate_moves(node, board, 5)
                values.append((node.static_value, node.moves))
            board.undo(second)
            board.undo(first)
    return values


def test_an_evicted_analysis_is_recomputed_equal():
    values = values_after_detours(most_bytes=0)

    assert len(values) > 5
    assert values == values_after_detours(most_bytes=1 << 30)
