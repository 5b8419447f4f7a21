"""Searcher that plays by an external program."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from engine.core.errors import ExternalProgramError, LimitsError, PresetError
from engine.core.game import GameSetup, Position
from engine.core.message import Message, MessageKey
from engine.core.types import Candidate
from engine.external.dialogue import Dialogue
from engine.external.gomocup import GomocupDialogue, find_gomoku_refusal
from engine.external.htp import HtpDialogue
from engine.external.program import Program
from engine.external.settings import ExternalSettings, command_title
from engine.search.api import Limits, ProgressCallback, SearchResult, StopFlag
from engine.search.search_lock import SearchLock


@dataclass(frozen=True, slots=True, kw_only=True)
class ExternalProtocol:
    """Protocol of the external programs for one game."""

    name: str
    start: Callable[[Program, ExternalSettings], Dialogue]
    """Returns the conversation with a running program."""

    find_refusal: Callable[[GameSetup], str | None] = lambda _setup: None
    """Returns the reason against a game in the protocol; ``None`` if supported."""


PROTOCOLS: Mapping[str, ExternalProtocol] = {
    "gomoku": ExternalProtocol(
        name="Gomocup", start=GomocupDialogue, find_refusal=find_gomoku_refusal
    ),
    "hex": ExternalProtocol(name="HTP", start=HtpDialogue),
}
"""Protocol by game."""


def check_external_game(game: str) -> None:
    """Raise ``PresetError`` unless there is a protocol for a game."""
    if game not in PROTOCOLS:
        raise PresetError(
            Message(
                "Expected a game with a protocol for external programs, got {game}.",
                game=MessageKey(game),
            )
        )


def find_external_refusal(setup: GameSetup) -> str | None:
    """Return the reason against external programs on ``setup``; ``None`` if supported.

    Raises:
        PresetError: There is no protocol for the game.
    """
    check_external_game(setup.game)
    return PROTOCOLS[setup.game].find_refusal(setup)


class ExternalSearcher:
    """External program as a ``Searcher``, which has to be closed.

    The program is started by the first search or by ``prepare``, and again after a
    failure. It only returns its move: no value, no nodes and no candidates.

    Args:
        command: Program and arguments in one text.
        settings: Settings of the program.
    """

    def __init__(self, command: str, settings: ExternalSettings) -> None:
        self._command = command
        self._settings = settings
        self._title = command_title(command, settings.name)
        self._search_lock = SearchLock()
        self._state_lock = threading.Lock()
        self._is_closed = False
        self._setup: GameSetup | None = None
        self._dialogue: Dialogue | None = None

    def prepare(self, position: Position) -> None:
        """Start the program; see ``Searcher.prepare``.

        Raises:
            ExternalProgramError: The program cannot be started, or refuses the board.
        """
        if position.outcome is None:
            with self._search_lock.held(position), self._failing():
                self._begin(position.setup)

    def try_opening(self, position: Position, limits: Limits) -> None:
        """Check that the program supports the opening rule, during an opening.

        Args:
            position: Position of the game.
            limits: Limits of its answer.

        Raises:
            ExternalProgramError: It does not support it. Other failures are left to
                the game.
        """
        try:
            with self._search_lock.held(position), self._failing():
                self._begin(position.setup).try_opening(position, limits)
        except ExternalProgramError as error:
            if error.reason == "refusal":
                raise

    def search(
        self,
        position: Position,
        limits: Limits,
        *,
        stop: StopFlag | None = None,
        on_progress: ProgressCallback | None = None,
    ) -> SearchResult:
        """See ``Searcher.search``; a stop waits until the program has moved.

        A program that does not move soon is ended if nobody needs its move.

        Raises:
            ExternalProgramError: The program gives no legal move in time.
            LimitsError: The limits count processor time or name root moves.
        """
        del on_progress
        if limits.root_moves is not None:
            raise LimitsError(
                Message(
                    "Expected every move to be allowed for the program {program}, "
                    "which cannot exclude moves.",
                    program=self._title,
                )
            )
        if limits.clock != "wall":
            raise LimitsError(
                Message(
                    "Expected wall-clock time for the program {program}, whose "
                    "processor time is not measured.",
                    program=self._title,
                )
            )
        flag = StopFlag() if stop is None else stop
        with self._search_lock.held(position), self._failing():
            dialogue = self._begin(position.setup)
            answer = dialogue.ask(position, limits, flag)
        candidate = Candidate(move=answer.move, value=0.0, pv=(answer.move,))
        return SearchResult(
            move=answer.move,
            value=0.0,
            pv=candidate.pv,
            seconds=answer.seconds,
            candidates=(candidate,),
            has_value=False,
        )

    def read_name(self, setup: GameSetup) -> str:
        """Return the name by which the program calls itself; empty if it has none.

        Raises:
            ExternalProgramError: The program cannot be started, or refuses the board.
        """
        with self._failing():
            return self._begin(setup).read_name()

    def close(self) -> None:
        """End the program, for good; a running search fails."""
        with self._state_lock:
            self._is_closed = True
            dialogue, self._dialogue = self._dialogue, None
        if dialogue is not None:
            dialogue.close()

    def _begin(self, setup: GameSetup) -> Dialogue:
        """Return the conversation about games on ``setup``."""
        refusal = find_external_refusal(setup)
        if refusal is not None:
            raise ExternalProgramError(refusal, reason="refusal")
        dialogue = self._start(setup.game)
        if setup != self._setup:
            dialogue.begin(setup)
            self._setup = setup
        return dialogue

    def _start(self, game: str) -> Dialogue:
        """Return the conversation, with a new program if none is running."""
        with self._state_lock:
            if self._is_closed:
                raise ExternalProgramError(
                    Message(
                        "The program {program} is closed.",
                        program=self._title,
                    )
                )
            if self._dialogue is None:
                program = Program(self._command, self._settings)
                self._dialogue = PROTOCOLS[game].start(program, self._settings)
                self._setup = None
            return self._dialogue

    @contextlib.contextmanager
    def _failing(self) -> Iterator[None]:
        """End the program if the body fails: what it would say next is unknown."""
        try:
            yield
        except BaseException:
            with self._state_lock:
                dialogue, self._dialogue = self._dialogue, None
            if dialogue is not None:
                dialogue.kill()
            raise
