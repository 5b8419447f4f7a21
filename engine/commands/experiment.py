"""Experiments that repeat the figures and tables of the papers."""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import TextIO

from engine.commands.arguments import add_json, print_json
from engine.core.errors import UsageError
from engine.experiments.catalogue import EXPERIMENTS
from engine.experiments.experiment import SCALES, Experiment

SUMMARY = "repeat a figure or table of a paper; resume with --resume"

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
        help="smoke: a minute; small (default): an hour of one core; paper: all of it",
    )
    parser.add_argument(
        "--seed",
        type=int,
        default=0,
        metavar="N",
        help="the same seed gives the same games where moves are limited by nodes",
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
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Run the experiment, and print the location of its report."""
    if arguments.name == LIST:
        _print_list(as_json=arguments.json)
        return 0
    experiment = _find(arguments.name)
    _check(arguments, experiment)
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

    def show(self, text: str) -> None:
        """Show a text unless the last one is too new."""
        now = self._now()
        interval = REDRAW_SECONDS if self._is_terminal else LINE_SECONDS
        if self._shown is not None and now - self._shown < interval:
            return
        self._shown = now
        self._stream.write(f"\r{text}\x1b[K" if self._is_terminal else f"{text}\n")
        self._stream.flush()


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
    for experiment in EXPERIMENTS:
        if experiment.name == name:
            return experiment
    known = ", ".join(one.name for one in EXPERIMENTS)
    raise UsageError(f"Expected list or an experiment among {known}, got {name!r}.")


def _check(arguments: argparse.Namespace, experiment: Experiment) -> None:
    """Raise ``UsageError`` unless the experiment can begin."""
    if arguments.out is None:
        raise UsageError("Expected --out DIR, the folder of the experiment, got none.")
    if arguments.seconds is not None and not arguments.seconds > 0:
        raise UsageError(f"Expected seconds above 0, got {arguments.seconds}.")
    if not 0 <= arguments.seed < 2**31:
        raise UsageError(f"Expected a seed from 0 to 2^31 - 1, got {arguments.seed}.")
    missing = [name for name in experiment.packages if find_spec(name) is None]
    if missing:
        raise UsageError(
            f"Expected the packages of experiments, found no {', '.join(missing)}; "
            'install them with "python -m pip install -r requirements-train.txt" and '
            "run the experiment from the sources."
        )
