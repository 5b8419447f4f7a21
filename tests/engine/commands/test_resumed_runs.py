"""Runs that the command ``tournament`` resumes by their folder alone."""

import json
import os
import signal
import subprocess
import time

import pytest

import main
from engine.commands.stop_signal import stop_with_input
from engine.core.files.paths import program_command
from engine.tournament.run_folder import RunFolder
from engine.tournament.run_state import read_run
from tests.engine.tournament.plans import make_plan

PATIENCE = 120


@pytest.fixture(params=[signal.default_int_handler, signal.SIG_IGN])
def interrupts(request):
    """Let this process, and those that it starts, heed Ctrl+C or ignore it."""
    before = signal.signal(signal.SIGINT, request.param)
    yield
    signal.signal(signal.SIGINT, before)


def run(capsys, *argv):
    status = main.main(["tournament", *map(str, argv)])
    return status, *capsys.readouterr()


@pytest.mark.processes
def test_a_match_is_resumed_by_its_folder(capsys, tmp_path):
    RunFolder(tmp_path).claim(make_plan(), resume=False)

    status, text, _ = run(capsys, "--out", tmp_path, "--resume", "--json")

    assert status == 0
    assert json.loads(text)["games"] == 4
    assert read_run(tmp_path).is_finished


@pytest.mark.parametrize("options", [[], ["--resume"]])
def test_without_a_file_there_must_be_a_run_to_resume(capsys, tmp_path, options):
    if not options:
        RunFolder(tmp_path).claim(make_plan(), resume=False)

    status, text, err = run(capsys, "--out", tmp_path, *options)

    assert (status, text) == (2, "")
    assert "Expected a FILE" in err
    assert err.count("\n") == 1


@pytest.mark.processes
@pytest.mark.usefixtures("interrupts")
def test_a_run_stops_with_its_input_and_keeps_its_games(tmp_path):
    RunFolder(tmp_path).claim(make_plan(games=2000), resume=False)
    options = ["tournament", "--out", str(tmp_path), "--resume", "--stop-with-input"]
    process = subprocess.Popen(
        [*program_command(), *options],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    while not read_run(tmp_path).results and process.poll() is None:
        time.sleep(0.05)

    _, err = process.communicate(timeout=PATIENCE)  # closes the input

    assert process.returncode == 1
    assert err.endswith("pentahex: Stopped.\n")
    assert "Traceback" not in err
    assert 0 < len(read_run(tmp_path).results) < 2000


@pytest.mark.usefixtures("interrupts")
def test_the_end_of_an_input_interrupts_the_main_thread():
    reader, writer = os.pipe()
    stop_with_input(reader)
    os.write(writer, b"ignored\n")

    def end_input():
        os.close(writer)
        time.sleep(PATIENCE)

    with pytest.raises(KeyboardInterrupt):
        end_input()

    os.close(reader)
