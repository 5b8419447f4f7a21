"""Sizes of tables and trees in bytes, against the arrays themselves."""

import pytest

from engine.games import GAMES
from engine.search.puct.puct_settings import PuctSettings
from engine.search.table_sizes import TREES, count_bytes
from engine.search.uct.uct_settings import UctSettings

SETUP = GAMES["hex"].setup(height=5, width=7)


def bytes_of(tree):
    return sum(array.nbytes for array in tree if hasattr(array, "nbytes"))


@pytest.mark.parametrize(
    "sizes",
    [
        {"pool_edges": 1 << 16, "pool_nodes": 1 << 8, "pool_policies": 1 << 8},
        {"pool_edges": 1 << 12, "pool_nodes": 1 << 14, "pool_policies": 1 << 8},
        {"pool_edges": 1 << 12, "pool_nodes": 1 << 8, "pool_policies": 1 << 14},
    ],
)
def test_a_tree_of_a_network_search_takes_what_is_counted(sizes):
    tree = PuctSettings(**sizes).new_tree(GAMES["hex"].new_position(SETUP))

    counted = count_bytes("network-search", sizes, SETUP)

    # Rows have room for special moves, which this setup has not.
    assert counted / 1.06 < TREES * bytes_of(tree) < counted * 1.01


@pytest.mark.parametrize("rave_equivalence", [0, 300])
def test_a_tree_of_uct_takes_what_is_counted(rave_equivalence):
    sizes = {"pool_entries": 1 << 16, "rave_equivalence": rave_equivalence}

    counted = count_bytes("tree-search", sizes, SETUP)

    tree = UctSettings(**sizes).new_tree()
    assert TREES * bytes_of(tree) == pytest.approx(counted, rel=0.01)
