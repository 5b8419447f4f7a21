"""What an engine prepares: nothing is compiled in a game."""

import pytest

pytestmark = pytest.mark.processes

PROGRAM = """
import random
import sys

from numba.core.dispatcher import Dispatcher

from engine.games import GAMES
from engine.players.build import build_searcher
from engine.players.preset_player import PresetPlayer
from engine.players.presets import list_presets
from engine.search.api import Limits

def signatures():
    modules = [m for n, m in list(sys.modules.items()) if n.startswith("engine.")]
    found = [k for m in modules for k in vars(m).values()]
    kernels = {k for k in found if isinstance(k, Dispatcher)}
    return {(k.py_func.__qualname__, str(s)) for k in kernels for s in k.signatures}

name, game, size = sys.argv[1:]
preset = next(preset for preset in list_presets(game) if preset.name == name)
config = PresetPlayer(preset=name, level=preset.top_level)
searcher = build_searcher(config, game)
setup = GAMES[game].setup(height=int(size), width=int(size))
position = GAMES[game].new_position(preset.fitted(setup))
searcher.prepare(position)
prepared = signatures()
for _ in range(2):
    result = searcher.search(position, Limits(nodes=300))
    position = position.play(result.move)
    reply = result.pv[1] if len(result.pv) > 1 else position.legal_moves()[0]
    position = position.play(reply)
one = frozenset(position.legal_moves()[:1])
searcher.search(position, Limits(nodes=30, root_moves=one))
chooser = random.Random(1)
while position.outcome is None:
    move = searcher.search(position, Limits(nodes=100)).move
    if len(position.history) % 2:
        move = chooser.choice(position.legal_moves())
    position = position.play(move)
print(len(prepared), *sorted({kernel for kernel, _ in signatures() - prepared}))
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("preset", "game", "size"),
    [
        ("uct-plain", "gomoku", 15),
        ("uct", "hex", 11),
        ("mcts", "gomoku", 15),
        ("blog-mcts", "gomoku", 15),
        ("alphabeta", "gomoku", 15),
        ("alphabeta", "hex", 11),
        ("alphabeta", "hex", 4),
    ],
)
def test_a_game_compiles_nothing(preset, game, size, run_quickly):
    prepared, *compiled_later = run_quickly(PROGRAM, [preset, game, str(size)]).split()

    assert int(prepared) > 0
    assert compiled_later == []
