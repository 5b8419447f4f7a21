"""External Gomocup programs: what they are told, and how they fail."""

import os
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from engine.core.errors import BusyError, ExternalProgramError, LimitsError
from engine.external.external_searcher import ExternalSearcher
from engine.external.settings import ExternalSettings
from engine.games import GAMES
from engine.search.api import Limits, StopFlag
from tests.games import cell

GOMOKU = GAMES["gomoku"]
AMPLE = Limits(seconds=60)
"""More than a busy machine needs."""


def after(moves, **setup):
    position = GOMOKU.new_position(GOMOKU.setup(**setup))
    for name in moves.split():
        position = position.play(cell(position, name))
    return position


def replies(engine, *positions, limits=AMPLE):
    """Return the names of the moves in some positions."""
    return [
        position.cell_name(engine.searcher.search(position, limits).move)
        for position in positions
    ]


def without_info(lines):
    return [line for line in lines if not line.startswith("INFO")]


def test_a_program_is_told_rules_limits_and_moves(gomocup):
    engine = gomocup(threads=2, memory=100, folder="/tmp/x")
    limits = Limits(seconds=1.5, nodes=7, depth=3, seconds_left=60)
    start = after("", height=6, options={"rule": "renju"})

    assert replies(engine, start, limits=limits) == ["a6"]
    assert engine.lines == [
        "START 6",
        "INFO rule 4",
        "INFO game_type 1",
        "INFO timeout_match 0",
        f"INFO max_memory {100 << 20}",
        "INFO thread_num 2",
        "INFO folder /tmp/x",
        "INFO timeout_turn 1500",
        "INFO time_left 60000",
        "INFO max_node 7",
        "INFO max_depth 3",
        "BEGIN",
    ]


def test_limits_of_an_earlier_move_are_taken_back(gomocup):
    engine = gomocup()
    start = after("", height=6)

    for limits in (Limits(seconds=60, nodes=7, depth=3), AMPLE, AMPLE):
        replies(engine, start, limits=limits)

    told = [line for line in engine.lines if line.startswith("INFO max_")]
    assert [line for line in told if "memory" not in line] == [
        "INFO max_node 7",
        "INFO max_depth 3",
        "INFO max_node 2147483647",
        "INFO max_depth 255",
    ]


@pytest.mark.parametrize(
    ("rule", "bits"), [("freestyle", 0), ("exact", 1), ("renju", 2)]
)
def test_a_rule_is_told_as_its_bits(gomocup, rule, bits):
    engine = gomocup(renju=2)

    engine.searcher.prepare(after("", options={"rule": rule}))
    replies(engine, after("", options={"rule": rule}))

    assert f"INFO rule {bits}" in engine.lines


def test_a_game_goes_on_by_turns_from_an_empty_board(gomocup):
    engine = gomocup()

    names = replies(engine, after("h8"), after("h8 a15 h9"))

    assert names == ["a15", "b15"]
    assert without_info(engine.lines) == ["START 15", "TURN 7,7", "TURN 7,6"]


def test_another_position_is_sent_as_a_board_in_the_order_of_play(gomocup):
    engine = gomocup()

    names = replies(engine, after("h8"), after("c3 b15 a15"), after(""))

    assert names == ["a15", "c15", "a15"]
    assert without_info(engine.lines) == [
        *("START 15", "TURN 7,7"),
        *("RESTART", "BOARD", "2,12,2", "1,0,1", "0,0,2", "DONE"),
        *("RESTART", "BEGIN"),
    ]


def test_a_program_without_restart_is_started_again(gomocup, monkeypatch):
    monkeypatch.setattr("engine.external.gomocup.OPTIONAL_SECONDS", 0.1)
    engine = gomocup("no-restart")

    replies(engine, after("h8"), after("c3"), after("d4"))

    started = [line for line in engine.lines if "START" in line]
    assert started == ["START 15", "RESTART", "START 15", "START 15"]


def test_stones_of_a_set_up_come_first(gomocup):
    stones = bytearray(36)
    stones[7], stones[8] = 1, 2
    start = GOMOKU.position(GOMOKU.setup(height=6), stones=bytes(stones))
    engine = gomocup()

    replies(engine, start)

    assert without_info(engine.lines)[1:] == ["BOARD", "1,1,1", "2,1,2", "DONE"]


def test_a_rectangle_is_told_columns_first(gomocup):
    engine = gomocup()

    assert replies(engine, after("", height=6, width=9)) == ["a6"]
    assert engine.lines[0] == "RECTSTART 9,6"


@pytest.mark.parametrize(
    ("options", "words"),
    [({"line_length": "6"}, "lines of five"), ({"opening": "rif"}, "opening rule")],
)
def test_a_game_without_words_in_the_protocol_is_refused(gomocup, options, words):
    engine = gomocup()

    with pytest.raises(ExternalProgramError, match=words) as caught:
        engine.searcher.search(after("", options=options), AMPLE)

    assert caught.value.reason == "refusal"
    assert engine.lines == []


@pytest.mark.parametrize("mode", ["chatty", "no-crlf", "suggests", "deaf", "slow"])
def test_odd_programs_play_all_the_same(gomocup, mode):
    engine = gomocup(mode)
    first = after("h8")

    answer = engine.searcher.search(first, AMPLE).move
    then = first.play(answer)
    then = then.play(cell(then, "h9"))

    assert then.is_legal(engine.searcher.search(then, AMPLE).move)


def test_a_program_has_its_own_time_and_the_grace(gomocup):
    engine = gomocup("slow", grace=5)

    result = engine.searcher.search(after("h8"), Limits(seconds=0.05))

    assert result.seconds >= 0.4


FAILURES = [
    ("crash", "crash", r"ended with status 3 after .TURN 7,7.*out of cheese"),
    ("silent", "silence", r'did not answer "START 15" within 0\.3 seconds'),
    ("closes-input", "silence", r'did not answer "START 15"'),
    ("refuses", "refusal", r'refused "START 15" with "ERROR unsupported size"'),
    ("mute", "overrun", r'no move after .* seconds; its last line was "OK - ready"'),
    ("flood", "overrun", r'its last line was "MESSAGE all is well'),
    ("garbage", "garbage", r'after "TURN 7,7", got "I would rather not"'),
    ("occupied", "illegal", r'illegal move, "0,0": a15 is already occupied'),
    ("outside", "illegal", r'illegal move, "15,0": Expected a cell from 0,0 to 14,14'),
]


@pytest.mark.parametrize(("mode", "reason", "words"), FAILURES)
def test_a_failure_is_one_sentence_with_a_reason(gomocup, mode, reason, words):
    startup = 0.3 if reason == "silence" else 60
    grace = 0.5 if reason in {"overrun", "garbage"} else 60
    engine = gomocup(mode, startup=startup, grace=grace)
    position = after("a15 b15 h8") if mode == "occupied" else after("h8")
    patterns = words.replace("TURN 7,7", "DONE") if mode == "occupied" else words

    with pytest.raises(ExternalProgramError, match=patterns) as caught:
        engine.searcher.search(position, Limits(seconds=0.2))

    assert caught.value.reason == reason
    assert f"program {shlex.quote(sys.executable)[:40]}" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_program_that_is_not_there_is_one_sentence():
    searcher = ExternalSearcher("/no/such/program", ExternalSettings())

    with pytest.raises(ExternalProgramError, match="/no/such/program cannot be st"):
        searcher.search(after(""), AMPLE)


def test_a_program_plays_again_after_a_failure(gomocup):
    engine = gomocup("thinks", grace=0.1)

    with pytest.raises(ExternalProgramError):
        engine.searcher.search(after("h8"), Limits(seconds=0.1))
    stop = StopFlag()
    stop.set()
    result = engine.searcher.search(after("h8"), AMPLE, stop=stop)

    assert result.move == 0
    assert without_info(engine.lines) == [
        *("START 15", "TURN 7,7"),
        *("START 15", "TURN 7,7", "YXSTOP"),
    ]


def test_a_stop_tries_another_word_if_the_first_is_unknown(gomocup):
    engine = gomocup("thinks", "unknown-stop")
    stop = StopFlag()
    stop.set()

    for position in (after("h8"), after("c3")):
        engine.searcher.search(position, Limits(seconds=60), stop=stop)

    assert [line for line in engine.lines if "STOP" in line] == [
        *("YXSTOP", "STOP"),
        "STOP",
    ]


def test_processor_time_is_refused(gomocup):
    with pytest.raises(LimitsError, match="wall-clock time for the program"):
        gomocup().searcher.search(after(""), Limits(seconds=1, clock="cpu"))


def test_a_second_search_at_the_same_time_is_an_error(gomocup):
    engine = gomocup("thinks")
    stop, position = StopFlag(), after("h8")
    engine.searcher.prepare(position)
    search = lambda: engine.searcher.search(position, Limits(seconds=60), stop=stop)  # noqa: E731
    thread = threading.Thread(target=search)
    thread.start()
    wait_for(lambda: "TURN 7,7" in engine.lines)

    with pytest.raises(BusyError):
        engine.searcher.search(position, AMPLE)

    stop.set()
    thread.join()


def test_closing_ends_a_running_search(gomocup):
    engine = gomocup("thinks", "stays")
    failures = []

    def search():
        try:
            engine.searcher.search(after("h8"), Limits(seconds=60))
        except ExternalProgramError as error:
            failures.append(str(error))

    thread = threading.Thread(target=search)
    thread.start()
    wait_for(lambda: "TURN 7,7" in engine.lines)
    engine.searcher.close()
    thread.join()

    assert "was closed during a search" in failures[0]
    with pytest.raises(ExternalProgramError, match="is closed"):
        engine.searcher.search(after("h8"), AMPLE)


def wait_for(condition):
    until = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.01)


def is_running(pid):
    """Return whether a process runs; one that waits to be reaped does not."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] not in {"Z", "X"}


needs_proc = pytest.mark.skipif(
    not Path("/proc/self/stat").exists(), reason="processes are looked up in /proc"
)


@needs_proc
@pytest.mark.parametrize("ending", ["close", "release", "failure"])
def test_nothing_is_left_running(gomocup, ending):
    engine = gomocup("child", "stays", "mute", grace=0.05)
    engine.searcher.prepare(after("h8"))
    wait_for(lambda: engine.lines)
    processes = [int(number) for number in engine.lines[0].split()]
    assert all(map(is_running, processes))

    if ending == "close":
        engine.searcher.close()
    elif ending == "failure":
        with pytest.raises(ExternalProgramError):
            engine.searcher.search(after("h8"), Limits(seconds=0.05))
    else:
        engine.searcher = ExternalSearcher("x", ExternalSettings())

    wait_for(lambda: not any(map(is_running, processes)))


ORPHAN = """
import sys, time
from engine.external.external_searcher import ExternalSearcher
from engine.external.settings import ExternalSettings
from engine.games import GAMES
searcher = ExternalSearcher(sys.argv[1], ExternalSettings())
searcher.prepare(GAMES["gomoku"].new_position(GAMES["gomoku"].setup()))
print("ready", flush=True)
time.sleep(600)
"""


@pytest.mark.processes
@needs_proc
@pytest.mark.skipif(shutil.which("sh") is None, reason="the watchdog is a shell")
def test_nothing_is_left_running_when_our_process_is_killed(gomocup):
    engine = gomocup("child", "stays")
    ours = subprocess.Popen(
        [sys.executable, "-c", ORPHAN, engine.command], stdout=subprocess.PIPE
    )
    with ours:
        assert ours.stdout.readline() == b"ready\n"
        processes = [int(number) for number in engine.lines[0].split()]
        os.kill(ours.pid, signal.SIGKILL)
        ours.wait()

    wait_for(lambda: not any(map(is_running, processes)))
