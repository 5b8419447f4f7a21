"""What a tree search may ask about a position, where its game knows something."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from engine.core.game import GameSetup, Position
from engine.core.types import SolverResult
from engine.games import get_game
from engine.search.evaluation import LeafSolver

LOADER = "knowledge"
"""Name of every thread that loads beside a search."""

SHORT_SECONDS = 0.2
"""What has been compiled before is there after that long."""


class Solver(Protocol):
    """Judges positions of one setup without searching."""

    def solve(self, position: Position) -> SolverResult | None:
        """Return what is known of a position that goes on, or ``None``."""
        ...

    def load(self) -> None:
        """Load or compile everything that judging takes."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class SolverPolicy:
    """Knowledge at work in a search."""

    source: Solver
    """What judges."""

    weight: int
    """Simulations that the order of the judged moves counts for."""


def make_solver(position: Position, *, orders: bool = True) -> Solver | None:
    """Return what judges positions of the same setup, if the game has it.

    Args:
        position: Any position of the setup.
        orders: Whether to tell which moves promise most, where that takes time.
    """
    if position.setup.game == "gomoku":
        from engine.games.gomoku.threats.vcf_solver import VcfSolver  # noqa: PLC0415

        return VcfSolver(position)
    if position.setup.game == "hex":
        from engine.games.hex.evaluation.solver import HexSolver  # noqa: PLC0415

        return HexSolver(position, orders=orders)
    return None


def make_leaf_solver(setup: GameSetup) -> LeafSolver | None:
    """Return what judges leaves of a setup, if the game has it."""
    if setup.game == "gomoku":
        from engine.games.gomoku.threats.vcf_solver import VcfLeafSolver  # noqa: PLC0415

        return VcfLeafSolver(get_game(setup.game).new_position(setup))
    return None


class BackgroundLoad:
    """Something slow that is done once, in a thread of its own if nobody may wait.

    Args:
        load: What is to be done.
        is_beside: Whether it is done beside what else happens.
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
        """Say whether it is done; the first time, wait a moment for it."""
        patience, self._patience = self._patience, 0.0
        return self._is_done.wait(patience)
