"""Patterns of Gomoku against a slow twin that reads lines cell by cell."""

import random
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from engine.core.types import Move, Player
from engine.games import GAMES
from engine.games.gomoku.patterns import threat_tables as classes
from engine.games.gomoku.patterns.kernels import patterns
from engine.games.gomoku.patterns.pattern_state import make_patterns
from tests.games import random_game

BOARDS = [
    (15, 15, "freestyle", 5),
    (5, 5, "freestyle", 4),
    (22, 7, "freestyle", 6),
    (9, 8, "exact", 4),
    (6, 13, "exact", 5),
    (13, 22, "exact", 6),
    (9, 11, "renju", 5),
]
every_pattern_board = pytest.mark.parametrize(
    ("height", "width", "rule", "length"),
    BOARDS,
    ids=[f"{h}x{w}-{rule}-{length}" for h, w, rule, length in BOARDS],
)


def start_of(height, width, rule, length):
    game = GAMES["gomoku"]
    options = {"rule": rule, "line_length": str(length)}
    return game.new_position(game.setup(height=height, width=width, options=options))


@cache
def class_of_line(line, length, exact):
    """Say what a stone in the middle of ``line`` makes, by putting more stones.

    ``line`` has ``x`` for own stones, ``.`` for empty cells, ``|`` for obstacles, and
    its own stone already stands in the middle.
    """
    row = row_in_the_middle(line)
    if row == length or (row > length and not exact):
        return classes.ROW
    after = [
        class_of_line(line[:k] + "x" + line[k + 1 :], length, exact)
        for k, mark in enumerate(line)
        if mark == "." and row < length
    ]

    def ways(*figures):
        return sum(figure in figures for figure in after)

    rows, open_fours = ways(classes.ROW), ways(classes.OPEN_FOUR)
    threes = ways(classes.OPEN_THREE, classes.FREE_THREE)
    steps = (
        (rows > 1, classes.OPEN_FOUR),
        (rows, classes.SINGLE_FOUR),
        (open_fours > 1, classes.FREE_THREE),
        (open_fours, classes.OPEN_THREE),
        (ways(classes.SINGLE_FOUR), classes.BLOCKED_THREE),
        (threes > 2, classes.FREE_TWO),
        (threes, classes.OPEN_TWO),
        (ways(classes.BLOCKED_THREE), classes.BLOCKED_TWO),
        (ways(classes.OPEN_TWO, classes.FREE_TWO), classes.OPEN_ONE),
        (ways(classes.BLOCKED_TWO), classes.BLOCKED_ONE),
        (True, classes.DEAD),
    )
    return next(figure for applies, figure in steps if applies)


def row_in_the_middle(line):
    middle = len(line) // 2
    before, after = line[:middle][::-1], line[middle + 1 :]
    stones = [len(side) - len(side.lstrip("x")) for side in (before, after)]
    return 1 + sum(stones)


def line_through(position, cell, step, colour, reach):
    """Return the cells within reach of an empty one as marks, with its stone put."""
    setup = position.setup
    marks = []
    for distance in range(-reach, reach + 1):
        row = cell // setup.width + distance * step[0]
        column = cell % setup.width + distance * step[1]
        if 0 <= row < setup.height and 0 <= column < setup.width:
            stone = position.stones[row * setup.width + column]
            marks.append("." if stone == 0 else "x" if stone == colour else "|")
        else:
            marks.append("|")
    return cut_at_obstacles("".join(marks))


def cut_at_obstacles(line):
    """Put the middle's stone, and hide what no row through it can reach."""
    middle = len(line) // 2
    left = line[:middle].rpartition("|")[2]
    right = line[middle + 1 :].partition("|")[0]
    return left.rjust(middle, "|") + "x" + right.ljust(middle, "|")


STEPS = ((0, 1), (1, 0), (1, 1), (-1, 1))


def slow_keys(position, colour):
    rule = position.setup.option("rule")
    length = int(position.setup.option("line_length"))
    exact = rule == "exact" or (rule == "renju" and colour == Player.FIRST)
    reach = length if rule != "freestyle" else length - 1
    return {
        cell: [
            class_of_line(
                line_through(position, cell, step, colour, reach), length, exact
            )
            for step in STEPS
        ]
        for cell, stone in enumerate(position.stones)
        if stone == 0
    }


@every_pattern_board
def test_classes_of_cells_are_what_putting_more_stones_shows(
    height, width, rule, length
):
    # Stones that leave dense boards with rows on them show every class.
    rng = random.Random(height)
    stones = [rng.choice((0, 0, 0, 1, 1, 2)) for _ in range(height * width)]
    empty = start_of(height, width, rule, length)
    state = empty.kernel_state()
    state.cells[:] = stones

    found = make_patterns(state)

    for colour in (1, 2):
        expected = slow_keys(replace(empty, stones=bytes(stones)), colour)
        for cell, lines in expected.items():
            key = int(found.keys[colour - 1, cell])
            assert [(key >> (4 * k)) & 15 for k in range(4)] == lines


@every_pattern_board
def test_play_and_undo_keep_the_state_of_a_new_set_up(height, width, rule, length):
    state = start_of(height, width, rule, length).kernel_state()
    kept = make_patterns(state)
    rng = random.Random(7)
    played = []

    for turn in range(240):
        empties = np.flatnonzero(kept.cells == 0)
        if played and (len(empties) == 0 or rng.random() < 0.4):
            patterns.undo(kept, played.pop())
        else:
            played.append(int(rng.choice(empties)))
            patterns.play(kept, played[-1])
        if turn % 6 == 0:
            check_equals_a_new_look(kept, state)


def check_equals_a_new_look(kept, state):
    state.cells[:] = kept.cells
    state.info["to_move"] = kept.info["turn"]
    fresh = make_patterns(state)
    empty = kept.cells == 0
    assert (fresh.keys[:, empty] == kept.keys[:, empty]).all()
    assert (fresh.threats == kept.threats).all()
    assert (fresh.lines == kept.lines).all()
    assert (fresh.words == kept.words).all()
    sums = kept.plies[kept.info["ply"][0]]
    for field in ("threat_counts", "moving", "waiting"):
        assert (fresh.plies[0][field] == sums[field]).all()
    assert fresh.info["empties"] == kept.info["empties"]


def test_the_same_stones_have_the_same_hash_in_any_order():
    state = start_of(9, 9, "freestyle", 5).kernel_state()
    boards = [make_patterns(state) for _ in range(2)]

    for board, moves in zip(boards, ([1, 2, 3, 4], [3, 4, 1, 2]), strict=True):
        for move in moves:
            patterns.play(board, move)

    hashes = [board.plies["hash"] for board in boards]
    assert hashes[0][4] == hashes[1][4]
    assert hashes[0][4] != hashes[0][3]


@pytest.mark.parametrize(
    ("lines", "threat"),
    [
        (("dead", "dead", "dead", "dead"), classes.QUIET),
        (("blocked_three", "dead", "dead", "dead"), classes.USEFUL),
        (("open_two", "free_two", "dead", "dead"), classes.BUILDING),
        (("open_three", "dead", "dead", "dead"), classes.THREE),
        (("free_three", "dead", "dead", "open_two"), classes.STRONG_THREE),
        (("free_three", "open_three", "dead", "dead"), classes.TWO_THREES),
        (("single_four", "dead", "dead", "dead"), classes.FOUR),
        (("single_four", "dead", "open_two", "dead"), classes.STRONG_FOUR),
        (("single_four", "dead", "open_three", "dead"), classes.FOUR_AND_THREE),
        (("single_four", "single_four", "dead", "dead"), classes.STRAIGHT),
        (("dead", "dead", "dead", "open_four"), classes.STRAIGHT),
        (("open_four", "row", "dead", "dead"), classes.WIN),
    ],
)
def test_four_lines_together_make_a_threat(lines, threat):
    key = sum(getattr(classes, name.upper()) << (4 * k) for k, name in enumerate(lines))

    assert classes.threats()[key] == threat


def test_a_cell_that_completes_a_row_is_found_at_once():
    for position in random_game(start_of(7, 7, "freestyle", 4), seed=5)[3:-1]:
        board = make_patterns(position.kernel_state())
        wins = [
            move
            for move in position.legal_moves()
            if position.play(Move(move)).outcome is not None
            and position.play(Move(move)).outcome.reason == "line"
        ]

        counted = patterns.threat_count(board, int(position.to_move), classes.WIN)

        assert counted == len(wins)
        if wins:
            assert patterns.find_row_cell(board, int(position.to_move)) in wins
