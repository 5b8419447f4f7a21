import sys

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from engine.core.errors import NetError  # noqa: E402
from engine.games import GAMES  # noqa: E402
from engine.nn.common.batch_speed import find_fastest_batch  # noqa: E402
from engine.nn.common.encoding import TransposedPlanes, new_encoding  # noqa: E402
from engine.nn.common.evaluator_settings import EvaluatorSettings  # noqa: E402
from engine.nn.common.speed import make_leaves  # noqa: E402
from engine.nn.evaluator_factory import new_evaluator  # noqa: E402
from engine.nn.torch_net.checkpoint import new_info  # noqa: E402
from engine.nn.torch_net.cuda_graphs import fill_up  # noqa: E402
from engine.nn.torch_net.networks import new_network  # noqa: E402
from engine.nn.torch_net.torch_loader import load_torch  # noqa: E402
from engine.search.evaluation import LeafBatch  # noqa: E402

pytestmark = pytest.mark.usefixtures("one_torch_thread")

SMALL = {"blocks": 2, "channels": 8, "pooled": 4}

BOARDS = [
    *(("residual", "gomoku", 6, 6), ("residual", "gomoku", 9, 7)),
    *(("residual", "hex", 5, 5), ("residual", "hex", 4, 7)),
    *(("ou-2020", "gomoku", 9, 7), ("liu-2022", "gomoku", 6, 6)),
    ("ou-2020-matrix", "gomoku", 9, 7),
    *(("zhang-hex", "hex", 5, 5), ("zhang-hex", "hex", 6, 6)),
]
COMPILED = [
    ("lines", "gomoku", 6, 6),
    ("lines", "gomoku", 9, 7),
    ("lines", "gomoku", 5, 12),
]


def made(setup, kind="residual", runtime="torch-float32", **more):
    """Return a network whose norms have seen something, and its evaluator."""
    torch.manual_seed(3)
    info = new_info(kind, (setup,), SMALL if kind == "residual" else {})
    network = new_network(kind, info.parameters)
    encoding = new_encoding(kind, setup.game)
    network(torch.from_numpy(encoding.encode(make_leaves(setup, 32))))
    network.eval().requires_grad_(requires_grad=False)
    settings = EvaluatorSettings(runtime=runtime, **more)
    return network, new_evaluator(network, info, settings)


def mixed_leaves(setup, count):
    batch = make_leaves(setup, count, seed=5)
    batch.to_move[1::2] = 2
    return batch


def by_the_plain_network(network, kind, batch):
    """Return policy and values one position at a time, without any haste."""
    policies, values = [], []
    encoding = new_encoding(kind, batch.setup.game)
    for row in range(len(batch)):
        one = batch.rows([row])
        logits, value = network(torch.from_numpy(encoding.encode(one)))
        scores = encoding.decode(one, logits.numpy())
        legal = torch.from_numpy(np.where(one.legal, scores, -np.inf))
        policies.append(torch.softmax(legal, dim=1).numpy()[0])
        values.append(float(value))
    return np.array(policies), np.array(values)


@pytest.mark.parametrize(("kind", "game", "height", "width"), [*BOARDS, *COMPILED])
def test_an_evaluator_returns_the_output_of_the_plain_network(
    kind, game, height, width
):
    setup = GAMES[game].setup(height=height, width=width)
    runtime = "kernels" if kind == "lines" else "torch-float32"
    network, evaluator = made(setup, kind, runtime)

    for count in (1, 5, 16):
        batch = mixed_leaves(setup, count)
        policy, values = evaluator.evaluate(batch)
        expected_policy, expected_values = by_the_plain_network(network, kind, batch)

        assert policy.dtype == values.dtype == np.float32
        assert np.allclose(policy, expected_policy, atol=2e-5)
        assert np.allclose(values, expected_values, atol=2e-5)


@pytest.mark.parametrize(("height", "width"), [(6, 6), (5, 12), (15, 15)])
def test_sums_over_lines_are_computed_with_rounded_rows(height, width):
    setup = GAMES["gomoku"].setup(height=height, width=width)
    network, _ = made(setup, "line-sums", "torch-float32")
    with torch.no_grad():  # rows as large as trained ones, some beyond the limits
        network.line[4].weight *= 8
        network.policy.weight *= 8
        network.first.weight *= 4
        network.last.weight *= 8
    info = new_info("line-sums", (setup,), {})
    evaluator = new_evaluator(network, info, EvaluatorSettings(runtime="kernels"))
    batch = mixed_leaves(setup, 12)

    policy, values = evaluator.evaluate(batch)

    expected_policy, expected_values = by_the_plain_network(network, "line-sums", batch)
    assert np.allclose(policy, expected_policy, atol=0.01)
    assert np.allclose(values, expected_values, atol=0.01)
    assert np.ptp(expected_values) > 0.05
    assert expected_policy.max() > 2 / (height * width)


def test_an_untraced_evaluator_returns_the_same_and_traces_nothing(monkeypatch):
    setup = GAMES["hex"].setup(height=5)
    batch = mixed_leaves(setup, 4)
    expected = made(setup)[1].evaluate(batch)
    monkeypatch.delattr(torch.jit, "trace")

    policy, values = made(setup, traced=False)[1].evaluate(batch)

    np.testing.assert_allclose(policy, expected[0], atol=1e-5)
    np.testing.assert_allclose(values, expected[1], atol=1e-5)


@pytest.mark.parametrize(("kind", "game", "height", "width"), BOARDS)
def test_half_precision_comes_near(kind, game, height, width):
    setup = GAMES[game].setup(height=height, width=width)
    network, evaluator = made(setup, kind, "torch-bfloat16")
    batch = mixed_leaves(setup, 16)

    policy, values = evaluator.evaluate(batch)

    expected_policy, expected_values = by_the_plain_network(network, kind, batch)
    assert policy.dtype == values.dtype == np.float32
    assert np.allclose(policy, expected_policy, atol=0.02)
    assert np.allclose(values, expected_values, atol=0.02)
    assert not np.array_equal(values, expected_values)


def test_a_policy_is_zero_where_illegal_and_sums_to_one():
    setup = GAMES["gomoku"].setup(height=6, width=8)
    _, evaluator = made(setup)
    batch = mixed_leaves(setup, 7)

    policy, _ = evaluator.evaluate(batch)

    assert not policy[~batch.legal].any()
    assert np.allclose(policy.sum(axis=1), 1, atol=1e-5)


def test_hex_seen_by_the_other_side_is_the_transposed_board():
    setup, turned_setup = (
        GAMES["hex"].setup(height=h, width=w) for h, w in [(4, 7), (7, 4)]
    )
    _, evaluator = made(setup)
    red = make_leaves(setup, 3)
    turned = red.cells.reshape(-1, 4, 7).transpose(0, 2, 1).reshape(3, -1)
    blue = LeafBatch(
        setup=turned_setup,
        cells=turned.copy(),
        to_move=np.full(3, 2, np.int8),
        last_move=red.last_move,
        legal=turned == 0,
    )

    policy, values = evaluator.evaluate(red)
    turned_policy, turned_values = evaluator.evaluate(blue)

    back = turned_policy.reshape(-1, 7, 4).transpose(0, 2, 1).reshape(3, -1)
    assert np.allclose(policy, back, atol=1e-6)
    assert np.allclose(values, turned_values, atol=1e-6)


def test_a_board_that_does_not_fit_is_refused():
    _, evaluator = made(GAMES["hex"].setup(height=5), "zhang-hex")

    with pytest.raises(NetError, match=r"board of 5x5 .*, got 6x6"):
        evaluator.evaluate(make_leaves(GAMES["hex"].setup(height=6), 1))


def test_a_rule_that_it_has_not_learned_is_refused():
    _, evaluator = made(GAMES["gomoku"].setup(height=7), "lines", "kernels")
    renju = GAMES["gomoku"].setup(height=7, options={"rule": "renju"})

    with pytest.raises(NetError, match=r"rules .*freestyle.*, got .*renju"):
        evaluator.evaluate(make_leaves(renju, 1))


def test_the_fastest_batch_is_measured():
    setup = GAMES["gomoku"].setup(height=5)
    _, evaluator = made(setup)
    seconds = iter(range(10**6))

    speed = find_fastest_batch(
        evaluator, setup, seconds=1, repeats=1, now=lambda: next(seconds)
    )

    # Every call takes as long here, so the largest batch is the most efficient.
    assert speed.batch == 64


@pytest.mark.gpu
@pytest.mark.skipif(not torch.cuda.is_available(), reason="needs CUDA")
def test_cuda_returns_what_the_processor_returns():
    setup = GAMES["hex"].setup(height=11)
    _, on_cpu = made(setup, device="cpu")
    _, on_cuda = made(setup, device="cuda")
    for count in (16, 16, 1, 70, 16):
        batch = mixed_leaves(setup, count)
        (policy, values), (other, other_values) = (
            e.evaluate(batch) for e in (on_cpu, on_cuda)
        )

        assert np.allclose(policy, other, atol=2e-3)
        assert np.allclose(values, other_values, atol=5e-3)


def test_batches_on_cuda_are_filled_up():
    assert [fill_up(count) for count in (1, 63, 64, 65, 256)] == [64, 64, 64, 128, 256]


def test_without_torch_there_is_one_sentence(monkeypatch):
    monkeypatch.delitem(sys.modules, "torch")
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)

    with pytest.raises(
        NetError, match=r"^Expected the package torch \(.*\), found none\.$"
    ):
        load_torch()


def test_nothing_is_turned_in_gomoku():
    assert not isinstance(new_encoding("ou-2020", "gomoku"), TransposedPlanes)
    assert isinstance(new_encoding("ou-2020", "hex"), TransposedPlanes)
