"""What is known about one board without searching: who wins, which moves to try.

The board is filled in, both sides' links are found, and the two circuits tell how much
each cell matters. A link between the own edges, full or semi, wins; a full one of the
other side loses; its semi links are threats, and a move must meet them all.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from engine.games.hex.connections.kernels.fillin import fill_in, mark_inferior
from engine.games.hex.connections.kernels.hsearch import build_links
from engine.games.hex.connections.kernels.incremental_hsearch import update_links
from engine.games.hex.connections.kernels.two_distance import Distances, new_distances
from engine.games.hex.connections.kernels.virtual_connections import (
    NO_LINK,
    SCRATCH_COUNT,
    Links,
    new_links,
)
from engine.games.hex.connections.kernels.winning_step import shortest_step
from engine.games.hex.evaluation.fitted_network import fitted_net
from engine.games.hex.evaluation.kernels.move_ordering import (
    lead_after,
    list_moves,
    meet_threats,
    sort_moves,
)
from engine.games.hex.evaluation.kernels.network import (
    Sight,
    look,
    new_sight,
    rate_promise,
    worth_of_sums,
    write_planes,
)
from engine.games.hex.evaluation.kernels.resistance import Circuit, measure, new_circuit
from engine.games.hex.evaluation.kernels.resistance_deltas import (
    prepare_changes,
    total_if_gone,
    total_if_taken,
)
from engine.games.hex.evaluation.kernels.value_features import (
    FEATURE_COUNT,
    LEAST,
    describe,
)

WON = 1
LOST = -1
OPEN = 0

UNIT = 800.0
"""Value of an advantage of one in the logarithm of the conductances."""

WORTH_UNIT = 800.0
"""Value of one unit of what the network says."""

MOST_VALUE = 8000
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
    """Room to judge a board, and what came of it.

    cells: ``[N + 3]`` int8, the board, filled in.
    red: links of Red.
    blue: links of Blue.
    score: ``[N]`` float64, how much a move matters.
    order: ``[N]`` int16, the moves to try, those that matter most first.
    bench: what else it takes.
    """

    cells: np.ndarray
    red: Links
    blue: Links
    score: np.ndarray
    order: np.ndarray
    bench: Bench


@dataclass(slots=True, eq=False)
class Bench:
    """What judgements, one after the other, are made on.

    red_circuit: of Red's links.
    blue_circuit: of Blue's links.
    distances: scratch of the two-distances.
    owners: ``[N]`` int8, see ``fill_in``.
    killer: ``[N]`` int16, see ``mark_inferior``.
    must: ``[W]`` uint64, the cells on which a move meets every known threat.
    steps: ``[2, N + 2]`` int16, scratch of ``shortest_step``.
    sight: what the network saw of the judgement whose circuits these are.
    measured: the judgement whose circuits these are, if any.
    """

    red_circuit: Circuit
    blue_circuit: Circuit
    distances: Distances
    owners: np.ndarray
    killer: np.ndarray
    must: np.ndarray
    steps: np.ndarray
    sight: Sight
    measured: StaticAnalysis | None = None


def new_judgement(
    cell_count: int, beside: StaticAnalysis | None = None
) -> StaticAnalysis:
    """Return room to judge boards of ``cell_count`` cells.

    What is not kept of a judgement is shared with ``beside``, so that only one of both
    is made at a time.
    """
    if beside is None:
        red = new_links(cell_count)
        bench = Bench(
            new_circuit(cell_count),
            new_circuit(cell_count),
            new_distances(cell_count),
            np.zeros(cell_count, np.int8),
            np.zeros(cell_count, np.int16),
            np.zeros((cell_count + 63) // 64, np.uint64),
            np.zeros((2, cell_count + 2), np.int16),
            new_sight(cell_count, FEATURE_COUNT),
        )
    else:
        red = new_links(cell_count, beside=beside.red)
        bench = beside.bench
    return StaticAnalysis(
        np.zeros(cell_count + 3, np.int8),
        red,
        new_links(cell_count, beside=red),
        np.zeros(cell_count),
        np.zeros(cell_count, np.int16),
        bench,
    )


def size_of(room: StaticAnalysis) -> int:
    """Return the bytes of a room that are its own."""
    kept = [room.cells, room.score, room.order]
    for links in (room.red, room.blue):
        kept += links[:-SCRATCH_COUNT]
    return sum(array.nbytes for array in kept)


def judge(
    room: StaticAnalysis, cells: Cells, neighbours: Neighbours, width: int, player: int
) -> tuple[int, int]:
    """Judge a board with ``player`` to move.

    Returns:
        ``WON``, ``LOST`` or ``OPEN``, and the number of moves in ``order``: when won,
        one that wins, unless no move is needed; when lost, none.
    """
    take_cells(room, cells)
    fill_in(room.cells, neighbours, room.bench.owners)
    own, other = sides_of(room, player)
    build_links(own, room.cells, neighbours, width, player)
    if has_won(own):
        return WON, won_moves(room, own)
    build_links(other, room.cells, neighbours, width, 3 - player)
    return weigh_up(room, other, neighbours, width, player)


def judge_after(
    room: StaticAnalysis,
    before: StaticAnalysis,
    move: int,
    neighbours: Neighbours,
    width: int,
    *,
    player: int,
) -> tuple[int, int]:
    """Judge the board after ``move``, like ``judge``, from what was known before it.

    ``before`` is the judgement, open, of the board without the move; ``player`` is to
    move after it.
    """
    take_cells(room, before.cells)
    room.cells[move] = 3 - player
    fill_in(room.cells, neighbours, room.bench.owners)
    own, other = sides_of(room, player)
    own_before, other_before = sides_of(before, player)
    cells, old = room.cells, before.cells
    update_links(own, own_before, cells, old, neighbours, width, player)
    if has_won(own):
        return WON, won_moves(room, own)
    update_links(other, other_before, cells, old, neighbours, width, 3 - player)
    return weigh_up(room, other, neighbours, width, player)


def take_cells(room: StaticAnalysis, cells: Cells) -> None:
    """Begin a judgement of a board."""
    room.cells[:] = cells
    if room.bench.measured is room:
        room.bench.measured = None


def sides_of(room: StaticAnalysis, player: int) -> tuple[Links, Links]:
    """Return the links of ``player`` and those of the other side."""
    return (room.red, room.blue) if player == 1 else (room.blue, room.red)


def edge_link(links: Links, kind: int) -> int:
    """Return the first link of a kind between the edges, or ``NO_LINK``."""
    return int(links.first[kind, -2, -1])


def has_won(own: Links) -> bool:
    """Say whether a link, full or semi, joins the edges of the side to move."""
    return edge_link(own, 0) != NO_LINK or edge_link(own, 1) != NO_LINK


def won_moves(room: StaticAnalysis, own: Links) -> int:
    """Write the key of the semi link that wins; return how many moves are needed."""
    if edge_link(own, 0) != NO_LINK:
        return 0
    room.order[0] = own.key[edge_link(own, 1)]
    return 1


def weigh_up(
    room: StaticAnalysis, other: Links, neighbours: Neighbours, width: int, player: int
) -> tuple[int, int]:
    """Judge a board whose links are known; see ``judge``."""
    if edge_link(other, 0) != NO_LINK:
        return LOST, 0
    bench = room.bench
    meet_threats(bench.must, other.first, other.following, other.carrier)
    mark_inferior(room.cells, neighbours, bench.killer.size, player, bench.killer)
    found = list_moves(room.cells, bench.must, bench.killer, room.order)
    if found == 0:
        return LOST, 0
    rate_moves(room, width, player)
    sort_moves(room.order, room.score, found)
    return OPEN, found


def survey(
    room: StaticAnalysis, cells: Cells, neighbours: Neighbours, width: int
) -> None:
    """Fill a board in and find the links of both sides, whoever is to move."""
    take_cells(room, cells)
    fill_in(room.cells, neighbours, room.bench.owners)
    build_links(room.red, room.cells, neighbours, width, 1)
    build_links(room.blue, room.cells, neighbours, width, 2)


def rate_moves(room: StaticAnalysis, width: int, player: int) -> None:
    """Write how promising each cell is to ``player``."""
    own, other = measured_circuits(room, player)
    sight, net = room.bench.sight, fitted_net()
    links, others_links = sides_of(room, player)
    mine, theirs = seen_of(links, own), seen_of(others_links, other)
    write_planes(sight.planes, room.cells, mine, theirs, width, player)
    shape = room.score.size // width, width
    look(sight, net, *(shape if player == 1 else shape[::-1]))
    currents = own.current, other.current
    rate_promise(room.score, room.cells, *currents, sight, net, width, player)


def seen_of(links: Links, circuit: Circuit) -> tuple[npt.NDArray[np.generic], ...]:
    """Return what a network sees of one side, see ``write_planes``."""
    return links.root, circuit.current, circuit.voltage, circuit.place


def measured_circuits(room: StaticAnalysis, player: int) -> tuple[Circuit, Circuit]:
    """Return the circuits of ``player`` and of the other side, measured."""
    bench = room.bench
    if bench.measured is not room:
        measure(bench.red_circuit, room.red, room.cells)
        measure(bench.blue_circuit, room.blue, room.cells)
        bench.measured = room
    circuits = bench.red_circuit, bench.blue_circuit
    return circuits if player == 1 else circuits[::-1]


def value_moves(
    room: StaticAnalysis, width: int, player: int, moves: Moves
) -> npt.NDArray[np.int32]:
    """Return what the judged board is worth to ``player`` after each of ``moves``.

    The known links are used as far as they still hold; new ones are not looked for.
    """
    own, other = measured_circuits(room, player)
    links, others_links = sides_of(room, player)
    prepare_changes(own, links)
    prepare_changes(other, others_links)
    totals = np.zeros((2, len(moves)))
    total_if_taken(own, room.cells, moves, totals[0])
    total_if_gone(other, others_links, moves, totals[1])
    ahead = np.zeros(len(moves), np.int32)
    lead_after(room.bench.distances, room.cells, width, player, moves, ahead)
    mine, theirs = np.log(np.maximum(totals, LEAST))
    value = mine - theirs + DISTANCE_WEIGHT * ahead
    values: npt.NDArray[np.float64] = np.clip(UNIT * value, -MOST_VALUE, MOST_VALUE)
    return values.astype(np.int32)


def features_of(
    room: StaticAnalysis, found: int, width: int, player: int
) -> npt.NDArray[np.float64]:
    """Return what else the worth of an open board to ``player`` is told from.

    ``found`` are the moves that judging listed.
    """
    own, other = measured_circuits(room, player)
    _, others_links = sides_of(room, player)
    features = np.zeros(FEATURE_COUNT)
    describe(
        features,
        room.bench.distances,
        room.cells,
        own.sums,
        other.sums,
        found,
        others_links.number,
        width,
        player,
    )
    return features


def worth_of(room: StaticAnalysis, found: int, width: int, player: int) -> int:
    """Return what an open board is worth to ``player``, without looking further.

    Its moves were the last ones rated.
    """
    features = features_of(room, found, width, player).astype(np.float32)
    worth = WORTH_UNIT * worth_of_sums(room.bench.sight, fitted_net(), features)
    return int(min(max(worth, -MOST_VALUE), MOST_VALUE))


def lacks_of(room: StaticAnalysis, moves: Moves) -> npt.NDArray[np.float64]:
    """Return what the logarithms of moves' chances lack to that of the likeliest."""
    score: npt.NDArray[np.float64] = room.score[moves]
    lacks: npt.NDArray[np.float64] = score.max() - score
    return lacks


def rank_all(room: StaticAnalysis, cells: Cells, width: int, player: int) -> int:
    """List every empty cell of the board in ``order``, those that matter most first.

    Returns their number. Serves a side that has lost and goes on playing.
    """
    rate_moves(room, width, player)
    empty = np.flatnonzero(cells[: room.order.size] == 0)
    room.order[: empty.size] = empty
    sort_moves(room.order, room.score, empty.size)
    return empty.size


def step_ahead(
    room: StaticAnalysis, cells: Cells, neighbours: Neighbours, width: int, player: int
) -> int:
    """Return a cell that brings a side nearer to its end which has won, or -1."""
    own, _ = sides_of(room, player)
    scratch = room.bench.steps
    step = shortest_step(scratch, own, room.cells, cells, neighbours, width, player)
    return int(step)
