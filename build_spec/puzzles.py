"""Generator of the puzzles: `python -m build_spec.puzzles GAME --count N --out FILE`.

Weak engines play games from random stones. A position becomes a puzzle if the game's
solver proves that the side to move wins and few first moves do: in Gomoku by continuous
fours (VCF), in Hex by a single move, while every other move is a proven loss.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Iterator
from operator import itemgetter
from pathlib import Path
from typing import Any

from engine.core.game import Position
from engine.core.offers.solver import Solver
from engine.core.types import Move
from engine.games import get_game
from engine.games.gomoku.threats.vcf_solver import VcfSolver
from engine.players.build import build_searcher
from engine.players.preset_player import PresetPlayer
from engine.puzzles.puzzle import format_puzzle
from engine.search.api import Limits

GROUPS = {"gomoku": (2, 3, 4, 5), "hex": (7, 8, 9)}
"""Numbers of the groups: own moves, or the side of the board."""

ENGINES = {"gomoku": ("alphabeta", 3), "hex": ("mcts", 3)}
"""Preset and level of the players."""

RANDOM_STONES = {"gomoku": range(3, 9), "hex": range(2, 7)}
"""Numbers of random stones at the start of a game."""

SIZES = {"gomoku": (15,), "hex": GROUPS["hex"]}
"""Sides of the boards."""

MOST_WINS = 2
"""Largest number of first moves that win, in Gomoku."""

FEWEST_MOVES = 2
"""Fewest moves of a win by fours."""

MOST_STONES = 60
"""Largest number of stones on a board of Gomoku; more are hard to read."""


def main(arguments: list[str]) -> int:
    """Write puzzles until every group has its count."""
    parser = argparse.ArgumentParser(prog="puzzles", description=__doc__)
    parser.add_argument("game", choices=SIZES)
    parser.add_argument("--count", type=int, default=20, help="puzzles of each group")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args(arguments)
    wanted = Counter(dict.fromkeys(GROUPS[options.game], options.count))
    found: list[dict[str, Any]] = []
    rng = random.Random(options.seed)
    while wanted.total() > 0:
        for puzzle in find_puzzles(options.game, rng):
            group = puzzle["group"]
            if wanted[group] <= 0:
                continue
            wanted[group] -= 1
            found.append(puzzle)
            sys.stderr.write(f"{options.game} {group}: {wanted[group]} left\n")
            break  # one puzzle a game
    found.sort(key=itemgetter("group"))
    lines = [
        json.dumps({"id": f"{options.game}-{number:03}", **puzzle})
        for number, puzzle in enumerate(found, start=1)
    ]
    options.out.write_text("\n".join(lines) + "\n", "utf-8")
    return 0


def find_puzzles(game: str, rng: random.Random) -> Iterator[dict[str, Any]]:
    """Yield the puzzles of one game of weak engines, the latest first."""
    side = rng.choice(SIZES[game])
    rules = get_game(game)
    position = rules.new_position(rules.setup(height=side))
    for _ in range(rng.choice(RANDOM_STONES[game])):
        sensible = rules.sensible_moves(position, foresight=0)
        moves = position.legal_moves() if sensible is None else list(sensible.moves)
        position = position.play(rng.choice(moves))
    preset, level = ENGINES[game]
    player = PresetPlayer(preset=preset, level=level)
    searcher = build_searcher(player, game, seed=rng.getrandbits(30))
    positions = []
    while position.outcome is None:
        positions.append(position)
        position = position.play(searcher.search(position, Limits(nodes=300)).move)
    if not positions:
        return
    make = _gomoku_puzzle if game == "gomoku" else _hex_puzzle
    solver = rules.new_solver(positions[0], orders=False)
    for before in positions:
        puzzle = None if solver is None else make(before, solver)
        if puzzle is not None:
            yield puzzle


def _gomoku_puzzle(position: Position, solver: Solver) -> dict[str, Any] | None:
    """Return the puzzle of a win by fours, or ``None`` if it is none or too easy."""
    has_many = len(position.history) > MOST_STONES
    if not isinstance(solver, VcfSolver) or has_many or _wins_at_once(position):
        return None
    line = solver.find_win(position)
    if (len(line) + 1) // 2 < FEWEST_MOVES:
        return None
    reached, wins = position, []
    for ply, move in enumerate(line):
        if ply % 2 == 0:
            wins.append(_winning_fours(reached, solver))
            if move not in wins[-1] or len(wins[0]) > MOST_WINS:
                return None
        reached = reached.play(move)
    if reached.outcome is None:
        return None
    group = min(len(wins), GROUPS["gomoku"][-1])
    return format_puzzle(position, line, wins, {}, goal="fours", group=group)


def _wins_at_once(position: Position) -> bool:
    """Return whether a side completes a row by its next stone."""
    sensible = get_game(position.setup.game).sensible_moves(position, foresight=1)
    return sensible is not None and sensible.is_forced


def _winning_fours(position: Position, solver: Solver) -> list[Move]:
    """Return the moves that win at once, or by a four and a win by fours after it."""
    found = []
    for move in position.legal_moves():
        after = position.play(move)
        if after.outcome is not None:
            found.append(move)
            continue
        answer = solver.solve(after)
        if answer is None or answer.winner is after.to_move:
            continue
        if answer.winner is position.to_move:
            found.append(move)
        elif answer.moves:
            replied = after.play(answer.moves[0])
            won = None if replied.outcome is not None else solver.solve(replied)
            if won is not None and won.winner is position.to_move:
                found.append(move)
    return found


def _hex_puzzle(position: Position, solver: Solver) -> dict[str, Any] | None:
    """Return the puzzle of the only winning move, with the refutation of all others."""
    found = solver.solve(position)
    if found is None or found.winner is not position.to_move:
        return None
    wins: list[Move] = []
    refutations: dict[Move, Move] = {}
    for move in position.legal_moves():
        after = position.play(move)
        answer = None if after.outcome is not None else solver.solve(after)
        if answer is None or answer.winner is None:
            return None
        if answer.winner is position.to_move:
            wins.append(move)
        elif not answer.moves:
            return None
        else:
            refutations[move] = answer.moves[0]
        if len(wins) > 1:
            return None
    if not wins:
        return None
    group = position.setup.height
    return format_puzzle(
        position, wins, [wins], refutations, goal="only-move", group=group
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
