"""Asks an engine the positions of a suite and counts what it solves."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine.commands.arguments import add_json, limits_from, print_json
from engine.commands.suites import Answer, Ask, Problem, read_suite
from engine.core.errors import UsageError
from engine.core.game import Position
from engine.players import PlayerConfig, build_searcher
from engine.search.api import SearchResult

SUMMARY = "count what an engine solves of a suite of positions"

BAR_WIDTH = 24

Count = dict[str, int]
"""``solved`` and ``total``."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("suite", metavar="FILE", type=Path, help="a suite, JSON lines")
    parser.add_argument(
        "--engine",
        metavar="P",
        help="an engine, such as uct-plain:3; a suite of renju fouls needs none",
    )
    bound = parser.add_mutually_exclusive_group()
    bound.add_argument("--seconds", type=float, metavar="S", help="time for a position")
    bound.add_argument("--nodes", type=int, metavar="N", help="nodes for a position")
    parser.add_argument(
        "--seed",
        type=int,
        default=0,
        metavar="N",
        help="the same seed and nodes give the same count",
    )
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Ask every position and report; once stopped, report what was asked so far."""
    problems = read_suite(arguments.suite)
    is_for_engine = any(problem.asks_engine for problem in problems)
    ask = _ask_by(arguments, problems) if is_for_engine else _ask_nobody
    tally = Tally()
    is_stopped = False
    try:
        for problem in _with_progress(problems, tally):
            tally.add(problem, problem.answer(ask))
    except KeyboardInterrupt:
        is_stopped = True
    if arguments.json:
        print_json(
            {
                **tally.report(),
                "engine": arguments.engine if is_for_engine else None,
                "limits": _limits_given(arguments) if is_for_engine else {},
                "seed": arguments.seed,
                "stopped": is_stopped,
            }
        )
    else:
        _print_text(tally)
    if is_stopped:
        sentence = f"Stopped after {tally.answered} of {len(problems)} positions."
        print(f"pentahex: {sentence}", file=sys.stderr)
    return 1 if is_stopped else 0


def _ask_by(arguments: argparse.Namespace, problems: list[Problem]) -> Ask:
    """Return what searches a position as the arguments say.

    Raises:
        UsageError: They name no engine or no limit.
        PresetError: The engine does not exist, or does not play a game of the suite.
        LimitsError: The limit is not above zero.
    """
    if arguments.engine is None or not _limits_given(arguments):
        raise UsageError(
            "Expected --engine and one of --seconds and --nodes, as positions of "
            f"{arguments.suite.name} are for an engine to solve."
        )
    player = PlayerConfig.parse(arguments.engine)
    limits = limits_from(arguments)
    for game in sorted({problem.position.setup.game for problem in problems}):
        build_searcher(player, game)

    def ask(position: Position) -> SearchResult:
        # What a searcher learned from one position must not help it with another of
        # the same game, so each gets a new one.
        game = position.setup.game
        searcher = build_searcher(player, game, seed=arguments.seed)
        searcher.prepare(position)
        return searcher.search(position, limits)

    return ask


def _ask_nobody(_position: Position) -> SearchResult:
    raise UsageError("Expected a position that needs no engine.")


def _limits_given(arguments: argparse.Namespace) -> dict[str, float]:
    limits = {"seconds": arguments.seconds, "nodes": arguments.nodes}
    return {name: value for name, value in limits.items() if value is not None}


def _with_progress(problems: list[Problem], tally: Tally) -> Iterator[Problem]:
    """Yield the problems, and draw a bar on standard error if it is a terminal."""
    is_shown = sys.stderr.isatty()
    try:
        for done, problem in enumerate(problems):
            if is_shown:
                bar = "#" * (BAR_WIDTH * done // len(problems))
                text = f"{done}/{len(problems)}, {tally.solved} solved"
                print(f"\r[{bar:.<{BAR_WIDTH}}] {text} ", end="", file=sys.stderr)
                sys.stderr.flush()
            yield problem
    finally:
        if is_shown:
            print(file=sys.stderr)


class Tally:
    """Counts answers, in all and by group."""

    def __init__(self) -> None:
        self.answered = 0
        self.solved = 0
        self.total = 0
        self.misses: list[tuple[str, Answer]] = []
        self._by: dict[str, dict[str, Count]] = {}

    def add(self, problem: Problem, answer: Answer) -> None:
        """Count one answer."""
        self.answered += 1
        if answer.is_solved is None:
            return
        self.total += 1
        self.solved += answer.is_solved
        for group, label in problem.groups.items():
            counts = self._by.setdefault(group, {})
            count = counts.setdefault(label, {"solved": 0, "total": 0})
            count["solved"] += answer.is_solved
            count["total"] += 1
        if not answer.is_solved:
            self.misses.append((problem.name, answer))

    @property
    def left_out(self) -> int:
        """Number of answers that do not count."""
        return self.answered - self.total

    @property
    def by_group(self) -> dict[str, dict[str, Count]]:
        """Counts by group and label, labels in the order of their numbers."""
        return {
            group: {label: counts[label] for label in sorted(counts, key=_label_order)}
            for group, counts in self._by.items()
        }

    def report(self) -> dict[str, Any]:
        """Return the counts as JSON."""
        return {
            "solved": self.solved,
            "total": self.total,
            "left_out": self.left_out,
            "by": self.by_group,
            "misses": [{"id": name, **miss.details} for name, miss in self.misses],
        }


def _label_order(label: str) -> tuple[int, str]:
    number = re.search(r"\d+", label)
    return int(number[0]) if number else 0, label


def _print_text(tally: Tally) -> None:
    share = 100 * tally.solved / tally.total if tally.total else 0.0
    left_out = f", {tally.left_out} left out" if tally.left_out else ""
    print(f"solved {tally.solved} of {tally.total} ({share:.1f} %){left_out}")
    for group, counts in tally.by_group.items():
        for label, count in counts.items():
            print(f"  {group:<6} {label:<10} {count['solved']:>4} of {count['total']}")
    if tally.misses:
        print("missed:")
    for name, miss in tally.misses:
        print(f"  {name}  {miss.text}")
