"""One engine of a comparison: what it has found in all its turns so far."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

from engine.core.types import Candidate, MoveAnalysis
from engine.players.preset_player import PresetPlayer

if TYPE_CHECKING:
    from engine.search.api import SearchResult


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedEngine:
    """An engine with its best result, and the time that it has had."""

    engine: PresetPlayer
    """The engine as the user chose it."""

    analysis: MoveAnalysis | None = None
    """The deepest result with all candidates; ``None`` before the first one."""

    nodes_before: int = 0
    """Nodes of the turns that have ended."""

    seconds_before: float = 0.0
    """Seconds of the turns that have ended."""

    nodes: int = 0
    """Nodes of all turns."""

    seconds: float = 0.0
    """Seconds of all turns."""

    is_done: bool = False
    """Whether another turn would find nothing new."""

    problem: str = ""
    """Why the engine failed, one sentence; empty if it did not."""

    @property
    def nodes_per_second(self) -> float:
        """Speed of the searches; 0 before the first one."""
        return self.nodes / self.seconds if self.seconds > 0 else 0.0

    @property
    def best(self) -> Candidate | None:
        """The best candidate, with its line."""
        candidates = () if self.analysis is None else self.analysis.candidates
        return candidates[0] if candidates else None

    def share_of(self, candidate: Candidate) -> float:
        """Return the share of a candidate in the visits of all."""
        candidates = () if self.analysis is None else self.analysis.candidates
        total = sum(other.visits for other in candidates)
        return candidate.visits / total if total else 0.0

    def after_progress(self, result: SearchResult) -> Self:
        """Return the engine with a report of the turn that goes on."""
        return replace(
            self,
            analysis=result.analysis(),
            nodes=self.nodes_before + result.nodes,
            seconds=self.seconds_before + result.seconds,
        )

    def after_turn(self, result: SearchResult, seconds: float) -> Self:
        """Return the engine at the end of a turn of so many seconds."""
        after = self.after_progress(result)
        return replace(
            after,
            nodes_before=after.nodes,
            seconds_before=after.seconds,
            is_done=result.seconds < seconds / 2,
        )
