"""Long searches of an opening's choices, which come in rounds."""

import pytest

from engine.search.api import Limits, StopFlag
from tests.engine.search.wrappers.offers import (
    FOUR,
    THREE,
    ByValue,
    after,
    growing,
    searched,
)

CHOOSING = f"{FOUR} offer-o1 offer-b2 offer-c3"


def test_a_long_choice_has_values_of_all_offers_soon():
    inner, reports = ByValue(growing), []

    result = searched(
        after(CHOOSING), inner, Limits(seconds=60), on_progress=reports.append
    )

    seconds = [limits.seconds for _, limits in inner.calls]
    assert seconds == [0.5] * 3 + [2.0] * 3 + [17.5] * 3
    assert [len(report.candidates) for report in reports[:4]] == [1, 2, 3, 3]
    assert result.nodes == len(inner.calls)


def test_a_long_search_before_offers_has_a_value_soon():
    inner, reports = ByValue(growing), []
    position = after(f"{THREE} fifth-moves-3")

    result = searched(position, inner, Limits(seconds=12), on_progress=reports.append)

    seconds = [limits.seconds for _, limits in inner.calls]
    assert seconds == [0.5] * 4 + [2.5] * 4
    assert [report.nodes for report in reports] == [1, 2, 3, 4, 8]
    assert result.nodes == len(inner.calls)


def test_a_limit_of_nodes_is_searched_at_once():
    inner = ByValue(growing)

    searched(after(CHOOSING), inner, Limits(nodes=90, seconds=600))

    assert [limits.nodes for _, limits in inner.calls] == [30] * 3


@pytest.mark.parametrize("moves", [CHOOSING, f"{THREE} fifth-moves-2"])
def test_a_search_that_is_cut_short_leaves_the_values_of_the_one_before(moves):
    position, stop = after(moves), StopFlag()

    class Interrupted(ByValue):
        def search(self, position, limits, **more):
            if limits.seconds > 0.5:
                stop.set()
            self.value = lambda _: 0.9 if stop else 0.2
            return super().search(position, limits, **more)

    inner = Interrupted(None)
    result = searched(position, inner, Limits(seconds=60), stop=stop)

    assert abs(result.value) == 0.2
    assert result.nodes == len(inner.calls)
