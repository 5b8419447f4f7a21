"""Policy labels from the moves of a tree search: shares of visits, or of wins."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class PolicyLabels:
    """Conversion of the searched moves of a position into policy labels."""

    kind: str = "visits"
    """``visits``, the visit count of a move, or ``wins``, its win frequency W / N."""

    power: float = 1.0
    """Exponent of the win frequencies."""

    def shares(self, visits: npt.ArrayLike, values: npt.ArrayLike) -> Floats:
        """Return the weights of ``K`` moves in the policy, ``[K]``, not normalised.

        With ``wins`` an unvisited move has weight 0. If every visited move lost every
        game, visited moves have equal weights.

        Args:
            visits: ``[K]``: visit counts of the moves.
            values: ``[K]``: their mean results in [-1, 1] for the side to move.

        Source: ZHANG-HEX, section 1.2, for the win frequencies.
        """
        counts = np.asarray(visits, np.float64)
        if self.kind == "visits":
            return counts
        is_visited = counts > 0
        wins = np.where(is_visited, (np.asarray(values, np.float64) + 1) / 2, 0.0)
        best = wins.max(initial=0.0)
        if best == 0:
            return is_visited.astype(np.float64)
        shares: Floats = np.power(wins / best, self.power)
        return shares
