"""Records of games that were opened by swap2."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.game import GameSetup
from engine.core.types import Candidate, Move, MoveAnalysis, Player
from engine.games import GAMES
from engine.records.ccgc import codec as ccgc
from engine.records.json_format import codec as json_record
from engine.records.model.move_tree import RecordBuilder, RecordNode
from engine.records.model.positions import final_position, start_position
from engine.records.model.record import GameRecord, Headers
from engine.records.sgf import codec as sgf
from tests.engine.records.boards import lines, names

GOMOKU = GAMES["gomoku"]
OPENING = {"opening": "swap2"}
PEOPLE = Headers(first_name="甲", second_name="乙")
THREE = "h8 i9 g7"


def record_of(moves: str, **options: str) -> GameRecord:
    """Return a record of moves written with blanks between them."""
    setup = GOMOKU.setup(options=OPENING | options)
    record, node = GameRecord(setup=setup, headers=PEOPLE), 0
    for name in moves.split():
        record, node = record.with_move(node, GOMOKU.parse_cell(setup, name))
    return record


@st.composite
def swap2_records(draw: st.DrawFn) -> GameRecord:
    """Records with choices in the main line and in variations, and with notes."""
    sides = st.integers(5, 9)
    setup = GOMOKU.setup(height=draw(sides), width=draw(sides), options=OPENING)
    record = GameRecord(setup=setup, headers=PEOPLE)
    builder = RecordBuilder()
    positions = [start_position(record)]
    at = 0
    for _ in range(draw(st.integers(0, 25))):
        if draw(st.integers(0, 5)) == 0:
            at = draw(st.integers(0, len(positions) - 1))
        special = positions[at].special_moves()
        moves = special if special and draw(st.booleans()) else None
        moves = moves or positions[at].legal_moves()
        if not moves:
            continue
        move = draw(st.sampled_from(moves))
        if builder.child_by_move(at, move) is None:
            at = add(builder, at, draw(noted(setup, move)), positions)
    record = replace(record, nodes=builder.build()[0])
    return replace(record, outcome=final_position(record).outcome)


def add(builder: RecordBuilder, at: int, node: RecordNode, positions: list) -> int:
    assert node.move is not None
    positions.append(positions[at].play(node.move))
    return builder.add(at, node)


def noted(setup: GameSetup, move: Move) -> st.SearchStrategy[RecordNode]:
    some = st.integers(0, setup.cell_count + 1).map(Move)
    candidates = st.builds(Candidate, move=some, value=st.just(0.5), pv=st.tuples(some))
    analyses = st.builds(
        MoveAnalysis,
        value=st.just(-0.25),
        pv=st.tuples(some, some),
        candidates=st.tuples(candidates),
    )
    return st.builds(
        RecordNode,
        move=st.just(move),
        seconds=st.none() | st.just(1.5),
        comment=st.sampled_from(["", "a choice"]),
        analysis=st.none() | analyses,
    )


@pytest.mark.slow
@pytest.mark.parametrize("form", [sgf, json_record], ids=["sgf", "json"])
@given(record=swap2_records())
@settings(max_examples=30, deadline=None)
def test_a_record_comes_back_the_same(form: object, record: GameRecord) -> None:
    reread = form.parse(form.format(record))

    assert reread == record
    assert reread.warnings == ()


def test_a_choice_stands_in_a_node_of_its_own():
    text = sgf.format(record_of(f"{THREE} take-black a15"))

    assert ";B[gi];PXCHOICE[take-black];W[aa]" in "".join(text.split())
    assert "RU[freestyle,opening=swap2]" in text


@pytest.mark.parametrize(
    ("moves", "black"),
    [
        (THREE, "甲"),
        (f"{THREE} a1", "甲"),
        (f"{THREE} take-black", "乙"),
        (f"{THREE} add-two a1 b2 take-black", "甲"),
        (f"{THREE} add-two a1 b2 c3", "乙"),
    ],
)
def test_sgf_names_who_holds_black_in_the_end(moves: str, black: str) -> None:
    record = record_of(moves)

    text = sgf.format(record)

    assert f"PB[{black}]" in text
    assert sgf.parse(text).headers == PEOPLE


@pytest.mark.parametrize(
    "choice", [";W[take-black];W[aa]", ";PXCHOICE[TAKE-BLACK]W[aa]"]
)
def test_other_ways_to_write_a_choice_are_understood(choice):
    record = sgf.parse(
        f"(;GM[4]SZ[15]RU[opening=swap2];B[hh];W[ig];B[gi]{choice};B[bb])"
    )

    assert names(record) == ["h8", "i9", "g7", "take-black", "a15", "b14"]
    assert record.warnings == ()


@pytest.mark.parametrize(
    ("rules", "moves", "message"),
    [
        ("opening=swap2", ";PXCHOICE[take-black];B[hh]", "Move 1 .*only be taken"),
        ("opening=swap2", ";B[hh];PXCHOICE[add-two];W[aa]", "Move 2 .*only be added"),
        ("freestyle", ";B[hh];PXCHOICE[take-black]", "Expected a cell from a1 to o15"),
        ("opening=swap2", ";B[hh];PXCHOICE[steal]", "Expected a cell from a1 to o15"),
    ],
)
def test_a_choice_out_of_place_ends_its_line(rules, moves, message):
    record = sgf.parse(f"(;GM[4]SZ[15]RU[{rules}]{moves})")

    assert lines(record) == ["h8" if moves.startswith(";B") else ""]
    assert len(record.warnings) == 1
    assert re.search(message, record.warnings[0])


def test_a_choice_in_hex_is_left_out():
    record = sgf.parse("(;GM[11]SZ[5];B[a1];PXCHOICE[take-black];W[b2])")

    assert names(record) == ["a1"]


def test_json_names_the_choices():
    text = json_record.format(record_of(f"{THREE} add-two a1 b2 take-black"))

    assert '"add-two"' in text
    assert '"take-black"' in text


def test_a_contest_record_has_the_stones_and_the_final_colours():
    record = record_of(f"{THREE} add-two a1 b2 take-black c3", rule="renju")

    text = ccgc.format(record)

    assert "[SIZE 15 rule=renju];" in text
    assert "[乙 B][甲 W]" not in text
    assert "[甲 B][乙 W]" in text
    reread = ccgc.parse(text)
    assert names(reread) == [*THREE.split(), "a1", "b2", "c3"]
    assert any("choices of the opening" in loss for loss in ccgc.losses(record))


def test_a_contest_record_keeps_a_game_without_a_choice():
    record = record_of(f"{THREE} a1 b2", rule="renju")

    text = ccgc.format(record)

    assert "[SIZE 15 rule=renju opening=swap2]" in text
    assert ccgc.parse(text) == record


def test_the_suggested_name_has_the_final_owner_of_black():
    name = ccgc.suggest_file_name(record_of(f"{THREE} take-black"))

    assert name.startswith("C5-乙 B vs 甲 W-")


def test_a_record_that_is_opened_knows_whose_turn_it_is():
    record = sgf.parse(
        "(;GM[4]SZ[15]RU[opening=swap2];B[hh];W[ig];B[gi];PXCHOICE[take-black];W[aa])"
    )

    final = final_position(record)

    assert final.seat_to_move is Player.SECOND
    assert final.to_move is Player.FIRST
