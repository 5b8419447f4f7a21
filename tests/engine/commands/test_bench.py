"""Measuring speed."""

import json
import os
import sys
import time
from contextlib import contextmanager
from importlib.util import find_spec

import pytest

from engine.commands import (
    bench_compile,
    bench_records,
    bench_servers,
    bench_threads,
)
from engine.core.types import Move
from engine.games import GAMES
from engine.records import files
from engine.search.api import SearchResult
from tests.engine.commands.command_line import run


@pytest.mark.parametrize("game", ["gomoku", "hex"])
def test_uct_is_measured_as_rates_and_their_ratio(capsys, game):
    options = ["--game", game, "--seconds", "0.15", "--json"]

    status, out, err = run(capsys, "bench", "uct", *options)

    figures = json.loads(out)
    assert (status, err) == (0, "")
    assert set(figures) == {
        f"uct.{game}.{key}"
        for key in ("sims_per_s", "playouts_per_s", "ratio", "speedup_2")
    }
    assert all(value > 0 for value in figures.values())
    assert figures[f"uct.{game}.ratio"] == pytest.approx(
        figures[f"uct.{game}.sims_per_s"] / figures[f"uct.{game}.playouts_per_s"],
        abs=0.001,
    )


@pytest.mark.parametrize("game", ["gomoku", "hex"])
def test_alphabeta_is_measured_as_nodes_depth_and_speedup(capsys, game):
    options = ["--game", game, "--seconds", "0.05", "--json"]
    status, out, _ = run(capsys, "bench", "alphabeta", *options)

    figures = json.loads(out)
    assert status == 0
    assert set(figures) == {
        f"alphabeta.{game}.nodes_per_s",
        f"alphabeta.{game}.depth",
        f"alphabeta.{game}.speedup_2",
    }
    assert figures[f"alphabeta.{game}.speedup_2"] > 0
    assert figures[f"alphabeta.{game}.nodes_per_s"] > 0
    assert figures[f"alphabeta.{game}.depth"] >= 1


@pytest.mark.parametrize("game", ["gomoku", "hex"])
def test_the_network_search_is_measured_against_its_bare_network(
    capsys, game, monkeypatch
):
    pytest.importorskip("torch")
    from engine.commands import bench_networks

    small = {"blocks": 1, "channels": 4, "pooled": 2}
    monkeypatch.setattr(bench_networks, "UNTRAINED", small)
    monkeypatch.setattr("engine.nn.named_networks.list_shipped_networks", dict)
    options = ["--game", game, "--seconds", "0.05", "--json"]

    status, out, err = run(capsys, "bench", "mcts", *options)

    figures = json.loads(out)
    assert (status, err) == (0, "")
    keys = ["leaves_per_s", "evals_per_s", "ratio", "batch", "speedup_2"]
    if find_spec("onnxruntime"):
        keys += ["evals_per_s_torch", "evals_per_s_onnx"]
    assert list(figures) == [f"mcts.untrained-{game}.{key}" for key in keys]
    assert all(value > 0 for value in figures.values())
    leaves, evals, ratio, batch = list(figures.values())[:4]
    assert ratio == pytest.approx(leaves / evals, abs=0.001)
    assert 0 < ratio < 1.2
    assert batch in {1, 2, 4, 8, 16, 32, 64}


def test_self_play_is_measured_against_its_bare_network(capsys, monkeypatch):
    pytest.importorskip("torch")
    from engine.commands import bench_networks

    small = {"blocks": 1, "channels": 4, "pooled": 2}
    monkeypatch.setattr(bench_networks, "UNTRAINED", small)
    monkeypatch.setattr(bench_networks, "SELF_PLAY_GAMES", 4)
    monkeypatch.setattr("engine.nn.named_networks.list_shipped_networks", dict)
    options = ["--game", "hex", "--seconds", "0.05", "--json"]

    status, out, err = run(capsys, "bench", "selfplay", *options)

    figures = json.loads(out)
    assert (status, err) == (0, "")
    assert list(figures) == [
        "selfplay.untrained-hex.positions_per_s",
        "selfplay.untrained-hex.ratio",
    ]
    assert 0 < figures["selfplay.untrained-hex.ratio"] < 1.2
    assert figures["selfplay.untrained-hex.positions_per_s"] > 100


def test_people_get_a_table(capsys):
    status, out, _ = run(capsys, "bench", "uct", "--game", "hex", "--seconds", "0.05")

    assert status == 0
    assert len(out.splitlines()) == 4


@pytest.mark.parametrize(
    ("argv", "word"),
    [
        (["nothing"], "uct, alphabeta"),
        (["uct", "--seconds", "0"], "above 0"),
        (["uct", "--seconds", "inf"], "Expected finite seconds above 0, got inf."),
    ],
)
def test_bad_usage_is_one_line(capsys, argv, word):
    status, _, err = run(capsys, "bench", *argv)

    assert status == 2
    assert word in err
    assert len(err.strip().splitlines()) == 1


def test_large_records_are_read_and_moved_in(capsys, monkeypatch):
    monkeypatch.setattr(bench_records, "TREE_NODES", 400)
    monkeypatch.setattr(bench_records, "GAME_NODES", 400)
    small = {"renju_tree": bench_records.RECORDS["renju_tree"]}
    monkeypatch.setattr(bench_records, "RECORDS", small)

    status, out, err = run(capsys, "bench", "records", "--json")

    figures = json.loads(out)
    assert (status, err) == (0, "")
    assert set(figures) == {
        "records.renju_tree.seconds",
        "records.move_ms",
        "records.take_back_ms",
        "records.go_to_ms",
    }
    assert all(value > 0 for value in figures.values())


@pytest.mark.parametrize("name", ["renju_tree", "freestyle_tree"])
def test_the_measured_trees_are_honest(monkeypatch, name):
    monkeypatch.setattr(bench_records, "TREE_NODES", 400)

    record = files.parse(bench_records.RECORDS[name]())

    assert record.warnings == ()
    assert 350 < len(record.nodes) <= 401


class PretendServer:
    """Server whose searches take no time; a game lasts for two moves."""

    pid = os.getpid()

    def __init__(self):
        self.asked = []

    def ask(self, lines):
        self.asked.append(lines)
        commands = lines.splitlines()
        if commands[0].startswith("genmove"):
            played = sum("genmove" in line for line in self.asked) % 3
            return "= resign" if played == 0 else "= a1"
        return f"{lines.count(',')},3" if commands[0] == "BOARD" else "OK"


def test_servers_are_measured_by_start_overrun_and_memory(capsys, monkeypatch):
    @contextmanager
    def run_nothing(_command, _engine):
        yield PretendServer()

    monkeypatch.setattr(bench_servers, "run_server", run_nothing)
    monkeypatch.setattr(
        bench_servers, "ask_server", lambda server, lines: server.ask(lines)
    )

    options = ["--game", "hex", "--seconds", "1", "--json"]
    status, out, _ = run(capsys, "bench", "servers", *options)

    figures = json.loads(out)
    assert status == 0
    names = {key.removeprefix("servers.hex.") for key in figures}
    for engine in bench_servers.ENGINES:
        assert {f"{engine}.start_s", f"{engine}.overrun_max_ms"} <= names
        assert figures[f"servers.hex.{engine}.overrun_max_ms"] < 0


def test_a_server_plays_both_sides_of_gomoku():
    server = PretendServer()
    seconds = bench_servers.play_gomoku(server.ask)

    for _ in range(3):
        next(seconds)

    first, second = server.asked[-2:]
    assert server.asked[0] == "START 15\n"
    assert first == "BOARD\nDONE\n"
    assert second == "BOARD\n0,3,2\nDONE\n"


@pytest.mark.slow
def test_a_real_server_is_measured():
    with bench_servers.run_server("gomocup", "liu-1") as process:
        seconds = bench_servers.play_gomoku(
            lambda lines: bench_servers.ask_server(process, lines)
        )
        next(seconds)

        assert next(seconds) > 0


@pytest.mark.processes
def test_a_first_search_is_measured_with_an_empty_cache(capsys, monkeypatch, tmp_path):
    seen = tmp_path / "seen"
    work_s = 0.5
    program = (
        "import json, os, sys, time; from pathlib import Path; "
        "found = os.listdir(os.environ['XDG_CACHE_HOME']); "
        f"Path({str(seen)!r}).write_text(json.dumps([*sys.argv[1:], *found])); "
        f"[None for _ in iter(lambda: time.process_time() < {work_s}, False)]"
    )
    monkeypatch.setattr(
        bench_compile, "program_command", lambda: [sys.executable, "-c", program]
    )

    status, out, _ = run(capsys, "bench", "compile", "--game", "hex", "--json")

    assert status == 0
    assert json.loads(out)["compile.hex.cpu_s"] >= work_s - 0.1  # rounded to tenths
    assert json.loads(seen.read_text()) == [
        *("genmove", "--engine", "strength:medium", "--game", "hex", "--nodes", "50")
    ]


@pytest.mark.processes
def test_a_first_search_that_fails_is_named(capsys, monkeypatch):
    program = "import sys; sys.exit('no such engine')"
    monkeypatch.setattr(
        bench_compile, "program_command", lambda: [sys.executable, "-c", program]
    )

    status, _, err = run(capsys, "bench", "compile", "--game", "hex")

    assert status == 1
    assert "no such engine" in err


class TimedSearcher:
    """Searcher whose nodes follow from the number of its threads."""

    def __init__(self, threads):
        self._nodes = {1: 100, 2: 170}[threads]

    def prepare(self, position):
        self.position = position

    def search(self, position, limits):
        assert position is self.position
        time.sleep(limits.seconds)
        return SearchResult(move=Move(0), value=0.0, nodes=self._nodes)


def test_the_speedup_compares_nodes_of_two_threads_with_those_of_one():
    position = GAMES["hex"].new_position(GAMES["hex"].setup(height=3, width=4))

    speedup = bench_threads.measure_speedup(TimedSearcher, position, 0.05)

    assert speedup == pytest.approx(1.7, rel=0.3)
