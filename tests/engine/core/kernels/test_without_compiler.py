"""Kernels as plain Python, for a debugger, and plain Python beside kernels."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.core.kernels.disk_cache import COMPILER, source_digests
from engine.games import GAMES

PROJECT = Path(__file__).parents[4]

SOURCES = source_digests()

KERNELS = [
    module
    for module in SOURCES.modules("engine")
    if COMPILER in SOURCES.imports(module)
]

PROGRAM = """
import sys
from importlib import import_module

import numba

from engine.games import GAMES
from engine.players.build import build_searcher
from engine.players.preset_player import PresetPlayer
from engine.search.api import Limits

for module in sys.argv[2:]:
    import_module(module)
game = GAMES[sys.argv[1]]
side = max(game.smallest_side, 5)
position = game.new_position(game.setup(height=side, width=side))
searcher = build_searcher(PresetPlayer(preset="uct-plain"), game.name)
for _ in range(8):
    position = position.play(searcher.search(position, Limits(nodes=8)).move)
for preset in ("uct", "alphabeta", "minimax", "mcts"):
    searcher = build_searcher(PresetPlayer(preset=preset), game.name)
    assert searcher.search(position, Limits(nodes=3)).move in position.legal_moves()
print(numba.config.DISABLE_JIT, len(position.history))
"""


@pytest.mark.processes
@pytest.mark.parametrize("game", list(GAMES))
def test_a_game_is_played_without_a_compiler(game):
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, game, *KERNELS],
        cwd=PROJECT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.stdout == "1 8\n", done.stderr
    assert len(KERNELS) > 30


def is_compiled(function):
    names = [ast.unparse(decorator) for decorator in function.decorator_list]
    return any(name.startswith(("njit", "implements(")) for name in names)


def is_annotated(function):
    arguments = [*function.args.args, *function.args.kwonlyargs]
    has_types = all(argument.annotation is not None for argument in arguments)
    return has_types and function.returns is not None


@pytest.mark.parametrize("module", [*KERNELS, "engine.core.kernels.game_api"])
def test_plain_functions_beside_kernels_are_annotated(module):
    path = PROJECT / f"{module.replace('.', '/')}.py"
    tree = ast.parse(path.read_text(encoding="utf-8"))

    plain = [
        node
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and not is_compiled(node)
    ]

    assert [node.name for node in plain if not is_annotated(node)] == []
