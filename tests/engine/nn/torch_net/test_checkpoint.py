import json
import pickle

import pytest

torch = pytest.importorskip("torch")

from engine.core.errors import NetError  # noqa: E402
from engine.games import GAMES  # noqa: E402
from engine.nn.common.net_info import HEADER_LENGTH, read_info  # noqa: E402
from engine.nn.torch_net.checkpoint import load_network, new_info, save_network  # noqa: E402
from engine.nn.torch_net.networks import new_network  # noqa: E402

SMALL = {"blocks": 1, "channels": 4, "pooled": 2}


def setup_of(game="gomoku", **options):
    return GAMES[game].setup(height=7, width=9, options=options)


def saved(path, kind="residual", parameters=SMALL, setup=None):
    more = {"run": "first", "licence": "GPL-3.0-or-later", "training": {"steps": 3}}
    info = new_info(kind, (setup or setup_of(),), parameters, **more)
    network = new_network(kind, info.parameters).eval()
    save_network(path, network, info)
    return network, info


@pytest.mark.parametrize(
    ("kind", "parameters"),
    [("residual", SMALL), ("ou-2020", {}), ("zhang-hex", {}), ("lines", {})],
)
def test_a_file_gives_back_what_was_saved(tmp_path, kind, parameters):
    network, info = saved(tmp_path / "net.safetensors", kind, parameters)

    again, info_again = load_network(tmp_path / "net.safetensors")
    assert read_info(tmp_path / "net.safetensors") == info_again

    assert info_again == info
    assert not again.training
    for name, tensor in network.state_dict().items():
        assert torch.equal(again.state_dict()[name], tensor)


@pytest.mark.parametrize(
    ("kind", "parameters"), [("residual", SMALL), ("zhang-hex", {}), ("lines", {})]
)
def test_weights_that_were_rounded_come_back_as_wide_as_others(
    tmp_path, kind, parameters
):
    network, info = saved(tmp_path / "net.safetensors", kind, parameters)
    small = tmp_path / "small.safetensors"

    save_network(small, network, info, half=True)

    again, _ = load_network(small)
    assert small.stat().st_size < (tmp_path / "net.safetensors").stat().st_size
    for name, tensor in network.state_dict().items():
        found = again.state_dict()[name]
        assert found.dtype == tensor.dtype
        assert torch.allclose(found, tensor, rtol=1e-3, atol=1e-7)


def test_weights_beyond_half_precision_stay_as_they_are(tmp_path):
    network, info = saved(tmp_path / "net.safetensors")
    with torch.no_grad():
        next(network.parameters()).fill_(1e6)

    save_network(tmp_path / "large", network, info, half=True)

    weights = next(load_network(tmp_path / "large")[0].parameters())
    assert (weights == 1e6).all()


def changed_header(data, change):
    length = int.from_bytes(data[:HEADER_LENGTH], "little")
    header = json.loads(data[HEADER_LENGTH : HEADER_LENGTH + length])
    change(header)
    text = json.dumps(header).encode()
    start = len(text).to_bytes(HEADER_LENGTH, "little")
    return start + text + data[HEADER_LENGTH + length :]


def with_metadata(name, value):
    def change(header):
        header["__metadata__"][name] = value

    return lambda data: changed_header(data, change)


def without_metadata(data):
    return changed_header(data, lambda header: header.pop("__metadata__"))


def with_no_number(data):
    return data[:-4] + b"\xff\xff\xff\xff"


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data[:100],
        lambda data: data[:-4],
        lambda data: b"",
        lambda data: pickle.dumps({"weights": [1, 2]}),
        lambda data: b"\xff" * 8 + data[8:],
        without_metadata,
        with_no_number,
        with_metadata("format", "pentahex-net-99"),
        with_metadata("kind", "unheard-of"),
        with_metadata("parameters", '{"blocks": 1000000}'),
        with_metadata("parameters", '{"blocks": 2, "channels": 4, "pooled": 2}'),
        with_metadata("parameters", '{"blocks": 1, "channels": 8, "pooled": 2}'),
        with_metadata("parameters", "[]"),
        with_metadata("rules", "{"),
        with_metadata("sizes", "7"),
    ],
)
def test_a_damaged_file_is_refused_with_one_sentence(tmp_path, damage):
    path = tmp_path / "net.safetensors"
    saved(path)
    path.write_bytes(damage(path.read_bytes()))

    with pytest.raises(NetError, match=r"^Expected a network in .*net\.safetensors"):
        load_network(path)


def test_a_file_that_is_not_there_is_refused_with_one_sentence(tmp_path):
    with pytest.raises(NetError, match=r"^Expected a network in .*none"):
        load_network(tmp_path / "none.safetensors")


def test_a_network_of_a_paper_fits_its_own_size_alone(tmp_path):
    _, info = saved(tmp_path / "net", "ou-2020", {})

    info.check_fits(setup_of())
    with pytest.raises(NetError, match=r"a board of 7x9 for this network, got 9x7"):
        info.check_fits(GAMES["gomoku"].setup(height=9, width=7))


def test_our_network_fits_every_size(tmp_path):
    _, info = saved(tmp_path / "net")

    info.check_fits(GAMES["gomoku"].setup(height=19, width=12))


def test_a_network_fits_its_own_game_and_rules_alone(tmp_path):
    _, info = saved(tmp_path / "net")

    info.check_fits(setup_of(opening="swap2"))
    with pytest.raises(
        NetError, match="rules freestyle, 5 for this network, got renju, 5"
    ):
        info.check_fits(setup_of(rule="renju"))
    with pytest.raises(NetError, match="for hex, got one for gomoku"):
        info.check_fits(setup_of("hex"))
