"""Shortest connections of Hex boards by the readable rules."""

from engine.core.types import Player
from engine.games.hex.rules.shortest_connection import (
    UNREACHABLE,
    find_shortest_connections,
)
from tests.games import ALL_GAMES, position_of

HEX = ALL_GAMES["hex"]


def names(position, moves):
    return {position.cell_name(move) for move in moves}


def test_an_empty_board_takes_a_row_of_stones():
    position = HEX.new_position(HEX.setup(height=4, width=6))

    assert find_shortest_connections(position, Player.FIRST).length == 4
    assert find_shortest_connections(position, Player.SECOND).length == 6


def test_own_stones_cost_nothing_and_others_block():
    position = position_of(
        "hex",
        """
        . . X .
         . O X .
          O . . O
           . . . .
        """,
    )

    red = find_shortest_connections(position, Player.FIRST)

    assert red.length == 2
    assert names(position, red.cells()) == {"b3", "c3", "a4", "b4", "c4"}


def test_a_player_who_is_cut_off_has_no_connection():
    position = position_of(
        "hex",
        """
        . . .
         O O O
          . . .
        """,
    )
    red = find_shortest_connections(position, Player.FIRST)

    assert (red.length, red.cells()) == (UNREACHABLE, [])


def test_a_win_in_one_is_taken_and_one_of_the_other_side_is_stopped():
    drawing = """
        . X . O
         . X . O
          . . . O
           . X . O
        """
    won = position_of("hex", drawing, to_move=Player.FIRST)
    held = position_of("hex", drawing, to_move=Player.SECOND)

    for position in (won, held):
        sensible = HEX.sensible_moves(position, foresight=1)
        assert sensible.is_forced
        assert names(position, sensible.moves) == {"b3"}


def test_without_a_win_in_one_every_move_is_sensible():
    assert HEX.sensible_moves(HEX.new_position(HEX.setup()), foresight=2) is None


def test_resistance_lengthens_the_shortest_connection_most():
    position = position_of(
        "hex",
        """
        . . X . .
         . . X . .
          . . O . .
           . X O . .
            . X . . .
        """,
        to_move=Player.SECOND,
    )
    before = find_shortest_connections(position, Player.FIRST).length

    moves = HEX.resisting_moves(position)

    longest = max(
        find_shortest_connections(position.play(move), Player.FIRST).length
        for move in position.legal_moves()
    )
    assert longest > before
    assert {
        find_shortest_connections(position.play(move), Player.FIRST).length
        for move in moves
    } == {longest}
