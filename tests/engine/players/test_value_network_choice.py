"""The key ``net`` of alpha-beta: the file of Gomoku's value network."""

import struct

import numpy as np
import pytest
from safetensors import safe_open
from safetensors.numpy import load_file, save_file

from engine.commands import dispatch
from engine.core.errors import NetError, PresetError
from engine.games import GAMES
from engine.nn.named_networks import find_network
from engine.players.build import build_searcher
from engine.players.player_config import parse_engine
from engine.players.preset_file import read_preset
from engine.search.api import Limits
from engine.tournament.contestants import list_contestants
from tests.engine.tournament.plans import make_plan
from tests.networks import GOMOKU_NETWORK, HEX_NETWORK

SHIPPED = "gomoku-4"

SETUP = GAMES["gomoku"].setup(height=9, width=9)


@pytest.fixture
def save(tmp_path):
    """Return a function that saves the shipped network with other weights."""

    def save(name="mine.safetensors", /, drop="", **changes):
        shipped = find_network(SHIPPED)
        tensors = load_file(shipped)
        for key, change in changes.items():
            layer, _, part = key.rpartition("_")
            tensors[f"{layer}.{part}"] = change(tensors[f"{layer}.{part}"])
        tensors.pop(drop, None)
        path = tmp_path / name
        with safe_open(shipped, "numpy") as file:
            save_file(tensors, path, file.metadata())
        return path

    return save


def cheer(bias):
    """Let all positions look better to the side to move."""
    return bias + 2


def value_of(engine, setup=SETUP):
    position = GAMES["gomoku"].new_position(setup)
    for name in ("e5", "d4"):
        position = position.play(GAMES["gomoku"].parse_cell(setup, name))
    searcher = build_searcher(parse_engine(engine), "gomoku")
    return searcher.search(position, Limits(nodes=30)).value


def refusal(engine):
    return parse_engine(engine).refusal(SETUP)


def test_a_file_in_braces_evaluates(save):
    path = save(last_bias=cheer)

    assert refusal(f"alphabeta{{net={path}}}") is None
    assert value_of(f"alphabeta{{net={path}}}") != value_of("alphabeta")


def test_the_shipped_network_is_the_default():
    assert value_of(f"alphabeta{{net={SHIPPED}}}") == value_of("alphabeta")


def test_a_file_beside_a_preset_evaluates(save, tmp_path):
    path = save("beside.safetensors", last_bias=cheer)
    preset = tmp_path / "own.toml"
    preset.write_text(
        'name = "own"\nkind = "alpha-beta"\ndescription = ""\nsource = ""\n'
        'games = ["gomoku"]\n[search]\nattack_share = 0.1\nforesight = 2\n'
        'net = "beside.safetensors"\nparams = { evaluation = 3 }\n',
        encoding="utf-8",
    )

    assert value_of(f"file:{preset}") == value_of(f"alphabeta{{net={path}}}")


def test_a_preset_that_names_a_network_names_its_game(tmp_path):
    preset = tmp_path / "own.toml"
    preset.write_text(
        'name = "own"\nkind = "alpha-beta"\ndescription = ""\nsource = ""\n'
        f'[search]\nnet = "{SHIPPED}"\n',
        encoding="utf-8",
    )

    with pytest.raises(PresetError, match="expected the games of the network"):
        read_preset(preset)


def test_another_evaluation_does_not_use_the_network(save):
    path = save(last_bias=cheer)

    own = f"alphabeta:3{{net={path}}}"
    assert value_of(own) == value_of("alphabeta:3")


def test_another_length_of_rows_does_not_use_the_network(save):
    path = save(last_bias=cheer)
    setup = GAMES["gomoku"].setup(height=9, width=9, options={"line_length": "4"})

    assert parse_engine(f"alphabeta{{net={path}}}").refusal(setup) is None
    assert value_of(f"alphabeta{{net={path}}}", setup) == value_of("alphabeta", setup)


def test_every_rule_and_size_is_played(save):
    path = save()
    setup = GAMES["gomoku"].setup(height=7, width=11, options={"rule": "renju"})

    assert parse_engine(f"alphabeta{{net={path}}}").refusal(setup) is None


def test_hex_has_no_such_key():
    with pytest.raises(PresetError, match="got 'net'"):
        parse_engine(f"alphabeta{{net={SHIPPED}}}").check_plays("hex")


def test_a_missing_file_is_refused():
    with pytest.raises(PresetError, match=r"a file, .* got 'none\.safetensors'\.$"):
        parse_engine("alphabeta{net=none.safetensors}")


def test_the_folder_of_a_training_run_evaluates_by_its_network(save, tmp_path):
    folder = tmp_path / "run"
    folder.mkdir()
    path = save("run/net.safetensors", last_bias=cheer)

    assert refusal(f"alphabeta{{net={folder}}}") is None
    assert value_of(f"alphabeta{{net={folder}}}") == value_of(
        f"alphabeta{{net={path}}}"
    )


def test_a_folder_without_a_network_is_refused(tmp_path):
    with pytest.raises(PresetError, match="folder of a training run with a network"):
        parse_engine(f"alphabeta{{net={tmp_path}}}")


def test_a_network_of_another_kind_is_refused():
    assert refusal(f"alphabeta{{net={GOMOKU_NETWORK}}}") == (
        "Expected a network of the kind line-sums for this search, got lines in "
        f"{find_network(GOMOKU_NETWORK)}."
    )


def test_a_network_of_another_game_is_refused():
    assert refusal(f"alphabeta{{net={HEX_NETWORK}}}") == (
        "Expected a network for gomoku, got one for hex."
    )


@pytest.mark.parametrize(
    "damage",
    [
        {"drop": "last.bias"},
        {"first_weight": lambda weights: weights[:-1]},
        {"line.4_bias": lambda bias: bias * np.float16("nan")},
    ],
)
def test_damaged_weights_are_refused(save, damage):
    path = save(**damage)

    assert refusal(f"alphabeta{{net={path}}}").startswith(
        f"Expected a network in {path}, got a file that is damaged"
    )
    with pytest.raises(NetError, match="damaged"):
        value_of(f"alphabeta{{net={path}}}")


def test_a_file_that_is_cut_off_is_refused(save):
    path = save()
    content = path.read_bytes()
    (header,) = struct.unpack("<Q", content[:8])
    path.write_bytes(content[: 8 + header + 100])

    assert "is damaged or something else" in refusal(f"alphabeta{{net={path}}}")


def test_a_match_is_refused_before_it_starts(capsys, tmp_path):
    status = dispatch.run(
        [
            *("match", f"alphabeta{{net={GOMOKU_NETWORK}}}", "alphabeta"),
            *("--game", "gomoku", "--games", "2", "--nodes", "5"),
            *("--out", str(tmp_path / "match")),
        ]
    )

    assert status != 0
    printed = capsys.readouterr().err
    assert "does not play this: Expected a network of the kind line-sums" in printed
    assert printed.count("\n") == 1
    assert not list(tmp_path.glob("match/*"))


def test_a_match_notices_a_changed_file(save):
    def digest():
        plan = make_plan(engines=(f"alphabeta{{net={path}}}", "alphabeta"))
        return list_contestants(plan)[0].digest

    path = save()
    before = digest()
    save(last_bias=cheer)

    assert digest() != before
