"""Observer of a run that is being played."""

from __future__ import annotations

from engine.core.message import Message
from engine.tournament.run_state import RunState


class RunMonitor:
    """Observer of a run; the base class ignores all reports."""

    def warn(self, warning: Message) -> None:
        """Report what the folder has lost."""

    def preparing(self, engine: str) -> None:
        """Report that an engine is being built and compiled, or started."""

    def update(self, state: RunState) -> None:
        """Report the state after a move or a game; called often."""
