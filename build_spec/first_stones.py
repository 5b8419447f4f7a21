"""Values of the first stones of Hex: `python -m build_spec.first_stones SIZE...`.

Each stone is searched without the swap. The stones nearest to even fill the table of
``engine/games/hex/rules/swapping.py``.
"""

from __future__ import annotations

import argparse
import sys

from engine.core.types import Move
from engine.games import get_game
from engine.players.build import build_searcher
from engine.players.preset_player import PresetPlayer
from engine.search.api import Limits

NODES = 800
"""Simulations for each stone."""


def main(arguments: list[str]) -> int:
    """Print a line for each size: its stones, the most even one first."""
    parser = argparse.ArgumentParser(prog="first_stones", description=__doc__)
    parser.add_argument("sizes", nargs="+", type=int)
    parser.add_argument("--count", type=int, default=8)
    options = parser.parse_args(arguments)
    for size in options.sizes:
        values = measure(size)
        ranked = sorted(values, key=lambda name: abs(values[name]))
        shown = [f"{name} {values[name]:+.2f}" for name in ranked[: options.count]]
        sys.stdout.write(f"{size} {', '.join(shown)}\n")
        sys.stdout.flush()
    return 0


def measure(size: int) -> dict[str, float]:
    """Return the value of each first stone for its owner; one of two that mirror."""
    game = get_game("hex")
    start = game.new_position(game.setup(height=size, width=size))
    last = start.setup.cell_count - 1
    values = {}
    for cell in range(last // 2 + 1):
        searcher = build_searcher(PresetPlayer(preset="mcts"), "hex", seed=cell)
        position = start.play(Move(cell))
        result = searcher.search(position, Limits(nodes=NODES))
        values[start.cell_name(Move(cell))] = -result.value
    return values


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
