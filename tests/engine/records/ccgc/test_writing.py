"""Writing contest records: what is refused or lost, encodings, the file name."""

from dataclasses import replace

import pytest

from engine.core.errors import RecordError
from engine.core.types import Move, MoveAnalysis, Outcome, Player
from engine.games import GAMES
from engine.records.ccgc import codec as ccgc
from engine.records.model.move_tree import RecordBuilder, RecordNode
from engine.records.model.record import GameRecord, Headers
from tests.engine.records.boards import names
from tests.engine.records.ccgc.ccgc_examples import GOMOKU, HEX


def record_of(cells, *, game="gomoku", outcome=None, **fields):
    """Return a record with moves on cells of the usual board."""
    setup = fields.pop("setup", GAMES[game].setup())
    builder = RecordBuilder()
    node = 0
    for cell in cells:
        node = builder.add(node, RecordNode(move=Move(cell)))
    nodes = builder.build()[0]
    return GameRecord(setup=setup, nodes=nodes, outcome=outcome, **fields)


@pytest.mark.parametrize(
    ("setup", "field"),
    [
        (GAMES["gomoku"].setup(height=13, width=17), "[SIZE 13x17]"),
        (GAMES["hex"].setup(height=14), "[SIZE 14]"),
        (
            GAMES["gomoku"].setup(options={"rule": "exact", "line_length": "6"}),
            "[SIZE 15 rule=exact line_length=6]",
        ),
    ],
)
def test_unusual_sizes_and_rules_stand_in_a_field_of_their_own(setup, field):
    record = record_of([0, 1], setup=setup)

    text = ccgc.format(record)

    assert f"{field};" in text
    assert ccgc.parse(text) == record
    assert "other programs may not understand" in ccgc.losses(record)[0]


def test_stones_before_the_first_move_are_refused():
    stones = bytes([1]) + bytes(224)

    with pytest.raises(RecordError, match="no stones before the first move"):
        ccgc.format(record_of([5], start_stones=stones))


@pytest.mark.skipif(
    all(option.key != "swap" for option in GAMES["hex"].options),
    reason="Hex is played without the swap",
)
def test_a_swap_is_refused():
    setup = GAMES["hex"].setup(options={"swap": "on"})

    with pytest.raises(RecordError, match="no swap-pieces; save it as SGF"):
        ccgc.format(record_of([5, 121], setup=setup))


def test_losses_are_reported():
    record = record_of([0], outcome=Outcome(Player.SECOND, "resignation"))
    builder = RecordBuilder(record.nodes)
    builder.add(0, RecordNode(move=Move(1), comment="why not"))
    builder.change(
        1,
        seconds=1.0,
        analysis=MoveAnalysis(value=0.0),
        properties=(("LB", ("aa:1",)),),
    )
    record = replace(record, nodes=builder.build()[0])

    assert ccgc.losses(record) == (
        "Variations are not kept in this format.",
        "Comments are not kept in this format.",
        "Times of moves are not kept in this format.",
        "Analysis is not kept in this format.",
        "Properties of other programs are not kept in this format.",
        "The reason for the result is not kept in this format.",
    )


def test_nothing_is_lost_of_a_plain_record():
    assert ccgc.losses(ccgc.parse(GOMOKU)) == ()


def test_letters_that_would_end_a_field_are_replaced_and_reported():
    record = record_of([0], headers=Headers(first_name="a]b;{c}", event="x【y】\n"))

    text = ccgc.format(record)

    assert "[a）b；（c） B]" in text
    assert names(ccgc.parse(text)) == ["a15"]
    assert ccgc.losses(record) == (
        "Names, event, place or date were changed to fit this format.",
    )


def test_usual_names_are_written_in_gb2312():
    data, notes = ccgc.encode(GOMOKU)

    assert data == GOMOKU.encode("gb2312")
    assert notes == ()


def test_rare_names_are_written_in_gb18030_and_reported():
    data, notes = ccgc.encode(GOMOKU.replace("甲", "镕"))

    assert data.decode("gb18030") == GOMOKU.replace("甲", "镕")
    assert notes == ("GB2312 has no '镕'; the file was written as GB18030.",)


def test_half_a_character_is_refused():
    with pytest.raises(RecordError, match="lone surrogate"):
        ccgc.encode("\ud800")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (GOMOKU, "C5-甲队 B vs 乙队 W-先手胜-2017.07.29 14：00 重庆-2017 CCGC.txt"),
        (HEX, "HEX-甲队 R vs 乙队 B-先手胜-2023.07.29 14：00 合肥-2023 CCGC.txt"),
        ("{[C5][][][未完][][];B(H,8)}", "C5-B vs W-未完.txt"),
    ],
)
def test_the_file_name_is_the_one_the_contest_asks_for(text, name):
    assert ccgc.suggest_file_name(ccgc.parse(text)) == name


def test_the_file_name_has_no_letter_that_a_file_system_refuses():
    headers = Headers(first_name='a/b\\c:d*e?f"g<h>i|j\n', event="end. ")

    name = ccgc.suggest_file_name(record_of([], headers=headers), extension=".sgf")

    assert not set('<>:"/\\|?*\n') & set(name)
    assert name.endswith("-end.sgf")


def test_a_long_file_name_is_shortened_between_letters():
    headers = Headers(first_name="队" * 100)

    name = ccgc.suggest_file_name(record_of([], headers=headers))

    assert len(name.encode()) <= 200
    assert name.endswith("队.txt")
