"""Where the cells of a board lie, in board units; pure mathematics.

A layout is all that a view needs to draw a board and to find the cell under the
mouse, so that one view serves every game. One board unit is the distance between
the centres of two neighbouring cells; x grows to the right, y downwards.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from enum import Enum

from engine.core.types import Move, Player

Point = tuple[float, float]


class Surface(Enum):
    """What kind of board is drawn beneath the stones."""

    CROSSINGS = "crossings"
    """Lines on one wide board; stones lie where lines cross."""

    TILES = "tiles"
    """Every cell is a tile of its own; a stone fills it."""


@dataclass(frozen=True, slots=True)
class Label:
    """A coordinate written beside the board."""

    text: str
    """The letters or digits."""

    at: Point
    """Centre of the text."""


@dataclass(frozen=True, slots=True)
class OwnedEdge:
    """A side of the board that belongs to a player, as in Hex."""

    owner: Player
    """The player whose colour the edge shows."""

    points: tuple[Point, ...]
    """The edge as an open polyline."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardLayout:
    """The drawn form of an empty board."""

    surface: Surface
    """The kind of board."""

    centers: tuple[Point, ...]
    """``[H * W]`` centre of each cell, in the order of moves."""

    polygons: tuple[tuple[Point, ...], ...] = ()
    """``[H * W]`` outline of each tile; empty when the board has crossings."""

    lines: tuple[tuple[Point, Point], ...] = ()
    """Lines of the grid."""

    dots: tuple[Point, ...] = ()
    """Star points."""

    edges: tuple[OwnedEdge, ...] = ()
    """Edges in the colours of their owners."""

    labels: tuple[Label, ...] = ()
    """Coordinates on all sides."""

    bounds: tuple[float, float, float, float] = (0.0, 0.0, 1.0, 1.0)
    """Left, top, right and bottom of everything drawn but the labels."""

    bounds_with_labels: tuple[float, float, float, float] = (0.0, 0.0, 1.0, 1.0)
    """Left, top, right and bottom of everything drawn."""

    def cell_at(self, point: Point, *, reach: float = 0.5) -> Move | None:
        """Return the cell whose centre is nearest, if it is within ``reach``.

        Hexagons are the Voronoi cells of their centres, so that a reach of 0.578
        (their outer radius) covers tiles without a gap.
        """
        x, y = point
        best = min(
            range(len(self.centers)),
            key=lambda i: math.hypot(self.centers[i][0] - x, self.centers[i][1] - y),
        )
        distance = math.hypot(self.centers[best][0] - x, self.centers[best][1] - y)
        return Move(best) if distance <= reach else None

    def rotated(self, degrees: float) -> BoardLayout:
        """Return the layout turned clockwise about the origin."""
        turn = math.radians(degrees)
        cosine, sine = math.cos(turn), math.sin(turn)

        def move(point: Point) -> Point:
            x, y = point
            return (x * cosine - y * sine, x * sine + y * cosine)

        polygons = tuple(tuple(map(move, polygon)) for polygon in self.polygons)
        labels = tuple(replace(label, at=move(label.at)) for label in self.labels)
        edges = tuple(
            replace(edge, points=tuple(map(move, edge.points))) for edge in self.edges
        )
        centers = tuple(map(move, self.centers))
        inner = [*centers, *(point for polygon in polygons for point in polygon)]
        inner += [point for edge in edges for point in edge.points]
        return replace(
            self,
            centers=centers,
            polygons=polygons,
            lines=tuple((move(a), move(b)) for a, b in self.lines),
            dots=tuple(map(move, self.dots)),
            edges=edges,
            labels=labels,
            bounds=bounds_of(inner, margin=0.5),
            bounds_with_labels=bounds_of(
                [*inner, *(label.at for label in labels)], margin=0.5
            ),
        )


def bounds_of(
    points: list[Point], *, margin: float
) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of ``points``, widened by ``margin``."""
    xs = [x for x, _ in points]
    ys = [y for _, y in points]
    return (min(xs) - margin, min(ys) - margin, max(xs) + margin, max(ys) + margin)
