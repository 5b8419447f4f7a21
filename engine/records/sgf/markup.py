"""Marks and labels of cells: the SGF properties ``TR``, ``SQ``, ``CR``, ``MA``, ``LB``.

Records keep them as properties of nodes, in every lossless format. An edit changes
the values of its cell alone; values that name no cell of the board stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from engine.core.errors import IllegalMoveError, RecordError
from engine.core.game import GameSetup
from engine.core.message import Message
from engine.core.types import Move
from engine.games import get_game
from engine.records.model.move_tree import Properties
from engine.records.sgf import property_values
from engine.records.sgf.property_tree import escape_line, parse_line

LABEL = "LB"

LONGEST_LABEL = 3
"""Letters of a label that fit on a cell; a longer one is shown with an ellipsis."""

MARK_ROUNDS = 10
"""Limit of the marks of a position, in boards; a hostile file could name millions."""

_LABELLED = re.compile(r"(?P<point>[^:]*):(?P<label>.*)", re.DOTALL)


class Shape(Enum):
    """Shape of a mark; the value is its property."""

    TRIANGLE = "TR"
    SQUARE = "SQ"
    CIRCLE = "CR"
    CROSS = "MA"


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """Mark of a cell: a shape or a label."""

    shape: Shape | None = None
    """The shape, if it has one."""

    label: str = ""
    """The label, shown in place of a shape."""

    def __post_init__(self) -> None:
        if self.shape is None and not self.label:
            raise RecordError(
                Message("Expected a shape or a label of a mark, got neither.")
            )


def read_marks(setup: GameSetup, properties: Properties) -> dict[Move, Mark]:
    """Return the marks of a node; a label comes before a shape."""
    marks: dict[Move, Mark] = {}
    values_of = _values_by_name(properties)
    rest = MARK_ROUNDS * setup.cell_count
    for shape in Shape:
        for value in values_of.get(shape.value, ()):
            cells = _cells(setup, parse_line(value)) if rest > 0 else []
            marks.update(dict.fromkeys(cells, Mark(shape=shape)))
            rest -= len(cells)
    for cell, label in read_labels(setup, properties).items():
        marks[cell] = Mark(label=_shown_label(label))
    return marks


def read_labels(setup: GameSetup, properties: Properties) -> dict[Move, str]:
    """Return the labels of a node, in full."""
    labels: dict[Move, str] = {}
    for value in _values_by_name(properties).get(LABEL, ()):
        match = _LABELLED.fullmatch(parse_line(value))
        label = match["label"].strip() if match else ""
        if match is not None and label:
            for cell in _cells(setup, match["point"])[:1]:
                labels[cell] = label
    return labels


def format_label(setup: GameSetup, cell: Move, label: str) -> str:
    """Return the value of ``LB`` with a label on a cell."""
    return f"{_point(setup, cell)}:{escape_line(label)}"


def with_mark(
    setup: GameSetup, properties: Properties, cell: Move, mark: Mark | None
) -> Properties:
    """Return the properties with another mark on a cell; ``None`` removes it."""
    names = (*(shape.value for shape in Shape), LABEL)
    values_of = _values_by_name(properties)
    for name in names:
        kept = [
            rest
            for value in values_of.get(name, ())
            for rest in _without(setup, name, value, cell)
        ]
        values_of[name] = kept
    point = _point(setup, cell)
    if mark is not None and mark.label:
        values_of[LABEL].append(format_label(setup, cell, mark.label.strip()))
    elif mark is not None and mark.shape is not None:
        values_of[mark.shape.value].append(point)
    return _sorted(values_of)


def without_marks(properties: Properties) -> Properties:
    """Return the properties without all marks and labels."""
    names = {LABEL, *(shape.value for shape in Shape)}
    return tuple((name, values) for name, values in properties if name not in names)


def mirrored_marks(setup: GameSetup, properties: Properties) -> Properties:
    """Return the properties with all marks on the mirrored cells of a square board.

    Values that name no cell stay as they are.
    """
    values_of = _values_by_name(properties)
    for name in (*(shape.value for shape in Shape), LABEL):
        if name in values_of:
            values_of[name] = [
                mirrored
                for value in values_of[name]
                for mirrored in _mirrored(setup, name, value)
            ]
    return _sorted(values_of)


def _mirrored(setup: GameSetup, name: str, value: str) -> list[str]:
    point, colon, label = value.partition(":") if name == LABEL else (value, "", "")
    cells = _cells(setup, parse_line(point))
    if not cells:
        return [value]
    places = (divmod(cell, setup.width) for cell in cells)
    swapped = (Move(column * setup.width + row) for row, column in places)
    return [_point(setup, cell) + colon + label for cell in swapped]


def _shown_label(label: str) -> str:
    is_long = len(label) > LONGEST_LABEL
    return label[: LONGEST_LABEL - 1] + "…" if is_long else label


def _values_by_name(properties: Properties) -> dict[str, list[str]]:
    values_of: dict[str, list[str]] = {}
    for name, values in properties:
        values_of.setdefault(name, []).extend(values)
    return values_of


def _without(setup: GameSetup, name: str, value: str, cell: Move) -> list[str]:
    """Return a value without a cell: none, the value, or the rest of a rectangle."""
    text = parse_line(value)
    if name == LABEL:
        text = text.partition(":")[0]
    cells = _cells(setup, text)
    if cell not in cells:
        return [value]
    if name == LABEL:
        return []
    return [_point(setup, other) for other in cells if other != cell]


def _cells(setup: GameSetup, text: str) -> list[Move]:
    """Return the cells of a point or a rectangle; none if it is not on the board."""
    try:
        return list(property_values.parse_points(get_game(setup.game), setup, text))
    except IllegalMoveError:
        return []


def _point(setup: GameSetup, cell: Move) -> str:
    return property_values.format_point(get_game(setup.game), setup, cell)


def _sorted(values_of: Mapping[str, list[str]]) -> Properties:
    return tuple(
        (name, tuple(values_of[name])) for name in sorted(values_of) if values_of[name]
    )
