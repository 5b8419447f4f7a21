"""One network-guided search at work on a tree whose root is its position."""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.core.game import Position
from engine.core.kernels_rng import new_rng
from engine.core.types import Candidate, Move
from engine.search import kernels_edges as edges
from engine.search import kernels_guided as kernels
from engine.search.api import SearchResult, StopFlag
from engine.search.choice import annealed, visit_weights, with_noise
from engine.search.evaluation import NO_LAST_MOVE, Evaluator, LeafBatch
from engine.search.guided_insight import Insight
from engine.search.guided_room import Room, new_room
from engine.search.guided_settings import GuidedSettings
from engine.search.kernels_scores import (
    LEFT_OUT,
    Workspace,
    new_workspace,
    score_edges,
)
from engine.search.knowledge import Knowledge

LINES_REPORTED = 12
"""Candidates that come with their best line."""

WALKS_PER_LEAF = 8
"""Simulations begun for each place in a batch at most, with those that end at once."""

PLAYOUTS_AT_ONCE = 200
"""Simulations between two looks at the limits where no evaluator is asked; a few
milliseconds."""


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


class GuidedRun:
    """A search from one position.

    Args:
        position: The root.
        tree: What is known of it; grown in place.
        evaluator: Judges positions; ``None`` for equal priors and playouts.
        settings: How to search.
        seed: Random seed.
        room: What an earlier search on such a board worked with.
    """

    def __init__(
        self,
        position: Position,
        tree: edges.EdgeTree,
        evaluator: Evaluator | None,
        settings: GuidedSettings,
        seed: int,
        *,
        room: Room | None = None,
    ) -> None:
        self.nodes = 0
        self.is_lost = False
        """Whether the root is known to be lost, whatever the search finds."""

        self._position = position
        self._tree = tree
        self._evaluator = evaluator
        self._settings = settings
        self._rules = settings.rules()
        own_seed = seed_for(seed, position)
        self.choice_rng = np.random.default_rng(own_seed & 0xFFFFFFFFFFFFFFFF)
        """What chance at the root is drawn from."""

        room = room or new_room(position, settings)
        kernels.set_state(room.root_state, position.kernel_state())
        room.rng[:] = new_rng(own_seed)
        room.playout_rng[:] = new_rng(own_seed + 1)
        self._root_state, self._state = room.root_state, room.state
        self._rng, self._playout_rng = room.rng, room.playout_rng
        self._work = room.work
        self._work.is_even[0] = False
        places, cells = self._work.cells.shape
        moves = self._work.scores.size
        self._policies = np.zeros((places, cells), np.float32)
        rows = moves if settings.judges_moves else 0
        self._moves_work = new_workspace(rows, cells, moves)
        self._line = np.zeros(moves, np.int16)

    @property
    def most_at_once(self) -> int:
        """Simulations to ask for between two looks at the limits."""
        if self._evaluator is None:
            return PLAYOUTS_AT_ONCE
        return WALKS_PER_LEAF * self._settings.batch

    def open_root(self) -> None:
        """Have the root judged if it was not yet, and give it its moves."""
        while not self.try_to_open_root():
            self.advance(1, StopFlag())

    def try_to_open_root(self) -> bool:
        """Give the root its moves if it is judged; say whether it was."""
        tree = self._tree
        last = self._position.last_move
        is_cell = last is not None and last < self._position.setup.cell_count
        self._work.last_move[0] = last if is_cell else NO_LAST_MOVE
        if not kernels.open_root(tree, self._work, self._root_state):
            return False
        node = int(tree.node[edges.ROOT])
        count = int(tree.edge_count[node])
        settings = self._settings
        first = int(tree.first_edge[node])
        if settings.judges_moves and tree.node[first] == edges.NO_NODE:
            self._work.path[0] = edges.ROOT
            self._judge_moves(0)
        if settings.noise_share > 0:
            priors = self._work.root_priors
            priors[:count] = with_noise(
                priors[:count].astype(np.float64),
                share=settings.noise_share,
                concentration=settings.noise_concentration,
                rng=self.choice_rng,
            )
        return True

    def narrow(self, moves: Sequence[Move]) -> None:
        """Leave the root only ``moves``, for this search."""
        children = self._children()
        is_wanted = np.isin(self._tree.move[children], moves)
        priors = self._work.root_priors[: len(is_wanted)]
        priors[~is_wanted] = LEFT_OUT

    def insight(self, source: Knowledge, now: Callable[[], float]) -> Insight:
        """Return what puts the judgements of ``source`` into the tree."""
        return Insight(source, self._position, self._tree, self._work, now=now)

    def visit_evenly(self) -> None:
        """Visit the moves that the root was left equally often, whatever they bring."""
        self._work.is_even[0] = True

    def advance(self, count: int, stop: StopFlag) -> int:
        """Run up to ``count`` simulations and return how many were done."""
        if self._evaluator is None:
            done = self._advance_alone(count, stop)
        else:
            done = self._advance_batch(self._evaluator, count, stop)
        self.nodes += done
        return done

    def _advance_alone(self, count: int, stop: StopFlag) -> int:
        done: int = kernels.simulate_alone(
            self._tree,
            self._root_state,
            self._state,
            self._work,
            self._rules,
            self._rng,
            self._playout_rng,
            self._policies,
            count,
            stop.array,
        )
        return done

    def _advance_batch(self, evaluator: Evaluator, count: int, stop: StopFlag) -> int:
        work = self._work
        while True:
            done: int = kernels.select_leaves(
                self._tree,
                self._root_state,
                self._state,
                work,
                self._rules,
                self._rng,
                self._playout_rng,
                self._settings.batch,
                count,
                stop.array,
            )
            self._judge(evaluator, work)
            asked = int(work.info[kernels.ASKED])
            if asked != kernels.NOBODY:
                self._judge_moves(asked)
            if done > 0 or asked == kernels.NOBODY:
                return done

    def _judge(self, evaluator: Evaluator, work: Workspace) -> None:
        """Have the positions in ``work`` judged, and end what waits for them."""
        leaves = int(work.info[kernels.LEAVES])
        if leaves == 0:
            return
        answers = [
            evaluator.evaluate(
                LeafBatch(
                    setup=self._position.setup,
                    cells=work.cells[rows],
                    to_move=work.to_move[rows],
                    last_move=work.last_move[rows],
                    legal=work.legal[rows],
                )
            )
            for rows in self._batches(leaves)
        ]
        policies, values = zip(*answers, strict=True)
        kernels.back_up_leaves(
            self._tree,
            work,
            self._rules,
            np.concatenate(policies, dtype=np.float32),
            np.concatenate(values, dtype=np.float32),
        )

    def _batches(self, leaves: int) -> list[slice]:
        """Return ``leaves`` rows in parts no longer than a batch."""
        size = self._settings.batch
        return [slice(k, min(k + size, leaves)) for k in range(0, leaves, size)]

    def _judge_moves(self, depth: int) -> None:
        """Have the position after each move of a node on the path judged."""
        if self._evaluator is None:
            return
        kernels.write_moves(
            self._tree,
            self._root_state,
            self._state,
            self._work.path,
            depth,
            self._moves_work,
        )
        self._judge(self._evaluator, self._moves_work)

    def _children(self) -> slice:
        """Return where the edges of the root stand."""
        node = int(self._tree.node[edges.ROOT])
        start = int(self._tree.first_edge[node])
        return slice(start, start + int(self._tree.edge_count[node]))

    def _allowed(self) -> npt.NDArray[np.bool_]:
        """Return which edges of the root may be played."""
        children = self._children()
        allowed: npt.NDArray[np.bool_] = (
            self._work.root_priors[: children.stop - children.start] >= 0
        )
        return allowed

    def root_figures(self) -> RootFigures:
        """Return what is known of the root's moves; it must be open."""
        tree, children = self._tree, self._children()
        visits = tree.visits[children].astype(np.int64)
        means = tree.value[children] / np.maximum(visits, 1)
        return RootFigures(
            moves=tree.move[children].astype(np.int64),
            priors=tree.prior[children] / edges.PRIOR_ONE,
            visits=visits,
            values=np.clip(means, -1, 1).astype(np.float64),
            own_value=float(tree.own_value[tree.node[edges.ROOT]]),
        )

    @property
    def is_proven(self) -> bool:
        """Whether the result of the root is certain."""
        return math.isinf(self._tree.value[edges.ROOT])

    @property
    def has_one_move(self) -> bool:
        """Whether the open root leaves no choice."""
        return bool(np.count_nonzero(self._allowed()) == 1)

    def is_settled(self, possible: float) -> bool:
        """Say whether the move stays the same whatever ``possible`` more do."""
        settings = self._settings
        if settings.temperature > 0 or settings.plays_by_score:
            return False
        children, allowed = self._children(), self._allowed()
        if np.count_nonzero(allowed) == 1:
            return True
        # What is known to lose is not played, however often it was visited.
        is_open = allowed & ~np.isneginf(self._tree.value[children])
        visits = np.sort(self._tree.visits[children][is_open])[-2:].tolist()
        lead = visits[-1] - (visits[0] if len(visits) > 1 else 0) if visits else 0
        return bool(lead > possible)

    def summary(self, seconds: float, *, chooses: bool = False) -> SearchResult:
        """Return what the tree says about its root.

        Args:
            seconds: Time spent.
            chooses: Whether chance may choose the move, where the settings say so.
        """
        ranked = self._ranked()
        if chooses:
            ranked = self._chosen_first(ranked)
        candidates = tuple(
            self._candidate(edge, with_line=rank < LINES_REPORTED)
            for rank, edge in enumerate(ranked)
        )
        return SearchResult.of_candidates(
            candidates,
            nodes=max(self.nodes, 1),
            seconds=seconds,
            depth=max(int(self._tree.header[edges.DEEPEST]), 1),
        )

    def _ranked(self) -> list[int]:
        """Return the edges of the root that were visited, best first.

        Before any was, they are those of the highest prior.
        """
        children = self._children()
        allowed: list[int] = np.flatnonzero(self._allowed()).tolist()
        visited = [k for k in allowed if self._tree.visits[children.start + k] > 0]
        if not visited:
            priors = self._work.root_priors
            visited = sorted(allowed, key=lambda k: -priors[k])[:1]
        scores = np.zeros(len(self._work.scores))
        if self._settings.plays_by_score:
            score_edges(self._tree, self._work, edges.ROOT, self._rules)
            scores[:] = self._work.scores

        def rank(k: int) -> tuple[float, float, int, float]:
            edge = children.start + k
            value = float(self._tree.value[edge])
            proof = value if math.isinf(value) else 0.0
            return proof, float(scores[k]), int(self._tree.visits[edge]), value

        return [children.start + k for k in sorted(visited, key=rank)[::-1]]

    def _chosen_first(self, ranked: list[int]) -> list[int]:
        """Return the edges with the one that chance chooses at the front."""
        settings, tree = self._settings, self._tree
        warmth = annealed(
            settings.temperature, len(self._position.history), settings.halving_plies
        )
        is_open = not math.isinf(tree.value[ranked[0]])
        if warmth <= 0 or not is_open:
            return ranked
        visits = np.where(np.isneginf(tree.value[ranked]), 0, tree.visits[ranked])
        weights = visit_weights(visits, warmth)
        chosen = ranked[int(self.choice_rng.choice(len(ranked), p=weights))]
        return [chosen, *(edge for edge in ranked if edge != chosen)]

    def _candidate(self, edge: int, *, with_line: bool) -> Candidate:
        tree = self._tree
        move = Move(int(tree.move[edge]))
        line: tuple[Move, ...] = (move,)
        if with_line:
            length = edges.best_line(tree, edge, self._line)
            line += tuple(Move(int(step)) for step in self._line[:length])
        return Candidate(
            move=move,
            value=-1.0 if self.is_lost else self._value_of(edge),
            visits=int(tree.visits[edge]),
            prior=float(tree.prior[edge]) / edges.PRIOR_ONE,
            pv=line,
        )

    def _value_of(self, edge: int) -> float:
        """Return what a move is worth; before its first visit, what its node is."""
        tree = self._tree
        visits = int(tree.visits[edge])
        if visits == 0:
            return min(max(float(tree.own_value[tree.node[edges.ROOT]]), -1.0), 1.0)
        return min(max(float(tree.value[edge]) / visits, -1.0), 1.0)


def seed_for(seed: int, position: Position) -> int:
    """Return a seed for one search, the same in every process."""
    digest = zlib.crc32(bytes(position.stones), seed & 0xFFFFFFFF)
    return (seed << 32) ^ digest
