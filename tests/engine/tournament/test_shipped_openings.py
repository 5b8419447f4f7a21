"""The openings in the resources: legal, different, made by a command that is named."""

import re

import pytest

from engine.core.files.paths import resources
from engine.core.types import Player
from engine.games import get_game
from engine.tournament.openings import read_openings, shipped_openings, shipped_path
from tests.nonempty import nonempty

FILES = sorted((resources() / "openings").glob("*.txt"))

COMMAND = re.compile(
    r"^# Made by python -m build_spec\.openings (?P<game>\w+) --size (?P<height>\d+)"
    r"x(?P<width>\d+)(?: --rule (?P<rule>\w+))? --count (?P<count>\d+) --seed \d+$",
    re.MULTILINE,
)

WANTED = {
    *("gomoku-15x15.txt", "gomoku-15x15-exact.txt", "gomoku-15x15-renju.txt"),
    *("gomoku-20x20.txt", "hex-11x11.txt", "hex-13x13.txt"),
}
"""Files of the boards on which programs usually meet."""


def command_of(path):
    found = COMMAND.search(path.read_text(encoding="utf-8"))
    assert found is not None
    return found


def setup_of(path):
    command = command_of(path)
    rules = {} if command["rule"] is None else {"rule": command["rule"]}
    return get_game(command["game"]).setup(
        height=int(command["height"]), width=int(command["width"]), options=rules
    )


@pytest.fixture(params=FILES, ids=lambda path: path.stem)
def shipped(request):
    """Return the setup of a file, and the positions after its openings."""
    setup = setup_of(request.param)
    openings = read_openings(request.param, setup)
    return setup, nonempty(opening.position(setup) for opening in openings)


def images_of(setup, position):
    """Return the stones of both sides under each symmetry of a square board."""
    last = setup.width - 1
    stones = [
        (divmod(cell, setup.width), stone)
        for cell, stone in enumerate(position.stones)
        if stone
    ]
    turns = [lambda r, c: (r, c), lambda r, c: (last - r, last - c)]
    if setup.game == "gomoku":
        turns += [lambda r, c: (last - r, c), lambda r, c: (r, last - c)]
        turns += [lambda r, c, turn=turn: turn(c, r) for turn in list(turns)]
    return {frozenset((turn(*at), stone) for at, stone in stones) for turn in turns}


def test_the_usual_boards_have_openings():
    assert {path.name for path in FILES} == WANTED


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_is_found_by_its_setup_and_is_as_its_command_made_it(path):
    setup = setup_of(path)

    assert shipped_path(setup) == path
    assert len(shipped_openings(setup)) == int(command_of(path)["count"])


def test_no_game_is_over_or_decided_by_a_threat(shipped):
    setup, positions = shipped
    game = get_game(setup.game)

    for position in positions:
        assert position.outcome is None
        stones = sum(map(bool, position.stones))
        found = game.sensible_moves(position, foresight=2)
        # With fewer stones Gomoku restricts every quiet move to cells near them.
        assert found is None or not found.is_forced or stones < 4


def test_the_right_side_is_to_move(shipped):
    _, positions = shipped

    for position in positions:
        counts = [position.stones.count(player) for player in Player]
        assert counts[0] - counts[1] == (position.to_move is Player.SECOND)


def test_all_openings_are_different_under_the_symmetries(shipped):
    setup, positions = shipped
    seen = []

    for position in positions:
        images = images_of(setup, position)
        assert not any(images & others for others in seen)
        seen.append(images)


def test_openings_differ_in_their_first_stones(shipped):
    _, positions = shipped

    assert len({position.history[0] for position in positions}) > len(positions) / 4
