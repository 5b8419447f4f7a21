"""What a record keeps of a search, and which of two analyses."""

import pytest

from engine.core.types import Candidate, Move, MoveAnalysis
from engine.search.api import SearchResult
from engine.search.kept_analysis import (
    ENOUGH_NODES,
    KEPT_CANDIDATES,
    kept_analysis,
    replaces,
)


def candidate(move, visits=1, prior=None):
    return Candidate(
        move=Move(move), value=0.0, visits=visits, pv=(Move(move),), prior=prior
    )


def analysis(nodes, prior=None):
    return MoveAnalysis(value=0.0, nodes=nodes, candidates=(candidate(0, prior=prior),))


def test_a_record_keeps_the_first_candidates_alone():
    moves = range(KEPT_CANDIDATES + 3)
    result = SearchResult(
        move=Move(0), value=0.0, candidates=tuple(map(candidate, moves))
    )

    kept = kept_analysis(result)

    assert [one.move for one in kept.candidates] == list(range(KEPT_CANDIDATES))


def test_simulations_found_in_a_continued_tree_count():
    result = SearchResult(
        move=Move(0), value=0.0, nodes=10, candidates=(candidate(0, 70), candidate(1))
    )

    assert kept_analysis(result).nodes == 71


@pytest.mark.parametrize(
    ("new", "old", "expected"),
    [
        (analysis(5), None, True),
        (analysis(5), analysis(5), True),
        (analysis(4), analysis(5), False),
        (analysis(ENOUGH_NODES, prior=0.5), analysis(99_999), True),
        (analysis(ENOUGH_NODES - 1, prior=0.5), analysis(99_999), False),
        (analysis(ENOUGH_NODES, prior=0.5), analysis(99_999, prior=0.5), False),
    ],
)
def test_more_nodes_or_a_network_replace_an_analysis(new, old, expected):
    assert replaces(new, old) is expected
