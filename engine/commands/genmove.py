"""Search of one position; prints the move."""

from __future__ import annotations

import argparse
from typing import Any

from engine.commands.arguments import add_search, find_search, print_json
from engine.core.game import Position
from engine.core.types import Candidate, Move
from engine.players.build import build_searcher
from engine.search.api import SearchResult, close_searcher

SUMMARY = "search one position and print the best move"

CANDIDATES_SHOWN = 8
"""Candidates in the text output; JSON lists all."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    add_search(parser)


def run(arguments: argparse.Namespace) -> int:
    """Search and print."""
    player, position = find_search(arguments)
    searcher = build_searcher(player, arguments.game, seed=arguments.seed)
    try:
        searcher.prepare(position)
        result = searcher.search(position, player.resolve_limits(position.setup))
    finally:
        close_searcher(searcher)
    if arguments.json:
        print_json(_as_json(position, result))
    else:
        _print_text(position, result)
    return 0


def _names(position: Position, moves: tuple[Move, ...]) -> list[str]:
    return [position.cell_name(move) for move in moves]


def _as_json(position: Position, result: SearchResult) -> dict[str, Any]:
    return {
        "move": position.cell_name(result.move),
        "value": result.value,
        "nodes": result.nodes,
        "seconds": result.seconds,
        "depth": result.depth,
        "pv": _names(position, result.pv),
        "candidates": [
            {
                "move": position.cell_name(candidate.move),
                "value": candidate.value,
                "is_bound": candidate.is_bound,
                "visits": candidate.visits,
                "prior": candidate.prior,
                "pv": _names(position, candidate.pv),
            }
            for candidate in result.candidates
        ],
    }


def _print_text(position: Position, result: SearchResult) -> None:
    print(
        f"{position.cell_name(result.move)}  wins {_percent(result.value)}  "
        f"{result.nodes} nodes in {result.seconds:.2f} s "
        f"({result.nodes_per_second:.0f} a second), depth {result.depth}"
    )
    print("line: " + " ".join(_names(position, result.pv)))
    unit = "nodes" if result.counts_nodes else "visits"
    for candidate in result.candidates[:CANDIDATES_SHOWN]:
        print(f"  {_candidate_line(position, candidate, unit)}")


def _candidate_line(position: Position, candidate: Candidate, unit: str) -> str:
    name, bound = position.cell_name(candidate.move), "≤" * candidate.is_bound
    rate = f"{bound}{_percent(candidate.value)}"
    return f"{name:<4} {rate:>8}  {candidate.visits} {unit}"


def _percent(value: float) -> str:
    """Return a value in [-1, 1] as a win rate."""
    return f"{50 * (1 + value):.1f} %"
