"""HTP, the Hex text protocol: commands in, one response to each.

Source: hexwiki.net, "GTP"; the Go Text Protocol, version 2.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine import __version__
from engine.core.errors import EngineError, ProtocolError
from engine.core.game import Position
from engine.core.types import Move
from engine.players.player_config import OwnEngine
from engine.search.api import SearchResult
from engine.servers.htp import analysis
from engine.servers.htp.board_text import draw_board
from engine.servers.htp.clock import ClockCommands
from engine.servers.htp.command import HtpCommand, check_count
from engine.servers.htp.hex_commands import HexCommands
from engine.servers.line_io import LineRead
from engine.servers.thinker import Thinker, describe_failure
from engine.servers.worker import TaskDone

Run = Callable[[tuple[str, ...], float], str | None]
"""Command with its arguments and its time of arrival; see ``hex_commands``."""

RESULTS: Mapping[str, Callable[[Position, SearchResult], str]] = {
    "pentahex-visits": analysis.format_visits,
    "pentahex-win_rates": analysis.format_win_rates,
    "pentahex-line": analysis.format_line,
    "pentahex-search": analysis.describe_search,
}
"""Commands that show a search of the current position."""


class HtpServer:
    """Reader of HTP; a ``ServedProtocol``.

    Args:
        config: The engine.
        thinker: Runs its searches.
        write: Called with each response.
        notify: Called with one sentence for the user.
        now: Clock in seconds.
    """

    def __init__(
        self,
        config: OwnEngine,
        thinker: Thinker,
        write: Callable[[str], None],
        *,
        notify: Callable[[str], None],
        now: Callable[[], float],
    ) -> None:
        self._config = config
        self._thinker = thinker
        self._write = write
        self._notify = notify
        self._has_reported_compiling = False
        self._command: HtpCommand | None = None
        self._searched: tuple[Position, SearchResult] | None = None
        self._hex = HexCommands(config, thinker, self._respond, now)
        self._commands = self._list_commands()
        self.is_over = False

    def on_kernel_compiled(self) -> None:
        """See ``ServedProtocol``."""
        if not self._has_reported_compiling:
            self._has_reported_compiling = True
            self._notify("The engine is being compiled once, for a minute.")

    def handle(self, line: LineRead) -> None:
        """See ``ServedProtocol``."""
        command = HtpCommand.parse(line.text)
        if command is None:
            return
        self._command = command
        run = self._commands.get(command.name)
        if run is None:
            self._fail("unknown command")
            return
        try:
            text = run(command.arguments, line.at)
        except EngineError as error:
            self._fail(str(error))
        else:
            if text is not None:
                self._respond(text)

    def interrupt(self, line: LineRead, *, is_next: bool) -> bool:
        """See ``ServedProtocol``; a comment such as ``# interrupt`` stops, too."""
        del is_next
        command = HtpCommand.parse(line.text)
        is_last = command is not None and command.name == "quit"
        if line.text.strip() and (self._thinker.is_searching or is_last):
            self._thinker.hurry()
        return command is None

    def _list_commands(self) -> dict[str, Run]:
        """Return the commands by name."""
        hex_commands, clock = self._hex, ClockCommands(self._hex.clock)
        return {
            "name": _constant("Pentahex"),
            "version": _constant(__version__),
            "protocol_version": _constant("2"),
            "list_commands": lambda _arguments, _at: "\n".join(self._commands),
            "known_command": self._is_known,
            "quit": self._quit,
            "boardsize": hex_commands.set_size,
            "clear_board": hex_commands.clear,
            "play": hex_commands.play,
            "genmove": hex_commands.generate,
            "reg_genmove": hex_commands.suggest,
            "undo": hex_commands.undo,
            "showboard": self._show_board,
            "final_score": hex_commands.score,
            "all_legal_moves": hex_commands.list_legal_moves,
            "loadsgf": hex_commands.load,
            "time_settings": clock.set_game,
            "time_left": clock.set_or_show_left,
            "set_time": clock.set_turn,
            "param_game": hex_commands.set_parameter,
            "gogui-interrupt": _constant(""),
            "hexgui-analyze_commands": _constant(analysis.COMMANDS),
            "pentahex-policy": self._show_policy,
            **{name: self._shower(name) for name in RESULTS},
        }

    def _respond(self, text: str) -> None:
        """Write the response to the current command."""
        if self._command is not None:
            self._write(self._command.format_response(text))

    def _fail(self, text: str) -> None:
        if self._command is not None:
            self._write(self._command.format_response(text, is_error=True))

    def _is_known(self, arguments: tuple[str, ...], _at: float) -> str:
        check_count(arguments, 1)
        return "true" if arguments[0].lower() in self._commands else "false"

    def _quit(self, _arguments: tuple[str, ...], _at: float) -> str:
        self.is_over = True
        return ""

    def _show_board(self, arguments: tuple[str, ...], _at: float) -> str:
        check_count(arguments, 0)
        return "\n" + draw_board(self._hex.position)

    def _shower(self, name: str) -> Run:
        """Return the command that shows a search of the current position."""
        format_result = RESULTS[name]

        def show(arguments: tuple[str, ...], at: float) -> str | None:
            check_count(arguments, 0)
            position = self._require_going()
            if self._searched is not None and self._searched[0] == position:
                return format_result(*self._searched)

            def respond(result: SearchResult) -> None:
                self._searched = position, result
                self._respond(format_result(position, result))

            self._hex.search(position, at, respond)
            return None

        return show

    def _show_policy(self, arguments: tuple[str, ...], _at: float) -> None:
        check_count(arguments, 0)
        position = self._require_going()
        networks = analysis.find_networks(self._config, position.setup)

        def respond(done: TaskDone) -> None:
            if done.error is not None:
                self._fail(describe_failure(done.error))
            elif isinstance(done.value, dict):
                policy: dict[Move, float] = done.value
                self._respond(analysis.format_policy(position, policy))

        self._thinker.run(lambda: analysis.find_policy(networks, position), respond)

    def _require_going(self) -> Position:
        """Return the current position of an unfinished game."""
        if self._hex.game.outcome is not None:
            raise ProtocolError("the game is over")
        return self._hex.position


def _constant(text: str) -> Run:
    """Return a command with one response."""
    return lambda _arguments, _at: text
