"""Values of the 26 openings: `python -m build_spec.fifth_move_openings RULE...`.

For each opening White's fourth stone is searched, then Black's best fifth moves, one
after the other. With n offers the least of the first n is played. In hundredths the
results are those of ``engine/games/gomoku/rules/openings/fifth_moves_values.py``.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

from engine.core.game import Position
from engine.core.types import Move
from engine.games import get_game
from engine.games.gomoku.rules.openings.choices import MOST_FIFTH_MOVES
from engine.games.gomoku.rules.openings.fifth_move_offers import symmetrical_cells
from engine.players.build import build_searcher
from engine.players.preset_player import PresetPlayer
from engine.search.api import Limits, Searcher

STEPS = range(-2, 3)
"""Offsets of the third stone from the centre."""

SECONDS = ((-1, 0), (-1, 1))
"""Offsets of the second stone, direct and indirect: row and column."""


def main(arguments: list[str]) -> int:
    """Print a row for each opening: its stones, Black's value for each number."""
    parser = argparse.ArgumentParser(prog="fifth_move_openings", description=__doc__)
    parser.add_argument("rules", nargs="+")
    parser.add_argument("--engine", default="alphabeta")
    parser.add_argument("--seconds", type=float, default=1.0)
    options = parser.parse_args(arguments)
    limits = Limits(seconds=options.seconds, clock="cpu")
    for rule in options.rules:
        for second, third, position in list_openings(rule):
            searcher = build_searcher(PresetPlayer(preset=options.engine), "gomoku")
            values = measure(position, searcher, limits)
            shown = " ".join(f"{value:+.2f}" for value in values)
            sys.stdout.write(f"{rule} {second} {third} {shown}\n")
            sys.stdout.flush()
    return 0


def list_openings(
    rule: str,
) -> Iterator[tuple[tuple[int, int], tuple[int, int], Position]]:
    """Yield the offsets and the position of each opening; one of those that mirror."""
    game = get_game("gomoku")
    start = game.new_position(game.setup(options={"rule": rule}))
    row, column = start.setup.height // 2, start.setup.width // 2

    def cell(down: int, right: int) -> Move:
        return Move((row + down) * start.setup.width + column + right)

    for second in SECONDS:
        two = start.play(cell(0, 0)).play(cell(*second))
        seen: set[Move] = set()
        for third in ((down, right) for down in STEPS for right in STEPS):
            place = cell(*third)
            if place not in seen and two.is_legal(place):
                seen |= symmetrical_cells(two, place)
                yield second, third, two.play(place)


def measure(position: Position, searcher: Searcher, limits: Limits) -> list[float]:
    """Return the value for Black with 1, 2, ... fifth moves to choose from."""
    after = position.play(searcher.search(position, limits).move)
    left, values = set(after.legal_moves()), [1.0]
    for _ in range(MOST_FIFTH_MOVES):
        wanted = Limits(
            seconds=limits.seconds, clock=limits.clock, root_moves=frozenset(left)
        )
        reply = searcher.search(after, wanted)
        left -= symmetrical_cells(after, reply.move)
        values.append(min(reply.value, values[-1]))
    return values[1:]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
