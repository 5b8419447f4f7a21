"""Settings of PUCT searches; ``resources/presets`` has the named ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal

from engine.core.formats.settings_reader import (
    Count,
    CountOrNone,
    NotNegative,
    Range,
    Share,
    check_fields,
)
from engine.games import get_game

if TYPE_CHECKING:
    from engine.core.game import GameSetup, Position
    from engine.search.evaluation import Evaluator
    from engine.search.puct.kernels.edge_tree import EdgeTree
    from engine.search.puct.kernels.scores import PuctParams

LEAST_EDGES = 1 << 10
"""Smallest pool, which holds the moves of any root."""

MOST_LEAVES, MOST_COLLISIONS = 1 << 14, 1 << 13
"""Largest batch and its collisions: 16 bits count the simulations in flight."""

Positive = Annotated[float, Range(above=0)]
"""A number above 0."""


@dataclass(frozen=True, kw_only=True)
class PuctRules:
    """Rules of a PUCT search: selection, evaluation, back-up and choice of the move.

    Without slots, so that other settings can inherit it, too.
    """

    formula: Literal["puct", "zhang"] = "puct"
    """``"puct"``, LIU-2022 (4), or ``"zhang"``, ZHANG-HEX (5) to (7)."""

    exploration: NotNegative = 1.5
    """c_puct; ZHANG's eta. Neither paper gives it."""

    counts_node: bool = False
    """Whether the formula uses the visits of the node before the move.

    In PUCT they replace the sum over its moves, as in BLOG-MCTS; in ZHANG's (7) the
    move's own visits, as the formula is printed.
    """

    mix: Share = 0.5
    """ZHANG's lambda: share of search results in Q; the rest is the network's value."""

    mixes_results: bool = True
    """Whether lambda weighs the search results in ZHANG's Q.

    Otherwise Q is (1 - lambda) V + W / N, as (6) is printed.
    """

    first_play: Annotated[float, Range(least=-1, most=1)] = 0.25
    """First-play urgency: value of an unvisited move in [-1, 1], or its reduction."""

    first_play_is_relative: bool = True
    """Whether ``first_play`` is subtracted from the value of the node."""

    evaluates_children: bool = False
    """Whether to evaluate all children of a node at its second visit.

    This gives ZHANG's V of every move, at a hundred evaluations instead of one.
    """

    uses_playouts: bool = False
    """Whether to back up random playouts instead of the evaluator's values."""

    symmetry: Literal["none", "random", "average"] = "none"
    """Symmetries of the evaluator's input: none, one at random, or the average over
    all symmetries of the board."""

    proves: bool = True
    """Whether to back up proven wins and losses (MCTS solver)."""

    solves_leaves: bool = False
    """Whether the game's solver runs on leaves before the evaluator.

    It may prove a result, which is backed up without an evaluation, or restrict the
    moves. Without an evaluator it is not used.
    """

    noise_share: Share = 0.0
    """Share of noise in the root's priors; for self-play."""

    noise_concentration: Positive = 0.03
    """Alpha of the Dirichlet noise; a smaller one favours fewer moves."""

    temperature: NotNegative = 0.0
    """Temperature of the move choice by visits; 0 plays the most visited move."""

    halving_plies: CountOrNone = 0
    """Number of moves after which the temperature is halved; 0 for never."""

    plays_by_score: bool = False
    """Whether the formula chooses the move to play, as in ZHANG's (5); else visits."""

    bound_deviations: NotNegative = 0.0
    """Standard errors below the mean of its results at which a move is compared with
    others when one is played; 0 plays the most visited one. ``plays_by_score`` goes
    first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PuctSettings(PuctRules):
    """Settings of a PUCT search: its rules, batches, root, limits and memory."""

    batch: Annotated[int, Range(least=1, most=MOST_LEAVES)] = 8
    """Positions of a batch."""

    virtual_loss: NotNegative = 1.0
    """Loss that a simulation in flight adds to its edges; 0 adds only a visit."""

    collisions: Annotated[int, Range(least=0, most=MOST_COLLISIONS)] | None = None
    """Largest number of simulations that reach a leaf already in the batch.

    By default a quarter of the batch: more would overweight a single position.
    """

    cache_size: CountOrNone = 0
    """Evaluations in a cache that outlasts the tree and the game; about two kilobytes
    each on large boards. The evaluator must not depend on the last move."""

    solves_root: bool = False
    """Whether the game's solver may prove the root or restrict its moves."""

    solver_visits: CountOrNone = 0
    """Visits after which the solver runs on any node; 0 for the root only. It requires
    ``proves``."""

    noise_everywhere: bool = False
    """Whether the priors of every evaluated position get the noise, as in the code of
    BLOG-MCTS; else those of the root."""

    sharpness: Positive = 1.0
    """Factor of the log-odds of reported values; the search itself does not use it.

    A network learns the results of quick games; in games between stronger players a
    lead is lost less often.
    """

    stops_early: bool = True
    """Whether to stop if no move can overtake the most visited one."""

    reuses_tree: bool = True
    """Whether a search starts from the subtree of the previous one (tree reuse)."""

    nodes: Count | None = None
    """Largest number of simulations for a move, whatever the limits; for levels."""

    pool_edges: Annotated[int, Range(least=LEAST_EDGES, most=1 << 31)] = 1 << 22
    """Largest number of edges in memory, 20 bytes each."""

    pool_nodes: Annotated[int, Range(least=1, most=1 << 31)] = 1 << 20
    """Largest number of evaluated positions in memory, 28 bytes each."""

    pool_policies: Annotated[int, Range(least=2, most=1 << 31)] = 1 << 17
    """Largest number of policies in memory, 2 bytes a cell; half of them are for
    positions visited twice or more, so that the root needs two."""

    def __post_init__(self) -> None:
        check_fields(self)

    @property
    def max_collisions(self) -> int:
        """The limit of collisions in a batch; see ``collisions``."""
        return self.batch // 4 if self.collisions is None else self.collisions

    @property
    def most_paths(self) -> int:
        """The largest number of simulations that wait for one batch."""
        return self.batch + self.max_collisions + 1

    def temperature_after(self, plies: int) -> float:
        """Return the temperature after ``plies`` moves of a game.

        LIU-2022 decreases it from 1 towards 0 during a game, without a formula.
        """
        halvings = plies / self.halving_plies if self.halving_plies > 0 else 0.0
        return float(self.temperature * 0.5**halvings)

    def params(self) -> PuctParams:
        """Return the settings as kernels take them."""
        from engine.search.puct.kernels import scores  # noqa: PLC0415

        return scores.PuctParams(
            formula={"puct": scores.PUCT, "zhang": scores.ZHANG}[self.formula],
            exploration=float(self.exploration),
            counts_node=int(self.counts_node),
            mix=float(self.mix),
            result_weight=float(self.mix if self.mixes_results else 1),
            first_play=float(self.first_play),
            is_relative=int(self.first_play_is_relative),
            virtual_loss=float(self.virtual_loss),
            uses_playouts=int(self.uses_playouts),
            proves=int(self.proves),
            collisions=self.max_collisions,
            evaluates_children=int(self.evaluates_children),
            noise_everywhere=float(self.noise_share * self.noise_everywhere),
            noise_concentration=float(self.noise_concentration),
            bound_deviations=0.0
            if self.plays_by_score
            else float(self.bound_deviations),
        )

    def wrap_evaluator(
        self, evaluator: Evaluator, setup: GameSetup, seed: int
    ) -> Evaluator:
        """Return an evaluator with the wrappers of these settings.

        These are symmetries, a cache, the solver of the game and noise.
        """
        from engine.search import solvers  # noqa: PLC0415
        from engine.search.evaluators import wrappers as evaluators  # noqa: PLC0415
        from engine.search.puct.noisy_evaluator import NoisyEvaluator  # noqa: PLC0415

        if self.symmetry != "none" and not getattr(evaluator, "is_symmetric", False):
            evaluator = evaluators.SymmetricEvaluator(
                evaluator,
                get_game(setup.game).symmetries(setup),
                averages=self.symmetry == "average",
                seed=seed,
            )
        if self.cache_size > 0:
            evaluator = evaluators.CachedEvaluator(evaluator, capacity=self.cache_size)
        if self.solves_leaves:
            solver = solvers.make_leaf_solver(setup)
            if solver is not None:
                evaluator = evaluators.SolverEvaluator(
                    evaluator, solver, proves=self.proves
                )
        if self.noise_everywhere and self.noise_share > 0:
            evaluator = NoisyEvaluator(
                evaluator,
                share=float(self.noise_share),
                concentration=float(self.noise_concentration),
                seed=seed,
            )
        return evaluator

    def new_tree(self, position: Position) -> EdgeTree:
        """Return an empty tree for boards of the size of ``position``."""
        return self.new_trees(position, 1)[0]

    def new_trees(self, position: Position, count: int) -> list[EdgeTree]:
        """Return ``count`` empty trees for boards of the size of ``position``."""
        from engine.core.kernels.game_api import move_space  # noqa: PLC0415
        from engine.search.puct.kernels.edge_tree import new_edge_trees  # noqa: PLC0415

        actions = int(move_space(position.kernel_state()))
        return new_edge_trees(
            count, self.pool_edges, self.pool_nodes, self.pool_policies, actions
        )
