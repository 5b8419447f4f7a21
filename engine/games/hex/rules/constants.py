"""Constants that the rules of Hex and its kernels share."""

NEIGHBOURS = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))
"""Row and column steps to the six cells around a cell."""

EMPTY = 0
RED = 1
BLUE = 2
BEYOND = 3
"""Content of a cell; ``BEYOND`` is that of the places beyond the obtuse corners."""
