"""Root of a PUCT search: allowed moves, statistics, move choice, result."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from engine.core.game import Position
from engine.core.search_values import SUREST, UNANIMOUS
from engine.core.types import Candidate, Move
from engine.search.api import LINES_REPORTED, SearchResult
from engine.search.kernels.search_tree import ROOT, find_child, write_best_line
from engine.search.puct.kernels import edge_tree as edges
from engine.search.puct.kernels.root import add_noise, choose_move, order_moves
from engine.search.puct.kernels.scores import EXCLUDED, score_edges
from engine.search.puct.kernels.simulation import SearchBuffers
from engine.search.puct.puct_settings import PuctSettings

Edges = npt.NDArray[np.void]
"""Records of the type ``edge_tree.EDGE``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RootStatistics:
    """Statistics of the ``K`` moves of a root."""

    moves: npt.NDArray[np.int64]
    """``[K]``: move indices."""

    priors: npt.NDArray[np.float64]
    """``[K]``: priors of the evaluator, without noise."""

    visits: npt.NDArray[np.int64]
    """``[K]``: numbers of simulations."""

    values: npt.NDArray[np.float64]
    """``[K]``: mean results for the side to move; 0 without visits, -1 or 1 if
    proven."""

    network_value: float
    """Value of the evaluator for the root, for the side to move."""


class Root:
    """Root of a tree: restriction, order and choice of its moves.

    Args:
        position: The root.
        tree: Tree of the root.
        buffers: Buffers of the search.
        settings: Settings of the search.
    """

    def __init__(
        self,
        position: Position,
        tree: edges.EdgeTree,
        buffers: SearchBuffers,
        settings: PuctSettings,
    ) -> None:
        self.is_lost = False
        """Whether the root is proven to be lost."""

        self._position = position
        self._tree = tree
        self._work = buffers.work
        self._settings = settings
        self._params = buffers.params
        self._rng = buffers.choice_rng
        self._work.root_info["is_even"] = False
        self._consider_all()

    def add_noise(self) -> None:
        """Mix the settings' noise into the priors of moves that are not excluded.

        With ``noise_everywhere`` the priors have noise already.
        """
        share = float(self._settings.noise_share)
        if share > 0 and not self._settings.noise_everywhere:
            alpha = float(self._settings.noise_concentration)
            add_noise(self._tree, self._work, share, alpha, self._rng)

    def order_moves(self) -> None:
        """Order the moves, so that selection considers few of them.

        No batch may be in flight. With ``evaluates_children`` every unvisited move has
        its own value, and selection considers all of them.
        """
        if not self._settings.evaluates_children:
            order_moves(self._tree, self._work, self._rng)

    def _consider_all(self) -> None:
        self._work.root_info["root_width"] = len(self._work.root_priors)

    def restrict_edges(self, numbers: npt.NDArray[np.int64]) -> None:
        """Restrict this search at the root to the edges with these ``[K]`` numbers."""
        self._consider_all()
        children = self._children()
        priors = self._work.root_priors[: children.stop - children.start]
        kept = priors[numbers]
        priors[:] = EXCLUDED
        priors[numbers] = kept

    def keep_only(self, moves: Collection[Move]) -> None:
        """Restrict the root to ``moves``, which share all priors, for this search."""
        self._consider_all()
        is_left = np.isin(self._edges()["move"], list(moves))
        priors = self._work.root_priors[: len(is_left)]
        if (is_left & (priors >= 0)).any():
            is_left &= priors >= 0
        # Else all of them lose, but one must be played.
        keep_priors(priors, is_left)

    def visit_evenly(self) -> None:
        """Make selection visit the allowed moves equally often."""
        self._work.root_info["is_even"] = True

    def _children(self) -> slice:
        """Return the slice of the root's edges."""
        node = int(self._tree.edges["node"][ROOT])
        start = int(self._tree.nodes["first_edge"][node])
        return slice(start, start + int(self._tree.nodes["edge_count"][node]))

    def _edges(self) -> Edges:
        """Return the edges of the root."""
        found: Edges = self._tree.edges[self._children()]
        return found

    def _network_value(self) -> float:
        """Return the evaluator's value of the root, for the side to move."""
        return float(self._tree.nodes["network_value"][self._tree.edges["node"][ROOT]])

    def _allowed(self) -> npt.NDArray[np.bool_]:
        """Return the mask of the root's edges that are not excluded."""
        children = self._children()
        priors = self._work.root_priors[: children.stop - children.start]
        allowed: npt.NDArray[np.bool_] = priors >= 0
        return allowed

    def statistics(
        self, numbers: npt.NDArray[np.int64] | None = None
    ) -> RootStatistics:
        """Return the statistics of the root's moves; it must be expanded.

        Args:
            numbers: Numbers of the edges, in the wanted order; ``None`` for all.
        """
        found = self._edges() if numbers is None else self._edges()[numbers]
        visits = found["visits"].astype(np.int64)
        means = found["value"] / np.maximum(visits, 1)
        return RootStatistics(
            moves=found["move"].astype(np.int64),
            priors=found["prior"] / edges.PRIOR_ONE,
            visits=visits,
            values=np.clip(means, -1, 1).astype(np.float64),
            network_value=self._network_value(),
        )

    @property
    def has_one_move(self) -> bool:
        """Whether only one move of the expanded root is allowed."""
        return bool(np.count_nonzero(self._allowed()) == 1)

    def is_decided(self, possible: float) -> bool:
        """Return whether ``possible`` more simulations cannot change the move.

        The move with the highest lower bound counts as settled once it has so many
        visits more than any other one.
        """
        settings = self._settings
        if settings.temperature > 0 or settings.plays_by_score:
            return False
        allowed = self._allowed()
        if np.count_nonzero(allowed) == 1:
            return True
        # A proven loss is not played, however often it was visited.
        found = self._edges()
        is_open = allowed & ~np.isneginf(found["value"])
        visits = np.sort(found["visits"][is_open])[-2:].tolist()
        lead = visits[-1] - (visits[0] if len(visits) > 1 else 0) if visits else 0
        return bool(lead > possible) and self._is_most_visited_chosen()

    def _is_most_visited_chosen(self) -> bool:
        """Return whether no lower bound prefers a move with fewer visits."""
        if self._settings.bound_deviations == 0:
            return True
        chosen, most = self._chosen(by_chance=False)
        return chosen == most

    def summary(
        self, nodes: int, seconds: float, *, chooses: bool = False
    ) -> SearchResult:
        """Return the result of the search so far.

        If lower bounds choose the move, the value is that of the most visited one: they
        prefer moves whose results are too high by chance.

        Args:
            nodes: Simulations of the search.
            seconds: Seconds of the search.
            chooses: Whether to draw the move if the settings have a temperature.
        """
        by_visits = self._ranked()
        ranked, has_bounds = by_visits, self._settings.bound_deviations > 0
        if chooses or has_bounds:
            chosen, _ = self._chosen(by_chance=chooses)
            ranked = [chosen, *(k for k in by_visits if k != chosen)]
        found = self._edges()[ranked].tolist()
        candidates = tuple(
            self._candidate(k, *edge, with_line=rank < LINES_REPORTED)
            for rank, (k, edge) in enumerate(zip(ranked, found, strict=True))
        )
        result = SearchResult.of_candidates(
            candidates,
            nodes=max(nodes, 1),
            seconds=seconds,
            depth=max(int(self._tree.info["deepest"][0]), 1),
        )
        if has_bounds:
            most_visited = candidates[ranked.index(by_visits[0])]
            result = replace(result, value=most_visited.value)
        return replace(result, policy=self.policy())

    def policy(self) -> tuple[tuple[Move, float], ...]:
        """Return the prior of each move, without noise; nothing without evaluator."""
        if self._settings.uses_playouts:
            return ()
        found = self._edges()
        moves = [Move(move) for move in found["move"].tolist()]
        priors = (np.maximum(found["prior"], 0) / edges.PRIOR_ONE).tolist()
        return tuple(zip(moves, priors, strict=True))

    def choice(self, *, by_chance: bool) -> tuple[Move, float]:
        """Return the move to play, and the value of the most visited one.

        Args:
            by_chance: Whether to draw the move if the settings have a temperature.
        """
        chosen, most = self._chosen(by_chance=by_chance)
        moves, edge = self._edges()["move"], self._edges()[most]
        value = self._value(int(edge["visits"]), float(edge["value"]), int(moves[most]))
        return Move(int(moves[chosen])), value

    def _chosen(self, *, by_chance: bool) -> tuple[int, int]:
        """Return the indices of the edges to play and with most visits."""
        settings, temperature = self._settings, 0.0
        if by_chance:
            temperature = settings.temperature_after(len(self._position.history))
        found: tuple[int, int] = choose_move(
            self._tree,
            self._work,
            self._params,
            settings.plays_by_score,
            temperature,
            self._rng,
        )
        return found

    def _ranked(self) -> list[int]:
        """Return the indices of the root's visited edges, best first.

        Without visits, it is the edge with the highest prior.
        """
        allowed, found = self._allowed(), self._edges()
        visited = (allowed & (found["visits"] > 0)).nonzero()[0]
        if not visited.size:
            priors = np.where(allowed, self._work.root_priors[: len(allowed)], -np.inf)
            return [int(np.argmax(priors))]
        visits, values = found["visits"][visited], found["value"][visited]
        columns = [values, visits]
        if self._settings.plays_by_score:
            score_edges(self._tree, self._work, ROOT, self._params)
            columns.append(self._work.scores[visited])
        columns.append(np.where(np.isinf(values), values, 0))
        order = np.lexsort(columns)
        ranked: list[int] = visited[order][::-1].tolist()
        return ranked

    def _candidate(
        self,
        k: int,
        visits: int,
        value: float,
        _node: int,
        move: int,
        prior: int,
        _squares: float,
        *,
        with_line: bool,
    ) -> Candidate:
        """Return the candidate of the root's ``k``-th edge, which has these fields."""
        line: tuple[Move, ...] = (Move(move),)
        if with_line:
            edge = self._children().start + k
            moves = np.zeros(self._work.scores.size, np.int16)
            length = write_best_line(self._tree, edge, moves)
            line += tuple(Move(step) for step in moves[:length].tolist())
        return Candidate(
            move=Move(move),
            value=sharpen(self._value(visits, value, move), self._settings.sharpness),
            visits=visits,
            prior=prior / edges.PRIOR_ONE,
            pv=line,
        )

    def _value(self, visits: int, value: float, move: int) -> float:
        """Return the value of a move; without visits the root's value, or -1.

        It is -1 or 1 only if it is proven or ends the game: a network may be sure, and
        all playouts may end alike.
        """
        if self.is_lost:
            return -1.0
        if visits == 0 and math.isfinite(value):
            value = self._network_value()
        mean = min(max(value / max(visits, 1), -1.0), 1.0)
        if math.isinf(value) or abs(mean) < 1:
            return mean
        outcome = self._position.play(Move(move)).outcome
        if outcome is None:
            return math.copysign(UNANIMOUS, mean)
        if outcome.winner is None:
            return 0.0
        return 1.0 if outcome.winner is self._position.to_move else -1.0


def keep_priors(
    priors: npt.NDArray[np.float32], is_left: npt.NDArray[np.bool_]
) -> None:
    """Exclude moves of the root; the moves that are left share all priors.

    Args:
        priors: ``[K]``, changed in place.
        is_left: ``[K]``, true for at least one move.
    """
    if priors[is_left].sum() <= 0:
        priors[is_left] = 1
    priors[is_left] /= priors[is_left].sum()
    priors[~is_left] = EXCLUDED


def sharpen(value: float, factor: float) -> float:
    """Return the value whose log-odds of winning are those of ``value`` times a factor.

    A value in [-1, 1] is the win probability (1 + value) / 2, whose log-odds are
    2 atanh(value). Only -1 and 1, which are proven, remain or become such.
    """
    if factor == 1 or abs(value) >= 1:
        return value
    sharp = math.tanh(factor * math.atanh(value))
    return min(max(sharp, -SUREST), SUREST)


def find_edge_after(tree: edges.EdgeTree, moves: Sequence[Move]) -> int | None:
    """Return the edge after ``moves`` from the root, or ``None``."""
    edge = ROOT
    for move in moves:
        edge = int(find_child(tree, edge, Move(move)))
        if edge == edges.NO_EDGE:
            return None
    return edge
