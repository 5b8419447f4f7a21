"""What goes between a search and an evaluator."""

import numpy as np
import pytest

from engine.games import GAMES
from engine.search.evaluation import LeafBatch, normalise, uniform_policy


def batch_of(count, **changes):
    setup = GAMES["gomoku"].setup(height=5, width=6)
    shape = (count, setup.cell_count)
    arrays = {
        "cells": np.zeros(shape, np.int8),
        "to_move": np.ones(count, np.int8),
        "last_move": np.full(count, -1, np.int16),
        "legal": np.ones(shape, np.bool_),
    }
    return LeafBatch(setup=setup, **{**arrays, **changes})


def test_a_batch_is_as_long_as_its_positions():
    assert len(batch_of(3)) == 3


@pytest.mark.parametrize("index", [[2, 0], np.array([True, False, True])])
def test_some_rows_of_a_batch_are_a_batch(index):
    batch = batch_of(3, last_move=np.array([7, 8, 9], np.int16))

    chosen = batch.rows(index)

    assert chosen.setup == batch.setup
    assert chosen.last_move.tolist() == batch.last_move[index].tolist()
    assert len(chosen.cells) == len(chosen.to_move) == len(chosen.legal) == 2


@pytest.mark.parametrize(
    ("name", "array"),
    [
        ("cells", np.zeros((3, 6, 5), np.int8)),
        ("cells", np.zeros((3, 30), np.float32)),
        ("to_move", np.ones(2, np.int8)),
        ("last_move", np.zeros(3, np.int64)),
        ("legal", np.zeros((3, 31), np.bool_)),
    ],
)
def test_arrays_that_do_not_fit_are_refused(name, array):
    with pytest.raises(ValueError, match=f"Expected {name} "):
        batch_of(3, **{name: array})


def test_positions_become_a_batch_seen_from_the_side_to_move():
    start = GAMES["hex"].new_position(GAMES["hex"].setup(height=3, width=3))
    positions = [start, start.play(4), start.play(4).play(0)]

    batch = LeafBatch.of_positions(positions)

    assert batch.cells.tolist() == [
        [0, 0, 0, 0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 2, 0, 0, 0, 0],
        [2, 0, 0, 0, 1, 0, 0, 0, 0],
    ]
    assert batch.to_move.tolist() == [1, 2, 1]
    assert batch.last_move.tolist() == [-1, 4, 0]
    assert (batch.legal == (batch.cells == 0)).all()


def test_only_cells_that_the_opening_allows_are_legal_in_a_batch():
    game = GAMES["gomoku"]
    options = {"rule": "renju", "opening": "rif"}
    start = game.new_position(game.setup(options=options))

    batch = LeafBatch.of_positions([start])

    assert np.flatnonzero(batch.legal[0]).tolist() == start.legal_moves()
    assert len(start.legal_moves()) == 1


def test_a_uniform_policy_shares_among_the_legal_cells():
    legal = np.array([[True, False, True, True], [False, False, False, True]])

    policy = uniform_policy(legal)

    assert policy.dtype == np.float32
    assert policy == pytest.approx(np.array([[1 / 3, 0, 1 / 3, 1 / 3], [0, 0, 0, 1]]))


def test_scores_become_a_policy_and_illegal_cells_get_nothing():
    legal = np.array([[True, True, False]])

    policy = normalise(np.array([[3, 1, 6]], np.float32), legal)

    assert policy == pytest.approx(np.array([[0.75, 0.25, 0]]))


def test_scores_that_are_all_zero_become_uniform():
    legal = np.array([[True, True, False]])

    policy = normalise(np.zeros((1, 3), np.float32), legal)

    assert policy == pytest.approx(np.array([[0.5, 0.5, 0]]))
