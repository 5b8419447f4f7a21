"""The program where only the packages for playing are installed."""

import json
import subprocess
import sys
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.utils import canonicalize_name

from tests.requirement_files import pinned_names

pytest.importorskip("onnxruntime")

PROJECT = Path(__file__).resolve().parents[1]
TRAINING_FILE = PROJECT / "resources" / "training" / "hex-supervised.toml"

WITHOUT = """
import sys
names = sys.argv.pop(1).split(",")
sys.modules.update(dict.fromkeys(names))
import main
sys.exit(main.main(sys.argv[1:]))
"""
"""Starts the program; to Python, a module that is ``None`` is not installed."""


def modules_for_training() -> set[str]:
    """Return the names of all modules that ``requirements-train.txt`` adds."""
    more = pinned_names("requirements-train.txt") - pinned_names("requirements.txt")
    return {
        module
        for module, owners in packages_distributions().items()
        if module.isidentifier() and more.intersection(map(canonicalize_name, owners))
    }


def run(*argv, missing=()):
    names = ",".join(sorted({*modules_for_training(), *missing}))
    return subprocess.run(
        [sys.executable, "-c", WITHOUT, names, *map(str, argv)],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=False,
    )


def genmove(engine, game, *more, missing=()):
    options = ["--engine", engine, "--game", game, "--nodes", "8", "--seed", "1"]
    return run("genmove", *options, "--json", *more, missing=missing)


@pytest.mark.parametrize(
    ("engine", "game", "size"),
    [
        ("mcts", "gomoku", 15),
        ("mcts", "hex", 11),
        ("strength:full", "hex", 11),
        ("liu-9", "gomoku", 9),
        ("ou-cnn", "gomoku", 8),
        ("zhang-rl", "hex", 11),
    ],
)
def test_engines_with_networks_play(engine, game, size):
    done = genmove(engine, game, "--size", size)

    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["nodes"] > 0


def test_training_says_in_one_sentence_what_to_install(tmp_path):
    done = run("train", TRAINING_FILE, "--out", tmp_path / "run")

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "pentahex: Expected the packages for training, found no torch, matplotlib, "
        'filelock; install them with "python -m pip install -r '
        'requirements-train.txt" (docs/training.md).\n'
    )
    assert not (tmp_path / "run").exists()


def test_without_onnx_runtime_too_the_networks_say_so_in_one_sentence():
    done = genmove("mcts", "hex", missing=["onnxruntime"])

    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        "pentahex: Expected the package onnxruntime or torch for this engine's "
        "network, found neither.\n"
    )


def test_a_network_that_has_kernels_plays_without_onnx_runtime():
    done = genmove("mcts", "gomoku", missing=["onnxruntime"])

    assert (done.returncode, done.stderr) == (0, "")


def test_networks_are_measured():
    done = run("bench", "selfplay", "--game", "hex", "--seconds", "0.02", "--json")

    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["selfplay.hex-3.positions_per_s"] > 0
