"""A look into the tree searches: trees, formulas and single simulations."""

import math

import pytest

from engine.core.errors import IllegalMoveError
from engine.core.search_values import UNANIMOUS
from engine.core.types import Move
from engine.external.external_searcher import ExternalSearcher
from engine.games import GAMES
from engine.players.build import build_searcher
from engine.players.player_config import parse_engine
from engine.search.api import Limits
from engine.search.inspection import TreeNode, find_inspectable
from engine.search.puct.kernels.scores import score_edges
from engine.search.puct.puct_search import PuctSearch
from engine.search.puct.puct_settings import PuctSettings
from engine.search.puct.workspace import new_search_buffers
from engine.search.uct.uct_search import UctSearch
from engine.search.uct.uct_settings import UctSettings
from tests.engine.search.puct.plain_search import PlainSearch
from tests.engine.search.puct.puct_oracle import HashEvaluator, search_with
from tests.games import on_boards, random_game
from tests.nonempty import nonempty

STEPS = 50
TIE = 1e-5
"""Kernels compare scores of 32 bits."""

SMALL_BOARDS = on_boards(
    [
        ("gomoku", 5, 5, {"line_length": "4"}),
        ("hex", 4, 4, {}),
        ("hex", 3, 3, {"swap": "on"}),
        ("squares", 3, 4, {}),
    ]
)

SEARCHES = {
    "uct": lambda: UctSearch(UctSettings(exploration=0.6, pool_entries=1 << 12)),
    "rave": lambda: UctSearch(
        UctSettings(
            exploration=0.2, rave_equivalence=50, proves=True, pool_entries=1 << 13
        )
    ),
    "network": lambda: search_with(HashEvaluator(), batch=1, stops_early=False),
    "zhang": lambda: search_with(
        HashEvaluator(), batch=1, formula="zhang", stops_early=False
    ),
    "children": lambda: search_with(
        HashEvaluator(),
        batch=1,
        formula="zhang",
        evaluates_children=True,
        stops_early=False,
    ),
    "absolute": lambda: search_with(
        HashEvaluator(),
        batch=1,
        counts_node=True,
        first_play=-0.2,
        first_play_is_relative=False,
        stops_early=False,
    ),
    "playouts": lambda: PuctSearch(
        None, PuctSettings(pool_edges=1 << 12, stops_early=False)
    ),
}

every_search = pytest.mark.parametrize("name", SEARCHES)


def traces_of(name, position, count=STEPS):
    """Return the simulations of a search that runs them one by one."""
    stepper = SEARCHES[name]().new_stepper(position)
    traces = []
    for _ in range(count):
        trace = stepper.step()
        if trace is None:
            break
        traces.append(trace)
    return traces


def scores_of(selection):
    """Return the scores of the moves that a selection compares."""
    return {
        child.move: child.formula.score
        for child in selection.children
        if child.formula is not None
    }


def visits_below(tree, node, depth=3):
    """Return the visits of a tree by lines of moves."""
    if depth == 0:
        return {}
    found = {}
    for child in tree.children(node):
        if child.visits:
            found[(child.move,)] = child.visits
            below = visits_below(tree, child, depth - 1)
            found.update({(child.move, *line): n for line, n in below.items()})
    return found


def inner_nodes(tree, node, depth):
    """Return the nodes with children, down to a depth."""
    children = tree.children(node)
    if not children or depth == 0:
        return []
    below = [inner_nodes(tree, child, depth - 1) for child in children]
    return [node, *(one for nodes in below for one in nodes)]


@every_search
@SMALL_BOARDS
def test_selection_takes_the_move_with_the_highest_score(name, empty_board):
    compared = 0

    for trace in traces_of(name, empty_board):
        for selection in trace.selections:
            if selection.is_new:
                continue
            scores = scores_of(selection)
            assert scores[selection.move] >= max(scores.values()) - TIE
            compared += len(scores) > 1

    assert compared > 0


@pytest.mark.parametrize("text", ["uct", "mcts:1"])
def test_selection_follows_the_scores_beside_a_solver(text):
    board = GAMES["gomoku"].new_position(GAMES["gomoku"].setup(height=9))
    searcher = find_inspectable(build_searcher(parse_engine(text), "gomoku"))
    stepper = searcher.new_stepper(board)
    stepper.skip(400)

    selections = [one for _ in range(50) for one in stepper.step().selections]
    for selection in nonempty(one for one in selections if not one.is_new):
        scores = scores_of(selection)
        assert scores[selection.move] >= max(scores.values()) - TIE


@every_search
@SMALL_BOARDS
def test_single_simulations_grow_the_tree_of_the_search(name, empty_board):
    searcher = SEARCHES[name]()
    result = searcher.search(empty_board, Limits(nodes=STEPS))
    stepper = SEARCHES[name]().new_stepper(empty_board)

    while stepper.tree.root.visits < searcher.last_tree().root.visits:
        assert stepper.step() is not None

    expected = visits_below(searcher.last_tree(), searcher.last_tree().root)
    assert visits_below(stepper.tree, stepper.tree.root) == expected
    assert result.nodes > 1


@every_search
@SMALL_BOARDS
def test_a_simulation_adds_its_result_along_its_line(name, empty_board):
    for trace in nonempty(traces_of(name, empty_board)):
        value = trace.value
        assert -1 <= value <= 1
        for back_up in reversed(trace.back_ups[1:]):
            before, after = back_up.before, back_up.after
            value = -value
            assert after.visits == (before.visits if before else 0) + 1
            if not after.proof:
                added = after.value_sum - (before.value_sum if before else 0)
                assert added == pytest.approx(value, abs=1e-4)
        root = trace.back_ups[0]
        assert root.after.visits == root.before.visits + 1


@every_search
@SMALL_BOARDS
def test_a_copied_tree_does_not_change(name, empty_board):
    stepper = SEARCHES[name]().new_stepper(empty_board)
    stepper.skip(30)
    copy = stepper.tree.copied()
    before = visits_below(copy, copy.root)

    stepper.skip(30)

    assert visits_below(copy, copy.root) == before
    assert visits_below(stepper.tree, stepper.tree.root) != before


@every_search
@SMALL_BOARDS
def test_a_tree_has_the_values_of_the_candidates(name, empty_board):
    searcher = SEARCHES[name]()
    result = searcher.search(empty_board, Limits(nodes=STEPS))

    tree = searcher.last_tree()
    nodes = {node.move: node for node in tree.children(tree.root)}

    assert tree.root.proof == 0
    for candidate in nonempty(result.candidates):
        assert nodes[candidate.move].visits == candidate.visits
        mean = nodes[candidate.move].mean
        assert mean == pytest.approx(candidate.value, abs=2 * (1 - UNANIMOUS))


@pytest.mark.parametrize("changes", [{}, {"counts_node": True}, {"formula": "zhang"}])
@SMALL_BOARDS
def test_scores_of_every_node_are_those_of_the_kernel(changes, empty_board):
    settings = PuctSettings(batch=1, pool_edges=1 << 14, **changes)
    tree = settings.new_tree(empty_board)
    buffers = new_search_buffers(empty_board, settings)
    search = PlainSearch(empty_board, tree, HashEvaluator(), settings, buffers=buffers)
    search.advance_to(80)
    view = search.state.view
    nodes = [node for node in inner_nodes(view, view.root, 3) if not node.proof]
    assert len(nodes) > 1

    for node in nodes:
        score_edges(tree, buffers.work, node.entry, settings.params())
        for k, child in enumerate(view.children(node)):
            if child.formula is not None:
                kernel = pytest.approx(float(buffers.work.scores[k]), abs=1e-4)
                assert child.formula.score == kernel


def test_a_finished_game_cannot_be_stepped_through():
    end = random_game(GAMES["hex"].new_position(GAMES["hex"].setup(height=3)), 1)[-1]

    with pytest.raises(IllegalMoveError, match="got a finished one"):
        UctSearch().new_stepper(end)


def test_simulations_end_at_a_proven_root():
    board = GAMES["hex"].new_position(GAMES["hex"].setup(height=3))
    stepper = UctSearch(
        UctSettings(rave_equivalence=50, proves=True, pool_entries=1 << 13)
    ).new_stepper(board)

    done = stepper.skip(20_000)

    assert done < 20_000
    assert stepper.step() is None
    assert stepper.tree.root.proof == 1
    assert any(child.proof == 1 for child in stepper.tree.children(stepper.tree.root))


@pytest.mark.parametrize("text", ["uct-plain", "uct:2", "mcts:1", "strength:easy"])
def test_the_search_inside_every_wrapper_is_found(text):
    board = GAMES["gomoku"].new_position(GAMES["gomoku"].setup(height=7))
    searcher = build_searcher(parse_engine(text), "gomoku")
    assert text != "strength:easy" or find_inspectable(searcher) is None
    searcher.prepare(board)

    found = find_inspectable(searcher)

    assert found is not None
    assert found.keeps_tree is (text != "strength:easy")
    assert found.last_tree() is None


def test_an_external_program_has_no_tree():
    searcher = build_searcher(parse_engine("cmd:./engine"), "gomoku")

    assert isinstance(searcher, ExternalSearcher)
    assert find_inspectable(searcher) is None


def test_a_node_without_visits_has_no_mean():
    node = TreeNode(entry=1, move=Move(3), visits=0, value_sum=0.0)
    lost = TreeNode(entry=1, move=Move(3), visits=0, value_sum=-math.inf)

    assert node.mean is None
    assert lost.mean == -1
    assert lost.proof == -1
