"""External HTP programs: what they are told, and how they fail."""

import pytest

from engine.core.errors import ExternalProgramError
from engine.games import GAMES
from engine.search.api import Limits
from tests.games import cell

HEX = GAMES["hex"]
AMPLE = Limits(seconds=60)
"""More than a busy machine needs."""


def after(moves, **setup):
    position = HEX.new_position(HEX.setup(**setup))
    for name in moves.split():
        position = position.play(cell(position, name))
    return position


def replies(engine, *positions, limits=AMPLE):
    """Return the names of the moves in some positions."""
    return [
        position.cell_name(engine.searcher.search(position, limits).move)
        for position in positions
    ]


def moves_in(lines):
    """Return the commands that change the board or ask for a move."""
    wanted = ("boardsize", "clear_board", "play", "genmove")
    return [line for line in lines if line.startswith(wanted)]


def test_a_game_is_set_up_columns_first_and_goes_on_by_moves(htp):
    engine = htp()

    names = replies(
        engine,
        after("", height=5, width=7),
        after("a1 c3", height=5, width=7),
        after("a1 c3 b1 d4", height=5, width=7),
    )

    assert names == ["a1", "b1", "c1"]
    assert moves_in(engine.lines) == [
        *("boardsize 7 5", "clear_board", "genmove black"),
        *("play white c3", "genmove black", "play white d4", "genmove black"),
    ]


def test_another_position_is_sent_again_in_the_order_of_play(htp):
    engine = htp()

    replies(engine, after("f6"), after("e5 b2 a1"))

    assert moves_in(engine.lines)[3:] == [
        "genmove white",
        "clear_board",
        *("play black e5", "play white b2", "play black a1", "genmove white"),
    ]


def test_a_search_may_follow_another_in_the_same_position(htp):
    engine = htp()

    assert replies(engine, after("f6"), after("f6")) == ["a1", "a1"]


@pytest.mark.parametrize(
    ("limits", "line"),
    [
        (Limits(seconds=1.5), "set_time 1.5"),
        (Limits(seconds=1, seconds_left=90), "time_left white 90 0"),
    ],
)
def test_a_program_is_told_the_time_in_words_that_it_knows(htp, limits, line):
    engine, secretive = htp(), htp("secretive")

    for one in (engine, secretive):
        replies(one, after("f6"), limits=limits)

    assert line in engine.lines
    assert line not in secretive.lines


def test_the_swap_rule_is_told(htp):
    engine = htp()

    engine.searcher.prepare(after("", options={"swap": "on"}))
    engine.searcher.prepare(after("", options={"swap": "off"}))

    told = [line for line in engine.lines if line.startswith("param_game")]
    assert told == ["param_game allow_swap 1", "param_game allow_swap 0"]


def test_after_a_swap_the_position_is_sent_again(htp):
    engine = htp("swaps")
    first = after("b1", height=4, options={"swap": "on"})

    swapped = first.play(engine.searcher.search(first, AMPLE).move)
    then = swapped.play(cell(swapped, "c3"))

    assert swapped.cell_name(swapped.last_move) == "swap-pieces"
    assert replies(engine, then) == ["a1"]
    assert moves_in(engine.lines)[2:] == [
        *("play black b1", "genmove white", "clear_board"),
        *("play white a2", "play black c3", "genmove white"),
    ]


def test_a_swap_of_the_opponent_is_sent_as_its_stones(htp):
    engine = htp()
    start = after("", height=4, options={"swap": "on"})

    first = start.play(engine.searcher.search(start, AMPLE).move)
    replies(engine, first.play(first.special_moves()[0]))

    assert moves_in(engine.lines)[-3:] == [
        *("clear_board", "play white a1", "genmove black"),
    ]


def test_a_program_may_begin_with_white_on_a_turned_board(htp):
    engine = htp(first="white", transposed=True)
    position = after("b1", height=5, width=7)

    assert replies(engine, position) == ["a1"]
    assert moves_in(engine.lines) == [
        *("boardsize 5 7", "clear_board", "play white a2", "genmove black"),
    ]


def test_an_answer_on_a_turned_board_is_turned_back(htp):
    engine = htp(transposed=True)

    assert replies(engine, after("a1", height=5)) == ["a2"]


@pytest.mark.parametrize("mode", ["no-numbers", "tight", "no-end", "one-size", "loud"])
def test_odd_programs_play_all_the_same(htp, mode):
    engine = htp(mode)

    names = replies(engine, after("f6"), after("f6 a1 c3"))

    assert names == ["a1", "b1"]


@pytest.mark.parametrize(
    ("mode", "reason", "words"),
    [
        ("crash", "crash", 'ended with status 4 after "[0-9]+ genmove white"'),
        ("refuses", "refusal", 'refused "[0-9]+ boardsize 11" with "[?]'),
        ("resigns", "resignation", "resigned"),
        ("garbage", "garbage", 'after "[0-9]+ genmove white", got "=[0-9]+ pass"'),
        ("occupied", "illegal", 'illegal move, "=[0-9]+ f6": f6 is already occupied'),
        ("swaps", "illegal", "swap-pieces.: This game is played without the swap"),
    ],
)
def test_a_failure_is_one_sentence_with_a_reason(htp, mode, reason, words):
    engine = htp(mode)

    with pytest.raises(ExternalProgramError, match=words) as caught:
        engine.searcher.search(after("f6"), AMPLE)

    assert caught.value.reason == reason
