"""Only a few places, each with its reason, know the name of a game or of a swap."""

import ast
from functools import cache
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
    "engine/experiments/": "a paper is about one game",
    "engine/records/ccgc/": "a format with words for its games",
    "engine/records/psq.py": "a format for one game",
    "engine/records/hexworld.py": "a format for one game",
    "engine/records/renlib/": "a format for one game",
    "engine/suites/reader.py": "formats of test positions for one game",
    "gui/bench/": "measures one well-known board",
}

NAMES = (*GAMES, "swap2")
"""Texts that name one game or its opening, wherever they are."""

SWAP, ITS_VALUES = "swap", ("on", "off")
"""An option of one game and its values; actions may have the same name."""


def known_names(tree):
    """Yield line and text of each name of a game, or of the swap as an option."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and node.value in NAMES:
            yield node.lineno, node.value
        elif uses_option(node):
            yield node.lineno, SWAP


def uses_option(node):
    """Return whether a node of the tree reads or sets the swap as an option."""
    match node:
        case ast.Tuple(elts=[key, value]):
            return is_text(key, SWAP) and is_text(value, *ITS_VALUES)
        case ast.Dict(keys=keys, values=values):
            pairs = zip(keys, values, strict=True)
            return any(is_text(k, SWAP) and is_text(v, *ITS_VALUES) for k, v in pairs)
        case ast.Compare(left=left, comparators=others):
            return any(is_text(part, SWAP) for part in (left, *others))
        case ast.Subscript(value=table, slice=key):
            return is_text(key, SWAP) and "option" in ast.unparse(table)
        case ast.Call(func=ast.Attribute(attr="option" | "get"), args=args):
            return any(is_text(argument, SWAP) for argument in args)
    return False


def is_text(node, *texts):
    return isinstance(node, ast.Constant) and node.value in texts


@cache
def names_in_sources():
    """Return line and text of the names in each module of the program, by its path."""
    found = {}
    for folder in ("engine", "gui"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            found[path.relative_to(ROOT).as_posix()] = list(known_names(tree))
    return found


@pytest.mark.parametrize(
    "code",
    [
        'x = "hex"',
        'if setup.game == "gomoku": pass',
        'TABLE = {"hex": 1}',
        'has = ("swap", "on") in options',
        'setup = game.setup(options={"swap": "off"})',
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
    [
        'x = "hexagon"',
        'icon = find_icon("swap")',
        'actions = ("hint", "swap", "resign")',
        'button.setAction(actions["swap"])',
        '"""A game such as "hex"."""',
    ],
)
def test_other_texts_are_no_names(code):
    assert not list(known_names(ast.parse(code)))


def test_general_code_knows_no_game():
    found = [
        f"{path}:{line}: {text}"
        for path, names in names_in_sources().items()
        if not path.startswith(tuple(EXEMPT))
        for line, text in names
    ]

    assert found == []


def test_every_exemption_is_needed():
    knowing = [path for path, names in names_in_sources().items() if names]

    for exempt in EXEMPT:
        assert any(path.startswith(exempt) for path in knowing), exempt
