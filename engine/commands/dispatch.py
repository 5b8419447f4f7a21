"""Dispatcher of the command line: runs a command and reports failures.

Exit status: 0 for success, 1 for failure, 2 for bad usage; a failure is one line on
standard error.
"""

from __future__ import annotations

import argparse
import importlib
import io
import logging
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn, Protocol, cast

from engine import __version__
from engine.core.errors import EngineError, UsageError, is_usage_error
from engine.core.files.atomic_file import describe_os_error
from engine.core.files.paths import NEW_WINDOW, names_a_file, state_folder
from engine.core.formats.settings_reader import LONGEST_TEXT
from engine.core.message import describe_unexpected
from engine.core.processes.failure_lines import JSON_ERRORS, format_failure
from engine.records.picture import DrawPicture

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

COMMANDS = (
    *("engines", "genmove", "winrates", "match", "tournament", "ratings"),
    *("gomocup", "htp", "solve", "analyse", "convert", "train", "experiment", "bench"),
)
"""Names of the commands; each is a module of this package."""

SUCCESS = 0
FAILURE = 1
BAD_USAGE = 2

LOG_FILE = "commands.log"

log = logging.getLogger(__name__)


class Command(Protocol):
    """Contract of a command module."""

    SUMMARY: str

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the arguments of the command."""
        ...

    def run(self, arguments: argparse.Namespace) -> int:
        """Run the command and return the exit status.

        ``arguments.draw_picture`` is that of ``run`` below.
        """
        ...


class OneLineParser(argparse.ArgumentParser):
    """Parser that reports bad usage in one line, in words that are not Python's."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.register("type", int, _number_reader(int, "a whole number"))
        self.register("type", float, _number_reader(float, "a number"))

    def error(self, message: str) -> NoReturn:
        """See ``argparse.ArgumentParser.error``."""
        self.exit(BAD_USAGE, f"{self.prog}: {message} (see --help)\n")

    def _check_value(self, action: argparse.Action, value: object) -> None:
        """Check a value with choices; argparse calls others invalid choices."""
        choices = action.choices
        if choices is not None and value not in choices:
            wanted = ", ".join(map(str, choices))
            shown = str(value)[:LONGEST_TEXT]
            raise argparse.ArgumentError(
                action, f"expected one of {wanted}; got {shown!r}"
            )

    def _print_message(
        self, message: str, file: SupportsWrite[str] | None = None
    ) -> None:
        """Print help, version or an error; argparse hides that it is lost."""
        (file or sys.stderr).write(message)


def _number_reader(
    convert: Callable[[str], float], wanted: str
) -> Callable[[str], float]:
    """Return the reader of an option whose value is a number."""

    def read(text: str) -> float:
        try:
            return convert(text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(
                f"expected {wanted}, got {text[:LONGEST_TEXT]!r}"
            ) from error

    return read


def run(argv: list[str], *, draw_picture: DrawPicture | None = None) -> int:
    """Run the command in ``argv`` and return the exit status.

    Args:
        argv: Name of the command and its arguments.
        draw_picture: Writes pictures of records; ``None`` where nothing can.
    """
    _escape_unknown_characters()
    try:
        return _run_flushed(argv, draw_picture)
    except BrokenPipeError:  # the reader of the output, such as head, has ended
        drop_output()
    except EngineError as error:
        _report(error.message, argv)
        return BAD_USAGE if is_usage_error(error) else FAILURE
    except OSError as error:
        _report(describe_os_error(error), argv)
    except KeyboardInterrupt:
        print("pentahex: Stopped.", file=sys.stderr)
    except ModuleNotFoundError:  # the start of the program explains it
        raise
    except Exception as error:  # the edge of the program: log all, show a sentence
        log_to_file()
        log.exception("command failed")
        _report(describe_unexpected(error), argv)
    return FAILURE


def _escape_unknown_characters() -> None:
    """Let standard output show a character that its encoding lacks by its code.

    The infinity sign of a table is none of Windows' code page 1252. Standard error does
    the same from the start.
    """
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def _report(message: str, argv: list[str]) -> None:
    """Print a failure, also where the arguments could not be parsed."""
    lines = format_failure(message, with_json=JSON_ERRORS in argv)
    print(lines, file=sys.stderr)


def _run_flushed(argv: list[str], draw_picture: DrawPicture | None) -> int:
    """Run a command, and write what it has printed, also if that was its help."""
    try:
        status = _run_command(argv, draw_picture)
    except SystemExit:
        _flush_output()
        raise
    _flush_output()
    return status


def _flush_output() -> None:
    """Write what was printed; what cannot be written is not tried again."""
    try:
        sys.stdout.flush()
    except OSError:
        drop_output()
        raise


def drop_output() -> None:
    """Send the rest of standard output nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


def log_to_file() -> None:
    """Send the log to a file, or nowhere if that fails; never to the terminal."""
    try:
        state_folder().mkdir(parents=True, exist_ok=True)
        logging.basicConfig(filename=state_folder() / LOG_FILE, encoding="utf-8")
    except OSError:
        logging.getLogger().addHandler(logging.NullHandler())


def _run_command(argv: list[str], draw_picture: DrawPicture | None) -> int:
    if argv and argv[0] in COMMANDS:
        command = _load(argv[0])
        parser = OneLineParser(
            prog=f"pentahex {argv[0]}",
            description=command.SUMMARY,
            allow_abbrev=False,
        )
        command.add_arguments(parser)
        parser.add_argument(
            JSON_ERRORS,
            action="store_true",
            help="print a failure also as JSON, for programs that translate it",
        )
        parser.set_defaults(draw_picture=draw_picture)
        return command.run(parser.parse_args(argv[1:]))
    overview, known = _overview(), ", ".join(COMMANDS)
    for name in overview.parse_args(argv).names:
        if not names_a_file(name):
            shown = name[:LONGEST_TEXT]
            overview.error(f"expected record files or one of {known}; got {shown!r}")
    raise UsageError(f"Expected a record file or a command among {known}.")


def _load(name: str) -> Command:
    return cast("Command", importlib.import_module(f"engine.commands.{name}"))


def _overview() -> argparse.ArgumentParser:
    """Return the parser behind ``--help`` and ``--version``."""
    width = max(len(name) for name in COMMANDS)
    lines = [f"  {name:<{width}}  {_load(name).SUMMARY}" for name in COMMANDS]
    parser = OneLineParser(
        prog="pentahex",
        description="Play and analyse Gomoku and Hex. Without arguments the window\n"
        "opens; with record files it shows them.",
        epilog="\n".join(["commands:", *lines, "", "See COMMAND --help."]),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
        usage="pentahex [--new-window] [FILE ...] | COMMAND [ARGUMENT ...] | "
        "--self-test",
    )
    parser.add_argument(
        NEW_WINDOW,
        action="store_true",
        help="open a new window; without it FILE goes to the window that is open",
    )
    parser.add_argument(
        "--self-test",
        action="store_true",
        help="check that everything in this installation works; JSON lines",
    )
    parser.add_argument("--version", action="version", version=__version__)
    parser.add_argument("names", nargs="*", help=argparse.SUPPRESS)
    return parser
