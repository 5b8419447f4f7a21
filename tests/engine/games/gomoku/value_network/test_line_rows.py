"""Numbers of the contents of a line."""

import itertools

import numpy as np

from engine.games.gomoku.value_network.line_rows import (
    canonical_contents,
    empty_lines,
    line_contents,
    swapped_numbers,
)


def test_every_line_that_a_board_can_have_has_one_number():
    sides = [
        (3,) * outside + stones
        for outside in range(5)
        for stones in itertools.product((0, 1, 2), repeat=4 - outside)
    ]
    possible = {
        (*before, middle, *after[::-1])
        for before, middle, after in itertools.product(sides, (0, 1, 2), sides)
    }

    found = [tuple(map(int, line)) for line in line_contents()]

    assert len(found) == len(set(found))
    assert set(found) == possible


def test_a_number_counts_stones_by_their_place():
    contents, empty = line_contents(), empty_lines()
    rng = np.random.default_rng(4)

    for before, after in np.ndindex(5, 5):
        first = int(empty[before, after])
        line = np.full(9, 3)
        line[4 - before : 5 + after] = 0
        assert contents[first].tolist() == line.tolist()
        cells = rng.integers(3, size=before + 1 + after)
        line[4 - before : 5 + after] = cells
        number = first + sum(int(c) * 3**place for place, c in enumerate(cells))
        assert contents[number].tolist() == line.tolist()


def test_a_line_and_its_mirror_image_are_read_alike():
    numbers = {line.tobytes(): row for row, line in enumerate(line_contents())}
    read = canonical_contents()

    for row, line in enumerate(line_contents()):
        mirrored = numbers[line[::-1].tobytes()]
        assert np.array_equal(read[row], read[mirrored])
        assert read[row].tolist() in (line.tolist(), line[::-1].tolist())


def test_swapped_lines_have_the_stones_of_the_other_side():
    contents, swapped = line_contents(), swapped_numbers()

    ours, theirs = contents == 1, contents == 2
    assert np.array_equal(ours[swapped], theirs)
    assert np.array_equal(swapped[swapped], np.arange(len(contents)))
