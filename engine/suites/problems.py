"""The problems of a suite, and the conditions under which an answer solves them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.core.game import Position
from engine.core.types import Move
from engine.search.api import SearchResult

LOST_VALUE = -0.5
"""A lost position is recognised by a value below this one."""

Ask = Callable[[Position], SearchResult]
"""Searches or evaluates a position."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """Reference verdict on a position, for comparison with values and moves."""

    result: float
    """Chance in [0, 1] of the side to move, for log loss and sign; 0 or 1 where one
    result is known."""

    value: float
    """Chance in [0, 1] of the side to move, for the correlation."""

    moves: frozenset[Move] = frozenset()
    """Reference moves; empty where only the value is compared."""

    unrated: frozenset[Move] = frozenset()
    """Moves without a verdict, which are not compared."""

    is_proven: bool = False
    """Whether the result is a proof, not an opinion."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """Result of one problem."""

    is_solved: bool | None
    """``None`` where the suite has no verdict on the answer, which is not counted."""

    result: SearchResult | None = None
    """The engine's answer; ``None`` where no engine was asked."""

    text: str = ""
    """What was wrong, for people."""

    details: Mapping[str, Any] = field(default_factory=dict)
    """What was wrong, as JSON."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem(ABC):
    """One position of a suite."""

    name: str
    """The suite's name for it."""

    position: Position
    """The position of the question."""

    groups: Mapping[str, str]
    """Labels for partial counts, such as ``{"class": "3-5"}``."""

    asks_engine: bool = True
    """Whether an engine must answer."""

    reference: Reference | None = None
    """Verdict to compare the engine's value and move with."""

    @abstractmethod
    def answer(self, ask: Ask) -> Answer:
        """Return whether the position is solved."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveProblem(Problem):
    """Problem whose solution is one of the right moves."""

    right: frozenset[Move]
    """Moves that solve it."""

    unrated: frozenset[Move] = frozenset()
    """Moves without a verdict."""

    def answer(self, ask: Ask) -> Answer:
        """See ``Problem.answer``."""
        result = ask(self.position)
        if result.move in self.right:
            return Answer(is_solved=True, result=result)
        if result.move in self.unrated:
            return Answer(is_solved=None, result=result)
        played = self.position.cell_name(result.move)
        right = [self.position.cell_name(move) for move in sorted(self.right)]
        return Answer(
            is_solved=False,
            result=result,
            text=f"played {played}, not {' or '.join(right)}",
            details={"move": played, "value": result.value, "right": right},
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class LostProblem(Problem):
    """Problem whose solution is a value below ``LOST_VALUE``.

    One that asks no engine has a verdict that is not sure enough to count.
    """

    def answer(self, ask: Ask) -> Answer:
        """See ``Problem.answer``."""
        if not self.asks_engine:
            return Answer(is_solved=None)
        result = ask(self.position)
        return Answer(
            is_solved=result.value < LOST_VALUE,
            result=result,
            text=f"value {result.value:.2f}, not below {LOST_VALUE}",
            details={"value": result.value},
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class OpinionProblem(Problem):
    """Problem without a solution: an opinion to compare value and move with."""

    def answer(self, ask: Ask) -> Answer:
        """See ``Problem.answer``."""
        return Answer(is_solved=None, result=ask(self.position))


@dataclass(frozen=True, slots=True, kw_only=True)
class FoulProblem(Problem):
    """Problem whose solution is all fouls of a renju board, with all reasons."""

    asks_engine: bool = False
    """See ``Problem.asks_engine``."""

    right: Mapping[Move, tuple[str, ...]]
    """Cells that are fouls, with the reasons in alphabetical order."""

    def answer(self, ask: Ask) -> Answer:
        """See ``Problem.answer``."""
        fouls = self.position.fouls()
        found = {move: tuple(sorted(reasons)) for move, reasons in fouls.items()}
        wrong = [
            (
                self.position.cell_name(move),
                found.get(move, ()),
                self.right.get(move, ()),
            )
            for move in sorted(found.keys() | self.right.keys())
            if found.get(move) != self.right.get(move)
        ]
        return Answer(
            is_solved=not wrong,
            text="; ".join(
                f"{cell}: found {_listed(got)}, not {_listed(right)}"
                for cell, got, right in wrong
            ),
            details={
                "cells": {
                    cell: {"found": got, "right": right} for cell, got, right in wrong
                }
            },
        )


def _listed(reasons: tuple[str, ...]) -> str:
    return " and ".join(reasons) or "no foul"
