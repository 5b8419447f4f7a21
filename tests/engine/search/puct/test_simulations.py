"""Simulations of a network search: several batches of one tree in flight."""

import numpy as np
import pytest

from engine.search.api import Limits, StopFlag
from engine.search.budget import Budget
from engine.search.kernels.search_tree import ROOT
from engine.search.puct.kernels.backup import OTHER_BATCH
from engine.search.puct.kernels.scores import NO_DEPTH, new_batch_workspace
from engine.search.puct.kernels.simulation import select_leaves
from engine.search.puct.kernels.solver_results import find_node_to_solve
from engine.search.puct.puct_settings import PuctSettings
from engine.search.puct.search_run import PuctRun
from engine.search.puct.simulations import BatchSimulations
from engine.search.puct.workspace import LeafBatches, back_up, new_search_buffers
from tests.engine.search.puct.plain_search import PlainSearch
from tests.engine.search.puct.puct_oracle import HashEvaluator, start_of
from tests.engine.search.puct.tree_checks import (
    check_nothing_is_in_flight,
    edges_in,
    used_nodes,
)
from tests.games import on_boards, random_game

SMALL = {"pool_edges": 1 << 18, "pool_nodes": 1 << 14, "pool_policies": 1 << 12}

boards = on_boards(
    [("gomoku", 7, 9, {}), ("hex", 5, 7, {}), ("hex", 5, 5, {"swap": "on"})]
)


class TwoBatches:
    """Two batches of one tree, in flight at the same time."""

    def __init__(self, position, **changes):
        settings = PuctSettings(**{**SMALL, "batch": 4, **changes})
        self.setup = position.setup
        self.tree = settings.new_tree(position)
        self.first = new_search_buffers(position, settings)
        search = PlainSearch(
            position, self.tree, HashEvaluator(), settings, buffers=self.first
        )
        search.root.order_moves()
        search.advance_to(30)
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
    """Return the row and the edges of each simulation in flight."""
    count = int(work.info["path_count"][0])
    return [
        (int(work.rows[at]), work.paths[at, : work.lengths[at]].tolist())
        for at in range(count)
    ]


@boards
@pytest.mark.parametrize("virtual_loss", [0.0, 1.0])
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_two_batches_in_flight_add_up_to_their_paths(empty_board, virtual_loss, order):
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
        for row, path in found:
            if row == OTHER_BATCH:
                continue
            counted += 1
            value = float(evaluation[1][row])
            for edge in reversed(path):
                value = -value
                visits[edge] += 1
                sums[edge] += value
    assert counted == begun
    assert not set(nodes[0].tolist()) & set(nodes[1].tolist())
    found = list(edges_in(both.tree))
    assert both.tree.edges["visits"][found].tolist() == visits[found].tolist()
    assert both.tree.edges["value"][found] == pytest.approx(sums[found], abs=1e-4)
    check_nothing_is_in_flight(both.tree)


def test_a_leaf_of_another_batch_is_no_simulation():
    both = TwoBatches(start_of("hex", height=5, width=6), virtual_loss=0.0)
    both.select(both.first)
    in_flight = set(both.first.work.nodes[: both.first.work.info["leaf_count"][0]])

    begun = both.select(both.second)

    repeated = [path for row, path in paths_of(both.second.work) if row < 0]
    assert begun == len(paths_of(both.second.work)) - len(repeated)
    assert len(repeated) == both.second.params.collisions + 1
    assert {both.tree.edges["node"][path[-1]] for path in repeated} <= in_flight


def test_visits_in_flight_do_not_count_for_the_solver():
    batches = TwoBatches(start_of("hex", height=5, width=6))
    tree, work = batches.tree, batches.first.work
    batches.select(batches.first)
    batches.back_up(batches.first, batches.evaluate(batches.first))
    visits = max(int(tree.edges["visits"][path[1]]) for _, path in paths_of(work))

    found = find_node_to_solve(tree, work, visits)
    used_nodes(tree)["in_flight"] += 1

    assert found == 1
    assert find_node_to_solve(tree, work, visits) == NO_DEPTH


class UndecidedState:
    """Search whose move seems decided while a simulation is in flight."""

    settings = PuctSettings()

    def __init__(self):
        self.root = self
        self.has_flight = True

    def is_decided(self, possible):
        return self.has_flight or possible == 0

    def summary(self, nodes, seconds, *, chooses):
        return nodes, chooses


class InFlight:
    """Simulations of which one batch is in flight."""

    most_at_once = 8

    def __init__(self, state):
        self.state, self.advanced = state, 0
        self.backed_up = ["an earlier batch"]

    def finish(self):
        was_there, self.state.has_flight = self.state.has_flight, False
        self.backed_up = ["the batch in flight"] if was_there else []
        return was_there

    def advance(self, count, stop):
        self.advanced += count
        self.backed_up = ["a new batch"]
        return count


class BatchesSeen:
    """Solver driver that notes the batches whose nodes it may solve."""

    def __init__(self):
        self.batches = []

    def solve_visited_nodes(self, batch, visits, stop, used):
        self.batches.append(batch)


def run_in_flight():
    state, seen = UndecidedState(), BatchesSeen()
    state.settings = PuctSettings(solver_visits=16)
    simulations = InFlight(state)
    budget = Budget(Limits(nodes=200), now=lambda: 0.0)
    run = PuctRun(
        *(state, simulations, budget), nodes=100, stops_early=True, solver_driver=seen
    )
    return run, simulations, seen


def test_simulations_in_flight_decide_nothing():
    run, simulations, seen = run_in_flight()

    goes_on = run.advance(8, StopFlag())

    assert goes_on
    assert simulations.advanced == 8
    assert run.nodes == 108
    assert seen.batches == ["the batch in flight", "a new batch"]


def test_the_solver_sees_the_batches_that_a_report_completes():
    run, _, seen = run_in_flight()

    assert run.summary(1.0, is_final=False) == (100, False)
    assert seen.batches == ["the batch in flight"]
    assert run.summary(1.0, is_final=False) == (100, False)
    assert seen.batches == ["the batch in flight"]


def test_no_leaf_and_nothing_in_flight_ends_the_search():
    position = start_of("hex", height=5)
    settings = PuctSettings(**SMALL, batch=4)
    tree = settings.new_tree(position)
    search = PlainSearch(position, tree, HashEvaluator(), settings)
    tree.edges["value"][ROOT] = np.inf
    simulations = BatchSimulations(search.state, HashEvaluator())

    assert simulations.advance(50, StopFlag()) == 0
    assert not simulations.finish()
