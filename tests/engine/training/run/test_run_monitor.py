"""What a run shows while it works, and what is there when it stops."""

import pytest

pytest.importorskip("torch")

from engine.core.processes import status_file
from engine.training.run.config import parse_config
from engine.training.run.event_log import read_events
from engine.training.run.progress import Monitor
from engine.training.run.run_status import read_status, request_stop
from engine.training.self_play.self_play_run import SelfPlayRun
from tests.engine.training.self_play.self_play_runs import checked, config, table

pytestmark = pytest.mark.usefixtures("one_torch_thread")

FILES = ("report.md", "curves.csv", "curves.svg", "curves.png")


class Recorder(Monitor):
    """Keeps lines and phases, and the report as it is when a line comes."""

    def __init__(self, folder):
        self.folder = folder
        self.lines, self.phases, self.reports = [], [], []
        self.generations = []

    def announce(self, line):
        self.lines.append(line)
        if line.startswith("gen 1/") or line.startswith("gen 2/"):
            assert all((self.folder / name).is_file() for name in FILES)
            self.reports.append((self.folder / "report.md").read_text())

    def begin_generation(self, generation, generations):
        self.generations.append((generation, generations))

    def update(self, phase, done, total):
        if self.phases[-1:] != [phase]:
            self.phases.append(phase)


def test_each_generation_ends_with_a_line_a_report_and_curves(tmp_path):
    match = {"interval": 1, "games": 2, "opponents": ["uct-plain", "previous"]}
    monitor = Recorder(tmp_path)

    assert SelfPlayRun(config(match=match), tmp_path).resume(monitor=monitor)

    assert "uct-plain (95 %)" in (tmp_path / "curves.svg").read_text()
    first, second = monitor.reports
    assert "| generations | 1 of 2, under way |" in first
    assert "| generations | 2 of 2, finished |" in second
    assert "gen 2  match against uct-plain, 2 games" in monitor.lines
    assert "gen 2  match against the network of generation 1, 2 games" in monitor.lines
    assert [line[:21] for line in monitor.lines if "/2  " in line] == [
        "gen 1/2  6 games  pol",
        "gen 2/2  12 games  po",
    ]
    assert monitor.lines[-1].endswith("0 s left")
    assert monitor.generations == [(0, 2), (1, 2), (2, 2)]
    assert monitor.phases == [
        *("compiling", "match", "games", "steps", "match"),
        *("games", "steps", "match"),
    ]


@pytest.mark.usefixtures("without_pictures")
def test_a_stop_leaves_a_report(tmp_path):
    run = config()

    assert not SelfPlayRun(run, tmp_path).resume(seconds=0.0)

    assert "under way" in (tmp_path / "report.md").read_text()
    assert (tmp_path / "curves.csv").is_file()


@pytest.mark.usefixtures("without_pictures")
def test_ctrl_c_leaves_a_report(tmp_path):
    class Stopper(Monitor):
        def update(self, phase, done, total):
            if phase == "steps":
                raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        SelfPlayRun(config(), tmp_path).resume(monitor=Stopper())

    assert "| games | 6 |" in (tmp_path / "report.md").read_text()


class Killed(Exception):  # noqa: N818
    pass


@pytest.mark.usefixtures("without_pictures")
def test_after_a_kill_the_next_start_writes_the_report_first(tmp_path):
    class Killer(Monitor):
        def update(self, phase, done, total):
            if phase == self.phase:
                raise Killed

    killer = Killer()
    for phase in ("steps", "compiling"):
        killer.phase = phase
        with pytest.raises(Killed):
            SelfPlayRun(config(), tmp_path, resume=True).resume(monitor=killer)

    assert "| games | 6 |" in (tmp_path / "report.md").read_text()


@pytest.mark.usefixtures("without_pictures")
def test_compiling_takes_no_time_from_the_run(tmp_path, monkeypatch):
    seconds = [0.0]
    prepare = SelfPlayRun._prepare

    def slow(run):
        prepare(run)
        seconds[0] += 1000

    monkeypatch.setattr(SelfPlayRun, "_prepare", slow)

    run = SelfPlayRun(config(), tmp_path, now=lambda: seconds[0])

    assert run.resume(seconds=1)


@pytest.mark.usefixtures("without_pictures")
def test_a_first_start_that_failed_can_be_started_again(tmp_path):
    class Killer(Monitor):
        def update(self, phase, done, total):
            if phase == "games":
                raise Killed

    with pytest.raises(Killed):
        SelfPlayRun(config(), tmp_path).resume(monitor=Killer())
    assert (tmp_path / "generations/0000/net.safetensors").is_file()
    wider = table(play={"generations": 1})
    wider["net"] = {"parameters": {"blocks": 1, "channels": 12, "pooled": 4}}

    assert SelfPlayRun(parse_config(wider), tmp_path).resume()


class Stopper(Monitor):
    """Requests a stop as soon as a phase begins."""

    def __init__(self, folder, phase="games"):
        self.folder = folder
        self.phase = phase
        self.seen = []

    def update(self, phase, done, total):
        if phase == self.phase:
            self.seen.append(read_status(self.folder))
            request_stop(self.folder)


def test_another_process_sees_a_run_and_stops_it(tmp_path, monkeypatch):
    monkeypatch.setattr(status_file, "INTERVAL_SECONDS", 0.001)
    stopper = Stopper(tmp_path)
    many = config(play={"games": 3000})

    assert not SelfPlayRun(many, tmp_path).resume(monitor=stopper)

    assert stopper.seen[0].phase in ("", "compiling", "games")
    assert read_status(tmp_path) is None
    assert (tmp_path / "report.md").exists()


@pytest.mark.parametrize("policy", ["latest", "best"])
def test_a_stop_does_not_wait_for_the_end_of_a_match(tmp_path, monkeypatch, policy):
    monkeypatch.setattr(status_file, "INTERVAL_SECONDS", 0.001)
    play = {"simulations": 60, "policy": policy, "gate_games": 12}
    evaluated = {"interval": 1, "games": 12, "opponents": ["previous"]}
    run = config(play=play, match=evaluated if policy == "latest" else {})
    stopper = Stopper(tmp_path, "match")

    assert not SelfPlayRun(run, tmp_path).resume(monitor=stopper)

    assert stopper.seen
    events = read_events(tmp_path / "events.jsonl")
    assert not [e for e in events if e["kind"] == "match" or e.get("share")]
    assert SelfPlayRun(run, tmp_path, resume=True).resume()
    checked(tmp_path, run)
