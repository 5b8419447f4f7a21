"""Whole matches opened by swap2, with persons and engines in both places."""

import pytest

from engine.core.types import Player
from engine.games import GAMES
from engine.match import events
from engine.match.match_setup import MatchSetup
from engine.records.model.positions import start_position
from tests.engine.match.matches import ENGINE, OTHER, answer, make_match, show

SETUP = GAMES["gomoku"].setup(
    height=6, width=7, options={"opening": "swap2", "line_length": "4"}
)
DECISIONS = ("take-black", "add-two")

SEATINGS = {
    "two persons": (None, None),
    "engine second": (None, ENGINE),
    "engine first": (ENGINE, None),
    "two engines": (ENGINE, OTHER),
}


def choose(position, decisions):
    """Return the next decision that was not taken yet, or else a stone."""
    taken = [position.cell_name(move) for move in position.history]
    left = [name for name in decisions if name not in taken]
    for move in position.special_moves():
        if left and position.cell_name(move) == left[0]:
            return move
    return position.legal_moves()[0]


def play_to_the_end(match, decisions):
    """Move for persons and engines; return the positions that engines searched."""
    searched = []
    while match.session.outcome is None:
        request = match.request
        if request is None:
            move = choose(match.session.position, decisions)
            assert not match.view.is_locked
            assert match.handle(events.MovePlayed(move))
        else:
            searched.append(request.position.history)
            answer(match, choose(request.position, decisions))
    return searched


def positions_of(session):
    position = start_position(session.record)
    for move in session.record.main_moves():
        yield position
        position = position.play(move)


@pytest.mark.parametrize("seating", SEATINGS)
@pytest.mark.parametrize(
    "decisions",
    [(), ("take-black",), ("add-two",), ("add-two", "take-black")],
    ids=["white", "black", "two more, white", "two more, black"],
)
def test_a_game_is_played_to_its_end(seating, decisions):
    first, second = SEATINGS[seating]
    match = make_match(MatchSetup(setup=SETUP, first=first, second=second))
    show(match)

    searched = play_to_the_end(match, decisions)

    session = match.session
    of_engines = [
        position.history
        for position in positions_of(session)
        if position.seat_to_move in session.automatic
    ]
    assert searched == of_engines
    names = [session.position.cell_name(m) for m in session.record.main_moves()]
    assert [name for name in names if name in DECISIONS] == list(decisions)


def test_an_engine_that_takes_black_moves_the_person_to_white():
    match = make_match(MatchSetup(setup=SETUP, second=ENGINE))
    show(match)
    for name in ("a1", "b2", "c3"):
        cell = GAMES["gomoku"].parse_cell(SETUP, name)
        match.handle(events.MovePlayed(cell))

    answer(match, choose(match.session.position, ["take-black"]))

    assert match.session.position.has_fixed_colours
    assert match.session.position.get_seat(Player.FIRST) is Player.SECOND
