"""Manager's side of the Gomocup protocol.

Source: plastovicka.github.io/protocl2en.htm. Programs differ from it: many answer
nothing to an unknown command, and print lines of their own.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable

from engine.core.errors import ExternalProgramError
from engine.core.game import GameSetup, Position
from engine.core.message import Message
from engine.external.dialogue import (
    OPTIONAL_SECONDS,
    POLL_SECONDS,
    DiscardTimer,
    ProgramMove,
    find_continuation,
    order_stones,
    seconds_allowed,
)
from engine.external.gomocup_lines import (
    MOVE_FORM,
    REFUSALS,
    REMARKS,
    SUGGESTION_FORM,
    first_word,
    play_legal,
    read_cells,
)
from engine.external.gomocup_swap2 import ANSWER_FORM, Swap2Answers, is_in_swap2
from engine.external.line_process import Line
from engine.external.program import Program
from engine.external.settings import ExternalSettings
from engine.games import get_game
from engine.games.gomoku.rules.constants import RENJU
from engine.games.gomoku.rules.gomocup_notation import (
    OPPONENT,
    OWN,
    RULE_NUMBERS,
    UNLIMITED_MS,
    format_point,
)
from engine.games.gomoku.rules.openings.choices import NONE, OPTION, SWAP2
from engine.search.api import Limits, StopFlag

PROGRAM_OPPONENT = 1
"""Value of ``INFO game_type`` for a game against another program."""

UNLIMITED_NODES = 2_147_483_647
"""Value of ``INFO max_node`` that takes a limit back."""

UNLIMITED_DEPTH = 255
"""Value of ``INFO max_depth`` that takes a limit back."""

MEGABYTE = 1 << 20

STOP_WORDS = ("YXSTOP", "STOP")
"""Commands that end a search in some programs; the protocol has none."""

NAME_FORM = re.compile(r"\bname\s*=\s*\"([^\"]*)\"")


def find_gomoku_refusal(setup: GameSetup) -> str | None:
    """Return the reason against a game in the protocol; ``None`` if supported."""
    if setup.option("line_length") != "5":
        return Message(
            "Expected lines of five for a Gomocup program, got {length}.",
            length=setup.option("line_length"),
        )
    if setup.option(OPTION) not in (NONE, SWAP2):
        return Message(
            "Expected no opening rule or swap2 for a Gomocup program, got {opening}.",
            opening=setup.option(OPTION),
        )
    return None


class GomocupDialogue:
    """Conversation with a Gomocup program; a ``Dialogue``.

    Args:
        program: The running program.
        settings: What it may use.
    """

    def __init__(self, program: Program, settings: ExternalSettings) -> None:
        self._program = program
        self._settings = settings
        self._known: Position | None = None
        self._can_restart = True
        self._stop_words = list(STOP_WORDS)
        self._limited: set[str] = set()
        self._swap2 = Swap2Answers(program)
        self._tried: ProgramMove | None = None

    def read_name(self) -> str:
        """See ``Dialogue.read_name``."""
        self._program.rest()
        until = self._program.send("ABOUT") + OPTIONAL_SECONDS
        while (line := self._program.read(until)) is not None:
            found = NAME_FORM.search(line.text)
            if found is not None:
                return found[1].strip()
            if first_word(line.text) in REFUSALS:
                break
        return ""

    def begin(self, setup: GameSetup) -> None:
        """See ``Dialogue.begin``."""
        self._tried = None
        self._program.rest()
        size = f"START {setup.width}"
        if setup.height != setup.width:
            size = f"RECTSTART {setup.width},{setup.height}"
        seconds = self._settings.startup
        until = self._program.send(size) + seconds
        if not self._is_accepted(until):
            raise self._program.silence(seconds)
        self._send_rules(setup)

    def try_opening(self, position: Position, limits: Limits) -> None:
        """See ``Dialogue.try_opening``.

        The program is asked for the first three stones, which it has only loaded for
        then. If it begins the game, they are its first move.
        """
        if not is_in_swap2(position):
            return
        setup = position.setup
        empty = get_game(setup.game).new_position(setup)
        grace = max(self._settings.grace, self._settings.startup)
        self._tried = self._ask_swap2(
            *(empty, limits, StopFlag()), grace=grace, overrun=self._swap2.silence
        )

    def ask(self, position: Position, limits: Limits, stop: StopFlag) -> ProgramMove:
        """See ``Dialogue.ask``."""
        if is_in_swap2(position):
            return self._play_swap2(position, limits, stop)
        self._program.rest()
        move = find_continuation(self._known, position)
        if move is None and position != self._known:
            self._restart(position.setup)
            move = find_continuation(self._known, position)
        self._send_limits(limits)
        if move is not None:
            sent = self._program.send(f"TURN {format_point(position.setup, move)}")
        elif any(position.stones):
            sent = self._send_board(position)
        else:
            sent = self._program.send("BEGIN")
        program = self._program
        grace = self._settings.grace
        line = self._await_line(
            sent, limits, stop, MOVE_FORM, grace=grace, overrun=program.overrun
        )
        answer, *_ = read_cells(program, position.setup, line.text)
        self._known = play_legal(program, position, answer)
        return ProgramMove(move=answer, seconds=line.at - sent)

    def close(self) -> None:
        """See ``Dialogue.close``."""
        self._program.close("END")

    def kill(self) -> None:
        """See ``Dialogue.kill``."""
        self._program.kill()

    def _play_swap2(
        self, position: Position, limits: Limits, stop: StopFlag
    ) -> ProgramMove:
        """Return the program's move in the swap2 opening, asked for or kept."""
        tried, self._tried = self._tried, None
        if tried is not None and not position.history:
            return ProgramMove(move=tried.move, seconds=0.0)
        kept = self._swap2.recall(position)
        if kept is not None:
            return ProgramMove(move=kept, seconds=0.0)
        grace = self._settings.grace
        return self._ask_swap2(
            position, limits, stop, grace=grace, overrun=self._swap2.overrun
        )

    def _ask_swap2(
        self,
        position: Position,
        limits: Limits,
        stop: StopFlag,
        *,
        grace: float,
        overrun: Callable[[float], ExternalProgramError],
    ) -> ProgramMove:
        """Return the program's move in the swap2 opening; see ``_await_line``."""
        self._program.rest()
        self._restart(position.setup)
        self._known = None  # programs differ in what is on their board afterwards
        self._send_limits(limits)
        for text in self._swap2.list_lines(position):
            sent = self._program.send(text)
        line = self._await_line(
            sent, limits, stop, ANSWER_FORM, grace=grace, overrun=overrun
        )
        move = self._swap2.read(position, line.text)
        return ProgramMove(move=move, seconds=line.at - sent)

    def _restart(self, setup: GameSetup) -> None:
        """Empty the program's board, by ``RESTART`` if it supports that."""
        if self._known is not None and not self._known.history:
            return  # the board is still empty
        if self._can_restart:
            until = self._program.send("RESTART") + OPTIONAL_SECONDS
            if self._is_accepted(until, must=False):
                self._send_rules(setup)
                return
            self._can_restart = False
        self.begin(setup)

    def _is_accepted(self, until: float, *, must: bool = True) -> bool:
        """Return whether ``OK`` comes in time.

        Args:
            until: End of the waiting.
            must: Whether the program has to support the command.

        Raises:
            ExternalProgramError: The program refuses a mandatory command.
        """
        while (line := self._program.read(until)) is not None:
            word = first_word(line.text)
            if word == "OK":
                return True
            if word in REFUSALS:
                if must:
                    raise self._program.refusal()
                return False
        return False

    def _send_rules(self, setup: GameSetup) -> None:
        """Send the settings of the game."""
        own = self._settings
        self._known = get_game(setup.game).new_position(setup)
        rule = setup.option("rule")
        self._info("rule", own.renju if rule == RENJU else RULE_NUMBERS[rule])
        self._info("game_type", PROGRAM_OPPONENT)
        self._info("timeout_match", 0)
        self._info("max_memory", own.memory * MEGABYTE)
        self._info("thread_num", own.threads)
        if own.folder is not None:
            self._info("folder", own.folder)

    def _send_limits(self, limits: Limits) -> None:
        """Send the limits of the next move."""
        left = limits.seconds_left
        self._info("timeout_turn", max(round(1000 * seconds_allowed(limits)), 1))
        self._info("time_left", UNLIMITED_MS if left is None else round(1000 * left))
        self._send_limit("max_node", limits.nodes, unlimited=UNLIMITED_NODES)
        self._send_limit("max_depth", limits.depth, unlimited=UNLIMITED_DEPTH)

    def _send_limit(self, key: str, limit: int | None, *, unlimited: int) -> None:
        """Send a limit, or take back the one of an earlier move."""
        if limit is not None:
            self._limited.add(key)
            self._info(key, limit)
        elif key in self._limited:
            self._limited.remove(key)
            self._info(key, unlimited)

    def _info(self, key: str, value: object) -> None:
        self._program.send(f"INFO {key} {value}")

    def _send_board(self, position: Position) -> float:
        """Send all stones in the order of play; return the time of the last line."""
        self._program.send("BOARD")
        for cell in order_stones(position):
            is_own = position.stones[cell] == position.to_move
            field = OWN if is_own else OPPONENT
            self._program.send(f"{format_point(position.setup, cell)},{field}")
        return self._program.send("DONE")

    def _await_line(
        self,
        sent: float,
        limits: Limits,
        stop: StopFlag,
        form: re.Pattern[str],
        *,
        grace: float,
        overrun: Callable[[float], ExternalProgramError],
    ) -> Line:
        """Return the line of the program's move.

        Lines that are neither a move nor a remark are tolerated until the time is over.

        Args:
            sent: Time of the request.
            limits: Limits of the move.
            stop: The signal of the search.
            form: Beginning of the line.
            grace: Seconds by which it may be late.
            overrun: Returns the error if there is none after some seconds.
        """
        until = sent + seconds_allowed(limits) + grace
        words = list(self._stop_words)
        timer = DiscardTimer(stop)
        has_garbage = is_stopped = False
        while True:
            now = time.monotonic()
            if now >= until:
                raise self._program.garbage() if has_garbage else overrun(now - sent)
            if timer.is_over(now):
                raise self._program.discarded()
            if stop and not is_stopped and words:
                is_stopped = True
                self._program.send(words[0])
            line = self._program.read(min(until, now + POLL_SECONDS))
            if line is None or not line.text.strip():
                continue
            word = first_word(line.text)
            if word in REFUSALS and is_stopped and words:
                self._stop_words.remove(words.pop(0))
                is_stopped = False
            elif form.match(line.text):
                self._program.note_move(line.at)
                return line
            elif suggestion := SUGGESTION_FORM.match(line.text):
                self._program.send(f"PLAY {suggestion[1]},{suggestion[2]}")
            has_garbage = has_garbage or word not in REMARKS
