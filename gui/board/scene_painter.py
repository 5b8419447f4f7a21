"""Painter of stones, marks and overlays of analysis on the board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from PyQt5.QtCore import QPointF, QRectF
from PyQt5.QtGui import QColor, QPainter

from engine.core.board.geometry import Surface
from engine.core.types import EMPTY, Move, Player
from engine.records.sgf.markup import Mark
from gui.board import marks
from gui.board.annotation_marks import AnnotationMarks
from gui.board.board_options import NUMBERS, SIDE_MARKS, SideMarkStyle
from gui.board.candidate_marks import paint_candidate
from gui.board.continuation_marks import paint_continuation
from gui.board.heat_map import paint_heat_tile, paint_heat_value
from gui.board.markup import paint_mark
from gui.board.root_cells import paint_excluded, paint_focused
from gui.board.scene import Scene
from gui.board.side_marks import has_letter_under_number
from gui.board.stones import (
    Shape,
    StoneSprites,
    find_sprite_box,
)
from gui.board.viewport import Viewport
from gui.style.theme import SideColours, Theme

GHOST_OPACITY = 0.5
"""How solid the stone under the mouse looks."""

OFFER_OPACITY = 0.65
"""How solid a stone looks that is offered as the next move."""

CHOSEN_OPACITY = 1.0
"""How solid an offered stone looks under the mouse."""

LINE_OPACITY = 0.6
"""How solid the stones of a line look that might be played."""

LOSER_OPACITY = 0.7
"""How solid the other tiles look once a chain has won."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScenePainter:
    """One pass that paints a scene."""

    painter: QPainter
    scene: Scene
    view: Viewport
    sprites: StoneSprites
    line_sprites: StoneSprites
    """Stones without letters or patterns, under the numbers of a line."""
    shapes: tuple[Shape, ...]
    theme: Theme
    scale: float
    region: QRectF | None
    markup: Mapping[Move, Mark]
    """The visible marks, in place of numbers, letters and the last-move ring."""

    def paint(self) -> None:
        """Paint annotations, shadows, stones, the winning line, then marks."""
        self._paint_heat_tiles()
        self._paint_annotations()
        self._paint_heat_values()
        won = set(self.scene.position.winning_cells)
        stones = self._visible_stones()
        faint = [stone for stone in stones if self._is_faint(stone[0], won)]
        solid = [stone for stone in stones if not self._is_faint(stone[0], won)]
        self.painter.setOpacity(LOSER_OPACITY)
        for _, center, shape, colours in faint:
            self.sprites.draw_stone(self.painter, center, shape, colours)
        self.painter.setOpacity(1.0)
        for _, center, shape, colours in solid:
            self.sprites.draw_shadow(self.painter, center, shape, colours)
        self._paint_win_link()
        for cell, center, shape, colours in solid:
            sprites = self._sprites_for(cell)
            sprites.draw_stone(self.painter, center, shape, colours)
        self._paint_offers()
        self._paint_continuations()
        self._paint_fouls()
        self._paint_root_cells()
        self._paint_candidates()
        self._paint_ghost()
        self._paint_line()
        self._paint_win()
        if self.scene.options[NUMBERS]:
            self._paint_numbers()
        else:
            self._paint_last_move()
        self._paint_markup()
        self._paint_hint()
        self._paint_cursor()

    def _paint_annotations(self) -> None:
        scene = self.scene
        if scene.annotations is None:
            return
        marks = AnnotationMarks(
            painter=self.painter,
            center=self._center,
            unit=self.view.unit,
            shapes=self.shapes,
            theme=self.theme,
            sides=get_side_colours(scene, self.theme),
            side_marks=(scene.side_mark(Player.FIRST), scene.side_mark(Player.SECOND)),
        )
        marks.paint(scene.annotations, scene.position.to_move)

    def _sprites_for(self, cell: Move) -> StoneSprites:
        """Return the stones with letters, but those without under a mark."""
        has_letter = self.scene.options[SIDE_MARKS] is SideMarkStyle.LETTERS
        is_marked = has_letter and cell in self.markup
        return self.line_sprites if is_marked else self.sprites

    def _paint_markup(self) -> None:
        """Paint marks and labels, in the colour of the last move on its stone."""
        scene, theme = self.scene, self.theme
        on_wood = scene.layout.surface is Surface.CROSSINGS
        for cell, mark in self.markup.items():
            center, stone = self._center(cell), scene.position.stones[cell]
            if not self._is_visible(center):
                continue
            ink, ground = theme.text, theme.tile
            if stone != EMPTY:
                colours = self._side(stone)
                is_last = cell == scene.last_stone
                ink = colours.last_move if is_last else colours.mark
                ground = colours.fill
            elif on_wood:
                ink, ground = theme.star, theme.wood
            paint_mark(
                self.painter, center, self.view.unit, mark, ink=ink, ground=ground
            )

    def _is_faint(self, cell: Move, won: set[Move]) -> bool:
        """Return whether a stone is faded next to a winning chain of tiles."""
        return bool(won and self.shapes[cell] and cell not in won)

    def _center(self, move: Move) -> QPointF:
        return self.view.to_pixels(self.scene.layout.centers[move])

    def _is_visible(self, center: QPointF) -> bool:
        box = find_sprite_box(center, self.view.unit)
        return self.region is None or self.region.intersects(box)

    def _side(self, player: int) -> SideColours:
        return self.theme.side(self.scene.sides[player - 1], Player(player))

    def _visible_stones(self) -> list[tuple[Move, QPointF, Shape, SideColours]]:
        colours = get_side_colours(self.scene, self.theme)
        placed = (
            (Move(cell), self._center(Move(cell)), self.shapes[cell], colours[side - 1])
            for cell, side in enumerate(self.scene.position.stones)
            if side != EMPTY
        )
        return [stone for stone in placed if self._is_visible(stone[1])]

    def _paint_win_link(self) -> None:
        cells = self.scene.position.winning_cells
        if cells and not any(self.shapes):
            centers = [self._center(cell) for cell in cells]
            marks.paint_win_link(self.painter, centers, self.view.unit, self.theme)

    def _paint_win(self) -> None:
        cells = self.scene.position.winning_cells
        if not cells:
            return
        centers = [self._center(cell) for cell in cells]
        if any(self.shapes):
            shapes = [self.shapes[cell] for cell in cells]
            marks.paint_win_outline(
                self.painter, centers, shapes, self.view.unit, self.theme
            )
        else:
            marks.paint_win_rings(self.painter, centers, self.view.unit, self.theme)

    def _paint_ghost(self) -> None:
        hovered = self.scene.hovered
        if hovered is not None:
            opacity = GHOST_OPACITY
            if hovered in self.scene.position.offered_cells:
                opacity = CHOSEN_OPACITY
            self._paint_faint_stone(hovered, opacity)

    def _paint_offers(self) -> None:
        for cell in self.scene.position.offered_cells:
            self._paint_faint_stone(cell, OFFER_OPACITY)

    def _paint_continuations(self) -> None:
        for one in self.scene.visible_continuations:
            center = self._center(one.cell)
            if self._is_visible(center):
                paint_continuation(
                    self.painter,
                    center,
                    self.view.unit,
                    self._side(self.scene.position.to_move),
                    is_main=one.is_main,
                    is_marked=one.cell in self.markup,
                )

    def _paint_faint_stone(self, cell: Move, opacity: float) -> None:
        """Paint a stone that is not played yet, unless a variation covers it."""
        if cell in {stone.cell for stone in self.scene.visible_line}:
            return
        self.painter.setOpacity(opacity)
        self.sprites.draw_stone(
            self.painter,
            self._center(cell),
            self.shapes[cell],
            self._side(self.scene.position.to_move),
        )
        self.painter.setOpacity(1.0)

    def _paint_heat_tiles(self) -> None:
        for heat in self.scene.heat:
            center = self._center(heat.cell)
            if self._is_visible(center):
                shape = self.shapes[heat.cell]
                paint_heat_tile(self.painter, center, self.view.unit, shape, heat)

    def _paint_heat_values(self) -> None:
        unit = self.view.unit
        for heat in self.scene.heat:
            center = self._center(heat.cell)
            if self._is_visible(center):
                paint_heat_value(self.painter, center, unit, heat, scale=self.scale)

    def _paint_root_cells(self) -> None:
        on_wood = self.scene.layout.surface is Surface.CROSSINGS
        ink = QColor(self.theme.star if on_wood else self.theme.muted)
        marked = {stone.cell for stone in self.scene.visible_line}
        painted = (
            (self.scene.excluded, paint_excluded),
            (self.scene.focused, paint_focused),
        )
        for cells, paint in painted:
            for cell in cells - marked:
                center = self._center(cell)
                if self._is_visible(center):
                    paint(self.painter, center, self.view.unit, ink)

    def _paint_candidates(self) -> None:
        for mark in self.scene.marked_candidates:
            center = self._center(mark.cell)
            if self._is_visible(center):
                unit = self.view.unit
                paint_candidate(
                    self.painter, center, unit, mark, self.theme, scale=self.scale
                )

    def _paint_line(self) -> None:
        for stone in self.scene.visible_line:
            center, colours = self._center(stone.cell), self._side(stone.player)
            if not self._is_visible(center):
                continue
            shape = self.shapes[stone.cell]
            self.painter.setOpacity(LINE_OPACITY)
            self.line_sprites.draw_stone(self.painter, center, shape, colours)
            self.painter.setOpacity(1.0)
            ink = QColor(colours.mark)
            number = str(stone.number)
            marks.paint_number(self.painter, center, self.view.unit, number, ink)

    def _paint_fouls(self) -> None:
        on_wood = self.scene.layout.surface is Surface.CROSSINGS
        ink = QColor(self.theme.wood_foul if on_wood else self.theme.danger)
        for cell in self.scene.fouls:
            center = self._center(cell)
            if self._is_visible(center):
                marks.paint_foul(self.painter, center, self.view.unit, ink)

    def _paint_last_move(self) -> None:
        last = self.scene.last_stone
        if last is not None and last not in self.markup:
            colours = self._side(self.scene.position.stones[last])
            center = self._center(last)
            marks.paint_last_move(
                self.painter,
                center,
                self.view.unit,
                colours,
                around_letter=self.scene.options[SIDE_MARKS] is SideMarkStyle.LETTERS,
            )

    def _paint_numbers(self) -> None:
        position = self.scene.position
        has_letters = self.scene.options[
            SIDE_MARKS
        ] is SideMarkStyle.LETTERS and has_letter_under_number(self.view.unit)
        latest = {
            move: number
            for number, move in enumerate(position.history, start=1)
            if move < len(position.stones) and position.stones[move] != EMPTY
        }
        for move, number in latest.items():
            center = self._center(move)
            if move in self.markup or not self._is_visible(center):
                continue
            if has_letters:
                center -= QPointF(0, self.view.unit * marks.NUMBER_RISE)
            colours = self._side(position.stones[move])
            is_last = move == self.scene.last_stone
            ink = QColor(colours.last_move if is_last else colours.mark)
            marks.paint_number(self.painter, center, self.view.unit, str(number), ink)

    def _paint_hint(self) -> None:
        """Paint the hint; on a stone of a line or on a heat map only its ring."""
        hint, unit = self.scene.hint, self.view.unit
        if hint is None:
            return
        center = self._center(hint.cell)
        taken = {stone.cell for stone in self.scene.line}
        taken |= {heat.cell for heat in self.scene.heat}
        if hint.cell in taken:
            marks.paint_hint_ring(self.painter, center, unit, self.theme)
        else:
            marks.paint_hint(self.painter, center, unit, hint.text, self.theme)

    def _paint_cursor(self) -> None:
        if self.scene.cursor is not None:
            center = self._center(self.scene.cursor)
            shape = self.shapes[self.scene.cursor]
            marks.paint_cursor(self.painter, center, self.view.unit, shape, self.theme)


def get_side_colours(scene: Scene, theme: Theme) -> tuple[SideColours, SideColours]:
    """Return the colours of both sides of a scene, the first player's first."""
    first, second = scene.sides
    return theme.side(first, Player.FIRST), theme.side(second, Player.SECOND)
