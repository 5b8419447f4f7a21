"""A run: plays the missing games of a plan in child processes and writes the report."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict
from pathlib import Path

from engine import __version__
from engine.core.errors import RunFolderError
from engine.core.formats.json_lines import JsonLine, JsonLineWriter
from engine.core.message import Message
from engine.core.processes.machine import describe_machine
from engine.tournament.contestants import list_contestants
from engine.tournament.plan import Plan
from engine.tournament.rating_schedule import choose_next_pair
from engine.tournament.reports.report import write_reports
from engine.tournament.results import parse_result
from engine.tournament.run_folder import RunFolder
from engine.tournament.run_monitor import RunMonitor
from engine.tournament.run_state import (
    GAME_ENDED,
    RUN_ENDED,
    RUN_STARTED,
    RunReader,
    RunState,
)
from engine.tournament.worker import RESULT
from engine.tournament.worker_pool import WorkerPool

WAIT_SECONDS = 0.5
"""Longest time without an update of the monitor."""


class Run:
    """A match or tournament in its folder.

    Args:
        plan: The plan.
        path: The run folder; it is created if needed.
        resume: Whether to resume a run in the folder.

    Raises:
        PresetError: An engine does not exist, or does not play this game or board.
        RunFolderError: The folder has another run, other files, or games of an engine
            that has changed since, or it cannot be written.
    """

    def __init__(self, plan: Plan, path: Path, *, resume: bool) -> None:
        self._digests = tuple(one.digest for one in list_contestants(plan))
        self._folder = RunFolder(path)
        self._folder.check(plan, resume=resume)
        self._plan = plan
        self._check_engines()
        self._folder.check_writable()
        self._resume = resume

    def play(self, monitor: RunMonitor) -> RunState:
        """Play the missing games, write the reports and return the final state.

        Finished games are kept whatever ends the run.

        Raises:
            UsageError: An engine cannot be built; nothing was written.
            RunFolderError: Another process uses the folder.
            TournamentError: A game cannot be played.
        """
        plan, path = self._plan, self._folder.path
        is_new = not path.exists()
        with ExitStack() as stack:
            if not is_new:
                stack.enter_context(self._folder.lock())
            pool = stack.enter_context(WorkerPool(plan, path))
            if not self._is_finished():
                pool.prepare(monitor.preparing)
            if is_new:  # engines that cannot be built leave no folder behind
                stack.enter_context(self._folder.lock())
            self._folder.claim(plan, resume=self._resume)
            reader = RunReader(path)
            with self._reported(reader):
                self._play_games(pool, reader, monitor)
            return reader.refresh()

    def _check_engines(self) -> None:
        """Raise ``RunFolderError`` if an engine is not the one of the earlier games."""
        if self._folder.plan() is None:
            return
        state = RunReader(self._folder.path).refresh()
        before = next((start.engines for start in state.starts if start.engines), None)
        if before is None or not state.results:
            return
        for name, old, new in zip(
            self._plan.engines, before, self._digests, strict=False
        ):
            if old != new:
                raise RunFolderError(
                    Message(
                        "Expected {engine} as in the games in {folder}; its settings "
                        "or its network have changed since.",
                        engine=name,
                        folder=self._folder.path,
                    )
                )

    def _is_finished(self) -> bool:
        """Return whether the folder has all games already."""
        return self._folder.plan() is not None and (
            RunReader(self._folder.path).refresh().is_finished
        )

    @contextmanager
    def _reported(self, reader: RunReader) -> Iterator[None]:
        """Write the reports at the end, also of an interrupted run."""
        try:
            yield
        finally:
            write_reports(reader.refresh(), self._folder.path)

    def _play_games(
        self, pool: WorkerPool, reader: RunReader, monitor: RunMonitor
    ) -> None:
        """Play until no game is missing or the test has decided."""
        state = reader.refresh()
        if state.warning is not None:
            monitor.warn(state.warning)
        if state.is_finished:
            return
        folder = self._folder
        with (
            JsonLineWriter(folder.games, is_durable=True) as games,
            JsonLineWriter(folder.events) as events,
        ):
            events.add({**_start_event(), "engines": list(self._digests)})
            state = reader.refresh()
            while not state.is_finished:
                self._fill(pool, reader, state)
                for line in pool.receive(WAIT_SECONDS):
                    _keep(line, games, events)
                state = reader.refresh()
                monitor.update(state)
            events.add({"kind": RUN_ENDED})

    def _fill(self, pool: WorkerPool, reader: RunReader, state: RunState) -> None:
        """Start games until as many run as the plan allows."""
        while len(pool.running) < self._plan.concurrency:
            done = {result.number for result in state.results} | pool.running
            waiting = (game for game in state.schedule if game.number not in done)
            game = next(waiting, None)
            if game is not None:
                pool.play(game)
                continue
            pair = choose_next_pair(state) if self._plan.kind == "ratings" else None
            if pair is None:
                return
            with JsonLineWriter(self._folder.schedule, is_durable=True) as pairs:
                pairs.add(asdict(pair))
            state = reader.refresh()


def _keep(line: JsonLine, games: JsonLineWriter, events: JsonLineWriter) -> None:
    """Write a line of a game process to the files of the run."""
    if line["kind"] != RESULT:
        events.add(line)
        return
    result = parse_result(line["result"])
    games.add(result.to_line())
    events.add({"kind": GAME_ENDED, "number": result.number})


def _start_event() -> JsonLine:
    return {
        "kind": RUN_STARTED,
        "time": time.strftime("%Y-%m-%d %H:%M:%S"),
        "version": __version__,
        "machine": describe_machine(),
    }
