"""The real child process of a run: it plays, stops, resumes, and reports errors."""

import json
import subprocess
import sys
import time

import psutil
import pytest
from PyQt5.QtCore import QProcess

from engine.tournament.run_state import read_run
from gui.lab.run_process import RunProcess
from gui.text import languages
from tests.gui.lab.conftest import has_result, tiny_choice

PATIENCE_MS = 120_000


@pytest.fixture
def start(qtbot):
    """Return a function that starts the child, and how it ended."""
    processes = []

    def begin(path):
        process = RunProcess(["tournament", "--resume", "--out", str(path)])
        ends = []
        process.ended.connect(ends.append)
        processes.append(process)
        process.start()
        return process, ends

    yield begin
    for process in processes:
        process.end()


@pytest.mark.processes
def test_a_run_is_played_to_its_end(start, make_run, qtbot):
    folder = make_run()

    process, ends = start(folder.path)

    qtbot.waitUntil(lambda: bool(ends), timeout=PATIENCE_MS)
    state = read_run(folder.path)
    assert ends == [""]
    assert state.is_finished
    assert not process.is_running
    assert all(folder.record(result.number).is_file() for result in state.results)


@pytest.mark.processes
def test_a_stopped_run_keeps_its_games_and_goes_on(start, make_run, qtbot):
    folder = make_run(tiny_choice(games=200))
    process, ends = start(folder.path)
    qtbot.waitUntil(lambda: has_result(folder), timeout=PATIENCE_MS)

    process.stop()
    assert process.is_stopping
    qtbot.waitUntil(lambda: bool(ends), timeout=PATIENCE_MS)
    before = read_run(folder.path).results
    process.start()
    more = len(before) + 1
    qtbot.waitUntil(lambda: has_result(folder, more), timeout=PATIENCE_MS)

    assert ends == [""]
    assert not read_run(folder.path).is_finished
    assert read_run(folder.path).results[: len(before)] == before


@pytest.mark.usefixtures("stand_in")
def test_ending_waits_for_the_process(start, make_run, qtbot):
    folder = make_run(tiny_choice(games=200))
    process, ends = start(folder.path)
    qtbot.waitUntil(lambda: has_result(folder), timeout=PATIENCE_MS)

    process.end()

    assert not process.is_running
    assert ends == [""]


SLOW = "import sys, time; sys.stdin.read(); time.sleep(0.5); sys.exit(3)"
"""A child that needs half a second to save its work."""


@pytest.mark.parametrize(("end_ms", "was_killed"), [(50, True), (20_000, False)])
def test_ending_waits_as_long_as_the_process_may_take(be, qtbot, end_ms, was_killed):
    be(SLOW)
    process = RunProcess(["train"], end_ms=end_ms)
    child = process.findChild(QProcess)
    process.start()
    assert child.waitForStarted()

    process.end()

    assert not process.is_running
    assert (child.exitStatus() == QProcess.CrashExit) == was_killed


@pytest.mark.processes
def test_the_reason_of_a_failure_is_one_sentence(start, make_run, qtbot):
    folder = make_run()
    plan = json.loads((folder.path / "plan.json").read_text())
    plan["engines"][0] = "nobody"
    (folder.path / "plan.json").write_text(json.dumps(plan))

    _, ends = start(folder.path)

    qtbot.waitUntil(lambda: bool(ends), timeout=PATIENCE_MS)
    assert "nobody" in ends[0]
    assert not ends[0].startswith("pentahex")
    assert "\n" not in ends[0]


@pytest.mark.processes
def test_the_reason_of_a_failure_is_in_the_language_of_the_window(
    start, make_run, qtbot, qapp
):
    languages.apply(qapp, "zh_CN")
    folder = make_run()
    plan = json.loads((folder.path / "plan.json").read_text())
    plan["engines"][0] = "uct:nine"
    (folder.path / "plan.json").write_text(json.dumps(plan))

    _, ends = start(folder.path)

    qtbot.waitUntil(lambda: bool(ends), timeout=PATIENCE_MS)
    assert "的级别应为" in ends[0]
    assert "nine" in ends[0]


@pytest.mark.processes
def test_the_run_ends_when_its_parent_is_killed(make_run, qtbot):
    folder = make_run(tiny_choice(games=1000))
    code = (
        "import sys\n"
        "from PyQt5.QtCore import QCoreApplication\n"
        "from gui.lab.run_process import RunProcess\n"
        "app = QCoreApplication([])\n"
        "command = ['tournament', '--resume', '--out', sys.argv[1]]\n"
        "process = RunProcess(command)\n"
        "process.start()\n"
        "app.exec_()\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", code, str(folder.path)])
    qtbot.waitUntil(lambda: has_result(folder), timeout=PATIENCE_MS)
    family = psutil.Process(parent.pid).children(recursive=True)

    parent.kill()
    parent.wait()

    assert family
    _, alive = psutil.wait_procs(family, timeout=PATIENCE_MS / 1000)
    assert not alive
    count = len(read_run(folder.path).results)
    time.sleep(0.5)
    assert len(read_run(folder.path).results) == count
