"""Conversion of a record between formats."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from engine.commands.arguments import add_json, print_json
from engine.core.atomic_file import write_atomically
from engine.core.errors import RecordError, UsageError
from engine.games import GAMES
from engine.records import csv_table, files
from engine.records.model.record import GameRecord

SUMMARY = "convert a record into another format"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    known = [end for entry in files.FORMATS for end in entry.extensions]
    endings = ", ".join((*known, csv_table.EXTENSION))
    parser.add_argument("source", metavar="IN", type=Path, help="the record to read")
    parser.add_argument(
        "target",
        metavar="OUT",
        type=Path,
        help=f"the file to write; its extension selects the format ({endings})",
    )
    parser.add_argument(
        "--game",
        choices=sorted(GAMES),
        help="the game, if the record does not name it",
    )
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Convert the record; print what was skipped, guessed or lost."""
    form = _find_form(arguments.target)
    record = files.load(arguments.source, game=arguments.game)
    notes = form.write(record, arguments.target)
    moves = len(record.main_moves())
    if arguments.json:
        print_json(
            {
                "in": str(arguments.source),
                "out": str(arguments.target),
                "form": form.name,
                "game": record.setup.game,
                "height": record.setup.height,
                "width": record.setup.width,
                "moves": moves,
                "warnings": list(record.warnings),
                "notes": list(notes),
            }
        )
        return 0
    for message in (*record.warnings, *notes):
        print(message, file=sys.stderr)
    print(
        f"{arguments.target}: {record.setup.game} {record.setup.size_text}, "
        f"{moves} moves, {form.title}"
    )
    return 0


@dataclass(frozen=True, slots=True, kw_only=True)
class _Form:
    """A form of files to write."""

    name: str
    title: str
    write: Callable[[GameRecord, Path], tuple[str, ...]]
    """Writes a record to a file, and returns notes on what is not kept."""


def _find_form(path: Path) -> _Form:
    """Return the form that the ending of a file selects.

    Raises:
        UsageError: There is none.
    """
    if path.suffix.lower() == csv_table.EXTENSION:
        return _Form(name="csv", title=csv_table.TITLE, write=_write_table)
    try:
        found = files.get_format_for_path(path)
    except RecordError as error:
        raise UsageError(str(error)) from None
    write = partial(files.save, format=found.name)
    return _Form(name=found.name, title=found.title, write=write)


def _write_table(record: GameRecord, path: Path) -> tuple[str, ...]:
    write_atomically(path, csv_table.format(record).encode())
    return ("CSV keeps the moves of the main line alone, and cannot be read again.",)
