"""Immediate threats in Gomoku."""

import pytest

from engine.core.types import EMPTY, Player
from engine.games.gomoku.rules.immediate_threats import ThreatBoard
from tests.games import ALL_GAMES, BOARDS, cell, on_boards, position_of, random_game
from tests.nonempty import nonempty

GOMOKU = ALL_GAMES["gomoku"]

every_gomoku_board = on_boards([board for board in BOARDS if board[0] == "gomoku"])


def names(position, foresight):
    sensible = GOMOKU.sensible_moves(position, foresight=foresight)
    return {position.cell_name(move) for move in sensible.moves}, sensible.is_forced


def after(moves, **options):
    position = GOMOKU.new_position(GOMOKU.setup(options=options))
    for name in moves.split():
        position = position.play(cell(position, name))
    return position


@pytest.mark.parametrize(
    ("moves", "foresight", "wanted"),
    [
        ("h8 l10 h7 j10 h6 h5 h10", 1, {"h9"}),
        ("h8 a1 h7 c1 h6 e1 h5 g1", 1, {"h4", "h9"}),
        ("h8 c3 h7 m4 h6", 2, {"h5", "h9"}),
        ("h8 c3 h7 m4 h6 a1", 2, {"h5", "h9"}),
    ],
    ids=["a broken four to stop", "a win in one", "a three to stop", "a straight four"],
)
def test_wins_and_answers_are_forced(moves, foresight, wanted):
    assert names(after(moves), foresight) == (wanted, True)


def test_an_own_four_may_come_before_the_answer_to_a_three():
    position = after("h8 a1 h7 b1 h6 c1 a15")

    found, is_forced = names(position, 2)

    assert is_forced
    assert found == {"h5", "h9", "d1", "e1"}


def test_without_foresight_a_four_is_overlooked():
    found, is_forced = names(after("h8 l10 h7 j10 h6 h5 h10"), 0)

    assert not is_forced
    assert {"h9", "i9"} < found


def test_a_row_of_six_is_no_win_where_exactly_five_is_wanted():
    drawing = """
        . . . . . . . . .
        . X X X . X X . .
        . . . . . . . . .
        . . . . . . . . .
        . O O O . O . . .
        """

    freestyle = position_of("gomoku", drawing, to_move=Player.FIRST)
    exact = position_of("gomoku", drawing, to_move=Player.FIRST, rule="exact")

    assert names(freestyle, 1) == ({"e4"}, True)
    assert names(exact, 1) == ({"e1"}, True)


def test_black_does_not_stop_a_row_by_a_foul_in_renju():
    drawing = """
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . X X . . . . .
        . . . . . . X . . . .
        . . . . . . X . . . .
        X O O O O . . . . . .
        """
    renju = position_of("gomoku", drawing, to_move=Player.FIRST, rule="renju")

    found, _ = names(renju, 1)

    assert found == {"f1"}
    assert not found & {renju.cell_name(move) for move in renju.fouls()}


def test_a_four_whose_only_answer_is_a_foul_decides_in_renju():
    renju = position_of(
        "gomoku",
        """
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . X . X . . .
        . . . . . X X . . . .
        X O O O . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        """,
        to_move=Player.SECOND,
        rule="renju",
    )
    e4, f4 = cell(renju, "e4"), cell(renju, "f4")

    decisive = ThreatBoard(renju).decisive(Player.SECOND)

    assert decisive == {e4: [f4]}


def test_the_first_stone_goes_to_the_middle():
    odd, even = GOMOKU.setup(height=7, width=9), GOMOKU.setup(height=6, width=8)

    assert names(GOMOKU.new_position(odd), 1) == (
        {f"{column}{row}" for column in "def" for row in (3, 4, 5)},
        True,
    )
    assert names(GOMOKU.new_position(even), 1) == (
        {f"{column}{row}" for column in "de" for row in (3, 4)},
        True,
    )


def test_the_answer_is_near_the_stone():
    found, is_forced = names(after("h8"), 1)

    assert is_forced
    assert found == {f"{column}{row}" for column in "fghij" for row in range(6, 11)} - {
        "h8"
    }


@pytest.mark.parametrize("foresight", [0, 1, 2])
@every_gomoku_board
def test_sensible_moves_are_legal_and_no_fouls_to_the_end(empty_board, foresight):
    for position in random_game(empty_board, 3)[:-1:7]:
        sensible = GOMOKU.sensible_moves(position, foresight=foresight)

        assert sensible.moves
        assert all(position.stones[move] == EMPTY for move in sensible.moves)
        if len(position.fouls()) < len(position.legal_moves()):
            assert not set(sensible.moves) & set(position.fouls())


@every_gomoku_board
def test_wins_in_one_are_those_of_the_rules(empty_board):
    for position in random_game(empty_board, 5)[:-1]:
        player = position.to_move
        wins = {
            move
            for move in position.legal_moves()
            if (outcome := position.play(move).outcome) and outcome.winner is player
        }

        assert set(ThreatBoard(position).winning_cells(player)) == wins


@pytest.mark.slow
@every_gomoku_board
def test_decisive_moves_leave_a_win_after_every_answer(empty_board):
    positions = [p for seed in (9, 12) for p in random_game(empty_board, seed)[:-1:6]]

    for position, move in nonempty(decisive_moves(positions)):
        player, threat = position.to_move, position.play(move)
        for answer in threat.legal_moves():
            reply = threat.play(answer)
            outcome = reply.outcome
            assert (outcome and outcome.winner is player) or ThreatBoard(
                reply
            ).winning_cells(player)


def decisive_moves(positions):
    """Return the decisive moves where no side wins in one, with their positions."""
    found = []
    for position in positions:
        player, board = position.to_move, ThreatBoard(position)
        if board.winning_cells(player) or board.winning_cells(player.opponent):
            continue
        found += [(position, move) for move in board.decisive(player)]
    return found
