"""Notes of a record, and variations that are promoted, in a game in progress."""

import pytest

from engine.core.types import Move
from engine.games import GAMES
from engine.match.session.game_session import GameSession
from tests.engine.match.session.session_games import FakeTime, play_all

MARKS = (("TR", ("hh",)),)


def new_session(moves):
    session = GameSession.new(GAMES["gomoku"].setup(), now=FakeTime())
    play_all(session, moves)
    return session


def with_variations():
    """Return a game of two moves with three variations at the second, and two nodes."""
    session = new_session([0, 1])
    for move in (2, 3):
        session.go_to(1)
        session.play(Move(move))
    session.play(Move(4))
    return session


def tried(session, node):
    nodes = session.record.nodes
    return [nodes[child].move for child in nodes[node].children]


def test_notes_of_any_node_are_kept_and_the_board_stays():
    session = new_session([0, 1])
    position = session.position

    session.set_notes(1, comment="A good move", properties=MARKS)

    node = session.record.nodes[1]
    assert (node.comment, node.properties, node.move) == ("A good move", MARKS, 0)
    assert session.position is position
    assert session.cursor == 2


def test_notes_are_told_apart_from_other_changes():
    session, told = new_session([0]), []
    session.subscribe(lambda: told.append("change"))
    session.subscribe_to_notes(lambda: told.append("notes"))

    session.set_notes(0, comment="The start")

    assert told == ["notes"]


def test_a_comment_leaves_the_clock_running():
    time = FakeTime()
    session = GameSession.new(GAMES["gomoku"].setup(), now=time)
    session.start_clock()
    time += 3

    session.set_notes(0, comment="Long thought")

    assert session.time.is_running
    session.play(Move(0))
    assert session.record.nodes[1].seconds == 3


def test_a_deletion_is_undone_with_the_notes_written_since():
    session = new_session([0, 1, 2])
    session.go_to(1)
    session.play(Move(7))
    session.delete_from(2)

    session.set_notes(2, comment="Written after the deletion")
    session.set_notes(1, comment="Another")
    session.restore()

    comments = {
        session.record.nodes[node].move: session.record.nodes[node].comment
        for node in (1, 2, 3, 4)
    }
    assert comments == {0: "Another", 1: "", 2: "", 7: "Written after the deletion"}


def test_a_variation_goes_up_one_place_with_its_moves():
    session = with_variations()
    end = session.cursor

    session.promote(end)

    assert tried(session, 1) == [1, 3, 2]
    assert session.cursor == end
    assert session.record.main_moves() == [0, 1]

    session.promote(end)

    assert tried(session, 1) == [3, 1, 2]
    assert session.record.main_moves() == [0, 3, 4]


def test_the_main_line_cannot_go_up():
    session = with_variations()
    before = session.record

    session.promote(2)

    assert session.record.nodes == before.nodes


@pytest.mark.parametrize(("node", "branch"), [(0, None), (1, None), (2, None), (5, 4)])
def test_the_branch_of_a_node_is_the_nearest_that_is_not_a_first_child(node, branch):
    assert with_variations().record.find_branch(node) == branch
