"""Conversion of a record between formats."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from engine.commands.arguments import add_json, print_json
from engine.core.errors import RecordError, UsageError
from engine.games import GAMES
from engine.records import files

SUMMARY = "convert a record into another format"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    endings = ", ".join(end for entry in files.FORMATS for end in entry.extensions)
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
    try:
        form = files.get_format_for_path(arguments.target)
    except RecordError as error:
        raise UsageError(str(error)) from None
    record = files.load(arguments.source, game=arguments.game)
    notes = files.save(record, arguments.target, format=form.name)
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
