"""Threats of a Gomoku board, compared with rows read as text."""

import random

import pytest

from engine.core.offers.annotations import Sign
from engine.core.types import Player
from engine.games import GAMES
from engine.games.gomoku.annotator import annotate
from engine.games.gomoku.rules.visible_threats import find_fours, find_threes
from engine.games.gomoku.threats.vcf_solver import VcfSolver
from tests.engine.games.gomoku.threats.test_vcf import has_vcf, random_positions
from tests.games import cell, position_of
from tests.oracles import gomoku_has_line, gomoku_lines


def random_boards(count, seed, **options):
    """Yield unfinished boards that are a third full, square or not."""
    rng = random.Random(seed)
    while count:
        height, width = rng.choice([(7, 7), (6, 9), (9, 6)])
        setup = GAMES["gomoku"].setup(height=height, width=width, options=options)
        stones = bytes(rng.choices((0, 1, 2), (4, 1, 1), k=height * width))
        position = GAMES["gomoku"].position(setup, stones=stones)
        if position.outcome is None:
            count -= 1
            yield position


def completing_cells(position, player, *, exact):
    """Return the empty cells that complete a row, by reading the board after each."""
    setup, length = position.setup, int(position.setup.option("line_length"))
    found = set()
    for at, stone in enumerate(position.stones):
        after = bytearray(position.stones)
        after[at] = player
        size = (after, setup.height, setup.width, player, length)
        if stone == 0 and gomoku_has_line(*size, exact=exact):
            found.add(at)
    return found


def four_making_cells(position, player, *, exact):
    """Return the cells that make a row of four with a completing cell at both ends."""
    setup, length = position.setup, int(position.setup.option("line_length"))
    found = set()
    for line in gomoku_lines(setup.height, setup.width):
        for start in range(len(line) - length):
            part = line[start : start + length + 1]
            middle = part[1:-1]
            own = [at for at in middle if position.stones[at] == player]
            empty = [at for at in middle if position.stones[at] == 0]
            if len(own) != length - 2 or len(empty) != 1:
                continue
            after = bytearray(position.stones)
            after[empty[0]] = player
            trial = GAMES["gomoku"].ongoing_position(
                setup, stones=bytes(after), to_move=Player.FIRST
            )
            if {part[0], part[-1]} <= completing_cells(trial, player, exact=exact):
                found.add(empty[0])
    return found


RULES = [
    {"rule": "freestyle"},
    {"rule": "exact"},
    {"rule": "freestyle", "line_length": "4"},
]


@pytest.mark.parametrize("options", RULES)
@pytest.mark.parametrize("player", list(Player))
def test_fours_and_threes_agree_with_the_lines_of_the_board(options, player):
    exact, seen = options["rule"] == "exact", [0, 0]

    for position in random_boards(25, seed=3, **options):
        fours, threes = find_fours(position, player), find_threes(position, player)

        completing = {at for threat in fours for at in threat.cells}
        making = {at for threat in threes for at in threat.cells}
        assert completing == completing_cells(position, player, exact=exact)
        assert making == four_making_cells(position, player, exact=exact)
        seen = [seen[0] + len(completing), seen[1] + len(making)]

    assert min(seen) > 0


@pytest.mark.parametrize(("rule", "count"), [("freestyle", 25), ("renju", 10)])
def test_a_line_is_shown_exactly_where_continuous_fours_win(rule, count):
    wins = 0

    for position in random_positions(count, seed=8, rule=rule):
        line = VcfSolver(position).find_win(position)

        assert bool(line) == has_vcf(position)
        wins += bool(line)
        check_is_forced(position, line)

    assert wins > 0


def check_is_forced(position, line):
    """Check that each attack leaves one answer, and that the last one wins."""
    attacker = position.to_move
    for number, move in enumerate(line):
        if number % 2 == 0 and number < len(line) - 1:
            assert position.is_legal(move)
        elif number % 2:
            assert move in completing_cells_by_rules(position, attacker)
        position = position.play(move)
    if line and position.outcome is None:
        answers = completing_cells_by_rules(position, attacker)
        assert answers
        assert answers <= set(position.fouls())
    elif line:
        assert position.outcome.winner is attacker


def completing_cells_by_rules(position, player):
    """Return the cells on which ``player`` would win, were it to move."""
    found = set()
    for move in position.legal_moves():
        trial = GAMES["gomoku"].ongoing_position(
            position.setup, stones=position.stones, to_move=player
        )
        outcome = trial.play(move).outcome
        if outcome is not None and outcome.winner is player:
            found.add(move)
    return found


def test_a_board_shows_its_threats_and_the_win():
    position = position_of(
        "gomoku",
        """
        . . . . . . . . .
        . . . . . . . . .
        . . X X X . . . .
        . . . . . . . . .
        . O O O O X . . .
        . . . . . . . . .
        . . . . . . . . .
        """,
    )
    name = lambda text: cell(position, text)  # noqa: E731

    shown = annotate(position)

    marks = {(marks.sign, marks.owner): set(marks.cells) for marks in shown.marks}
    assert marks == {
        (Sign.RING, Player.SECOND): {name("a3")},
        (Sign.TILE, Player.FIRST): {name("b5"), name("f5")},
    }
    assert [set(link.ends) for link in shown.links] == [
        {name("c5"), name("e5")},
        {name("b3"), name("e3")},
    ]
    assert shown.line == ()


def test_a_won_game_has_no_line():
    position = position_of(
        "gomoku", "X X X X X . .\nO O O O . . .\n" + ". . . . . . .\n" * 5
    )

    assert VcfSolver(position).find_win(position) == ()


@pytest.mark.parametrize(
    ("length", "stones", "note"),
    [("4", "X X", "makes an open three of Black"), ("6", "X X X X", "an open five")],
)
def test_notes_of_cells_name_rows_by_the_winning_length(length, stones, note):
    row = f". . {stones} . . ."
    empty = " ".join("." * len(row.split()))
    rows = "\n".join([empty, empty, row, empty, empty])
    position = position_of("gomoku", rows, line_length=length)

    (tiles,) = [m for m in annotate(position).marks if m.sign is Sign.TILE]

    assert note in tiles.note
