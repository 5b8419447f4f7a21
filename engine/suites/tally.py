"""Counts of answers to a suite: solved, proven, compared with references."""

from __future__ import annotations

import re
from dataclasses import asdict
from typing import Any

from engine.search.api import SearchResult
from engine.suites.measures import Measures, measure
from engine.suites.problems import Problem, ProblemResult, Reference

Count = dict[str, int]
"""Keys ``solved`` and ``total``; for proofs ``right``, ``wrong`` and ``total``."""

PROOF = 1.0
"""Magnitude of a proven value."""


class Tally:
    """Counter of answers, in total and by group."""

    def __init__(self) -> None:
        self.answered = 0
        self.solved = 0
        self.total = 0
        self.misses: list[tuple[str, ProblemResult]] = []
        self._by: dict[str, dict[str, Count]] = {}
        self._proven: dict[str, Count] = {}
        self._compared: list[tuple[Reference, SearchResult]] = []
        self._evaluated = 0

    def add(self, problem: Problem, answer: ProblemResult) -> None:
        """Count one answer."""
        self.answered += 1
        reference, result = problem.reference, answer.result
        if reference is not None and result is not None:
            self._compared.append((reference, result))
            if reference.is_proven:
                self._count_proof(reference, result)
            else:
                self._evaluated += 1
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

    def _count_proof(self, reference: Reference, result: SearchResult) -> None:
        is_won = reference.result > 1 / 2
        empty = {"right": 0, "wrong": 0, "total": 0}
        count = self._proven.setdefault("won" if is_won else "lost", empty)
        count["total"] += 1
        if abs(result.value) >= PROOF:
            count["right" if (result.value > 0) is is_won else "wrong"] += 1

    @property
    def left_out(self) -> int:
        """Number of answers neither counted nor compared with an evaluation."""
        return self.answered - self.total - self._evaluated

    @property
    def by_group(self) -> dict[str, dict[str, Count]]:
        """Counts by group and label; labels are sorted by their numbers."""
        return {
            group: {label: counts[label] for label in sorted(counts, key=_label_order)}
            for group, counts in self._by.items()
        }

    @property
    def proven(self) -> dict[str, Count]:
        """Counts of right and wrong proofs, for won and for lost positions."""
        return self._proven

    @property
    def comparison(self) -> Measures | None:
        """Comparison with the references; ``None`` if the suite has none."""
        return measure(self._compared) if self._compared else None

    def report(self) -> dict[str, Any]:
        """Return the counts as a JSON object."""
        found: dict[str, Any] = {
            "solved": self.solved,
            "total": self.total,
            "left_out": self.left_out,
            "by": self.by_group,
            "misses": [{"id": name, **miss.details} for name, miss in self.misses],
        }
        if self.proven:
            found["proven"] = self.proven
        if self.comparison is not None:
            found["judged"] = asdict(self.comparison)
        return found


def _label_order(label: str) -> tuple[int, str]:
    number = re.search(r"\d+", label)
    return int(number[0]) if number else 0, label
