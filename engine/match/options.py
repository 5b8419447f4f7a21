"""Options of a match, and the tools that its front end gives it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic

from engine.core.clocks.sleep_clock import seconds_with_sleep
from engine.core.game import GameSetup
from engine.match.limits import limits_by_clock
from engine.match.match_setup import MatchSetup
from engine.match.port import SearcherT
from engine.match.session.game_session import GameSession
from engine.players.player_config import PlayerConfig

if TYPE_CHECKING:
    from engine.search.api import Limits


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchOptions:
    """Behaviour of a match that depends on its front end."""

    asks_engines: bool = True
    """Whether engines are asked by themselves; otherwise only by ``MoveRequested``,
    and the moves of both sides may be entered."""

    awaits_stones: bool = False
    """Whether an engine's move is played only after ``AnswerPlaced``, as its stone is
    put on a real board; its clock runs until then."""

    replaces_engines: bool = False
    """Whether another engine, or a person, moves for an engine that fails, and an
    external program waits; otherwise the front end forfeits the game or asks again."""

    refuses_fouls: bool = False
    """Whether a person's move that loses at once by a foul is refused."""

    is_fixed: bool = False
    """Whether the game can only be looked at: no move, no other player, no edit."""

    notices_standstills: bool = False
    """Whether a standstill of the program pauses the match."""

    clock_runs_on: bool = False
    """Whether time counts while the program does not run or an engine is prepared, as
    at a contest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchTools(Generic[SearcherT]):
    """What a front end gives its matches."""

    make_searcher: Callable[[PlayerConfig, str], SearcherT]
    """Factory of the searcher of an engine for a game."""

    name_player: Callable[[PlayerConfig | None, GameSetup], str]
    """Returns the name of an engine, or of the person, in records."""

    drop_searcher: Callable[[SearcherT], None] = lambda _searcher: None
    """Takes a searcher that is not used any more."""

    fit_engine: Callable[[PlayerConfig, GameSetup], PlayerConfig] = (
        lambda engine, _setup: engine
    )
    """Returns an engine as it searches here, such as with its threads; another one
    than last time gets a fresh searcher."""

    choose_limits: Callable[[MatchSetup, GameSession], Limits] = limits_by_clock
    """Returns the limits of the engine to move."""

    now: Callable[[], float] = seconds_with_sleep
    """Source of seconds that also pass while the computer sleeps."""
