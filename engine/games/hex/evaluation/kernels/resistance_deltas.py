"""What single moves do to a circuit, all of them from one inverse of its matrix.

A move changes the wires around a few endpoints only. The rest of the circuit is reduced
to what those endpoints see of it, so that a small system is left for each move.
"""

from __future__ import annotations

import numpy as np

from engine.core.kernels.jit import njit_lean as njit
from engine.games.hex.connections.kernels.virtual_connections import NO_LINK
from engine.games.hex.evaluation.kernels.resistance import (
    INNER,
    PART,
    SIZE,
    STONE_RESISTANCE,
    TOTAL,
    WIRES,
    count_bits,
    narrowest_link,
    resistance_of,
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
def prepare_changes(circuit, links):
    """Invert a measured circuit, and list the wires that depend on each endpoint."""
    write_matrix(circuit)
    invert(circuit.matrix, circuit.column, circuit.info[SIZE])
    list_touching(circuit)
    list_relying(circuit, links)


@njit()
def list_touching(circuit):
    """List the wires that end at each endpoint."""
    start, ends = circuit.start[0], circuit.ends
    wires = circuit.info[WIRES]
    start[:] = 0
    for k in range(wires):
        start[ends[k, 0]] += 1
        start[ends[k, 1]] += 1
    for end in range(1, start.size):
        start[end] += start[end - 1]
    # Counting down from where each list ends leaves its beginning.
    for k in range(wires):
        for side in range(2):
            end = ends[k, side]
            start[end] -= 1
            circuit.touching[start[end]] = k


@njit()
def list_relying(circuit, links):
    """List the wires whose narrowest link needs each cell."""
    start, relying = circuit.start[1], circuit.relying
    wires, carrier = circuit.info[WIRES], links.carrier
    one = np.uint64(1)
    start[:] = 0
    for turn in range(2):
        for k in range(wires):
            link = circuit.narrowest[k]
            for w in range(carrier.shape[1]):
                word = carrier[link, w]
                while word != 0:
                    lowest = word & (~word + one)
                    cell = 64 * w + count_bits(lowest - one)
                    word ^= lowest
                    if turn == 0:
                        start[cell] += 1
                    else:
                        start[cell] -= 1
                        if start[cell] < relying.size:
                            relying[start[cell]] = k
        if turn == 0:
            for end in range(1, start.size):
                start[end] += start[end - 1]


@njit()
def total_if_taken(circuit, cells, moves, totals):
    """Write the conductance with a stone of the colour on each of some empty cells.

    Links that the stone would make wider or new are not looked for.
    """
    for m in range(moves.size):
        cell = np.int64(moves[m])
        low, high = circuit.start[0, cell], circuit.start[0, cell + 1]
        for n in range(low, high):
            join_wire(circuit, circuit.touching[n])
        reduce_to_part(circuit)
        entering = 0.0
        for n in range(low, high):
            k = circuit.touching[n]
            a, b = circuit.ends[k, 0], circuit.ends[k, 1]
            other = resistance_of(cells, b if a == cell else a)
            more = (1.0 + other) / (STONE_RESISTANCE + other) - 1.0
            entering += change_wire(circuit, k, circuit.wire[k] * more)
        totals[m] = total_of_part(circuit, entering)


@njit()
def total_if_gone(circuit, links, moves, totals):
    """Write the conductance with a stone of the other side on each of some cells."""
    for m in range(moves.size):
        cell = np.int64(moves[m])
        low, high = circuit.start[0, cell], circuit.start[0, cell + 1]
        first = circuit.start[1, cell]
        last = min(circuit.start[1, cell + 1], circuit.relying.size)
        for n in range(low, high):
            join_wire(circuit, circuit.touching[n])
        for n in range(first, last):
            join_wire(circuit, circuit.relying[n])
        reduce_to_part(circuit)
        entering = 0.0
        for n in range(low, high):
            k = circuit.touching[n]
            entering += change_wire(circuit, k, -circuit.wire[k])
        for n in range(first, last):
            k = circuit.relying[n]
            a, b = np.int64(circuit.ends[k, 0]), np.int64(circuit.ends[k, 1])
            _, before = narrowest_link(links, a, b, -1)
            link, after = narrowest_link(links, a, b, cell)
            left = 0.0 if link == NO_LINK else before / after
            entering += change_wire(circuit, k, circuit.wire[k] * (left - 1.0))
        totals[m] = total_of_part(circuit, entering)


@njit()
def join_wire(circuit, k):
    """Take the ends of a wire into the part that changes."""
    count = circuit.place.size - 2
    for side in range(2):
        end = circuit.ends[k, side]
        if end < count and circuit.local[end] < 0:
            circuit.local[end] = circuit.info[PART]
            circuit.spots[circuit.info[PART]] = end
            circuit.info[PART] += 1


@njit()
def reduce_to_part(circuit):
    """Write the circuit as seen from the endpoints of the part."""
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
def change_wire(circuit, k, more):
    """Add to a wire of the part; return what it adds to the wires of the first edge."""
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
def total_of_part(circuit, entering):
    """Return the conductance after the changes, and forget the part."""
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
