"""What is told of a judged Hex board as a whole."""

import math

import numpy as np
import pytest

from engine.core.types import Player
from engine.games.hex.evaluation.board_evaluator import OPEN, Board, Judge
from engine.games.hex.evaluation.kernels import value_features as kernels
from tests.engine.games.hex.evaluation.test_network import padded
from tests.games import position_of


def judged(position):
    return Judge(position.setup.cell_count, {}).root(Board(position))


def test_features_are_what_they_are_called():
    cells = padded([[1, 0, 2], [0, 0, 0]])
    features = np.zeros(kernels.FEATURE_COUNT)

    kernels.write_features(features, cells, (math.e, 1.0), (2, 40), 3, 1)

    threat = math.log(2)
    expected = [1, 1, 1, 1, 1, 13, 17, 1 / 3, 1 / 3, 0.5, threat, threat]
    assert features == pytest.approx(expected)


@pytest.mark.parametrize("to_move", list(Player))
def test_the_side_in_the_middle_is_ahead_of_the_one_in_a_corner(to_move):
    drawing = """
        O..........
        ...........
        ...........
        ...........
        ...........
        .....X.....
        ...........
        ...........
        ...........
        ...........
        ...........
        """

    node = judged(position_of("hex", drawing, to_move))

    assert node.verdict == OPEN
    assert (node.worth > 0) == (to_move is Player.FIRST)
