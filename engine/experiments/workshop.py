"""Workshop of an experiment: games, searches and training runs in child processes.

Everything is kept in the folder of the experiment as it comes. A call returns what is
there already together with what the time allows; nothing is done twice.
"""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from engine.core.formats.json_lines import JsonLine, JsonLineReader, JsonLineWriter
from engine.core.formats.json_text import is_figure
from engine.core.message import Message
from engine.experiments.progress import Part
from engine.experiments.search_tasks import SearchProcess, SearchTask
from engine.experiments.training_process import TrainingProcess
from engine.tournament.plan import Plan
from engine.tournament.run import Run
from engine.tournament.run_folder import RunFolder
from engine.tournament.run_monitor import RunMonitor
from engine.tournament.run_state import RunState, read_run
from engine.tournament.standings import make_standings

GAMES, SEARCHES, TRAINING = "games", "searches", "training"
"""Folders of the parts of an experiment."""

ANSWER_NUMBERS = ("value", "nodes", "seconds", "depth")
"""Numbers in the answer of a search."""


class OutOfTimeError(Exception):
    """The time of this start of the experiment is over; never leaves the workshop."""


class Workshop:
    """Maker of an experiment's data.

    Args:
        folder: Folder of the experiment, which exists.
        seed: Random seed.
        seconds: Time of this start.
        show: Takes the state of the current part; called often.
    """

    def __init__(
        self,
        folder: Path,
        *,
        seed: int = 0,
        seconds: float = math.inf,
        show: Callable[[Part], None] = lambda _: None,
    ) -> None:
        self._folder = folder
        self._show = show
        self._end = time.monotonic() + seconds
        self.seed = seed
        """Random seed of the experiment."""
        self.is_finished = True
        """Whether every part so far has all of its data."""
        self.parts: dict[str, Part] = {}
        """The parts so far by name."""
        self.warnings: list[str] = []
        """What the folder has lost, and warnings of training runs, as sentences."""

    def play(self, key: str, plan: Plan) -> RunState:
        """Play the missing games of a plan; return the games that there are.

        Args:
            key: Name of this part of the experiment.
            plan: The plan.

        Raises:
            TournamentError: A game cannot be played.
        """
        path = self._folder / GAMES / key
        path.parent.mkdir(exist_ok=True)
        state = _read_games(path, plan)
        if state.warning is not None:
            self._add_warnings([state.warning])
        self._note(_count_games(key, state))
        if not self._is_late():
            run = Run(plan, path, resume=True)
            clock = _Clock(self.parts[key], self._note, self._is_late)
            with contextlib.suppress(OutOfTimeError):
                state = run.play(clock)
                self._note(_count_games(key, state))
                return state
            state = _read_games(path, plan)
        self.is_finished = self.is_finished and state.is_finished
        return state

    def search(self, tasks: Sequence[SearchTask], key: str) -> dict[str, JsonLine]:
        """Search what is missing; return the results that there are by task.

        Args:
            tasks: The searches, one after the other in one process.
            key: Name of this part of the experiment.

        Raises:
            TournamentError: A search fails.
        """
        path = self._folder / SEARCHES / f"{key}.jsonl"
        path.parent.mkdir(exist_ok=True)
        reader = JsonLineReader(path)
        lines = reader.read()
        found = _select_answers(lines, tasks)
        missing = [task for task in tasks if task.key not in found]
        damaged_count = len(lines) - len(found) + reader.damaged_count
        if missing and damaged_count:
            self._add_warnings([_make_search_warning(path, damaged_count)])
        part = Part(key=key, kind="searches", done=len(found), total=len(tasks))
        self._note(part)
        if missing and not self._is_late():
            with (
                JsonLineWriter(path, is_durable=True) as writer,
                SearchProcess() as process,
            ):
                for task in missing:
                    if self._is_late():
                        break
                    found[task.key] = process.search(task)
                    writer.add(found[task.key])
                    self._note(replace(part, done=len(found)))
        self.is_finished = self.is_finished and len(found) == len(tasks)
        return found

    def train(self, key: str, table: Mapping[str, Any]) -> list[JsonLine]:
        """Train as far as the time allows; return the events of the run.

        Args:
            key: Name of this part of the experiment.
            table: Content of a training file.

        Raises:
            TrainingError: The run fails.
        """
        path = self._folder / TRAINING / key
        path.parent.mkdir(exist_ok=True)
        run = TrainingProcess(table, path)
        part = Part(
            key=key,
            kind="generations",
            done=_count_generations(run.read_events()),
            total=table["play"]["generations"],
        )
        self._note(part)
        if not self._is_late():
            run.advance(
                self._end - time.monotonic(),
                show=lambda line: self._note(replace(part, **line)),
            )
        events = run.read_events()
        self._add_warnings([e["text"] for e in events if e["kind"] == "warning"])
        self._note(replace(part, done=_count_generations(events)))
        self.is_finished = self.is_finished and run.is_finished
        return events

    def _add_warnings(self, warnings: Sequence[str]) -> None:
        """Add warnings that are new."""
        self.warnings += [one for one in warnings if one not in self.warnings]

    def _note(self, part: Part) -> None:
        self.parts[part.key] = part
        self._show(part)

    def _is_late(self) -> bool:
        return time.monotonic() >= self._end


def _make_search_warning(path: Path, count: int) -> Message:
    """Return the warning about lines of a file that have no answers."""
    return Message(
        "Lines in {file} that answer none of the searches: {count}. What is missing is "
        "searched again.",
        file=path,
        count=count,
    )


class _Clock(RunMonitor):
    """Monitor that shows the games and ends a run when its time is over."""

    def __init__(
        self, part: Part, show: Callable[[Part], None], is_late: Callable[[], bool]
    ) -> None:
        self._part = part
        self._show = show
        self._is_late = is_late

    def preparing(self, engine: str) -> None:
        """See ``RunMonitor.preparing``."""
        self._show(replace(self._part, phase="preparing"))

    def update(self, state: RunState) -> None:
        """See ``RunMonitor.update``; raises ``OutOfTimeError``."""
        self._part = _count_games(self._part.key, state)
        self._show(self._part)
        if self._is_late() and not state.is_finished:
            raise OutOfTimeError


def _read_games(path: Path, plan: Plan) -> RunState:
    """Return the state of a run, also of one that has not begun."""
    if RunFolder(path).plan() is not None:
        return read_run(path)
    return RunState(
        plan=plan,
        results=(),
        standings=make_standings(plan, ()),
        schedule=plan.schedule,
        running=(),
    )


def _count_games(key: str, state: RunState) -> Part:
    """Return the games of a plan as a part."""
    total = state.plan.most_games
    done = total if state.is_finished else len(state.results)
    return Part(key=key, kind="games", done=done, total=total)


def _count_generations(events: Sequence[JsonLine]) -> int:
    """Return the number of finished generations of a training run."""
    numbers = [one["generation"] for one in events if one["kind"] == "generation"]
    return max(numbers, default=0)


def _select_answers(
    lines: Sequence[JsonLine], tasks: Sequence[SearchTask]
) -> dict[str, JsonLine]:
    """Return the whole lines that answer a task exactly, by the key of the task."""
    wanted = {task.key: asdict(task) for task in tasks}
    return {
        line["key"]: line
        for line in lines
        if (task := wanted.get(str(line.get("key")))) is not None
        and {key: line.get(key) for key in task} == task
        and _is_whole(line)
    }


def _is_whole(line: JsonLine) -> bool:
    """Return whether a line has all that the answer of a search has."""
    candidates = line.get("candidates")
    return (
        isinstance(line.get("move"), str)
        and all(is_figure(line.get(key)) for key in ANSWER_NUMBERS)
        and isinstance(candidates, list)
        and all(map(_is_candidate, candidates))
    )


def _is_candidate(entry: object) -> bool:
    """Return whether an entry of an answer is a candidate."""
    return (
        isinstance(entry, dict)
        and type(entry.get("cell")) is int
        and all(is_figure(entry.get(key)) for key in ("visits", "value"))
    )
