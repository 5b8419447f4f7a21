"""How a network-guided search works; ``resources/presets`` has the named ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal

from engine.core.settings_reader import (
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
"""Room for the moves of any root."""

PoolSize = Annotated[int, Range(least=1, most=1 << 31)]
"""Entries of a pool."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PuctSettings:
    """What the search is made of."""

    batch: Annotated[int, Range(least=1, most=1 << 16)] = 8
    """Positions judged at a time."""

    formula: Literal["puct", "zhang"] = "puct"
    """``"puct"``, LIU-2022 (4), or ``"zhang"``, ZHANG-HEX (5) to (7)."""

    exploration: NotNegative = 1.5
    """c_puct; ZHANG's eta. Neither paper gives it."""

    counts_node: bool = False
    """Whether the formula counts the visits of the node before the move.

    In PUCT instead of the sum over its moves, as BLOG-MCTS does; in ZHANG's (7) instead
    of the move's own, as the formula is printed.
    """

    mix: Share = 0.5
    """ZHANG's lambda: the share of the search in Q, the rest is the network's."""

    first_play: Annotated[float, Range(least=-1, most=1)] = 0.25
    """What a move never tried is worth, in [-1, 1], or how much less than its node."""

    first_play_is_relative: bool = True
    """Whether ``first_play`` is taken from the value of the node."""

    evaluates_children: bool = False
    """Whether all positions after a node are judged when it is visited again.

    So ZHANG's V is known for every move, for a hundred evaluations instead of one.
    """

    virtual_loss: NotNegative = 1.0
    """What a simulation under way counts as lost; 0 adds only to the visits."""

    collisions: CountOrNone | None = None
    """Most simulations of a batch that wait for a position another one found first.

    ``None`` is a quarter of the batch: more would weigh a single position too much.
    """

    uses_playouts: bool = False
    """Whether random playouts are backed up instead of the evaluator's values."""

    symmetry: Literal["none", "random", "average"] = "none"
    """How positions are shown to the evaluator: as they are, turned at random, or in
    all ways of the board's symmetries with the answers averaged."""

    cache_size: CountOrNone = 0
    """Positions whose judgement is remembered, beyond the tree and the game; some two
    kilobytes each on large boards. What judges must not look at the last move."""

    proves: bool = True
    """Whether wins and losses that are certain are backed up as such."""

    solves_root: bool = False
    """Whether the game's own knowledge may settle the root or narrow its moves."""

    solver_visits: CountOrNone = 0
    """Visits after which any node is judged like the root; 0 judges none. It asks for
    ``proves``."""

    solves_leaves: bool = False
    """Whether the game's own knowledge is asked before the evaluator.

    It may settle a position, which is backed up as proven and needs no evaluation, or
    say which moves are worth a look. Without an evaluator it is not asked.
    """

    noise_share: Share = 0.0
    """Part of the root's priors that is noise; for self-play."""

    noise_concentration: Annotated[float, Range(above=0)] = 0.03
    """Alpha of that noise; the smaller, the fewer moves it favours."""

    temperature: NotNegative = 0.0
    """How freely the move is chosen among the visited; 0 plays the most visited."""

    halving_plies: CountOrNone = 0
    """Moves after which the temperature has halved; 0 for never."""

    plays_by_score: bool = False
    """Whether the formula chooses the move to play, as ZHANG's (5), or the visits."""

    stops_early: bool = True
    """Whether to stop when no move can overtake the most visited one."""

    reuses_tree: bool = True
    """Whether a search goes on with what the last one knew of its position."""

    nodes: Count | None = None
    """Most simulations for a move, whatever the limits allow; the level."""

    pool_edges: Annotated[int, Range(least=LEAST_EDGES, most=1 << 31)] = 1 << 22
    """Most edges kept in memory, 16 bytes each."""

    pool_nodes: PoolSize = 1 << 20
    """Most positions kept, 24 bytes each."""

    pool_policies: PoolSize = 1 << 17
    """Most policies kept, 2 bytes a cell; half of them are for positions visited twice
    or more."""

    def __post_init__(self) -> None:
        check_fields(self)

    @property
    def max_collisions(self) -> int:
        """The number that ``collisions`` stands for."""
        return self.batch // 4 if self.collisions is None else self.collisions

    def temperature_after(self, plies: int) -> float:
        """Return the temperature after so many moves of a game.

        LIU-2022 lets it go from 1 towards 0 as a game goes on and says no more.
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
            first_play=float(self.first_play),
            is_relative=int(self.first_play_is_relative),
            virtual_loss=float(self.virtual_loss),
            uses_playouts=int(self.uses_playouts),
            proves=int(self.proves),
            collisions=self.max_collisions,
            evaluates_children=int(self.evaluates_children),
        )

    def wrap_evaluator(
        self, evaluator: Evaluator, setup: GameSetup, seed: int
    ) -> Evaluator:
        """Return an evaluator with what the settings want around it.

        That is symmetries, a memory, and what the game knows itself.
        """
        from engine.search import solvers  # noqa: PLC0415
        from engine.search.evaluators import wrappers as evaluators  # noqa: PLC0415

        if self.symmetry != "none" and not getattr(evaluator, "is_symmetric", False):
            evaluator = evaluators.SymmetricEvaluator(
                evaluator,
                get_game(setup.game).symmetries(setup),
                averages=self.symmetry == "average",
                seed=seed,
            )
        if self.cache_size > 0:
            evaluator = evaluators.CachedEvaluator(
                evaluator, capacity=self.cache_size, knows_last_move=False
            )
        if self.solves_leaves:
            judge = solvers.make_leaf_solver(setup)
            if judge is not None:
                evaluator = evaluators.SolverEvaluator(
                    evaluator, judge, proves=self.proves
                )
        return evaluator

    def new_tree(self, position: Position) -> EdgeTree:
        """Return an empty tree for boards such as that of ``position``."""
        return self.new_trees(position, 1)[0]

    def new_trees(self, position: Position, count: int) -> list[EdgeTree]:
        """Return empty trees for boards such as that of ``position``."""
        from engine.core.kernels.game_api import move_space  # noqa: PLC0415
        from engine.search.puct.kernels.edge_tree import new_edge_trees  # noqa: PLC0415

        actions = int(move_space(position.kernel_state()))
        return new_edge_trees(
            count, self.pool_edges, self.pool_nodes, self.pool_policies, actions
        )
