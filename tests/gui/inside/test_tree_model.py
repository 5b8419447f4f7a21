"""The item model of a search tree."""

import pytest
from PyQt5.QtCore import QModelIndex, Qt

from engine.core.types import Player
from gui.inside.inside_view import SearchTreeView
from gui.inside.tree_model import SORT_ROLE, TreeModel

VISITS = 1
"""Column of the visits."""


class Counting:
    """A tree that counts the nodes whose children are read."""

    def __init__(self, tree):
        self._tree = tree
        self.position, self.root, self.opened = tree.position, tree.root, []

    def children(self, node):
        self.opened.append(node.entry)
        return self._tree.children(node)


@pytest.fixture
def tree(stepper):
    stepper.skip(200)
    return Counting(stepper.tree.copied())


@pytest.fixture
def model(qapp, tree):
    model = TreeModel()
    model.show_tree(tree)
    return model


def place(model, key):
    return [column.key for column in model.columns].index(key)


def cell(model, index, key):
    return model.data(index.siblingAtColumn(place(model, key)))


def test_children_are_read_when_a_node_is_opened(model, tree):
    root = model.index(0, 0)
    assert set(tree.opened) == {tree.root.entry}  # for the columns
    assert model.hasChildren(root)
    assert model.rowCount(root) == 0
    tree.opened.clear()

    assert model.canFetchMore(root)
    model.fetchMore(root)

    assert tree.opened == [tree.root.entry]
    assert model.rowCount(root) == tree.root.child_count == 16
    assert not model.canFetchMore(root)


def test_rows_show_visits_sums_and_the_win_rate_of_the_first_colour(model, tree):
    root = model.index(0, 0)
    model.fetchMore(root)
    child = model.index(0, 0, root)
    node = model.item(child).node

    assert cell(model, root, "visits") == "200"
    assert cell(model, child, "mean") == f"{node.mean:.3f}".replace("-", "−")  # noqa: RUF001
    assert cell(model, child, "rate") == f"{50 + 50 * node.mean:.1f} %"
    header = model.headerData(place(model, "rate"), Qt.Horizontal)
    assert header.strip() == "Red wins"


def test_values_of_the_second_colour_are_turned(model, tree):
    root = model.index(0, 0)
    model.fetchMore(root)
    child = model.index(0, 0, root)
    model.fetchMore(child)
    item = model.item(model.index(0, 0, child))

    assert item.before.to_move is Player.SECOND
    assert item.named_value == -item.node.mean


def test_a_line_leads_to_its_node(model, tree):
    first = tree.children(tree.root)[3]

    index = model.index_of((first.move,))

    assert model.item(index).line == (first.move,)
    assert model.parent(index) == model.index(0, 0)
    assert not model.index_of(()).parent().isValid()


def test_columns_without_numbers_are_left_out(model):
    keys = {column.key for column in model.columns}

    assert {"prior", "rave"}.isdisjoint(keys)
    assert {"visits", "bonus", "score"} <= keys


def test_an_empty_model_has_no_rows(qapp):
    model = TreeModel()

    assert model.rowCount() == 0
    assert not model.hasChildren(QModelIndex())
    assert not model.index_of(()).isValid()


def test_the_view_sorts_by_number_and_keeps_what_is_open(qapp, tree, stepper):
    view = SearchTreeView()
    view.show_tree(tree)
    best = max(tree.children(tree.root), key=lambda node: node.visits)
    view.choose((best.move,))
    view.expand(view.currentIndex())

    top = view.model().index(0, 0, view.model().index(0, 0))
    assert view.item(top).node.visits == best.visits
    keys = [
        view.model().index(row, VISITS, top.parent()).data(SORT_ROLE)
        for row in range(16)
    ]
    assert keys == sorted(keys, reverse=True)

    stepper.skip(50)
    view.show_tree(stepper.tree.copied())

    assert view.item(view.currentIndex()).line == (best.move,)
    assert view.isExpanded(view.currentIndex())


def test_iterations_of_alpha_beta_are_the_top_rows(qapp, recorded):
    model = TreeModel()
    model.show_tree(recorded)
    depths = [cell(model, model.index(row, 0), "depth") for row in range(3)]
    assert depths == ["1", "2", "3"]
    assert cell(model, model.index(2, 0), "move") == "Depth 3"

    best = max(recorded.children(recorded.iterations[2]), key=lambda node: -node.value)
    index = model.index_of((best.move,))

    assert model.item(model.parent(index)).node == recorded.iterations[-1]
    assert cell(model, model.index(1, 0), "closing") == "all moves"


def test_values_of_alpha_beta_carry_their_bounds(qapp, recorded):
    model = TreeModel()
    model.show_tree(recorded)
    found = set()
    for row in range(model.rowCount()):
        top = model.index(row, 0)
        model.fetchMore(top)
        for child in range(model.rowCount(top)):
            found.add(cell(model, model.index(child, 0, top), "value")[:1])

    assert {"≤", "≥"} & found


def test_a_finished_iteration_is_chosen_first(qapp, recorded):
    view = SearchTreeView()
    view.show_tree(recorded)

    view.choose_result()

    chosen = view.item(view.currentIndex()).node
    assert chosen.value is not None
    assert chosen.move is None
