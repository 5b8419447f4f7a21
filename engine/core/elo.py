"""Constants of the Elo model and of the intervals around results of games.

Source of the logistic model: Elo, "The Rating of Chessplayers", 1978, chapter 8.
"""

from __future__ import annotations

import math

ELO_SCALE = 400 / math.log(10)
"""Elo difference for odds of e, by the logistic model."""

NORMAL_QUANTILE = 1.959964
"""Standard deviations on either side of an estimate for a 95 % interval."""
