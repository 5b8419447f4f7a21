"""What is to be seen on a board, and what changes from one scene to the next."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core.game import Position
from engine.core.geometry import BoardLayout
from engine.core.types import EMPTY, Move, Player
from engine.games.hex.annotations import Reading
from gui.board.board_options import DEFAULT_BOARD_OPTIONS, BoardOptions
from gui.board.candidate_marks import CandidateMark, LineStone
from gui.board.side_marks import SideMark, make_side_mark
from gui.board.viewport import Viewport, fit
from gui.board.zoom import WHOLE, Zoom

MARGIN = 12
"""Pixels at 100 % that the board's shadow needs around it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Canvas:
    """What a scene is painted on."""

    width: int
    height: int
    """Device pixels."""

    scale: float = 1.0
    """Device pixels in a pixel of 100 %."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HintMark:
    """A move that is recommended to the player."""

    cell: Move
    """Where the stone would lie."""

    text: str = ""
    """A few letters in the mark, such as a win rate; a dot when empty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """What is to be seen on the board."""

    position: Position
    """Stones, last move and winning cells."""

    layout: BoardLayout
    """Where the cells lie."""

    sides: tuple[str, str]
    """Colour names of the first and the second player."""

    options: BoardOptions = DEFAULT_BOARD_OPTIONS
    """What the user has chosen; ``layout`` is turned already."""

    zoom: Zoom = WHOLE
    """The part of the board that is shown."""

    fouls: frozenset[Move] = frozenset()
    """Empty cells that would lose the game at once."""

    hovered: Move | None = None
    """Cell that shows the stone to come."""

    cursor: Move | None = None
    """Cell that the keyboard has chosen."""

    hint: HintMark | None = None
    """The recommended move."""

    annotations: Reading | None = None
    """What is known of the board without search, if the user wants to see it."""

    candidates: tuple[CandidateMark, ...] = ()
    """Moves that a search considers; a line that is shown hides them."""

    line: tuple[LineStone, ...] = ()
    """How the game might go on."""

    @property
    def marked_candidates(self) -> tuple[CandidateMark, ...]:
        """The candidates that are seen: none under a hint or beside a line."""
        if self.line:
            return ()
        hinted = None if self.hint is None else self.hint.cell
        return tuple(mark for mark in self.candidates if mark.cell != hinted)

    @property
    def last_stone(self) -> Move | None:
        """The cell on which the last move left its stone, if it left one."""
        last = self.position.last_cell
        return None if last is None or self.position.stones[last] == EMPTY else last

    def side_mark(self, player: Player) -> SideMark:
        """Return what the stones and the edges of a side carry."""
        game = self.position.setup.game
        return make_side_mark(self.options.side_mark_style, game, player)

    def viewport(self, canvas: Canvas) -> Viewport:
        """Return where the board lies on ``canvas``."""
        return fit(
            self.layout,
            width=canvas.width,
            height=canvas.height,
            margin=MARGIN * canvas.scale,
            with_labels=self.options.coordinates,
            zoom=self.zoom,
        )

    def shows_same_view(self, other: Scene) -> bool:
        """Say whether both scenes show the same part of the same empty board."""
        return self.shows_same_board(other) and self.zoom == other.zoom

    def shows_same_board(self, other: Scene) -> bool:
        """Say whether both scenes show the same empty board, or parts of it."""
        return (
            self.layout == other.layout
            and self.sides == other.sides
            and self.options == other.options
        )

    def find_changed_cells(self, before: Scene) -> set[Move] | None:
        """Return the cells that look different, or ``None`` if most things do."""
        old, new = before.position, self.position
        if (
            not self.shows_same_view(before)
            or old.winning_cells != new.winning_cells
            or before.annotations is not self.annotations
            or self.options.numbers
        ):
            return None
        pairs = enumerate(zip(old.stones, new.stones, strict=True))
        changed = {Move(cell) for cell, (was, is_now) in pairs if was != is_now}
        changed |= before.fouls ^ self.fouls
        marked = (before.hovered, self.hovered, before.cursor, self.cursor)
        changed.update(cell for cell in marked if cell is not None)
        if before.hint != self.hint:
            changed.update(hint.cell for hint in (before.hint, self.hint) if hint)
        marks = set(before.marked_candidates) ^ set(self.marked_candidates)
        changed.update(mark.cell for mark in marks)
        changed.update(stone.cell for stone in set(before.line) ^ set(self.line))
        if before.last_stone != self.last_stone:
            lasts = (before.last_stone, self.last_stone)
            changed.update(cell for cell in lasts if cell is not None)
        return changed
