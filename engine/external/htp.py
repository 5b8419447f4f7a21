"""Client's side of HTP, the Hex text protocol.

Source: hexwiki.net, and the Go text protocol that it is made from. Programs differ in
what a swap does to their board, so the position is sent again after it.
"""

from __future__ import annotations

import re
import time
from dataclasses import dataclass

from engine.core.board.board_notation import format_column, split_cell_name
from engine.core.game import GameSetup, Position
from engine.core.types import Move, Player
from engine.external.dialogue import (
    OPTIONAL_SECONDS,
    POLL_SECONDS,
    DiscardTimer,
    ProgramMove,
    find_continuation,
    order_stones,
    seconds_allowed,
)
from engine.external.program import Program
from engine.external.settings import ExternalSettings
from engine.games import get_game
from engine.search.api import Limits, StopFlag

RESPONSE_FORM = re.compile(r"(?P<mark>[=?])(?P<number>\d*)\s*(?P<text>.*)")

SWAPS = ("swap", "swap-pieces", "swap-sides")
"""Names of the swap; the position is sent again, so that they mean the same."""

TAIL_SECONDS = 0.5
"""Time from the first line of a response to the empty line at its end."""

SHORT_SECONDS = 5.0
"""Time for a response to a command that only changes the board."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Response:
    """Response to a command."""

    is_success: bool
    lines: tuple[str, ...]
    at: float
    """Time of its first line."""


class HtpDialogue:
    """Conversation with an HTP program; a ``Dialogue``.

    Args:
        program: The running program.
        settings: Names of the colours, and times.
    """

    def __init__(self, program: Program, settings: ExternalSettings) -> None:
        self._program = program
        self._settings = settings
        self._known: Position | None = None
        self._commands: frozenset[str] | None = None
        self._number = 0

    def read_name(self) -> str:
        """See ``Dialogue.read_name``."""
        self._program.rest()
        response = self._try("name", OPTIONAL_SECONDS)
        if response is None or not response.is_success:
            return ""
        return response.lines[0].strip()

    def begin(self, setup: GameSetup) -> None:
        """See ``Dialogue.begin``."""
        self._program.rest()
        seconds = self._settings.startup
        if self._commands is None:
            self._commands = self._list_commands(seconds)
        sides = setup.width, setup.height
        if self._settings.transposed:
            sides = setup.height, setup.width
        response = self._request(f"boardsize {sides[0]} {sides[1]}", seconds)
        if not response.is_success and sides[0] == sides[1]:
            response = self._request(f"boardsize {sides[0]}", seconds)
        if not response.is_success:
            raise self._program.refusal()
        if "param_game" in self._commands:
            allows = int(setup.option("swap") == "on")
            self._order(f"param_game allow_swap {allows}", must=False)
        self._order("clear_board", seconds)
        self._known = get_game(setup.game).new_position(setup)

    def try_opening(self, position: Position, limits: Limits) -> None:
        """See ``Dialogue.try_opening``; ``begin`` has sent the swap rule."""

    def ask(self, position: Position, limits: Limits, stop: StopFlag) -> ProgramMove:
        """See ``Dialogue.ask``; the protocol has no command to stop a search."""
        self._program.rest()
        self._set_up(position)
        self._send_limits(position.to_move, limits)
        seconds = seconds_allowed(limits)
        colour = self._colour(position.to_move)
        sent = time.monotonic()
        patience = seconds + self._settings.grace
        response = self._try(f"genmove {colour}", patience, stop)
        if response is None:
            raise self._program.overrun(patience)
        self._program.note_move(response.at)
        if not response.is_success:
            raise self._program.refusal()
        move = self._read_move(position, response.lines[0])
        # After a swap programs differ in what is on their board.
        is_cell = move < position.setup.cell_count
        self._known = position.play(move) if is_cell else None
        return ProgramMove(move=move, seconds=response.at - sent)

    def close(self) -> None:
        """See ``Dialogue.close``."""
        self._program.close("quit")

    def kill(self) -> None:
        """See ``Dialogue.kill``."""
        self._program.kill()

    def _list_commands(self, seconds: float) -> frozenset[str]:
        """Return the commands that the program supports; none if it lists none."""
        response = self._try("list_commands", seconds)
        if response is None or not response.is_success:
            return frozenset()
        return frozenset(" ".join(response.lines).split())

    def _set_up(self, position: Position) -> None:
        """Put the stones of a position on the program's board."""
        if position == self._known:
            return
        move = find_continuation(self._known, position)
        if move is not None and move < position.setup.cell_count:
            self._play(position, move)
        else:
            self._order("clear_board")
            for cell in order_stones(position):
                self._play(position, cell)
        self._known = position

    def _play(self, position: Position, cell: Move) -> None:
        colour = self._colour(Player(position.stones[cell]))
        self._order(f"play {colour} {self._cell_name(position.setup, cell)}")

    def _send_limits(self, player: Player, limits: Limits) -> None:
        """Send the time of the next move by a command that the program supports."""
        known = self._commands or frozenset()
        left = limits.seconds_left
        if left is not None and "time_left" in known:
            self._order(f"time_left {self._colour(player)} {left:g} 0", must=False)
        elif limits.seconds is not None and "set_time" in known:
            self._order(f"set_time {limits.seconds:g}", must=False)
        elif limits.seconds is not None and "time_settings" in known:
            self._order(f"time_settings 0 {limits.seconds:g} 1", must=False)

    def _request(self, command: str, seconds: float) -> Response:
        """Send a command and return its response.

        Raises:
            ExternalProgramError: There is none in time.
        """
        response = self._try(command, seconds)
        if response is None:
            raise self._program.silence(seconds)
        return response

    def _try(
        self, command: str, seconds: float, stop: StopFlag | None = None
    ) -> Response | None:
        """Send a command and return its response, or ``None`` if none comes in time.

        A response without a number, or with that of the command, is accepted. Other
        lines are remarks.

        Raises:
            ExternalProgramError: Nobody needs the response, by ``stop``.
        """
        self._number += 1
        until = self._program.send(f"{self._number} {command}") + seconds
        timer = DiscardTimer(StopFlag() if stop is None else stop)
        while (now := time.monotonic()) < until:
            if timer.is_over(now):
                raise self._program.discarded()
            line = self._program.read(min(until, now + POLL_SECONDS))
            if line is None:
                continue
            found = RESPONSE_FORM.match(line.text)
            if found is not None and found["number"] in {"", str(self._number)}:
                return Response(
                    is_success=found["mark"] == "=",
                    lines=(found["text"], *self._read_rest()),
                    at=line.at,
                )
        return None

    def _read_rest(self) -> list[str]:
        """Return the lines to the end of a response; some programs lack its end."""
        until = time.monotonic() + TAIL_SECONDS
        lines = []
        while (line := self._program.read(until)) is not None and line.text.strip():
            lines.append(line.text)
        return lines

    def _order(
        self, command: str, seconds: float = SHORT_SECONDS, *, must: bool = True
    ) -> None:
        """Send a command whose response is empty.

        Raises:
            ExternalProgramError: The program refuses a mandatory command.
        """
        if not must:
            self._try(command, OPTIONAL_SECONDS)
        elif not self._request(command, seconds).is_success:
            raise self._program.refusal()

    def _colour(self, player: Player) -> str:
        """Return the program's name of a side."""
        is_black = (player is Player.FIRST) == (self._settings.first == "black")
        return "black" if is_black else "white"

    def _cell_name(self, setup: GameSetup, cell: Move) -> str:
        row, column = divmod(cell, setup.width)
        if self._settings.transposed:
            row, column = column, row
        return f"{format_column(column)}{row + 1}"

    def _read_move(self, position: Position, text: str) -> Move:
        """Return the legal move of a response.

        Raises:
            ExternalProgramError: It resigns, or the response is no legal move.
        """
        word, setup = text.strip().lower(), position.setup
        if word == "resign":
            raise self._program.resignation()
        parts = split_cell_name(word)
        if word in SWAPS:
            move = Move(setup.cell_count)
        elif parts is not None:
            column, row = parts[0], parts[1] - 1
            if self._settings.transposed:
                row, column = column, row
            is_inside = 0 <= row < setup.height and 0 <= column < setup.width
            move = Move(row * setup.width + column) if is_inside else Move(-1)
        else:
            raise self._program.garbage()
        problem = position.objection_to(move)
        if problem is not None:
            raise self._program.illegal(problem)
        return move
