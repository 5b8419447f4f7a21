"""Geometry of a board in board units; pure mathematics.

A layout has all data that a view needs to draw a board and to find the cell under the
mouse, so that one view serves every game. One board unit is the distance between the
centres of two neighbouring cells; x grows to the right, y downwards.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum

from engine.core.types import Move, Player

Point = tuple[float, float]
Bounds = tuple[float, float, float, float]
"""Left, top, right and bottom."""

ROUNDING = 1e-9
"""Tolerance: a point this far outside a tile is still on its border."""

CROSSING_RADIUS = 0.5
"""Radius of a crossing's cell: half the distance to the next one."""


class Surface(Enum):
    """Kind of board drawn beneath the stones."""

    CROSSINGS = "crossings"
    """Lines on one wide board; stones are placed on crossings."""

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
    """Player whose colour the edge shows."""

    points: tuple[Point, ...]
    """The edge as an open polyline."""

    band: tuple[Point, ...] = ()
    """Outline of the coloured strip outside the edge; empty for a plain line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardLayout:
    """Drawing data of an empty board."""

    surface: Surface
    """The kind of board."""

    centers: tuple[Point, ...]
    """``[H * W]`` centre of each cell, in the order of moves."""

    polygons: tuple[tuple[Point, ...], ...] = ()
    """``[H * W]`` convex outline of each tile; empty when the board has crossings."""

    lines: tuple[tuple[Point, Point], ...] = ()
    """Lines of the grid."""

    dots: tuple[Point, ...] = ()
    """Star points."""

    edges: tuple[OwnedEdge, ...] = ()
    """Edges in the colours of their owners."""

    frame: tuple[Point, ...] = ()
    """Outline around the bands of all edges; empty when no edge has a band."""

    labels: tuple[Label, ...] = ()
    """Coordinates on all sides."""

    slant: float | None = None
    """Degrees of a rhombus's long diagonal below the horizontal, if it can be
    turned."""

    bounds: Bounds = (0.0, 0.0, 1.0, 1.0)
    """Left, top, right and bottom of everything drawn but the labels."""

    bounds_with_labels: Bounds = (0.0, 0.0, 1.0, 1.0)
    """Left, top, right and bottom of everything drawn."""

    def cell_at(self, point: Point) -> Move | None:
        """Return the cell whose centre is nearest, if the point belongs to it.

        A tile's cell ends at its outline, which must be the Voronoi cell of its
        centre, and a crossing's half a unit from its centre.
        """
        x, y = point
        best = min(
            range(len(self.centers)),
            key=lambda i: math.hypot(self.centers[i][0] - x, self.centers[i][1] - y),
        )
        if self.polygons:
            inside = polygon_contains(self.polygons[best], point)
        else:
            distance = math.hypot(self.centers[best][0] - x, self.centers[best][1] - y)
            inside = distance <= CROSSING_RADIUS
        return Move(best) if inside else None

    def rotated(self, degrees: float) -> BoardLayout:
        """Return the layout turned clockwise about the origin."""
        angle = math.radians(degrees)
        cosine, sine = math.cos(angle), math.sin(angle)

        def turn(point: Point) -> Point:
            x, y = point
            return (x * cosine - y * sine, x * sine + y * cosine)

        def turn_all(points: Iterable[Point]) -> tuple[Point, ...]:
            return tuple(turn(point) for point in points)

        turned = replace(
            self,
            centers=turn_all(self.centers),
            polygons=tuple(turn_all(polygon) for polygon in self.polygons),
            lines=tuple((turn(a), turn(b)) for a, b in self.lines),
            dots=turn_all(self.dots),
            edges=tuple(
                replace(edge, points=turn_all(edge.points), band=turn_all(edge.band))
                for edge in self.edges
            ),
            frame=turn_all(self.frame),
            labels=tuple(replace(label, at=turn(label.at)) for label in self.labels),
            slant=None if self.slant is None else self.slant + degrees,
        )
        return replace(
            turned,
            bounds=turned._bounds(self, with_labels=False),
            bounds_with_labels=turned._bounds(self, with_labels=True),
        )

    def _bounds(self, before: BoardLayout, *, with_labels: bool) -> Bounds:
        """Return this layout's bounds with the margin that ``before`` had."""
        old = before.bounds_with_labels if with_labels else before.bounds
        margin = compute_bounds(before._drawn(with_labels=with_labels))[0] - old[0]
        return compute_bounds(self._drawn(with_labels=with_labels), margin=margin)

    def _drawn(self, *, with_labels: bool) -> list[Point]:
        """Return every point that the bounds must contain."""
        points = [*self.centers, *self.frame]
        points += [corner for polygon in self.polygons for corner in polygon]
        points += [point for edge in self.edges for point in edge.points]
        if with_labels:
            points += [label.at for label in self.labels]
        return points


def compute_bounds(points: Iterable[Point], *, margin: float = 0.0) -> Bounds:
    """Return left, top, right and bottom of ``points``, widened by ``margin``."""
    xs, ys = zip(*points, strict=True)
    return (min(xs) - margin, min(ys) - margin, max(xs) + margin, max(ys) + margin)


def find_widest_points(edge: OwnedEdge) -> list[Point]:
    """Return the middle of an edge's band at each point that is farthest inside.

    The last two points of the band are its straight outer line.
    """
    (ax, ay), (bx, by) = edge.band[-2:]
    length = math.hypot(bx - ax, by - ay)
    normal = ((by - ay) / length, (ax - bx) / length)

    def depth(point: Point) -> float:
        return (point[0] - ax) * normal[0] + (point[1] - ay) * normal[1]

    depths = [depth(point) for point in edge.points]
    deepest = max(depths, key=abs)
    return [
        (x - normal[0] * deep / 2, y - normal[1] * deep / 2)
        for (x, y), deep in zip(edge.points, depths, strict=True)
        if abs(deep - deepest) < ROUNDING
    ]


def polygon_contains(polygon: tuple[Point, ...], point: Point) -> bool:
    """Return whether ``point`` is inside a convex polygon or on its border."""
    x, y = point
    sides = [
        (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        for (ax, ay), (bx, by) in zip(polygon, (*polygon[1:], polygon[0]), strict=True)
    ]
    return min(sides) >= -ROUNDING or max(sides) <= ROUNDING
