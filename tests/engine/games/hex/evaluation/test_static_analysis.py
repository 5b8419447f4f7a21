"""What is known of a Hex board without search, against exhaustive play."""

import pytest

from engine.core.types import Player
from engine.games.hex.alphabeta.proof_number_search import prove
from engine.games.hex.evaluation.board_evaluator import LOST, OPEN, WON, Board, Judge
from tests.engine.games.hex.connections.test_fillin import late_boards
from tests.engine.games.hex.hex_oracles import winner_of, winning_moves
from tests.games import ALL_GAMES, cell, position_of

HEX = ALL_GAMES["hex"]


def judged(position):
    return Judge(position.setup.cell_count, {}).root(Board(position))


def as_verdict(position, winner):
    return WON if winner == position.to_move else LOST


def test_a_verdict_is_what_exhaustive_play_finds():
    verdicts = {WON: 0, LOST: 0, OPEN: 0}

    for position in late_boards(150, 8, seed=5):
        size = position.setup.height, position.setup.width
        node = judged(position)
        winner = winner_of(position.stones, *size, position.to_move)
        verdicts[node.verdict] += 1
        assert node.verdict in {OPEN, as_verdict(position, winner)}

    assert verdicts[WON] > 20
    assert verdicts[LOST] > 20


def test_the_moves_to_try_hold_a_winning_one_if_there_is_any():
    asked = 0

    for position in late_boards(200, 9, seed=6):
        node = judged(position)
        if node.verdict == LOST or not node.moves:
            continue
        size = position.setup.height, position.setup.width
        winning = winning_moves(position.stones, *size, position.to_move)
        asked += 1
        if node.verdict == WON:
            assert set(node.moves) <= winning
        else:
            assert not winning or winning & set(node.moves)

    assert asked > 50


@pytest.mark.parametrize("seed", range(3))
def test_a_proof_finds_the_winner_of_every_late_board(seed):
    for position in late_boards(40, 10, seed=20 + seed):
        judge = Judge(position.setup.cell_count, {})
        board = Board(position)
        root = judge.root(board)

        for _ in prove(judge, Board(position), root):
            pass

        size = position.setup.height, position.setup.width
        winner = winner_of(position.stones, *size, position.to_move)
        assert root.verdict == as_verdict(position, winner)


def test_the_centre_of_a_small_empty_board_wins_by_known_links():
    position = HEX.new_position(HEX.setup(height=5))

    node = judged(position)

    assert node.verdict == WON
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

    node = judged(position)

    assert node.verdict == OPEN
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
"""After c4 Blue has lost; seen only when that board is judged from nothing."""


def after_c4(judge):
    """Return the node after c4 in ``DOUBTED``, and its board."""
    board = Board(DOUBTED)
    before = judge.root(board)
    node, _ = judge.after(before, before.moves.index(cell(DOUBTED, "c4")), board)
    return node, board


def test_a_board_that_becomes_the_root_is_looked_at_once_more():
    judge = Judge(DOUBTED.setup.cell_count, {})
    node, board = after_c4(judge)
    assert node.verdict == OPEN

    root = judge.root(board)

    assert root is node
    assert root.verdict == LOST
    assert not root.moves


def worths_after_detours(most_bytes):
    """Value ten boards two moves on, each again after all others were judged."""
    position = HEX.new_position(HEX.setup(height=9, width=10))
    board = Board(position)
    judge = Judge(position.setup.cell_count, {}, most_bytes=most_bytes)
    root = judge.root(board)
    ways = [(place, reply) for place in range(5) for reply in range(2)]
    worths = []
    for is_again in (False, True):
        for place, reply in ways:
            first = root.moves[place]
            child, _ = judge.after(root, place, board)
            second = child.moves[reply]
            node, _ = judge.after(child, reply, board)
            if is_again and node.verdict == OPEN:
                judge.value_moves(node, board, 5)
                worths.append((node.worth, node.moves))
            board.take_back(second)
            board.take_back(first)
    return worths


def test_a_judgement_that_was_given_up_is_made_again_the_same():
    worths = worths_after_detours(most_bytes=0)

    assert len(worths) > 5
    assert worths == worths_after_detours(most_bytes=1 << 30)
