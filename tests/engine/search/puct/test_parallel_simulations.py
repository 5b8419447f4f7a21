"""Several pending batches of one tree."""

import numpy as np
import pytest

from engine.search.api import Limits, StopFlag
from engine.search.budget import Budget
from engine.search.kernels.search_tree import ROOT
from engine.search.puct.budgeted_run import BudgetedRun
from engine.search.puct.kernels.backup import OTHER_BATCH
from engine.search.puct.kernels.scores import NO_DEPTH, new_batch_workspace
from engine.search.puct.kernels.simulation import select_leaves
from engine.search.puct.kernels.solver_results import find_node_to_solve
from engine.search.puct.parallel_simulations import ParallelSimulations
from engine.search.puct.puct_settings import PuctSettings
from engine.search.puct.search_run import PuctRun
from engine.search.puct.workspace import LeafBatches, back_up, new_search_buffers
from tests.engine.search.puct.puct_oracle import HashEvaluator, start_of
from tests.engine.search.puct.tree_checks import (
    check_nothing_is_pending,
    edges_in,
    used_nodes,
)
from tests.games import on_boards, random_game

SMALL = {"pool_edges": 1 << 18, "pool_nodes": 1 << 14, "pool_policies": 1 << 12}

boards = on_boards(
    [("gomoku", 7, 9, {}), ("hex", 5, 7, {}), ("hex", 5, 5, {"swap": "on"})]
)


class TwoBatches:
    """Two batches of one tree, pending at the same time."""

    def __init__(self, position, **changes):
        settings = PuctSettings(**{**SMALL, "batch": 4, **changes})
        self.setup = position.setup
        self.tree = settings.new_tree(position)
        self.first = new_search_buffers(position, settings)
        run = PuctRun(
            *(position, self.tree, HashEvaluator(), settings, 3), buffers=self.first
        )
        run.expand_root()
        run.root.order_moves()
        while run.nodes < 30:
            run.advance(30 - run.nodes, StopFlag())
        self.second = self.first._replace(work=new_batch_workspace(self.first.work))

    def select(self, buffers):
        return select_leaves(self.tree, buffers, 4, 50, StopFlag().array)

    def evaluate(self, buffers):
        leaves = int(buffers.work.info["leaf_count"][0])
        if leaves == 0:
            return None
        batch = LeafBatches(self.setup, buffers.work).first(leaves)
        return HashEvaluator().evaluate(batch)

    def back_up(self, buffers, evaluations):
        back_up(self.tree, buffers.work, buffers.params, evaluations)


def paths_of(work):
    """Return the slot and the edges of each pending simulation."""
    count = int(work.info["path_count"][0])
    return [
        (int(work.slots[at]), work.paths[at, : work.lengths[at]].tolist())
        for at in range(count)
    ]


@boards
@pytest.mark.parametrize("virtual_loss", [0.0, 1.0])
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_two_pending_batches_add_up_to_their_paths(empty_board, virtual_loss, order):
    position = random_game(empty_board, seed=1)[1]
    both = TwoBatches(position, virtual_loss=virtual_loss, proves=False)
    visits = both.tree.edges["visits"].copy().astype(np.int64)
    sums = both.tree.edges["value"].copy().astype(np.float64)

    buffers = both.first, both.second
    begun = sum(both.select(one) for one in buffers)
    evaluations = [both.evaluate(one) for one in buffers]
    paths = [paths_of(one.work) for one in buffers]
    nodes = [one.work.nodes[: one.work.info["leaf_count"][0]] for one in buffers]
    for k in order:
        both.back_up(buffers[k], evaluations[k])

    counted = 0
    for found, evaluation in zip(paths, evaluations, strict=True):
        for slot, path in found:
            if slot == OTHER_BATCH:
                continue
            counted += 1
            value = float(evaluation[1][slot])
            for edge in reversed(path):
                value = -value
                visits[edge] += 1
                sums[edge] += value
    assert counted == begun
    assert not set(nodes[0].tolist()) & set(nodes[1].tolist())
    found = list(edges_in(both.tree))
    assert both.tree.edges["visits"][found].tolist() == visits[found].tolist()
    assert both.tree.edges["value"][found] == pytest.approx(sums[found], abs=1e-4)
    check_nothing_is_pending(both.tree)


def test_a_leaf_of_another_batch_is_no_simulation():
    both = TwoBatches(start_of("hex", height=5, width=6), virtual_loss=0.0)
    both.select(both.first)
    pending = set(both.first.work.nodes[: both.first.work.info["leaf_count"][0]])

    begun = both.select(both.second)

    repeated = [path for slot, path in paths_of(both.second.work) if slot < 0]
    assert begun == len(paths_of(both.second.work)) - len(repeated)
    assert len(repeated) == both.second.params.collisions + 1
    assert {both.tree.edges["node"][path[-1]] for path in repeated} <= pending


def test_pending_visits_do_not_count_for_the_solver():
    batches = TwoBatches(start_of("hex", height=5, width=6))
    tree, work = batches.tree, batches.first.work
    batches.select(batches.first)
    batches.back_up(batches.first, batches.evaluate(batches.first))
    visits = max(int(tree.edges["visits"][path[1]]) for _, path in paths_of(work))

    found = find_node_to_solve(tree, work, visits)
    used_nodes(tree)["pending"] += 1

    assert found == 1
    assert find_node_to_solve(tree, work, visits) == NO_DEPTH


class UndecidedRun:
    """Run whose move seems decided until its pending batches are backed up."""

    most_at_once = 8
    nodes = 100
    advanced = 0

    def __init__(self, pending):
        self.pending = pending
        self.root = self

    def is_decided(self, possible):
        return self.pending or possible == 0

    def finish_batches(self):
        was_pending, self.pending = self.pending, False
        return was_pending

    def advance(self, count, stop):
        self.advanced += count
        return count


def test_pending_simulations_decide_nothing():
    budget = Budget(Limits(nodes=200), now=lambda: 0.0)
    run = UndecidedRun(pending=True)

    goes_on = BudgetedRun(run, PuctSettings(), budget, None, None).advance(
        8, StopFlag()
    )

    assert goes_on
    assert run.advanced == 8


def test_no_leaf_and_nothing_pending_ends_the_search():
    position = start_of("hex", height=5)
    settings = PuctSettings(**SMALL, batch=4)
    tree = settings.new_tree(position)
    buffers = new_search_buffers(position, settings)
    run = PuctRun(*(position, tree, HashEvaluator(), settings, 3), buffers=buffers)
    run.expand_root()
    tree.edges["value"][ROOT] = np.inf
    parallel = ParallelSimulations(
        *(position.setup, tree, buffers, HashEvaluator(), ()), batch=4
    )

    assert parallel.advance(50, StopFlag()) == 0
    assert not parallel.finish()
