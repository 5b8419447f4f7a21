"""Matches of each strength against the next lower one, the lowest against a baseline.

``python -m build_spec.strength_ladder hex --games 40`` prints a row of
``docs/engines.md`` for each pair. Two games share an opening, with the sides exchanged:
a line of a file, or a few random stones. Every strength but the full one is bounded by
nodes, not by time.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections.abc import Callable
from itertools import pairwise
from math import sqrt
from pathlib import Path

from engine.core.game import Position
from engine.core.types import Move, Player
from engine.games import GAMES
from engine.games.hex.rules.shortest_connection import find_shortest_connections
from engine.players.build import build_searcher
from engine.players.player_config import parse_engine
from engine.players.strengths import NAMES
from engine.search.api import Limits

SIMPLE = "simple"
"""Name of the baseline player."""

OPENING_STONES = {"gomoku": 3, "hex": 1}
"""Number of random stones at the start of a game."""

Chooser = Callable[[Position], Move]
"""Function that returns the move in a position."""


def main() -> None:
    """Print wins, draws and losses of each pair."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("--size", type=int)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument(
        "--seconds", type=float, default=1.0, help="time limit per move"
    )
    parser.add_argument("--nodes", type=int, help="node limit per move instead")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--pairs", nargs="*", default=[], metavar="A,B")
    parser.add_argument(
        "--openings", type=Path, help="file of openings, one line of cells each"
    )
    arguments = parser.parse_args()
    scale = [SIMPLE, *(f"strength:{name}" for name in NAMES)]
    pairs = [tuple(pair.split(",")) for pair in arguments.pairs]
    pairs = pairs or [(SIMPLE, scale[1]), *((b, a) for a, b in pairwise(scale[1:]))]
    game = GAMES[arguments.game]
    empty = game.new_position(game.setup(height=arguments.size))
    is_timed = arguments.nodes is None
    seconds = arguments.seconds if is_timed else None
    limits = Limits(seconds=seconds, nodes=arguments.nodes)
    known = [] if arguments.openings is None else read_openings(arguments.openings)
    for first, second in pairs:
        results = [
            play(
                opening_of(empty, number // 2, arguments.seed, known),
                (first, second),
                number,
                limits,
                arguments.seed,
            )
            for number in range(arguments.games)
        ]
        share = sum(results) / len(results)
        error = sqrt(share * (1 - share) / len(results))
        counts = "-".join(str(results.count(value)) for value in (1.0, 0.5, 0.0))
        percent = f"{100 * share:.0f} ± {100 * error:.0f} %"
        sys.stdout.write(f"| {first} | {second} | {counts} | {percent} |\n")
        sys.stdout.flush()


def read_openings(path: Path) -> list[list[str]]:
    """Return the cell names of each line; text after ``;`` or ``#`` is a comment."""
    lines = path.read_text(encoding="utf-8").splitlines()
    found = [re.findall(r"[a-z]+\d+", re.split("[;#]", line)[0]) for line in lines]
    return [cells for cells in found if cells]


def opening_of(
    empty: Position, number: int, seed: int, known: list[list[str]]
) -> Position:
    """Return the start position of a pair of games."""
    game, position = GAMES[empty.setup.game], empty
    if known:
        for name in known[(number + seed) % len(known)]:
            position = position.play(game.parse_cell(empty.setup, name))
        return position
    rng = random.Random(f"{seed} {number}")
    for _ in range(OPENING_STONES[game.name]):
        position = position.play(rng.choice(opening_moves(position)))
    return position


def play(
    position: Position, names: tuple[str, ...], number: int, limits: Limits, seed: int
) -> float:
    """Return the result of one game for the first player."""
    game = position.setup.game
    seats = list(Player) if number % 2 == 0 else list(reversed(Player))
    choosers = {
        seat: chooser(name, game, limits, seed=1000 * seed + number)
        for seat, name in zip(seats, names, strict=True)
    }
    while position.outcome is None:
        position = position.play(choosers[position.to_move](position))
    winner = position.outcome.winner
    return 0.5 if winner is None else float(winner is seats[0])


def opening_moves(position: Position) -> list[Move]:
    """Return the moves for random openings."""
    game = GAMES[position.setup.game]
    sensible = game.sensible_moves(position, foresight=0)
    return list(sensible.moves) if sensible else position.legal_moves()


def chooser(name: str, game: str, limits: Limits, *, seed: int) -> Chooser:
    """Return the move function of a player.

    Raises:
        PresetError: There is no such player.
    """
    if name == SIMPLE:
        rng = random.Random(seed)
        simple = {"gomoku": simple_gomoku, "hex": simple_hex}[game]
        return lambda position: simple(position, rng)
    searcher = build_searcher(parse_engine(name), game, seed=seed)
    return lambda position: searcher.search(position, limits).move


def simple_gomoku(position: Position, rng: random.Random) -> Move:
    """Return a win in one, a block of one, or else a random move near the stones."""
    sensible = GAMES["gomoku"].sensible_moves(position, foresight=1)
    return rng.choice(sensible.moves if sensible else position.legal_moves())


def simple_hex(position: Position, rng: random.Random) -> Move:
    """Return a move on a shortest connection of the player to move."""
    return rng.choice(find_shortest_connections(position, position.to_move).cells())


if __name__ == "__main__":
    main()
