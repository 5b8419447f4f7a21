"""Addresses of games on HexWorld."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.errors import RecordError
from engine.core.types import Outcome, Player
from engine.games import GAMES
from engine.records import files, hexworld
from engine.records.model.record import GameRecord, Headers
from tests.engine.records.boards import board, names
from tests.engine.records.strategies import played_games

SITE = "https://hexworld.org/board/#"
SIDES = st.integers(GAMES["hex"].smallest_side, GAMES["hex"].largest_side)


@st.composite
def hex_setups(draw):
    height = draw(SIDES)
    if draw(st.booleans()):
        return GAMES["hex"].setup(height=height, width=draw(SIDES))
    return GAMES["hex"].setup(height=height, width=height, options={"swap": "on"})


@pytest.mark.parametrize(
    "text",
    [
        f"{SITE}11nc1,a10b3f6g5",
        f"{SITE}11,a10b3f6g5",
        f"{SITE}11r9c1,A10B3F6G5",
        f"{SITE}11x11c1,a10b3f6g5",
        f"<{SITE}11c1,a10b3f6g5>",
        f"{SITE}11c1%2Ca10b3f6g5\n",
        "hexworld.org/board/#11c1,a10b3f6g5",
        "http://www.hexworld.org/board/index.html#11c1,a10b3f6g5",
        "#11c1,a10b3f6g5",
        "11nc1,a10b3f6g5",
    ],
)
def test_an_address_is_read(text):
    record = files.parse(text)

    assert record.setup == GAMES["hex"].setup()
    assert names(record) == ["a10", "b3", "f6", "g5"]
    assert record.warnings == ()


@pytest.mark.parametrize("start", ["x", "1x", "11x", "<1x", "1", "1a", "1x1"])
def test_a_long_text_that_only_begins_like_an_address_is_refused_at_once(start):
    with pytest.raises(RecordError, match="Expected a record in one of the formats"):
        files.parse(start * 200_000)


def test_columns_come_first():
    record = files.parse(f"{SITE}11x9c1,k9")

    assert (record.setup.width, record.setup.height) == (11, 9)
    assert record.main_moves() == [98]


def test_the_stone_goes_to_the_mirrored_cell_when_pieces_are_swapped():
    record = files.parse(f"{SITE}5c1,c1:sb3")

    assert names(record) == ["c1", "swap-pieces", "b3"]
    assert board(record) == [".....", ".....", "OX...", ".....", "....."]


def test_when_sides_are_swapped_the_game_is_mirrored():
    record = files.parse(f"{SITE}5c1,c1:Sb3:rb")

    assert names(record) == ["c1", "swap-pieces", "c2"]
    assert record.outcome == Outcome(Player.FIRST, "resignation")
    assert "The players swap sides" in record.warnings[0]


@pytest.mark.parametrize(
    ("word", "outcome"),
    [
        (":rb", Outcome(Player.SECOND, "resignation")),
        (":rw", Outcome(Player.FIRST, "resignation")),
        (":fb", Outcome(Player.SECOND, "forfeit")),
        (":fw", Outcome(Player.FIRST, "forfeit")),
    ],
)
def test_the_end_of_a_game_is_read_and_written(word, outcome):
    text = f"{SITE}5c1,c1b2{word}"

    record = files.parse(text)

    assert record.outcome == outcome
    assert hexworld.format(record) == text


def test_a_second_comma_marks_the_move_that_is_shown():
    text = f"{SITE}11c1,a10:s,f6g5"

    assert names(files.parse(text)) == ["a10", "swap-pieces", "f6", "g5"]
    assert hexworld.parse_cursor_ply(text) == 2
    assert hexworld.parse_cursor_ply(f"{SITE}11c1,a10b3") is None
    assert hexworld.format(files.parse(text), at=2) == text


def test_an_address_at_the_start_shows_no_moves_yet():
    record = files.parse(f"{SITE}11c1,a10b3")

    assert hexworld.format(record, at=0) == f"{SITE}11c1,,a10b3"
    assert files.parse(hexworld.format(record, at=0)) == record


def test_an_address_of_a_variation_has_its_moves_and_no_result():
    record = files.parse(f"{SITE}11c1,a10b3:rb")
    first = record.main_line()[0]
    record, _ = record.with_move(0, 5)

    assert hexworld.format(record, at=first) == f"{SITE}11c1,a10,b3"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"{SITE}11c1,a10b3:pf6", "passing is not allowed"),
        (f"{SITE}11c1,a10b3:s", "A swap is only possible as the second move"),
        (f"{SITE}11c1,a10b3z9", "Expected a cell from a1 to k11, got 'z9'"),
        (f"{SITE}11c1,a10b3:x", "got ':x'"),
        (f"{SITE}11c1,a10b3 is my game", "What follows the record"),
        (f"{SITE}11x9c1,a1b3:s", "got 'swap-pieces'"),
    ],
)
def test_what_cannot_be_played_is_left_out_with_a_warning(text, message):
    record = files.parse(text)

    assert len(names(record)) == 2
    assert message in record.warnings[0]


@pytest.mark.parametrize(
    "text", [f"{SITE}99c1,a1", f"{SITE}2c1,a1", f"{SITE}x,a1", f"{SITE},a1"]
)
def test_an_impossible_board_is_one_sentence(text):
    with pytest.raises(RecordError):
        files.parse(text)


@given(record=played_games(hex_setups()))
@settings(max_examples=80, deadline=None)
def test_an_address_of_every_board_comes_back(record):
    swaps = "swap-pieces" in names(record)
    setup = record.setup
    if not swaps:  # the rule is known only by the swap
        setup = GAMES["hex"].setup(height=setup.height, width=setup.width)

    reread = files.parse(hexworld.format(record))

    assert reread == replace(record, setup=setup)
    assert reread.warnings == ()


def test_an_address_reports_what_it_leaves_out():
    record = files.parse(f"{SITE}5c1,c1b2")

    assert hexworld.losses(record) == ()
    assert hexworld.losses(replace(record, headers=Headers(event="E")))


@pytest.mark.parametrize(
    "record",
    [
        GameRecord(setup=GAMES["gomoku"].setup()),
        GameRecord(
            setup=GAMES["hex"].setup(height=3, width=3), start_stones=b"\1" + bytes(8)
        ),
    ],
    ids=["gomoku", "stones"],
)
def test_what_an_address_cannot_hold_is_refused(record):
    with pytest.raises(RecordError):
        hexworld.format(record)
