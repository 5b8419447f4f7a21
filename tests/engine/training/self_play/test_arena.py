"""Matches of a network with networks and engines."""

import pytest

pytest.importorskip("torch")

from engine.players.build import build_searcher
from engine.players.player_config import parse_engine
from engine.search.api import Limits
from engine.training.run.progress import Monitor
from engine.training.self_play.arena import Arena, Opponent
from tests.engine.search.puct.puct_oracle import HashEvaluator
from tests.engine.training.self_play.self_play_runs import config

pytestmark = pytest.mark.usefixtures("one_torch_thread")


def test_a_network_against_itself_scores_about_half():
    run = config(play={"opening_plies": [1, 2]})
    setup = run.play.setups("hex")[0]

    score = Arena(
        run.play, setup, HashEvaluator(), HashEvaluator(), games=8, seed=1
    ).play(Monitor())

    assert score.games == 8
    # Two games from each opening, the same moves with colours turned.
    assert score.points == 4


def test_a_network_can_be_matched_with_an_engine():
    run = config()
    setup = run.play.setups("hex")[0]
    uct = parse_engine("uct-plain")
    rival = Opponent(
        build=lambda seed: build_searcher(uct, "hex", seed=seed),
        limits=Limits(nodes=400),
    )

    arena = Arena(run.play, setup, HashEvaluator(), rival, games=6, seed=1)

    score = arena.play(Monitor())

    assert score.points < 3
