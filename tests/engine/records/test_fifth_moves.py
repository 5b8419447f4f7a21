"""Records of games opened by RIF, Yamaguchi or Taraguchi-10, and what a form drops."""

import pytest

from engine.core.types import Move, MoveAnalysis, Outcome, Player
from engine.games import GAMES
from engine.records import move_list
from engine.records.ccgc import codec as ccgc
from engine.records.json_format import codec as json_record
from engine.records.model.move_tree import RecordBuilder, RecordNode
from engine.records.model.positions import final_position
from engine.records.model.record import GameRecord, Headers
from engine.records.model.stones_only import stones_only
from engine.records.sgf import codec as sgf
from tests.engine.records.boards import names

GOMOKU = GAMES["gomoku"]
TAKEN = "h8 h9 i10 fifth-moves-2 take-black g10 offer-i8 offer-k8 k8 f11"
LEFT = "h8 h9 i10 fifth-moves-2 g10 offer-i8 offer-k8 k8 f11"


def record_of(moves, **options):
    """Return a record of moves written with blanks between them."""
    setup = GOMOKU.setup(options={"opening": "yamaguchi", "rule": "renju"} | options)
    builder, last = RecordBuilder(), 0
    for seconds, name in enumerate(moves.split()):
        move = GOMOKU.parse_cell(setup, name)
        last = builder.add(last, RecordNode(seconds=float(seconds)), move)
    nodes, _ = builder.build()
    headers = Headers(first_name="甲", second_name="乙")
    return GameRecord(setup=setup, nodes=nodes, headers=headers)


@pytest.mark.parametrize("moves", [TAKEN, LEFT, "h8 h9 i10 fifth-moves-10"])
@pytest.mark.parametrize("form", [sgf, json_record])
def test_a_record_comes_back_the_same(form, moves):
    record = record_of(moves)

    assert form.parse(form.format(record)) == record


@pytest.mark.parametrize("form", [sgf, json_record])
def test_a_line_is_kept_that_has_every_choice_and_fills_the_board(form):
    record = record_of(TAKEN)
    cells = record.setup.cell_count
    line = tuple(map(Move, (*range(cells), *range(cells + 13, cells + 27))))
    record = record.with_node(1, analysis=MoveAnalysis(value=0.0, pv=line))

    reread = form.parse(form.format(record))

    assert reread.nodes[1].analysis.pv == line
    assert reread.warnings == ()


SWAPPED = "h8 swap-colours h9 swap-colours i10 g10 fifth-moves-10 offer-a1 offer-b1"


@pytest.mark.parametrize("form", [sgf, json_record])
def test_swaps_of_colours_come_back(form):
    record = record_of(SWAPPED, opening="taraguchi")

    assert form.parse(form.format(record)) == record
    assert move_list.format(record.setup, record.main_moves()) == SWAPPED


def test_a_contest_record_has_the_colours_after_all_swaps():
    record = record_of("h8 swap-colours h9 i10 g10 k8 f11", opening="taraguchi")

    assert ccgc.format(record).startswith("{[C5][乙 B][甲 W]")


LONGEST = "h8 h9 i10 fifth-moves-10 " + " ".join(
    ["g10", *(f"offer-{column}{row}" for row, column in enumerate("abcdefghjk", 6))]
)


@pytest.mark.parametrize("moves", [TAKEN, LEFT, LONGEST])
def test_copied_moves_come_back(moves):
    record = record_of(moves)

    assert move_list.format(record.setup, record.main_moves()) == moves
    assert move_list.parse(moves, record_of("")).main_moves() == record.main_moves()


@pytest.mark.parametrize(
    ("moves", "black"), [(TAKEN, "乙"), (LEFT, "甲")], ids=["taken", "left"]
)
def test_a_contest_record_has_the_stones_and_the_final_colours(moves, black):
    record = record_of(moves)

    text = ccgc.format(record)

    assert text.startswith(f"{{[C5][{black} B]")
    reread = ccgc.parse(text)
    assert names(reread) == ["h8", "h9", "i10", "g10", "k8", "f11"]
    assert reread.setup == GOMOKU.setup(options={"rule": "renju"})
    assert reread.warnings == ()
    assert ccgc.suggest_file_name(record).startswith(f"C5-{black} B vs ")


def test_what_a_contest_record_drops_is_named_also_for_choices():
    record = record_of(TAKEN)
    setup, choice = record.setup, record.main_line()[3]
    plain = ccgc.losses(record)
    commented = record.with_node(choice, comment="why two")
    varied, _ = record.with_variation(3, GOMOKU.parse_cell(setup, "fifth-moves-5"))

    assert "choices of the opening are not kept" in plain[0]
    assert "Comments are not kept in this format." not in plain
    assert "Comments are not kept in this format." in ccgc.losses(commented)
    assert "Variations are not kept in this format." not in plain
    assert "Variations are not kept in this format." in ccgc.losses(varied)


def test_the_stones_keep_their_times_and_the_result():
    outcome = Outcome(Player.SECOND, "resignation")
    record = record_of(TAKEN)
    record = GameRecord(
        setup=record.setup, nodes=record.nodes, headers=record.headers, outcome=outcome
    )

    stones = stones_only(record)

    assert [node.seconds for node in stones.nodes[1:]] == [0, 1, 2, 5, 8, 9]
    assert stones.outcome == outcome
    final = final_position(stones)
    assert final.stones == final_position(record).stones
    assert stones_only(stones) is stones


def test_a_file_whose_offers_break_the_rules_says_why():
    text = sgf.format(record_of("h8 h9 i10 fifth-moves-2 g10 offer-i8"))

    damaged = sgf.parse(text.replace("offer-i8", "offer-h8"))

    assert names(damaged)[-1] == "g10"
    (warning,) = damaged.warnings
    assert "Black may not offer h8 as the fifth move" in warning
    assert "h8 is already occupied" in warning
