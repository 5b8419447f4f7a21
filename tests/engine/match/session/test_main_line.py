"""The game really played: what is tried beside it, and which commands change it."""

from dataclasses import replace

import pytest

from engine.core.errors import IllegalMoveError, RecordError
from engine.core.types import Move, Outcome, Player
from engine.games import GAMES
from engine.match.session.game_session import GameSession
from engine.records.sgf import codec as sgf
from tests.engine.match.session.session_games import FakeTime, play_all

FIVE_IN_FIRST_ROW = [0, 30, 1, 31, 2, 32, 3, 33, 4]
BLACK_WINS = Outcome(Player.FIRST, "line")
BLACK_WINS_BY_RESIGNATION = Outcome(Player.FIRST, "resignation")


def new_session(moves, automatic=(), now=None):
    setup = GAMES["gomoku"].setup()
    session = GameSession.new(setup, automatic=automatic, now=now or FakeTime())
    play_all(session, moves)
    return session


def opened_session(moves, outcome=None):
    record = replace(new_session(moves).record, outcome=outcome)
    return GameSession(record, is_opened=True, now=FakeTime())


def node_of(session, moves):
    """Return the node that these moves lead to."""
    node = 0
    for move in moves:
        node = session.record.child_by_move(node, Move(move))
        assert node is not None
    return node


def tried_at(session, moves):
    """Return the moves that the record has after these, in order."""
    nodes = session.record.nodes
    return [nodes[child].move for child in nodes[node_of(session, moves)].children]


def test_a_running_game_goes_on_with_the_move_after_a_take_back():
    session = new_session([0, 1, 2])
    session.take_back()

    play_all(session, [7, 8])

    assert session.record.main_moves() == [0, 1, 7, 8]
    assert tried_at(session, [0, 1]) == [7, 2]


def test_a_game_resigned_after_a_take_back_ends_there():
    session = new_session([0, 1, 2])
    session.take_back()
    play_all(session, [7])
    session.take_back()

    session.resign(Player.SECOND)

    assert session.record.main_moves() == [0, 1]
    assert tried_at(session, [0, 1]) == []
    assert session.outcome == BLACK_WINS_BY_RESIGNATION
    assert session.is_at_game_end


def test_a_game_is_not_resigned_from_a_position_looked_at():
    session = new_session([0, 1, 2])
    session.go_to(node_of(session, [0]))

    with pytest.raises(IllegalMoveError):
        session.resign(Player.FIRST)

    assert session.record.main_moves() == [0, 1, 2]


def test_an_opened_game_keeps_its_moves_after_a_take_back():
    session = opened_session([0, 1, 2])
    session.take_back()

    with pytest.raises(IllegalMoveError):
        session.resign(Player.FIRST)

    assert session.record.main_moves() == [0, 1, 2]


def test_a_running_game_stays_where_an_earlier_move_is_looked_at():
    session = new_session([0, 1, 2])
    session.go_to(node_of(session, [0]))

    play_all(session, [7, 8])

    assert session.record.main_moves() == [0, 1, 2]
    assert tried_at(session, [0]) == [1, 7]


def test_a_running_game_goes_on_at_its_end_after_a_look_at_a_variation():
    session = new_session([0, 1, 2])
    session.go_to(node_of(session, [0]))
    session.play(Move(7))
    session.go_to(node_of(session, [0, 1, 2]))

    session.play(Move(3))

    assert session.record.main_moves() == [0, 1, 2, 3]


def test_a_variation_taken_back_stays_a_variation():
    session = new_session([0, 1, 2])
    session.go_to(node_of(session, [0]))
    play_all(session, [7, 8])
    session.take_back()

    session.play(Move(9))

    assert session.record.main_moves() == [0, 1, 2]
    assert tried_at(session, [0, 7]) == [8, 9]


def test_in_a_finished_game_a_move_is_a_variation_and_the_result_stays():
    session = new_session(FIVE_IN_FIRST_ROW)
    session.go_to(node_of(session, FIVE_IN_FIRST_ROW[:8]))

    session.play(Move(100))

    assert session.record.main_moves() == FIVE_IN_FIRST_ROW
    assert session.record.outcome == BLACK_WINS
    assert session.outcome is None


def test_a_finished_game_that_is_taken_back_at_its_end_goes_on():
    session = new_session(FIVE_IN_FIRST_ROW)
    session.take_back()

    session.play(Move(100))

    assert session.record.main_moves() == [*FIVE_IN_FIRST_ROW[:8], 100]
    assert session.record.outcome is None


@pytest.mark.parametrize("way", ["go_to", "take_back"])
def test_in_an_opened_record_a_move_is_a_variation_and_the_result_stays(way):
    session = opened_session([0, 1, 2, 3], BLACK_WINS_BY_RESIGNATION)
    if way == "go_to":
        session.go_to(node_of(session, [0, 1]))
    else:
        session.take_back()
        session.take_back()

    play_all(session, [100, 101])

    assert session.record.main_moves() == [0, 1, 2, 3]
    assert session.record.outcome == BLACK_WINS_BY_RESIGNATION
    assert tried_at(session, [0, 1]) == [2, 100]


def test_several_tries_stand_in_the_order_tried():
    session = opened_session([0, 1, 2])

    for move in (50, 40, 60):
        session.go_to(node_of(session, [0]))
        session.play(Move(move))

    assert tried_at(session, [0]) == [1, 50, 40, 60]


def test_an_opened_record_without_a_result_goes_on_at_its_end():
    session = opened_session([0, 1, 2])

    play_all(session, [3, 4])
    session.take_back()
    session.play(Move(5))

    assert session.record.main_moves() == [0, 1, 2, 3, 5]


def test_moves_of_the_main_line_keep_their_times_when_tried_again():
    time = FakeTime()
    session = new_session([], now=time)
    for move in (0, 1):
        session.start_clock()
        time += 5
        session.play(Move(move))
    session.go_to(0)

    play_all(session, [0])

    assert session.record.nodes[1].seconds == 5


def test_a_move_tried_has_no_time():
    session = opened_session([0, 1, 2])
    session.go_to(node_of(session, [0]))

    session.play(Move(7))

    assert session.record.nodes[session.cursor].seconds is None


def test_nobody_resigns_in_a_variation():
    session = new_session([0, 1, 2])
    session.go_to(node_of(session, [0]))
    session.play(Move(7))

    with pytest.raises(IllegalMoveError, match="last move"):
        session.resign(Player.FIRST)


def test_a_variation_of_an_opened_file_is_written_behind_the_game():
    text = "(;FF[4]GM[4]SZ[15]PB[Wang]PW[Li]RE[B+R];B[hh];W[ii](;B[jh];W[ji])(;B[gi]))"
    session = GameSession(sgf.FORMAT.parse(text), is_opened=True)
    session.go_to(session.record.main_line()[1])

    play_all(session, [0, 15])
    written = sgf.FORMAT.format(session.record)

    again = sgf.FORMAT.parse(written)
    assert again.main_moves() == sgf.FORMAT.parse(text).main_moves()
    assert again.outcome == BLACK_WINS_BY_RESIGNATION
    assert [len(node.children) for node in again.nodes[:3]] == [1, 1, 3]


def test_a_line_made_the_main_one_has_the_result_of_its_end():
    session = opened_session([*FIVE_IN_FIRST_ROW[:8], 100], Outcome(None, "agreement"))
    session.go_to(node_of(session, FIVE_IN_FIRST_ROW[:8]))
    session.play(Move(4))

    session.make_main_line(session.cursor)

    assert session.record.main_moves() == FIVE_IN_FIRST_ROW
    assert session.record.outcome == BLACK_WINS


def test_a_line_made_the_main_one_that_goes_on_has_no_result():
    session = opened_session([0, 1, 2], BLACK_WINS_BY_RESIGNATION)
    session.go_to(node_of(session, [0]))
    session.play(Move(7))

    session.make_main_line(session.cursor)

    assert session.record.main_moves() == [0, 7]
    assert session.record.outcome is None
    assert session.is_at_game_end


def test_a_result_comes_back_with_the_line_that_it_belongs_to():
    session = opened_session([0, 1, 2], BLACK_WINS_BY_RESIGNATION)
    session.go_to(node_of(session, [0]))
    session.play(Move(7))
    session.make_main_line(session.cursor)

    session.make_main_line(node_of(session, [0, 1, 2]))

    assert session.record.main_moves() == [0, 1, 2]
    assert session.record.outcome == BLACK_WINS_BY_RESIGNATION


def test_a_result_does_not_come_back_after_the_game_has_gone_on():
    session = new_session([0, 1, 2])
    session.resign(Player.SECOND)
    session.delete_from(node_of(session, [0, 1, 2]))
    play_all(session, [2, 3])

    session.delete_from(node_of(session, [0, 1, 2, 3]))

    assert session.record.main_moves() == [0, 1, 2]
    assert session.record.outcome is None


def test_the_board_stays_when_another_line_is_made_the_main_one():
    session = opened_session([0, 1, 2])
    session.go_to(node_of(session, [0]))
    session.play(Move(7))
    tried = session.cursor
    session.go_to(node_of(session, [0, 1]))

    session.make_main_line(tried)

    assert session.position.history == (0, 1)
    assert not session.is_in_play


def test_deleting_a_variation_leaves_the_game_and_its_result():
    session = opened_session([0, 1, 2], BLACK_WINS_BY_RESIGNATION)
    before = session.record
    session.go_to(node_of(session, [0]))
    play_all(session, [7, 8])

    session.delete_from(node_of(session, [0, 7]))

    assert session.record == before
    assert session.position.history == (0,)


def test_deleting_elsewhere_leaves_the_board():
    session = new_session([0, 1, 2])
    session.go_to(node_of(session, [0]))
    session.play(Move(7))
    session.go_to(node_of(session, [0, 1, 2]))

    session.delete_from(node_of(session, [0, 7]))

    assert session.position.history == (0, 1, 2)
    assert session.is_in_play


def test_deleting_moves_of_the_game_takes_its_result_too():
    session = new_session(FIVE_IN_FIRST_ROW)

    session.delete_from(node_of(session, FIVE_IN_FIRST_ROW[:4]))

    assert session.record.main_moves() == FIVE_IN_FIRST_ROW[:3]
    assert session.record.outcome is None
    assert session.is_in_play


def test_a_deletion_can_be_undone_with_result_and_board():
    session = new_session(FIVE_IN_FIRST_ROW)
    before = session.record
    session.delete_from(node_of(session, FIVE_IN_FIRST_ROW[:4]))
    assert session.can_restore

    session.restore()

    assert session.record == before
    assert session.outcome == BLACK_WINS
    assert not session.can_restore


@pytest.mark.parametrize("change", ["delete", "promote", "make_main"])
def test_a_result_taken_back_belongs_to_its_line_when_lines_change(change):
    session = new_session([0, 1, 2])
    session.go_to(node_of(session, [0]))
    session.play(Move(7))
    variation = session.cursor
    session.go_to(node_of(session, [0, 1, 2]))
    session.resign(Player.SECOND)
    session.take_back()

    if change == "delete":
        session.delete_from(variation)
    elif change == "promote":
        session.promote(variation)
        session.promote(node_of(session, [0, 1]))
    else:
        session.make_main_line(variation)
        session.make_main_line(node_of(session, [0, 1, 2]))

    assert session.record.main_moves() == [0, 1, 2]
    assert session.record.outcome == BLACK_WINS_BY_RESIGNATION


def test_a_deletion_cannot_be_undone_after_another_move():
    session = new_session([0, 1, 2])
    session.delete_from(node_of(session, [0, 1]))

    session.play(Move(9))
    session.restore()

    assert session.record.main_moves() == [0, 9]


def test_the_start_cannot_be_deleted():
    session = new_session([0])

    with pytest.raises(RecordError, match="start"):
        session.delete_from(0)


@pytest.mark.parametrize(
    ("moves", "outcome", "is_kept"),
    [
        ([0, 1, 2], BLACK_WINS_BY_RESIGNATION, True),
        ([0, 1, 2, 3], BLACK_WINS_BY_RESIGNATION, True),
        ([0, 1, 2], None, False),
        ([0, 1], BLACK_WINS_BY_RESIGNATION, False),
        ([0, 7, 2], BLACK_WINS_BY_RESIGNATION, False),
    ],
)
def test_a_record_keeps_a_game_by_its_moves_and_result(moves, outcome, is_kept):
    earlier = opened_session([0, 1, 2], BLACK_WINS_BY_RESIGNATION).record

    later = opened_session(moves, outcome).record

    assert later.keeps_game_of(earlier) is is_kept
