"""Writes the tables of all keys of a preset into docs/presets.md.

Values and defaults are those of the settings classes, meanings the texts below their
fields. ``python -m build_spec.preset_keys`` writes them, a test compares them.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Mapping
from itertools import takewhile
from pathlib import Path

from build_spec.training_keys import HEAD, describe_field, describe_range, make_rows
from engine.core.formats.settings_reader import Range
from engine.games.gomoku.alphabeta.kernels.search_state import SearchParams
from engine.games.gomoku.alphabeta.search_params import SEARCH_PARAMS as GOMOKU_RANGES
from engine.games.hex.alphabeta.search_params import SEARCH_PARAMS as HEX_RANGES
from engine.games.hex.alphabeta.search_params import PvsParams
from engine.players.preset_file import NO_KEYS, Preset
from engine.search.alphabeta.alphabeta_settings import AlphaBetaSettings
from engine.search.puct.puct_settings import PuctSettings
from engine.search.runtimes import NetworkChoice, ValueNetworkChoice
from engine.search.uct.uct_settings import UctSettings
from engine.search.wrappers.sensible_searcher import Attention

DOCUMENT = Path(__file__).resolve().parents[1] / "docs" / "presets.md"

TABLES = ("search", "levels", "params")
"""Keys that are tables; the document explains them in words."""

_ENTRY = re.compile(r"^([a-z_, ]+): (.*(?:\n {4}.*)*)", re.MULTILINE)
"""Entry of a docstring: one or several parameters, and their meaning."""


def main() -> int:
    """Replace the tables in the document."""
    DOCUMENT.write_text(with_tables(DOCUMENT.read_text("utf-8")), "utf-8")
    return 0


def with_tables(text: str) -> str:
    """Return the text of the document with the tables of today."""
    for heading, rows in make_tables().items():
        before, start, rest = text.partition(f"\n## {heading}\n")
        prose, head, old = rest.partition("\n".join(HEAD))
        lines = old.split("\n")[1:]
        after = lines[sum(line.startswith("|") for line in takewhile(bool, lines)) :]
        text = before + start + prose + "\n".join([head, *rows, *after])
    return text


def make_tables() -> dict[str, list[str]]:
    """Return the rows of the document by the heading of their section."""
    return {
        "The file": _rows_of(Preset),
        "Every search": _rows_of(Attention),
        "tree-search": _rows_of(UctSettings),
        "network-search": [*_rows_of(NetworkChoice), *_rows_of(PuctSettings)],
        "alpha-beta": [*_rows_of(ValueNetworkChoice), *_rows_of(AlphaBetaSettings)],
        "params in Gomoku": describe_params(
            GOMOKU_RANGES, SearchParams()._asdict(), read_entries(SearchParams)
        ),
        "params in Hex": describe_params(
            HEX_RANGES,
            {name: getattr(PvsParams(), name) for name in HEX_RANGES},
            {name: describe_field(PvsParams, name) for name in HEX_RANGES},
        ),
    }


def _rows_of(kind: type) -> list[str]:
    return make_rows(kind, without=(*NO_KEYS, *TABLES))


def describe_params(
    ranges: Mapping[str, Range], defaults: Mapping[str, int], texts: Mapping[str, str]
) -> list[str]:
    """Return a row for each parameter of a game's alpha-beta search."""
    return [
        f"| `{name}` | whole number{describe_range(limits)} | {defaults[name]} | "
        f"{texts[name]} |"
        for name, limits in ranges.items()
    ]


def read_entries(kind: type) -> dict[str, str]:
    """Return the meaning of each field of a named tuple by its docstring."""
    texts = {}
    for names, meaning in _ENTRY.findall(inspect.cleandoc(kind.__doc__ or "")):
        sentence = " ".join(meaning.split())
        for name in names.split(", "):
            texts[name] = sentence[0].upper() + sentence[1:]
    return texts


if __name__ == "__main__":
    sys.exit(main())
