"""What is known about one board without searching: who wins, which moves to try.

The board is filled in, both sides' connections are found, and the two circuits tell how much
each cell matters. A connection between the own edges, full or semi, wins; a full one of the
other side loses; its semi connections are threats, and a move must meet them all.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from engine.games.hex.connections.kernels.fillin import fill_in, mark_inferior
from engine.games.hex.connections.kernels.hsearch import build_connections
from engine.games.hex.connections.kernels.incremental_hsearch import update_connections
from engine.games.hex.connections.kernels.two_distance import Distances, new_distances
from engine.games.hex.connections.kernels.virtual_connections import (
    NO_CONNECTION,
    SCRATCH_COUNT,
    VirtualConnections,
    find_winning_step,
    new_connections,
)
from engine.games.hex.evaluation.fitted_network import load_network_weights
from engine.games.hex.evaluation.kernels.move_ordering import (
    lead_after,
    list_moves,
    meet_threats,
    sort_moves,
)
from engine.games.hex.evaluation.kernels.network import (
    FEATURE_COUNT,
    MIN_CONDUCTANCE,
    Activations,
    evaluate_sums,
    forward,
    measure_features,
    new_activations,
    score_moves,
    write_planes,
)
from engine.games.hex.evaluation.kernels.resistance import (
    ResistanceNetwork,
    new_resistance_network,
    solve_circuit,
)
from engine.games.hex.evaluation.kernels.resistance_deltas import (
    conductance_with_opposing_stone,
    conductance_with_own_stone,
    prepare_deltas,
)

WON = 1
LOST = -1
OPEN = 0

CONDUCTANCE_UNIT = 800.0
"""Value of an advantage of one in the logarithm of the conductances."""

NETWORK_UNIT = 800.0
"""Value of one unit of what the network says."""

MAX_UNPROVEN_VALUE = 8000
"""No value that is not proven is larger."""

DISTANCE_WEIGHT = 0.1
"""Worth of a step of two-distance, beside the logarithm of the conductances.

Fitted to the moves that UCT of 60,000 simulations preferred in 400 positions of its own
games: there it was worth a ninth of the logarithm.
"""

Cells = npt.NDArray[np.int8]
Neighbours = npt.NDArray[np.int16]
Moves = npt.NDArray[np.int16]


class StaticAnalysis(NamedTuple):
    """Room to analyse a board, and what came of it.

    cells: ``[N + 3]`` int8, the board, filled in.
    red: connections of Red.
    blue: connections of Blue.
    score: ``[N]`` float64, how much a move matters.
    order: ``[N]`` int16, the moves to try, those that matter most first.
    bench: what else it takes.
    """

    cells: np.ndarray
    red: VirtualConnections
    blue: VirtualConnections
    score: np.ndarray
    order: np.ndarray
    scratch: Scratch


@dataclass(slots=True, eq=False)
class Scratch:
    """What judgements, one after the other, are made on.

    red_circuit: of Red's connections.
    blue_circuit: of Blue's connections.
    distances: scratch of the two-distances.
    owners: ``[N]`` int8, see ``fill_in``.
    killer: ``[N]`` int16, see ``mark_inferior``.
    must: ``[W]`` uint64, the cells on which a move meets every known threat.
    steps: ``[2, N + 2]`` int16, scratch of ``find_winning_step``.
    sight: what the network saw of the judgement whose circuits these are.
    measured: the judgement whose circuits these are, if any.
    """

    red_circuit: ResistanceNetwork
    blue_circuit: ResistanceNetwork
    distances: Distances
    owners: np.ndarray
    killer: np.ndarray
    must: np.ndarray
    steps: np.ndarray
    activations: Activations
    solved_for: StaticAnalysis | None = None


def new_analysis(
    cell_count: int, beside: StaticAnalysis | None = None
) -> StaticAnalysis:
    """Return room to analyse boards of ``cell_count`` cells.

    What is not kept of a judgement is shared with ``beside``, so that only one of both
    is made at a time.
    """
    if beside is None:
        red = new_connections(cell_count)
        scratch = Scratch(
            new_resistance_network(cell_count),
            new_resistance_network(cell_count),
            new_distances(cell_count),
            np.zeros(cell_count, np.int8),
            np.zeros(cell_count, np.int16),
            np.zeros((cell_count + 63) // 64, np.uint64),
            np.zeros((2, cell_count + 2), np.int16),
            new_activations(cell_count, FEATURE_COUNT),
        )
    else:
        red = new_connections(cell_count, beside=beside.red)
        scratch = beside.scratch
    return StaticAnalysis(
        np.zeros(cell_count + 3, np.int8),
        red,
        new_connections(cell_count, beside=red),
        np.zeros(cell_count),
        np.zeros(cell_count, np.int16),
        scratch,
    )


def count_bytes(analysis: StaticAnalysis) -> int:
    """Return the bytes of a room that are its own."""
    kept = [analysis.cells, analysis.score, analysis.order]
    for connections in (analysis.red, analysis.blue):
        kept += connections[:-SCRATCH_COUNT]
    return sum(array.nbytes for array in kept)


def analyse(
    analysis: StaticAnalysis,
    cells: Cells,
    neighbours: Neighbours,
    width: int,
    player: int,
) -> tuple[int, int]:
    """Judge a board with ``player`` to move.

    Returns:
        ``WON``, ``LOST`` or ``OPEN``, and the number of moves in ``order``: when won,
        one that wins, unless no move is needed; when lost, none.
    """
    start_analysis(analysis, cells)
    fill_in(analysis.cells, neighbours, analysis.scratch.owners)
    own, other = order_by_side(analysis, player)
    build_connections(own, analysis.cells, neighbours, width, player)
    if has_won(own):
        return WON, write_winning_move(analysis, own)
    build_connections(other, analysis.cells, neighbours, width, 3 - player)
    return conclude(analysis, other, neighbours, width, player)


def analyse_after(
    analysis: StaticAnalysis,
    before: StaticAnalysis,
    move: int,
    neighbours: Neighbours,
    width: int,
    *,
    player: int,
) -> tuple[int, int]:
    """Judge the board after ``move``, like ``analyse``, from what was known before it.

    ``before`` is the judgement, open, of the board without the move; ``player`` is to
    move after it.
    """
    start_analysis(analysis, before.cells)
    analysis.cells[move] = 3 - player
    fill_in(analysis.cells, neighbours, analysis.scratch.owners)
    own, other = order_by_side(analysis, player)
    own_before, other_before = order_by_side(before, player)
    cells, old = analysis.cells, before.cells
    update_connections(own, own_before, cells, old, neighbours, width, player)
    if has_won(own):
        return WON, write_winning_move(analysis, own)
    update_connections(other, other_before, cells, old, neighbours, width, 3 - player)
    return conclude(analysis, other, neighbours, width, player)


def start_analysis(analysis: StaticAnalysis, cells: Cells) -> None:
    """Begin a judgement of a board."""
    analysis.cells[:] = cells
    if analysis.scratch.solved_for is analysis:
        analysis.scratch.solved_for = None


def order_by_side(
    analysis: StaticAnalysis, player: int
) -> tuple[VirtualConnections, VirtualConnections]:
    """Return the connections of ``player`` and those of the other side."""
    return (
        (analysis.red, analysis.blue) if player == 1 else (analysis.blue, analysis.red)
    )


def get_edge_connection(connections: VirtualConnections, kind: int) -> int:
    """Return the first connection of a kind between the edges, or ``NO_CONNECTION``."""
    return int(connections.first[kind, -2, -1])


def has_won(own: VirtualConnections) -> bool:
    """Say whether a connection, full or semi, joins the edges of the side to move."""
    return (
        get_edge_connection(own, 0) != NO_CONNECTION
        or get_edge_connection(own, 1) != NO_CONNECTION
    )


def write_winning_move(analysis: StaticAnalysis, own: VirtualConnections) -> int:
    """Write the key of the semi connection that wins; return how many moves are needed."""
    if get_edge_connection(own, 0) != NO_CONNECTION:
        return 0
    analysis.order[0] = own.key[get_edge_connection(own, 1)]
    return 1


def conclude(
    analysis: StaticAnalysis,
    other: VirtualConnections,
    neighbours: Neighbours,
    width: int,
    player: int,
) -> tuple[int, int]:
    """Judge a board whose connections are known; see ``analyse``."""
    if get_edge_connection(other, 0) != NO_CONNECTION:
        return LOST, 0
    scratch = analysis.scratch
    meet_threats(scratch.must, other.first, other.following, other.carrier)
    mark_inferior(
        analysis.cells, neighbours, scratch.killer.size, player, scratch.killer
    )
    found = list_moves(analysis.cells, scratch.must, scratch.killer, analysis.order)
    if found == 0:
        return LOST, 0
    write_move_scores(analysis, width, player)
    sort_moves(analysis.order, analysis.score, found)
    return OPEN, found


def analyse_connections(
    analysis: StaticAnalysis, cells: Cells, neighbours: Neighbours, width: int
) -> None:
    """Fill a board in and find the connections of both sides, whoever is to move."""
    start_analysis(analysis, cells)
    fill_in(analysis.cells, neighbours, analysis.scratch.owners)
    build_connections(analysis.red, analysis.cells, neighbours, width, 1)
    build_connections(analysis.blue, analysis.cells, neighbours, width, 2)


def write_move_scores(analysis: StaticAnalysis, width: int, player: int) -> None:
    """Write how promising each cell is to ``player``."""
    own, other = get_solved_circuits(analysis, player)
    activations, net = analysis.scratch.activations, load_network_weights()
    connections, other_connections = order_by_side(analysis, player)
    mine, theirs = (
        get_network_inputs(connections, own),
        get_network_inputs(other_connections, other),
    )
    write_planes(activations.planes, analysis.cells, mine, theirs, width, player)
    shape = analysis.score.size // width, width
    forward(activations, net, *(shape if player == 1 else shape[::-1]))
    currents = own.current, other.current
    score_moves(
        analysis.score, analysis.cells, *currents, activations, net, width, player
    )


def get_network_inputs(
    connections: VirtualConnections, circuit: ResistanceNetwork
) -> tuple[npt.NDArray[np.generic], ...]:
    """Return what a network sees of one side, see ``write_planes``."""
    return connections.root, circuit.current, circuit.voltage, circuit.place


def get_solved_circuits(
    analysis: StaticAnalysis, player: int
) -> tuple[ResistanceNetwork, ResistanceNetwork]:
    """Return the circuits of ``player`` and of the other side, measured."""
    scratch = analysis.scratch
    if scratch.solved_for is not analysis:
        solve_circuit(scratch.red_circuit, analysis.red, analysis.cells)
        solve_circuit(scratch.blue_circuit, analysis.blue, analysis.cells)
        scratch.solved_for = analysis
    circuits = scratch.red_circuit, scratch.blue_circuit
    return circuits if player == 1 else circuits[::-1]


def evaluate_moves(
    analysis: StaticAnalysis, width: int, player: int, moves: Moves
) -> npt.NDArray[np.int32]:
    """Return what the judged board is worth to ``player`` after each of ``moves``.

    The known connections are used as far as they still hold; new ones are not looked for.
    """
    own, other = get_solved_circuits(analysis, player)
    connections, other_connections = order_by_side(analysis, player)
    prepare_deltas(own, connections)
    prepare_deltas(other, other_connections)
    totals = np.zeros((2, len(moves)))
    conductance_with_own_stone(own, analysis.cells, moves, totals[0])
    conductance_with_opposing_stone(other, other_connections, moves, totals[1])
    ahead = np.zeros(len(moves), np.int32)
    lead_after(analysis.scratch.distances, analysis.cells, width, player, moves, ahead)
    mine, theirs = np.log(np.maximum(totals, MIN_CONDUCTANCE))
    value = mine - theirs + DISTANCE_WEIGHT * ahead
    values: npt.NDArray[np.float64] = np.clip(
        CONDUCTANCE_UNIT * value, -MAX_UNPROVEN_VALUE, MAX_UNPROVEN_VALUE
    )
    return values.astype(np.int32)


def compute_features(
    analysis: StaticAnalysis, found: int, width: int, player: int
) -> npt.NDArray[np.float64]:
    """Return what else the worth of an open board to ``player`` is told from.

    ``found`` are the moves that judging listed.
    """
    own, other = get_solved_circuits(analysis, player)
    _, other_connections = order_by_side(analysis, player)
    features = np.zeros(FEATURE_COUNT)
    measure_features(
        features,
        analysis.scratch.distances,
        analysis.cells,
        own.sums,
        other.sums,
        found,
        other_connections.number,
        width,
        player,
    )
    return features


def static_value(analysis: StaticAnalysis, found: int, width: int, player: int) -> int:
    """Return what an open board is worth to ``player``, without looking further.

    Its moves were the last ones rated.
    """
    features = compute_features(analysis, found, width, player).astype(np.float32)
    value = NETWORK_UNIT * evaluate_sums(
        analysis.scratch.activations, load_network_weights(), features
    )
    return int(min(max(value, -MAX_UNPROVEN_VALUE), MAX_UNPROVEN_VALUE))


def log_prior_deficits(
    analysis: StaticAnalysis, moves: Moves
) -> npt.NDArray[np.float64]:
    """Return what the logarithms of moves' chances lack to that of the likeliest."""
    score: npt.NDArray[np.float64] = analysis.score[moves]
    deficits: npt.NDArray[np.float64] = score.max() - score
    return deficits


def rank_all_moves(
    analysis: StaticAnalysis, cells: Cells, width: int, player: int
) -> int:
    """List every empty cell of the board in ``order``, those that matter most first.

    Returns their number. Serves a side that has lost and goes on playing.
    """
    write_move_scores(analysis, width, player)
    empty = np.flatnonzero(cells[: analysis.order.size] == 0)
    analysis.order[: empty.size] = empty
    sort_moves(analysis.order, analysis.score, empty.size)
    return empty.size


def winning_move(
    analysis: StaticAnalysis,
    cells: Cells,
    neighbours: Neighbours,
    width: int,
    player: int,
) -> int:
    """Return a cell that brings a side nearer to its end which has won, or -1."""
    own, _ = order_by_side(analysis, player)
    scratch = analysis.scratch.steps
    step = find_winning_step(
        scratch, own, analysis.cells, cells, neighbours, width, player
    )
    return int(step)
