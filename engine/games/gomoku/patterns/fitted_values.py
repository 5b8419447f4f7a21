"""Fitted look-up tables of the static evaluation, and the move order table.

The values were fitted to the results of games (``docs/engines.md``) and are stored in
``resources/values/gomoku.txt``; the order in which moves are tried was set by hand.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from engine.core.files.paths import resources
from engine.core.kernels.records import new_records
from engine.games.gomoku.patterns.kernels.patterns import VALUES
from engine.games.gomoku.patterns.threat_tables import CLASS_COUNT, threats

EVALUATION_TABLE_SIZE = 1 << 11
"""Number of combinations of both sides' kinds of threats."""

LINE_ORDER = (0, 2, 5, 9, 20, 24, 18, 45, 50, 60, 300, 2000)
THREAT_ORDER = (0, 0, 4, 0, 15, 80, 10, 30, 250, 500, 5000)
"""Ordering score of a cell by the class of each of its lines and by its threat."""


@cache
def _fitted() -> tuple[npt.NDArray[np.void], npt.NDArray[np.int16]]:
    """Return the cell values, ``[65536]``, and the table of threat combinations."""
    cells = new_records(CLASS_COUNT**4, VALUES)
    mixes = np.zeros(EVALUATION_TABLE_SIZE, np.int16)
    path = resources() / "values" / "gomoku.txt"
    for line in path.read_text(encoding="ascii").splitlines():
        kind, *fields = line.split()
        if kind == "cell":
            *classes, mover, waiting = map(int, fields)
            place = _place(classes)
            cells["moving"][place], cells["waiting"][place] = mover, waiting
        elif kind == "mix":
            mixes[int(fields[0])] = int(fields[1])
    lines = np.stack([(np.arange(1 << 16) >> (4 * k)) & 15 for k in range(4)])
    in_order = np.sort(np.minimum(lines, CLASS_COUNT - 1), axis=0)
    return cells[_place(in_order)], mixes


def _place(classes: npt.ArrayLike) -> npt.NDArray[np.int64]:
    """Return the table index of four classes, weakest first."""
    first, second, third, fourth = np.asarray(classes, np.int64)
    place: npt.NDArray[np.int64] = (
        (first * CLASS_COUNT + second) * CLASS_COUNT + third
    ) * CLASS_COUNT + fourth
    return place


def load_cell_values() -> npt.NDArray[np.void]:
    """Return ``[65536]`` records of the type ``VALUES``: values of a cell by key."""
    return _fitted()[0]


def evaluation_table() -> npt.NDArray[np.int16]:
    """Return ``[2048]``: value of a threat combination for the side to move."""
    return _fitted()[1]


@cache
def make_order_values() -> npt.NDArray[np.int16]:
    """Return ``[65536]``: ordering score of a cell by key."""
    padded = np.zeros(16, np.int64)
    padded[:CLASS_COUNT] = LINE_ORDER
    keys = np.arange(1 << 16)
    total = np.asarray(THREAT_ORDER)[threats()]
    for k in range(4):
        total = total + padded[(keys >> (4 * k)) & 15]
    order: npt.NDArray[np.int64] = np.clip(total, -32000, 32000)
    return order.astype(np.int16)
