"""Matches with external programs that play, crash, cheat and fall silent."""

import json
import os
import shlex
import sys
import time
from pathlib import Path

import pytest

from engine.core.errors import (
    ExternalProgramError,
    PresetError,
    TournamentError,
    UsageError,
)
from engine.core.files.paths import program_command
from engine.games import get_game
from engine.tournament.contestants import list_contestants
from engine.tournament.game_runner import GameRunner
from engine.tournament.plan import Adjudication, MoveLimits
from engine.tournament.run import Run
from engine.tournament.run_monitor import RunMonitor
from tests.engine.tournament.plans import make_plan

FAKES = Path(__file__).parents[1] / "external"

SETUP = get_game("gomoku").setup(height=7, width=8)
"""A board that Gomocup programs play: lines of five."""

LIMITS = MoveLimits(seconds=0.2, grace=30.0)


def program(log, *modes, script="fake_gomocup.py", settings=""):
    """Return the text of a fake program as an engine."""
    words = [sys.executable, "-ISs", str(FAKES / script), str(log), *modes]
    return f"cmd{settings}:{shlex.join(words)}"


def plan_with(engine, **changes):
    values = {"setup": SETUP, "limits": LIMITS, "openings": (), **changes}
    return make_plan(engines=(engine, "uct-plain{nodes=20}"), **values)


def play(plan, number=1):
    events = []
    result, record = GameRunner(plan, report=events.append).play(
        plan.schedule[number - 1]
    )
    return result, record, events


def test_a_program_plays_whole_games_of_both_colours(tmp_path):
    plan = plan_with(program(tmp_path / "log"), adjudication=Adjudication(win_rate=0.6))

    results = [play(plan, number)[0] for number in (1, 2)]

    assert {result.reason for result in results} == {"line"}
    assert [result.usage_of(0).nodes for result in results] == [0, 0]
    assert all(result.usage_of(0).moves > 2 for result in results)


def test_a_program_plays_whole_games_of_both_colours_by_swap2(tmp_path):
    setup = get_game("gomoku").setup(height=7, width=8, options={"opening": "swap2"})
    modes = ("swap2:0:2,2 3,2 5,5", "swap2:3:SWAP")
    plan = plan_with(program(tmp_path / "log", *modes), setup=setup)

    games = [play(plan, number) for number in (1, 2)]

    assert {result.reason for result, _, _ in games} <= {"line", "board_full"}
    log = (tmp_path / "log").read_text().splitlines()
    assert log.count("SWAP2BOARD") == 2
    assert log.count("BOARD") == 2


def test_a_program_without_swap2_loses_by_its_refusal(tmp_path):
    setup = get_game("gomoku").setup(height=7, width=8, options={"opening": "swap2"})
    plan = plan_with(program(tmp_path / "log", "swap2:0:UNKNOWN"), setup=setup)

    result, _, _ = play(plan)

    assert (result.winner, result.reason) == (1, "refusal")
    assert "does not know the opening rule swap2" in result.detail


@pytest.mark.parametrize("opening", ["swap2", "none"])
def test_a_program_without_swap2_is_refused_before_any_game_by_swap2(tmp_path, opening):
    setup = get_game("gomoku").setup(height=7, width=8, options={"opening": opening})
    plan = plan_with(program(tmp_path / "log", "swap2:0:UNKNOWN"), setup=setup)
    runner = GameRunner(plan, report=print)

    if opening == "none":
        runner.prepare()
        return
    with pytest.raises(ExternalProgramError, match="does not know the opening rule"):
        runner.prepare()


def test_a_program_that_ignores_swap2_is_refused_before_any_game(tmp_path):
    setup = get_game("gomoku").setup(height=7, width=8, options={"opening": "swap2"})
    engine = program(tmp_path / "log", "silent-swap2", settings="{startup=3}")
    runner = GameRunner(plan_with(engine, setup=setup), report=print)

    with pytest.raises(ExternalProgramError, match="may not know the opening rule"):
        runner.prepare()


@pytest.mark.parametrize("modes", [[], ["swap2:0:7,7"], ["crash"], ["slow-swap2"]])
def test_any_other_program_may_play_by_swap2(tmp_path, modes):
    setup = get_game("gomoku").setup(height=7, width=8, options={"opening": "swap2"})
    plan = plan_with(program(tmp_path / "log", *modes), setup=setup)

    GameRunner(plan, report=print).prepare()


def test_a_move_of_a_program_has_no_value(tmp_path):
    plan = plan_with(program(tmp_path / "log"))

    _, _, events = play(plan)

    values = [event["value"] for event in events[1:]]
    assert set(values[::2]) == {None}
    assert None not in values[1::2]


@pytest.mark.parametrize(
    ("modes", "reason"),
    [
        (["crash"], "crash"),
        (["occupied"], "illegal"),
        (["outside"], "illegal"),
    ],
)
def test_a_program_that_fails_loses_with_its_reason(tmp_path, modes, reason):
    plan = plan_with(program(tmp_path / "log", *modes))

    result, record, _ = play(plan, number=2)

    assert (result.winner, result.reason) == (1, reason)
    assert "fake_gomocup" in result.detail or sys.executable in result.detail
    assert record.outcome.reason == reason


def test_a_program_that_falls_silent_loses_by_its_overrun(tmp_path):
    engine = program(tmp_path / "log", "mute", settings="{grace=0.1}")

    result, _, _ = play(plan_with(engine))

    assert (result.winner, result.reason) == (1, "overrun")
    assert result.is_time_loss_of(0)
    assert result.usage_of(0).overruns == 1


def test_a_late_move_is_an_overrun_that_need_not_lose(tmp_path):
    engine = program(tmp_path / "log", "slow", settings="{grace=30}")
    plan = plan_with(engine, adjudication=Adjudication(draw_plies=4))

    result, _, _ = play(plan)

    assert result.reason == "adjudication"
    assert result.usage_of(0).overruns == result.usage_of(0).moves == 2


def test_a_late_move_beyond_the_grace_loses_on_time(tmp_path):
    engine = program(tmp_path / "log", "slow", settings="{grace=30}")
    plan = plan_with(engine, limits=MoveLimits(seconds=0.05, grace=0.05))

    result, _, _ = play(plan)

    assert (result.winner, result.reason) == (1, "time")


def test_a_program_is_ended_after_its_game(tmp_path):
    log = tmp_path / "log"

    play(plan_with(program(log)))

    assert log.read_text().splitlines()[-1] == "END"


def test_an_htp_program_plays_hex(tmp_path):
    plan = plan_with(
        program(tmp_path / "log", script="fake_htp.py"),
        setup=get_game("hex").setup(height=5, width=5),
    )

    result, _, _ = play(plan)

    assert result.reason == "connection"


@pytest.mark.processes
@pytest.mark.parametrize(
    ("engine", "error"),
    [
        ("cmd:/no/such/program", UsageError),
        (program("LOG", "refuses"), TournamentError),
    ],
    ids=["missing", "refuses"],
)
def test_a_program_that_cannot_play_is_refused_before_any_game(tmp_path, engine, error):
    out = tmp_path / "run"
    plan = plan_with(engine.replace("LOG", str(tmp_path / "log")))

    with pytest.raises(error, match="program"):
        Run(plan, out, resume=False).play(RunMonitor())

    assert not out.exists()


def test_rules_that_the_protocol_cannot_tell_are_refused():
    setup = get_game("gomoku").setup(options={"line_length": "6"})

    with pytest.raises(PresetError, match="does not play this"):
        list_contestants(plan_with("cmd:./any", setup=setup))


def test_processor_time_is_refused():
    limits = MoveLimits(seconds=1.0, clock="cpu")

    with pytest.raises(PresetError, match="wall clock"):
        list_contestants(plan_with("cmd:./any", limits=limits))


@pytest.mark.processes
@pytest.mark.slow
def test_our_own_program_plays_as_an_external_one(tmp_path):
    ours = shlex.join([*program_command(), "gomocup", "--engine", "alphabeta:1"])
    setup = get_game("gomoku").setup(height=7, width=7)
    plan = plan_with(f"cmd:{ours}", setup=setup, games=2)

    state = Run(plan, tmp_path / "run", resume=False).play(RunMonitor())

    row = state.standings.rows[0]
    assert row.games == 2
    assert (row.failures, row.time_losses) == (0, 0)


class Interrupt(RunMonitor):
    """Interrupts the run when a program has been asked for a move."""

    def __init__(self, log):
        self._log = log

    def update(self, state):
        if self._log.exists() and "BEGIN" in self._log.read_text():
            raise KeyboardInterrupt


def is_alive(pid):
    stat = Path(f"/proc/{pid}/stat")
    try:
        return stat.read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.processes
@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_an_interrupted_run_leaves_no_program_behind(tmp_path):
    log = tmp_path / "log"
    plan = plan_with(program(log, "child", "mute", settings="{grace=600}"))

    with pytest.raises(KeyboardInterrupt):
        Run(plan, tmp_path / "run", resume=False).play(Interrupt(log))

    lines = log.read_text().splitlines()
    pids = [int(word) for line in lines if line[0].isdigit() for word in line.split()]
    assert len(pids) >= 2
    while any(map(is_alive, pids)):  # the watchdog needs a moment
        time.sleep(0.02)
    assert os.getpid() not in pids
    assert json.loads((tmp_path / "run" / "plan.json").read_text())["kind"] == "match"


@pytest.mark.processes
@pytest.mark.slow
def test_why_a_program_failed_is_in_the_log_and_the_report_of_its_run(tmp_path):
    engine, out = program(tmp_path / "log", "crash"), tmp_path / "run"

    state = Run(plan_with(engine, games=2), out, resume=False).play(RunMonitor())

    logged = (out / "engines.log").read_text("utf-8")
    assert {result.reason for result in state.results} == {"crash"}
    for result in state.results:
        assert result.detail in logged
    assert "Traceback" not in logged
    assert "Failures" in (out / "report.md").read_text("utf-8")
