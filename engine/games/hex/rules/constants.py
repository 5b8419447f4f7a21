"""Constants that the rules of Hex and its kernels share."""

NEIGHBOURS = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))
"""Row and column steps to the six cells around a cell."""
