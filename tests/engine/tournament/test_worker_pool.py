"""The pool of processes that play the games of a run."""

import json
import time
from multiprocessing import active_children

import pytest

from engine.core.errors import TournamentError, UsageError
from engine.core.message import Message
from engine.tournament.worker_pool import WorkerPool
from tests.engine.tournament.plans import make_plan

LONGEST = 60.0


def play_first_game_only(connection, plan_text, path):
    """Stand in for ``work``: finish the first game, and fail in any other one."""
    number = json.loads(connection.recv_bytes())["game"]["number"]
    result = {"kind": "result", "result": {"number": number}}
    failure = {"kind": "failed", "message": "The disk is full."}
    connection.send_bytes(json.dumps(result if number == 1 else failure).encode())


@pytest.mark.processes
def test_a_result_that_comes_with_a_failure_is_returned(tmp_path, monkeypatch):
    monkeypatch.setattr("engine.tournament.worker_pool.work", play_first_game_only)
    plan = make_plan(games=2)

    with WorkerPool(plan, tmp_path) as pool:
        for game in plan.schedule:
            pool.play(game)
        until = time.monotonic() + LONGEST
        while active_children() and time.monotonic() < until:
            time.sleep(0.05)
        lines = pool.receive(LONGEST)

        assert lines == [{"kind": "result", "result": {"number": 1}}]
        for _ in range(2):
            with pytest.raises(TournamentError, match=r"The disk is full\."):
                pool.receive(LONGEST)


@pytest.mark.processes
def test_a_refusal_of_an_engine_keeps_its_template(tmp_path):
    plan = make_plan(engines=("uct:nine", "alphabeta:1"))

    with (
        WorkerPool(plan, tmp_path) as pool,
        pytest.raises(UsageError) as refusal,
    ):
        pool.prepare(lambda _: None)

    message = refusal.value.message
    assert isinstance(message, Message)
    assert "nine" in message
    assert "{level!r}" in message.template
