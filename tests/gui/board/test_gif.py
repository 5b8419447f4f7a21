"""The writer of animated GIF files, read by Qt."""

import numpy as np
import pytest
from PyQt5.QtCore import QBuffer, QByteArray
from PyQt5.QtGui import QImage, QImageReader

from gui.board.gif import encode_gif


def read_back(data):
    """Return the pictures as a viewer shows them, one after the other."""
    store = QByteArray(data)
    buffer = QBuffer(store)
    buffer.open(QBuffer.ReadOnly)
    reader = QImageReader(buffer, b"gif")
    found = []
    while reader.canRead():
        image = reader.read().convertToFormat(QImage.Format_RGB888)
        rows = np.frombuffer(
            image.constBits().asstring(image.sizeInBytes()), np.uint8
        ).reshape(image.height(), -1)
        shape = image.height(), image.width(), 3
        found.append(rows[:, : 3 * image.width()].reshape(shape))
    return found


def delays_of(data):
    """Return the delays in hundredths of a second."""
    parts = data.split(b"\x21\xf9\x04")[1:]
    return [int.from_bytes(part[1:3], "little") for part in parts]


def noise(seed, height, width, colours):
    """Return a picture of random pixels with few colours, far from each other."""
    rng = np.random.default_rng(seed)
    keys = rng.permutation(1 << 15)[:colours]
    table = np.stack([keys >> 10, keys >> 5 & 31, keys & 31], axis=1) * 8
    return table.astype(np.uint8)[rng.integers(0, colours, (height, width))]


@pytest.mark.parametrize(
    ("height", "width", "colours"),
    [(3, 7, 2), (40, 25, 200), (150, 130, 17), (256, 256, 255)],
)
def test_pictures_with_few_colours_are_exact(height, width, colours):
    first = noise(1, height, width, colours)
    second = first.copy()
    second[height // 2, width // 3 :] = first[0, 0]
    pictures = [first, second, first]

    data = encode_gif(lambda number: pictures[number], [0.1, 0.1, 0.3])

    for shown, wanted in zip(read_back(data), pictures, strict=True):
        np.testing.assert_array_equal(shown, wanted)


def test_a_smooth_picture_keeps_its_colours_nearly():
    ramp = np.linspace(0, 255, 200).astype(np.uint8)
    picture = np.stack(np.broadcast_arrays(ramp[:, None], ramp[None], 80), axis=2)
    picture = picture.astype(np.uint8)

    shown = read_back(encode_gif(lambda _number: picture, [1.0]))[0]

    away = np.abs(shown.astype(int) - picture).max(axis=2)
    assert away.mean() < 8
    assert away.max() < 32


def test_the_times_are_hundredths_of_a_second():
    pictures = [noise(seed, 4, 4, 3) for seed in range(3)]

    data = encode_gif(lambda number: pictures[number], [0.02, 0.5, 60.0])

    assert delays_of(data) == [2, 50, 6000]


def test_equal_pictures_are_one_that_stays_longer():
    picture = noise(1, 4, 4, 3)

    data = encode_gif(lambda _number: picture, [0.5, 0.25])

    assert delays_of(data) == [75]


def test_an_animation_of_one_picture_is_that_picture():
    picture = noise(1, 1, 2, 2)

    shown = read_back(encode_gif(lambda _number: picture, [0.5]))

    np.testing.assert_array_equal(shown, [picture])


def test_it_repeats_for_ever():
    pictures = [noise(seed, 4, 4, 3) for seed in range(2)]

    data = encode_gif(lambda number: pictures[number], [0.5, 0.5])

    assert b"NETSCAPE2.0\x03\x01\x00\x00\x00" in data


def test_a_small_change_takes_little_room():
    first = noise(1, 200, 200, 100)
    second = first.copy()
    second[90:95, 100:105] = first[0, 0]
    pictures = [first, second]

    one = encode_gif(lambda number: pictures[number], [1.0])
    both = encode_gif(lambda number: pictures[number], [1.0, 1.0])

    # A palette of its own has 384 bytes at most.
    assert len(both) - len(one) < 500
