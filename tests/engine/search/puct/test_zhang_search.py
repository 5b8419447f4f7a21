"""ZHANG-HEX's search: playouts are counted, the network only chooses among moves."""

import numpy as np
import pytest

from engine.games import GAMES
from engine.players.build import build_searcher
from engine.players.player_config import parse_engine
from engine.search.api import Limits
from engine.search.evaluation import uniform_policy
from engine.search.puct.batched.batched_search import BatchedSearch
from engine.search.puct.batched.slot_search import Task
from engine.search.puct.puct_settings import PuctSettings
from tests.engine.search.puct.plain_search import summary_of
from tests.engine.search.puct.puct_oracle import HashEvaluator, search_with

PAPER = {
    **{"formula": "zhang", "mix": 0.5, "exploration": 5.0, "evaluates_children": True},
    **{"plays_by_score": True, "proves": False, "stops_early": False, "batch": 1},
}
ROOM = {"pool_edges": 1 << 15, "pool_nodes": 1 << 12, "pool_policies": 1 << 11}


def board(height=4, width=5):
    return GAMES["hex"].new_position(GAMES["hex"].setup(height=height, width=width))


class OneGoodCell:
    """Finds every move equally likely, but one, and the position after that one best.

    Args:
        cell: The good move, whose prior is the lowest.
    """

    def __init__(self, cell):
        self.cell = cell

    def evaluate(self, batch):
        policy = uniform_policy(batch.legal)
        is_open = batch.legal[:, self.cell]
        policy[is_open, self.cell] /= 4
        policy /= policy.sum(axis=1, keepdims=True)
        # After the move the other side is to move, and it is bad for that one.
        is_after = batch.cells[:, self.cell] == 2
        return policy, np.where(is_after, -0.9, 0.9).astype(np.float32)


@pytest.mark.parametrize("threads", [1, 3])
def test_searches_in_lock_step_evaluate_all_moves_as_one_alone_does(threads):
    settings = PuctSettings(**PAPER, **ROOM)
    evaluator, position = HashEvaluator(), board()
    batched = BatchedSearch(
        position, [evaluator], settings, size=3, threads=threads, seed=5
    )
    for slot in range(3):
        batched.start(slot, Task(position=position.play(slot), simulations=40 + slot))

    found = {}
    while len(found) < 3:
        for slot in batched.advance():
            found[slot] = summary_of(batched.get_search(slot))
            batched.clear(slot)
    batched.close()

    for slot, result in found.items():
        alone = search_with(HashEvaluator(), seed=5, **PAPER).search(
            position.play(slot), Limits(nodes=40 + slot)
        )
        assert result.nodes == alone.nodes == 40 + slot
        assert statistics(result) == statistics(alone)
    assert batched.leaves == sum(evaluator.sizes)


def statistics(result):
    return {(c.move, c.visits, round(c.value, 5)) for c in result.candidates}


def test_the_move_of_the_best_position_is_tried_first_whatever_its_prior():
    settings = {**PAPER, "exploration": 0.1}

    result = search_with(OneGoodCell(7), **settings).search(board(), Limits(nodes=3))

    assert {c.move for c in result.candidates if c.visits} == {7}


def test_with_playouts_a_value_chooses_moves_but_is_not_counted():
    settings = PuctSettings(**PAPER, **ROOM, uses_playouts=True)
    position = board()
    batched = BatchedSearch(position, [OneGoodCell(7)], settings, size=1, seed=5)
    batched.start(0, Task(position=position, simulations=80))
    while not batched.advance():
        pass

    statistics = batched.get_search(0).root.statistics()

    wins = (statistics.values + 1) / 2 * statistics.visits
    assert statistics.visits.sum() >= 79
    assert wins == pytest.approx(np.round(wins), abs=1e-4)
    assert int(statistics.moves[np.argmax(statistics.visits)]) == 7


def test_the_preset_counts_playouts_and_evaluates_all_moves():
    pytest.importorskip("torch")
    empty = GAMES["hex"].new_position(GAMES["hex"].setup(height=11, width=11))
    searcher = build_searcher(parse_engine("zhang-rl"), "hex", seed=1)

    result = searcher.search(empty, Limits(nodes=12))

    assert result.nodes == 12
    for candidate in result.candidates:
        wins = (candidate.value + 1) / 2 * candidate.visits
        assert wins == pytest.approx(round(wins), abs=1e-4)
