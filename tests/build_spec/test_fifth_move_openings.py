"""The measurement of the 26 openings covers the tables of the program."""

import pytest

from build_spec.fifth_move_openings import list_openings, measure
from engine.games.gomoku.rules.openings.fifth_moves_values import (
    FREE_VALUES,
    RENJU_VALUES,
)
from engine.search.api import Limits, SearchResult


@pytest.mark.parametrize(
    ("rule", "table"), [("renju", RENJU_VALUES), ("freestyle", FREE_VALUES)]
)
def test_the_openings_are_those_of_the_table_in_its_order(rule, table):
    found = [(second, third) for second, third, _ in list_openings(rule)]

    assert found == [(one.second, one.third) for one in table]


def test_with_n_offers_the_least_of_the_first_n_is_the_value_for_black():
    values = iter([0.9, 0.5, 0.2, 0.3, 0.1, *[0.0] * 6])  # White's fourth stone first

    class Scripted:
        def search(self, position, limits):
            cells = sorted(limits.root_moves or position.legal_moves())
            return SearchResult(move=cells[0], value=next(values))

    position = next(list_openings("renju"))[2]

    found = measure(position, Scripted(), Limits(nodes=1, seconds=1.0))

    assert found == [0.5, 0.2, 0.2, 0.1, *[0.0] * 6]
