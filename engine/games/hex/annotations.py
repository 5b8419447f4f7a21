"""Static facts of a Hex board: bridges, dead cells, captured cells, connections.

They need no search and take milliseconds. The first call compiles or loads kernels:
never call it in the window's thread.
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.core.game import Position
from engine.core.types import EMPTY, Move, Player
from engine.games.hex.rules.constants import NEIGHBOURS


@dataclass(frozen=True, slots=True, kw_only=True)
class Bridge:
    """A stone joined to another, or to its edge, by either of two empty cells."""

    owner: Player
    """Side that has the bridge."""

    ends: tuple[Move, ...]
    """The two stones, or the only one of a bridge to an edge."""

    cells: tuple[Move, Move]
    """The two empty cells."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Connection:
    """Path between a side's edges that needs the fewest stones."""

    cells: tuple[Move, ...]
    """Empty cells to take, from the first edge to the second; none for a won game."""

    support: frozenset[Move]
    """Empty cells that the virtual connections between them need."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HexReading:
    """Static facts of a Hex board."""

    bridges: tuple[Bridge, ...]
    """Bridges of both sides."""

    dead: frozenset[Move]
    """Empty cells whose owner can no longer matter."""

    captured: Mapping[Move, Player]
    """Empty cells that one side can always take."""

    connections: Mapping[Player, Connection] = field(default_factory=dict)
    """Each side's shortest connection; a side that is cut off has none."""

    must_play: Mapping[Player, frozenset[Move]] = field(default_factory=dict)
    """Must-play region of a side to move; empty when every move loses.

    A move into a pair of cells that the opponent has captured is not included: it
    forces a reply and gains nothing. A side without a threat against it is absent.
    """

    won: Mapping[Player, frozenset[Move]] = field(default_factory=dict)
    """Carrier of a connection of a side's edges that no move can break.

    The side to move may still need the first stone of it.
    """


def analyse_board(position: Position) -> HexReading:
    """Return the static facts of a board."""
    from engine.games.hex.connections.kernels import fillin  # noqa: PLC0415
    from engine.games.hex.evaluation import analysis_buffers, static_analysis  # noqa: PLC0415
    from engine.games.hex.rules.kernels.state import make_state  # noqa: PLC0415

    count = position.setup.cell_count
    state = make_state(position)
    analysis = analysis_buffers.new_analysis(count)
    static_analysis.analyse_connections(
        analysis, state.cells, state.neighbours, position.setup.width
    )
    owners = analysis.scratch.owners.tolist()
    captured = {
        Move(c): Player(owner) for c, owner in enumerate(owners) if owner in (1, 2)
    }
    sides = {Player.FIRST: analysis.red, Player.SECOND: analysis.blue}
    connections = {
        player: found
        for player, known in sides.items()
        if (found := _connection(known, analysis.cells.tolist(), count)) is not None
    }
    return HexReading(
        bridges=tuple(_bridges(position)),
        dead=frozenset(
            Move(c) for c, owner in enumerate(owners) if owner == fillin.NO_OWNER
        ),
        captured=captured,
        connections=connections,
        must_play={
            player: cells
            for player in Player
            if (cells := _must_play(sides[player.opponent], count)) is not None
        },
        won=_won(position, sides, captured),
    )


def _bridges(position: Position) -> list[Bridge]:
    """Return the bridges between stones and from stones to edges."""
    setup = position.setup
    found = []
    for cell, stone in enumerate(position.stones):
        if stone == EMPTY:
            continue
        row, column = divmod(cell, setup.width)
        for k, (row_step, column_step) in enumerate(NEIGHBOURS):
            next_row, next_column = NEIGHBOURS[(k + 1) % 6]
            first = row + row_step, column + column_step
            second = row + next_row, column + next_column
            far = row + row_step + next_row, column + column_step + next_column
            middle = [_find_cell(position, place) for place in (first, second)]
            if any(c is None or position.stones[c] != EMPTY for c in middle):
                continue
            other = _find_cell(position, far)
            ends: tuple[int, ...] = (cell,)
            if other is None:
                if not _is_beyond_edge(position, far, Player(stone)):
                    continue
            elif position.stones[other] != stone or other < cell:
                continue
            else:
                ends = (cell, other)
            found.append(
                Bridge(
                    owner=Player(stone),
                    ends=tuple(Move(end) for end in ends),
                    cells=(Move(middle[0] or 0), Move(middle[1] or 0)),
                )
            )
    return found


def _find_cell(position: Position, place: tuple[int, int]) -> int | None:
    row, column = place
    setup = position.setup
    if 0 <= row < setup.height and 0 <= column < setup.width:
        return row * setup.width + column
    return None


def _is_beyond_edge(position: Position, place: tuple[int, int], player: Player) -> bool:
    """Return whether a place off the board is behind an edge of ``player`` alone."""
    row_is_inside = 0 <= place[0] < position.setup.height
    column_is_inside = 0 <= place[1] < position.setup.width
    if player is Player.FIRST:
        return not row_is_inside and column_is_inside
    return row_is_inside and not column_is_inside


VirtualConnections = Any
"""``virtual_connections.VirtualConnections``; imported on first use."""


def _carrier(known: VirtualConnections, connection: int) -> frozenset[Move]:
    """Return the carrier of a connection."""
    return frozenset(
        Move(64 * w + bit)
        for w, word in enumerate(known.carrier[connection].tolist())
        for bit in range(64)
        if word >> bit & 1
    )


def _connection(
    known: VirtualConnections, cells: list[int], count: int
) -> Connection | None:
    """Return the path over full connections with the fewest empty cells.

    Of several paths it is the one with the smallest carriers.
    """
    start, goal = count, count + 1
    best: dict[int, tuple[int, int]] = {start: (0, 0)}
    came_from: dict[int, tuple[int, frozenset[Move]]] = {}
    waiting = [(0, 0, start)]
    while waiting:
        stones, needed, here = heapq.heappop(waiting)
        if (stones, needed) > best[here]:
            continue
        for other in known.partner[here, : known.partner_count[here]].tolist():
            connection = known.first[0, min(here, other), max(here, other)]
            carrier = _carrier(known, connection)
            price = int(other < count and cells[other] == EMPTY)
            cost = stones + price, needed + len(carrier)
            if other not in best or cost < best[other]:
                best[other] = cost
                came_from[other] = here, carrier
                heapq.heappush(waiting, (*cost, other))
    if goal not in came_from:
        return None
    taken: list[Move] = []
    support: frozenset[Move] = frozenset()
    here = goal
    while here != start:
        if here < count and cells[here] == EMPTY:
            taken.append(Move(here))
        here, carrier = came_from[here]
        support |= carrier
    return Connection(cells=tuple(reversed(taken)), support=support - set(taken))


def _won(
    position: Position,
    sides: Mapping[Player, VirtualConnections],
    captured: Mapping[Move, Player],
) -> dict[Player, frozenset[Move]]:
    """Return the smallest carrier of the winner's connection, if it is known.

    Connections count captured cells as stones, so the carrier includes them.

    A full connection wins whoever moves. The side to move also wins by a connection
    that needs its first stone.
    """
    full, semi = 0, 1
    to_move = position.to_move
    for player, kind in ((to_move, full), (to_move.opponent, full), (to_move, semi)):
        carriers = _edge_carriers(sides[player], position.setup.cell_count, kind)
        if carriers:
            taken = {cell for cell, owner in captured.items() if owner is player}
            return {player: min(carriers, key=len) | taken}
    return {}


def _edge_carriers(
    known: VirtualConnections, count: int, kind: int
) -> list[frozenset[Move]]:
    """Return the carriers of the connections of both edges, of one kind."""
    connection = int(known.first[kind][count, count + 1])
    found = []
    while connection >= 0:
        found.append(_carrier(known, connection))
        connection = int(known.following[connection])
    return found


def _must_play(threats: VirtualConnections, count: int) -> frozenset[Move] | None:
    """Return the cells that meet every threat, or ``None`` without a threat."""
    edges = (count, count + 1)
    if threats.first[0][edges] >= 0:
        return frozenset()
    connection = int(threats.first[1][edges])
    region: frozenset[Move] | None = None
    while connection >= 0:
        carrier = _carrier(threats, connection)
        region = carrier if region is None else region & carrier
        connection = int(threats.following[connection])
    return region
