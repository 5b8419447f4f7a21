"""Names of the SGF properties for which a record has fields of its own.

Records keep all other properties, those of other programs, as they are.
"""

from __future__ import annotations

from engine.core.clocks.time_control import TimeTerms
from engine.core.types import Player
from engine.records.model.record import GameRecord
from engine.records.sgf import time_properties
from engine.records.sgf.property_tree import is_property_name

ANALYSIS = "PXANALYSIS"
SECONDS = "PXSECONDS"
CLOCK = "PXCLOCK"
REASON = "PXREASON"
CHOICE = "PXCHOICE"
"""Our properties; the last is a move without a stone that keeps the turn."""

MOVES = ("B", "W")
SET_UP = {"AB": Player.FIRST, "AW": Player.SECOND, "AE": None}

NOTE_NAMES = frozenset({"C", SECONDS, ANALYSIS})
"""Properties of any node for which a record has fields, without moves."""

NODE_NAMES = NOTE_NAMES | {CHOICE, *MOVES}
"""Properties of any node for which a record has fields."""

START_NAMES = (
    *("FF", "GM", "CA", "AP", "SZ", "RU", "PB", "PW", "RE", "DT", "EV", "PC", "PL"),
    *SET_UP,
    REASON,
    CLOCK,
    time_properties.TERMS,
)
"""Properties at the start for which a record always has fields."""


def list_start_names(terms: TimeTerms) -> tuple[str, ...]:
    """Return the properties at the start for which a record has fields.

    Args:
        terms: Time of the game; without any, ``TM`` and ``OT`` are kept as they are.
    """
    if terms.is_unlimited:
        return START_NAMES
    return (*START_NAMES, time_properties.MAIN, time_properties.OVERTIME)


def without_own_properties(record: GameRecord) -> GameRecord:
    """Return a record whose start has only properties of other programs.

    A game may get a time after its file had an unknown one in ``TM`` and ``OT``.
    """
    own = list_start_names(record.time)
    kept = tuple(entry for entry in record.nodes[0].properties if entry[0] not in own)
    return record.with_node(0, properties=kept)


def is_foreign(name: str, *, terms: TimeTerms | None = None) -> bool:
    """Return whether a node keeps a property as it is.

    Args:
        name: Name of the property.
        terms: Time of the game, for the start; ``None`` for the node of a move.
    """
    own = SET_UP if terms is None else list_start_names(terms)
    return is_property_name(name) and name not in own and name not in NODE_NAMES
