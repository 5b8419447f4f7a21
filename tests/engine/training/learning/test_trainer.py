import pytest

torch = pytest.importorskip("torch")

from safetensors.torch import load_file, save_file  # noqa: E402

from engine.core.errors import TrainingError  # noqa: E402
from engine.nn.torch_net.networks import new_network  # noqa: E402
from engine.training.learning import trainer as trainers  # noqa: E402
from engine.training.learning.dataset import TRAINING  # noqa: E402
from engine.training.learning.trainer import Trainer  # noqa: E402
from engine.training.run.settings import TrainSettings  # noqa: E402
from tests.engine.training.supervised_runs import SMALL, dataset, play_games  # noqa: E402

pytestmark = pytest.mark.usefixtures("one_torch_thread")


@pytest.fixture(scope="module")
def games():
    return play_games()


def settings(**values):
    usual = {"batch_size": 32, "warm_up_steps": 5, "validation_batches": 2}
    return TrainSettings(**usual | values)


class LearnedPositions:
    """Data set that validates on the batches of its training part."""

    def __init__(self, data):
        self._data = data

    def batch(self, part, step, size):
        return self._data.batch(TRAINING, step, size)


def trained(shards, steps, **values):
    torch.manual_seed(2)
    trainer = Trainer(new_network("residual", SMALL), settings(**values), total=80)
    data = dataset(shards)
    while trainer.steps_done < steps:
        trainer.step(data)
    return trainer


@pytest.mark.parametrize(
    ("optimiser", "bfloat16"), [("adamw", False), ("adamw", True), ("rmsprop", False)]
)
def test_losses_fall_on_what_is_learned(games, optimiser, bfloat16, monkeypatch):
    monkeypatch.setattr(trainers, "calculates_in_half", lambda: True)
    rate = 1e-2 if optimiser == "adamw" else 2e-3
    choice = {"optimiser": optimiser, "bfloat16": bfloat16, "learning_rate": rate}
    fresh, taught = (trained(games, n, **choice) for n in (0, 60))

    learned = LearnedPositions(dataset(games))
    before, after = (trainer.validate(learned) for trainer in (fresh, taught))

    assert after.policy < 0.85 * before.policy
    assert after.value < 0.95 * before.value


@pytest.mark.parametrize("has_instructions", [True, False])
def test_bfloat16_is_used_where_the_processor_has_it(
    games, has_instructions, monkeypatch
):
    monkeypatch.setattr(trainers, "calculates_in_half", lambda: has_instructions)

    half, full = (
        trained(games, 1, bfloat16=bfloat16).network.state_dict()
        for bfloat16 in (True, False)
    )

    are_equal = all(torch.equal(half[name], full[name]) for name in full)
    assert are_equal is not has_instructions


@pytest.mark.parametrize("optimiser", ["adamw", "rmsprop"])
def test_a_trainer_goes_on_as_if_it_had_not_stopped(games, optimiser, tmp_path):
    whole = trained(games, 12, optimiser=optimiser)
    trained(games, 7, optimiser=optimiser).save(tmp_path / "state")

    torch.manual_seed(99)
    own = settings(optimiser=optimiser)
    other = Trainer(new_network("residual", SMALL), own, total=80)
    other.load(tmp_path / "state")
    assert other.steps_done == 7
    while other.steps_done < 12:
        other.step(dataset(games))

    for name, tensor in whole.network.state_dict().items():
        assert torch.equal(other.network.state_dict()[name], tensor), name


@pytest.mark.parametrize("data", [b"", b"\x10" * 50])
def test_a_damaged_state_is_refused_with_one_sentence(tmp_path, data):
    (tmp_path / "state").write_bytes(data)

    with pytest.raises(TrainingError, match=r"^Expected the state .*\.$"):
        Trainer(new_network("residual", SMALL), settings()).load(tmp_path / "state")


def test_a_state_of_another_network_is_refused_with_one_sentence(tmp_path):
    Trainer(new_network("residual", SMALL), settings()).save(tmp_path / "state")
    larger = new_network("residual", {**SMALL, "channels": 16})

    with pytest.raises(TrainingError, match=r"^Expected the state .*\.$"):
        Trainer(larger, settings()).load(tmp_path / "state")


def collected_means(trainer):
    state = trainer.network.state_dict()
    return torch.cat([state[name] for name in state if name.endswith("running_mean")])


@pytest.mark.parametrize(("share", "moves"), [(0.0, True), (0.5, True), (1.0, False)])
def test_frozen_norms_keep_their_statistics_to_the_end(games, share, moves):
    # Steps 0 to 39 are the first half of 80.
    fresh, early, half, late = (
        trained(games, steps, frozen_norms=share) for steps in (0, 1, 40, 42)
    )

    means = [collected_means(t) for t in (fresh, early, half, late)]
    assert torch.equal(means[0], means[1]) is not moves
    assert torch.equal(means[2], means[3]) is (share > 0)


@pytest.mark.parametrize("share", [0.0, 1.0])
def test_with_frozen_norms_a_step_trains_the_network_that_plays(games, share):
    network = trained(games, 3).network
    one_batch = Trainer(
        network, settings(frozen_norms=share, validation_batches=1), total=80
    )
    data = dataset(games)

    finished = one_batch.validate(LearnedPositions(data))
    one_batch.step(data)

    in_training = one_batch.take_training_losses()["training_value"]
    is_same = in_training == pytest.approx(finished.value, rel=1e-4)
    assert is_same is (share == 1)


def test_weights_that_are_no_numbers_are_not_saved(tmp_path):
    network = new_network("residual", SMALL)
    trainer = Trainer(network, settings())
    trainer.save(tmp_path / "state")
    before = (tmp_path / "state").read_bytes()
    with torch.no_grad():
        next(network.parameters()).fill_(float("nan"))

    with pytest.raises(TrainingError, match=r"^Training has diverged before step 0: "):
        trainer.save(tmp_path / "state")

    assert (tmp_path / "state").read_bytes() == before


def lose(tensors):
    del tensors["opt.0.exp_avg"]


def make_infinite(tensors):
    tensors["opt.0.exp_avg"].fill_(float("inf"))


@pytest.mark.parametrize(
    ("damage", "problem"),
    [(lose, "another state of the opt"), (make_infinite, "values that are no numbers")],
)
def test_a_damaged_state_of_the_optimiser_is_refused(tmp_path, games, damage, problem):
    trained(games, 1).save(tmp_path / "state")
    tensors = load_file(tmp_path / "state")
    damage(tensors)
    save_file(tensors, tmp_path / "state")

    with pytest.raises(TrainingError, match=rf"state, got: {problem}"):
        Trainer(new_network("residual", SMALL), settings()).load(tmp_path / "state")


def test_a_state_with_weights_that_are_no_numbers_is_refused(tmp_path, monkeypatch):
    network = new_network("residual", SMALL)
    with torch.no_grad():
        next(network.parameters()).fill_(float("inf"))
    monkeypatch.setattr(
        "engine.training.learning.trainer_state._are_finite", lambda tensors: True
    )
    Trainer(network, settings()).save(tmp_path / "state")
    monkeypatch.undo()

    with pytest.raises(TrainingError, match=r"state, got: values that are no numbers"):
        Trainer(new_network("residual", SMALL), settings()).load(tmp_path / "state")
