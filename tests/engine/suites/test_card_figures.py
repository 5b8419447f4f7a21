"""The figures on the card of Hex's network are those that its suites give."""

import re
from pathlib import Path

import pytest

from engine.core.files.paths import resources
from engine.nn.named_networks import find_network, get_evaluator
from engine.suites.networks import measure_network
from engine.suites.reader import read_suite
from tests.networks import HEX_NETWORK

CARD = Path(__file__).parents[3] / "docs" / "nets" / f"{HEX_NETWORK}.md"

COLUMNS = (
    r"[^|]*\| ([\d.]+) \| ([\d.]+) \| ([\d.]+) % \|[^|]*\| ([\d.]+) \| ([\d.]+) % \|"
)


@pytest.mark.slow
def test_the_measures_of_the_network_are_those_of_its_card():
    torch = pytest.importorskip("torch")
    torch.set_num_threads(1)
    row = re.search(rf"^\| {HEX_NETWORK}{COLUMNS}$", CARD.read_text("utf-8"), re.M)
    loss, correlation, sign, exact_loss, exact_sign = map(float, row.groups())
    evaluator = get_evaluator(find_network(HEX_NETWORK))

    judged, exact = (
        measure_network(read_suite(resources() / "suites" / f"{name}.jsonl"), evaluator)
        for name in ("judged11", "exact11")
    )

    # Arithmetic of another kind turns the sign of two close positions.
    assert judged.log_loss == pytest.approx(loss, abs=0.01)
    assert judged.correlation == pytest.approx(correlation, abs=0.02)
    assert judged.sign == pytest.approx(sign / 100, abs=0.03)
    assert exact.log_loss == pytest.approx(exact_loss, abs=0.02)
    assert exact.sign == pytest.approx(exact_sign / 100, abs=0.03)
