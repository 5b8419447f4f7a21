"""Threats of a Gomoku board as marks, with the legend that explains them."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.game import GameSetup, Position
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
from engine.games.gomoku.rules.visible_threats import Threat, find_fours, find_threes

ROWS = {
    2: Message("two"),
    3: Message("three"),
    4: Message("four"),
    5: Message("five"),
}
"""Names of rows by their number of stones."""

COMPLETES = {
    Player.FIRST: Message("completes a row of Black"),
    Player.SECOND: Message("completes a row of White"),
}


def annotate(position: Position) -> BoardAnnotations:
    """Return the threats of a board; see ``Annotator.read``."""
    row = _name_row(position.setup, missing=1)
    makes_open_row = {
        Player.FIRST: Message("makes an open {row} of Black", row=row),
        Player.SECOND: Message("makes an open {row} of White", row=row),
    }
    fours = {player: find_fours(position, player) for player in Player}
    threes = {player: find_threes(position, player) for player in Player}
    threats = [
        threat for found in (threes, fours) for side in Player for threat in found[side]
    ]
    return BoardAnnotations(
        marks=(
            *_marks(Sign.TILE, threes, makes_open_row),
            *_marks(Sign.RING, fours, COMPLETES),
        ),
        links=tuple(
            Link(
                owner=threat.owner,
                ends=(threat.stones[0], threat.stones[-1]),
                cells=tuple(sorted(threat.cells)),
            )
            for threat in threats
        ),
        line=_find_win(position),
    )


def _name_row(setup: GameSetup, *, missing: int) -> Message:
    """Return the name of a row that lacks so many stones to win."""
    return ROWS[int(setup.option("line_length")) - missing]


def _find_win(position: Position) -> tuple[Move, ...]:
    """Return a win of the side to move by continuous fours, or nothing."""
    from engine.games.gomoku.threats.vcf_solver import VcfSolver  # noqa: PLC0415

    return VcfSolver(position).find_win(position)


def _marks(
    sign: Sign, threats: dict[Player, tuple[Threat, ...]], notes: dict[Player, Message]
) -> Iterator[CellMarks]:
    for owner, found in threats.items():
        cells = frozenset(cell for threat in found for cell in threat.cells)
        if cells:
            yield CellMarks(sign=sign, cells=cells, owner=owner, note=notes[owner])


def _sample(sign: Sign) -> BoardAnnotations:
    """Return a bar of the first side that ends at a mark."""
    mark = CellMarks(sign=sign, cells=frozenset({RIGHT}), owner=Player.FIRST)
    bar = Link(owner=Player.FIRST, ends=(LEFT, MIDDLE), cells=(RIGHT,))
    return BoardAnnotations(marks=(mark,), links=(bar,))


def _explain(setup: GameSetup) -> tuple[LegendEntry, ...]:
    """Return the legend, whose names of rows fit the winning length."""
    row = _name_row(setup, missing=1)
    return (
        LegendEntry(
            title=Message("Row to complete"),
            tip=Message("Rings: cells that complete the row and win."),
            sample=_sample(Sign.RING),
        ),
        LegendEntry(
            title=Message("Open {row}", row=_name_row(setup, missing=2)),
            tip=Message(
                "Squares: cells that make an open {row}, which can be completed at "
                "both ends.",
                row=row,
            ),
            sample=_sample(Sign.TILE),
        ),
        LegendEntry(
            title=Message("Proven win"),
            tip=Message(
                "A win of the side to move by continuous {row}s: each move threatens "
                "to complete a row, and has one answer.",
                row=row,
            ),
            sample=BoardAnnotations(line=(LEFT, RIGHT)),
        ),
    )


ANNOTATOR = Annotator(
    read=annotate,
    waiting=Message("Preparing threats (once, about half a minute)…"),
    explain=_explain,
)
"""Annotations of Gomoku."""
