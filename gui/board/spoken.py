"""What a screen reader says about the board and its cells."""

from __future__ import annotations

from engine.core.types import EMPTY, Move, Player
from gui.board.scene import Scene
from gui.i18n import tr
from gui.texts import side_title


def board_sentence(scene: Scene) -> str:
    """Return what is on the board and how the keyboard plays."""
    position = scene.position
    text = tr(
        "BoardView",
        "{rows} rows, {columns} columns, {stones} stones, last move {last}. "
        "Arrow keys choose a cell, Enter plays.",
    )
    return text.format(
        rows=position.setup.height,
        columns=position.setup.width,
        stones=len(position.stones) - position.stones.count(EMPTY),
        last="-" if scene.last_stone is None else position.cell_name(scene.last_stone),
    )


def cell_sentence(scene: Scene, cell: Move) -> str:
    """Return the name of a cell and what lies there."""
    position = scene.position
    stone = position.stones[cell]
    if stone != EMPTY:
        text = tr("BoardView", "{cell}, {side}")
        if cell == scene.last_stone:
            text = tr("BoardView", "{cell}, {side}, last move")
        side = side_title(position.setup.game, Player(stone))
        return text.format(cell=position.cell_name(cell), side=side)
    text = tr("BoardView", "{cell}, empty")
    if cell in scene.fouls:
        text = tr("BoardView", "{cell}, forbidden")
    elif scene.hint is not None and scene.hint.cell == cell:
        text = tr("BoardView", "{cell}, empty, recommended")
    return text.format(cell=position.cell_name(cell))
