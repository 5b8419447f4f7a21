"""The suites beside the checkout, where they are there: counts and a known network."""

from pathlib import Path

import pytest

from engine.nn.shipped import find_network, get_evaluator
from engine.suites.networks import measure_network
from engine.suites.problems import LostProblem, MoveProblem, OpinionProblem
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
        ("gomoku/judged15", {OpinionProblem: 115}),
        ("hex/solved", {MoveProblem: 79}),
        ("hex/lost", {LostProblem: 20}),
        ("hex/exact11", {MoveProblem: 20, LostProblem: 35}),
        ("hex/judged11", {OpinionProblem: 135}),
    ],
)
def test_every_layout_is_read(name, kinds):
    problems = read_suite(SUITES / f"{name}.jsonl")

    assert {kind: sum(type(p) is kind for p in problems) for kind in kinds} == kinds
    assert len(problems) == sum(kinds.values())


def test_all_lost_positions_of_the_exact_suite_are_asked():
    problems = read_suite(SUITES / "hex" / "exact11.jsonl")

    assert all(problem.asks_engine for problem in problems)


@pytest.mark.slow
def test_the_measures_of_the_shipped_network_are_those_of_its_card():
    torch = pytest.importorskip("torch")
    torch.set_num_threads(1)
    problems = read_suite(SUITES / "hex" / "judged11.jsonl")

    found = measure_network(problems, get_evaluator(find_network("hex-6")))

    assert found.log_loss == pytest.approx(0.508, abs=0.01)
    assert found.sign == pytest.approx(0.775, abs=0.02)
    assert found.result_correlation == pytest.approx(0.58, abs=0.02)
    assert found.correlation == pytest.approx(0.78, abs=0.02)
