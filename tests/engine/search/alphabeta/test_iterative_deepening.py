"""Iterative deepening over a scripted node loop: what a proof does to it."""

import pytest

from engine.core.search_values import INFINITE, MATE
from engine.core.types import Move
from engine.search.alphabeta.iterative_deepening import DeepeningRun
from engine.search.api import StopFlag


class ScriptedLoop:
    """Node loop whose iterations end with given values; notes how they were asked.

    Args:
        script: For each iteration the value of every root move.
        nodes: Nodes below each root move after the first iteration.
        replies: Rest of the best line by the number of the iteration.
    """

    def __init__(self, script, nodes=(), replies=None):
        self._script = iter(script)
        self._replies = replies or {}
        self._root_nodes = dict(enumerate(nodes))
        self._values = {}
        self._moves = []
        self.searched = []
        self.asked = []
        self.nodes = 0
        self.attack_nodes = 0
        self.fastest_win = MATE - 1
        self.prunes = True
        self.is_paused = False

    def begin(self, moves, *, alpha, beta, depth):
        self._moves = list(moves)
        self.searched.append(self._moves)
        self.asked.append((alpha, beta, depth))
        self._values = dict(enumerate(next(self._script)))

    def advance(self, quota, stop):
        self.nodes += 100
        return not self.is_paused

    def begin_attack(self, depth):
        return False

    def best(self):
        move = max(self._moves, key=lambda move: self._values[move])
        return self._values[move], (move, *self._replies.get(len(self.asked), ()))

    def result(self):
        return self.best()[0]

    def root_value(self, move):
        return self._values[move]

    def root_nodes(self, move):
        return self._root_nodes.get(move, 0)


def deepen(loop, moves, most, **settings):
    run = DeepeningRun(
        loop,
        [Move(move) for move in moves],
        most_depth=most,
        attack_share=0.0,
        scale=400.0,
        **settings,
    )
    while run.advance(1_000, StopFlag()):
        pass
    return run.summary(0.0, is_final=True)


def test_a_proven_win_above_the_window_ends_the_iteration():
    # The value leaves the narrow window of depth 5; a second search of that depth
    # with a wider one would not find the win again.
    quiet = [(10, 0)] * 4
    loop = ScriptedLoop([*quiet, (MATE - 9, 0), *[(0, 0)] * 20])

    result = deepen(loop, [0, 1], most=5)

    assert result.value == 1.0
    assert [depth for _, _, depth in loop.asked] == [1, 2, 3, 4, 5]


def test_a_value_above_the_window_without_a_proof_is_searched_again():
    quiet = [(10, 0)] * 4
    loop = ScriptedLoop([*quiet, (500, 0), (600, 0)])

    deepen(loop, [0, 1], most=5)

    assert [depth for _, _, depth in loop.asked] == [1, 2, 3, 4, 5, 5]


def test_after_a_proven_loss_the_longest_resistance_is_sought():
    first_loss = (-MATE + 4, -MATE + 4, -MATE + 4)
    deeper = (-MATE + 4, -MATE + 4, -MATE + 8)
    loop = ScriptedLoop([(0, 0, 0), first_loss, deeper, *[deeper] * 10])

    result = deepen(loop, [0, 1, 2], most=20)

    assert (result.move, result.value) == (2, -1.0)
    assert loop.asked[2][:2] == (-INFINITE, INFINITE)


def test_of_equal_losses_the_one_that_took_most_work_is_played():
    loss = (-MATE + 4,) * 3
    loop = ScriptedLoop([loss] * 10, nodes=[20, 700, 50])

    result = deepen(loop, [0, 1, 2], most=20)

    assert result.move == 1


def test_a_search_that_ends_early_has_the_best_move_of_its_last_iteration():
    loop = ScriptedLoop([(5, 0), (5, 80)])
    run = DeepeningRun(
        loop, [Move(0), Move(1)], most_depth=9, attack_share=0.0, scale=400.0
    )
    run.advance(10, StopFlag())
    loop.is_paused = True
    run.advance(10, StopFlag())

    assert run.summary(0.0).move == 0
    result = run.summary(0.0, is_final=True)
    assert (result.move, result.depth) == (1, 1)
    assert not run.advance(10, StopFlag())


def test_the_moves_after_the_best_get_values_instead_of_bounds():
    # The search of all moves has the value 50 as a bound for each of the others.
    whole, second, third = (50, 50, 50, 50), (0, 40, 20, 10), (0, 0, 20, 10)
    loop = ScriptedLoop([whole, second, third])

    result = deepen(loop, [0, 1, 2, 3], most=1, line_count=3)

    assert loop.searched == [[0, 1, 2, 3], [1, 2, 3], [2, 3]]
    values = [candidate.value for candidate in result.candidates]
    assert [candidate.move for candidate in result.candidates] == [0, 1, 2, 3]
    assert values[0] > values[1] > values[2] == values[3] > 0


@pytest.mark.parametrize("prunes", [True, False])
def test_values_of_refuted_moves_are_bounds_if_the_search_prunes(prunes):
    loop = ScriptedLoop([(20, 10, -MATE)])
    loop.prunes = prunes

    result = deepen(loop, [0, 1, 2], most=1)

    bounds = {one.move: one.is_bound for one in result.candidates}
    assert bounds == {0: False, 1: prunes, 2: False}
    assert result.counts_nodes
    assert result.analysis().counts_nodes


def test_lines_after_the_best_take_a_quarter_of_the_nodes():
    loop = ScriptedLoop([(50, 40)] * 20)

    deepen(loop, [0, 1], most=9, line_count=2)

    asked = zip(loop.searched, loop.asked, strict=True)
    others = [
        (at, depth) for at, (moves, (*_, depth)) in enumerate(asked) if moves == [1]
    ]
    assert others == [(1, 1), (4, 2), (8, 3), (12, 4)]


def test_a_line_is_not_better_than_the_deeper_best_one():
    loop = ScriptedLoop([(50, 50), (0, 90)])

    best, other = deepen(loop, [0, 1], most=1, line_count=2).candidates

    assert best.move == 0
    assert other.value == best.value


def test_the_best_move_so_far_keeps_its_line():
    loop = ScriptedLoop([(50, 50), (0, 40), (20, 60)])

    best, other = deepen(loop, [0, 1], most=2, line_count=2).candidates

    assert (best.move, other.move) == (1, 0)
    assert 0 < other.value < best.value


def test_a_line_that_is_cut_off_keeps_the_moves_known_before():
    loop = ScriptedLoop([(50, 0), (60, 0)], replies={1: (Move(7), Move(8))})

    assert deepen(loop, [0, 1], most=2).pv == (0, 7, 8)


def test_the_line_of_a_proof_is_not_lengthened():
    loop = ScriptedLoop([(50, 0), *[(MATE - 1, 0)] * 9], replies={1: (Move(7),)})

    assert deepen(loop, [0, 1], most=9).pv == (0,)
