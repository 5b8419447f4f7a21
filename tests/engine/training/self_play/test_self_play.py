"""The games of self-play, and what is kept of them."""

from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("torch")

from engine.search.evaluation import normalise
from engine.training.learning.samples import load_samples
from engine.training.learning.training_game import (
    PositionSample,
    TrainingGame,
    replay_moves,
)
from engine.training.run.progress import Monitor
from engine.training.run.run_folder import TrainingRunFolder
from engine.training.self_play.generation_games import (
    GenerationGames,
    load_unfinished_games,
    save_unfinished_games,
)
from engine.training.self_play.self_play import SelfPlay
from tests.engine.search.puct.puct_oracle import FlatEvaluator, HashEvaluator
from tests.engine.training.self_play.self_play_runs import config

pytestmark = pytest.mark.usefixtures("one_torch_thread")


def played(run, games=6, evaluators=None, **changes):
    """Return the samples of so many games of the run's first setup."""
    play = replace(run.play, **changes)
    setup = play.setups(run.game)[0]
    plays = SelfPlay(play, setup, evaluators or [HashEvaluator()], seed=run.seed)
    found = [samples for samples in plays.run(range(games)) if samples is not None]
    plays.close()
    return found


@pytest.mark.parametrize("game", ["hex", "gomoku"])
@pytest.mark.parametrize("considered", [0, 4])
def test_every_sample_is_a_position_of_its_game(game, considered):
    games = played(config(game), considered_moves=considered)

    assert sorted(int(samples.game[0]) for samples in games) == list(range(6))
    for samples in games:
        own = (samples.cells == 1).sum(axis=1)
        others = (samples.cells == 2).sum(axis=1)
        assert set((others - own).tolist()) <= {0, 1}
        assert np.array_equal(others > own, samples.to_move == 2)
        assert not samples.policy[samples.cells != 0].any()
        assert np.allclose(samples.policy.sum(axis=1), 1, atol=1e-5)
        assert np.all(np.abs(samples.value) <= 1)
        signs = samples.result * np.where(samples.to_move == 1, 1, -1)
        assert len(set(signs.tolist())) == 1


def test_games_differ_though_they_begin_alike():
    games = played(config(), opening_plies=(0, 0), noise_share=0.5)

    assert len({samples.cells[-1].tobytes() for samples in games}) > 1


def test_games_follow_from_seed_and_number():
    first, again = (
        {int(s.game[0]): s.cells.tobytes() for s in played(config())} for _ in range(2)
    )

    assert first == again


@pytest.mark.parametrize("game", ["hex", "gomoku"])
def test_threads_play_the_same_games(game):
    changes = {"parallel_games": 5, "solves_leaves": True, "full_search_share": 0.5}

    alone, together = (
        {int(s.game[0]): s for s in played(config(game), threads=threads, **changes)}
        for threads in (1, 4)
    )

    assert alone.keys() == together.keys()
    for number, samples in alone.items():
        for name in ("cells", "policy", "value", "result"):
            found = getattr(together[number], name)
            assert np.array_equal(getattr(samples, name), found)


def test_quick_moves_are_not_learned_from():
    whole = played(config(), noise_share=0.0)
    part = played(config(), noise_share=0.0, full_search_share=0.3, quick_simulations=4)

    plies = [int((samples.cells[-1] != 0).sum()) for samples in part]
    assert sum(map(len, part)) < 0.7 * sum(plies)
    assert all(len(samples) > 0 for samples in part)
    assert sum(map(len, part)) < sum(map(len, whole))


class Leaning:
    """Prefers cells by their number, and finds every position even."""

    def evaluate(self, batch):
        policies = np.arange(1, batch.legal.shape[1] + 1) * batch.legal
        values = np.zeros(len(batch), np.float32)
        return normalise(policies.astype(np.float32), batch.legal), values


def test_quick_moves_of_one_simulation_are_drawn_from_the_policy():
    changes = {"full_search_share": 1e-9, "quick_simulations": 1, "sizes": {"3x4": 1}}
    games = played(
        *(config(), 1500, [Leaning()]),
        **{"considered_moves": 4, "opening_plies": (0, 0), "noise_share": 0.0},
        **{"quick_sample_share": 1.0, "symmetry": "none", **changes},
    )

    cells = np.arange(12)
    drawn, expected = np.zeros(12), np.zeros(12)
    for samples in games:
        before, after = samples.cells[1], samples.cells[2]
        drawn[(before == 0) & (after != 0)] += 1
        expected += (cells + 1) * (before == 0) / ((cells + 1) * (before == 0)).sum()
    deviation = np.sqrt(expected * (1 - expected / len(games)))
    assert np.all(np.abs(drawn - expected) < 4 * deviation)


def test_quick_searches_may_teach_the_value_alone():
    changes = {"noise_share": 0.0, "full_search_share": 0.3, "quick_simulations": 1}
    changes["considered_moves"] = 4
    plain = played(config(), 30, **changes)
    more = played(config(), 30, quick_sample_share=0.5, **changes)

    for samples in more:
        sums = samples.policy.sum(axis=1)
        assert np.all((sums == 0) | np.isclose(sums, 1, atol=1e-5))
        assert sums[0] > 0  # the first search is a full one
    labelled = sum(int((samples.policy.sum(axis=1) > 0).sum()) for samples in more)
    quick = sum(map(len, more)) - labelled
    assert labelled == sum(map(len, plain))
    plies = sum(int((samples.cells[-1] != 0).sum()) for samples in more)
    assert 0.35 * (plies - labelled) < quick < 0.65 * (plies - labelled)


def test_fours_that_the_game_knows_end_games_sooner():
    run, board = config("gomoku"), {"sizes": {"7x8": 1}, "noise_share": 0.0}

    plain = played(run, games=8, **board)
    evaluations = played(run, games=8, solves_leaves=True, **board)

    for samples in evaluations:
        assert np.allclose(samples.policy.sum(axis=1), 1, atol=1e-5)
        assert abs(float(samples.value[-1])) == 1
    lengths = [
        sum(int((samples.cells[-1] != 0).sum()) for samples in games)
        for games in (evaluations, plain)
    ]
    assert lengths[0] < lengths[1]


class Counting:
    """Judges evenly and counts the empty boards that it was asked about."""

    def __init__(self):
        self.asked = 0

    def evaluate(self, batch):
        self.asked += int((batch.cells == 0).all(axis=1).sum())
        return FlatEvaluator().evaluate(batch)


def test_colours_take_turns_against_another_network():
    newest, earlier = Counting(), Counting()
    played(config(), 6, [newest, earlier], opening_plies=(0, 0))

    assert newest.asked == earlier.asked == 3


ENGINE = "uct-plain{nodes=29}"


@pytest.mark.parametrize("game", ["hex", "gomoku"])
def test_an_engine_plays_one_side_of_every_game(game):
    network = Counting()
    games = played(
        config(game),
        6,
        [network],
        opponent=ENGINE,
        opening_plies=(0, 0),
        parallel_games=4,
    )

    assert sorted(int(samples.game[0]) for samples in games) == list(range(6))
    assert network.asked == 3
    for samples in games:
        stones = (samples.cells != 0).sum(axis=1)
        assert stones.tolist() == list(range(len(samples)))


def test_moves_of_an_engine_have_its_visits_as_labels():
    (samples,) = played(
        config("gomoku"), 1, opponent=ENGINE, opening_plies=(0, 0), simulations=7
    )

    # The network plays Black in game 0. A search of 7 has no shares of 1 / 29.
    are_whole = [
        np.allclose(counts, np.round(counts), atol=1e-3)
        for counts in (samples.policy[samples.to_move == side] * 29 for side in (1, 2))
    ]
    assert are_whole == [False, True]


def test_games_against_an_engine_follow_from_seed_and_number():
    alone, together = (
        {
            int(s.game[0]): s.cells.tobytes()
            for s in played(config(), opponent=ENGINE, parallel_games=count)
        }
        for count in (1, 5)
    )

    assert alone == together


@pytest.mark.parametrize("opponent", ["", ENGINE])
def test_games_under_way_go_on_from_their_file(tmp_path, opponent):
    run = config(play={"opening_plies": [1, 1], "opponent": opponent})
    setup = run.play.setups("hex")[0]
    games = SelfPlay(run.play, setup, [HashEvaluator()], seed=run.seed)
    steps = games.run(range(3))
    while not all(game.searched > 2 for game in games.unfinished_games()) or (
        not games.unfinished_games()
    ):
        assert next(steps) is None
    under_way = games.unfinished_games()
    save_unfinished_games(tmp_path / "open.npz", under_way)

    kept = load_unfinished_games(tmp_path / "open.npz")
    again = SelfPlay(run.play, setup, [HashEvaluator()], seed=run.seed)
    ended = [s for s in again.run(range(3), kept) if s is not None]

    assert [replace(game, samples=None) for game in kept] == [
        replace(game, samples=None) for game in under_way
    ]
    before_resume = {game.number: game.samples for game in under_way}
    assert len(ended) == 3
    for samples in ended:
        before = before_resume[int(samples.game[0])]
        old = len(before)
        assert len(samples) > old
        assert np.array_equal(samples.cells[:old], before.cells)
        assert np.allclose(samples.policy[:old], before.policy, atol=1 / 255)


def test_games_under_a_gumbel_root_end_as_without_a_stop():
    run = config(play={"considered_moves": 4, "opening_plies": [1, 1]})
    whole = {int(s.game[0]): s for s in played(run, games=3)}
    setup = run.play.setups("hex")[0]
    games = SelfPlay(run.play, setup, [HashEvaluator()], seed=run.seed)
    steps = games.run(range(3))
    while min((g.searched for g in games.unfinished_games()), default=0) < 2:
        assert next(steps) is None

    again = SelfPlay(run.play, setup, [HashEvaluator()], seed=run.seed)
    ended = again.run(range(3), games.unfinished_games())
    resumed = {int(s.game[0]): s for s in ended if s is not None}

    assert resumed.keys() == whole.keys()
    for number, samples in resumed.items():
        assert np.array_equal(samples.cells, whole[number].cells)
        assert np.array_equal(samples.result, whole[number].result)
        assert np.allclose(samples.policy, whole[number].policy)


@pytest.mark.parametrize("leaders", ["111", "222", "0111", "12111", "1211", "1102"])
def test_a_game_ends_early_when_one_side_is_sure_to_win(leaders):
    run = config()
    position = replay_moves(run.play.setups("hex")[0], [])
    game = TrainingGame(run.play, 0, plays_to_end=False)

    for leader in leaders:
        value = 0.0 if leader == "0" else 0.98
        is_ahead = leader == str(int(position.to_move))
        game.add_value(position, value if is_ahead else -value)
        position = position.play(position.legal_moves()[0])

    assert game.is_over(position) == leaders.endswith(("111", "222"))
    if game.is_over(position):
        assert game.winner(position) == int(leaders[-1])


def test_a_game_ends_when_it_is_decided_three_times_in_a_row():
    run = config()
    position = replay_moves(run.play.setups("hex")[0], [])
    game = TrainingGame(run.play, 0, plays_to_end=False)
    side = position.to_move
    game.add_sample(
        PositionSample(
            position=position, policy=np.ones(16, np.float32) / 16, value=1.0
        )
    )
    for value, is_over in ((0.99, False), (-0.2, False), (0.98, False), (-0.98, False)):
        game.add_value(position, value)
        assert game.is_over(position) == is_over
        position = position.play(position.legal_moves()[0])
    game.add_value(position, 0.98)

    assert game.is_over(position)
    assert game.winner(position) is side


def test_the_temperature_can_fall_over_the_run():
    play = replace(config().play, temperature=1.0, halving_generations=2)

    temperatures = [play.at_generation(number).temperature for number in (1, 3, 7)]

    assert temperatures == [1.0, 0.5, 0.125]
    assert config().play.at_generation(9).temperature == config().play.temperature


def games_of_generation(folder, number, **play):
    """Return the positions of the games of a generation, as stored."""
    run = config(play={"opening_plies": [0, 0], **play})
    games = GenerationGames(
        run, TrainingRunFolder(folder, run, resume=False), number, now=lambda: 0.0
    )
    assert games.play([HashEvaluator()], lambda: False, Monitor())
    shards = sorted((folder / "generations").rglob("shard-*.npz"))
    return [load_samples(path).cells.tobytes() for path in shards]


def test_a_later_generation_plays_at_its_temperature(tmp_path):
    falling = {"temperature": 8.0, "halving_generations": 1}

    third = games_of_generation(tmp_path / "falling", 3, **falling)

    assert third == games_of_generation(tmp_path / "constant", 3, temperature=2.0)
    assert third != games_of_generation(tmp_path / "first", 3, temperature=8.0)
