import numpy as np
import pytest

torch = pytest.importorskip("torch")

from engine.games import GAMES  # noqa: E402
from engine.nn.common.encoding import MoverPlanes  # noqa: E402
from engine.nn.common.speed import make_leaves  # noqa: E402
from engine.nn.line_net.packed_weights import CHANNELS, PLACES, REACH  # noqa: E402
from engine.nn.line_net.weights_file import HIDDEN, patterns  # noqa: E402
from engine.nn.torch_net import line_network  # noqa: E402
from engine.nn.torch_net.line_network import DIRECTIONS, LineNet, lines  # noqa: E402
from tests.nonempty import nonempty  # noqa: E402

pytestmark = pytest.mark.usefixtures("one_torch_thread")

SIZES = [(5, 5), (5, 9), (12, 7), (15, 15)]
LOOKS = ".xo#"
"""Empty, own, the other's, outside."""


def boards(height, width, count=3):
    return make_leaves(GAMES["gomoku"].setup(height=height, width=width), count, seed=4)


def text_of(code):
    return "".join(LOOKS[code >> 2 * place & 3] for place in range(PLACES))


def line_by_hand(board, row, column, down, right):
    """Read the nine cells around one, the slow way."""
    height, width = board.shape
    found = ""
    for k in range(-REACH, REACH + 1):
        r, c = row + k * down, column + k * right
        is_there = 0 <= r < height and 0 <= c < width
        found += LOOKS[board[r, c]] if is_there else LOOKS[3]
    return found


@pytest.mark.parametrize(("height", "width"), SIZES)
def test_lines_are_those_read_by_hand(height, width):
    batch = boards(height, width, 1)
    board = batch.cells.reshape(height, width)

    codes = lines(torch.from_numpy(MoverPlanes().encode(batch)))[0].numpy()

    for row in range(height):
        for column in range(width):
            for k, way in enumerate(DIRECTIONS):
                by_hand = line_by_hand(board, row, column, *way)
                assert text_of(codes[row, column, k]) == by_hand


def test_patterns_are_the_lines_of_boards_and_their_mirror_images_alike():
    number, looks = patterns()
    sides = [
        "#" * outside + "".join(LOOKS[cell] for cell in cells)
        for outside in range(REACH + 1)
        for cells in np.ndindex(*(3,) * (REACH - outside))
    ]
    real = {a + middle + b[::-1] for a in sides for middle in ".xo" for b in sides}
    codes = {
        text: sum(LOOKS.index(mark) << 2 * k for k, mark in enumerate(text))
        for text in real
    }

    by_pattern = {}
    for text, code in codes.items():
        by_pattern.setdefault(number[code], set()).add(text)

    assert all(texts == {min(texts), min(texts)[::-1]} for texts in by_pattern.values())
    assert set(by_pattern) == set(range(len(looks)))


def test_a_pattern_looks_like_its_line():
    number, looks = patterns()
    text = "##xo.x..."
    code = sum(LOOKS.index(mark) << 2 * k for k, mark in enumerate(text))

    seen = looks[number[code]].reshape(PLACES, 4)

    assert (seen.sum(axis=1) == 1).all()
    assert "".join(LOOKS[k] for k in seen.argmax(axis=1)) in {text, text[::-1]}


def test_the_answers_turn_with_the_board():
    torch.manual_seed(5)
    network = LineNet().eval()
    game, setup = GAMES["gomoku"], GAMES["gomoku"].setup(height=9)
    batch = boards(9, 9, 4)
    planes = torch.from_numpy(MoverPlanes().encode(batch))
    with torch.no_grad():
        logits, values = network(planes)

        for way in nonempty(game.symmetries(setup)):
            goal = torch.tensor(way.cells)
            turned = torch.empty_like(planes).flatten(2)
            turned[:, :, goal] = planes.flatten(2)
            turned_logits, turned_values = network(turned.view_as(planes))

            assert torch.allclose(turned_logits[:, goal], logits, atol=1e-5)
            assert torch.allclose(turned_values, values, atol=1e-5)


def test_one_network_answers_on_boards_of_every_size():
    network = LineNet().eval()

    for height, width in SIZES:
        planes = torch.from_numpy(MoverPlanes().encode(boards(height, width)))
        logits, values = network(planes)

        assert logits.shape == (3, height * width)
        assert values.shape == (3,)
        assert (values.abs() <= 1).all()


def test_it_has_the_weights_that_its_layers_imply():
    def dense(inputs, outputs):
        return (inputs + 1) * outputs

    of_a_line = dense(4 * PLACES, HIDDEN) + dense(HIDDEN, HIDDEN)
    of_a_line += dense(HIDDEN, CHANNELS)
    of_a_cell = 4 * CHANNELS + dense(CHANNELS, CHANNELS)
    of_the_board = dense(2 * CHANNELS, CHANNELS) + 2 * dense(CHANNELS, CHANNELS)
    heads = 2 * dense(CHANNELS, 1)

    total = sum(weight.numel() for weight in LineNet().parameters())

    assert total == of_a_line + of_a_cell + of_the_board + heads


def test_it_learns_also_when_it_was_evaluated_first():
    line_network.patterns_on.cache_clear()
    network = LineNet()
    board = torch.zeros(1, MoverPlanes.planes, 6, 5)
    with torch.inference_mode():
        network(board)

    logits, values = network(board)
    (logits.sum() + values.sum()).backward()

    assert all(weights.grad is not None for weights in network.parameters())
