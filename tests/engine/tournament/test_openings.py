"""Openings of matches: files of them, shipped ones, random ones."""

import random

import pytest

from engine.core.errors import EngineError, RecordError, RecordFileError
from engine.core.types import Player
from engine.games import GAMES, get_game
from engine.tournament.openings import (
    Opening,
    canonical_key,
    describe_setup,
    draw_openings,
    read_openings,
    shipped_openings,
    shipped_path,
)
from tests.games import BOARDS, OPENING_BOARDS, on_boards
from tests.nonempty import nonempty

BOARDS_OF_GAMES = [board for board in BOARDS + OPENING_BOARDS if board[0] in GAMES]


def setup_of(game, height, width=None, **options):
    return get_game(game).setup(height=height, width=width, options=options)


def names_of(setup, opening):
    return [get_game(setup.game).cell_name(setup, move) for move in opening.moves]


def images_of(setup, position):
    """Return the stones and the side to move under each symmetry, by definition."""
    height, width = setup.height, setup.width
    cells = [
        (divmod(cell, width), stone)
        for cell, stone in enumerate(position.stones)
        if stone
    ]
    turns = [
        lambda r, c: (r, c),
        lambda r, c: (height - 1 - r, width - 1 - c),
    ]
    if setup.game == "gomoku":
        turns += [lambda r, c: (height - 1 - r, c), lambda r, c: (r, width - 1 - c)]
    found = {
        (position.to_move, frozenset((turn(*at), stone) for at, stone in cells))
        for turn in turns
    }
    if height == width:
        swaps = setup.game == "hex"
        found |= {
            (
                3 - side if swaps else side,
                frozenset(((c, r), 3 - s if swaps else s) for (r, c), s in stones),
            )
            for side, stones in found
        }
    return found


def test_a_file_has_an_opening_a_line_and_comments(tmp_path):
    setup = setup_of("gomoku", 15)
    path = tmp_path / "openings.txt"
    path.write_text("# made by hand\nh8 i9 g7\n\nh8i9  # packed\na1, b2 ; 0.5\n")

    openings = read_openings(path, setup)

    assert [opening.name for opening in openings] == ["1", "2", "3"]
    assert [names_of(setup, opening) for opening in openings] == [
        ["h8", "i9", "g7"],
        ["h8", "i9"],
        ["a1", "b2"],
    ]


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("h8 i9\nh8 p3\n", 2, "from a1 to o15"),
        ("h8 h8\n", 1, "already occupied"),
        ("h8 i9\n\nh8 j9 i9\ni9 j9 h8\n", 4, "line 3"),
        ("first h8\n", 1, "first"),
        ("h8 a1 h9 a2 h10 a3 h11 a4 h12\n", 1, "over"),
    ],
)
def test_a_bad_line_is_named_with_its_file(tmp_path, text, line, reason):
    path = tmp_path / "openings.txt"
    path.write_text(text)

    with pytest.raises(RecordError) as caught:
        read_openings(path, setup_of("gomoku", 15))

    message = str(caught.value)
    assert f"Line {line} of openings.txt:" in message
    assert reason in message
    assert message.endswith(".")
    assert "\n" not in message


@pytest.mark.parametrize("content", [None, b"", b"# nothing\n", b"\xff\xfe\x00h8"])
def test_a_file_without_openings_is_refused(tmp_path, content):
    path = tmp_path / "openings.txt"
    if content is not None:
        path.write_bytes(content)

    with pytest.raises(RecordFileError, match=r"openings\.txt"):
        read_openings(path, setup_of("hex", 11))


def test_a_file_that_is_not_there_is_refused(tmp_path):
    path = tmp_path / "none.txt"

    with pytest.raises(RecordFileError) as error:
        read_openings(path, setup_of("gomoku", 15))

    reason = "there is no such file or folder"
    assert str(error.value) == f"Cannot read the openings in {path}: {reason}."


def test_a_file_that_is_no_text_is_refused(tmp_path):
    path = tmp_path / "openings.txt"
    path.write_bytes(b"h8 \xff\n")

    with pytest.raises(RecordFileError, match=r": it is not UTF-8 text\.$"):
        read_openings(path, setup_of("gomoku", 15))


def test_an_opening_has_moves():
    with pytest.raises(EngineError, match="at least one move"):
        Opening("1", ())


@on_boards(BOARDS_OF_GAMES)
def test_drawn_openings_are_legal_and_different_under_symmetries(empty_board):
    setup = empty_board.setup

    openings = draw_openings(setup, 12, random.Random(3))

    assert 0 < len(openings) <= 12
    seen = []
    for opening in openings:
        position = opening.position(setup)
        assert position.outcome is None
        images = images_of(setup, position)
        assert not any(images & others for others in seen)
        seen.append(images)


def test_drawn_openings_are_as_many_as_wanted_on_an_oblong_board():
    setup = setup_of("gomoku", 9, 12)

    assert len(draw_openings(setup, 50, random.Random(1))) == 50


def test_drawn_openings_are_repeatable():
    setup = setup_of("hex", 7, 9)

    once = draw_openings(setup, 5, random.Random(8))

    assert once == draw_openings(setup, 5, random.Random(8))
    assert once != draw_openings(setup, 5, random.Random(9))


def test_stones_of_a_drawn_gomoku_opening_are_near_each_other():
    setup = setup_of("gomoku", 20)

    for opening in nonempty(draw_openings(setup, 40, random.Random(5))):
        cells = [divmod(move, setup.width) for move in opening.moves]
        for number, (row, column) in enumerate(cells[1:], start=1):
            assert any(
                max(abs(row - r), abs(column - c)) <= 2 for r, c in cells[:number]
            )


def test_a_small_board_has_fewer_openings_than_wanted():
    setup = setup_of("hex", 3)

    # Nine cells in orbits of the half turn: four pairs and the centre.
    assert len(draw_openings(setup, 100, random.Random(1))) == 5


def test_a_drawn_opening_leaves_the_swap_to_the_players():
    setup = setup_of("hex", 9, swap="on")

    for opening in nonempty(draw_openings(setup, 10, random.Random(1))):
        assert opening.position(setup).special_moves()


def test_a_key_is_the_same_under_a_symmetry_that_swaps_sides():
    setup = setup_of("hex", 5)
    game = get_game("hex")
    red, blue = game.parse_cell(setup, "b4"), game.parse_cell(setup, "d2")
    stones = bytearray(25)
    stones[red] = 1
    mirrored = bytearray(25)
    mirrored[blue] = 2

    one = game.position(setup, stones=bytes(stones), to_move=Player.SECOND)
    other = game.position(setup, stones=bytes(mirrored), to_move=Player.FIRST)

    assert canonical_key(one) == canonical_key(other)


@pytest.mark.parametrize(("game", "height", "width", "options"), OPENING_BOARDS)
def test_games_that_choose_colours_have_no_shipped_openings(
    game, height, width, options
):
    assert shipped_openings(setup_of(game, height, width, **options)) == ()


@pytest.mark.parametrize(
    ("head", "setup"),
    [
        ("hex, 11x11", setup_of("gomoku", 15)),
        ("gomoku, 15x15, freestyle", setup_of("gomoku", 15, rule="renju")),
        ("gomoku, 15x15, freestyle", setup_of("gomoku", 19)),
    ],
)
def test_openings_of_another_setup_are_refused_by_their_first_line(
    tmp_path, head, setup
):
    path = tmp_path / "openings.txt"
    path.write_text(f"# Balanced openings: {head}.\nh8 i9\n")

    with pytest.raises(RecordError) as caught:
        read_openings(path, setup)

    assert str(caught.value).startswith("Line 1 of openings.txt: ")
    assert f"got those of {head}." in str(caught.value)


def test_the_first_line_of_a_shipped_file_names_its_setup():
    setup = setup_of("gomoku", 15, rule="renju")

    head = shipped_path(setup).read_text("utf-8").splitlines()[0]

    assert head == f"# Balanced openings: {describe_setup(setup)}."
    assert read_openings(shipped_path(setup), setup)
