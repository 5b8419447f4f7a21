"""What games are labelled with: win frequencies, by which search, and true results."""

from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("torch")

from engine.players.build import build_searcher
from engine.players.player_config import parse_engine
from engine.search.api import Limits
from engine.training.learning.training_game import TrainingGame
from engine.training.run.policy_labels import PolicyLabels
from engine.training.self_play.self_play import SelfPlay
from engine.training.supervised import engine_games
from engine.training.supervised.engine_games import make_policy, play_game
from tests.engine.search.puct.puct_oracle import HashEvaluator
from tests.engine.training.self_play.self_play_runs import config
from tests.engine.training.supervised.test_engine_games import answer, position
from tests.engine.training.supervised.test_engine_games import config as data_config
from tests.nonempty import nonempty

pytestmark = pytest.mark.usefixtures("one_torch_thread")

WINS = PolicyLabels(kind="wins")


def test_win_frequencies_are_wins_by_visits_as_a_distribution():
    # W / N is 0.65 and 0.35; the third move was never visited.
    result = answer((4, 0.3, 6), (2, -0.3, 2), (1, 0.0, 0))

    policy = make_policy(result, position(), None, labels=WINS)

    assert policy.tolist() == pytest.approx([0, 0, 0.35, 0, 0.65, 0, 0, 0, 0])


def test_moves_that_all_lost_are_equals():
    shares = WINS.shares([3, 1, 0], [-1.0, -1.0, 0.0])

    assert shares.tolist() == [1, 1, 0]


def test_a_power_prefers_the_moves_that_win_more_often():
    shares = PolicyLabels(kind="wins", power=3.0).shares([4, 4, 2], [0.6, -0.2, -1.0])

    # W / N is 0.8, 0.4 and 0.
    assert shares / shares.sum() == pytest.approx([8 / 9, 1 / 9, 0])


def random_games(**changes):
    own = {"random_moves": True, "opening_plies": [0, 0], "nodes": 200, **changes}
    return data_config("hex", "uct-plain", **own)


def test_random_games_are_labelled_with_the_win_frequencies_of_uct():
    run = random_games(labels="wins")
    setup = run.data.setups("hex")[0]
    empty = position(side=setup.height)

    samples = play_game(run.data, setup, number=3, seed=1)

    uct = build_searcher(parse_engine("uct-plain"), "hex", seed=seed_of(3, 1))
    found = uct.search(empty, Limits(nodes=200))
    chances = {c.move: (c.value + 1) / 2 for c in found.candidates}
    total = sum(chances.values())
    expected = [chances[cell] / total for cell in range(setup.cell_count)]
    assert samples.policy[0].tolist() == pytest.approx(expected, abs=1e-6)


def seed_of(number, seed):
    """Return the seed of the searcher that labels a game."""
    return engine_games.random.Random(f"{seed} {number}").getrandbits(32)


@pytest.mark.parametrize(
    ("resign_threshold", "ends"), [(2.0, {True}), (0.5, {True, False})]
)
def test_games_end_at_their_true_end_where_none_may_resign(
    monkeypatch, resign_threshold, ends
):
    finished = []

    class Watched(TrainingGame):
        def winner(self, position):
            finished.append(position.outcome is not None)
            return super().winner(position)

    monkeypatch.setattr(engine_games, "TrainingGame", Watched)
    run = random_games(resign_threshold=resign_threshold, no_resign_share=0.3, nodes=60)

    for number in range(12):
        samples = play_game(run.data, run.setups()[0], number=number, seed=1)
        assert len(samples) > 0

    assert len(finished) == 12
    assert set(finished) == ends


def played(run, games=4, **changes):
    play = replace(run.play, **changes)
    setup = play.setups(run.game)[0]
    plays = SelfPlay(play, setup, [HashEvaluator()], seed=run.seed)
    found = [samples for samples in plays.run(range(games)) if samples is not None]
    plays.close()
    return found


def test_self_play_may_be_labelled_by_uct():
    changes = {
        **{"labels": "wins", "resign_threshold": 2.0, "opening_plies": (0, 0)},
        **{"uses_playouts": True, "temperature": 0.0, "noise_share": 0.0},
    }
    own, by_uct = (
        {int(s.game[0]): s for s in played(config(), **changes, **label)}
        for label in ({}, {"label_engine": "uct-plain", "label_nodes": 300})
    )

    uct = build_searcher(parse_engine("uct-plain"), "hex", seed=config().seed)
    found = uct.search(position(side=4), Limits(nodes=300))
    expected = make_policy(found, position(side=4), None, labels=WINS)
    assert by_uct.keys() == own.keys()
    for number, samples in nonempty(by_uct.items()):
        assert np.array_equal(samples.cells, own[number].cells)
        assert np.array_equal(samples.result, own[number].result)
        assert samples.policy[0] == pytest.approx(expected)
        assert not np.allclose(samples.policy, own[number].policy)


def test_games_of_the_best_score_differ_by_their_playouts():
    games = played(
        config(),
        games=6,
        **{"plays_by_score": True, "uses_playouts": True, "opening_plies": (0, 0)},
        **{"temperature": 0.0, "noise_share": 0.0},
    )

    assert len({samples.cells[-1].tobytes() for samples in games}) > 1
