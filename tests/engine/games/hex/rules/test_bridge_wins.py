"""Wins by bridges on Hex boards, checked by exhaustive play."""

import random

from engine.core.types import Player
from tests.engine.games.hex.hex_oracles import winner_of
from tests.games import ALL_GAMES, position_of

HEX = ALL_GAMES["hex"]


def finishing(drawing, to_move=Player.FIRST):
    position = position_of("hex", drawing, to_move=to_move)
    return {position.cell_name(move) for move in HEX.finishing_moves(position)}


def test_the_missing_stone_of_a_chain_of_bridges_is_found():
    drawing = """
        . . . . .
         . . X . .
          . . . . .
           . . . . O
            . . . O O
        """

    assert finishing(drawing) == {"b4"}


def test_of_two_wins_the_one_with_fewer_bridges_is_taken():
    drawing = """
        . . X . .
         . . X . .
          . . . . .
           . . X . O
            O . X O .
        """

    assert len(finishing(drawing) & {"c3", "d3"}) == 1


def test_a_cut_bridge_is_saved():
    drawing = """
        . . X . .
         . . X . .
          . O . . .
           . X . . O
            O X . O .
        """

    assert finishing(drawing) == {"c3"}


def test_two_bridges_over_the_same_cell_do_not_win():
    drawing = """
        O O X . O
         O O . X O
          O X . O O
           O . O O O
            O X O O O
        """

    assert finishing(drawing) == set()


def test_blue_joins_left_and_right():
    drawing = """
        . . . . .
         . . . . .
          . O . . .
           . . . . .
            X . . X X
        """

    assert finishing(drawing, Player.SECOND) == {"d2"}


def test_what_is_found_wins_against_every_reply():
    rng = random.Random(1)
    winners = []
    for _ in range(60):
        position = HEX.new_position(HEX.setup(height=4, width=4))
        for _ in range(rng.randint(4, 9)):
            if position.outcome is None:
                position = position.play(rng.choice(position.legal_moves()))
        moves = () if position.outcome else HEX.finishing_moves(position)
        for after in map(position.play, moves):
            winner = winner_of(after.stones, 4, 4, after.to_move)
            winners.append(winner == position.to_move)

    assert len(winners) > 10
    assert all(winners)
