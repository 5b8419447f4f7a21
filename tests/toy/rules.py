"""A third game that exists only here: four stones in a 2 x 2 square win."""

from dataclasses import dataclass, replace

from engine.core.board.board_notation import split_cell_name
from engine.core.board.geometry import BoardLayout, Surface, compute_bounds
from engine.core.board.symmetry import rectangle_symmetries
from engine.core.errors import IllegalMoveError
from engine.core.game import Game, Position
from engine.core.offers.annotations import (
    MIDDLE,
    Annotator,
    BoardAnnotations,
    CellMarks,
    LegendEntry,
    Sign,
)
from engine.core.offers.record_properties import SgfProperties
from engine.core.types import EMPTY, Move, Outcome, Player


def rings(cells):
    return CellMarks(
        sign=Sign.RING,
        cells=frozenset(cells),
        owner=Player.FIRST,
        note="beside a stone",
    )


def beside_stones(position):
    width = position.setup.width
    cells = range(position.setup.cell_count)
    beside = {
        Move(cell)
        for cell in cells
        for other in cells
        if not position.stones[cell]
        and position.stones[other]
        and abs(cell // width - other // width) + abs(cell % width - other % width) == 1
    }
    return BoardAnnotations(marks=(rings(beside),) if beside else ())


@dataclass(frozen=True, slots=True, kw_only=True)
class SquaresPosition(Position):
    def adjudicate(self, move):
        width = self.setup.width
        row, column = divmod(move, width)
        for top in (row - 1, row):
            for left in (column - 1, column):
                if not (0 <= top < self.setup.height - 1 and 0 <= left < width - 1):
                    continue
                square = tuple(
                    Move((top + r) * width + left + c) for r in (0, 1) for c in (0, 1)
                )
                if {self.stones[cell] for cell in square} == {self.stones[move]}:
                    outcome = Outcome(Player(self.stones[move]), "square")
                    return replace(self, outcome=outcome, winning_cells=square)
        if EMPTY not in self.stones:
            return replace(self, outcome=Outcome(None, "board_full"))
        return self

    def cell_name(self, move):
        return Squares().cell_name(self.setup, move)

    def kernel_state(self):
        from tests.toy.kernels import make_state

        return make_state(self)


class Squares(Game):
    name = "squares"
    title = "Squares"
    sides = ("green", "purple")
    smallest_side = 2
    largest_side = 8
    default_side = 4
    common_sides = (4, 6)

    def goal(self, setup):
        return "Get four stones in a square of two by two."

    def explain(self, setup, outcome):
        return "Four stones in a square." if outcome.reason == "square" else ""

    def sgf(self):
        return SgfProperties(number=99)

    def annotator(self):
        """Return rings on all cells beside stones."""
        return Annotator(
            read=beside_stones,
            waiting="Preparing rings.",
            explain=lambda _setup: (
                LegendEntry(
                    title="Beside",
                    tip="A cell beside a stone.",
                    sample=BoardAnnotations(marks=(rings({MIDDLE}),)),
                ),
            ),
        )

    def ongoing_position(self, setup, *, stones, to_move):
        return SquaresPosition(setup=setup, stones=stones, to_move=to_move)

    def symmetries(self, setup):
        return rectangle_symmetries(setup.height, setup.width)

    def layout(self, setup):
        centers = tuple(
            (c * 1.0, r * 1.0) for r in range(setup.height) for c in range(setup.width)
        )
        corners = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
        bounds = compute_bounds(list(centers), margin=0.7)
        return BoardLayout(
            surface=Surface.TILES,
            centers=centers,
            polygons=tuple(
                tuple((x + dx, y + dy) for dx, dy in corners) for x, y in centers
            ),
            bounds=bounds,
            bounds_with_labels=bounds,
        )

    def cell_name(self, setup, move):
        row, column = divmod(move, setup.width)
        return f"{chr(ord('a') + column)}{row + 1}"

    def parse_cell(self, setup, text):
        parts = split_cell_name(text)
        if parts and 0 <= parts[0] < setup.width and 1 <= parts[1] <= setup.height:
            return Move((parts[1] - 1) * setup.width + parts[0])
        raise IllegalMoveError(f"Expected a cell of the board, got {text!r}.")
