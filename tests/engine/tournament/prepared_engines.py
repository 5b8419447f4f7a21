"""Engines of the tests of runs, prepared while this module is imported.

A process that has imported it forks workers that need not load their kernels.
"""

from engine.games import get_game
from engine.players import PlayerConfig, build_searcher
from engine.search.api import Limits
from tests.engine.tournament.plans import make_plan

PLAN = make_plan()
POSITION = get_game(PLAN.setup.game).new_position(PLAN.setup)

for engine in PLAN.engines:
    searcher = build_searcher(PlayerConfig.parse(engine), PLAN.setup.game)
    searcher.prepare(POSITION)
    searcher.search(POSITION, Limits(nodes=5))
