"""Hex: rules that do not depend on a position, and what else the game offers."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.core.board.board_notation import format_column, split_cell_name
from engine.core.board.geometry import BoardLayout
from engine.core.board.symmetry import Symmetry, rhombus_symmetries
from engine.core.errors import IllegalMoveError, SetupError
from engine.core.game import Game, GameSetup, Position
from engine.core.game_options import Option
from engine.core.message import Message
from engine.core.offers.alpha_beta import AlphaBeta, ResumableSearch, SearchConfig
from engine.core.offers.annotations import Annotator
from engine.core.offers.game_offers import MoveScores
from engine.core.offers.record_properties import SgfProperties, SgfSwap
from engine.core.offers.solver import Solver
from engine.core.offers.special_move import SpecialMove
from engine.core.types import Move, Outcome, Player, SensibleMoves
from engine.games.hex.alphabeta.search_params import SEARCH_PARAMS
from engine.games.hex.annotator import ANNOTATOR
from engine.games.hex.rules import greedy_scores, layout
from engine.games.hex.rules.position import SWAP, SWAP_TEXTS, HexPosition, cell_name

SGF = SgfProperties(
    number=11,
    swap=SgfSwap(move=SWAP_TEXTS[-1], words=(*SWAP_TEXTS, "swap-sides"), option=SWAP),
)
"""SGF of Hex. Source: red-bean.com/sgf/hex.html."""


class Hex(Game):
    """Hex; see ``Game``."""

    name = "hex"
    title = Message("Hex")
    sides = ("red", "blue")
    smallest_side = 3
    largest_side = 19
    default_side = 11
    common_sides = (5, 7, 9, 11, 13, 14, 19)
    has_draws = False
    transposes_sides = True
    options = (
        Option(
            SWAP,
            ("off", "on"),
            "off",
            titles=(
                Message("No swap"),
                Message("Swap: Blue may take over the first stone"),
            ),
            short_titles=(Message("no swap"), Message("swap")),
        ),
    )
    special_moves = (
        SpecialMove(
            name=SWAP_TEXTS[-1],
            label=Message("swap"),
            description=Message("take over the first stone"),
            title=Message("Swap"),
            menu_text=Message("S&wap the first stone"),
            words=(*SWAP_TEXTS, "交换", "交换颜色", "换", "换边", "换色"),
        ),
    )
    usual_options = MappingProxyType({SWAP: "on"})

    kernel_counts = MappingProxyType(
        {"tree-search": 57, "alpha-beta": 128, "network-search": 247}
    )

    def setup(
        self,
        *,
        height: int | None = None,
        width: int | None = None,
        options: Mapping[str, str] | None = None,
    ) -> GameSetup:
        """See ``Game.setup``; swapping needs a board that is its own mirror image."""
        setup = super().setup(height=height, width=width, options=options)
        if setup.option(SWAP) == "on" and setup.height != setup.width:
            raise SetupError(
                Message(
                    "Expected a square board for the swap rule, got {height}x{width}.",
                    height=setup.height,
                    width=setup.width,
                )
            )
        return setup

    def ongoing_position(
        self, setup: GameSetup, *, stones: bytes, to_move: Player
    ) -> Position:
        """See ``Game.ongoing_position``."""
        return HexPosition(setup=setup, stones=stones, to_move=to_move)

    def layout(self, setup: GameSetup) -> BoardLayout:
        """See ``Game.layout``."""
        return layout.tiles(setup.height, setup.width)

    def symmetries(self, setup: GameSetup) -> tuple[Symmetry, ...]:
        """See ``Game.symmetries``."""
        return rhombus_symmetries(setup.height, setup.width)

    def cell_name(self, setup: GameSetup, move: Move) -> str:
        """Return column letter and row number, ``a1`` at the top left."""
        return cell_name(setup, move)

    def alpha_beta(self) -> AlphaBeta:
        """See ``GameOffers.alpha_beta``."""
        return AlphaBeta(
            params=SEARCH_PARAMS,
            new_search=_new_search,
            trial_positions=self._trial_positions,
        )

    def _trial_positions(self) -> tuple[Position, ...]:
        """Return an open position, and one that Red has won but for the last stone."""
        empty = self.new_position(self.setup(height=7, width=7))
        won = self.new_position(self.setup(height=3, width=3))
        for cell in ("b1", "c1", "b2", "c2"):
            won = won.play(self.parse_cell(won.setup, cell))
        return empty, won

    def new_solver(self, position: Position, *, orders: bool = True) -> Solver:
        """See ``GameOffers.new_solver``; static analysis."""
        from engine.games.hex.evaluation.solver import HexSolver  # noqa: PLC0415

        return HexSolver(position, orders=orders)

    def move_scores(self) -> MoveScores:
        """See ``GameOffers.move_scores``."""
        return greedy_scores.move_scores

    def annotator(self) -> Annotator:
        """See ``GameOffers.annotator``; bridges, dead cells, connections."""
        return ANNOTATOR

    def sgf(self) -> SgfProperties:
        """See ``GameOffers.sgf``."""
        return SGF

    def goal(self, setup: GameSetup) -> str:
        """See ``Game.goal``."""
        del setup
        return Message("Red connects the two red edges, Blue the two blue edges.")

    def special_moves_of(self, setup: GameSetup) -> tuple[SpecialMove, ...]:
        """See ``GameOffers.special_moves_of``."""
        return self.special_moves if setup.option(SWAP) == "on" else ()

    def conflict(self, height: int, width: int, options: Mapping[str, str]) -> str:
        """See ``GameOffers.conflict``."""
        if options.get(SWAP) == "on" and height != width:
            return Message("The swap rule needs a square board.")
        return ""

    def decision(self, position: Position) -> str:
        """See ``GameOffers.decision``; about the swap."""
        if position.special_moves():
            return Message("Place a stone, or click Red's stone to swap.")
        is_start = not position.history and not any(position.stones)
        is_red = position.to_move is Player.FIRST
        if is_start and is_red and self.special_moves_of(position.setup):
            return Message("Place a stone; Blue may then take it over.")
        return ""

    def explain_special_move(self, position: Position) -> str:
        """See ``GameOffers.explain_special_move``; about the swap."""
        setup, cell = position.setup, position.last_cell
        is_swap = position.last_move == setup.cell_count
        if not is_swap or cell is None:
            return ""
        row, column = divmod(cell, setup.width)
        first = Move(column * setup.width + row)
        if first == cell:
            return Message(
                "Blue swapped: Red's stone on {cell} is now Blue's.",
                cell=self.cell_name(setup, cell),
            )
        return Message(
            "Blue swapped: Red's stone on {cell} is now Blue's, "
            "mirrored to {mirrored}.",
            cell=self.cell_name(setup, first),
            mirrored=self.cell_name(setup, cell),
        )

    def explain(self, setup: GameSetup, outcome: Outcome) -> str:
        """See ``GameOffers.explain``."""
        del setup
        if outcome.reason != "connection":
            return ""
        if outcome.winner is Player.FIRST:
            return Message("Red connected its two edges.")
        return Message("Blue connected its two edges.")

    def sensible_moves(
        self, position: Position, *, foresight: int
    ) -> SensibleMoves | None:
        """See ``GameOffers.sensible_moves``; a win in one, or the answer to it.

        A strong first stone is swapped, and a weak one is not; the first stone that
        may be swapped is close to even.
        """
        from engine.games.hex.rules import shortest_connection, swapping  # noqa: PLC0415

        if foresight > 0 and swapping.swap_follows(position):
            stones = swapping.list_even_stones(position.setup)
            return SensibleMoves(moves=stones, is_forced=True, are_hidden=True)
        if foresight > 0 and position.special_moves():
            return swapping.sensible_answers(position)
        return shortest_connection.sensible_moves(position, foresight=foresight)

    def finishing_moves(self, position: Position) -> tuple[Move, ...]:
        """See ``GameOffers.finishing_moves``; fewest bridges left."""
        from engine.games.hex.rules import bridge_wins  # noqa: PLC0415

        return bridge_wins.finishing_moves(position)

    def resisting_moves(self, position: Position) -> tuple[Move, ...]:
        """See ``GameOffers.resisting_moves``; the opponent's shortest connection."""
        from engine.games.hex.rules import shortest_connection  # noqa: PLC0415

        return shortest_connection.resisting_moves(position)

    def parse_cell(self, setup: GameSetup, text: str) -> Move:
        """See ``Game.parse_cell``."""
        if text.strip().lower() in SWAP_TEXTS and setup.option(SWAP) == "on":
            return Move(setup.cell_count)
        parts = split_cell_name(text)
        if parts is not None:
            column, row_number = parts
            if 0 <= column < setup.width and 1 <= row_number <= setup.height:
                return Move((row_number - 1) * setup.width + column)
        last = format_column(setup.width - 1)
        raise IllegalMoveError(
            Message(
                "Expected a cell from a1 to {last}, got {text!r}.",
                last=f"{last}{setup.height}",
                text=text,
            )
        )


def _new_search(position: Position, config: SearchConfig) -> ResumableSearch:
    from engine.games.hex.alphabeta.resumable_search import HexResumableSearch  # noqa: PLC0415

    return HexResumableSearch(position, config.params, seed=config.seed)
