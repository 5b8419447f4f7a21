"""Solvers that a tree search runs on its nodes, and their loading."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass

from engine.core.game import GameSetup, Position
from engine.core.offers.solver import LeafSolver, Solver
from engine.games import get_game

LOADER = "solver-loader"
"""Name of every thread that loads a solver in the background."""

SHORT_SECONDS = 0.2
"""Seconds that suffice to load compiled code from the disk cache."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SolverPolicy:
    """Solver of a search, with the weight of its move order."""

    solver: Solver
    """Solver for the nodes of the search."""

    weight: int
    """Weight of the solver's move order, in RAVE results."""


def make_solver(position: Position, *, orders: bool = True) -> Solver | None:
    """Return the solver for positions of the same setup; ``None`` if there is none.

    Args:
        position: Any position of the setup.
        orders: Whether the solver also orders moves by value if that takes time.
    """
    return get_game(position.setup.game).new_solver(position, orders=orders)


def make_leaf_solver(setup: GameSetup) -> LeafSolver | None:
    """Return the solver for leaves of a setup, or ``None`` if the game has none."""
    return get_game(setup.game).new_leaf_solver(setup)


class BackgroundLoad:
    """Load or compilation that runs once, in its own thread if requested.

    Args:
        load: Function to run.
        in_background: Whether to run in an own thread; otherwise the constructor waits.
    """

    def __init__(self, load: Callable[[], None], *, in_background: bool) -> None:
        self._is_done = threading.Event()
        self._patience = SHORT_SECONDS
        self._load = load
        if in_background:
            thread = threading.Thread(target=self._run, name=LOADER, daemon=True)
            thread.start()
        else:
            self._run()

    def _run(self) -> None:
        self._load()
        self._is_done.set()

    def is_done(self) -> bool:
        """Return whether the load is done; the first call waits ``SHORT_SECONDS``."""
        patience, self._patience = self._patience, 0.0
        return self._is_done.wait(patience)
