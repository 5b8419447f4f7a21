"""Pixels of painted boards as arrays, which are compared a hundred times faster."""

import numpy as np

from engine.core.types import Move
from gui.board.scene import Canvas

NEAR_HALF = 0.42
"""Nearly half a cell: beyond it the neighbours begin."""


def points_of(image):
    """Return the points of an image of 32 bits by row and column."""
    assert image.depth() == 32
    memory = image.constBits().asstring(image.sizeInBytes())
    return np.frombuffer(memory, np.uint32).reshape(image.height(), -1)


def parts_of(points):
    """Return alpha, red, green and blue of points, from 0 to 255."""
    return np.stack([points >> shift & 0xFF for shift in (24, 16, 8, 0)])


def points_on_cell(image, scene, move, share=NEAR_HALF):
    """Return the points of a square image within ``share`` units of a cell's middle."""
    view = scene.viewport(Canvas(width=image.width(), height=image.height()))
    center = view.to_pixels(scene.layout.centers[move])
    rows, columns = np.ogrid[: image.height(), : image.width()]
    distances = np.hypot(columns - int(center.x()), rows - int(center.y()))
    return points_of(image)[distances <= share * view.unit]


def changed_cells(before, after, scene, share=NEAR_HALF):
    """Return the names of the cells that look different in two images of a board."""
    view = scene.viewport(Canvas(width=before.width(), height=before.height()))
    rows, columns = np.nonzero(points_of(before) != points_of(after))
    centers = map(view.to_pixels, scene.layout.centers)
    return {
        scene.position.cell_name(Move(move))
        for move, center in enumerate(centers)
        if np.any(
            np.hypot(columns - int(center.x()), rows - int(center.y()))
            <= share * view.unit
        )
    }


def luminances(points):
    """Return the relative luminances of points in ascending order.

    Source: WCAG 2.1, definition of relative luminance.
    """
    parts = parts_of(points)[1:] / 255
    light = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return np.sort(np.array([0.2126, 0.7152, 0.0722]) @ light)


def luminance(colour):
    """Return the relative luminance of a colour."""
    return luminances(np.array([colour.rgb()]))[0]


def contrast(first, second):
    """Return the contrast of two luminances, at least 1."""
    low, high = sorted((first, second))
    return (high + 0.05) / (low + 0.05)
