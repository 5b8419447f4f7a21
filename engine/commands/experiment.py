"""Experiments that repeat the figures and tables of the papers."""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TextIO

from engine.commands.arguments import (
    add_json,
    add_seed,
    add_stop_with_input,
    print_json,
)
from engine.commands.stop_signal import stop_with_input
from engine.core.errors import UsageError
from engine.experiments.catalogue import EXPERIMENTS, find_experiment
from engine.experiments.experiment import SCALES, Experiment
from engine.experiments.packages import check_packages
from engine.experiments.progress import Progress
from engine.training.run.progress import format_duration

SUMMARY = (
    "repeat a figure or table of a paper; stop at any time and resume with --resume"
)

LIST = "list"
"""Name that lists the experiments."""

REDRAW_SECONDS = 0.2
"""Shortest interval between two drawings of the progress."""

LINE_SECONDS = 60.0
"""Interval between two lines of the progress without a terminal."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument(
        "name", metavar="NAME", help='the experiment; "list" prints all of them'
    )
    parser.add_argument(
        "--out", metavar="DIR", type=Path, help="folder of the experiment"
    )
    parser.add_argument(
        "--scale",
        choices=SCALES,
        default="small",
        help="smoke: at most a minute; small (default): about an hour of one core; "
        "paper: as many games and searches as in the paper",
    )
    add_seed(
        parser, "the same seed gives the same games where moves are limited by nodes"
    )
    parser.add_argument(
        "--seconds",
        type=float,
        metavar="S",
        help="stop after about S seconds; resume later with --resume",
    )
    parser.add_argument(
        "--resume", action="store_true", help="resume the experiment in DIR, if any"
    )
    add_stop_with_input(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Run the experiment, and print the location of its report."""
    if arguments.name == LIST:
        _print_list(as_json=arguments.json)
        return 0
    experiment = _find(arguments.name)
    _check(arguments)
    check_packages(experiment)
    if arguments.stop_with_input:
        stop_with_input(sys.stdin.fileno())
    from engine.experiments.experiment_folder import REPORT  # noqa: PLC0415
    from engine.experiments.run import run_experiment  # noqa: PLC0415

    with ProgressLine(sys.stderr, is_terminal=sys.stderr.isatty()) as progress:
        is_finished = run_experiment(
            experiment,
            arguments.scale,
            arguments.out,
            seed=arguments.seed,
            resume=arguments.resume,
            seconds=math.inf if arguments.seconds is None else arguments.seconds,
            show=progress.show,
            warn=progress.warn,
        )
    report = arguments.out / REPORT
    if arguments.json:
        print_json(
            {"out": str(arguments.out), "report": str(report), "finished": is_finished}
        )
    elif is_finished:
        print(f"Finished; see {report}.")
    else:
        print(f"Not finished yet, see {report}; continue with --resume.")
    return 0


class ProgressLine:
    """The progress in one line on standard error; a context manager.

    Args:
        stream: Output stream.
        is_terminal: Whether the line can be redrawn.
        now: Source of seconds.
    """

    def __init__(
        self,
        stream: TextIO,
        *,
        is_terminal: bool,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._stream = stream
        self._is_terminal = is_terminal
        self._now = now
        self._shown: float | None = None

    def __enter__(self) -> ProgressLine:
        return self

    def __exit__(self, *_: object) -> None:
        if self._is_terminal and self._shown is not None:
            self._stream.write("\n")

    def warn(self, warning: str) -> None:
        """Print a warning."""
        start = "\r\x1b[K" if self._is_terminal and self._shown is not None else ""
        self._stream.write(f"{start}{warning}\n")
        self._stream.flush()

    def show(self, progress: Progress) -> None:
        """Show the progress unless the last one is too new."""
        now = self._now()
        interval = REDRAW_SECONDS if self._is_terminal else LINE_SECONDS
        if self._shown is not None and now - self._shown < interval:
            return
        self._shown = now
        text = format_progress(progress)
        self._stream.write(f"\r{text}\x1b[K" if self._is_terminal else f"{text}\n")
        self._stream.flush()


def format_progress(progress: Progress) -> str:
    """Return the progress in one line."""
    parts = [f"part {progress.number}/{progress.count} {progress.part}:"]
    parts.append(f"{progress.done}/{progress.total} {progress.kind}")
    if progress.phase:
        parts.append(progress.phase)
    if progress.phase_total:
        parts.append(f"{progress.phase_done}/{progress.phase_total}")
    if progress.seconds_left is not None:
        least = "at least " if progress.is_least else ""
        parts.append(f" {least}{format_duration(progress.seconds_left)} left")
    return " ".join(parts)


def _print_list(*, as_json: bool) -> None:
    if as_json:
        print_json(
            [
                {
                    "name": one.name,
                    "paper": one.paper,
                    "shows": one.shows,
                    "scales": list(SCALES),
                }
                for one in EXPERIMENTS
            ]
        )
        return
    for one in EXPERIMENTS:
        print(f"{one.name:<16} {one.paper:<11} {one.shows}")


def _find(name: str) -> Experiment:
    """Return the experiment of a name.

    Raises:
        UsageError: There is none.
    """
    experiment = find_experiment(name)
    if experiment is None:
        known = ", ".join(one.name for one in EXPERIMENTS)
        raise UsageError(f"Expected list or an experiment among {known}, got {name!r}.")
    return experiment


def _check(arguments: argparse.Namespace) -> None:
    """Raise ``UsageError`` unless an experiment can begin."""
    if arguments.out is None:
        raise UsageError("Expected --out DIR, the folder of the experiment, got none.")
    if arguments.seconds is not None and not arguments.seconds > 0:
        raise UsageError(f"Expected seconds above 0, got {arguments.seconds}.")
