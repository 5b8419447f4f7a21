"""Port of a match to the searches of its engines, and requests of moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from engine.core.game import Position
from engine.core.types import Player
from engine.players.player_config import PlayerConfig

if TYPE_CHECKING:
    from engine.search.api import Limits

SearcherT = TypeVar("SearcherT")
"""What a front end runs searches with; a match only hands it over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchRequest(Generic[SearcherT]):
    """Request for the move of an engine."""

    number: int
    """Later requests of the same match have larger numbers."""

    seat: Player
    """The participant to move."""

    engine: PlayerConfig
    """The engine."""

    searcher: SearcherT
    """Its searcher, the same one in the whole match."""

    position: Position
    """Position to search."""

    limits: Limits
    """Limits of the search."""


class EnginePort(Protocol[SearcherT]):
    """Runs the searches of a match; one at a time.

    An answer arrives later as ``EngineAnswered`` or ``EngineFailed``, never during
    ``start``. A front end that steps the match reads ``Match.request`` instead.
    """

    def start(self, request: SearchRequest[SearcherT]) -> None:
        """Start a search in the place of an earlier one."""
        ...

    def stop(self) -> None:
        """Stop the search; its answer is not wanted."""
        ...

    def answer_now(self) -> None:
        """Stop the search; its best move so far is wanted."""
        ...

    def delay_answer(self) -> bool:
        """Return whether ``AnswerPlaced`` follows when an answer was shown long enough.

        Called for the answers of two engines that play by themselves.
        """
        ...


class NoPort(Generic[SearcherT]):
    """Port of a match that is stepped: requests are read, answers are handed in."""

    def start(self, request: SearchRequest[SearcherT]) -> None:
        """See ``EnginePort``."""

    def stop(self) -> None:
        """See ``EnginePort``."""

    def answer_now(self) -> None:
        """See ``EnginePort``."""

    def delay_answer(self) -> bool:
        """See ``EnginePort``."""
        return False
