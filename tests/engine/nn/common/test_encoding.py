import numpy as np
import pytest

from engine.games import GAMES
from engine.nn.common.encoding import (
    ColourPlanes,
    FramedPlanes,
    MatrixPlane,
    MoverPlanes,
    TransposedPlanes,
)
from engine.search.evaluation import LeafBatch


def leaves(game, rows, *, to_move=1):
    """Return one position drawn as text: o own, x the other's, . empty."""
    cells = np.array([[".ox".index(c) for c in "".join(rows)]], np.int8)
    return LeafBatch(
        setup=GAMES[game].setup(height=len(rows), width=len(rows[0])),
        cells=cells,
        to_move=np.array([to_move], np.int8),
        last_move=np.array([-1], np.int16),
        legal=cells == 0,
    )


def drawn(plane):
    return ["".join("#" if value else "." for value in row) for row in plane]


BOARD = ["o..x", "....", ".o.."]
HEX = [*BOARD, "...x"]
GOMOKU = ["o....", "...x.", ".....", ".....", "....."]


def test_mover_planes_are_own_and_other_stones():
    planes = MoverPlanes().encode(leaves("gomoku", GOMOKU))

    assert planes.dtype == np.float32
    assert drawn(planes[0, 0])[0] == "#...."
    assert drawn(planes[0, 1])[1] == "...#."


def test_the_matrix_has_black_as_1_and_white_as_minus_1_for_both_sides():
    black = MatrixPlane().encode(leaves("gomoku", GOMOKU, to_move=1))
    white = MatrixPlane().encode(leaves("gomoku", GOMOKU, to_move=2))

    assert black.shape == (1, 1, 5, 5)
    assert black.dtype == np.float32
    assert black[0, 0, 0, 0] == 1
    assert black[0, 0, 1, 3] == -1
    assert np.array_equal(black, -white)
    assert np.count_nonzero(black) == 2


def test_colour_planes_tell_black_white_and_the_turn():
    encoding = ColourPlanes()

    black = encoding.encode(leaves("gomoku", GOMOKU, to_move=1))
    white = encoding.encode(leaves("gomoku", GOMOKU, to_move=2))

    assert drawn(black[0, 0])[0] == drawn(white[0, 1])[0] == "#...."
    assert black[0, 2].all()
    assert not white[0, 2].any()


def test_hex_is_turned_for_blue_and_not_for_red():
    encoding = TransposedPlanes()

    red = encoding.encode(leaves("hex", HEX, to_move=1))
    blue = encoding.encode(leaves("hex", HEX, to_move=2))

    assert drawn(red[0, 0]) == ["#...", "....", ".#..", "...."]
    assert drawn(blue[0, 0]) == ["#...", "..#.", "....", "...."]


@pytest.mark.parametrize("rows", [HEX, BOARD])
def test_a_policy_comes_back_to_the_cells_it_means(rows):
    for to_move in (1, 2):
        batch = leaves("hex", rows, to_move=to_move)
        encoding = TransposedPlanes()

        own_stones = encoding.encode(batch)[:, 0].reshape(1, -1)

        assert np.array_equal(encoding.decode(batch, own_stones), batch.cells == 1)


def test_both_sides_of_a_board_that_is_not_square_go_apart():
    batch = leaves("hex", BOARD)
    both = LeafBatch(
        setup=batch.setup,
        cells=np.repeat(batch.cells, 3, axis=0),
        to_move=np.array([2, 1, 2], np.int8),
        last_move=np.full(3, -1, np.int16),
        legal=np.repeat(batch.legal, 3, axis=0),
    )

    parts = TransposedPlanes().parts(both)

    assert [part.tolist() for part in parts] == [[1], [0, 2]]


def test_a_hex_frame_shows_the_movers_edges_above_and_below():
    planes = FramedPlanes("hex").encode(leaves("hex", BOARD, to_move=2))

    own, other, outside = planes[0]
    assert own.shape == (4 + 2, 3 + 2)
    assert drawn(own) == [".###.", ".#...", "...#.", ".....", ".....", ".###."]
    assert drawn(other) == [".....", "#...#", "#...#", "#...#", "##..#", "....."]
    assert drawn(outside) == ["#####", *["#...#"] * 4, "#####"]


def test_a_gomoku_frame_is_only_outside():
    own, other, outside = FramedPlanes("gomoku").encode(leaves("gomoku", GOMOKU))[0]

    assert own.sum() == other.sum() == 1
    assert outside.sum() == 7 * 7 - 5 * 5
