"""Places of the nodes of a tree: lines as columns, without crossing edges."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gui.panels.tree.tree_layout import lay_out


def children_of(parents):
    """Return the children of each node of a tree; node 0 is the root."""
    children = [[] for _ in range(len(parents) + 1)]
    for node, parent in enumerate(parents, start=1):
        children[parent].append(node)
    return children


@st.composite
def trees(draw):
    """Return the children of a random tree, from a chain to a star."""
    size = draw(st.integers(0, 60))
    reach = draw(st.integers(1, 60))
    parents = [draw(st.integers(max(0, n - reach), n)) for n in range(size)]
    return children_of(parents)


def places(layout):
    return list(zip(layout.columns, layout.rows, strict=True))


def test_a_game_without_variations_is_one_column():
    layout = lay_out([[1], [2], []])

    assert places(layout) == [(0, 0), (0, 1), (0, 2)]
    assert (layout.column_count, layout.row_count) == (1, 3)


def test_a_variation_begins_in_the_row_after_its_parent():
    #  0
    #  1 ┐
    #  2 4
    #  3 5
    layout = lay_out(children_of([0, 1, 2, 1, 4]))

    assert places(layout)[4:] == [(1, 2), (1, 3)]


def test_variations_whose_rows_are_apart_share_a_column():
    #  0 ┐
    #  1 5
    #  2 ┐
    #  3 6
    #  4
    layout = lay_out(children_of([0, 1, 2, 3, 0, 2]))

    assert places(layout)[5:] == [(1, 1), (1, 3)]


def test_a_variation_of_an_earlier_move_goes_around_those_of_later_ones():
    #  0 ──┐
    #  1 ┐ 6
    #  2 4 7
    #  3 5
    layout = lay_out(children_of([0, 1, 2, 1, 4, 0, 6]))

    assert places(layout)[4:] == [(1, 2), (1, 3), (2, 1), (2, 2)]


@given(trees())
def test_no_two_nodes_are_in_one_place(children):
    layout = lay_out(children)

    assert len(set(places(layout))) == len(children)
    assert all(column < layout.column_count for column in layout.columns)


@given(trees())
def test_children_are_below_their_parents_and_continuations_right_below(children):
    layout = lay_out(children)

    for parent, own in enumerate(children):
        columns = [layout.columns[child] for child in own]
        assert all(layout.rows[child] == layout.rows[parent] + 1 for child in own)
        assert columns == sorted(columns)
        assert columns[:1] == [layout.columns[parent]][: len(own)]


@given(trees())
def test_no_edge_crosses_a_node(children):
    layout = lay_out(children)
    taken = set(places(layout))

    for parent, own in enumerate(children):
        row, start = layout.rows[parent], layout.columns[parent]
        for child in own:
            way = range(start + 1, layout.columns[child])
            assert taken.isdisjoint((column, row) for column in way)


@given(trees(), st.integers(0, 20), st.integers(0, 20))
def test_an_area_has_its_nodes_and_those_whose_edges_run_into_it(children, left, top):
    layout = lay_out(children)
    columns, rows = range(left, left + 4), range(top, top + 5)

    found = list(layout.nodes_in(columns, rows))

    assert found == sorted(
        set(found), key=lambda n: (layout.rows[n], layout.columns[n])
    )
    assert set(found) == {
        node
        for node, (column, row) in enumerate(places(layout))
        if row in rows and column < columns.stop and layout.reaches[node] >= left
    }


@given(trees())
def test_each_node_is_found_at_its_place(children):
    layout = lay_out(children)

    found = [layout.node_at(column, row) for column, row in places(layout)]
    assert found == list(range(len(children)))


@pytest.mark.parametrize("place", [(1, 0), (0, 3), (-1, 0), (0, -1)])
def test_there_is_no_node_beside_the_tree(place):
    assert lay_out([[1], [2], []]).node_at(*place) is None


def test_a_long_game_with_many_variations_needs_few_columns():
    moves, branches = 300, 50
    parents = list(range(moves))
    for branch in range(branches):
        parents.append(branch * 6)
        parents += range(len(parents), len(parents) + 4)

    layout = lay_out(children_of(parents))

    assert layout.row_count == moves + 1
    assert layout.column_count == 2
