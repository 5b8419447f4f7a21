"""Writer of animated GIF files, by Pillow: Qt can only read them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from io import BytesIO

import numpy as np
from numpy.typing import NDArray
from PIL import Image

Pixels = NDArray[np.uint8]
"""A picture, ``[H, W, 3]``: red, green and blue."""

COLOURS = 255
"""Largest size of the palette; Pillow needs one more for what has not changed."""

REPEATS = 0
"""Number of repetitions of an endless loop."""


def encode_gif(draw: Callable[[int], Pixels], seconds: Sequence[float]) -> bytes:
    """Return an animation in an endless loop.

    All pictures share one palette of the colours of the first and the last one. After
    the first, each picture holds the rectangle that has changed.

    Args:
        draw: Returns a picture by its number; all have one size.
        seconds: Time of each picture.
    """
    numbers = range(len(seconds))
    ends = np.concatenate([draw(numbers[0]), draw(numbers[-1])])
    palette = Image.fromarray(ends).quantize(COLOURS, dither=Image.Dither.NONE)
    pictures = (
        Image.fromarray(draw(number)).quantize(
            palette=palette, dither=Image.Dither.NONE
        )
        for number in numbers
    )
    file = BytesIO()
    next(pictures).save(
        file,
        "GIF",
        save_all=True,
        append_images=pictures,
        duration=[round(1000 * wait) for wait in seconds],
        loop=REPEATS,
    )
    return file.getvalue()
