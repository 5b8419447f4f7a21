"""Records that go on from a node, and get the lines of another one."""

from engine.core.types import Move, Outcome, Player
from engine.games import GAMES
from engine.records.model.record import GameRecord

SETUP = GAMES["gomoku"].setup(height=6, width=9)


def played(record, node, *cells, seconds=5.0):
    for cell in cells:
        record, node = record.with_move(node, Move(cell), seconds=seconds)
    return record, node


def lines(record):
    """Return the moves of every line, the one really played first."""
    ends = [i for i, node in enumerate(record.nodes) if not node.children]
    return [record.moves_of(record.path_to(end)) for end in ends]


def test_a_record_can_go_on_from_the_middle():
    record, _ = played(GameRecord(setup=SETUP), 0, 1, 2, 3, 4)

    start = record.up_to(2)

    assert lines(start) == [[1, 2]]


def test_variations_on_the_way_stay_and_the_way_was_really_played():
    record, _ = played(GameRecord(setup=SETUP), 0, 1, 2, 3)
    record, _ = played(record, 1, 7, 8)
    other = record.child_by_move(1, Move(2))

    start = record.up_to(other)

    assert lines(start) == [[1, 2], [1, 7, 8]]


def test_a_game_that_goes_on_has_no_result_and_no_time_used():
    record, end = played(GameRecord(setup=SETUP), 0, 1, 2)
    record = record.with_node(1, comment="good")
    resigned = GameRecord(
        setup=SETUP,
        nodes=record.nodes,
        outcome=Outcome(Player.FIRST, "resignation"),
    )

    start = resigned.up_to(end)

    assert start.outcome is None
    assert [node.seconds for node in start.nodes] == [None, None, None]
    assert start.nodes[1].comment == "good"


def test_the_lines_of_another_record_become_variations():
    whole, _ = played(GameRecord(setup=SETUP), 0, 1, 2, 3, 4)
    game, node = played(whole.up_to(2), 2, 9, 10)

    merged, at = game.with_lines_of(whole, node)

    assert lines(merged) == [[1, 2, 9, 10], [1, 2, 3, 4]]
    assert merged.moves_of(merged.path_to(at)) == [1, 2, 9, 10]


def test_lines_that_are_there_already_are_not_doubled():
    whole, _ = played(GameRecord(setup=SETUP), 0, 1, 2, 3, 4)
    game, node = played(whole.up_to(2), 2, 3)

    merged, _ = game.with_lines_of(whole, node)

    assert lines(merged) == [[1, 2, 3, 4]]


def test_the_new_index_of_a_node_is_returned():
    whole, _ = played(GameRecord(setup=SETUP), 0, 1, 9)
    game, _ = played(GameRecord(setup=SETUP), 0, 7)
    game, _ = played(game, 0, 1, 2)
    seven = game.child_by_move(0, Move(7))

    merged, at = game.with_lines_of(whole, seven)

    assert lines(merged) == [[1, 2], [1, 9], [7]]
    assert at != seven
    assert merged.nodes[at].move == 7
