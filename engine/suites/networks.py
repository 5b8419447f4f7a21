"""Evaluation of a suite by a bare network, without search."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from engine.core.game import Position
from engine.core.types import Move
from engine.games import get_game
from engine.search.api import SearchResult
from engine.search.evaluation import Evaluator, LeafBatch
from engine.search.evaluators.wrappers import SymmetricEvaluator
from engine.suites.measures import Measures, measure
from engine.suites.problems import Problem

BATCH = 32
"""Positions of one call, before symmetries; larger batches are not faster."""


def measure_network(problems: Iterable[Problem], evaluator: Evaluator) -> Measures:
    """Return the measures of a bare network on the problems with a reference.

    Args:
        problems: Problems of a suite with positions of one setup.
        evaluator: Evaluator of the network.

    Raises:
        NetError: The network does not fit the setup.
    """
    compared = [problem for problem in problems if problem.reference is not None]
    references = [problem.reference for problem in compared]
    answers = answer_by_network(evaluator, [problem.position for problem in compared])
    return measure(
        [
            (reference, answer)
            for reference, answer in zip(references, answers, strict=True)
            if reference is not None
        ]
    )


def answer_by_network(
    evaluator: Evaluator, positions: Sequence[Position]
) -> list[SearchResult]:
    """Return the network's value and most likely move for each position.

    Policies and values are means over the symmetries of the board that keep the sides.
    Hex has two of them, since encodings cancel the exchange of sides.

    Args:
        evaluator: Evaluator of the network.
        positions: Unfinished positions of one setup.

    Raises:
        NetError: The network does not fit the setup.
    """
    answers = []
    for start in range(0, len(positions), BATCH):
        batch = LeafBatch.of_positions(positions[start : start + BATCH])
        policies, values = _averaged(evaluator, batch).evaluate(batch)
        moves = np.where(batch.legal, policies, -np.inf).argmax(axis=1)
        answers += [
            SearchResult(move=Move(int(move)), value=float(np.clip(value, -1, 1)))
            for move, value in zip(moves, values, strict=True)
        ]
    return answers


def _averaged(evaluator: Evaluator, batch: LeafBatch) -> Evaluator:
    """Return an evaluator that averages over symmetries unless it is symmetric."""
    if getattr(evaluator, "is_symmetric", False):
        return evaluator
    symmetries = get_game(batch.setup.game).symmetries(batch.setup)
    kept = [symmetry for symmetry in symmetries if not symmetry.swaps_sides]
    return SymmetricEvaluator(evaluator, kept, averages=True)
