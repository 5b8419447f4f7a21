"""Only a few places, each with its reason, know the name of a game or of a swap."""

import ast
from pathlib import Path

import pytest

from engine.games import GAMES

ROOT = Path(__file__).resolve().parents[1]

EXEMPT = {
    "engine/games/": "the games themselves",
    "engine/servers/": "a protocol is for one game",
    "engine/external/": "a protocol is for one game",
    "engine/commands/gomocup.py": "command of a protocol",
    "engine/commands/htp.py": "command of a protocol",
    "engine/commands/bench_servers.py": "measures the protocols",
    "engine/records/ccgc/": "a format with words for its games",
    "engine/records/psq.py": "a format for one game",
    "engine/records/hexworld.py": "a format for one game",
    "engine/suites/reader.py": "formats of test positions for one game",
    "gui/bench/": "measures one well-known board",
}

SWAPS = ("swap", "swap2")
"""Options of one game; the first one is a word of its own, too."""

READING_OPTIONS = ("option", "get")
"""Methods whose arguments are keys or values of options."""


def known_names(tree):
    """Yield line and text of each name of a game, or of a swap as an option."""
    for node in ast.walk(tree):
        is_call = isinstance(node, ast.Call)
        reads = is_call and getattr(node.func, "attr", "") in READING_OPTIONS
        holds_options = reads or isinstance(
            node, ast.Tuple | ast.Dict | ast.Compare | ast.Subscript
        )
        for child in ast.iter_child_nodes(node):
            text = child.value if isinstance(child, ast.Constant) else None
            if text in GAMES or (holds_options and text in SWAPS):
                yield child.lineno, text


def sources():
    """Return path and tree of each module of the program, by its path as text."""
    return {
        path.relative_to(ROOT).as_posix(): ast.parse(path.read_text(encoding="utf-8"))
        for folder in ("engine", "gui")
        for path in sorted((ROOT / folder).rglob("*.py"))
    }


@pytest.mark.parametrize(
    "code",
    [
        'x = "hex"',
        'if setup.game == "gomoku": pass',
        'TABLE = {"hex": 1}',
        'has = ("swap", "on") in options',
        'has = ("opening", "swap2") in options',
        'has = options.get("swap") == "on"',
        'has = options["swap"]',
        'has = value == "swap2"',
    ],
)
def test_a_name_is_found(code):
    assert list(known_names(ast.parse(code)))


@pytest.mark.parametrize(
    "code",
    ['x = "hexagon"', 'icon = find_icon("swap")', '"""A game such as "hex"."""'],
)
def test_other_texts_are_no_names(code):
    assert not list(known_names(ast.parse(code)))


def test_general_code_knows_no_game():
    found = [
        f"{path}:{line}: {text}"
        for path, tree in sources().items()
        if not path.startswith(tuple(EXEMPT))
        for line, text in known_names(tree)
    ]

    assert found == []


def test_every_exemption_is_needed():
    knowing = [path for path, tree in sources().items() if list(known_names(tree))]

    for exempt in EXEMPT:
        assert any(path.startswith(exempt) for path in knowing), exempt
