"""Gomocup protocol: lines of a manager, and which of them interrupt a search.

Source: plastovicka.github.io/protocl2en.htm
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from engine import __version__
from engine.core.errors import EngineError
from engine.servers.gomocup.brain import Brain
from engine.servers.gomocup.command import Command, shorten
from engine.servers.line_io import LineRead
from engine.servers.thinker import Thinker

STOPS = frozenset({"STOP", "YXSTOP"})
"""Commands that end a search with its best move; without a search they do nothing."""

ABORTS = frozenset({"START", "RECTSTART", "RESTART"})
"""Commands after which no move of the game before is wanted."""

ENDS = frozenset({*ABORTS, "END"})
"""Commands that are also run within a block that lacks its last line."""

AT_ONCE = frozenset({"ABOUT", "INFO"})
"""Commands that are run while the engine thinks."""

DONE = "DONE"
"""Last line of a block."""

LONGEST_BLOCK = 1000
"""Lines of a block that are kept; the largest board has 484 cells."""


@dataclass(slots=True)
class _Block:
    """Lines of a block that has begun."""

    name: str
    """Command of the block."""

    lines: list[str] = field(default_factory=list)
    """Lines after the command."""

    is_broken: bool = False
    """Whether another command was in it: the block is not run."""


class GomocupServer:
    """Reader of the Gomocup protocol; a ``ServedProtocol``.

    Args:
        brain: Runs the commands.
        thinker: Runs the searches of the brain.
        write: Called with each line of output.
    """

    def __init__(
        self, brain: Brain, thinker: Thinker, write: Callable[[str], None]
    ) -> None:
        self._thinker = thinker
        self._write = write
        self._block: _Block | None = None
        self._has_reported_compiling = False
        self._commands: dict[str, Callable[[str, float], None]] = {
            "ABOUT": self._about,
            "BEGIN": brain.begin,
            "END": self._end,
            "INFO": brain.take_info,
            "PLAY": brain.force_move,
            "RECTSTART": brain.start_rectangle,
            "RESTART": brain.restart,
            "START": brain.start,
            "TAKEBACK": brain.take_back,
            "TURN": brain.take_turn,
            **dict.fromkeys(STOPS, _do_nothing),
        }
        self._blocks = {"BOARD": brain.set_board, "SWAP2BOARD": brain.open_swap2}
        self.is_over = False

    def on_kernel_compiled(self) -> None:
        """See ``ServedProtocol``."""
        if not self._has_reported_compiling:
            self._has_reported_compiling = True
            self._write("MESSAGE The engine is being compiled once, for a minute.")

    def handle(self, line: LineRead) -> None:
        """See ``ServedProtocol``."""
        command = Command.parse(line.text)
        if self._block is not None and self._take_block_line(
            self._block, command, line
        ):
            return
        if command.name in self._blocks:
            self._block = _Block(command.name)
        elif command.name in self._commands:
            run = self._commands[command.name]
            self._guard(lambda: run(command.rest, line.at))
        elif command.name:
            self._write(f"UNKNOWN command {shorten(command.name)}")

    def interrupt(self, line: LineRead, *, is_next: bool) -> bool:
        """See ``ServedProtocol``."""
        name = Command.parse(line.text).name
        if name == "END":
            self._thinker.drop()
            self.is_over = True
        if self.is_over or not name:
            return True
        if not self._thinker.is_searching:  # ``START`` is still to be answered
            return False
        if name in AT_ONCE and is_next:
            self.handle(line)
            return True
        if name in ABORTS:
            self._thinker.drop()
        else:
            self._thinker.hurry()
        return name in STOPS

    def _take_block_line(self, block: _Block, command: Command, line: LineRead) -> bool:
        """Take a line of a block; return false if its command is to be run.

        A command in a block is an error. The rest of the block is skipped then, unless
        the command begins another game or ends the server.
        """
        if command.name == DONE:
            self._block = None
            if not block.is_broken:
                self._guard(lambda: self._blocks[block.name](block.lines, line.at))
        elif command.name in self._commands or command.name in self._blocks:
            if not block.is_broken:
                block.is_broken = True
                self._write(
                    f"ERROR Expected {DONE} after {block.name}, got {command.name}."
                )
            if command.name in ENDS:
                self._block = None
                return False
        elif command.name and len(block.lines) < LONGEST_BLOCK:
            block.lines.append(line.text)
        return True

    def _guard(self, run: Callable[[], None]) -> None:
        """Run a command; write why it cannot be run."""
        try:
            run()
        except EngineError as error:
            self._write(f"ERROR {error}")

    def _about(self, _rest: str, _at: float) -> None:
        self._write(
            f'name="Pentahex", version="{__version__}", author="Pentahex authors"'
        )

    def _end(self, _rest: str, _at: float) -> None:
        self.is_over = True


def _do_nothing(_rest: str, _at: float) -> None:
    """Do nothing: no search runs."""
