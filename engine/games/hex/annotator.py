"""The analysis of a Hex board as marks, with the legend that explains them."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.game import Position
from engine.core.message import Message
from engine.core.offers.annotations import (
    LEFT,
    MIDDLE,
    RIGHT,
    Annotator,
    BoardAnnotations,
    CellMarks,
    LegendEntry,
    Link,
    Sign,
)
from engine.core.types import Move, Player
from engine.games.hex.annotations import HexReading, analyse_board

CAPTURED = {
    Player.FIRST: Message("captured by Red"),
    Player.SECOND: Message("captured by Blue"),
}
ON_CONNECTION = {
    Player.FIRST: Message("on the shortest connection of Red"),
    Player.SECOND: Message("on the shortest connection of Blue"),
}
WON = {
    Player.FIRST: Message("in the winning connection of Red"),
    Player.SECOND: Message("in the winning connection of Blue"),
}


def annotate(position: Position) -> BoardAnnotations:
    """Return the annotations of a board; see ``Annotator.read``."""
    return to_annotations(analyse_board(position))


def to_annotations(reading: HexReading) -> BoardAnnotations:
    """Return an analysis as marks."""
    return BoardAnnotations(
        marks=tuple(marks for marks in _marks(reading) if marks.cells),
        links=tuple(
            Link(owner=bridge.owner, ends=bridge.ends, cells=bridge.cells)
            for bridge in reading.bridges
        ),
    )


def _marks(reading: HexReading) -> Iterator[CellMarks]:
    yield CellMarks(sign=Sign.DASH, cells=reading.dead, note=Message("dead"))
    for owner in Player:
        captured = (cell for cell, side in reading.captured.items() if side is owner)
        yield CellMarks(
            sign=Sign.TILE,
            cells=frozenset(captured),
            owner=owner,
            note=CAPTURED[owner],
        )
    for owner, connection in reading.connections.items():
        yield CellMarks(sign=Sign.DOT, cells=connection.support, owner=owner)
        yield CellMarks(
            sign=Sign.RING,
            cells=frozenset(connection.cells),
            owner=owner,
            note=ON_CONNECTION[owner],
        )
    for owner, carrier in reading.won.items():
        yield CellMarks(sign=Sign.WIN, cells=carrier, owner=owner, note=WON[owner])
    for owner, region in reading.must_play.items():
        note = Message("in the must-play region")
        yield CellMarks(sign=Sign.REGION, cells=region, owner=owner, note=note)


def _sample(sign: Sign, cell: Move, owner: Player | None) -> CellMarks:
    return CellMarks(sign=sign, cells=frozenset({cell}), owner=owner)


BRIDGE = Link(owner=Player.FIRST, ends=(LEFT, RIGHT), cells=(MIDDLE, MIDDLE))

LEGEND = (
    LegendEntry(
        title=Message("Bridge"),
        tip=Message(
            "Two stones, or a stone and an edge, connected through either of two cells."
        ),
        sample=BoardAnnotations(links=(BRIDGE,)),
    ),
    LegendEntry(
        title=Message("Captured"),
        tip=Message("A cell that one side can always claim."),
        sample=BoardAnnotations(marks=(_sample(Sign.TILE, MIDDLE, Player.SECOND),)),
    ),
    LegendEntry(
        title=Message("Dead"),
        tip=Message("A cell that can no longer affect the result."),
        sample=BoardAnnotations(marks=(_sample(Sign.DASH, MIDDLE, None),)),
    ),
    LegendEntry(
        title=Message("Shortest connection"),
        tip=Message(
            "Rings: the fewest stones a side needs to connect its "
            "edges. Dots: cells that these connections depend on."
        ),
        sample=BoardAnnotations(
            marks=(
                _sample(Sign.RING, LEFT, Player.FIRST),
                _sample(Sign.DOT, RIGHT, Player.FIRST),
            )
        ),
    ),
    LegendEntry(
        title=Message("Must-play region"),
        tip=Message("The side to move must play here; any other move loses."),
        sample=BoardAnnotations(marks=(_sample(Sign.REGION, MIDDLE, Player.SECOND),)),
    ),
    LegendEntry(
        title=Message("Proven win"),
        tip=Message(
            "The connection of one side's edges that the other side cannot break "
            "any more: each move into it has an answer."
        ),
        sample=BoardAnnotations(marks=(_sample(Sign.WIN, MIDDLE, Player.FIRST),)),
    ),
)
"""Explanations, the same for every board."""

ANNOTATOR = Annotator(
    read=annotate,
    waiting=Message(
        "Preparing connections and dead cells (once, about half a minute)…"
    ),
    explain=lambda _setup: LEGEND,
)
"""Annotations of Hex."""
