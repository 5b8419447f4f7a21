"""Suites with reference verdicts, solved by engines and by bare networks."""

import json
import math

import numpy as np
import pytest

from engine.commands import solve
from engine.nn.common.net_info import read_info
from engine.nn.named_networks import list_shipped_networks
from tests.engine.commands.suite_problems import (
    EXACT_LOST,
    EXACT_WON,
    GOMOKU_JUDGED,
    HEX_JUDGED,
    TACTICS,
)
from tests.networks import HEX_NETWORK


def test_exact_positions_are_counted_apart_and_so_are_proofs(run_suite, scripted):
    suite = [EXACT_WON, EXACT_WON, EXACT_WON, EXACT_LOST, EXACT_LOST]
    answers = [("e1", 1.0), ("c2", -1.0), ("c2", 0.99), -1.0, -0.99]

    _, out, _ = run_suite(suite, *scripted(*answers), "--json")

    report = json.loads(out)
    assert report["by"]["suite"] == {
        "exact lost": {"solved": 2, "total": 2},
        "exact won": {"solved": 2, "total": 2},
    }
    assert report["proven"] == {
        "won": {"right": 1, "wrong": 1, "total": 3},
        "lost": {"right": 1, "wrong": 0, "total": 2},
    }
    assert report["judged"]["sign"] == pytest.approx(4 / 5)


def test_judged_positions_are_compared_with_value_move_and_result(run_suite, scripted):
    suite = [HEX_JUDGED, GOMOKU_JUDGED, GOMOKU_JUDGED | {"value": 0.2}]
    answers = [("c2", 0.4), ("a1", 0.4), ("a1", -0.6)]

    _, out, _ = run_suite(suite, *scripted(*answers), "--json")

    judged = json.loads(out)["judged"]
    losses = [
        -math.log(0.3),
        -0.6 * math.log(0.7) - 0.4 * math.log(0.3),
        -0.2 * math.log(0.2) - 0.8 * math.log(0.8),
    ]
    assert judged["positions"] == 3
    assert judged["log_loss"] == pytest.approx(sum(losses) / 3)
    assert judged["sign"] == pytest.approx(2 / 3)
    assert judged["agreement"] == pytest.approx(1 / 3)
    assert judged["correlation"] == pytest.approx(0.9819805)


def test_people_read_the_comparison_with_the_references(run_suite, scripted):
    status, out, _ = run_suite([HEX_JUDGED], *scripted(("c2", 0.4)))

    assert status == 0
    assert out.splitlines() == [
        "reference verdicts compared: 1",
        "  log loss                    1.204",
        "  sign right                   0.0%",
        "  reference move             100.0%",
    ]


@pytest.fixture
def network(monkeypatch):
    """Replace every network by one that takes the last cell and expects to win."""

    class Stub:
        info = read_info(list_shipped_networks()[HEX_NETWORK])

        def evaluate(self, batch):
            policy = batch.legal * np.linspace(0, 1, batch.legal.shape[1])
            return policy.astype(np.float32), np.full(len(batch), 0.5, np.float32)

    monkeypatch.setattr(solve, "get_evaluator", lambda _path: Stub())


def test_a_bare_network_answers_in_place_of_an_engine(run_suite, network):
    lines = [EXACT_LOST, HEX_JUDGED | {"best": "a1"}]

    status, out, _ = run_suite(lines, "--net", HEX_NETWORK, "--json")

    report = json.loads(out)
    assert status == 0
    assert (report["engine"], report["net"]) == (None, HEX_NETWORK)
    assert report["limits"] == {}
    assert report["misses"] == [{"id": "e2", "value": 0.5}]
    assert report["judged"]["log_loss"] == pytest.approx(-math.log(0.25))
    assert report["judged"]["agreement"] == 1


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (("--net", "no-such-net"), HEX_NETWORK),
        (("--net", HEX_NETWORK), "network for gomoku"),
        (("--net", HEX_NETWORK, "--engine", "uct", "--nodes", "5"), "--net alone"),
        (("--net", HEX_NETWORK, "--nodes", "5"), "--net alone"),
    ],
)
def test_a_network_that_cannot_answer_is_bad_usage(run_suite, network, more, words):
    status, out, err = run_suite([TACTICS], *more)

    assert status == 2
    assert out == ""
    assert words in err
    assert len(err.strip().splitlines()) == 1
