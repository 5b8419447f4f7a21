"""Annotations of a Hex board."""

import subprocess
import sys

import pytest

from engine.core.types import Player
from engine.games.hex.annotations import analyse_board
from tests.engine.games.hex.connections.test_fillin import late_boards
from tests.engine.games.hex.hex_oracles import winner_of
from tests.games import ALL_GAMES, cell, position_of

HEX = ALL_GAMES["hex"]


def names(position, cells):
    return {position.cell_name(c) for c in cells}


def test_bridges_between_stones_and_to_edges_are_seen():
    position = position_of(
        "hex",
        """
        . . . . . .
        . . X . . .
        . . . . . .
        . X . . O .
        """,
    )

    bridges = analyse_board(position).bridges

    seen = [
        (b.owner, names(position, b.ends), names(position, b.cells)) for b in bridges
    ]
    assert len(seen) == 3
    assert (Player.FIRST, {"c2"}, {"c1", "d1"}) in seen
    assert (Player.FIRST, {"b4", "c2"}, {"b3", "c3"}) in seen
    assert (Player.SECOND, {"e4"}, {"f3", "f4"}) in seen


def test_the_cells_of_a_bridge_to_the_edge_are_captured():
    position = position_of(
        "hex",
        """
        . . . . .
        . . X . .
        . . . . .
        . . . . .
        """,
    )

    captured = analyse_board(position).captured

    assert captured[cell(position, "c1")] is Player.FIRST
    assert captured[cell(position, "d1")] is Player.FIRST
    assert set(captured.values()) == {Player.FIRST}
    assert cell(position, "c3") not in captured


def test_the_shortest_connection_of_the_empty_board_takes_the_middle():
    position = HEX.new_position(HEX.setup(height=5))

    connections = analyse_board(position).connections

    assert names(position, connections[Player.FIRST].cells) == {"c3"}
    assert names(position, connections[Player.SECOND].cells) == {"c3"}


def test_a_side_that_is_linked_needs_no_stone():
    position = position_of(
        "hex",
        """
        . . . . .
        . . X . .
        . X . . .
        . . . . .
        """,
    )

    reading = analyse_board(position)

    assert reading.connections[Player.FIRST].cells == ()
    assert reading.must_play[Player.SECOND] == frozenset()
    assert Player.FIRST not in reading.must_play


def test_a_move_outside_the_must_play_region_loses_unless_it_is_into_a_capture():
    asked = 0

    for position in late_boards(150, 8, seed=8):
        size = position.setup.height, position.setup.width
        reading = analyse_board(position)
        for player, region in reading.must_play.items():
            elsewhere = set(position.legal_moves()) - region
            for move in elsewhere:
                if reading.captured.get(move) == player.opponent:
                    continue
                board = bytearray(position.stones)
                board[move] = player
                asked += 1
                assert (
                    winner_of(bytes(board), *size, player.opponent) == player.opponent
                )

    assert asked > 200


def test_the_winner_needs_only_the_cells_of_its_connection():
    shown = 0

    for position in late_boards(150, 8, seed=9):
        size = position.setup.height, position.setup.width
        for player, carrier in analyse_board(position).won.items():
            board = bytearray(position.stones)
            for at, stone in enumerate(board):
                if stone == 0 and at not in carrier:
                    board[at] = player.opponent
            shown += 1
            assert winner_of(bytes(board), *size, position.to_move) == player

    assert shown > 50


@pytest.mark.processes
def test_no_compiled_code_is_loaded_before_the_first_board_is_analysed():
    code = (
        "import sys; import engine.games.hex.annotations; "
        "sys.exit('numba' in sys.modules)"
    )

    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
