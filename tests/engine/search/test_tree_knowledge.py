"""What a game knows of a position without search, used by the tree search."""

from dataclasses import replace

from engine.core.types import Player
from engine.games.hex.reading import read_board
from engine.search.api import Limits
from engine.search.mcts import TreeSearch, TreeSearchSettings
from tests.games import ALL_GAMES, position_of

KNOWING = TreeSearchSettings(
    exploration=0.0, rave_equivalence=500.0, proves=True, knowledge_visits=50
)


def test_what_is_known_of_a_position_settles_its_search():
    position = ALL_GAMES["hex"].new_position(ALL_GAMES["hex"].setup(height=5))

    result = TreeSearch(KNOWING).search(position, Limits(nodes=1_000))

    assert position.cell_name(result.move) == "c3"
    assert result.value == 1.0


def test_what_is_known_of_a_lost_position_is_said_and_a_move_made():
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

    result = TreeSearch(KNOWING).search(position, Limits(nodes=200))

    assert result.value == -1.0
    assert position.is_legal(result.move)


def test_only_moves_that_meet_the_threats_are_searched():
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
    region = read_board(position).must_play[Player.FIRST]

    result = TreeSearch(KNOWING).search(position, Limits(nodes=2_000))

    assert 0 < len(region) < len(position.legal_moves())
    assert {candidate.move for candidate in result.candidates} <= region


def test_knowledge_proves_what_simulations_do_not():
    position = position_of(
        "hex",
        """
        . . . . . . .
        . . . . . . .
        . . . . O . .
        . . . X O . .
        . . . . . . .
        . . . . . . .
        X . . . . . .
        """,
        to_move=Player.FIRST,
    )
    unknowing = replace(KNOWING, knowledge_visits=0)

    blind = TreeSearch(unknowing).search(position, Limits(nodes=20_000))
    knowing = TreeSearch(KNOWING).search(position, Limits(nodes=20_000))

    assert blind.value < 1.0
    assert knowing.value == 1.0
