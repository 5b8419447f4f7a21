"""Resistance deltas: the effect of single moves, all from one inverse of the matrix.

A move changes the resistors around a few endpoints only. The rest of the network is
reduced to its effect on those endpoints, so that a small system is left for each move.
"""

from __future__ import annotations

import numpy as np

from engine.core.kernels.jit import njit_lean as njit
from engine.games.hex.connections.kernels.virtual_connections import NO_CONNECTION
from engine.games.hex.evaluation.kernels.resistance import (
    INNER,
    PART,
    RESISTORS,
    SIZE,
    STONE_RESISTANCE,
    TOTAL,
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
    invert(circuit.matrix, circuit.column, circuit.info[SIZE])
    list_incident(circuit)
    list_dependent(circuit, connections)


@njit()
def list_incident(circuit):
    """List the resistors at each endpoint."""
    start, ends = circuit.start[0], circuit.ends
    resistors = circuit.info[RESISTORS]
    start[:] = 0
    for k in range(resistors):
        start[ends[k, 0]] += 1
        start[ends[k, 1]] += 1
    for end in range(1, start.size):
        start[end] += start[end - 1]
    # Counting down from the end of each list leaves its start.
    for k in range(resistors):
        for side in range(2):
            end = ends[k, side]
            start[end] -= 1
            circuit.incident[start[end]] = k


@njit()
def list_dependent(circuit, connections):
    """List the resistors whose narrowest connection needs each cell."""
    start, dependent = circuit.start[1], circuit.dependent
    resistors, carrier = circuit.info[RESISTORS], connections.carrier
    one = np.uint64(1)
    start[:] = 0
    for turn in range(2):
        for k in range(resistors):
            connection = circuit.narrowest[k]
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
            for end in range(1, start.size):
                start[end] += start[end - 1]


@njit()
def conductance_with_own_stone(circuit, cells, moves, totals):
    """Write the conductance with an own stone on each of some empty cells.

    Connections that the stone would widen or add are not searched.
    """
    for m in range(moves.size):
        cell = np.int64(moves[m])
        low, high = circuit.start[0, cell], circuit.start[0, cell + 1]
        for n in range(low, high):
            include_resistor(circuit, circuit.incident[n])
        reduce_to_part(circuit)
        entering = 0.0
        for n in range(low, high):
            k = circuit.incident[n]
            a, b = circuit.ends[k, 0], circuit.ends[k, 1]
            other = get_resistance(cells, b if a == cell else a)
            more = (1.0 + other) / (STONE_RESISTANCE + other) - 1.0
            entering += change_conductance(circuit, k, circuit.conductance[k] * more)
        totals[m] = solve_part(circuit, entering)


@njit()
def conductance_with_opposing_stone(circuit, connections, moves, totals):
    """Write the conductance with an opposing stone on each of some empty cells."""
    for m in range(moves.size):
        cell = np.int64(moves[m])
        low, high = circuit.start[0, cell], circuit.start[0, cell + 1]
        first = circuit.start[1, cell]
        last = min(circuit.start[1, cell + 1], circuit.dependent.size)
        for n in range(low, high):
            include_resistor(circuit, circuit.incident[n])
        for n in range(first, last):
            include_resistor(circuit, circuit.dependent[n])
        reduce_to_part(circuit)
        entering = 0.0
        for n in range(low, high):
            k = circuit.incident[n]
            entering += change_conductance(circuit, k, -circuit.conductance[k])
        for n in range(first, last):
            k = circuit.dependent[n]
            a, b = np.int64(circuit.ends[k, 0]), np.int64(circuit.ends[k, 1])
            _, before = find_narrowest(connections, a, b, -1)
            connection, after = find_narrowest(connections, a, b, cell)
            left = 0.0 if connection == NO_CONNECTION else before / after
            entering += change_conductance(
                circuit, k, circuit.conductance[k] * (left - 1.0)
            )
        totals[m] = solve_part(circuit, entering)


@njit()
def include_resistor(circuit, k):
    """Add the ends of a resistor to the part that changes."""
    count = circuit.place.size - 2
    for side in range(2):
        end = circuit.ends[k, side]
        if end < count and circuit.local[end] < 0:
            circuit.local[end] = circuit.info[PART]
            circuit.spots[circuit.info[PART]] = end
            circuit.info[PART] += 1


@njit()
def reduce_to_part(circuit):
    """Write the network reduced to the endpoints of the part."""
    size = circuit.info[PART]
    part, matrix, place = circuit.part, circuit.matrix, circuit.place
    spots, voltage = circuit.spots, circuit.voltage
    for i in range(size):
        a = place[spots[i]]
        for j in range(i, size):
            b = place[spots[j]]
            part[i, j] = -matrix[min(a, b), max(a, b)]
    invert(part, circuit.column, size)
    source = circuit.flow[0]
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
    circuit.sums[INNER] = inner


@njit()
def change_conductance(circuit, k, more):
    """Add to a resistor of the part; return the increase at the first edge."""
    part, local = circuit.part, circuit.local
    count = circuit.place.size - 2
    if circuit.ends[k, 0] == count:
        return more
    i = local[circuit.ends[k, 0]]
    part[i, i] += more
    if circuit.ends[k, 1] == count:
        circuit.flow[0, i] += more
        return more
    if circuit.ends[k, 1] < count:
        j = local[circuit.ends[k, 1]]
        part[j, j] += more
        part[min(i, j), max(i, j)] -= more
    return 0.0


@njit()
def solve_part(circuit, entering):
    """Return the conductance after the changes, and reset the part."""
    size = circuit.info[PART]
    source, voltage = circuit.flow[0], circuit.flow[1]
    for i in range(size):
        voltage[i] = source[i]
    solve_symmetric(circuit.part, voltage, size)
    total = circuit.sums[TOTAL] + entering + circuit.sums[INNER]
    for i in range(size):
        total -= source[i] * voltage[i]
        circuit.local[circuit.spots[i]] = -1
    circuit.info[PART] = 0
    return total
