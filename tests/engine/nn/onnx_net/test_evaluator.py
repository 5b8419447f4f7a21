"""Networks run by ONNX Runtime, beside torch."""

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("onnxruntime")

from engine.core.errors import NetError  # noqa: E402
from engine.games import GAMES  # noqa: E402
from engine.nn.common.evaluator_settings import EvaluatorSettings  # noqa: E402
from engine.nn.evaluator_factory import load_evaluator, new_evaluator  # noqa: E402
from engine.nn.named_networks import list_shipped_networks  # noqa: E402
from engine.nn.onnx_net.evaluator import random_positions  # noqa: E402
from engine.nn.torch_net.checkpoint import load_network, new_info, save_network  # noqa: E402
from engine.nn.torch_net.networks import new_network  # noqa: E402
from tests.networks import HEX_NETWORK  # noqa: E402

pytestmark = pytest.mark.usefixtures("one_torch_thread")

SMALL = {"blocks": 2, "channels": 6, "pooled": 3}

BOARDS = [
    *(("residual", "gomoku", 6, 6), ("residual", "gomoku", 9, 7)),
    *(("residual", "hex", 5, 5), ("residual", "hex", 4, 7)),
    *(("ou-2020", "gomoku", 9, 7), ("liu-2022", "gomoku", 6, 6)),
    ("ou-2020-matrix", "gomoku", 9, 7),
    *(("zhang-hex", "hex", 5, 5), ("zhang-hex", "hex", 4, 7)),
]

PLAYED = [
    *((HEX_NETWORK, 11, 11), (HEX_NETWORK, 13, 13), (HEX_NETWORK, 8, 14)),
    *(("ou-2020", 8, 8), ("liu-2022-9", 9, 9), ("zhang-hex", 11, 11)),
]
"""Networks that come with the program, and boards they play on."""


def settings(runtime):
    return EvaluatorSettings(runtime=runtime, threads=1)


def untrained(setup, kind):
    """Return a network whose norms have seen something, and what it is."""
    torch.manual_seed(3)
    info = new_info(kind, (setup,), SMALL if kind == "residual" else {})
    network = new_network(kind, info.parameters)
    for module in network.modules():
        if isinstance(module, torch.nn.BatchNorm2d):
            torch.nn.init.uniform_(module.running_mean, -0.5, 0.5)
            torch.nn.init.uniform_(module.running_var, 0.5, 2)
            torch.nn.init.uniform_(module.weight, 0.5, 2)
    return network.eval(), info


@pytest.mark.parametrize(("kind", "game", "height", "width"), BOARDS)
def test_in_float32_it_equals_torch(kind, game, height, width):
    setup = GAMES[game].setup(height=height, width=width)
    network = untrained(setup, kind)
    by_onnx, by_torch = (
        new_evaluator(*network, settings(runtime))
        for runtime in ("onnx-float32", "torch-float32")
    )

    for count in (1, 5, 64):
        batch = random_positions(setup, count, seed=7)
        policy, values = by_onnx.evaluate(batch)
        expected_policy, expected_values = by_torch.evaluate(batch)

        assert policy.dtype == values.dtype == np.float32
        assert np.allclose(policy, expected_policy, atol=1e-5)
        assert np.allclose(values, expected_values, atol=1e-5)


@pytest.mark.parametrize(("name", "height", "width"), PLAYED)
def test_a_shipped_network_in_float32_equals_torch(name, height, width):
    by_onnx, by_torch = (
        load_evaluator(list_shipped_networks()[name], settings(runtime))
        for runtime in ("onnx-float32", "torch-float32")
    )
    setup = GAMES[by_onnx.info.game].setup(height=height, width=width)
    batch = random_positions(setup, 64, seed=7)

    policy, values = by_onnx.evaluate(batch)

    expected_policy, expected_values = by_torch.evaluate(batch)
    assert np.allclose(policy, expected_policy, atol=1e-4)
    assert np.allclose(values, expected_values, atol=1e-4)


@pytest.mark.parametrize(("name", "height", "width"), PLAYED)
def test_in_int8_it_comes_near(name, height, width):
    in_int8, exact = (
        load_evaluator(list_shipped_networks()[name], settings(runtime))
        for runtime in ("onnx-int8", "onnx-float32")
    )
    setup = GAMES[exact.info.game].setup(height=height, width=width)
    batch = random_positions(setup, 400, seed=7)

    policy, values = in_int8.evaluate(batch)

    expected_policy, expected_values = exact.evaluate(batch)
    is_kept = policy.argmax(axis=1) == expected_policy.argmax(axis=1)
    weighted = np.abs(policy - expected_policy).sum(axis=1) / 2
    assert is_kept.mean() >= 0.9
    assert np.abs(values - expected_values).mean() <= 0.05
    assert weighted.mean() <= 0.05
    assert not np.array_equal(values, expected_values)


@pytest.mark.parametrize("runtime", ["onnx-float32", "onnx-int8"])
def test_the_same_network_gives_the_same_numbers(runtime):
    path = list_shipped_networks()[HEX_NETWORK]
    batch = random_positions(GAMES["hex"].setup(), 16, seed=7)

    (policy, values), (other_policy, other_values) = (
        load_evaluator(path, settings(runtime)).evaluate(batch) for _ in range(2)
    )

    assert np.array_equal(policy, other_policy)
    assert np.array_equal(values, other_values)


def test_a_policy_is_zero_where_illegal_and_sums_to_one():
    evaluator = load_evaluator(
        list_shipped_networks()[HEX_NETWORK], settings("onnx-int8")
    )
    batch = random_positions(GAMES["hex"].setup(height=6, width=8), 7)

    policy, _ = evaluator.evaluate(batch)

    assert not policy[~batch.legal].any()
    assert np.allclose(policy.sum(axis=1), 1, atol=1e-5)


def test_seven_bits_hold_what_processors_without_vnni_add(monkeypatch):
    features = {"avx2": True}
    host = "engine.nn.onnx_net.evaluator.binding.get_host_cpu_features"
    monkeypatch.setattr(host, lambda: features)
    monkeypatch.setattr("platform.machine", lambda: "x86_64")
    coarse, exact = (
        load_evaluator(list_shipped_networks()[HEX_NETWORK], settings(runtime))
        for runtime in ("onnx-int8", "onnx-float32")
    )
    batch = random_positions(GAMES["hex"].setup(), 200, seed=7)

    policy, values = coarse.evaluate(batch)

    expected_policy, expected_values = exact.evaluate(batch)
    is_kept = policy.argmax(axis=1) == expected_policy.argmax(axis=1)
    assert is_kept.mean() >= 0.9
    assert np.abs(values - expected_values).mean() <= 0.05
    features["avxvnni"] = True
    fine = load_evaluator(list_shipped_networks()[HEX_NETWORK], settings("onnx-int8"))
    assert not np.array_equal(fine.evaluate(batch)[1], values)


def test_a_network_with_a_silent_channel_is_rounded_all_the_same():
    network, info = untrained(GAMES["hex"].setup(height=5), "residual")
    with torch.no_grad():
        network.stem.norm.weight.zero_()
        network.stem.norm.bias.fill_(-1)  # nothing passes the first layer

    evaluator = new_evaluator(network, info, settings("onnx-int8"))

    policy, values = evaluator.evaluate(random_positions(info.usual_setup(), 4))
    assert np.isfinite(policy).all()
    assert np.isfinite(values).all()


def test_a_board_that_does_not_fit_is_refused():
    setup = GAMES["hex"].setup(height=5)
    evaluator = new_evaluator(*untrained(setup, "zhang-hex"), settings("onnx-int8"))

    with pytest.raises(NetError, match=r"board of 5x5 .*, got 6x6"):
        evaluator.evaluate(random_positions(GAMES["hex"].setup(height=6), 1))


@pytest.mark.parametrize(
    "change",
    [
        lambda tensors: tensors.pop("stem.conv.weight"),
        lambda tensors: tensors.update(more=torch.zeros(3)),
        lambda tensors: tensors.update({"policy.bias": torch.zeros(2)}),
        lambda tensors: tensors["policy.bias"].fill_(float("nan")),
    ],
)
def test_a_file_with_other_weights_is_refused_with_one_sentence(tmp_path, change):
    network, info = untrained(GAMES["hex"].setup(height=5), "residual")
    tensors = network.state_dict()
    change(tensors)
    path = tmp_path / "net.safetensors"
    network.state_dict = lambda: tensors
    save_network(path, network, info)

    with pytest.raises(NetError, match=r"^Expected a network in .*net\.safetensors"):
        load_evaluator(path, settings("onnx-int8"))


def test_a_file_gives_the_evaluator_of_its_network(tmp_path):
    network, info = untrained(GAMES["hex"].setup(height=5), "residual")
    path = tmp_path / "net.safetensors"
    save_network(path, network, info)
    batch = random_positions(info.usual_setup(), 8)

    _, values = load_evaluator(path, settings("onnx-int8")).evaluate(batch)

    in_memory = new_evaluator(*load_network(path), settings("onnx-int8"))
    assert np.array_equal(in_memory.evaluate(batch)[1], values)


WITHOUT_TORCH = """
import sys
from engine.games import GAMES
from engine.nn.common.evaluator_settings import EvaluatorSettings
from engine.players.build import build_searcher
from engine.players.preset_player import PresetPlayer
from engine.search.api import Limits

position = GAMES["hex"].new_position(GAMES["hex"].setup(height=5))
searcher = build_searcher(PresetPlayer(preset="mcts", level=4), "hex")
searcher.search(position, Limits(nodes=4))
print("torch" in sys.modules)
"""


@pytest.mark.processes
@pytest.mark.skipif(torch.cuda.is_available(), reason="torch runs on CUDA")
def test_the_engine_of_networks_plays_without_torch(run_quickly):
    assert run_quickly(WITHOUT_TORCH) == "False\n"
