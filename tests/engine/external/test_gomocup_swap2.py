"""External Gomocup programs in the swap2 opening."""

import re
import shlex

import pytest

from engine.core.errors import ExternalProgramError
from engine.core.files.paths import program_command
from engine.core.types import Player
from engine.external.external_searcher import ExternalSearcher, find_external_refusal
from engine.external.settings import ExternalSettings
from engine.games import GAMES
from engine.players.build import build_searcher
from engine.players.player_config import parse_engine
from engine.search.api import Limits, StopFlag
from tests.games import cell

GOMOKU = GAMES["gomoku"]
AMPLE = Limits(seconds=60)
"""More than a busy machine needs."""

THREE, ADDED = "h8 i8 j9", "h8 i8 j9 add-two i7 i9"
"""Stones of a beginner, and two more."""


def after(moves, opening="swap2", **setup):
    setup.setdefault("options", {"opening": opening})
    position = GOMOKU.new_position(GOMOKU.setup(**setup))
    for name in moves.split():
        position = position.play(cell(position, name))
    return position


def reply(engine, position, limits=AMPLE):
    return position.cell_name(engine.searcher.search(position, limits).move)


def play_on(engine, position, count):
    """Let a program play some moves; return their names."""
    names = []
    for _ in range(count):
        names.append(reply(engine, position))
        position = position.play(cell(position, names[-1]))
    return names


def questions(engine):
    """Return the lines read but the settings and the start."""
    skipped = ("INFO", "START")
    return [line for line in engine.lines if not line.startswith(skipped)]


ASKED_THREE = ["SWAP2BOARD", "7,7", "8,7", "9,6", "DONE"]
ASKED_FIVE = [*ASKED_THREE[:-1], "8,8", "8,6", "DONE"]


def test_a_beginner_is_asked_once_for_three_stones(gomocup):
    engine = gomocup("swap2:0:7,7 8,7 9,6")

    assert play_on(engine, after(""), 3) == ["h8", "i8", "j9"]
    assert questions(engine) == ["SWAP2BOARD", "DONE"]


def test_the_limits_of_the_move_are_told_before(gomocup):
    engine = gomocup()

    reply(engine, after(""), Limits(seconds=1.5, nodes=7))

    at = engine.lines.index("SWAP2BOARD")
    assert engine.lines[at - 3 : at] == [
        "INFO timeout_turn 1500",
        "INFO time_left 2147483647",
        "INFO max_node 7",
    ]


@pytest.mark.parametrize(
    ("answer", "names"),
    [
        ("SWAP", ["take-black"]),
        ("swap", ["take-black"]),
        ("8,8", ["i7"]),
        (" 8 , 8 ", ["i7"]),
        ("8,8 8,6", ["add-two", "i7", "i9"]),
    ],
)
def test_a_program_chooses_after_three_stones(gomocup, answer, names):
    engine = gomocup(f"swap2:3:{answer}")

    assert play_on(engine, after(THREE), len(names)) == names
    assert questions(engine) == ASKED_THREE


@pytest.mark.parametrize(("answer", "name"), [("SWAP", "take-black"), ("0,0", "a15")])
def test_a_beginner_chooses_after_five_stones(gomocup, answer, name):
    engine = gomocup(f"swap2:5:{answer}")

    assert reply(engine, after(ADDED)) == name
    assert questions(engine) == ASKED_FIVE


def test_a_whole_opening_goes_on_by_a_board_and_turns(gomocup):
    engine = gomocup("swap2:0:7,7 8,7 9,6", "swap2:5:SWAP")
    position = after(ADDED)

    assert play_on(engine, after(""), 3) == ["h8", "i8", "j9"]
    assert reply(engine, position) == "take-black"
    position = after(f"{ADDED} take-black a1")
    assert position.seat_to_move is Player.FIRST
    assert reply(engine, position) == "a15"
    assert reply(engine, after(f"{ADDED} take-black a1 a15 b1")) == "b15"
    assert questions(engine) == [
        *("SWAP2BOARD", "DONE", "RESTART", *ASKED_FIVE, "RESTART", "BOARD"),
        *("7,7,1", "8,7,2", "9,6,1", "8,8,2", "8,6,1", "0,14,2", "DONE"),
        "TURN 1,14",
    ]


def test_another_game_is_asked_for_again(gomocup):
    engine = gomocup()

    for _ in range(2):
        assert play_on(engine, after(""), 3) == ["a15", "b15", "c15"]

    assert questions(engine) == ["SWAP2BOARD", "DONE", "RESTART", "SWAP2BOARD", "DONE"]


def test_after_a_take_back_the_rest_of_the_answer_is_still_used(gomocup):
    engine = gomocup("swap2:3:8,8 8,6")
    play_on(engine, after(THREE), 3)

    assert reply(engine, after(f"{THREE} add-two i7")) == "i9"
    assert questions(engine) == ASKED_THREE


@pytest.mark.parametrize(
    ("placed", "names"),
    [("c3", ["b15", "a15"]), ("a15", ["b15", "c15"]), ("a15 c3", ["b15"])],
)
def test_stones_of_others_are_completed_by_those_of_the_answer(gomocup, placed, names):
    engine = gomocup("swap2:0:1,0 0,0 2,0")
    play_on(engine, after(""), 1)

    assert play_on(engine, after(placed), len(names)) == names
    assert questions(engine)[2:] == ["RESTART", "SWAP2BOARD", "DONE"]


@pytest.mark.parametrize(
    ("placed", "name"), [("", "i7"), ("i9", "i7"), ("i7", "i9"), ("a1", "i7")]
)
def test_two_stones_that_others_announced_are_those_of_the_answer(
    gomocup, placed, name
):
    engine = gomocup("swap2:3:8,8 8,6")

    assert reply(engine, after(f"{THREE} add-two {placed}")) == name


def test_a_program_that_would_not_add_two_is_refused_when_it_has_to(gomocup):
    engine = gomocup("swap2:3:SWAP")

    with pytest.raises(ExternalProgramError, match="cannot place the two") as caught:
        reply(engine, after(f"{THREE} add-two"))

    assert caught.value.reason == "refusal"


FAILURES = [
    ("", 0, "UNKNOWN command", "refusal", "not know the opening rule swap2: .*UNKNOWN"),
    (THREE, 3, "ERROR - what?", "refusal", "not know the opening rule swap2: .*ERROR"),
    ("", 0, "7,7", "garbage", 'Expected three stones from .*SWAP2BOARD, got "7,7"'),
    ("", 0, "7,7 8,8", "garbage", "Expected three stones"),
    ("", 0, "SWAP", "garbage", "Expected three stones"),
    ("", 0, "1,1 2,2 3,3 4,4", "garbage", "Expected three stones"),
    ("", 0, "1,1 2,2 three", "garbage", "Expected three stones"),
    ("", 0, "1,1 2,2 1,1", "illegal", "illegal move, .*b14 is already occupied"),
    ("", 0, "1,1 2,2 15,1", "illegal", "Expected a cell from 0,0 to 14,14"),
    (THREE, 3, "1,1 2,2 3,3", "garbage", "Expected one stone, two stones or SWAP"),
    (THREE, 3, "SWAP 1,1", "garbage", "Expected one stone, two stones or SWAP"),
    (THREE, 3, "1,1 8,7", "illegal", "i8 is already occupied"),
    (THREE, 3, "7,7", "illegal", "h8 is already occupied"),
    (ADDED, 5, "1,1 2,2", "garbage", "Expected one stone or SWAP"),
    (ADDED, 5, "8,8", "illegal", "i7 is already occupied"),
    ("", 0, "well", "garbage", 'Expected a move from .*got "well"'),
    ("", 0, "MESSAGE well", "overrun", "SWAP2BOARD within .* may not know the opening"),
]


@pytest.mark.parametrize("case", FAILURES, ids=str)
def test_a_bad_answer_is_one_sentence_with_a_reason(gomocup, case):
    moves, count, answer, reason, words = case
    grace = 0.3 if "well" in answer else 60
    engine = gomocup(f"swap2:{count}:{answer}", grace=grace)

    with pytest.raises(ExternalProgramError) as caught:
        reply(engine, after(moves), Limits(seconds=0.2))

    assert re.search(words, caught.value.message)
    assert caught.value.reason == reason
    assert "\n" not in caught.value.message


def test_a_program_is_asked_afresh_after_a_failure(gomocup):
    engine = gomocup("swap2:3:UNKNOWN command")
    with pytest.raises(ExternalProgramError):
        reply(engine, after(THREE))

    assert play_on(engine, after(""), 3) == ["a15", "b15", "c15"]


def test_a_program_that_is_silent_when_tried_does_not_know_the_rule(gomocup):
    engine = gomocup("silent-swap2", startup=3)

    with pytest.raises(ExternalProgramError) as caught:
        engine.searcher.try_opening(after(""), Limits(seconds=0.2))

    assert re.search("did not answer SWAP2BOARD within 3.*it may", caught.value.message)
    assert caught.value.reason == "refusal"


def test_a_program_that_is_tried_may_take_as_long_as_a_start(gomocup):
    engine = gomocup("slow-swap2", grace=0.1)

    engine.searcher.try_opening(after(""), Limits(seconds=0.1))

    assert play_on(engine, after(""), 3) == ["a15", "b15", "c15"]
    assert engine.lines.count("SWAP2BOARD") == 1


def test_the_answer_of_the_trial_is_one_game_s(gomocup):
    engine = gomocup("swap2:0:7,7 8,7 9,6")
    engine.searcher.try_opening(after(""), Limits(seconds=0.2))

    for count in (1, 2):
        assert play_on(engine, after(""), 3) == ["h8", "i8", "j9"]
        assert engine.lines.count("SWAP2BOARD") == count


def test_the_answer_of_the_trial_is_one_board_s(gomocup):
    engine = gomocup("swap2:0:7,7 8,7 9,6")
    engine.searcher.try_opening(after(""), Limits(seconds=0.2))

    assert play_on(engine, after("", height=11, width=11), 1) == ["h4"]
    assert engine.lines.count("SWAP2BOARD") == 2


def test_a_program_that_is_tried_may_choose_for_others_afterwards(gomocup):
    engine = gomocup("swap2:0:7,7 8,7 9,6", "swap2:3:SWAP")
    engine.searcher.try_opening(after(""), Limits(seconds=0.2))

    assert play_on(engine, after(THREE), 1) == ["take-black"]


@pytest.mark.parametrize("position", [after("", "none"), after(f"{THREE} take-black")])
def test_a_game_without_an_opening_is_not_tried(gomocup, position):
    engine = gomocup("silent-swap2")

    engine.searcher.try_opening(position, Limits(seconds=0.2))

    assert "SWAP2BOARD" not in engine.lines


@pytest.mark.parametrize("mode", ["crash", "swap2:0:7,7"])
def test_a_program_that_fails_otherwise_may_play_on(gomocup, mode):
    engine = gomocup(mode)

    engine.searcher.try_opening(after(""), Limits(seconds=0.2))


def test_a_stop_is_passed_on(gomocup):
    engine, stop = gomocup("thinks", "unknown-stop"), StopFlag()
    stop.set()

    engine.searcher.search(after(THREE), AMPLE, stop=stop)

    assert questions(engine) == [*ASKED_THREE, "YXSTOP", "STOP"]


@pytest.mark.parametrize("opening", ["rif", "yamaguchi", "taraguchi"])
def test_other_openings_stay_refused(gomocup, opening):
    engine, position = gomocup(), after("", opening)
    refusal = f"Expected no opening rule or swap2 for a Gomocup program, got {opening}."

    assert find_external_refusal(position.setup) == refusal
    with pytest.raises(ExternalProgramError, match="Expected no opening rule"):
        reply(engine, position)
    assert engine.lines == []


def ours(engine):
    """Return our own server as an external program."""
    command = [*program_command(), "gomocup", "--engine", engine]
    return ExternalSearcher(shlex.join(command), ExternalSettings())


@pytest.mark.processes
@pytest.mark.parametrize("rule", ["freestyle", "renju"])
def test_our_own_server_plays_whole_games_by_swap2(rule):
    program = ours("alphabeta:1")
    engine = build_searcher(parse_engine("alphabeta:1"), "gomoku")
    limits = Limits(seconds=30, nodes=500, depth=2)
    try:
        for seat in Player.FIRST, Player.SECOND:
            position = after("", height=9, options={"opening": "swap2", "rule": rule})
            while position.outcome is None:
                mover = program if position.seat_to_move is seat else engine
                position = position.play(mover.search(position, limits).move)
            assert position.has_fixed_colours
    finally:
        program.close()


@pytest.mark.processes
def test_our_own_server_chooses_as_its_engine_does():
    program, engine = ours("uct:1"), build_searcher(parse_engine("uct:1"), "gomoku")
    limits, names = Limits(seconds=30), []
    try:
        for moves in (
            *("h8 a1 h9", "a1 h8 o15"),
            *("h8 a1 h9 add-two o1 h10", "a1 h8 o15 add-two h9 o1"),
        ):
            position = after(moves)
            by_program, by_engine = (
                position.cell_name(one.search(position, limits).move)
                for one in (program, engine)
            )
            assert by_program == by_engine
            names.append(by_program)
    finally:
        program.close()
    assert [name == "take-black" for name in names] == [False, True, True, False]
