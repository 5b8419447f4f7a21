"""Searches in lock-step find what each of them finds alone."""

import pytest

from engine.games import GAMES
from engine.search.api import Limits
from engine.search.puct.batched.batched_search import BatchedSearch
from engine.search.puct.batched.slot_search import Task
from engine.search.puct.puct_search import PuctSearch
from engine.search.puct.puct_settings import PuctSettings
from tests.engine.search.puct.plain_search import summary_of
from tests.engine.search.puct.puct_oracle import FlatEvaluator, HashEvaluator
from tests.games import on_boards, random_game

SETTINGS = PuctSettings(
    batch=1,
    pool_edges=1 << 15,
    pool_nodes=1 << 11,
    pool_policies=1 << 11,
    stops_early=False,
)

some_boards = on_boards(
    [
        ("gomoku", 5, 6, {"line_length": "4"}),
        ("hex", 4, 5, {}),
        ("hex", 3, 3, {"swap": "on"}),
        ("squares", 3, 4, {}),
    ]
)


def batched_search_on(position, evaluators=None, **changes):
    options = {"size": 6, "seed": 5, **changes}
    return BatchedSearch(position, evaluators or [HashEvaluator()], SETTINGS, **options)


def finished(batched):
    """Advance until a search is done, and return the slots."""
    while not (done := batched.advance()):
        pass
    return done


def all_finished(batched, slots):
    """Return the result of every search, in order of their slots."""
    results = {}
    while len(results) < len(slots):
        for slot in finished(batched):
            results[slot] = summary_of(batched.get_search(slot))
            batched.clear(slot)
    return [results[slot] for slot in slots]


def alone(position, simulations, seed=5):
    search = PuctSearch(lambda _setup: HashEvaluator(), SETTINGS, seed=seed)
    return search.search(position, Limits(nodes=simulations))


def visits_of(result):
    return {(c.move, c.visits, round(c.value, 5)) for c in result.candidates}


@some_boards
def test_a_search_in_a_batch_finds_what_it_finds_alone(empty_board):
    positions = [random_game(empty_board, seed=seed)[:3][-1] for seed in range(6)]
    batched = batched_search_on(empty_board)
    for slot, position in enumerate(positions):
        batched.start(slot, Task(position=position, simulations=60 + 10 * slot))

    together = all_finished(batched, range(6))

    for slot, position in enumerate(positions):
        assert visits_of(together[slot]) == visits_of(alone(position, 60 + 10 * slot))


def test_threads_change_nothing_but_the_batches():
    empty = GAMES["hex"].new_position(GAMES["hex"].setup(height=5, width=4))
    found = []
    for threads in (1, 3):
        batched = batched_search_on(empty, threads=threads)
        for slot in range(6):
            batched.start(slot, Task(position=empty.play(slot), simulations=80))
        found.append([visits_of(result) for result in all_finished(batched, range(6))])
        batched.close()

    assert found[0] == found[1]


@pytest.mark.parametrize("size", [1, 2, 7])
def test_threads_take_moves_evaluators_and_empty_slots_as_they_come(size):
    """Games in which two evaluators take turns are the same in any number of stages."""
    empty = GAMES["hex"].new_position(GAMES["hex"].setup(height=4, width=5))

    def games(threads):
        evaluators = [HashEvaluator(), FlatEvaluator()]
        batched = batched_search_on(empty, evaluators, threads=threads, size=size)
        moves = {slot: [slot] for slot in range(size)}
        waiting = list(range(size, size + 3))
        positions = {slot: empty.play(slot) for slot in moves}
        games_by_slot = {slot: slot for slot in moves}

        def search(slot):
            game = games_by_slot[slot]
            ply = len(moves[game])
            task = Task(position=positions[game], simulations=25, evaluator=ply % 2)
            batched.start(slot, task)

        for slot in range(size):
            search(slot)
        while games_by_slot:
            for slot in batched.advance():
                game = games_by_slot[slot]
                move, _ = batched.get_search(slot).root.choice(by_chance=False)
                moves[game].append(move)
                positions[game] = positions[game].play(move)
                if positions[game].outcome is not None:
                    batched.clear(slot)
                    del games_by_slot[slot]
                    if waiting:
                        games_by_slot[slot] = waiting.pop(0)
                        moves[games_by_slot[slot]] = [games_by_slot[slot]]
                        positions[games_by_slot[slot]] = empty.play(games_by_slot[slot])
                if slot in games_by_slot:
                    search(slot)
        batched.close()
        return moves

    assert games(1) == games(3)


def test_a_batch_holds_a_position_of_each_search():
    empty = GAMES["gomoku"].new_position(GAMES["gomoku"].setup(height=7, width=9))
    evaluator = HashEvaluator()
    batched = batched_search_on(empty, [evaluator])
    for slot in range(6):
        batched.start(slot, Task(position=empty.play(slot), simulations=40))

    finished(batched)

    assert set(evaluator.sizes) == {6}
    assert batched.leaves == sum(evaluator.sizes)


def test_each_search_is_evaluated_by_its_own_evaluator():
    empty = GAMES["hex"].new_position(GAMES["hex"].setup(height=4, width=5))
    batched = batched_search_on(empty, [HashEvaluator(), FlatEvaluator()])
    batched.start(0, Task(position=empty, simulations=40, evaluator=0))
    batched.start(1, Task(position=empty, simulations=40, evaluator=1))

    hashed, even = all_finished(batched, [0, 1])

    assert visits_of(hashed) == visits_of(alone(empty, 40))
    assert visits_of(even) != visits_of(hashed)


def test_the_next_move_goes_on_with_the_tree_of_the_last():
    empty = GAMES["hex"].new_position(GAMES["hex"].setup(height=4, width=5))
    batched = batched_search_on(empty)
    batched.start(0, Task(position=empty, simulations=100))
    first = all_finished_keeping(batched, 0)
    kept = first.candidates[0].visits

    batched.start(0, Task(position=empty.play(first.move), simulations=50))
    second = all_finished_keeping(batched, 0)

    assert sum(c.visits for c in second.candidates) == pytest.approx(kept + 50, abs=1)


def test_another_evaluator_begins_with_an_empty_tree():
    empty = GAMES["hex"].new_position(GAMES["hex"].setup(height=4, width=5))
    batched = batched_search_on(empty, [HashEvaluator(), HashEvaluator()])
    batched.start(0, Task(position=empty, simulations=100))
    first = all_finished_keeping(batched, 0)
    after = empty.play(first.move)

    batched.start(0, Task(position=after, simulations=50, evaluator=1))

    assert visits_of(all_finished_keeping(batched, 0)) == visits_of(alone(after, 50))


def all_finished_keeping(batched, slot):
    assert finished(batched) == [slot]
    return summary_of(batched.get_search(slot))


def test_a_search_whose_root_is_proven_ends_at_once():
    setup = GAMES["gomoku"].setup(height=5, width=5, options={"line_length": "4"})
    position = GAMES["gomoku"].new_position(setup)
    for cell in ("a1", "a5", "b1", "b5", "c1"):
        position = position.play(GAMES["gomoku"].parse_cell(setup, cell))
    position = position.play(GAMES["gomoku"].parse_cell(setup, "e3"))
    batched = batched_search_on(position)
    batched.start(0, Task(position=position, simulations=100_000))

    result = all_finished(batched, [0])[0]

    assert result.value == 1.0
    assert result.nodes < 1_000


@pytest.mark.parametrize(("simulations", "considered"), [(16, 4), (50, 8), (9, 16)])
def test_halving_visits_what_is_left_equally_often(simulations, considered):
    empty = GAMES["hex"].new_position(GAMES["hex"].setup(height=4, width=5))
    batched = batched_search_on(empty)
    batched.start(
        0, Task(position=empty, simulations=simulations, considered=considered)
    )
    finished(batched)
    search = batched.get_search(0)
    statistics = search.root.statistics()
    visits = sorted(statistics.visits[statistics.visits > 0].tolist(), reverse=True)

    assert sum(visits) == simulations - 1
    assert len(visits) == min(considered, simulations - 1)
    assert visits[0] - visits[1] <= max(simulations // 4, 1)
    assert (
        batched.get_search(0).halving.moves[0]
        in statistics.moves[statistics.visits > 0]
    )
