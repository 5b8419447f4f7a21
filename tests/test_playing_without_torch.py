"""The program where only the packages for playing are installed."""

import json
import subprocess
import sys
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.utils import canonicalize_name

from tests.networks import HEX_NETWORK
from tests.requirement_files import pinned_names

pytest.importorskip("onnxruntime")

pytestmark = pytest.mark.processes

PROJECT = Path(__file__).resolve().parents[1]
TRAINING_FILE = PROJECT / "resources" / "training" / "hex-supervised.toml"

WITHOUT = """
import contextlib, io, json, sys
missing, commands = map(json.loads, sys.argv[1:])
sys.modules.update(dict.fromkeys(missing))
import main
for command in commands:
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = main.main(command)
    print(json.dumps([status, out.getvalue(), err.getvalue()]))
"""
"""Runs commands of the program; to Python, a module that is ``None`` is not there."""

ENGINES = [
    ("mcts", "gomoku", 15),
    ("mcts", "hex", 11),
    ("strength:full", "hex", 11),
    ("liu-9", "gomoku", 9),
    ("ou-cnn", "gomoku", 8),
    ("zhang-rl", "hex", 11),
]
"""Engines with a network, each with a game and a size of the board."""


def modules_for_training() -> set[str]:
    """Return the names of all modules that ``requirements-train.txt`` adds."""
    more = pinned_names("requirements-train.txt") - pinned_names("requirements.txt")
    return {
        module
        for module, owners in packages_distributions().items()
        if module.isidentifier() and more.intersection(map(canonicalize_name, owners))
    }


def run(*commands, missing=()):
    """Return status, output and errors of each command, all run by one process."""
    names = sorted({*modules_for_training(), *missing})
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT, json.dumps(names), json.dumps(commands)],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return [json.loads(line) for line in done.stdout.splitlines()]


def genmove(engine, game, size):
    options = ["--engine", engine, "--game", game, "--nodes", "8", "--seed", "1"]
    return ["genmove", *options, "--size", str(size), "--json"]


@pytest.fixture(scope="module")
def unwritten(tmp_path_factory):
    """Return a folder that training does not make."""
    return tmp_path_factory.mktemp("training") / "run"


@pytest.fixture(scope="module")
def answers(unwritten):
    """Return what came of each command, all of which one process ran."""
    commands = {
        **{engine: genmove(*engine) for engine in ENGINES},
        "train": ["train", str(TRAINING_FILE), "--out", str(unwritten)],
        "bench": ["bench", "selfplay", "--game", "hex", "--seconds", "0.02", "--json"],
    }
    return dict(zip(commands, run(*commands.values()), strict=True))


def test_engines_with_networks_play(answers):
    for engine in ENGINES:
        status, output, errors = answers[engine]
        assert (engine, status, errors) == (engine, 0, "")
        assert json.loads(output)["nodes"] > 0


def test_training_says_in_one_sentence_what_to_install(answers, unwritten):
    status, output, errors = answers["train"]

    assert (status, output) == (2, "")
    assert errors == (
        "pentahex: Expected the packages for training, found no torch, matplotlib; "
        'install them with "python -m pip install -r '
        'requirements-train.txt" (docs/training.md).\n'
    )
    assert not unwritten.exists()


def test_without_onnx_runtime_too_only_networks_that_have_kernels_play():
    commands = genmove("mcts", "hex", 11), genmove("mcts", "gomoku", 15)

    refused, played = run(*commands, missing=["onnxruntime"])

    assert refused == [
        1,
        "",
        "pentahex: Expected the package onnxruntime or torch for this engine's "
        "network, found neither.\n",
    ]
    assert (played[0], played[2]) == (0, "")


def test_networks_are_measured(answers):
    status, output, errors = answers["bench"]

    assert (status, errors) == (0, "")
    assert json.loads(output)[f"selfplay.{HEX_NETWORK}.positions_per_s"] > 0
