"""Scales of values: units of the evaluation in alpha-beta, [-1, 1] in results."""

from __future__ import annotations

INFINITE = 32_000
"""Bound that no value reaches."""

MATE = 30_000
"""Value of a win at the root; one less for each ply until then, if plies count."""

PROVEN = 29_000
"""Bound of estimates: every value beyond it, of either sign, is proven."""

SUREST = 0.9999
"""Largest value of a network in [-1, 1] that is made sharper, without a proof."""

UNANIMOUS = 0.999999
"""Value of a search whose playouts all end alike, without a proof."""
