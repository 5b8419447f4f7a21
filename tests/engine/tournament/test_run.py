"""Runs in child processes: resumed after a kill at any point, without orphans."""

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest

import main
from engine.core.errors import RunFolderError, TournamentError, UsageError
from engine.core.files.paths import program_command, resources
from engine.core.formats.json_lines import JsonLineReader
from engine.games import get_game
from engine.records import files
from engine.tournament.plan import MoveLimits
from engine.tournament.run import Run
from engine.tournament.run_monitor import RunMonitor
from engine.tournament.run_state import read_run
from engine.tournament.statistics.pair_statistics import Sprt
from engine.tournament.worker_pool import WorkerPool
from tests.engine.tournament.plans import (
    make_plan,
    result_of,
    without_times,
)

pytestmark = pytest.mark.slow


class Observer(RunMonitor):
    """Notes what is reported; ``limit`` games interrupt the run."""

    def __init__(self, limit=None):
        self.limit, self.prepared, self.games = limit, [], []

    def preparing(self, engine):
        self.prepared.append(engine)

    def update(self, state):
        self.games.append(len(state.results))
        if self.limit is not None and self.games[-1] >= self.limit:
            raise KeyboardInterrupt


def games_of(path):
    return without_times(JsonLineReader(path / "games.jsonl").read())


def figures_of(state):
    """Return what must not depend on interruptions."""
    standings = state.standings
    rows = [
        (row.name, row.wins_first, row.wins_second, row.draws, row.moves, row.nodes)
        for row in standings.rows
    ]
    return rows, standings.points, standings.counts, standings.sprt


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """Return the folder of a run that nothing interrupted."""
    path = tmp_path_factory.mktemp("whole") / "run"
    Run(make_plan(games=6), path, resume=False).play(RunMonitor())
    return path


@pytest.mark.processes
def test_a_run_keeps_every_game_as_a_record_with_its_analysis(whole):
    state = read_run(whole)

    assert state.is_finished
    assert len(state.results) == 6
    for result in state.results:
        record = files.load(whole / result.record)
        assert len(record.main_moves()) == result.plies
        assert record.outcome.reason == result.reason
        nodes = [record.nodes[index] for index in record.line_through(0)]
        assert sum(node.analysis is not None for node in nodes) == len(result.seconds)
    assert {path.name for path in whole.glob("report.*")} == {
        *("report.md", "report.html", "report.tex", "report.csv"),
    }


@pytest.mark.processes
@pytest.mark.parametrize("kept", [0, 0.3, 0.99])
def test_a_run_cut_anywhere_ends_with_the_same_table(whole, tmp_path, kept):
    """A kill can leave any beginning of the files."""
    for name in ("plan.json", "games.jsonl", "events.jsonl"):
        data = (whole / name).read_bytes()
        is_log = name.endswith("jsonl")
        (tmp_path / name).write_bytes(data[: int(len(data) * kept)] if is_log else data)

    state = Run(make_plan(games=6), tmp_path, resume=True).play(RunMonitor())

    assert figures_of(state) == figures_of(read_run(whole))
    assert games_of(tmp_path) == games_of(whole)


@pytest.mark.processes
def test_concurrent_games_have_the_results_of_single_ones(whole, tmp_path):
    plan = make_plan(games=6, concurrency=2)

    state = Run(plan, tmp_path, resume=False).play(RunMonitor())

    assert figures_of(state) == figures_of(read_run(whole))


@pytest.mark.processes
def test_an_interruption_loses_no_finished_game(whole, tmp_path):
    plan = make_plan(games=6)
    with pytest.raises(KeyboardInterrupt):
        Run(plan, tmp_path, resume=False).play(Observer(limit=2))
    before = (tmp_path / "games.jsonl").read_bytes()

    state = Run(plan, tmp_path, resume=True).play(RunMonitor())

    assert before.count(b"\n") >= 2
    assert (tmp_path / "games.jsonl").read_bytes().startswith(before)
    assert figures_of(state) == figures_of(read_run(whole))
    assert (tmp_path / "report.md").exists()


@pytest.mark.processes
def test_a_finished_run_starts_no_process(whole):
    observer = Observer()
    before = (whole / "games.jsonl").read_bytes()

    state = Run(make_plan(games=6), whole, resume=True).play(observer)

    assert state.is_finished
    assert (observer.prepared, observer.games) == ([], [])
    assert (whole / "games.jsonl").read_bytes() == before


@pytest.mark.processes
def test_a_decided_test_ends_the_match(tmp_path):
    setup = get_game("gomoku").setup(height=6, width=7, options={"line_length": "4"})
    plan = make_plan(
        setup=setup,
        engines=("alphabeta:6", "uct-plain:1"),
        limits=MoveLimits(nodes=60),
        openings=(),
        games=400,
        sprt=Sprt(elo0=0, elo1=500),
    )

    state = Run(plan, tmp_path, resume=False).play(RunMonitor())

    assert state.standings.sprt in ("accepted", "rejected")
    assert 4 <= len(state.results) < 400


def test_an_engine_that_cannot_be_built_leaves_nothing_behind(tmp_path):
    net = tmp_path / "broken.safetensors"
    net.write_bytes(b"no weights")
    plan = make_plan(engines=("uct-plain:1", f"mcts{{net={net}}}"), openings=())
    out = tmp_path / "run"

    with pytest.raises((UsageError, LookupError)):
        Run(plan, out, resume=False).play(RunMonitor())

    assert not out.exists()


@pytest.mark.processes
def test_each_engine_is_named_before_its_preparation(tmp_path):
    observer = Observer()

    Run(make_plan(games=2), tmp_path, resume=False).play(observer)

    assert observer.prepared == ["uct-plain:1", "alphabeta:1"]


def test_a_folder_that_cannot_be_made_is_refused_before_anything(tmp_path):
    where = tmp_path / "file" / "run"
    where.parent.write_text("in the way")

    with pytest.raises(RunFolderError, match="Expected a folder that can be written"):
        Run(make_plan(), where, resume=False)

    assert where.parent.read_text() == "in the way"
    assert list(tmp_path.iterdir()) == [where.parent]


@pytest.mark.processes
def test_an_engine_that_changed_does_not_go_on(tmp_path):
    preset = tmp_path / "mine.toml"
    text = (resources() / "presets" / "uct-plain.toml").read_text("utf-8")
    preset.write_text(text.replace('"uct-plain"', '"mine"'), "utf-8")
    plan = make_plan(engines=(f"file:{preset}", "alphabeta:1"), games=2)
    out = tmp_path / "run"
    Run(plan, out, resume=False).play(RunMonitor())
    before = (out / "games.jsonl").read_bytes()
    preset.write_text(preset.read_text("utf-8").replace("0.35", "0.5"), "utf-8")

    with pytest.raises(RunFolderError, match="have changed since"):
        Run(plan, out, resume=True)

    assert (out / "games.jsonl").read_bytes() == before


class InstantPool:
    """Pool that answers at once, without engines; the outcome follows the number."""

    def __init__(self, plan, path):
        self.playing = []

    def __enter__(self):
        return self

    def __exit__(self, *error):
        pass

    @property
    def running(self):
        return frozenset(game.number for game in self.playing)

    def prepare(self, preparing):
        pass

    def play(self, game):
        self.playing.append(game)

    def receive(self, seconds):
        games, self.playing = self.playing, []
        started = [{"kind": "game_started", "number": game.number} for game in games]
        results = [
            json.loads(result_of(game, (game.number * 7 % 3) / 2).to_line())
            for game in reversed(games)
        ]
        return started + [{"kind": "result", "result": result} for result in results]


@pytest.mark.parametrize("concurrency", [1, 3])
@pytest.mark.parametrize(("kind", "games"), [("round-robin", 2), ("ratings", 4)])
def test_a_run_cut_at_any_point_ends_with_the_same_games(
    tmp_path, monkeypatch, kind, games, concurrency
):
    monkeypatch.setattr("engine.tournament.run.WorkerPool", InstantPool)
    plan = make_plan(
        kind=kind,
        engines=("uct-plain:1", "uct-plain:2", "alphabeta:1"),
        games=games,
        concurrency=concurrency,
    )
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    expected = Run(plan, whole, resume=False).play(RunMonitor())
    games = (whole / "games.jsonl").read_bytes()
    Run(plan, cut, resume=False).play(RunMonitor())

    for end in range(0, len(games), 53):
        (cut / "games.jsonl").write_bytes(games[:end])

        state = Run(plan, cut, resume=True).play(RunMonitor())

        assert state.results == expected.results
        assert state.standings == expected.standings
        assert (
            (cut / "games.jsonl")
            .read_bytes()
            .startswith(games[: games.rfind(b"\n", 0, end) + 1])
        )


class KillingPool(WorkerPool):
    """Pool whose processes die after they got a game."""

    kills = 0
    most = 1

    def play(self, game):
        super().play(game)
        if KillingPool.kills < KillingPool.most:
            KillingPool.kills += 1
            self._workers[-1].child.process.kill()


@pytest.mark.processes
@pytest.mark.parametrize("deaths", [1, 2])
def test_a_process_that_dies_is_replaced_once(whole, tmp_path, monkeypatch, deaths):
    monkeypatch.setattr("engine.tournament.run.WorkerPool", KillingPool)
    monkeypatch.setattr(KillingPool, "kills", 0)
    monkeypatch.setattr(KillingPool, "most", deaths)
    run = Run(make_plan(games=6), tmp_path, resume=False)

    if deaths == 1:
        assert figures_of(run.play(RunMonitor())) == figures_of(read_run(whole))
    else:
        with pytest.raises(TournamentError, match="ended unexpectedly"):
            run.play(RunMonitor())


COMMAND = [
    *("match", "uct-plain:1", "alphabeta:1", "--game", "gomoku", "--size", "5x6"),
    *("--option", "line_length=4", "--nodes", "5", "--games", "16", "--seed", "3"),
    *("--json", "--out"),
]


def run_here(out, *more):
    """Run the command in this process; return what it prints."""
    with redirect_stdout(StringIO()) as printed, redirect_stderr(StringIO()) as errors:
        status = main.main([*COMMAND, str(out), *more])
    assert status == 0, errors.getvalue()
    return printed.getvalue()


def start(out, *more):
    """Start the command as a process of its own."""
    return subprocess.Popen(
        [*program_command(), *COMMAND, str(out), *more],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def wait_for_games(path, count):
    games = path / "games.jsonl"
    while not games.exists() or games.read_bytes().count(b"\n") < count:
        time.sleep(0.01)


def members(group):
    """Return the processes of a group that have not ended."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[2]) == group and fields[0] != "Z":
            found.append(path)
    return found


def wait_until_alone(group):
    """Wait until no process of a group is left, however long it takes."""
    while members(group):
        time.sleep(0.02)


def table_of(text):
    table = json.loads(text)
    return {
        key: value
        for key, value in table.items()
        if not key.startswith("seconds") and "overruns" not in key and key != "out"
    }


@pytest.fixture(scope="module")
def reference(tmp_path_factory):
    """Return folder and output of the command without an interruption."""
    path = tmp_path_factory.mktemp("reference") / "run"
    return path, run_here(path)


@pytest.mark.processes
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_a_killed_command_leaves_no_orphan_and_is_resumed(reference, tmp_path, end):
    path, expected = reference

    killed = start(tmp_path, "--concurrency", "2")
    wait_for_games(tmp_path, 3)
    os.kill(killed.pid, end)
    out, errors = killed.communicate()
    wait_until_alone(killed.pid)
    assert (killed.returncode, out) != (0, "")
    assert "Traceback" not in errors

    again = run_here(tmp_path, "--resume")

    assert table_of(again) == table_of(expected)
    assert games_of(tmp_path) == games_of(path)


@pytest.mark.processes
def test_another_title_or_concurrency_resumes_the_same_run(whole):
    plan = replace(make_plan(games=6), name="Title", concurrency=2)

    assert Run(plan, whole, resume=True).play(RunMonitor()).is_finished
