"""The root of a network-guided search: what may be played, and what was found."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.core.game import Position
from engine.core.types import Candidate, Move
from engine.search import kernels_edges as edges
from engine.search.api import LINES_REPORTED, SearchResult
from engine.search.choice import annealed, drawn, visit_weights, with_noise
from engine.search.guided_settings import GuidedSettings
from engine.search.kernels_scores import LEFT_OUT, Workspace, score_edges
from engine.search.kernels_subtree import best_line, find_edge

Edges = npt.NDArray[np.void]
"""Records of the type ``kernels_edges.EDGE``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RootFigures:
    """What a search knows of the ``K`` moves of its root."""

    moves: npt.NDArray[np.int64]
    """``[K]``: their indices."""

    priors: npt.NDArray[np.float64]
    """``[K]``: what the evaluator said, without noise."""

    visits: npt.NDArray[np.int64]
    """``[K]``: simulations."""

    values: npt.NDArray[np.float64]
    """``[K]``: their mean results for the side to move; 0 where there were none, and
    -1 or 1 where proven."""

    own_value: float
    """What the evaluator said of the root, for the side to move."""


class Root:
    """Reads the root of a tree, and says which of its moves a search may visit.

    Args:
        position: The root.
        tree: What is known of it.
        work: What the search works with.
        settings: How it searches.
        seed: Random seed.
    """

    def __init__(
        self,
        position: Position,
        tree: edges.EdgeTree,
        work: Workspace,
        settings: GuidedSettings,
        seed: int,
    ) -> None:
        self.is_lost = False
        """Whether it is known to be lost, whatever the search finds."""

        self.choice_rng = np.random.default_rng(seed & 0xFFFFFFFFFFFFFFFF)
        """What chance at the root is drawn from."""

        self._position = position
        self._tree = tree
        self._work = work
        self._settings = settings
        self._line = np.zeros(work.scores.size, np.int16)
        work.is_even[0] = False
        self._look_at_all()

    def add_noise(self) -> None:
        """Mix the settings' noise into the priors of what was not left out."""
        settings = self._settings
        children = self._children()
        priors = self._work.root_priors[: children.stop - children.start]
        is_open = priors != LEFT_OUT
        if settings.noise_share > 0 and is_open.any():
            priors[is_open] = with_noise(
                priors[is_open].astype(np.float64),
                share=settings.noise_share,
                concentration=settings.noise_concentration,
                rng=self.choice_rng,
            )

    def arrange(self) -> None:
        """Put the moves in an order in which few of them have to be looked at.

        Those that were tried come first, the others by their priors; chance tells
        equals apart. No batch may be under way.
        """
        children = self._children()
        edges_now = self._edges()
        priors = self._work.root_priors[: len(edges_now)]
        tried = edges_now["visits"] > 0
        order = np.lexsort((self.choice_rng.random(len(priors)), -priors, ~tried))
        self._tree.edges[children] = edges_now[order]
        priors[:] = priors[order]
        self._work.root_open[0] = np.count_nonzero(tried) + 1

    def _look_at_all(self) -> None:
        self._work.root_open[0] = len(self._work.root_priors)

    def narrow(self, moves: Sequence[Move]) -> None:
        """Leave the root only ``moves``, for this search."""
        self._look_at_all()
        is_wanted = np.isin(self._edges()["move"], moves)
        priors = self._work.root_priors[: len(is_wanted)]
        priors[~is_wanted] = LEFT_OUT

    def visit_evenly(self) -> None:
        """Visit the moves that the root was left equally often, whatever they bring."""
        self._work.is_even[0] = True

    def _children(self) -> slice:
        """Return where the edges of the root stand."""
        node = int(self._tree.edges["node"][edges.ROOT])
        start = int(self._tree.nodes["first_edge"][node])
        return slice(start, start + int(self._tree.nodes["edge_count"][node]))

    def _edges(self) -> Edges:
        """Return the edges of the root."""
        found: Edges = self._tree.edges[self._children()]
        return found

    def _own_value(self) -> float:
        """Return what the evaluator said of the root, for the side to move."""
        return float(
            self._tree.nodes["own_value"][self._tree.edges["node"][edges.ROOT]]
        )

    def _allowed(self) -> npt.NDArray[np.bool_]:
        """Return which edges of the root may be played."""
        allowed: npt.NDArray[np.bool_] = (
            self._work.root_priors[: len(self._edges())] >= 0
        )
        return allowed

    def figures(self) -> RootFigures:
        """Return what is known of the root's moves; it must be open."""
        found = self._edges()
        visits = found["visits"].astype(np.int64)
        means = found["value"] / np.maximum(visits, 1)
        return RootFigures(
            moves=found["move"].astype(np.int64),
            priors=found["prior"] / edges.PRIOR_ONE,
            visits=visits,
            values=np.clip(means, -1, 1).astype(np.float64),
            own_value=self._own_value(),
        )

    @property
    def has_one_move(self) -> bool:
        """Whether the open root leaves no choice."""
        return bool(np.count_nonzero(self._allowed()) == 1)

    def is_settled(self, possible: float) -> bool:
        """Say whether the move stays the same whatever ``possible`` more do."""
        settings = self._settings
        if settings.temperature > 0 or settings.plays_by_score:
            return False
        allowed = self._allowed()
        if np.count_nonzero(allowed) == 1:
            return True
        # What is known to lose is not played, however often it was visited.
        found = self._edges()
        is_open = allowed & ~np.isneginf(found["value"])
        visits = np.sort(found["visits"][is_open])[-2:].tolist()
        lead = visits[-1] - (visits[0] if len(visits) > 1 else 0) if visits else 0
        return bool(lead > possible)

    def summary(
        self, nodes: int, seconds: float, *, chooses: bool = False
    ) -> SearchResult:
        """Return what the tree says about its root.

        Args:
            nodes: Simulations of the search.
            seconds: Time spent.
            chooses: Whether chance may choose the move, where the settings say so.
        """
        ranked = self._ranked()
        if chooses:
            chosen = self._by_chance(ranked)
            ranked = [chosen, *(k for k in ranked if k != chosen)]
        found = self._edges()[ranked].tolist()
        candidates = tuple(
            self._candidate(k, *edge, with_line=rank < LINES_REPORTED)
            for rank, (k, edge) in enumerate(zip(ranked, found, strict=True))
        )
        return SearchResult.of_candidates(
            candidates,
            nodes=max(nodes, 1),
            seconds=seconds,
            depth=max(int(self._tree.header[edges.DEEPEST]), 1),
        )

    def choice(self, *, by_chance: bool) -> tuple[Move, float]:
        """Return the move to play, and what the most visited one is worth.

        Args:
            by_chance: Whether chance may choose it, where the settings say so.
        """
        ranked = self._ranked()
        chosen = self._by_chance(ranked) if by_chance else ranked[0]
        found = self._edges()
        most = found[ranked[int(found["visits"][ranked].argmax())]]
        worth = self._worth(int(most["visits"]), float(most["value"]))
        return Move(int(found["move"][chosen])), worth

    def _ranked(self) -> list[int]:
        """Return the moves of the root that were visited, by number, best first.

        Before any was, it is the one of the highest prior.
        """
        allowed, found = self._allowed(), self._edges()
        visited = (allowed & (found["visits"] > 0)).nonzero()[0]
        if not visited.size:
            priors = np.where(allowed, self._work.root_priors[: len(allowed)], -np.inf)
            return [int(np.argmax(priors))]
        visits, values = found["visits"][visited], found["value"][visited]
        columns = [values, visits]
        if self._settings.plays_by_score:
            score_edges(self._tree, self._work, edges.ROOT, self._settings.rules())
            columns.append(self._work.scores[visited])
        columns.append(np.where(np.isinf(values), values, 0))
        order = np.lexsort(columns)
        ranked: list[int] = visited[order][::-1].tolist()
        return ranked

    def _by_chance(self, ranked: list[int]) -> int:
        """Return the move that chance chooses, where the settings say so."""
        settings = self._settings
        warmth = annealed(
            settings.temperature, len(self._position.history), settings.halving_plies
        )
        found = self._edges()[ranked]
        values = found["value"]
        if warmth <= 0 or np.isinf(values[0]):
            return ranked[0]
        visits = np.where(np.isneginf(values), 0, found["visits"])
        weights = visit_weights(visits, warmth)
        return ranked[drawn(weights, self.choice_rng)]

    def _candidate(
        self,
        k: int,
        visits: int,
        value: float,
        _node: int,
        move: int,
        prior: int,
        *,
        with_line: bool,
    ) -> Candidate:
        """Return the ``k``-th move of the root, whose edge has these fields."""
        line: tuple[Move, ...] = (Move(move),)
        if with_line:
            edge = self._children().start + k
            length = best_line(self._tree, edge, self._line)
            line += tuple(Move(step) for step in self._line[:length].tolist())
        return Candidate(
            move=Move(move),
            value=self._worth(visits, value),
            visits=visits,
            prior=prior / edges.PRIOR_ONE,
            pv=line,
        )

    def _worth(self, visits: int, value: float) -> float:
        """Return what a move is worth; of one never tried, what its node is or -1."""
        if self.is_lost:
            return -1.0
        if visits == 0 and math.isfinite(value):
            value = self._own_value()
        return min(max(value / max(visits, 1), -1.0), 1.0)


def edge_to(tree: edges.EdgeTree, known: Position, position: Position) -> int | None:
    """Return the edge of the tree of ``known`` that leads to ``position``, if any."""
    before = len(known.history)
    if position.history[:before] != known.history:
        return None
    moves, edge = position.history[before:], edges.ROOT
    for move in moves:
        edge = int(find_edge(tree, edge, Move(move)))
        if edge == edges.NO_EDGE:
            return None
    return edge if _leads_to(position, known, moves) else None


def _leads_to(position: Position, known: Position, moves: Sequence[Move]) -> bool:
    """Say whether ``moves``, which are legal, lead from ``known`` to ``position``.

    Stones tell, since results follow from them and from moves.
    """
    if max(moves, default=0) >= known.setup.cell_count:
        for move in moves:
            known = known.play(move)
        return known == position
    stones, mover = bytearray(known.stones), known.to_move
    for move in moves:
        stones[move] = mover
        mover = mover.opponent
    is_same = known.setup == position.setup and mover is position.to_move
    return is_same and stones == position.stones
