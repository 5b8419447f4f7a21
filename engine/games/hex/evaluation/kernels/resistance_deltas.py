"""Resistance deltas: the effect of single moves, all from one inverse of the matrix.

A move changes the resistors around a few endpoints only. The rest of the network is
reduced to its effect on those endpoints, so that a small system is left for each move.
"""

from __future__ import annotations

import numpy as np

from engine.core.kernels.jit import njit_inlined
from engine.core.kernels.jit import njit_lean as njit
from engine.games.hex.connections.kernels.virtual_connections import NO_CONNECTION
from engine.games.hex.evaluation.kernels.resistance import (
    STONE_RESISTANCE,
    count_bits,
    find_narrowest,
    get_resistance,
    solve_symmetric,
    subtract,
    write_matrix,
)


@njit()
def invert(matrix, column, size):
    """Replace the upper half of a positive definite matrix by minus its inverse.

    Source: Goodnight 1979, "A tutorial on the sweep operator".
    """
    for k in range(size):
        for i in range(k):
            column[i] = matrix[i, k]
        for i in range(k, size):
            column[i] = matrix[k, i]
        share = 1.0 / column[k]
        column[k] = 0.0
        for i in range(size):
            factor = column[i] * share
            if factor != 0.0:
                subtract(matrix[i, i:size], column[i:size], factor)
        for i in range(k):
            matrix[i, k] = column[i] * share
        for i in range(k + 1, size):
            matrix[k, i] = column[i] * share
        matrix[k, k] = -share


@njit()
def prepare_deltas(circuit, connections):
    """Invert a solved network, and list the resistors that depend on each endpoint."""
    write_matrix(circuit)
    invert(circuit.matrix, circuit.column, circuit.info[0].endpoints)
    list_incident(circuit)
    list_dependent(circuit, connections)


@njit()
def list_incident(circuit):
    """List the resistors at each endpoint."""
    start, resistors = circuit.incident_start, circuit.resistors
    count = circuit.info[0].resistors
    start[:] = 0
    for k in range(count):
        start[resistors[k].low] += 1
        start[resistors[k].high] += 1
    add_up(start)
    # Counting down from the end of each list leaves its start.
    for k in range(count):
        for end in (resistors[k].low, resistors[k].high):
            start[end] -= 1
            circuit.incident[start[end]] = k


@njit()
def add_up(start):
    """Replace the size of each list by the end of the list."""
    for end in range(1, start.size):
        start[end] += start[end - 1]


@njit()
def list_dependent(circuit, connections):
    """List the resistors whose narrowest connection needs each cell."""
    start, dependent = circuit.dependent_start, circuit.dependent
    carrier = connections.carrier
    one = np.uint64(1)
    start[:] = 0
    for turn in range(2):
        for k in range(circuit.info[0].resistors):
            connection = circuit.resistors[k].narrowest
            for w in range(carrier.shape[1]):
                word = carrier[connection, w]
                while word != 0:
                    lowest = word & (~word + one)
                    cell = 64 * w + count_bits(lowest - one)
                    word ^= lowest
                    if turn == 0:
                        start[cell] += 1
                    else:
                        start[cell] -= 1
                        if start[cell] < dependent.size:
                            dependent[start[cell]] = k
        if turn == 0:
            add_up(start)


@njit()
def conductance_with_own_stone(circuit, cells, moves, totals):
    """Write the conductance with an own stone on each of some empty cells.

    Connections that the stone would widen or add are not searched.
    """
    start = circuit.incident_start
    for m in range(moves.size):
        cell = np.int64(moves[m])
        include_resistors(circuit, circuit.incident, start[cell], start[cell + 1])
        reduce_to_part(circuit)
        entering = 0.0
        for n in range(start[cell], start[cell + 1]):
            resistor = circuit.resistors[circuit.incident[n]]
            other = get_resistance(
                cells, resistor.high if resistor.low == cell else resistor.low
            )
            more = (1.0 + other) / (STONE_RESISTANCE + other) - 1.0
            entering += change_conductance(
                circuit, resistor, resistor.conductance * more
            )
        totals[m] = solve_part(circuit, entering)


@njit()
def conductance_with_opposing_stone(circuit, connections, moves, totals):
    """Write the conductance with an opposing stone on each of some empty cells."""
    resistors, incident, dependent = (
        circuit.resistors,
        circuit.incident,
        circuit.dependent,
    )
    for m in range(moves.size):
        cell = np.int64(moves[m])
        low, high = circuit.incident_start[cell], circuit.incident_start[cell + 1]
        first = circuit.dependent_start[cell]
        last = min(circuit.dependent_start[cell + 1], dependent.size)
        include_resistors(circuit, incident, low, high)
        include_resistors(circuit, dependent, first, last)
        reduce_to_part(circuit)
        entering = 0.0
        for n in range(low, high):
            resistor = resistors[incident[n]]
            entering += change_conductance(circuit, resistor, -resistor.conductance)
        for n in range(first, last):
            resistor = resistors[dependent[n]]
            more = resistor.conductance * (
                share_without(connections, resistor, cell) - 1.0
            )
            entering += change_conductance(circuit, resistor, more)
        totals[m] = solve_part(circuit, entering)


@njit_inlined()
def share_without(connections, resistor, cell):
    """Return the share of its conductance that a resistor keeps without a cell."""
    a, b = np.int64(resistor.low), np.int64(resistor.high)
    _, before = find_narrowest(connections, a, b, -1)
    connection, after = find_narrowest(connections, a, b, cell)
    return 0.0 if connection == NO_CONNECTION else before / after


@njit_inlined()
def include_resistors(circuit, listed, first, last):
    """Add the ends of the listed resistors to the part that changes."""
    info, local = circuit.info[0], circuit.local
    count = circuit.place.size - 2
    for n in range(first, last):
        resistor = circuit.resistors[listed[n]]
        for end in (resistor.low, resistor.high):
            if end < count and local[end] < 0:
                local[end] = info.part_size
                circuit.spots[info.part_size] = end
                info.part_size += 1


@njit()
def reduce_to_part(circuit):
    """Write the network reduced to the endpoints of the part."""
    size = circuit.info[0].part_size
    part, matrix, place = circuit.part, circuit.matrix, circuit.place
    spots, voltage = circuit.spots, circuit.voltage
    for i in range(size):
        a = place[spots[i]]
        for j in range(i, size):
            b = place[spots[j]]
            part[i, j] = -matrix[min(a, b), max(a, b)]
    invert(part, circuit.column, size)
    source = circuit.part_source
    source[:size] = 0.0
    for i in range(size):
        own = voltage[place[spots[i]]]
        part[i, i] = -part[i, i]
        source[i] += part[i, i] * own
        for j in range(i + 1, size):
            part[i, j] = -part[i, j]
            source[i] += part[i, j] * voltage[place[spots[j]]]
            source[j] += part[i, j] * own
    inner = 0.0
    for i in range(size):
        inner += source[i] * voltage[place[spots[i]]]
    circuit.info[0].inner = inner


@njit()
def change_conductance(circuit, resistor, more):
    """Add to a resistor of the part; return the increase at the first edge."""
    part, local = circuit.part, circuit.local
    count = circuit.place.size - 2
    if resistor.low == count:
        return more
    i = local[resistor.low]
    part[i, i] += more
    if resistor.high == count:
        circuit.part_source[i] += more
        return more
    if resistor.high < count:
        j = local[resistor.high]
        part[j, j] += more
        part[min(i, j), max(i, j)] -= more
    return 0.0


@njit()
def solve_part(circuit, entering):
    """Return the conductance after the changes, and reset the part."""
    info = circuit.info[0]
    size = info.part_size
    source, voltage = circuit.part_source, circuit.part_voltage
    for i in range(size):
        voltage[i] = source[i]
    solve_symmetric(circuit.part, voltage, size)
    total = info.total + entering + info.inner
    for i in range(size):
        total -= source[i] * voltage[i]
        circuit.local[circuit.spots[i]] = -1
    info.part_size = 0
    return total
