"""A larger network begins with the outputs of a smaller one."""

import pytest

torch = pytest.importorskip("torch")

from engine.nn.common.net_info import NetInfo  # noqa: E402
from engine.nn.torch_net.growth import can_grow, grow_network  # noqa: E402
from engine.nn.torch_net.networks import new_network  # noqa: E402

pytestmark = pytest.mark.usefixtures("one_torch_thread")

SMALL = {"blocks": 3, "channels": 6, "pooled": 4}


def network(seed, **parameters):
    """Return a network with random weights and random statistics of its norms."""
    torch.manual_seed(seed)
    made = new_network("residual", SMALL | parameters)
    for module in made.modules():
        if isinstance(module, torch.nn.BatchNorm2d):
            module.running_mean.uniform_(-0.5, 0.5)
            module.running_var.uniform_(0.5, 2)
            module.weight.data.uniform_(0.5, 2)
            module.bias.data.uniform_(-0.5, 0.5)
    return made.eval()


@pytest.mark.parametrize(
    "sizes",
    [
        {},
        {"blocks": 6},
        {"channels": 9},
        {"pooled": 5},
        {"blocks": 4, "channels": 8, "pooled": 8},
    ],
)
@pytest.mark.parametrize("is_training", [False, True])
def test_a_grown_network_has_the_same_outputs(sizes, is_training):
    small, large = network(1), new_network("residual", SMALL | sizes).eval()
    planes = torch.rand(5, 3, 7, 9)

    grow_network(large, small)

    small.train(is_training)
    large.train(is_training)
    for expected, found in zip(small(planes), large(planes), strict=True):
        assert torch.allclose(found, expected, atol=1e-5)


def test_new_weights_learn():
    small = network(1)
    large = new_network("residual", SMALL | {"blocks": 4, "channels": 8}).train()
    grow_network(large, small)
    planes, wanted = torch.rand(16, 3, 7, 7), torch.rand(16)

    def error():
        return (large(planes)[1] - wanted).square().mean()

    first = float(error().detach())
    optimiser = torch.optim.Adam(large.parameters(), lr=0.01)
    before = {name: entry.clone() for name, entry in large.state_dict().items()}
    for _ in range(20):
        optimiser.zero_grad()
        error().backward()
        optimiser.step()

    assert float(error().detach()) < 0.5 * first
    after = large.state_dict()
    assert not torch.equal(
        after["stem.conv.weight"][6:], before["stem.conv.weight"][6:]
    )
    assert after["value.0.conv.weight"][:, 6:].any()
    assert after["blocks.3.second.norm.weight"].any()


def info(kind="residual", game="hex", **parameters):
    return NetInfo(
        game=game, kind=kind, parameters=parameters, sizes=("7x7",), rules={}
    )


@pytest.mark.parametrize(
    ("small", "large", "expected"),
    [
        (info(), info(blocks=6), True),
        (info(blocks=5, channels=32, pooled=16), info(), True),
        (info(channels=33), info(), False),
        (info(), info(game="gomoku"), False),
        (info(kind="liu-2022", height=9, width=9), info(), False),
        (*(info(kind="liu-2022", height=9, width=9),) * 2, True),
        (
            info(kind="liu-2022", height=9, width=9),
            info(kind="liu-2022", height=9, width=10),
            False,
        ),
    ],
)
def test_networks_grow_but_do_not_shrink(small, large, expected):
    assert can_grow(small, large) is expected
