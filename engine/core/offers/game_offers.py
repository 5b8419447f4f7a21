"""What a game offers beyond its rules; all of it is optional.

A provider is asked for, and ``None`` means that the game has none: general code then
does without. Providers import compiled code only when they are called.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar, Literal

from engine.core.types import Move, Outcome, SensibleMoves

if TYPE_CHECKING:
    from engine.core.game import GameSetup, Position
    from engine.core.offers.alpha_beta import AlphaBeta
    from engine.core.offers.annotations import Annotator
    from engine.core.offers.opening_play import OpeningPlay
    from engine.core.offers.record_properties import SgfProperties
    from engine.core.offers.solver import LeafSolver, Solver
    from engine.core.offers.special_move import SpecialMove

SearchKind = Literal["tree-search", "alpha-beta", "network-search"]
"""Family of a search algorithm: UCT, alpha-beta, PUCT."""

MoveScores = Callable[["Position"], dict[Move, float]]
"""Function that scores the moves of an unfinished position; higher is better."""


class GameOffers:
    """Optional providers of a game."""

    kernel_counts: ClassVar[Mapping[SearchKind, int]] = MappingProxyType({})
    """Number of kernels that preparing a search compiles with an empty cache.

    A progress display uses it, so it need not be exact.
    """

    special_moves: ClassVar[tuple[SpecialMove, ...]] = ()
    """Kinds of moves without a cell, in the order of their indices behind the cells.

    A game may have more special moves, such as one for each cell: ``special_move``.
    """

    transposes_sides: ClassVar[bool] = False
    """Whether transposing the board exchanges the goals of the two sides.

    The first side then joins top and bottom, and networks see the board transposed for
    the second side.
    """

    def special_moves_of(self, setup: GameSetup) -> tuple[SpecialMove, ...]:
        """Return the kinds of moves without a cell that the rules of a setup have."""
        del setup
        return self.special_moves

    def special_move(self, setup: GameSetup, move: Move) -> SpecialMove | None:
        """Return the kind of a special move; ``None`` for a move on a cell."""
        index = move - setup.cell_count
        kinds = self.special_moves
        return kinds[index] if 0 <= index < len(kinds) else None

    def conflict(self, height: int, width: int, options: Mapping[str, str]) -> str:
        """Return the conflict between rules, or of rules and board, as a sentence.

        It is for people who choose them; ``Game.setup`` raises an error for programs.
        """
        del height, width, options
        return ""

    def decision(self, position: Position) -> str:
        """Return the options of the side to move besides placing a stone, if any."""
        del position
        return ""

    def opening_name(self, position: Position) -> str:
        """Return the name of the opening of a position, by the moves so far, if any."""
        del position
        return ""

    def explain_special_move(self, position: Position) -> str:
        """Return the effect of the last, special move on the board, as a sentence.

        It is empty after other moves, and for special moves that change no stone.
        """
        del position
        return ""

    def explain(self, setup: GameSetup, outcome: Outcome) -> str:
        """Return the reason of a result by the game's own rules as a sentence.

        It is empty for reasons that every game has, such as a resignation.
        """
        del setup, outcome
        return ""

    def offers(self, kind: SearchKind) -> bool:
        """Return whether the game has what a kind of search needs.

        The tree searches need only kernels, which every game has.
        """
        return kind != "alpha-beta" or self.alpha_beta() is not None

    def alpha_beta(self) -> AlphaBeta | None:
        """Return the game's alpha-beta search."""
        return None

    def new_solver(self, position: Position, *, orders: bool = True) -> Solver | None:
        """Return a new solver for positions of one setup.

        Args:
            position: Any position of the setup.
            orders: Whether to order moves by value as well if that takes time.
        """
        del position, orders
        return None

    def new_leaf_solver(self, setup: GameSetup) -> LeafSolver | None:
        """Return a new solver for batches of leaves of a setup."""
        del setup
        return None

    def move_scores(self) -> MoveScores | None:
        """Return the scores of a one-ply search without compiled code."""
        return None

    def opening(self) -> OpeningPlay | None:
        """Return an engine's play in openings in which colours are chosen."""
        return None

    def annotator(self) -> Annotator | None:
        """Return the annotations that the window can draw on a board."""
        return None

    def sgf(self) -> SgfProperties | None:
        """Return the SGF properties of the game; without them SGF is not written."""
        return None

    def sensible_moves(
        self, position: Position, *, foresight: int
    ) -> SensibleMoves | None:
        """Return the moves that an attentive player considers.

        ``None`` means every legal move. It is for the root of a search, and takes
        milliseconds.

        Args:
            position: An ongoing position.
            foresight: Moves of each side that the player looks ahead: 0 nothing; 1 a
                win by the next move; 2 also a threat that no single move parries.
        """
        del position, foresight
        return None

    def finishing_moves(self, position: Position) -> tuple[Move, ...]:
        """Return the moves of the shortest obvious win, in ascending order.

        An empty result leaves the choice to the search.
        """
        del position
        return ()

    def resisting_moves(self, position: Position) -> tuple[Move, ...]:
        """Return the moves that delay a certain loss longest, in ascending order.

        An empty result leaves the choice to the search.
        """
        del position
        return ()
