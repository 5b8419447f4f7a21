"""Accessibility: descriptions of the board and its cells for screen readers."""

from __future__ import annotations

from engine.core.offers.annotations import Sign
from engine.core.types import EMPTY, Move, Player
from engine.records.sgf.markup import Mark, Shape
from gui.board.scene import Scene
from gui.text.i18n import join_list, tr, translate_message
from gui.text.labels import side_title


def board_description(scene: Scene) -> str:
    """Return the description of the board and its keyboard controls."""
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


def cell_description(scene: Scene, cell: Move) -> str:
    """Return the description of a cell: name, content and marks."""
    position = scene.position
    stone = position.stones[cell]
    if stone != EMPTY:
        text = tr("BoardView", "{cell}, {side}")
        if cell == scene.last_stone:
            text = tr("BoardView", "{cell}, {side}, last move")
        side = side_title(position.setup.game, Player(stone))
        message = text.format(cell=position.cell_name(cell), side=side)
        return join_list([message, *_mark_notes(scene, cell)])
    text = tr("BoardView", "{cell}, empty")
    if cell in scene.fouls:
        text = tr("BoardView", "{cell}, forbidden")
    elif scene.hint is not None and scene.hint.cell == cell:
        text = tr("BoardView", "{cell}, empty, recommended")
    message = text.format(cell=position.cell_name(cell))
    notes = (
        *([tr("BoardView", "offered")] if cell in position.offered_cells else ()),
        *_continuation_notes(scene, cell),
        *_candidate_notes(scene, cell),
        *_heat_notes(scene, cell),
        *_notes(scene, cell),
    )
    return join_list([message, *notes, *_mark_notes(scene, cell)])


def _mark_notes(scene: Scene, cell: Move) -> list[str]:
    """Return the description of the mark of a cell, if the record has one."""
    return [mark_title(mark) for marked, mark in scene.markup if marked == cell]


def mark_title(mark: Mark) -> str:
    """Return the name of a mark, with the text of a label."""
    if mark.shape is None:
        return tr("BoardView", "label {text}").format(text=mark.label)
    return {
        Shape.TRIANGLE: tr("BoardView", "triangle"),
        Shape.SQUARE: tr("BoardView", "square"),
        Shape.CIRCLE: tr("BoardView", "circle"),
        Shape.CROSS: tr("BoardView", "cross"),
    }[mark.shape]


def _continuation_notes(scene: Scene, cell: Move) -> list[str]:
    """Return whether the record has a move on an empty cell."""
    main, other = tr("BoardView", "next move"), tr("BoardView", "variation")
    return [
        main if one.is_main else other
        for one in scene.visible_continuations
        if one.cell == cell
    ]


def _candidate_notes(scene: Scene, cell: Move) -> list[str]:
    """Return the win rate of a candidate on an empty cell."""
    text = tr("BoardView", "{rate} % to win")
    return [text.format(rate=one.rate) for one in scene.candidates if one.cell == cell]


def _heat_notes(scene: Scene, cell: Move) -> list[str]:
    """Return the value of an empty cell in the heat map, and whether it is excluded."""
    notes = [heat.text for heat in scene.heat if heat.cell == cell and heat.text]
    if cell in scene.excluded:
        notes.append(tr("BoardView", "excluded from the analysis"))
    return notes


def _notes(scene: Scene, cell: Move) -> list[str]:
    """Return the annotations of an empty cell."""
    annotations, position = scene.annotations, scene.position
    if annotations is None:
        return []
    return [
        translate_message(marks.note)
        for marks in annotations.marks
        if marks.note
        and cell in marks.cells
        and (marks.sign is not Sign.REGION or marks.owner is position.to_move)
    ]
