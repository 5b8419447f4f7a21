"""Colours and losses of the tree of moves agree with the review of the game."""

import random

import pytest

from engine.core.types import Move, MoveAnalysis
from engine.games import GAMES
from engine.records.model.positions import start_position
from engine.records.model.record import GameRecord
from engine.review.game_review import review_line
from engine.review.reviewed_line import ReviewedLine
from gui.panels.tree.record_tree import RecordTree

THREE = "h8 h9 i10"

GAMES_BY_RULE = {
    "gomoku": ("gomoku", {"opening": "none"}, "h8 h9 i10 g7 g8"),
    "renju": ("gomoku", {"opening": "none", "rule": "renju"}, "h8 h9 i10 g7 g8"),
    "swap2 black": ("gomoku", {"opening": "swap2"}, f"{THREE} take-black g7 g8"),
    "swap2 white": ("gomoku", {"opening": "swap2"}, f"{THREE} g7 g8 g9"),
    "swap2 two black": (
        "gomoku",
        {"opening": "swap2"},
        f"{THREE} add-two a1 b2 take-black c3 d9 e10 f11",
    ),
    "swap2 two white": (
        "gomoku",
        {"opening": "swap2"},
        f"{THREE} add-two a1 b2 c3 d9 e10 f11 g12",
    ),
    "rif": ("gomoku", {"opening": "rif"}, f"{THREE} g10 offer-a1 offer-b2 b2 c3 d9"),
    "rif swap": (
        "gomoku",
        {"opening": "rif"},
        f"{THREE} take-black g10 offer-a1 offer-b2 b2 c3 d9",
    ),
    "yamaguchi": (
        "gomoku",
        {"opening": "yamaguchi"},
        f"{THREE} fifth-moves-2 g10 offer-a1 offer-b2 b2 c3 d9",
    ),
    "yamaguchi swap": (
        "gomoku",
        {"opening": "yamaguchi"},
        f"{THREE} fifth-moves-3 take-black g10 offer-a1 offer-b2 offer-c4 b2 c3 d9",
    ),
    "taraguchi": (
        "gomoku",
        {"opening": "taraguchi"},
        "h8 swap-colours h9 i10 swap-colours g10 k8 a1 a2",
    ),
    "hex": ("hex", {"swap": "off"}, "a2 b3 c4 d5"),
    "hex swap": ("hex", {"swap": "on"}, "a2 swap c4 d5"),
    "hex no swap": ("hex", {"swap": "on"}, "f6 b3 c4 d5"),
}


FIXED_MOVES = {
    **dict.fromkeys(["swap2 black", "swap2 white", "rif", "rif swap"], 3),
    **dict.fromkeys(["swap2 two black", "swap2 two white"], 6),
    **dict.fromkeys(["yamaguchi", "yamaguchi swap"], 4),
    "taraguchi": 1,
}
"""Number of the last move into or out of a position that engines do not search."""


def record_of(name):
    """Return a record with a variation at its last move, all positions analysed."""
    game_name, options, moves = GAMES_BY_RULE[name]
    game = GAMES[game_name]
    setup = game.setup(options=options)
    record, node, parents = GameRecord(setup=setup), 0, [0]
    for text in moves.split():
        record, node = record.with_move(node, game.parse_cell(setup, text))
        parents.append(node)
    record, _ = record.with_move(parents[-2], Move(setup.cell_count - 1))
    return analysed(record)


def analysed(record):
    """Return a record with random values; some lines begin with a choice."""
    rng = random.Random(7)
    for node in range(len(record.nodes)):
        position = ReviewedLine.through(record, node).positions
        legal = position[len(record.path_to(node)) - 1].legal_moves()
        best = (rng.choice(legal),)
        analysis = MoveAnalysis(value=rng.uniform(-1, 1), pv=best)
        record = record.with_node(node, analysis=analysis)
    return record


def reviewed_losses(record):
    """Return the loss of each node by the reviews of all lines."""
    losses = {}
    for node in range(1, len(record.nodes)):
        review = review_line(record, ReviewedLine.through(record, node))
        losses |= {move.node: move.loss for move in review.moves}
    return losses


@pytest.mark.parametrize("name", GAMES_BY_RULE)
def test_the_losses_are_those_of_the_review(name):
    record = record_of(name)

    tree = RecordTree.of(record)

    found = {node: tree.loss(node) for node in range(1, len(record.nodes))}
    losses = {node: loss for node, loss in found.items() if loss is not None}
    assert losses == reviewed_losses(record)
    assert list(losses) == list(range(1 + FIXED_MOVES.get(name, 0), len(record.nodes)))
    assert max(losses.values()) > 0.1
    assert tree.loss(0) is None


@pytest.mark.parametrize("name", GAMES_BY_RULE)
def test_a_move_has_the_colour_that_was_to_move(name):
    record = record_of(name)

    movers = RecordTree.of(record).movers

    for node in range(1, len(record.nodes)):
        path = record.path_to(node)
        position = start_position(record)
        for move in record.moves_of(path[:-1]):
            position = position.play(move)
        assert movers[node] is position.to_move


def test_taking_black_from_the_worse_side_is_no_mistake_of_the_three_stones():
    game = GAMES["gomoku"]
    record = record_of("swap2 black")
    take = game.parse_cell(record.setup, "take-black")
    best = record.nodes[4].move
    record = record.with_node(3, analysis=MoveAnalysis(value=-0.8, pv=(take,)))
    record = record.with_node(4, analysis=MoveAnalysis(value=-0.8, pv=(Move(0),)))

    assert best == take
    assert RecordTree.of(record).loss(4) == 0.0


def test_a_choice_of_the_worse_colour_is_a_mistake():
    record = record_of("swap2 black")
    stay = MoveAnalysis(value=0.6, pv=(Move(0),))
    record = record.with_node(3, analysis=stay).with_node(4, analysis=stay)

    # White was at 80 %; who takes Black has 20 %.
    assert RecordTree.of(record).loss(4) == pytest.approx(0.6)


def test_a_won_position_needs_no_analysis():
    game = GAMES["gomoku"]
    setup = game.setup()
    record, node = GameRecord(setup=setup), 0
    for text in ["a1", "b1", "a2", "b2", "a3", "b3", "a4", "h8", "a5"]:
        record, node = record.with_move(node, game.parse_cell(setup, text))
    record = record.with_node(7, analysis=MoveAnalysis(value=-1.0, pv=(Move(99),)))
    record = record.with_node(8, analysis=MoveAnalysis(value=1.0, pv=(Move(99),)))

    tree = RecordTree.of(record)

    assert tree.loss(8) == 0.0
    assert tree.loss(9) == 0.0


def test_the_same_moves_after_other_stones_have_other_losses():
    game = GAMES["gomoku"]
    setup = game.setup()
    four = bytearray(setup.cell_count)
    for text in ["a1", "a2", "a3", "a4"]:
        four[game.parse_cell(setup, text)] = 1
    move, best = game.parse_cell(setup, "a5"), game.parse_cell(setup, "h8")
    trees = []
    for stones in (b"", bytes(four)):
        record, _ = GameRecord(setup=setup, start_stones=stones).with_move(0, move)
        record = record.with_node(0, analysis=MoveAnalysis(value=0.5, pv=(best,)))
        is_first = not trees
        trees.append(RecordTree.of(record) if is_first else trees[0].following(record))

    assert [tree.loss(1) for tree in trees] == [None, 0.0]
