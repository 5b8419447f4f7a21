"""The network of sums over lines as it is trained, against the search's kernels."""

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from engine.core.kernels.jit import njit_lean  # noqa: E402
from engine.games import GAMES  # noqa: E402
from engine.games.gomoku.value_network import layers  # noqa: E402
from engine.games.gomoku.value_network.kernels import accumulator  # noqa: E402
from engine.games.gomoku.value_network.network_weights import (  # noqa: E402
    load_value_network,
    pack_weights,
)
from engine.games.gomoku.value_network.new_accumulator import (  # noqa: E402
    new_accumulator,
)
from engine.nn.common.encoding import MoverPlanes  # noqa: E402
from engine.nn.common.evaluator_settings import EvaluatorSettings  # noqa: E402
from engine.nn.common.speed import make_leaves  # noqa: E402
from engine.nn.evaluator_factory import load_evaluator  # noqa: E402
from engine.nn.line_net import packed_weights  # noqa: E402
from engine.nn.named_networks import find_network  # noqa: E402
from engine.nn.torch_net.line_sum_network import LineSumNet  # noqa: E402
from engine.nn.torch_net.networks import export_weights, new_network  # noqa: E402

pytestmark = pytest.mark.usefixtures("one_torch_thread")


@njit_lean()
def value_for_black(network):
    return accumulator.infer_value(network, 0, 1)


def new_sum_network(seed):
    torch.manual_seed(seed)
    network = new_network("line-sums", {}).eval()
    with torch.no_grad():  # rows as large as trained ones, some beyond the limits
        network.line[4].weight *= 8
    return network


@pytest.mark.parametrize(("height", "width"), [(15, 15), (5, 9), (12, 7)])
def test_the_kernels_compute_the_trained_network(height, width):
    network = new_sum_network(seed=3)
    weights = pack_weights(export_weights(network))
    setup = GAMES["gomoku"].setup(height=height, width=width)
    strides = GAMES["gomoku"].new_position(setup).kernel_state().stride
    batch = make_leaves(setup, 6, seed=1)
    with torch.no_grad():
        _, values = network(torch.from_numpy(MoverPlanes().encode(batch)))

    # The side to move is the first number of a row.
    ours = new_accumulator(height, width, weights, plies=1)
    for cells, value in zip(batch.cells, values.tolist(), strict=True):
        accumulator.set_up_accumulator(ours, cells, strides)
        found = float(np.tanh(value_for_black(ours) / 2))
        assert found == pytest.approx(value, abs=0.01)
    assert len(set(values.tolist())) == 6


def test_both_have_the_same_sizes():
    equal = ("PLACES", "REACH", "WIDTH", "UNIT", "LARGEST", "AREA", "POLICY_UNITS")
    for name in equal:
        assert getattr(packed_weights, name) == getattr(layers, name)
    assert packed_weights.VIEW == layers.CHANNELS
    assert packed_weights.HEAD_UNITS == layers.HIDDEN


@pytest.mark.parametrize("runtime", ["torch-float32", "torch-bfloat16"])
def test_torch_evaluates_it_in_both_precisions(runtime):
    setup = GAMES["gomoku"].setup(height=6, width=9)
    batch = make_leaves(setup, 5, seed=2)
    settings = EvaluatorSettings(runtime=runtime, threads=1)

    evaluator = load_evaluator(find_network("gomoku-4"), settings)
    policies, values = evaluator.evaluate(batch)
    exact, _ = load_evaluator(find_network("gomoku-4")).evaluate(batch)

    ours = new_accumulator(6, 9, load_value_network(), plies=1)
    strides = GAMES["gomoku"].new_position(setup).kernel_state().stride
    for cells, value in zip(batch.cells, values, strict=True):
        accumulator.set_up_accumulator(ours, cells, strides)
        assert np.tanh(value_for_black(ours) / 2) == pytest.approx(value, abs=0.05)
    assert np.allclose(policies, exact, atol=0.02)


def test_it_learns_a_value_and_a_policy():
    network = new_sum_network(seed=5).train()
    planes = torch.from_numpy(
        MoverPlanes().encode(make_leaves(GAMES["gomoku"].setup(height=7), 8))
    )
    wanted = torch.linspace(-0.9, 0.9, 8)
    moves = torch.arange(8) * 5
    optimiser = torch.optim.Adam(network.parameters(), 1e-2)

    value_losses, policy_losses = [], []
    for _ in range(80):
        logits, values = network(planes)
        value_losses.append(((values - wanted) ** 2).mean())
        policy_losses.append(torch.nn.functional.cross_entropy(logits, moves))
        optimiser.zero_grad()
        (value_losses[-1] + policy_losses[-1]).backward()
        optimiser.step()

    assert value_losses[-1] < value_losses[0] / 4
    assert policy_losses[-1] < policy_losses[0] / 2
    assert all(part.grad is not None for part in network.parameters())


def test_it_has_the_weights_that_its_layers_imply():
    def dense(inputs, outputs):
        return (inputs + 1) * outputs

    of_a_line = dense(36, 64) + dense(64, 64) + dense(64, 32)
    of_the_value = dense(64, 32) + dense(32, 32) + dense(32, 1)
    of_the_policy = dense(64, 16) + 32 * 16 + 16

    total = sum(weight.numel() for weight in LineSumNet().parameters())

    assert total == of_a_line + of_the_value + of_the_policy
