"""Records that grow move by move, against a builder that puts all nodes in order."""

import pickle
from dataclasses import replace
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.types import Move
from engine.games import GAMES
from engine.records import files
from engine.records.model.move_tree import RecordBuilder, RecordNode
from engine.records.model.record import GameRecord
from tests.engine.records.strategies import whole_records

EMPTY = GameRecord(setup=GAMES["gomoku"].setup(height=6, width=9))


def slow_with_move(record, at, move, seconds):
    """Add the move by a builder, which puts all nodes in pre-order."""
    builder = RecordBuilder(record.nodes)
    child = builder.child_by_move(at, move)
    if child is None:
        child = builder.add(at, RecordNode(move=move, seconds=seconds))
    elif seconds is not None:
        builder.change(child, seconds=seconds)
    builder.promote(child)
    nodes, places = builder.build()
    return replace(record, nodes=nodes), places[child]


def slow_with_variation(record, at, move):
    builder = RecordBuilder(record.nodes)
    child = builder.child_by_move(at, move)
    if child is None:
        child = builder.add(at, RecordNode(move=move))
    nodes, places = builder.build()
    return replace(record, nodes=nodes), places[child]


def moves_to(record, index):
    return record.moves_of(record.path_to(index))


def node_after(record, moves):
    index = 0
    for move in moves:
        index = record.child_by_move(index, move)
    return index


@st.composite
def growing_records(draw):
    """Return pairs of a grown record and its slow twin, with the node of the move."""
    fast = slow = draw(whole_records())
    pairs = []
    for _ in range(draw(st.integers(1, 8))):
        at = draw(st.integers(0, len(fast.nodes) - 1))
        twin = node_after(slow, moves_to(fast, at))
        moves = [fast.nodes[child].move for child in fast.nodes[at].children]
        cells = st.integers(0, fast.setup.cell_count - 1)
        move = Move(draw(st.sampled_from(moves) | cells if moves else cells))
        if draw(st.booleans()):
            fast, index = fast.with_variation(at, move)
            slow, other = slow_with_variation(slow, twin, move)
        else:
            seconds = draw(st.none() | st.just(1.5))
            fast, index = fast.with_move(at, move, seconds=seconds)
            slow, other = slow_with_move(slow, twin, move, seconds)
        pairs.append((fast, index, slow, other))
    return pairs


@given(growing_records())
@settings(max_examples=20)
def test_a_growing_record_equals_one_built_anew(pairs):
    for fast, index, slow, other in pairs:
        assert fast == slow
        assert hash(fast) == hash(slow)
        assert fast.in_pre_order().nodes == slow.nodes
        assert moves_to(fast, index) == moves_to(slow, other)
        assert fast.main_moves() == slow.main_moves()


@given(growing_records())
@settings(max_examples=20)
def test_indices_stay_and_parents_come_first(pairs):
    records = [fast for fast, _, _, _ in pairs]

    for record in records:
        for index, node in enumerate(record.nodes):
            assert (node.parent is None) is (index == 0)
            assert node.parent is None or node.parent < index
            assert index == 0 or index in record.nodes[node.parent].children
    for before, after in pairwise(records):
        for index in range(len(before.nodes)):
            assert moves_to(before, index) == moves_to(after, index)


@given(st.data())
@settings(max_examples=20)
def test_another_main_line_keeps_the_indices(data):
    record = data.draw(growing_records())[-1][0]
    index = data.draw(st.integers(0, len(record.nodes) - 1))
    builder = RecordBuilder(record.nodes)
    builder.promote(index)

    promoted = record.with_main_line(index)

    assert promoted == replace(record, nodes=builder.build()[0])
    assert promoted.is_main(index)
    assert moves_to(promoted, index) == moves_to(record, index)


def test_files_do_not_depend_on_the_order_of_moves():
    record, first = EMPTY.with_move(0, Move(1))
    record, _ = record.with_move(first, Move(2), seconds=3.0)
    record, _ = record.with_move(0, Move(9))
    record, _ = record.with_variation(first, Move(11))
    record = record.with_node(first, comment="good")

    for name in ("json", "sgf"):
        form = files.get_format(name)
        assert form.format(record) == form.format(record.in_pre_order())
        assert form.parse(form.format(record)) == record


def test_a_copy_in_another_process_is_equal():
    record, _ = EMPTY.with_move(0, Move(1))
    record, _ = record.with_move(0, Move(9))

    assert pickle.loads(pickle.dumps(record)) == record


def test_the_order_of_variations_counts():
    one, _ = EMPTY.with_move(0, Move(1))
    one, _ = one.with_variation(0, Move(2))
    two, _ = EMPTY.with_move(0, Move(2))
    two, _ = two.with_variation(0, Move(1))

    assert one != two
    assert one == two.with_main_line(two.child_by_move(0, Move(1)))


def test_records_of_other_games_and_other_values_are_not_equal():
    other = GameRecord(setup=GAMES["hex"].setup(height=6, width=9))

    assert other != EMPTY
    assert EMPTY != "a record"


def test_lines_of_a_grown_record_are_added_in_their_order():
    whole, _ = EMPTY.with_move(0, Move(1))
    whole, _ = whole.with_move(0, Move(2))
    game, node = EMPTY.with_move(0, Move(3))

    merged, at = game.with_lines_of(whole, node)

    starts = [merged.nodes[child].move for child in merged.nodes[0].children]
    assert starts == [3, 2, 1]
    assert merged.nodes[at].move == 3
