"""Board of a contest game: contest coordinates, our answer and the typed move."""

from __future__ import annotations

from dataclasses import replace

from engine.core.board.geometry import BoardLayout, Label
from engine.core.types import Move
from engine.games import get_game
from gui.board.board_display import BoardDisplay
from gui.board.board_options import COORDINATES, BoardOptions
from gui.contest.contest import Contest
from gui.contest.contest_game import ContestGame


class ContestBoard(BoardDisplay):
    """Board without mouse input: moves are typed.

    Args:
        game: The game.
        looks: Display options; coordinates are always shown.
    """

    def __init__(self, game: ContestGame, options: BoardOptions) -> None:
        super().__init__()
        self._game = game
        self.setObjectName("contest_board")
        self.set_options(options.replace(COORDINATES, True))

    def show_game(self, typed: Move | None) -> None:
        """Show the stones, and the typed move or our answer as a preview.

        Args:
            typed: The move in the entry field, if it is legal.
        """
        position, cell = self._game.session.position, self._game.answer
        if typed is not None:
            if cell is not None:
                position = position.play(cell)
            cell = typed
        rules = get_game(position.setup.game)
        layout = relabel_layout(self._game.contest, rules.layout(position.setup))
        self.show_position(position, layout, rules.sides)
        self.set_preview(None if cell is None else position.cell_of(cell))


def relabel_layout(contest: Contest, layout: BoardLayout) -> BoardLayout:
    """Return the layout with the coordinates of the contest."""
    setup = contest.setup
    corner = Move(setup.cell_count - setup.width)
    is_lowest_first = get_game(setup.game).cell_name(setup, corner) == "a1"

    def renamed(label: Label) -> Label:
        text = label.text.upper()
        if text.isdigit() and is_lowest_first != contest.resolve_row_direction:
            text = str(setup.height + 1 - int(text))
        return replace(label, text=text)

    return replace(layout, labels=tuple(renamed(label) for label in layout.labels))
