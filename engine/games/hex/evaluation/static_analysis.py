"""Static analysis of a Hex board: won, lost, must-play, move order, value.

The board is filled in; H-search finds the virtual connections of both sides. A full or
semi connection between the own edges wins; a full one of the opponent loses; its semi
ones are threats, and a move must meet them all. The small network rates the moves.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from engine.games.hex.connections.kernels.fillin import fill_in, mark_inferior
from engine.games.hex.connections.kernels.hsearch import build_connections
from engine.games.hex.connections.kernels.incremental_hsearch import update_connections
from engine.games.hex.connections.kernels.virtual_connections import (
    FULL,
    NO_CONNECTION,
    SEMI,
    VirtualConnections,
)
from engine.games.hex.connections.kernels.winning_step import find_winning_step
from engine.games.hex.evaluation.analysis_buffers import StaticAnalysis
from engine.games.hex.evaluation.fitted_network import load_network_weights
from engine.games.hex.evaluation.kernels.move_ordering import (
    lead_after,
    list_moves,
    meet_threats,
    sort_moves,
)
from engine.games.hex.evaluation.kernels.network import (
    evaluate_sums,
    forward,
    score_moves,
    write_planes,
)
from engine.games.hex.evaluation.kernels.resistance import (
    ResistanceNetwork,
    solve_circuit,
)
from engine.games.hex.evaluation.kernels.resistance_deltas import (
    conductance_with_opposing_stone,
    conductance_with_own_stone,
    prepare_deltas,
)
from engine.games.hex.evaluation.kernels.value_features import (
    MIN_CONDUCTANCE,
    measure_features,
    new_features,
)

WON = 1
LOST = -1
OPEN = 0

CONDUCTANCE_UNIT = 800.0
"""Value of a difference of one in the logarithms of the conductances."""

NETWORK_UNIT = 800.0
"""Value of one unit of the network's output."""

MAX_UNPROVEN_VALUE = 8000
"""Upper bound of values that are not proven."""

DISTANCE_WEIGHT = 0.1
"""Weight of a step of two-distance; the log-conductance has weight 1.

Fitted to the moves that UCT of 60,000 simulations preferred in 400 positions of its own
games: there it was worth a ninth of the logarithm.
"""

Cells = npt.NDArray[np.int8]
Neighbours = npt.NDArray[np.int16]
Moves = npt.NDArray[np.int16]


def analyse(
    analysis: StaticAnalysis,
    cells: Cells,
    neighbours: Neighbours,
    width: int,
    player: int,
) -> tuple[int, int]:
    """Analyse a board with ``player`` to move.

    Returns:
        ``WON``, ``LOST`` or ``OPEN``, and the number of moves in ``order``: for a win,
        one winning move unless no move is needed; for a loss, none.
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
    """Analyse the board after ``move`` incrementally, with the result of ``analyse``.

    ``before`` is the open analysis of the board without the move; ``player`` is to move
    after it.
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
    """Copy the board into an analysis and invalidate its resistance networks."""
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
    """Return whether a full or semi connection joins the edges of the side to move."""
    return (
        get_edge_connection(own, FULL) != NO_CONNECTION
        or get_edge_connection(own, SEMI) != NO_CONNECTION
    )


def write_winning_move(analysis: StaticAnalysis, own: VirtualConnections) -> int:
    """Write the key of the winning semi connection; return the number of moves."""
    if get_edge_connection(own, FULL) != NO_CONNECTION:
        return 0
    analysis.order[0] = own.key[get_edge_connection(own, SEMI)]
    return 1


def conclude(
    analysis: StaticAnalysis,
    other: VirtualConnections,
    neighbours: Neighbours,
    width: int,
    player: int,
) -> tuple[int, int]:
    """Return the result of a board whose connections are known; see ``analyse``."""
    if get_edge_connection(other, FULL) != NO_CONNECTION:
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
    """Write the log-prior of each cell for ``player``."""
    own, other = get_solved_circuits(analysis, player)
    activations, net = analysis.scratch.activations, load_network_weights()
    connections, other_connections = order_by_side(analysis, player)
    mine, theirs = (
        get_network_inputs(connections, own),
        get_network_inputs(other_connections, other),
    )
    write_planes(activations, analysis.cells, mine, theirs, width, player)
    shape = analysis.score.size // width, width
    forward(activations, net, *(shape if player == 1 else shape[::-1]))
    currents = own.current, other.current
    score_moves(
        analysis.score, analysis.cells, *currents, activations, net, width, player
    )


def get_network_inputs(
    connections: VirtualConnections, circuit: ResistanceNetwork
) -> tuple[npt.NDArray[np.generic], ...]:
    """Return the network inputs of one side, see ``write_planes``."""
    return connections.root, circuit.current, circuit.voltage, circuit.place


def get_solved_circuits(
    analysis: StaticAnalysis, player: int
) -> tuple[ResistanceNetwork, ResistanceNetwork]:
    """Return the solved resistance networks of ``player`` and of the other side."""
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
    """Return the value of the analysed board for ``player`` after each of ``moves``.

    Known connections are used as far as they still hold; no new ones are searched.

    Args:
        analysis: Analysis of the board.
        width: Columns of the board.
        player: 1 or 2, red or blue.
        moves: ``[M]``: empty cells.

    Returns:
        ``[M]`` values in units of the search, see ``CONDUCTANCE_UNIT``.
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
    """Return the features of an open board for the static value, ``[F]``.

    Args:
        analysis: Analysis of the board.
        found: Number of moves that the analysis listed.
        width: Columns of the board.
        player: Side to move, 1 or 2, red or blue.
    """
    own, other = get_solved_circuits(analysis, player)
    _, other_connections = order_by_side(analysis, player)
    features = new_features()
    measure_features(
        features,
        analysis.scratch.distances,
        analysis.cells,
        own.info,
        other.info,
        found,
        other_connections.number,
        width,
        player,
    )
    return features.view(np.float64, np.ndarray)


def static_value(analysis: StaticAnalysis, found: int, width: int, player: int) -> int:
    """Return the static value of an open board for ``player``.

    The network must have scored its moves last.
    """
    features = compute_features(analysis, found, width, player).astype(np.float32)
    value = NETWORK_UNIT * evaluate_sums(
        analysis.scratch.activations, load_network_weights(), features
    )
    return int(min(max(value, -MAX_UNPROVEN_VALUE), MAX_UNPROVEN_VALUE))


def log_prior_deficits(
    analysis: StaticAnalysis, moves: Moves
) -> npt.NDArray[np.float64]:
    """Return each move's log-probability deficit relative to the best move, in nats.

    Args:
        analysis: Analysis of the board, whose moves the network has scored.
        moves: ``[M]``: moves that the analysis listed.

    Returns:
        ``[M]`` deficits, 0 or above.
    """
    score: npt.NDArray[np.float64] = analysis.score[moves]
    deficits: npt.NDArray[np.float64] = score.max() - score
    return deficits


def rank_all_moves(
    analysis: StaticAnalysis, cells: Cells, width: int, player: int
) -> int:
    """List every empty cell of the board in ``order``, best first; return their number.

    A side that has lost uses it to play on.
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
    """Return a cell that shortens the connection of a side that has won, or -1."""
    own, _ = order_by_side(analysis, player)
    scratch = analysis.scratch.steps
    step = find_winning_step(
        scratch, own, analysis.cells, cells, neighbours, width, player
    )
    return int(step)
