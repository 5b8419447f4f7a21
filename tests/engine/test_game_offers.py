"""What games offer beyond their rules: every game, and the third one, with less."""

import itertools
import subprocess
import sys
from collections import Counter

import pytest

from engine.core.errors import SetupError
from engine.core.game_options import Option
from engine.core.types import Move
from engine.games import GAMES
from tests.games import ALL_GAMES, every_board_of_the_rules, random_game
from tests.nonempty import nonempty

ASKS_FOR_ALL = """
import sys
from engine.games import GAMES
for game in GAMES.values():
    setup = game.setup()
    game.alpha_beta(), game.move_scores(), game.opening(), game.sgf(), game.annotator()
    game.goal(setup), game.special_moves_of(setup), game.offers("alpha-beta")
print(sorted({"numba", "torch", "onnxruntime", "PyQt5"} & set(sys.modules)))
"""


@every_board_of_the_rules
def test_a_goal_is_one_sentence(empty_board):
    goal = ALL_GAMES[empty_board.setup.game].goal(empty_board.setup)

    assert goal.endswith(".")


@every_board_of_the_rules
def test_special_moves_are_those_that_the_rules_may_have(empty_board):
    setup = empty_board.setup
    game = ALL_GAMES[setup.game]
    kinds = game.special_moves_of(setup)
    positions = [p for seed in range(5) for p in random_game(empty_board, seed)]

    legal = {move for position in positions for move in position.special_moves()}

    numbers = [game.parse_cell(setup, kind.name) for kind in kinds]
    offers = {move for move in legal if game.special_move(setup, move).cell is not None}
    assert legal - offers == set(numbers)
    assert [game.cell_name(setup, move) for move in numbers] == [
        kind.name for kind in kinds
    ]
    assert [game.special_move(setup, move) for move in numbers] == list(kinds)
    assert {game.special_move(setup, Move(c)) for c in range(setup.cell_count)} == {
        None
    }
    assert game.special_move(setup, Move(3 * setup.cell_count)) is None


@every_board_of_the_rules
def test_a_decision_is_described_where_special_moves_are_legal(empty_board):
    game = ALL_GAMES[empty_board.setup.game]
    positions = random_game(empty_board, seed=1)
    decisions = [game.decision(p) for p in positions if p.special_moves()]

    assert bool(decisions) is bool(game.special_moves_of(empty_board.setup))
    assert all(text.endswith(".") for text in decisions)


@every_board_of_the_rules
def test_no_decision_is_described_where_no_special_move_exists(empty_board):
    game = ALL_GAMES[empty_board.setup.game]
    decisions = {game.decision(p) for p in random_game(empty_board, seed=1)}

    assert (decisions == {""}) is not bool(game.special_moves_of(empty_board.setup))


@every_board_of_the_rules
def test_exactly_the_special_moves_that_change_a_stone_are_explained(empty_board):
    game = ALL_GAMES[empty_board.setup.game]
    games = [random_game(empty_board, seed) for seed in range(5)]
    pairs = [pair for positions in games for pair in itertools.pairwise(positions)]
    pairs += [(p, p.play(move)) for p, _ in pairs for move in p.special_moves()]

    for before, after in pairs:
        is_special = after.last_move >= after.setup.cell_count
        text = game.explain_special_move(after)
        assert bool(text) is (is_special and before.stones != after.stones)
        assert text == "" or text.endswith(".")


@every_board_of_the_rules
def test_a_result_by_the_rules_has_its_reason_explained(empty_board):
    game = ALL_GAMES[empty_board.setup.game]
    shared = {"board_full", "foul"}

    for seed in range(5):
        outcome = random_game(empty_board, seed)[-1].outcome
        text = game.explain(empty_board.setup, outcome)
        assert text.endswith(".") is (outcome.reason not in shared)


@pytest.mark.parametrize("game", ALL_GAMES.values(), ids=list(ALL_GAMES))
def test_a_conflict_is_named_exactly_where_a_setup_is_refused(game):
    sides = (game.smallest_side, game.default_side)
    values = [[(o.key, choice) for choice in o.choices] for o in game.options]

    for height, width, *chosen in itertools.product(sides, sides, *values):
        options = dict(chosen)
        conflict = game.conflict(height, width, options)
        if conflict:
            assert conflict.endswith(".")
            with pytest.raises(SetupError):
                game.setup(height=height, width=width, options=options)
        else:
            assert game.setup(height=height, width=width, options=options)


def test_sgf_has_one_number_for_each_game():
    numbers = Counter(game.sgf().number for game in ALL_GAMES.values())

    assert set(numbers.values()) == {1}


@pytest.mark.parametrize("game", ALL_GAMES.values(), ids=list(ALL_GAMES))
def test_a_legend_draws_on_the_cells_of_a_sample(game):
    for entry in nonempty(game.annotator().explain(game.setup())):
        cells = {cell for marks in entry.sample.marks for cell in marks.cells}
        cells |= {cell for link in entry.sample.links for cell in link.ends}
        cells |= set(entry.sample.line)
        assert cells
        assert cells <= {0, 1, 2}
        assert entry.title
        assert entry.tip.endswith(".")


def test_a_game_need_not_offer_more_than_rules_and_kernels():
    game = ALL_GAMES["squares"]
    position = game.new_position(game.setup())

    assert game.alpha_beta() is None
    assert game.new_solver(position) is None
    assert game.new_leaf_solver(position.setup) is None
    assert game.opening() is None
    assert game.move_scores() is None
    assert not game.offers("alpha-beta")
    assert game.offers("tree-search")
    assert game.offers("network-search")


@pytest.mark.parametrize("name", GAMES)
def test_a_game_of_the_program_has_alpha_beta_with_parameters(name):
    game = GAMES[name]

    assert game.offers("alpha-beta")
    assert game.alpha_beta().params


def test_labels_of_an_option_are_as_many_as_its_values():
    with pytest.raises(ValueError, match="labels of"):
        Option("rule", ("a", "b"), "a", titles=("only one",))


@pytest.mark.processes
def test_asking_for_what_a_game_offers_loads_no_compiler():
    done = subprocess.run(
        [sys.executable, "-c", ASKS_FOR_ALL],
        capture_output=True,
        text=True,
        check=True,
    )

    assert done.stdout == "[]\n"
