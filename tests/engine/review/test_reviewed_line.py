"""Lines of records: their positions, and whether they are still there."""

from engine.core.types import Move
from engine.review.reviewed_line import ReviewedLine
from tests.engine.review.reviewed_games import game_of


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
