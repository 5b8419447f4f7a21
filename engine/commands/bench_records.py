"""Benchmarks of large records: reading, and moves in a game with many variations."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping
from functools import partial
from statistics import median

from engine.core.types import MoveAnalysis
from engine.match.session.game_session import GameSession
from engine.records import files

TREE_NODES, LINE_MOVES = 48_000, 40
"""Size of an analysis file: many lines that branch anywhere."""

GAME_NODES, GAME_MOVES = 10_000, 100
"""Size of the record in which moves are measured, and their number."""

SIDE = 15


def measure_records(_games: list[str], _seconds: float) -> dict[str, float]:
    """Measure the CPU time to read each record, and to move in a long one."""
    figures: dict[str, float] = {}
    for name, make in RECORDS.items():
        text = make()
        started = time.thread_time()
        files.parse(text)
        figures[f"records.{name}.seconds"] = round(time.thread_time() - started, 3)
    return {**figures, **_measure_moves()}


def _measure_moves() -> dict[str, float]:
    """Return the median CPU milliseconds of steps in a record of ``GAME_NODES``."""
    session = GameSession(files.parse(_tree("freestyle", GAME_NODES)))
    analysis = MoveAnalysis(value=0.0, nodes=1)
    nodes = random.Random(1).choices(range(len(session.record.nodes)), k=GAME_MOVES)
    end = session.cursor
    times: dict[str, list[float]] = {"move": [], "take_back": [], "go_to": []}
    for node, move in zip(nodes, session.position.legal_moves(), strict=False):
        steps: dict[str, Callable[[], object]] = {
            "move": partial(session.play, move, analysis=analysis),
            "take_back": session.take_back,
            "go_to": partial(session.go_to, node),
        }
        for name, step in steps.items():
            started = time.thread_time()
            step()
            times[name].append(time.thread_time() - started)
        session.go_to(end)
    return {
        f"records.{name}_ms": round(1000 * median(taken), 4)
        for name, taken in times.items()
    }


def _tree(rule: str, count: int) -> str:
    """Return an SGF tree of about ``count`` moves without a win and without a foul."""
    rng = random.Random(1)
    colours: tuple[list[str], list[str]] = ([], [])
    for row in range(SIDE):
        for column in range(SIDE):
            point = chr(ord("a") + column) + chr(ord("a") + row)
            # No three stones of one colour are in a row in this pattern.
            colours[(row + 2 * column) % 4 // 2].append(point)
    parts = [f"(;GM[4]SZ[{SIDE}]RU[{rule}]"]
    for _ in range(count // LINE_MOVES):
        lines = [rng.sample(points, LINE_MOVES // 2) for points in colours]
        moves = [f";B[{b}];W[{w}]" for b, w in zip(*lines, strict=True)]
        parts.append(f"({''.join(moves)})")
    return "".join([*parts, ")"])


def _sgf(rest: str) -> str:
    return f"(;GM[4]SZ[{SIDE}];B[hh]{rest})"


def _json(children: int) -> str:
    nodes = ",".join(["{}", *['{"parent":0,"move":"h8"}'] * children])
    return (
        '{"format":"pentahex-record","version":1,"game":"gomoku",'
        f'"height":{SIDE},"width":{SIDE},"nodes":[{nodes}]}}'
    )


RECORDS: Mapping[str, Callable[[], str]] = {
    "renju_tree": lambda: _tree("renju", TREE_NODES),
    "freestyle_tree": lambda: _tree("freestyle", TREE_NODES),
    "rectangles": lambda: "(;GM[4]SZ[22]AB" + "[aa:dd]" * 300_000 + ";W[vv])",
    "equal_moves": lambda: _sgf("").replace(
        ";B[hh]", "".join(f"(;B[hh]C[{i}])" for i in range(90_000))
    ),
    "comments": lambda: _sgf("C[x]" * 1_000_000),
    "escapes": lambda: _sgf("C[" + "\\a" * 4_000_000 + "]"),
    "line": lambda: _sgf("PXANALYSIS[value=0 pv=" + "h8," * 1_500_000 + "]"),
    "candidates": lambda: _sgf("PXANALYSIS[value=0]" + "[move=h8]" * 300_000),
    "json_children": lambda: _json(300_000),
    "ccgc_fields": lambda: "{[C5]" + "[a]" * 2_000_000 + ";B(H,8)}",
}
"""Texts of up to 8 MB, the size limit of record files."""
