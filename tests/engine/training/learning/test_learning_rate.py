"""Schedule of the learning rate, and its adaptation to the divergence of a policy."""

import pytest

torch = pytest.importorskip("torch")

from engine.training.learning.learning_rate import LearningRate  # noqa: E402
from engine.training.run.settings import TrainSettings  # noqa: E402


def new_rate(total=None, **settings):
    return LearningRate(TrainSettings(learning_rate=1.0, **settings), total)


def logs(*shares):
    return torch.tensor([shares]).log()


def test_the_learning_rate_rises_and_falls():
    rate = new_rate(total=10, warm_up_steps=3)

    rates = [rate.at(step) for step in range(10)]

    assert rates[0] == pytest.approx(1 / 3)
    assert rates[:3] == sorted(rates[:3])
    assert rates[3:] == sorted(rates[3:], reverse=True)
    assert rate.at(10) == pytest.approx(0)


def test_without_an_end_the_learning_rate_stays():
    assert new_rate(warm_up_steps=3).at(10_000) == 1.0


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        ((0.1, 0.9), 1 / 1.5),  # 0.51 nats
        ((0.4, 0.6), 1.0),  # 0.020 nats
        ((0.49, 0.51), 1.5),  # 0.0002 nats
    ],
)
def test_the_rate_keeps_the_policy_from_diverging_in_a_step(after, expected):
    rate = new_rate(warm_up_steps=0, rate_divergence=0.02)

    rate.adapt(logs(0.5, 0.5), logs(*after))

    assert rate.at(0) == pytest.approx(expected)


def test_the_adapted_factor_stays_between_a_tenth_and_ten():
    slow, fast = (new_rate(warm_up_steps=0, rate_divergence=0.02) for _ in range(2))

    for _ in range(20):
        slow.adapt(logs(0.5, 0.5), logs(0.1, 0.9))
        fast.adapt(logs(0.5, 0.5), logs(0.5, 0.5))

    assert (slow.at(0), fast.at(0)) == pytest.approx((0.1, 10.0))
