"""Win rate of every move of a position, by a search after each one."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from typing import Any

from engine.commands.arguments import add_search, find_search, print_json
from engine.commands.progress_bar import draw_bar
from engine.core.board.board_notation import format_column
from engine.core.game import Position
from engine.core.processes.background_work import paused_background_work
from engine.core.types import Move
from engine.games import get_game
from engine.players.build import build_searcher
from engine.review.move_values import MoveValues
from engine.search.api import Limits, Searcher, close_searcher

SUMMARY = "win rate of every move of a position, by a search after each one"

STONES = ("", "x", "o")
"""Signs of a cell with a stone of the first and the second player."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    add_search(parser)


def run(arguments: argparse.Namespace) -> int:
    """Search every move and print the win rates; Ctrl+C prints what was found."""
    player, position = find_search(arguments)
    values = MoveValues(position, shares=(1.0,))
    searcher = build_searcher(player, arguments.game, seed=arguments.seed)
    is_stopped = False
    try:
        with paused_background_work():
            searcher.prepare(position)
            _search_all(values, searcher, player.resolve_limits(position.setup))
    except KeyboardInterrupt:
        is_stopped = True
    finally:
        close_searcher(searcher)
    if arguments.json:
        print_json({**_as_json(position, values.win_rates), "stopped": is_stopped})
    else:
        print(draw_win_rates(position, values.win_rates))
    if is_stopped:
        done, total = values.searched_moves, values.moves_to_search
        print(f"pentahex: Stopped after {done} of {total} moves.", file=sys.stderr)
    return 1 if is_stopped else 0


def _search_all(values: MoveValues, searcher: Searcher, limits: Limits) -> None:
    """Search all moves; a terminal shows how far it is in a line of standard error."""
    is_shown = sys.stderr.isatty()
    total = values.moves_to_search
    try:
        while (search := values.next_search) is not None:
            values.take(search, searcher.search(search.position, limits))
            if is_shown:
                text = f"\r{draw_bar(values.searched_moves, total)} moves "
                print(text, end="", file=sys.stderr, flush=True)
    finally:
        if is_shown and total:
            print(file=sys.stderr)


def _as_json(position: Position, win_rates: Mapping[Move, float]) -> dict[str, Any]:
    colour = position.colour_of(position.seat_to_move)
    best = sorted(win_rates, key=lambda move: (-win_rates[move], move))
    return {
        "side": get_game(position.setup.game).sides[colour - 1],
        "moves": [
            {"move": position.cell_name(move), "win_rate": win_rates[move]}
            for move in best
        ],
    }


def draw_win_rates(position: Position, win_rates: Mapping[Move, float]) -> str:
    """Return the board with the win rates in percent, and the names of its cells.

    A cell without a win rate has a dot, a stone of the first player ``x``, of the
    second one ``o``.
    """
    height, width = position.setup.height, position.setup.width
    columns = [format_column(column) for column in range(width)]
    lines = ["   " + "".join(f"{name:>4}" for name in columns)]
    for row in range(height):
        cells = range(row * width, (row + 1) * width)
        label = position.cell_name(Move(cells[0])).removeprefix(columns[0])
        texts = (_cell_text(position, Move(at), win_rates) for at in cells)
        lines.append(f"{label:>3}" + "".join(f"{text:>4}" for text in texts))
    return "\n".join(lines)


def _cell_text(position: Position, cell: Move, win_rates: Mapping[Move, float]) -> str:
    if cell in win_rates:
        return f"{100 * win_rates[cell]:.0f}"
    return STONES[position.stones[cell]] or "."
