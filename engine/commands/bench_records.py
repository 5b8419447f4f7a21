"""Benchmarks of reading large records: a real tree, and degenerate files."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping

from engine.records import files

TREE_NODES, LINE_MOVES = 48_000, 40
"""Size of an analysis file: many lines that branch anywhere."""

SIDE = 15


def measure_records(_games: list[str], _seconds: float) -> dict[str, float]:
    """Measure the CPU seconds to read each record."""
    figures: dict[str, float] = {}
    for name, make in RECORDS.items():
        text = make()
        started = time.thread_time()
        files.parse(text)
        figures[f"records.{name}.seconds"] = round(time.thread_time() - started, 3)
    return figures


def _tree(rule: str) -> str:
    """Return an SGF tree without a win and without a foul."""
    rng = random.Random(1)
    colours: tuple[list[str], list[str]] = ([], [])
    for row in range(SIDE):
        for column in range(SIDE):
            point = chr(ord("a") + column) + chr(ord("a") + row)
            # No three stones of one colour are in a row in this pattern.
            colours[(row + 2 * column) % 4 // 2].append(point)
    parts = [f"(;GM[4]SZ[{SIDE}]RU[{rule}]"]
    for _ in range(TREE_NODES // LINE_MOVES):
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
    "renju_tree": lambda: _tree("renju"),
    "freestyle_tree": lambda: _tree("freestyle"),
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
