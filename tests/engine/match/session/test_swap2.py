"""A game under swap2: participants take back, are timed and resign, not colours."""

import pytest

from engine.core.types import Move, Outcome, Player
from engine.games import GAMES
from engine.games.gomoku.rules.openings.choices import add_two, take_black
from engine.match.session.game_session import GameSession
from tests.engine.match.session.session_games import FakeTime, play_all

BEGINNER, OTHER = Player
BLACK, WHITE = Player
SETUP = GAMES["gomoku"].setup(options={"opening": "swap2"})
TAKE_BLACK, ADD_TWO = take_black(SETUP), add_two(SETUP)
THREE = [112, 98, 126]


def new_session(automatic=(), now=None):
    return GameSession.new(SETUP, automatic=automatic, now=now or FakeTime())


def engine_turns(session, moves):
    """Play ``moves`` and return whether the engine was to move before each."""
    turns = []
    for move in moves:
        turns.append(session.engine_is_to_move)
        session.play(Move(move))
    return turns


def test_a_person_begins_and_the_engine_takes_black():
    session = new_session(automatic=[OTHER])

    turns = engine_turns(session, [*THREE, TAKE_BLACK, 0, 1, 2])

    assert turns == [False, False, False, True, False, True, False]


def test_the_engine_begins_and_a_person_adds_two():
    session = new_session(automatic=[BEGINNER])

    turns = engine_turns(session, [*THREE, ADD_TWO, 0, 1, TAKE_BLACK, 2, 3])

    assert turns == [True, True, True, False, False, False, True, False, True]


def test_a_person_who_began_takes_back_to_their_last_decision():
    session = new_session(automatic=[OTHER])
    play_all(session, [*THREE, TAKE_BLACK])

    assert session.take_back() == 2
    assert session.position.seat_to_move is BEGINNER
    assert session.take_back() == 1
    assert session.ply == 1


def test_playing_again_goes_as_far_as_the_take_back_went():
    session = new_session(automatic=[OTHER])
    play_all(session, [*THREE, ADD_TWO, 0, 1])

    assert session.take_back() == 4
    assert session.ply == 2
    assert session.redo() == 4
    assert session.ply == 6

    session.go_to(0)
    assert session.redo() == 1


def test_a_person_who_chose_takes_the_choice_back():
    session = new_session(automatic=[BEGINNER])
    play_all(session, [*THREE, TAKE_BLACK, 0])

    assert session.take_back() == 2
    assert session.ply == 3
    assert session.position.special_moves() == [TAKE_BLACK, ADD_TWO]


def test_the_stones_of_an_engine_that_began_cannot_be_taken_back():
    session = new_session(automatic=[BEGINNER])
    play_all(session, THREE)

    assert not session.can_take_back


def test_each_participant_has_a_clock_through_the_whole_opening():
    time = FakeTime()
    session = new_session(now=time)
    for move in (*THREE, TAKE_BLACK, 0):
        session.start_clock()
        time += 10
        session.play(Move(move))
    session.start_clock()
    time += 3

    assert session.time.total(BEGINNER) == 40
    assert session.time.total(OTHER) == 13
    assert session.time.of_move(BEGINNER) == 10
    assert session.time.of_move(OTHER) == 3

    session.take_back()
    assert session.time.total(BEGINNER) == 30
    assert session.time.total(OTHER) == 10


@pytest.mark.parametrize(
    ("moves", "quitter", "winner"),
    [
        (THREE, BEGINNER, WHITE),
        ([*THREE, 0], BEGINNER, WHITE),
        ([*THREE, TAKE_BLACK], BEGINNER, BLACK),
        ([*THREE, TAKE_BLACK], OTHER, WHITE),
        ([*THREE, ADD_TWO, 0, 1, 2], OTHER, WHITE),
    ],
)
def test_resigning_gives_the_game_to_the_colour_of_the_other(moves, quitter, winner):
    session = new_session()
    play_all(session, moves)

    session.resign(quitter)

    assert session.outcome == Outcome(winner, "resignation")
