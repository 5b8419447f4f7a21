"""Sizes of the layers of the value network, and the numbers of its accumulator."""

REACH = 4
"""Cells of a line on either side of its centre: a row of five needs no more."""

PLACES = 2 * REACH + 1
"""Cells of a line."""

CHANNELS = 32
"""Numbers of a line in the view of one side."""

WIDTH = 2 * CHANNELS
"""Numbers of a row: the view of Black, then that of White."""

UNIT = 128
"""What stands for 1 in rows, sums and totals."""

LARGEST = 4
"""Largest absolute number in a row, and largest sum of a cell that counts, in units.

A stone changes the totals by at most 36 times that, which fits in 16 bits."""

AREA = 32
"""Full cells that make 1 in the input of the head."""

HIDDEN = 32
"""Units of each hidden layer of the head."""
