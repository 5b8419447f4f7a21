"""Writer of animated GIF files, which Qt can only read.

All pictures share one palette of the colours of the first and the last one. After the
first, each picture holds the rectangle that has changed; equal pixels are transparent.

Source: CompuServe, Graphics Interchange Format 89a; its variable-length LZW codes.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Sequence
from heapq import heappop, heappush

import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
"""Colours, ``[..., 3]``; a picture is ``[H, W, 3]``."""

Indices = NDArray[np.uint8]
"""Numbers of colours in the palette; a picture is ``[H, W]``."""

PIXEL_BITS = 8

COLOURS = 255
"""Largest size of the palette."""

TRANSPARENT = 255
"""Number of no colour."""

KEYS = 1 << 15
"""Colours of five bits for each of red, green and blue."""

MOST_CODES = 4096
"""Codes of a table, of 12 bits at most."""

BLOCK = 255
"""Bytes of a block of data."""

FULL_BLOCK = (1 << 8 * BLOCK) - 1


def encode_gif(draw: Callable[[int], Pixels], seconds: Sequence[float]) -> bytes:
    """Return an animation that repeats for ever.

    Args:
        draw: Returns a picture by its number; all have one size.
        seconds: Time of each picture.
    """
    first, last = draw(0), draw(len(seconds) - 1)
    height, width, _ = first.shape
    palette = _choose_palette(np.concatenate([first, last]).reshape(-1, 3))
    nearest = _find_nearest(palette)
    table = np.zeros((COLOURS + 1, 3), np.uint8)
    table[: len(palette)] = palette
    parts = [
        b"GIF89a",
        struct.pack("<HHBBB", width, height, 0xF7, 0, 0),
        table.tobytes(),
        b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00",
    ]
    before: Indices | None = None
    for number, wait in enumerate(seconds):
        now = nearest[_make_keys(draw(number))]
        parts += _encode_picture(now, before, round(100 * wait))
        before = now
    return b"".join([*parts, b"\x3b"])


def _encode_picture(
    now: Indices, before: Indices | None, delay: int
) -> Iterator[bytes]:
    """Yield the parts of a picture that replaces another one.

    Args:
        now: The picture.
        before: The picture before it, if there is one.
        delay: Hundredths of a second.
    """
    top, left, part = 0, 0, now
    if before is not None:
        changed = now != before
        top, bottom = _find_extent(changed.any(1))
        left, right = _find_extent(changed.any(0))
        area = np.s_[top:bottom, left:right]
        part = np.where(changed[area], now[area], np.uint8(TRANSPARENT))
    yield b"\x21\xf9\x04" + struct.pack("<BHB", 0x05, delay, TRANSPARENT) + b"\x00"
    height, width = part.shape
    yield b"\x2c" + struct.pack("<HHHHB", left, top, width, height, 0)
    yield bytes([PIXEL_BITS])
    data = _compress(part.tobytes())
    for start in range(0, len(data), BLOCK):
        block = data[start : start + BLOCK]
        yield bytes([len(block)]) + block
    yield b"\x00"


def _find_extent(is_changed: NDArray[np.bool_]) -> tuple[int, int]:
    """Return the first changed row or column and the one after the last."""
    found = np.flatnonzero(is_changed)
    return (int(found[0]), int(found[-1]) + 1) if len(found) else (0, 1)


def _compress(pixels: bytes) -> bytes:
    """Return pixels as LZW codes, from the lowest bit of each byte on."""
    clear, end = 1 << PIXEL_BITS, (1 << PIXEL_BITS) + 1
    data = bytearray()
    table: dict[int, int] = {}
    size = PIXEL_BITS + 1
    bits, held, prefix = clear, size, pixels[0]
    for pixel in pixels[1:]:
        key = prefix << PIXEL_BITS | pixel
        code = table.get(key)
        if code is not None:
            prefix = code
            continue
        bits |= prefix << held
        held += size
        count = end + 1 + len(table)
        if count < MOST_CODES:
            table[key] = count
            size += count == 1 << size
        else:
            bits |= clear << held
            held += size
            table, size = {}, PIXEL_BITS + 1
        prefix = pixel
        if held > 8 * BLOCK:
            data += (bits & FULL_BLOCK).to_bytes(BLOCK, "little")
            bits, held = bits >> 8 * BLOCK, held - 8 * BLOCK
    bits |= prefix << held
    held += size
    count = end + 1 + len(table)
    size += count == 1 << size and count < MOST_CODES
    bits |= end << held
    held += size
    return bytes(data) + bits.to_bytes((held + 7) // 8, "little")


def _make_keys(picture: Pixels) -> NDArray[np.intp]:
    """Return the colour of each pixel as a number of 15 bits, without the last axis."""
    parts = (picture >> 3).astype(np.intp)
    return parts[..., 0] << 10 | parts[..., 1] << 5 | parts[..., 2]


def _choose_palette(pixels: Pixels) -> Pixels:
    """Return the colours that stand for all colours of ``[N, 3]``, as ``[C, 3]``.

    The set of colours is cut at the median of its widest part until there are enough
    sets; the mean of each is a colour of the palette.

    Source: Heckbert 1982, "Color image quantization for frame buffer display".
    """
    keys = _make_keys(pixels)
    counts = np.bincount(keys, minlength=KEYS)
    used = np.flatnonzero(counts)
    weights = counts[used]
    sums = [np.bincount(keys, pixels[:, axis], KEYS)[used] for axis in range(3)]
    means = np.stack(sums, axis=1) / weights[:, None]

    def place(part: NDArray[np.intp]) -> tuple[float, int, NDArray[np.intp]]:
        """Return a set for the heap: the widest comes first."""
        spread = np.ptp(means[part], axis=0).max() * weights[part].sum() ** 0.5
        return -float(spread), int(part[0]), part

    sets = [place(np.arange(len(used)))]
    while len(sets) < COLOURS and sets[0][0] < 0:
        part = heappop(sets)[2]
        axis = int(np.argmax(np.ptp(means[part], axis=0)))
        part = part[np.argsort(means[part, axis], kind="stable")]
        passed = np.cumsum(weights[part])
        cut = int(np.searchsorted(passed, passed[-1] / 2)) + 1
        cut = min(cut, len(part) - 1)
        heappush(sets, place(part[:cut]))
        heappush(sets, place(part[cut:]))
    colours = [np.average(means[part], 0, weights[part]) for _, _, part in sets]
    return np.rint(np.stack(colours)).astype(np.uint8)


def _find_nearest(palette: Pixels) -> Indices:
    """Return the nearest colour of the palette for each key, ``[32768]``.

    A key stands for the middle of its colours, 3.5 above the lowest.
    """
    wanted = palette[None].astype(np.float32)
    nearest = np.empty(KEYS, np.uint8)
    for keys in np.arange(KEYS).reshape(32, -1):
        parts = np.stack([keys >> 10, keys >> 5 & 31, keys & 31], axis=1)
        middles = (8 * parts[:, None] + 3.5).astype(np.float32)
        nearest[keys] = ((middles - wanted) ** 2).sum(2).argmin(1)
    return nearest
