import math

import pytest

torch = pytest.importorskip("torch")

from engine.core.errors import NetError  # noqa: E402
from engine.nn.torch_net.networks import KINDS, GlobalPool, fold_norms, new_network  # noqa: E402

SIZES = [(5, 5), (6, 9), (11, 11), (15, 13)]

PLANES = {"ou-2020": 2, "ou-2020-matrix": 1, "liu-2022": 3, "zhang-hex": 2}


def weights(network):
    return sum(weight.numel() for weight in network.parameters())


def layer(inputs, outputs, size):
    return inputs * outputs * size**2 + outputs


def dense(inputs, outputs):
    return (inputs + 1) * outputs


def trunk_of_three_layers(planes):
    return layer(planes, 32, 3) + layer(32, 64, 3) + layer(64, 128, 3)


def value_head(cells):
    return layer(128, 2, 1) + dense(2 * cells, 64) + dense(64, 1)


def test_ou_net_has_the_weights_that_the_paper_implies():
    cells = 8 * 8
    by_hand = trunk_of_three_layers(2) + layer(128, 4, 3) + dense(4 * cells, cells)

    network = new_network("ou-2020", {"height": 8, "width": 8})

    assert weights(network) == by_hand + value_head(cells) == 122_599


def test_liu_net_has_the_weights_that_the_paper_implies():
    cells = 15 * 15
    by_hand = trunk_of_three_layers(3) + layer(128, 4, 1) + dense(4 * cells, cells)

    network = new_network("liu-2022", {"height": 15, "width": 15})

    assert weights(network) == by_hand + value_head(cells) == 325_676


def test_zhang_net_has_the_weights_of_the_paper_with_same_padding():
    # The paper names no padding. Without it there are 237,882 weights.
    convolutions = (
        layer(2, 32, 3) + layer(32, 64, 3) + layer(64, 64, 3) + layer(64, 96, 3)
    )
    by_hand = convolutions + dense(96 * 121, 128) + dense(128, 1) + dense(128, 121)

    network = new_network("zhang-hex", {"height": 11, "width": 11})

    assert weights(network) == by_hand == 1_614_138


def test_ou_net_for_the_matrix_has_one_plane_less():
    networks = [
        new_network(kind, {"height": 8, "width": 8})
        for kind in ("ou-2020", "ou-2020-matrix")
    ]

    first, second = map(weights, networks)

    assert first - second == 9 * 32


@pytest.mark.parametrize("kind", ["ou-2020", "liu-2022"])
def test_a_local_policy_gives_a_cell_the_sum_of_its_features(kind):
    network = new_network(kind, {"height": 6, "width": 9})
    planes = torch.rand(3, PLANES[kind], 6, 9)

    network.localise_policy()

    filters = network.policy[:2](network.trunk(planes))
    logits, _ = network(planes)
    assert torch.allclose(logits, filters.sum(dim=1).flatten(1), atol=1e-5)
    assert logits.std() > 0.1


def find_kernel(weight, height, width):
    """Return the kernel of a dense layer that is a convolution, ``[1, 4, H', W']``."""
    kernel = torch.full((4, 2 * height - 1, 2 * width - 1), math.nan)
    for out in range(height * width):
        for into in range(height * width):
            down = into // width - out // width + height - 1
            right = into % width - out % width + width - 1
            entries = weight[out].view(4, -1)[:, into]
            known = kernel[:, down, right]
            assert known.isnan().all() or torch.equal(known, entries)
            kernel[:, down, right] = entries
    return kernel[None]


@pytest.mark.parametrize("optimiser", [torch.optim.AdamW, torch.optim.RMSprop])
def test_a_convolutional_policy_stays_one_while_it_learns(optimiser):
    height, width = 4, 6
    network = new_network("liu-2022", {"height": height, "width": width})
    network.localise_policy()
    network.keep_policy_convolutional()
    steps = optimiser(network.parameters(), lr=1e-2, weight_decay=1e-2)

    for _ in range(3):
        planes = torch.rand(5, 3, height, width)
        logits, _ = network(planes)
        steps.zero_grad()
        torch.log_softmax(logits, dim=1)[:, 7].sum().neg().backward()
        steps.step()

    dense = network.policy[-1]
    kernel = find_kernel(dense.weight.detach(), height, width)
    assert kernel.unique().numel() > 100
    features = network.policy[:2](network.trunk(planes))
    expected = torch.nn.functional.conv2d(
        features, kernel, bias=dense.bias[:1], padding=(height - 1, width - 1)
    )
    assert torch.allclose(network(planes)[0], expected.flatten(1), atol=1e-4)


def test_a_shared_gradient_is_the_mean_over_equal_displacements():
    network = new_network("liu-2022", {"height": 1, "width": 3})
    plain = new_network("liu-2022", {"height": 1, "width": 3})
    plain.load_state_dict(network.state_dict())
    network.keep_policy_convolutional()
    planes = torch.rand(2, 3, 1, 3)

    for each in (network, plain):
        (each(planes)[0] * torch.tensor([1.0, 2.0, 4.0])).sum().backward()

    shared = network.policy[-1].weight.grad.view(3, 4, 3)
    own = plain.policy[-1].weight.grad.view(3, 4, 3)
    ahead = (own[0, :, 1] + own[1, :, 2]) / 2
    assert torch.allclose(shared[0, :, 1], ahead)
    assert torch.allclose(shared[1, :, 2], ahead)
    assert torch.allclose(shared[2, :, 0], own[2, :, 0])


@pytest.mark.parametrize(("height", "width"), SIZES)
@pytest.mark.parametrize("kind", sorted(PLANES))
def test_nets_of_the_papers_answer_on_the_board_they_are_made_for(kind, height, width):
    network = new_network(kind, {"height": height, "width": width})

    logits, values = network(torch.rand(3, PLANES[kind], height, width))

    assert logits.shape == (3, height * width)
    assert values.shape == (3,)
    assert bool((values.abs() <= 1).all())


def test_one_residual_net_answers_on_boards_of_every_size():
    network = new_network("residual", {"blocks": 2, "channels": 8, "pooled": 4})

    for height, width in SIZES:
        logits, values = network(torch.rand(3, 3, height + 2, width + 2))

        assert logits.shape == (3, height * width)
        assert values.shape == (3,)


def test_global_pool_gives_mean_scaled_mean_and_largest():
    features = torch.tensor([[[[1.0, 2.0], [3.0, 6.0]]]])

    pooled = GlobalPool()(features)

    assert torch.allclose(pooled, torch.tensor([[3.0, 3.0 * (2 - 14) * 0.1, 6.0]]))


def test_folded_norms_change_nothing():
    network = new_network("residual", {"blocks": 2, "channels": 8, "pooled": 4})
    network(torch.rand(32, 3, 9, 7))
    network.eval()
    planes = torch.rand(4, 3, 9, 7)
    logits, values = network(planes)

    fold_norms(network)

    assert not any(isinstance(part, torch.nn.BatchNorm2d) for part in network.modules())
    assert torch.allclose(network(planes)[0], logits, atol=1e-5)
    assert torch.allclose(network(planes)[1], values, atol=1e-5)


@pytest.mark.parametrize(
    ("kind", "parameters"),
    [
        ("none", {}),
        ("ou-2020", {"height": 8}),
        ("residual", {"blocks": 0}),
        ("residual", {"blocks": 10**9}),
        ("residual", {"depth": 3}),
        ("residual", {"blocks": 2.0}),
    ],
)
def test_a_network_that_makes_no_sense_is_refused(kind, parameters):
    with pytest.raises(NetError, match=r"^(Expected |parameters\.).*\.$"):
        new_network(kind, parameters)


def test_every_kind_is_covered_here():
    # test_line_network.py and test_line_sum_network.py are about the last two
    assert {*PLANES, "residual", "lines", "line-sums"} == set(KINDS)
