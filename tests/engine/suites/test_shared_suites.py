"""The suites beside the checkout, where they are there."""

from pathlib import Path

import pytest

from engine.suites.problems import EvaluationProblem, LostProblem, MoveProblem
from engine.suites.reader import read_suite

SUITES = Path(__file__).parents[4] / "shared" / "data"

pytestmark = pytest.mark.skipif(
    not SUITES.is_dir(), reason=f"the suites are not there: {SUITES}"
)


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("gomoku/tactics_freestyle15", {MoveProblem: 82}),
        ("gomoku/defence_freestyle15", {MoveProblem: 30}),
        ("gomoku/vct15", {MoveProblem: 79}),
        ("gomoku/holds15", {MoveProblem: 38}),
        ("gomoku/judged15", {EvaluationProblem: 115}),
        ("hex/solved", {MoveProblem: 79}),
        ("hex/lost", {LostProblem: 20}),
        ("hex/exact11", {MoveProblem: 20, LostProblem: 35}),
        ("hex/judged11", {EvaluationProblem: 135}),
    ],
)
def test_every_layout_is_read(name, kinds):
    problems = read_suite(SUITES / f"{name}.jsonl")

    assert {kind: sum(type(p) is kind for p in problems) for kind in kinds} == kinds
    assert len(problems) == sum(kinds.values())


def test_all_lost_positions_of_the_exact_suite_are_asked():
    problems = read_suite(SUITES / "hex" / "exact11.jsonl")

    assert all(problem.asks_engine for problem in problems)
