"""Planes and policies made by kernels, against what is written to be read."""

import numpy as np
import pytest

from engine.games import GAMES
from engine.nn.common.encoding import (
    ColourPlanes,
    FramedPlanes,
    MoverPlanes,
    TransposedPlanes,
)
from engine.nn.common.kernels.planes import masked_softmax
from engine.search.evaluation import LeafBatch

BOARDS = [("gomoku", 5, 9), ("gomoku", 7, 7), ("hex", 6, 6), ("hex", 4, 7)]


def some_positions(game, height, width, count=20):
    """Return random boards, both sides to move by turns."""
    rng = np.random.default_rng(height * width)
    cells = rng.integers(3, size=(count, height * width)).astype(np.int8)
    cells[:, 0] = 0
    return LeafBatch(
        setup=GAMES[game].setup(height=height, width=width),
        cells=cells,
        to_move=(1 + np.arange(count) % 2).astype(np.int8),
        last_move=np.full(count, -1, np.int16),
        legal=cells == 0,
    )


def stones(batch, row):
    """Return own and other stones of one position as the board has them."""
    size = batch.setup.height, batch.setup.width
    return [(batch.cells[row] == stone).reshape(size) for stone in (1, 2)]


def by_mover(batch, row):
    return np.stack(stones(batch, row))


def by_colour(batch, row):
    own, other = stones(batch, row)
    if batch.to_move[row] == 1:
        return np.stack([own, other, np.ones_like(own)])
    return np.stack([other, own, np.zeros_like(own)])


def turned(batch, row):
    planes = by_mover(batch, row)
    return planes if batch.to_move[row] == 1 else planes.transpose(0, 2, 1)


def framed(game):
    def planes(batch, row):
        inner = (turned if game == "hex" else by_mover)(batch, row)
        own, other = (np.pad(plane, 1) for plane in inner)
        outside = np.pad(np.zeros(inner.shape[1:]), 1, constant_values=1)
        if game == "hex":
            own[[0, -1], 1:-1] = True
            other[1:-1, [0, -1]] = True
        return np.stack([own, other, outside])

    return planes


ENCODINGS = {
    "mover": lambda _game: (MoverPlanes(), by_mover),
    "colour": lambda _game: (ColourPlanes(), by_colour),
    "turned": lambda _game: (TransposedPlanes(), turned),
    "framed": lambda game: (FramedPlanes(game), framed(game)),
}


@pytest.fixture(params=[(name, *board) for name in ENCODINGS for board in BOARDS])
def encoded(request):
    """Return an encoding, positions that go together, and their planes by hand."""
    name, game, height, width = request.param
    encoding, obvious = ENCODINGS[name](game)
    everything = some_positions(game, height, width)
    batches = [everything.rows(rows) for rows in encoding.parts(everything)]
    by_hand = [[obvious(batch, k) for k in range(len(batch))] for batch in batches]
    return encoding, list(zip(batches, by_hand, strict=True))


def test_planes_are_what_the_board_shows(encoded):
    encoding, parts = encoded

    for batch, by_hand in parts:
        planes = encoding.encode(batch)
        assert planes.dtype == np.float32
        assert np.array_equal(planes, by_hand)


def test_what_is_arranged_for_the_network_comes_back(encoded):
    encoding, parts = encoded

    for batch, by_hand in parts:
        shown = encoding.encode_cells(batch, batch.cells == 1)
        assert np.array_equal(encoding.decode(batch, shown), batch.cells == 1)
        if encoding.planes == 2:
            assert np.array_equal(shown, [planes[0].ravel() for planes in by_hand])


def test_the_softmax_is_that_of_the_legal_cells():
    rng = np.random.default_rng(4)
    logits = (rng.standard_normal((30, 17)) * 40).astype(np.float32)
    legal = rng.random((30, 17)) < 0.4
    legal[:, 5] = True
    policy = np.empty_like(logits)

    masked_softmax(logits, legal, policy)

    wide = np.where(legal, logits.astype(np.float64), -np.inf)
    weights = np.exp(wide - wide.max(axis=1, keepdims=True))
    expected = weights / weights.sum(axis=1, keepdims=True)
    assert np.allclose(policy, expected, rtol=1e-4, atol=1e-7)
    assert (policy[~legal] == 0).all()
    assert np.allclose(policy.sum(axis=1), 1, atol=1e-5)
