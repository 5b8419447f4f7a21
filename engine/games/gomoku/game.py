"""Gomoku: rules that do not depend on a position, and what else the game offers."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.core.board.board_notation import format_column
from engine.core.board.geometry import BoardLayout
from engine.core.board.symmetry import Symmetry, rectangle_symmetries
from engine.core.errors import IllegalMoveError, SetupError
from engine.core.game import Game, GameSetup, Position
from engine.core.game_options import Option
from engine.core.message import Message
from engine.core.offers.alpha_beta import (
    AlphaBeta,
    ResumableSearch,
    SearchConfig,
    ValueNetworks,
)
from engine.core.offers.annotations import Annotator
from engine.core.offers.game_offers import MoveScores
from engine.core.offers.opening_play import OpeningPlay
from engine.core.offers.record_properties import SgfProperties
from engine.core.offers.solver import LeafSolver, Solver
from engine.core.offers.special_move import SpecialMove
from engine.core.types import Move, Outcome, Player, SensibleMoves
from engine.games.gomoku.alphabeta.search_params import SEARCH_PARAMS
from engine.games.gomoku.annotator import ANNOTATOR
from engine.games.gomoku.rules import greedy_scores, layout, notation
from engine.games.gomoku.rules.constants import EXACT, FREESTYLE, RENJU
from engine.games.gomoku.rules.openings import choices, names, play, rules
from engine.games.gomoku.rules.position import GomokuPosition, cell_name
from engine.games.gomoku.value_network.layers import SHAPES

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
            choices.OPTION,
            (
                choices.NONE,
                choices.SWAP2,
                choices.RIF,
                choices.YAMAGUCHI,
                choices.TARAGUCHI,
            ),
            choices.NONE,
            titles=(
                Message("No opening rule"),
                Message("Swap2: colours are chosen after 3 stones"),
                Message("RIF: 26 openings, two fifth moves"),
                Message("Yamaguchi: 26 openings, N fifth moves"),
                Message("Taraguchi-10: a swap after each stone"),
            ),
            short_titles=(
                Message("no opening rule"),
                Message("swap2"),
                Message("RIF opening"),
                Message("Yamaguchi opening"),
                Message("Taraguchi-10 opening"),
            ),
        ),
    )
    special_moves = choices.CHOICES

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
        """See ``Game.setup``; some rules exclude some others, or some boards."""
        setup = super().setup(height=height, width=width, options=options)
        length = setup.option("line_length")
        if setup.option("rule") == RENJU and length != "5":
            raise SetupError(
                Message(
                    "Expected line_length 5 with the rule renju, got {length}.",
                    length=length,
                )
            )
        if _lacks_centre(setup.height, setup.width, setup.option(choices.OPTION)):
            raise SetupError(
                Message(
                    "Expected an odd number of rows and columns with the opening "
                    "{opening}, got {height}x{width}.",
                    opening=setup.option(choices.OPTION),
                    height=setup.height,
                    width=setup.width,
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
        """See ``GameOffers.special_moves_of``; the choices of an opening."""
        return choices.CHOICES_OF[setup.option(choices.OPTION)]

    def special_move(self, setup: GameSetup, move: Move) -> SpecialMove | None:
        """See ``GameOffers.special_move``."""
        return choices.special_move(setup, move)

    def conflict(self, height: int, width: int, options: Mapping[str, str]) -> str:
        """See ``GameOffers.conflict``."""
        if options.get("rule") == RENJU and options.get("line_length") != "5":
            return Message("Renju is played with five in a row.")
        if _lacks_centre(height, width, options.get(choices.OPTION, choices.NONE)):
            return Message(
                "This opening begins in the centre: choose an odd number of rows and "
                "columns."
            )
        return ""

    def decision(self, position: Position) -> str:
        """See ``GameOffers.decision``; the options of an opening."""
        return rules.find_state(position).request

    def opening_name(self, position: Position) -> str:
        """See ``GameOffers.opening_name``; one of the 26 openings of renju."""
        return names.name_opening(position)

    def explain(self, setup: GameSetup, outcome: Outcome) -> str:
        """See ``GameOffers.explain``."""
        if outcome.reason != "line":
            return ""
        return Message("{count} in a row.", count=setup.option("line_length"))

    def is_choice(self, setup: GameSetup, move: Move) -> bool:
        """See ``Game.is_choice``."""
        return choices.is_choice(setup, move)

    def alpha_beta(self) -> AlphaBeta:
        """See ``GameOffers.alpha_beta``."""
        return AlphaBeta(
            params=SEARCH_PARAMS,
            new_search=_new_search,
            networks=ValueNetworks(kind="line-sums", shapes=SHAPES),
        )

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

    def opening(self) -> OpeningPlay:
        """See ``GameOffers.opening``."""
        return play.GomokuOpeningPlay()

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
        for move in (
            choices.parse_choice(setup, text),
            notation.parse_cell(setup, text),
        ):
            if move is not None:
                return move
        last = format_column(setup.width - 1)
        raise IllegalMoveError(
            Message(
                "Expected a cell from a1 to {last}, got {text!r}.",
                last=f"{last}{setup.height}",
                text=text,
            )
        )


def _lacks_centre(height: int, width: int, opening: str) -> bool:
    """Return whether an opening begins in the centre of a board without one."""
    return rules.needs_centre(opening) and not (height % 2 and width % 2)


def _new_search(position: Position, config: SearchConfig) -> ResumableSearch:
    from engine.games.gomoku.alphabeta.resumable_search import GomokuResumableSearch  # noqa: PLC0415
    from engine.games.gomoku.alphabeta.search_state_factory import new_table  # noqa: PLC0415

    table = new_table(config.table_size)
    return GomokuResumableSearch(
        position,
        config.params,
        table=table,
        seed=config.seed,
        network=config.network,
    )
