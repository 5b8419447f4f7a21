"""How a tree search with visits to its moves chooses the one to play."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

COLDEST = 0.01
"""Temperature below which the most visited move is as good as certain."""


def visit_weights(visits: npt.NDArray[np.integer], temperature: float) -> Floats:
    """Return the share of each move in the choice, N^(1 / temperature), summing to 1.

    With temperature 0 the most visited moves share equally. Nothing visited, all do.

    Source: LIU-2022, equation (8).
    """
    most = visits.max(initial=0)
    if most == 0:
        return np.full(visits.size, 1 / max(visits.size, 1))
    shares = visits / most
    if temperature < COLDEST:
        weights = (shares == 1).astype(np.float64)
    else:
        weights = shares ** (1 / temperature)
    chosen: Floats = weights / weights.sum()
    return chosen


def drawn(weights: Floats, rng: np.random.Generator) -> int:
    """Return a number drawn by its share of ``weights``, which sum to 1."""
    sums = weights.cumsum()
    return int(sums.searchsorted(rng.random() * sums[-1], side="right"))


def annealed(temperature: float, ply: int, halving_plies: int) -> float:
    """Return the temperature after ``ply`` moves of a game.

    It halves every ``halving_plies``; 0 of them leave it as it is. LIU-2022 lets it go
    from 1 towards 0 as a game goes on and says no more.
    """
    if halving_plies == 0:
        return temperature
    return float(temperature * 0.5 ** (ply / halving_plies))


def with_noise(
    priors: Floats, *, share: float, concentration: float, rng: np.random.Generator
) -> Floats:
    """Return priors of which a part is replaced by a Dirichlet sample.

    Sources: BLOG-MCTS (share 0.25, concentration 0.03); Silver et al. 2017, Methods.
    """
    noise = rng.dirichlet(np.full(priors.size, concentration))
    mixed: Floats = (1 - share) * priors + share * noise
    return mixed
