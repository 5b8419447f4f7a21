"""Which candidates are marked on the board, and the stones of their lines."""

import pytest

from engine.core.types import Candidate, Move, Player
from engine.games import GAMES
from gui.board.line_stones import LINE_MOVES, number_stones
from gui.text.labels import brief_count_text
from gui.window.overlays.candidate_overlay import mark_candidates
from tests.games import cell, position_of

HEX = GAMES["hex"]
POSITION = position_of(
    "hex",
    """
    . . . . . . .
    . . X . . O .
    . . . . . . .
    """,
    to_move=Player.SECOND,
)


def considered(**visits):
    """Return candidates by their visits, best first, each worth 0.1."""
    return tuple(
        Candidate(move=cell(POSITION, name), value=0.1, visits=count)
        for name, count in visits.items()
    )


def names(marks):
    return [POSITION.cell_name(mark.cell) for mark in marks]


def test_each_mark_shows_rate_visits_and_share():
    best, second = mark_candidates(POSITION, considered(a1=2000, b3=500))

    assert (best.rate, best.visits, best.weight) == ("55", "2.0k", 1.0)
    assert (second.rate, second.visits, second.weight) == ("55", "500", 0.25)
    assert (best.is_best, second.is_best) == (True, False)


def test_what_was_hardly_visited_is_left_out_but_for_the_best_five():
    seen = considered(a1=1000, b3=20, c3=19, d3=3, e3=2, f3=1, g3=20)

    marks = mark_candidates(POSITION, seen)

    assert names(marks) == ["a1", "b3", "c3", "d3", "e3", "g3"]


def test_the_best_is_marked_though_another_has_far_more_visits():
    marks = mark_candidates(POSITION, considered(a1=1, b3=1000))

    assert names(marks) == ["a1", "b3"]
    assert marks[0].is_best


def test_a_search_without_visits_marks_all_alike():
    marks = mark_candidates(POSITION, considered(a1=0, b3=0))

    assert [(mark.visits, mark.weight) for mark in marks] == [("", 1.0), ("", 1.0)]


def test_a_bound_is_marked_as_one():
    move = cell(POSITION, "a1")
    bound = Candidate(move=move, value=-0.2, is_bound=True)

    assert [mark.rate for mark in mark_candidates(POSITION, [bound])] == ["≤40"]


def test_only_empty_cells_are_marked():
    position = HEX.new_position(HEX.setup(height=3, width=3, options={"swap": "on"}))
    position = position.play(cell(position, "b2"))
    moves = (*position.special_moves(), cell(position, "b2"), cell(position, "a1"))

    marks = mark_candidates(position, [Candidate(move=m, value=0.0) for m in moves])

    assert [mark.cell for mark in marks] == [cell(position, "a1")]
    assert not marks[0].is_best


def test_nothing_is_marked_without_candidates():
    assert mark_candidates(POSITION, ()) == ()


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (0, "0"),
        (999, "999"),
        (1000, "1.0k"),
        (9940, "9.9k"),
        (9999, "10k"),
        (34_900, "35k"),
        (999_400, "999k"),
        (999_600, "1.0M"),
        (31_000_000, "31M"),
    ],
)
def test_visits_take_four_letters_at_most(count, text):
    assert brief_count_text(count) == text
    assert len(text) <= 4


# Lines


def stones(position, line):
    return [
        (position.cell_name(stone.cell), stone.player, stone.number)
        for stone in number_stones(position, line)
    ]


def test_a_line_begins_with_the_side_to_move_and_alternates():
    line = [cell(POSITION, name) for name in ("a1", "b1", "c1")]

    assert stones(POSITION, line) == [
        ("a1", Player.SECOND, 1),
        ("b1", Player.FIRST, 2),
        ("c1", Player.SECOND, 3),
    ]


def test_a_long_line_is_cut():
    line = [Move(move) for move in POSITION.legal_moves()]

    assert len(line) > LINE_MOVES
    assert len(number_stones(POSITION, line)) == LINE_MOVES


def test_a_line_ends_before_what_the_rules_forbid():
    line = [cell(POSITION, name) for name in ("a1", "c2", "b1")]

    assert stones(POSITION, line) == [("a1", Player.SECOND, 1)]


def test_a_line_ends_where_the_game_does():
    position = position_of("hex", "X . .\nX . .\n. . .", to_move=Player.FIRST)
    line = [cell(position, name) for name in ("a3", "b1")]

    assert stones(position, line) == [("a3", Player.FIRST, 1)]


def test_a_choice_of_colours_leaves_no_stone_and_no_turn():
    gomoku = GAMES["gomoku"]
    setup = gomoku.setup(height=9, width=11, options={"opening": "swap2"})
    position = gomoku.new_position(setup)
    for name in ("e5", "f5", "e6"):
        position = position.play(cell(position, name))
    take_black = next(
        move
        for move in position.special_moves()
        if position.cell_name(move) == "take-black"
    )

    line = (take_black, cell(position, "d4"))

    assert stones(position, line) == [("d4", Player.SECOND, 2)]


def test_a_swap_ends_a_line_as_it_moves_a_stone():
    setup = HEX.setup(height=4, width=4, options={"swap": "on"})
    position = HEX.new_position(setup)
    first = cell(position, "b2")
    swap = position.play(first).special_moves()[0]

    line = (first, swap, cell(position, "c3"))

    assert stones(position, line) == [("b2", Player.FIRST, 1)]
