"""Gomoku: rules that do not depend on a position, and what else the game offers."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.core.alpha_beta import AlphaBeta, ResumableSearch, SearchConfig
from engine.core.annotations import Annotator
from engine.core.board_notation import format_column, split_cell_name
from engine.core.errors import IllegalMoveError, SetupError
from engine.core.game import Game, GameSetup, Option, Position
from engine.core.game_offers import MoveScores
from engine.core.geometry import BoardLayout
from engine.core.message import Message
from engine.core.opening import Opening
from engine.core.record_properties import SgfProperties
from engine.core.solver import LeafSolver, Solver
from engine.core.special_move import SpecialMove
from engine.core.symmetry import Symmetry, rectangle_symmetries
from engine.core.types import Move, Outcome, Player, SensibleMoves
from engine.games.gomoku.alphabeta.search_params import SEARCH_PARAMS
from engine.games.gomoku.annotator import ANNOTATOR
from engine.games.gomoku.rules import greedy_scores, layout, swap2, swap2_opening
from engine.games.gomoku.rules.constants import EXACT, FREESTYLE, RENJU
from engine.games.gomoku.rules.position import GomokuPosition, cell_name

LENGTHS = ("4", "5", "6")
"""Lengths of a line that wins."""

SGF = SgfProperties(
    number=4,
    has_letter_points=True,
    rule_names={
        "free": FREESTYLE,
        "free-style": FREESTYLE,
        "free_style": FREESTYLE,
        "standard": EXACT,
        "exactly-five": EXACT,
    },
)
"""SGF of Gomoku. Source: red-bean.com/sgf, "GM"; rule names of other programs."""


class Gomoku(Game):
    """Gomoku; see ``Game``."""

    name = "gomoku"
    title = Message("Gomoku")
    sides = ("black", "white")
    smallest_side = 5
    largest_side = 22
    default_side = 15
    common_sides = (9, 13, 15, 19, 20)
    usual_share = 0.15
    options = (
        Option(
            "rule",
            (FREESTYLE, EXACT, RENJU),
            FREESTYLE,
            titles=(
                Message("Freestyle: a longer line wins too"),
                Message("Exact: a longer line does not win"),
                Message("Renju: Black must avoid fouls"),
            ),
            short_titles=(Message("freestyle"), Message("exact"), Message("renju")),
        ),
        Option(
            "line_length",
            LENGTHS,
            "5",
            titles=tuple(Message("{count} stones in a row", count=n) for n in LENGTHS),
            short_titles=tuple(Message("{count} in a row", count=n) for n in LENGTHS),
        ),
        Option(
            swap2.OPTION,
            (swap2.NONE, swap2.SWAP2),
            swap2.NONE,
            titles=(
                Message("No opening rule"),
                Message("Swap2: colours are chosen after 3 stones"),
            ),
            short_titles=(Message("no opening rule"), Message("swap2")),
        ),
    )
    special_moves = swap2.CHOICES

    kernel_counts = MappingProxyType(
        {"tree-search": 85, "alpha-beta": 116, "network-search": 195}
    )

    def setup(
        self,
        *,
        height: int | None = None,
        width: int | None = None,
        options: Mapping[str, str] | None = None,
    ) -> GameSetup:
        """See ``Game.setup``; the fouls of renju are defined for lines of five."""
        setup = super().setup(height=height, width=width, options=options)
        length = setup.option("line_length")
        if setup.option("rule") == RENJU and length != "5":
            raise SetupError(
                Message(
                    "Expected line_length 5 with the rule renju, got {length}.",
                    length=length,
                )
            )
        return setup

    def ongoing_position(
        self, setup: GameSetup, *, stones: bytes, to_move: Player
    ) -> Position:
        """See ``Game.ongoing_position``."""
        return GomokuPosition(setup=setup, stones=stones, to_move=to_move)

    def layout(self, setup: GameSetup) -> BoardLayout:
        """See ``Game.layout``."""
        return layout.crossings(setup.height, setup.width)

    def symmetries(self, setup: GameSetup) -> tuple[Symmetry, ...]:
        """See ``Game.symmetries``."""
        return rectangle_symmetries(setup.height, setup.width)

    def cell_name(self, setup: GameSetup, move: Move) -> str:
        """Return a cell's name, rows counted from the bottom, or a choice's."""
        return cell_name(setup, move)

    def goal(self, setup: GameSetup) -> str:
        """See ``Game.goal``."""
        return Message(
            "Get {count} stones in a row, in any direction.",
            count=setup.option("line_length"),
        )

    def special_moves_of(self, setup: GameSetup) -> tuple[SpecialMove, ...]:
        """See ``GameOffers.special_moves_of``; the choices of swap2."""
        return self.special_moves if setup.option(swap2.OPTION) == swap2.SWAP2 else ()

    def conflict(self, height: int, width: int, options: Mapping[str, str]) -> str:
        """See ``GameOffers.conflict``."""
        del height, width
        if options.get("rule") == RENJU and options.get("line_length") != "5":
            return Message("Renju is played with five in a row.")
        return ""

    def decision(self, position: Position) -> str:
        """See ``GameOffers.decision``; what swap2 asks for."""
        return swap2.describe_decision(position)

    def explain(self, setup: GameSetup, outcome: Outcome) -> str:
        """See ``GameOffers.explain``."""
        if outcome.reason != "line":
            return ""
        return Message("{count} in a row.", count=setup.option("line_length"))

    def is_choice(self, setup: GameSetup, move: Move) -> bool:
        """See ``Game.is_choice``."""
        return swap2.choice_name(setup, move) is not None

    def alpha_beta(self) -> AlphaBeta:
        """See ``GameOffers.alpha_beta``."""
        return AlphaBeta(params=SEARCH_PARAMS, new_search=_new_search)

    def new_solver(self, position: Position, *, orders: bool = True) -> Solver:
        """See ``GameOffers.new_solver``; victory by continuous fours."""
        from engine.games.gomoku.threats.vcf_solver import VcfSolver  # noqa: PLC0415

        del orders
        return VcfSolver(position)

    def new_leaf_solver(self, setup: GameSetup) -> LeafSolver:
        """See ``GameOffers.new_leaf_solver``; victory by continuous fours."""
        from engine.games.gomoku.threats.vcf_solver import VcfLeafSolver  # noqa: PLC0415

        return VcfLeafSolver(self.new_position(setup))

    def move_scores(self) -> MoveScores:
        """See ``GameOffers.move_scores``."""
        return greedy_scores.move_scores

    def opening(self) -> Opening:
        """See ``GameOffers.opening``; swap2."""
        return swap2_opening.Swap2Opening()

    def annotator(self) -> Annotator:
        """See ``GameOffers.annotator``; fours, open threes, a win by fours."""
        return ANNOTATOR

    def sgf(self) -> SgfProperties:
        """See ``GameOffers.sgf``."""
        return SGF

    def sensible_moves(
        self, position: Position, *, foresight: int
    ) -> SensibleMoves | None:
        """See ``GameOffers.sensible_moves``."""
        from engine.games.gomoku.rules.immediate_threats import sensible_moves  # noqa: PLC0415

        return sensible_moves(position, foresight=foresight)

    def parse_cell(self, setup: GameSetup, text: str) -> Move:
        """See ``Game.parse_cell``."""
        choice = swap2.parse_choice(setup, text)
        if choice is not None:
            return choice
        parts = split_cell_name(text)
        if parts is not None:
            column, row_number = parts
            if 0 <= column < setup.width and 1 <= row_number <= setup.height:
                return Move((setup.height - row_number) * setup.width + column)
        last = format_column(setup.width - 1)
        raise IllegalMoveError(
            Message(
                "Expected a cell from a1 to {last}, got {text!r}.",
                last=f"{last}{setup.height}",
                text=text,
            )
        )


def _new_search(position: Position, config: SearchConfig) -> ResumableSearch:
    from engine.games.gomoku.alphabeta.resumable_search import GomokuResumableSearch  # noqa: PLC0415
    from engine.games.gomoku.alphabeta.search_state_factory import new_table  # noqa: PLC0415

    table = new_table(config.table_size)
    return GomokuResumableSearch(position, config.params, table=table, seed=config.seed)
