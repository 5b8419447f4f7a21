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
"""Value below which an answer recognises a lost position."""

Ask = Callable[[Position], SearchResult]
"""Function that searches or evaluates a position."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """Reference verdict on a position, for comparison with values and moves."""

    result: float
    """Win probability of the side to move, for log loss and sign.

    It is 0 or 1 if the result is known.
    """

    value: float
    """Win probability in [0, 1] of the side to move, for the correlation."""

    moves: frozenset[Move] = frozenset()
    """Reference moves; empty if only the value is compared."""

    unrated: frozenset[Move] = frozenset()
    """Moves without a verdict; they are not compared."""

    is_proven: bool = False
    """Whether the result is proven; otherwise it is an evaluation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProblemResult:
    """Result of one problem."""

    is_solved: bool | None
    """Whether the answer is right; ``None`` without a verdict, which is not counted."""

    result: SearchResult | None = None
    """The engine's answer; ``None`` if the problem needs no engine."""

    text: str = ""
    """Description of the error, for users."""

    details: Mapping[str, Any] = field(default_factory=dict)
    """Description of the error, as a JSON object."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem(ABC):
    """One position of a suite, with the condition that solves it."""

    name: str
    """Name in the suite."""

    position: Position
    """Position to answer."""

    groups: Mapping[str, str]
    """Labels for partial counts, such as ``{"class": "3-5"}``."""

    asks_engine: bool = True
    """Whether an engine must answer."""

    reference: Reference | None = None
    """Reference for the engine's value and move, if there is one."""

    @abstractmethod
    def answer(self, ask: Ask) -> ProblemResult:
        """Return the answer, and whether it solves the problem."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveProblem(Problem):
    """Problem that one of several moves solves."""

    right: frozenset[Move]
    """Moves that solve the problem."""

    unrated: frozenset[Move] = frozenset()
    """Moves without a verdict."""

    def answer(self, ask: Ask) -> ProblemResult:
        """See ``Problem.answer``."""
        result = ask(self.position)
        if result.move in self.right:
            return ProblemResult(is_solved=True, result=result)
        if result.move in self.unrated:
            return ProblemResult(is_solved=None, result=result)
        played = self.position.cell_name(result.move)
        right = [self.position.cell_name(move) for move in sorted(self.right)]
        return ProblemResult(
            is_solved=False,
            result=result,
            text=f"played {played}, not {' or '.join(right)}",
            details={"move": played, "value": result.value, "right": right},
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class LostProblem(Problem):
    """Problem that a value below ``LOST_VALUE`` solves.

    Without an engine the problem is not counted: its verdict is too uncertain.
    """

    def answer(self, ask: Ask) -> ProblemResult:
        """See ``Problem.answer``."""
        if not self.asks_engine:
            return ProblemResult(is_solved=None)
        result = ask(self.position)
        return ProblemResult(
            is_solved=result.value < LOST_VALUE,
            result=result,
            text=f"value {result.value:.2f}, not below {LOST_VALUE}",
            details={"value": result.value},
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluationProblem(Problem):
    """Problem without a solution; its reference is an evaluation of value and move."""

    def answer(self, ask: Ask) -> ProblemResult:
        """See ``Problem.answer``."""
        return ProblemResult(is_solved=None, result=ask(self.position))


@dataclass(frozen=True, slots=True, kw_only=True)
class FoulProblem(Problem):
    """Problem that the complete list of a renju board's fouls and reasons solves."""

    asks_engine: bool = False
    """See ``Problem.asks_engine``."""

    right: Mapping[Move, tuple[str, ...]]
    """Cells that are fouls, with the reasons in alphabetical order."""

    def answer(self, ask: Ask) -> ProblemResult:
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
        return ProblemResult(
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
