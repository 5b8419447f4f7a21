"""Log loss, correlation, sign and agreement, worked out by hand."""

import math

import pytest

from engine.search.api import SearchResult
from engine.suites.measures import measure
from engine.suites.problems import Reference


def pair(value, *, result=1.0, evaluation=0.5, moves=(3,), unrated=(), move=3):
    reference = Reference(
        result=result,
        value=evaluation,
        moves=frozenset(moves),
        unrated=frozenset(unrated),
    )
    return reference, SearchResult(move=move, value=value)


def test_log_loss_is_the_mean_cross_entropy_with_the_results():
    found = measure([pair(0.6, result=1.0), pair(0.0, result=0.25)])

    expected = (-math.log(0.8) - math.log(0.5)) / 2
    assert found.log_loss == pytest.approx(expected)


@pytest.mark.parametrize("value", [-1.0, -0.99])
def test_chances_are_clipped_so_that_a_wrong_proof_costs_a_finite_loss(value):
    assert measure([pair(value)]).log_loss == pytest.approx(-math.log(0.01))


def test_the_sign_is_right_where_value_and_result_favour_the_same_side():
    pairs = [
        pair(0.2, result=1.0),
        pair(-0.2, result=0.3),
        pair(0.2, result=0.0),
        pair(0.0, result=1.0),
        pair(0.9, result=0.5),
    ]

    assert measure(pairs).sign == pytest.approx(2 / 4)


def test_correlations_are_those_with_the_evaluation_and_with_the_result():
    pairs = [
        pair(-0.5, evaluation=0.1, result=1.0),
        pair(0.0, evaluation=0.2, result=0.0),
        pair(0.5, evaluation=0.6, result=0.0),
    ]

    found = measure(pairs)

    assert found.correlation == pytest.approx(0.125 / math.sqrt(0.125 * 0.14))
    assert found.result_correlation == pytest.approx(-0.25 / math.sqrt(0.125 * 2 / 3))


def test_agreement_leaves_out_positions_and_moves_without_a_verdict():
    pairs = [
        pair(0.0, moves=(3, 4), move=4),
        pair(0.0, moves=(3,), move=5),
        pair(0.0, moves=(3,), unrated=(6,), move=6),
        pair(0.0, moves=(), move=3),
    ]

    assert measure(pairs).agreement == pytest.approx(1 / 2)


def test_what_cannot_be_compared_has_no_measure():
    found = measure([pair(0.3, result=0.5, moves=())])

    assert found.positions == 1
    assert found.correlation is None
    assert found.sign is None
    assert found.agreement is None
