"""Trial of an external program: its name and its first move on an empty board."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.core.errors import ExternalProgramError
from engine.core.game import GameSetup
from engine.core.message import Message, MessageKey, as_clause
from engine.external.external_searcher import (
    PROTOCOLS,
    ExternalSearcher,
    check_external_game,
)
from engine.external.settings import ExternalSettings
from engine.games import get_game
from engine.search.api import Limits

STARTUP_SECONDS = 10.0
"""Longest start of a program on trial; a game waits for as long as its settings say."""

MOVE_SECONDS = 1.0
"""Time for its move."""

MISUNDERSTANDINGS = frozenset({"silence", "garbage", "refusal", "overrun"})
"""Reasons of a failure by which a program may speak another protocol.

A program that refuses a command after it has accepted the game speaks this one.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrialAnswer:
    """What a program answers on trial."""

    name: str
    """The name by which it calls itself; empty if it has none."""

    cell: str
    """Its first move."""


class Trial:
    """Trial of one program, which runs only meanwhile.

    Args:
        command: Program and arguments in one text.
        settings: Settings of the program.
        setup: Game, size and rules of the empty board.
    """

    def __init__(
        self, command: str, settings: ExternalSettings, setup: GameSetup
    ) -> None:
        seconds = min(settings.startup, STARTUP_SECONDS)
        self._searcher = ExternalSearcher(command, replace(settings, startup=seconds))
        self._setup = setup

    def run(self) -> TrialAnswer:
        """Return the name and the move of the program, and end it.

        Raises:
            EngineError: It does not play on the board; the message says why.
        """
        check_external_game(self._setup.game)
        position = get_game(self._setup.game).new_position(self._setup)
        is_ready = False
        try:
            self._searcher.prepare(position)
            is_ready = True
            name = self._searcher.read_name(self._setup)
            result = self._searcher.search(position, Limits(seconds=MOVE_SECONDS))
        except ExternalProgramError as error:
            is_known = is_ready and error.reason == "refusal"
            if is_known or error.reason not in MISUNDERSTANDINGS:
                raise
            raise self._explain(error) from error
        finally:
            self.stop()
        return TrialAnswer(name=name, cell=position.cell_name(result.move))

    def stop(self) -> None:
        """End the program; a running trial fails."""
        self._searcher.close()

    def _explain(self, error: ExternalProgramError) -> ExternalProgramError:
        """Return the error that names the protocol of the game, too."""
        game = self._setup.game
        message = Message(
            "Expected a program for {game} that speaks {protocol}: {reason}.",
            protocol=PROTOCOLS[game].name,
            game=MessageKey(game),
            reason=as_clause(error.message),
        )
        return ExternalProgramError(message, reason=error.reason)
