"""A network of lines is read and played by without torch."""

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from engine.core.errors import NetError  # noqa: E402
from engine.games import GAMES  # noqa: E402
from engine.nn.line_net.weights_file import (  # noqa: E402
    SHAPES,
    load_lines,
    pack_lines,
)
from engine.nn.torch_net.checkpoint import new_info, save_network  # noqa: E402
from engine.nn.torch_net.line_network import LineNet  # noqa: E402
from engine.nn.torch_net.networks import export_weights, new_network  # noqa: E402

PLAYING = """
import sys
sys.modules["torch"] = None
from engine.games import GAMES
from engine.players.build import build_searcher
from engine.players.preset_player import PresetPlayer
from engine.search.api import Limits

gomoku = GAMES["gomoku"]
position = gomoku.new_position(gomoku.setup(height=9, width=11))
searcher = build_searcher(PresetPlayer(preset="mcts"), "gomoku", seed=1)
result = searcher.search(position, Limits(nodes=200))
print(position.is_legal(result.move), result.nodes >= 200)
"""


@pytest.fixture
def saved(tmp_path):
    """Return a network with random weights, and its file."""
    torch.manual_seed(8)
    network = LineNet().eval()
    path = tmp_path / "lines.safetensors"
    save_network(path, network, new_info("lines", (GAMES["gomoku"].setup(),), {}))
    return network, path


@pytest.mark.parametrize("kind", SHAPES)
def test_the_shapes_are_those_of_the_network(kind):
    kept = new_network(kind, {}).state_dict()

    found = {name: tuple(tensor.shape) for name, tensor in kept.items()}
    assert found == SHAPES[kind]


@pytest.mark.parametrize("kind", SHAPES)
def test_a_file_gives_the_weights_of_its_network(tmp_path, kind):
    path = tmp_path / "network.safetensors"
    network = new_network(kind, {}).eval()
    save_network(path, network, new_info(kind, (GAMES["gomoku"].setup(),), {}))

    weights, info = load_lines(path)

    assert info.kind == kind
    expected_weights = pack_lines(kind, export_weights(network))
    for found, expected in zip(weights, expected_weights, strict=True):
        assert found.dtype == expected.dtype
        assert found.flags.c_contiguous
        assert np.array_equal(found, expected)


def test_the_table_is_what_the_network_makes_of_each_pattern(saved):
    network, path = saved

    with torch.no_grad():
        expected = network.table().numpy()

    assert np.allclose(load_lines(path)[0].table, expected, atol=1e-5)


def test_rounded_weights_are_read_as_well(saved):
    network, path = saved
    exact, info = load_lines(path)

    save_network(path, network, info, half=True)

    assert np.allclose(load_lines(path)[0].mixed, exact.mixed, rtol=1e-3, atol=1e-7)


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        lambda data: data[:200],
        lambda data: data[:-4],
        lambda data: data[:-4] + b"\xff\xff\xff\xff",
        lambda data: data.replace(b"told.bias", b"bold.bias"),
        lambda data: data.replace(b"[3,64]", b"[64,3]"),
    ],
)
def test_a_damaged_file_is_refused_with_one_sentence(saved, damage):
    _, path = saved
    path.write_bytes(damage(path.read_bytes()))

    with pytest.raises(NetError, match=r"^Expected a network in .*lines\.safetensors"):
        load_lines(path)


def test_a_file_of_another_kind_is_refused_with_one_sentence(tmp_path):
    info = new_info("ou-2020", (GAMES["gomoku"].setup(height=6),), {})
    path = tmp_path / "other.safetensors"
    save_network(path, new_network(info.kind, info.parameters), info)

    with pytest.raises(NetError, match="other weights than its kind has"):
        load_lines(path)
    with pytest.raises(NetError, match=r"^Expected a network in .*none"):
        load_lines(tmp_path / "none")


@pytest.mark.processes
def test_gomoku_is_played_without_torch(run_quickly):
    assert run_quickly(PLAYING) == "True True\n"
