import threading

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from engine.core.errors import NetError  # noqa: E402
from engine.games import GAMES  # noqa: E402
from engine.nn.common.speed import make_leaves  # noqa: E402
from engine.nn.named_networks import (  # noqa: E402
    find_network,
    list_shipped_networks,
    make_evaluator_factory,
    read_network_info,
)
from engine.nn.torch_net.checkpoint import new_info, save_network  # noqa: E402
from engine.nn.torch_net.networks import new_network  # noqa: E402
from engine.players.build import build_searcher  # noqa: E402
from engine.players.preset_player import PresetPlayer  # noqa: E402
from engine.players.presets import presets  # noqa: E402
from engine.search.api import Limits  # noqa: E402
from tests.nonempty import nonempty  # noqa: E402


@pytest.fixture
def nets(tmp_path, monkeypatch):
    """Return the folder of shipped networks, with a small one for Hex."""
    monkeypatch.setattr("engine.nn.named_networks.resources", lambda: tmp_path)
    folder = tmp_path / "nets"
    folder.mkdir()
    small = {"blocks": 1, "channels": 4, "pooled": 2}
    info = new_info("residual", (GAMES["hex"].setup(height=5),), small)
    torch.manual_seed(1)
    network = new_network(info.kind, info.parameters)
    with torch.no_grad():
        for weights in network.parameters():
            weights.normal_()  # opinions strong enough for half precision
    save_network(folder / "small.safetensors", network, info)
    return folder


def test_networks_are_known_by_the_names_of_their_files(nets):
    assert list_shipped_networks() == {"small": nets / "small.safetensors"}


def test_a_network_that_is_not_there_or_does_not_fit_is_one_sentence(nets):
    hex_board = GAMES["hex"].setup(height=5)

    with pytest.raises(NetError, match=r"^Expected a network among small, .*'none'\.$"):
        make_evaluator_factory("none")(hex_board)
    with pytest.raises(NetError, match=r"^Expected a network for gomoku, .*\.$"):
        make_evaluator_factory("small")(GAMES["gomoku"].setup())


def test_the_network_of_a_training_run_is_named_by_its_folder(nets, tmp_path):
    run = tmp_path / "first-run"
    run.mkdir()

    with pytest.raises(NetError, match=r"folder of a training run with a network"):
        find_network(str(run))
    (nets / "small.safetensors").rename(run / "net.safetensors")
    assert find_network(str(run)) == run / "net.safetensors"


def test_the_searches_of_a_thread_share_an_evaluator(nets):
    small, setup = make_evaluator_factory("small"), GAMES["hex"].setup(height=5)
    of_another = []
    thread = threading.Thread(target=lambda: of_another.append(small(setup)))
    thread.start()
    thread.join()

    assert small(setup) is make_evaluator_factory("small")(setup)
    assert small(setup) is not of_another[0]


def test_a_network_that_has_changed_is_loaded_again(nets):
    file, setup = nets / "small.safetensors", GAMES["hex"].setup(height=5)
    leaves = make_leaves(setup, 2)
    before = make_evaluator_factory("small")(setup).evaluate(leaves)

    save_for(nets, "residual", setup, blocks=2, channels=4, pooled=2)
    (nets / "residual-5x5.safetensors").replace(file)

    after = make_evaluator_factory("small")(setup)
    assert after.info.parameters["blocks"] == 2
    assert not np.array_equal(after.evaluate(leaves)[0], before[0])
    assert read_network_info("small").parameters["blocks"] == 2


def test_a_preset_that_names_a_network_plays_by_it(nets, monkeypatch):
    from dataclasses import replace

    by_net = replace(
        presets()["blog-mcts"],
        games=("hex",),
        search={"net": "small", "batch": 4},
        levels=(),
    )
    monkeypatch.setattr(
        "engine.players.preset_player.find_preset", lambda _name, **_: by_net
    )
    position = GAMES["hex"].new_position(GAMES["hex"].setup(height=5))
    searcher = build_searcher(PresetPlayer(preset="blog-mcts"), "hex")

    result = searcher.search(position, Limits(nodes=30))

    priors = {candidate.prior for candidate in result.candidates}
    assert position.is_legal(result.move)
    assert len(priors) > 1


def test_every_shipped_network_says_what_it_is_for():
    from engine.nn.torch_net.checkpoint import load_network

    for path in nonempty(list_shipped_networks().values()):
        _, info = load_network(path)

        assert info.licence == "GPL-3.0-or-later"
        assert info.run
        info.check_fits(info.usual_setup())


def board(height, width):
    return GAMES["gomoku"].setup(height=height, width=width)


def save_for(folder, kind, setup, **parameters):
    """Save a network with random weights in a folder, named by kind and size."""
    info = new_info(kind, (setup,), parameters)
    network = new_network(info.kind, info.parameters)
    name = f"{kind}-{setup.height}x{setup.width}.safetensors"
    save_network(folder / name, network, info)


def test_of_several_networks_the_one_for_the_board_is_used(nets):
    for setup in (board(6, 6), board(5, 7)):
        save_for(nets, "liu-2022", setup)
    names = tuple(name for name in list_shipped_networks() if name.startswith("liu"))
    make = make_evaluator_factory(*names)

    for setup in (board(6, 6), board(5, 7)):
        assert make(setup).info.sizes == (setup.size_text,)
    with pytest.raises(NetError, match=r"5x7.*6x6|6x6.*5x7") as caught:
        make(board(7, 5))
    assert "7x5" in str(caught.value)


def test_a_network_for_another_game_adds_no_board(nets):
    save_for(nets, "liu-2022", board(6, 6))
    make = make_evaluator_factory("liu-2022-6x6", "small")

    with pytest.raises(NetError, match=r"^Expected a board of 6x6 .* got 5x5\.$"):
        make(board(5, 5))


def test_a_network_for_every_size_may_come_after_one_for_a_single_size(nets):
    save_for(nets, "liu-2022", board(6, 6))
    save_for(nets, "residual", board(9, 9), blocks=1, channels=4, pooled=2)
    make = make_evaluator_factory("liu-2022-6x6", "residual-9x9")

    assert make(board(6, 6)).info.kind == "liu-2022"
    assert make(board(8, 8)).info.kind == "residual"
