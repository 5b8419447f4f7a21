"""Scene of a board: view model, zoom and pan, and the changes between scenes."""

from __future__ import annotations

from dataclasses import dataclass, replace

from PyQt5.QtCore import QPointF, QRectF

from engine.core.board.geometry import BoardLayout
from engine.core.game import Position
from engine.core.offers.annotations import BoardAnnotations
from engine.core.types import EMPTY, Move, Player
from engine.records.sgf.markup import Mark
from gui.board.board_options import (
    CONTINUATIONS,
    COORDINATES,
    DEFAULT_BOARD_OPTIONS,
    NUMBERS,
    ORIENTATION,
    SIDE_MARKS,
    BoardOptions,
    rotate_layout,
)
from gui.board.candidate_marks import CandidateMark, LineStone
from gui.board.continuation_marks import Continuation
from gui.board.heat_map import HeatCell
from gui.board.keyboard import KeyboardCursor
from gui.board.markup import CellMark
from gui.board.side_marks import SideMark, make_side_mark
from gui.board.viewport import WHOLE, Viewport, Zoom, fit_board, step_zoom

MARGIN = 12
"""Pixels at 100 % that the board's shadow needs around it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Canvas:
    """Size and scale of the paint device."""

    width: int
    height: int
    """Device pixels."""

    scale: float = 1.0
    """Device pixels in a pixel of 100 %."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HintMark:
    """Mark of a hint."""

    cell: Move
    """The cell of the stone."""

    text: str = ""
    """A few letters in the mark, such as a win rate; a dot when empty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """Immutable description of the visible board."""

    position: Position
    """Stones, last move and winning cells."""

    layout: BoardLayout
    """Positions of the cells."""

    sides: tuple[str, str]
    """Colour names of the first and the second player."""

    options: BoardOptions = DEFAULT_BOARD_OPTIONS
    """Display options; ``layout`` is rotated already."""

    zoom: Zoom = WHOLE
    """The part of the board that is shown."""

    fouls: frozenset[Move] = frozenset()
    """Empty cells that would lose the game at once."""

    hovered: Move | None = None
    """Cell with the preview of a stone."""

    cursor: Move | None = None
    """Cell of the keyboard cursor."""

    hint: HintMark | None = None
    """The recommended move."""

    annotations: BoardAnnotations | None = None
    """Annotations of the board, if they are shown."""

    candidates: tuple[CandidateMark, ...] = ()
    """Candidates of a search; a visible line hides them."""

    line: tuple[LineStone, ...] = ()
    """Stones of an expected continuation."""

    proof: tuple[LineStone, ...] = ()
    """Stones of a proven win; a line replaces them."""

    markup: tuple[CellMark, ...] = ()
    """Marks and labels of the record."""

    continuations: tuple[Continuation, ...] = ()
    """Continuations of the record."""

    heat: tuple[HeatCell, ...] = ()
    """Heat map; it hides the candidates."""

    excluded: frozenset[Move] = frozenset()
    """Cells that analysis excludes."""

    focused: frozenset[Move] = frozenset()
    """The only cells that analysis considers."""

    @property
    def visible_markup(self) -> dict[Move, Mark]:
        """The marks by cell; those under candidates, a hint or a line are hidden."""
        covered = {mark.cell for mark in self.marked_candidates}
        covered |= {stone.cell for stone in self.visible_line}
        if self.hint is not None:
            covered.add(self.hint.cell)
        return {cell: mark for cell, mark in self.markup if cell not in covered}

    @property
    def visible_continuations(self) -> tuple[Continuation, ...]:
        """The visible continuations: none under a hint or a candidate, or in a line."""
        if not self.options[CONTINUATIONS] or self.line or self.heat:
            return ()
        covered = {mark.cell for mark in self.marked_candidates}
        covered |= {stone.cell for stone in self.proof}
        if self.hint is not None:
            covered.add(self.hint.cell)
        return tuple(one for one in self.continuations if one.cell not in covered)

    @property
    def marked_candidates(self) -> tuple[CandidateMark, ...]:
        """Visible candidates: none under a hint or beside a line."""
        if self.line or self.heat:
            return ()
        covered = {stone.cell for stone in self.proof}
        if self.hint is not None:
            covered.add(self.hint.cell)
        return tuple(mark for mark in self.candidates if mark.cell not in covered)

    @property
    def visible_line(self) -> tuple[LineStone, ...]:
        """The numbered stones that are shown."""
        return self.line or self.proof

    @property
    def last_stone(self) -> Move | None:
        """The cell on which the last move left its stone, if it left one."""
        last = self.position.last_cell
        return None if last is None or self.position.stones[last] == EMPTY else last

    def side_mark(self, player: Player) -> SideMark:
        """Return the side mark of a side."""
        game = self.position.setup.game
        return make_side_mark(self.options[SIDE_MARKS], game, player)

    def viewport(self, canvas: Canvas) -> Viewport:
        """Return the viewport of the board on ``canvas``."""
        return fit_board(
            self.layout,
            width=canvas.width,
            height=canvas.height,
            margin=MARGIN * canvas.scale,
            with_labels=self.options[COORDINATES],
            zoom=self.zoom,
        )

    def shows_same_view(self, other: Scene) -> bool:
        """Return whether both scenes show the same part of the same empty board."""
        return self.shows_same_board(other) and self.zoom == other.zoom

    def shows_same_board(self, other: Scene) -> bool:
        """Return whether both scenes show the same empty board, or parts of it."""
        return (
            self.layout == other.layout
            and self.sides == other.sides
            and self.options == other.options
        )

    def find_changed_cells(self, before: Scene) -> set[Move] | None:
        """Return the cells that changed, or ``None`` if most of the board did."""
        old, new = before.position, self.position
        if (
            not self.shows_same_view(before)
            or old.winning_cells != new.winning_cells
            or before.annotations is not self.annotations
            or self.options[NUMBERS]
        ):
            return None
        pairs = enumerate(zip(old.stones, new.stones, strict=True))
        changed = {Move(cell) for cell, (was, is_now) in pairs if was != is_now}
        changed |= before.fouls ^ self.fouls
        changed.update(set(old.offered_cells) ^ set(new.offered_cells))
        marked = (before.hovered, self.hovered, before.cursor, self.cursor)
        changed.update(cell for cell in marked if cell is not None)
        if before.hint != self.hint:
            changed.update(hint.cell for hint in (before.hint, self.hint) if hint)
        marks = set(before.marked_candidates) ^ set(self.marked_candidates)
        changed.update(mark.cell for mark in marks)
        lines = set(before.visible_line) ^ set(self.visible_line)
        changed.update(stone.cell for stone in lines)
        changed.update(cell for cell, _ in set(before.markup) ^ set(self.markup))
        moves = set(before.visible_continuations) ^ set(self.visible_continuations)
        changed.update(one.cell for one in moves)
        changed.update(heat.cell for heat in set(before.heat) ^ set(self.heat))
        changed |= (before.excluded ^ self.excluded) | (before.focused ^ self.focused)
        if before.last_stone != self.last_stone:
            lasts = (before.last_stone, self.last_stone)
            changed.update(cell for cell in lasts if cell is not None)
        return changed


REVEAL_MARGIN = 1.5
"""A cell nearer to the rim of the picture than this, in board units, is scrolled in."""


def zoom_at(scene: Scene, canvas: Canvas, steps: float, at: QPointF) -> Zoom:
    """Return the zoom after ``steps`` around the pixel ``at``."""
    place = scene.viewport(canvas).to_board(at)
    zoom = Zoom(factor=step_zoom(scene.zoom.factor, steps), middle=place)
    view = replace(scene, zoom=zoom).viewport(canvas)
    away = (_middle(canvas) - at) / view.unit
    return replace(zoom, middle=(place[0] + away.x(), place[1] + away.y()))


def pan_by(scene: Scene, canvas: Canvas, shift: QPointF) -> Zoom:
    """Return the zoom after a pan by ``shift`` pixels."""
    view = scene.viewport(canvas)
    return replace(scene.zoom, middle=view.to_board(_middle(canvas) - shift))


def zoom_to_cell(scene: Scene, canvas: Canvas, cell: Move) -> Zoom:
    """Return the zoom that shows ``cell`` with the cells around it."""
    view = scene.viewport(canvas)
    at = view.to_pixels(scene.layout.centers[cell])
    margin = min(REVEAL_MARGIN * view.unit, canvas.width / 2, canvas.height / 2)
    area = QRectF(0, 0, canvas.width, canvas.height)
    area.adjust(margin, margin, -margin, -margin)
    if scene.zoom.is_whole or area.contains(at):
        return scene.zoom
    nearest = QPointF(
        min(max(at.x(), area.left()), area.right()),
        min(max(at.y(), area.top()), area.bottom()),
    )
    return pan_by(scene, canvas, nearest - at)


def _middle(canvas: Canvas) -> QPointF:
    return QPointF(canvas.width / 2, canvas.height / 2)


class BoardViewModel:
    """View model of the board: position, options, zoom, cursor and marks."""

    def __init__(self) -> None:
        self.is_locked = False
        self.hovered: Move | None = None
        self.hint: HintMark | None = None
        self.annotations: BoardAnnotations | None = None
        self.candidates: tuple[CandidateMark, ...] = ()
        self.line: tuple[LineStone, ...] = ()
        self.proof: tuple[LineStone, ...] = ()
        self.markup: tuple[CellMark, ...] = ()
        self.continuations: tuple[Continuation, ...] = ()
        self.heat: tuple[HeatCell, ...] = ()
        self.excluded: frozenset[Move] = frozenset()
        self.focused: frozenset[Move] = frozenset()
        self.is_picking = False
        """Whether cells are chosen for marks, not for stones."""
        self.preview: Move | None = None
        """Cell typed in another field, shown like a hovered one."""
        self.zoom = WHOLE
        self.cursor = KeyboardCursor()
        self._options = DEFAULT_BOARD_OPTIONS
        self._layout: BoardLayout | None = None
        self._scene: Scene | None = None

    @property
    def options(self) -> BoardOptions:
        """Display options of the user."""
        return self._options

    @options.setter
    def options(self, options: BoardOptions) -> None:
        has_turned = options[ORIENTATION] is not self._options[ORIENTATION]
        self._options = options
        if has_turned and self._layout is not None and self._scene is not None:
            self.zoom = WHOLE
            layout = rotate_layout(self._layout, options[ORIENTATION])
            self._scene = replace(self._scene, layout=layout)
            if self.cursor.cell is not None:
                self.cursor.show(layout, self.cursor.cell)

    def show(
        self, position: Position, layout: BoardLayout, sides: tuple[str, str]
    ) -> bool:
        """Show ``position`` and return whether the board changed."""
        old, is_new_board = self._scene, layout != self._layout
        fouls = frozenset[Move]()
        if old is not None and old.position == position:
            fouls = old.fouls
        else:
            self.hint = self.preview = self.annotations = None
            self.candidates, self.line, self.proof = (), (), ()
            self.continuations = ()
            fouls = frozenset(position.fouls())
        if old is None or is_new_board:
            self._layout = layout
            self.markup = ()
            self.excluded, self.focused, self.heat = frozenset(), frozenset(), ()
            self.zoom = WHOLE
            self.cursor.hide()
            shown = rotate_layout(layout, self._options[ORIENTATION])
        else:
            shown = old.layout
        self._scene = Scene(position=position, layout=shown, sides=sides, fouls=fouls)
        return is_new_board

    @property
    def scene(self) -> Scene | None:
        """Scene of the position with all marks of the view."""
        if self._scene is None:
            return None
        cursor = self.cursor.cell if self.preview is None else self.preview
        pointed = self.hovered if cursor is None else cursor
        is_shown = self.preview is not None or self.is_playable(pointed)
        return replace(
            self._scene,
            options=self._options,
            zoom=self.zoom,
            hovered=pointed if is_shown else None,
            cursor=cursor,
            hint=self.hint,
            annotations=self.annotations,
            candidates=self.candidates,
            line=self.line,
            proof=self.proof,
            markup=self.markup,
            continuations=self.continuations,
            heat=self.heat,
            excluded=self.excluded,
            focused=self.focused,
        )

    def is_playable(self, cell: Move | None) -> bool:
        """Return whether a stone can be placed on ``cell`` now."""
        return (
            cell is not None
            and self._scene is not None
            and not self.is_locked
            and not self.is_picking
            and cell not in self._scene.fouls
            and self._scene.position.is_legal(self._scene.position.move_on(cell))
        )
