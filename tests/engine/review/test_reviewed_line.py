"""Lines of records: their positions, and whether they are still there."""

import pytest

from engine.core.types import Candidate, Move
from engine.review.reviewed_line import ReviewedLine, needs_search
from engine.search.api import SearchResult
from tests.engine.review.reviewed_games import game_of
from tests.engine.search.wrappers.offers import searched


def short_game():
    return game_of("gomoku", "a1 b1 a2", height=5, width=7)


def test_a_line_goes_on_to_the_end_of_its_branch():
    record, node = short_game().with_variation(1, Move(20))
    record, end = record.with_variation(node, Move(21))

    line = ReviewedLine.through(record, node)

    assert line.nodes == (0, 1, node, end)
    assert line.positions[-1].history == line.moves
    assert line.moves[1:] == (20, 21)
    assert record.find_node(line.moves) == end
    assert record.find_node([*line.moves, Move(22)]) is None


def test_notes_and_other_lines_leave_a_line_as_it_is():
    record = short_game()
    line = ReviewedLine.through(record)

    assert line.is_through(record.with_node(1, comment="why?"))
    assert line.is_through(record.with_variation(1, Move(20))[0], 2)


def test_a_longer_shorter_or_other_line_is_another_one():
    record = short_game()
    line = ReviewedLine.through(record)

    assert not line.is_through(record.with_move(3, Move(20))[0])
    assert not line.is_through(record.without(3)[0])
    assert not line.is_through(game_of("gomoku", "a1 b1 a3", height=5, width=7))
    assert not line.is_through(game_of("gomoku", "a1 b1 a2", height=7, width=5))


def test_a_variation_that_became_the_main_line_is_another_one():
    record, node = short_game().with_variation(1, Move(20))
    line = ReviewedLine.through(record)

    assert line.is_through(record)
    assert not line.is_through(record.with_main_line(node))


OPENINGS = {
    "swap2": ("h8 h9 i10 take-black c3 a1", [0, 1, 2]),
    "swap2 with two more stones": ("h8 h9 i10 add-two a1 a2 c3", [0, 1, 2, 4, 5]),
    "rif": ("h8 h9 i10 g10 offer-i8 offer-k8 k8 a1", [0, 1, 2]),
    "yamaguchi": ("h8 h9 i10 fifth-moves-1 g10 offer-i8 i8", [0, 1, 2, 3]),
    "taraguchi": ("h8 h9 i10 k10", [0]),
}
"""Moves of each opening, and the numbers of those that engines make unsearched."""


class FirstMove:
    """Searcher that prefers the first move and sees an even game."""

    def prepare(self, position):
        pass

    def search(self, position, limits, **_more):
        move = min(limits.root_moves or position.legal_moves())
        best = Candidate(move=move, value=0.0, pv=(move,))
        return SearchResult.of_candidates((best,), nodes=1, seconds=0.0, depth=1)


@pytest.mark.parametrize("name", OPENINGS)
def test_a_review_searches_where_the_engines_of_an_opening_do(name):
    moves, fixed = OPENINGS[name]
    opening = name.partition(" ")[0]
    line = ReviewedLine.through(
        game_of("gomoku", moves, height=15, width=15, opening=opening)
    )

    needed = [number for number, at in enumerate(line.positions) if needs_search(at)]

    assert sorted(needed + fixed) == list(range(len(line.positions)))
    assert needed == [node for node, _ in line.searches()]
    for seed in range(5):
        assert needed == [
            number
            for number, at in enumerate(line.positions)
            if searched(at, FirstMove(), seed=seed).has_value
        ]


def test_a_finished_position_needs_no_search():
    game = game_of("gomoku", "a1 b1 a2 b2 a3 b3 a4 b4 a5", height=5, width=7)

    assert [node for node, _ in ReviewedLine.through(game).searches()] == list(range(9))


@pytest.mark.parametrize(
    ("opening", "moves"), [("none", ""), ("swap2", ""), ("swap2", "h8 h9")]
)
def test_a_line_with_nothing_to_review_has_no_searches(opening, moves):
    game = game_of("gomoku", moves, height=15, width=15, opening=opening)

    assert ReviewedLine.through(game).searches() == []
