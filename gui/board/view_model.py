"""What a board view shows and which cells are pointed at; makes its scenes of it."""

from __future__ import annotations

from dataclasses import replace

from engine.core.game import Position
from engine.core.geometry import BoardLayout
from engine.core.types import Move
from engine.games.hex.annotations import Reading
from gui.board.board_options import DEFAULT_BOARD_OPTIONS, BoardOptions, rotate_layout
from gui.board.candidate_marks import CandidateMark, LineStone
from gui.board.keyboard import KeyboardCursor
from gui.board.scene import HintMark, Scene
from gui.board.zoom import WHOLE


class BoardViewModel:
    """One board, and what the view adds to the position on it."""

    def __init__(self) -> None:
        self.is_locked = False
        self.hovered: Move | None = None
        self.hint: HintMark | None = None
        self.annotations: Reading | None = None
        self.candidates: tuple[CandidateMark, ...] = ()
        self.line: tuple[LineStone, ...] = ()
        self.preview: Move | None = None
        """Cell that somebody writes elsewhere, shown as if pointed at."""
        self.zoom = WHOLE
        self.cursor = KeyboardCursor()
        self._options = DEFAULT_BOARD_OPTIONS
        self._layout: BoardLayout | None = None
        self._scene: Scene | None = None

    @property
    def options(self) -> BoardOptions:
        """What the user has chosen to see."""
        return self._options

    @options.setter
    def options(self, options: BoardOptions) -> None:
        has_turned = options.orientation is not self._options.orientation
        self._options = options
        if has_turned and self._layout is not None and self._scene is not None:
            self.zoom = WHOLE
            layout = rotate_layout(self._layout, options.orientation)
            self._scene = replace(self._scene, layout=layout)
            if self.cursor.cell is not None:
                self.cursor.show(layout, self.cursor.cell)

    def show(
        self, position: Position, layout: BoardLayout, sides: tuple[str, str]
    ) -> bool:
        """Put ``position`` on the board and say whether the board is another one."""
        old, is_new_board = self._scene, layout != self._layout
        fouls = frozenset[Move]()
        if old is not None and old.position == position:
            fouls = old.fouls
        else:
            self.hint = self.preview = self.annotations = None
            self.candidates, self.line = (), ()
            fouls = frozenset(position.fouls())
        if old is None or is_new_board:
            self._layout = layout
            self.zoom = WHOLE
            self.cursor.hide()
            shown = rotate_layout(layout, self._options.orientation)
        else:
            shown = old.layout
        self._scene = Scene(position=position, layout=shown, sides=sides, fouls=fouls)
        return is_new_board

    @property
    def scene(self) -> Scene | None:
        """The position with everything that the view adds to it."""
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
        )

    def is_playable(self, cell: Move | None) -> bool:
        """Say whether a stone could be placed on ``cell`` now."""
        return (
            cell is not None
            and self._scene is not None
            and not self.is_locked
            and cell not in self._scene.fouls
            and self._scene.position.is_legal(cell)
        )
