"""Dense layers of small networks."""

from __future__ import annotations

import numpy as np

from engine.core.kernels.jit import njit_inlined

QUICK = {"contract", "reassoc", "nsz"}
"""Fast-math flags: sums in any order, products and sums with one rounding."""


@njit_inlined(fastmath=QUICK)
def add_dense(out, inputs, layer, input_count, output_count):
    """Add the product of inputs and a layer ``[inputs, outputs]`` to ``out``.

    Loops of a constant length are vectorised, so counts should be constants; the number
    of inputs is a multiple of eight.
    """
    # Eight inputs at a time, so that ``out`` is read and written less often.
    for first in range(0, input_count, 8):
        i = np.uint64(first)
        x0, w0 = inputs[i], layer[i]
        x1, w1 = inputs[i + np.uint64(1)], layer[i + np.uint64(1)]
        x2, w2 = inputs[i + np.uint64(2)], layer[i + np.uint64(2)]
        x3, w3 = inputs[i + np.uint64(3)], layer[i + np.uint64(3)]
        x4, w4 = inputs[i + np.uint64(4)], layer[i + np.uint64(4)]
        x5, w5 = inputs[i + np.uint64(5)], layer[i + np.uint64(5)]
        x6, w6 = inputs[i + np.uint64(6)], layer[i + np.uint64(6)]
        x7, w7 = inputs[i + np.uint64(7)], layer[i + np.uint64(7)]
        for c in range(output_count):
            out[c] += ((x0 * w0[c] + x1 * w1[c]) + (x2 * w2[c] + x3 * w3[c])) + (
                (x4 * w4[c] + x5 * w5[c]) + (x6 * w6[c] + x7 * w7[c])
            )
