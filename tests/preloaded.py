"""What child processes of the program need, loaded while this module is imported.

A process that has imported it forks others that need not load modules and kernels.
"""

import gc
from importlib import import_module
from importlib.util import find_spec

from engine.games import get_game
from engine.players.build import build_searcher
from engine.players.player_config import parse_engine
from engine.search.api import Limits
from tests.engine.tournament.plans import make_plan

PLAN = make_plan()
POSITION = get_game(PLAN.setup.game).new_position(PLAN.setup)

for engine in PLAN.engines:
    searcher = build_searcher(parse_engine(engine), PLAN.setup.game)
    searcher.prepare(POSITION)
    searcher.search(POSITION, Limits(nodes=5))

if find_spec("torch"):
    for name in (
        "torch._dynamo",  # for the optimizers
        "engine.training.self_play.self_play_run",
        "engine.training.supervised.supervised_run",
    ):
        import_module(name)

# Forks share the memory of what is never looked at for garbage.
gc.collect()
gc.freeze()
