"""Electrical resistance between the two edges of a colour.

Each full connection is a resistor between its endpoints.

Source: Anshelevich 2002, "A hierarchical approach to computer Hex".
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.core.kernels.jit import njit_inlined
from engine.core.kernels.jit import njit_lean as njit
from engine.core.kernels.records import new_records
from engine.games.hex.connections.kernels.virtual_connections import (
    FULL,
    NO_CONNECTION,
    has_cell,
)
from engine.games.hex.rules.constants import EMPTY

STONE_RESISTANCE = 0.1
"""Resistance of a chain; an empty cell has 1."""

LEAK = 1e-6
"""Conductance from every endpoint to the second edge, so that no part floats."""

MIN_PIVOT = 1e-9
"""Conductance below which an endpoint counts as isolated."""

MIN_TOTAL = 1e-4
"""Conductance below which a network carries no current."""

MAX_DEPENDENT = 200
"""Mean capacity of resistors that depend on a cell; others count as independent."""

INFO = np.dtype(
    [
        ("endpoints", np.int32),
        ("resistors", np.int32),
        ("part_size", np.int32),
        ("total", np.float64),
        ("direct", np.float64),
        ("entering", np.float64),
        ("inner", np.float64),
    ],
    align=True,
)
"""The numbers of a network.

endpoints: number of endpoints in the matrix.
resistors: number of resistors.
part_size: endpoints in the part that a move changes.
total: conductance between the edges.
direct: conductance of the resistors from edge to edge.
entering: conductance of the other resistors of the first edge.
inner: energy of the part before the change.
"""

RESISTOR = np.dtype(
    [
        ("low", np.int16),
        ("high", np.int16),
        ("narrowest", np.int32),
        ("conductance", np.float64),
    ],
    align=True,
)
"""A resistor, 16 bytes.

low, high: its endpoints, the smaller one first.
narrowest: the connection that it represents.
conductance: inverse of its resistance.
"""


class ResistanceNetwork(NamedTuple):
    """Buffers of one network; ``E = N + 2`` endpoints, at most ``P`` resistors.

    info: ``[1]`` record of the type ``INFO``.
    place: ``[E]`` int16, row of an endpoint in the matrix; edges have none.
    resistors: ``[P]`` records of the type ``RESISTOR``.
    incident_start: ``[E + 1]`` int32, first index of an endpoint in ``incident``.
    incident: ``[2 P]`` int32, the resistors at each endpoint.
    dependent_start: ``[E + 1]`` int32, first index of a cell in ``dependent``.
    dependent: ``[R]`` int32, the resistors whose narrowest connection needs a cell.
    source: ``[E]`` float64, conductance to the first edge.
    voltage: ``[E]`` float64, 1 at the first edge, 0 at the second.
    current: ``[E]`` float64, current through each endpoint; the total is 1.
    matrix: ``[E, E]`` float64, conductances, then their elimination or inverse; only
        the upper half counts.
    column: ``[E]`` float64, scratch.
    local: ``[E]`` int16, index in the part that a move changes, or -1.
    spots: ``[E]`` int16, the endpoints of that part.
    part: ``[E, E]`` float64, its matrix.
    part_source: ``[E]`` float64, its ``source``.
    part_voltage: ``[E]`` float64, its ``voltage``.
    """

    info: np.ndarray
    place: np.ndarray
    resistors: np.ndarray
    incident_start: np.ndarray
    incident: np.ndarray
    dependent_start: np.ndarray
    dependent: np.ndarray
    source: np.ndarray
    voltage: np.ndarray
    current: np.ndarray
    matrix: np.ndarray
    column: np.ndarray
    local: np.ndarray
    spots: np.ndarray
    part: np.ndarray
    part_source: np.ndarray
    part_voltage: np.ndarray


def new_resistance_network(cell_count: int) -> ResistanceNetwork:
    """Return empty buffers for boards of ``cell_count`` cells."""
    ends = cell_count + 2
    resistors = ends * (ends - 1) // 2
    return ResistanceNetwork(
        new_records(1, INFO),
        np.zeros(ends, np.int16),
        new_records(resistors, RESISTOR),
        np.zeros(ends + 1, np.int32),
        np.zeros(2 * resistors, np.int32),
        np.zeros(ends + 1, np.int32),
        np.zeros(MAX_DEPENDENT * cell_count, np.int32),
        np.zeros(ends),
        np.zeros(ends),
        np.zeros(ends),
        np.zeros((ends, ends)),
        np.zeros(ends),
        np.full(ends, -1, np.int16),
        np.zeros(ends, np.int16),
        np.zeros((ends, ends)),
        np.zeros(ends),
        np.zeros(ends),
    )


@njit()
def count_bits(word):
    """Return the number of set bits of a uint64.

    Source: Warren, "Hacker's Delight", figure 5-2.
    """
    word = word - ((word >> np.uint64(1)) & np.uint64(0x5555555555555555))
    word = (word & np.uint64(0x3333333333333333)) + (
        (word >> np.uint64(2)) & np.uint64(0x3333333333333333)
    )
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((word * np.uint64(0x0101010101010101)) >> np.uint64(56))


@njit()
def find_narrowest(connections, a, b, gone):
    """Return the full connection of a pair with the smallest carrier, and its size.

    A stone on ``gone`` breaks the connections that need this cell. Without any left the
    result is ``NO_CONNECTION``.
    """
    connection = connections.first[FULL, a, b]
    carrier = connections.carrier
    best, fewest = NO_CONNECTION, carrier.shape[1] * 64 + 1
    while connection != NO_CONNECTION:
        needed = 0
        for w in range(carrier.shape[1]):
            needed += count_bits(carrier[connection, w])
        is_broken = gone >= 0 and has_cell(carrier[connection], gone)
        if needed < fewest and not is_broken:
            best, fewest = connection, needed
        connection = connections.following[connection]
    return best, fewest


@njit()
def get_resistance(cells, end):
    """Return the resistance of an endpoint."""
    if end >= cells.size - 3 or cells[end] != EMPTY:
        return STONE_RESISTANCE
    return 1.0


@njit()
def place_endpoints(circuit, connections):
    """Assign a row of the matrix to each endpoint but the edges."""
    size = 0
    for end in range(circuit.place.size - 2):
        circuit.place[end] = -1
        if connections.root[end] == end:
            circuit.place[end] = size
            size += 1
    circuit.info[0].endpoints = size


@njit()
def build_resistors(circuit, connections, cells):
    """Write the resistors of a colour: one for each pair with a full connection.

    The resistance is the mean of the two ends' resistances times the size of the
    carrier.
    """
    count = connections.root.size - 2
    info, source = circuit.info[0], circuit.source
    source[: info.endpoints] = 0.0
    info.direct = 0.0
    info.entering = 0.0
    info.resistors = 0
    for a in range(count + 1):
        if connections.root[a] != a:
            continue
        for p in range(connections.partner_count[a]):
            b = np.int64(connections.partner[a, p])
            if b < a:
                continue
            conductance = add_resistor(circuit, connections, cells, a, b)
            if a == count:
                info.direct += conductance
            elif b == count:
                source[circuit.place[a]] += conductance
                info.entering += conductance


@njit_inlined()
def add_resistor(circuit, connections, cells, a, b):
    """Add the resistor of two endpoints, ``a < b``; return its conductance."""
    connection, needed = find_narrowest(connections, a, b, -1)
    conductance = 2.0 / (get_resistance(cells, a) + get_resistance(cells, b))
    conductance /= max(needed, 1)
    info = circuit.info[0]
    resistor = circuit.resistors[info.resistors]
    resistor.low = a
    resistor.high = b
    resistor.narrowest = connection
    resistor.conductance = conductance
    info.resistors += 1
    return conductance


@njit()
def write_matrix(circuit):
    """Write the conductance matrix of all endpoints but the edges."""
    info = circuit.info[0]
    size = info.endpoints
    matrix, place = circuit.matrix, circuit.place
    count = place.size - 2
    for i in range(size):
        for j in range(i, size):
            matrix[i, j] = 0.0
        matrix[i, i] = LEAK
    for k in range(info.resistors):
        resistor = circuit.resistors[k]
        if resistor.low >= count:
            continue
        i = place[resistor.low]
        conductance = resistor.conductance
        matrix[i, i] += conductance
        if resistor.high < count:
            j = place[resistor.high]
            matrix[j, j] += conductance
            matrix[i, j] -= conductance


@njit()
def solve_circuit(circuit, connections, cells):
    """Solve the network: write its conductance, voltages and currents."""
    place_endpoints(circuit, connections)
    build_resistors(circuit, connections, cells)
    write_matrix(circuit)
    info = circuit.info[0]
    size = info.endpoints
    voltage, source = circuit.voltage, circuit.source
    for i in range(size):
        voltage[i] = source[i]
    solve_symmetric(circuit.matrix, voltage, size)
    total = info.direct + info.entering
    for i in range(size):
        total -= source[i] * voltage[i]
    info.total = total
    write_currents(circuit)
    return total


@njit(inline="always")
def subtract(row, other, factor):
    """Subtract ``factor`` times another row; the loop from 0 can be vectorised."""
    for j in range(row.size):
        row[j] -= factor * other[j]


@njit()
def solve_symmetric(matrix, right, size):
    """Solve ``matrix x = right`` in place by elimination; ``right`` becomes ``x``.

    Only the upper half is read. An isolated endpoint gets voltage 0.
    """
    for k in range(size):
        pivot = matrix[k, k]
        if pivot < MIN_PIVOT:
            matrix[k, k] = 0.0
            continue
        for i in range(k + 1, size):
            factor = matrix[k, i] / pivot
            if factor != 0.0:
                subtract(matrix[i, i:size], matrix[k, i:size], factor)
                right[i] -= factor * right[k]
    for k in range(size - 1, -1, -1):
        if matrix[k, k] == 0.0:
            right[k] = 0.0
            continue
        total = right[k]
        for j in range(k + 1, size):
            total -= matrix[k, j] * right[j]
        right[k] = total / matrix[k, k]


@njit()
def write_currents(circuit):
    """Write the share of the total current through each endpoint."""
    info, current = circuit.info[0], circuit.current
    total = info.total
    current[:] = 0.0
    if total <= MIN_TOTAL:
        return
    for k in range(info.resistors):
        resistor = circuit.resistors[k]
        a, b = resistor.low, resistor.high
        drop = abs(voltage_at(circuit, a) - voltage_at(circuit, b))
        flow = 0.5 * resistor.conductance * drop / total
        current[a] += flow
        current[b] += flow


@njit_inlined()
def voltage_at(circuit, end):
    """Return the voltage of an endpoint: 1 at the first edge, 0 at the second."""
    count = circuit.place.size - 2
    if end < count:
        return circuit.voltage[circuit.place[end]]
    return 1.0 if end == count else 0.0
