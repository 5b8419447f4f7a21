"""The losses of the papers, computed by hand."""

from dataclasses import replace

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from engine.core.errors import SettingsError  # noqa: E402
from engine.nn.common.encoding import TransposedPlanes  # noqa: E402
from engine.nn.torch_net.networks import new_network  # noqa: E402
from engine.training.learning.dataset import TRAINING, Dataset  # noqa: E402
from engine.training.learning.trainer import Trainer  # noqa: E402
from engine.training.run.config import parse_config  # noqa: E402
from engine.training.run.settings import TrainSettings  # noqa: E402
from engine.training.supervised.engine_games import play_game  # noqa: E402

pytestmark = pytest.mark.usefixtures("one_torch_thread")

TABLE = {
    **{"game": "hex", "name": "losses"},
    "data": {
        **{"engine": "uct-plain", "nodes": 60, "random_moves": True},
        **{"labels": "wins", "resign_threshold": 2.0, "sizes": {"5": 1}, "games": 4},
    },
    "net": {"kind": "zhang-hex"},
}


@pytest.fixture(scope="module")
def data():
    run = parse_config(TABLE)
    shards = [play_game(run.data, run.setups()[0], number=n, seed=0) for n in range(4)]
    return Dataset(
        shards, TransposedPlanes(), validation_share=0.5, search_share=0.0, seed=1
    )


def trainer(**settings):
    torch.manual_seed(5)
    usual = {"batch_size": 16, "validation_batches": 1, "optimiser": "rmsprop"}
    own = TrainSettings(**usual | settings)
    return Trainer(new_network("zhang-hex", {"height": 5, "width": 5}), own)


def by_hand(network, batch):
    """Return L_V and L_P of a batch, and the sum of the squares of all weights."""
    with torch.no_grad():
        logits, values = (part.double().numpy() for part in network(planes(batch)))
    scores = np.where(batch.legal, np.exp(logits), 0)
    policy = scores / scores.sum(axis=1, keepdims=True)
    wins, chances = (batch.values + 1) / 2, (values + 1) / 2
    assert set(wins.tolist()) == {0.0, 1.0}
    value_loss = np.mean((chances - wins) ** 2)
    bits = np.log2(policy, where=batch.legal, out=np.zeros_like(policy))
    policy_loss = np.mean(-(batch.policy * bits).sum(axis=1))
    weights = [entry.double().numpy() for entry in network.state_dict().values()]
    return value_loss, policy_loss, sum(float((w**2).sum()) for w in weights)


def planes(batch):
    return torch.from_numpy(batch.planes)


@pytest.mark.parametrize(("alpha", "beta"), [(0.5, 0.0), (0.25, 1e-3), (1.0, 1e-4)])
def test_zhang_1_to_3_are_computed_by_hand(data, alpha, beta):
    own = trainer(alpha=alpha, beta=beta)
    batch = data.batch(TRAINING, 0, 16)
    value_loss, policy_loss, squares = by_hand(own.network, batch)

    losses = own.validate(FixedBatch(batch))

    assert losses.value_chance == pytest.approx(value_loss, rel=1e-5)
    assert losses.policy_bits == pytest.approx(policy_loss, rel=1e-5)
    whole = (1 - alpha) * value_loss + alpha * policy_loss + beta * squares
    assert losses.loss == pytest.approx(whole, rel=1e-5)


def test_positions_without_a_policy_label_count_for_the_value_alone(data):
    own = trainer()
    batch = data.batch(TRAINING, 0, 16)
    is_labelled = np.arange(16) % 4 == 1
    labelled = replace(
        batch,
        **{
            name: getattr(batch, name)[is_labelled]
            for name in ("planes", "legal", "policy", "values")
        },
    )
    batch.policy[~is_labelled] = 0
    value_loss, _, _ = by_hand(own.network, batch)
    _, policy_loss, _ = by_hand(own.network, labelled)

    losses = own.validate(FixedBatch(batch))

    assert losses.value_chance == pytest.approx(value_loss, rel=1e-5)
    assert losses.policy_bits == pytest.approx(policy_loss, rel=1e-5)
    same = own.validate(FixedBatch(labelled))
    assert losses.agreement == pytest.approx(same.agreement)


class FixedBatch:
    """Source of the same batch at each step, for training and validation."""

    def __init__(self, batch):
        self._batch = batch

    def batch(self, part, step, size):
        return self._batch


def test_a_step_follows_the_gradient_of_that_loss(data):
    """RMSprop's first step is the rate times ten times the sign of the gradient."""
    own = trainer(alpha=0.5, beta=0.01, weight_decay=0.0, warm_up_steps=1)
    twin = trainer().network
    batch = data.batch(TRAINING, 0, 16)
    logits, values = twin(planes(batch))
    shares = torch.log_softmax(
        logits.masked_fill(~torch.from_numpy(batch.legal), -1e9), dim=1
    )
    policy_loss = -(torch.from_numpy(batch.policy) * shares).sum(1).mean() / np.log(2)
    value_loss = ((values - torch.from_numpy(batch.values)) / 2).square().mean()
    squares = sum(entry.square().sum() for entry in twin.parameters())
    (0.5 * value_loss + 0.5 * policy_loss + 0.01 * squares).backward()

    own.step(data)

    rate = own.learning_rate
    for before, after in zip(twin.parameters(), own.network.parameters(), strict=True):
        is_clear = before.grad.abs() > 1e-4
        assert is_clear.any()
        weighted = (after - before).detach()[is_clear]
        expected = -10 * rate * before.grad.sign()[is_clear]
        assert torch.allclose(weighted, expected, rtol=0.01)


def test_without_alpha_the_loss_is_that_of_ou_2020(data):
    own = trainer(value_weight=0.5)

    losses = own.validate(FixedBatch(data.batch(TRAINING, 0, 16)))

    assert losses.loss == pytest.approx(losses.policy + 0.5 * losses.value)


def test_beta_is_the_last_term_of_ou_2020_4_and_liu_2022_3(data):
    own = trainer(beta=1e-3)

    losses = own.validate(FixedBatch(data.batch(TRAINING, 0, 16)))

    squares = sum(
        float(entry.detach().square().sum()) for entry in own.network.parameters()
    )
    assert squares > 1
    assert losses.loss == pytest.approx(losses.policy + losses.value + 1e-3 * squares)


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({"net": {"kind": "residual"}, "train": {"alpha": 0.5}}, "train.alpha"),
        ({"train": {"alpha": 1.5}}, "train.alpha"),
        ({"data": {**TABLE["data"], "labels": "shares"}}, "data.labels"),
        (
            {
                "game": "gomoku",
                "data": {**TABLE["data"], "engine": "alphabeta"},
                "net": {},
            },
            "data.engine",
        ),
    ],
)
def test_losses_and_labels_that_make_no_sense_are_refused(changes, key):
    with pytest.raises(SettingsError, match=rf"^{key}: expected "):
        parse_config({**TABLE, **changes})


def test_the_learning_rate_rises_while_steps_change_the_policy_little(data):
    own = trainer(rate_divergence=10.0, learning_rate=1e-5, warm_up_steps=0)

    rates = []
    for _ in range(8):
        rates.append(own.learning_rate)
        own.step(data)

    assert rates[:3] == pytest.approx([1e-5, 1.5e-5, 2.25e-5])
    assert rates[-1] == pytest.approx(1e-4)


def test_the_learning_rate_falls_after_steps_that_change_the_policy_much(data):
    own = trainer(rate_divergence=1e-12, learning_rate=1e-3, warm_up_steps=0)

    for _ in range(8):
        own.step(data)

    assert own.learning_rate == pytest.approx(1e-4)


def test_an_adapted_learning_rate_is_part_of_the_state(data, tmp_path):
    own = trainer(rate_divergence=1e-12, warm_up_steps=0)
    own.step(data)
    own.save(tmp_path / "state")
    again = trainer(rate_divergence=1e-12, warm_up_steps=0)

    again.load(tmp_path / "state")

    assert again.learning_rate == own.learning_rate == pytest.approx(2e-3 / 1.5)


def test_the_learning_rate_is_constant_by_default(data):
    own = trainer(warm_up_steps=0)
    own.step(data)

    assert own.learning_rate == 2e-3
