"""Searches in lock-step find what each of them finds alone."""

import pytest

from engine.games import GAMES
from engine.search.api import Limits
from engine.search.puct.batched.batched_search import BatchedSearch, Task
from engine.search.puct.puct_search import PuctSearch
from engine.search.puct.puct_settings import PuctSettings
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


def forest_on(position, evaluators=None, **changes):
    options = {"size": 6, "seed": 5, **changes}
    return BatchedSearch(position, evaluators or [HashEvaluator()], SETTINGS, **options)


def finished(forest):
    """Let a forest grow until something is done, and return the places."""
    while not (done := forest.advance()):
        pass
    return done


def all_finished(forest, places):
    """Return the result of every search, in order of their places."""
    results = {}
    while len(results) < len(places):
        for place in finished(forest):
            results[place] = forest.get_run(place).summary(0.0)
            forest.clear(place)
    return [results[place] for place in places]


def alone(position, simulations, seed=5):
    search = PuctSearch(lambda _setup: HashEvaluator(), SETTINGS, seed=seed)
    return search.search(position, Limits(nodes=simulations))


def visits_of(result):
    return {(c.move, c.visits, round(c.value, 5)) for c in result.candidates}


@some_boards
def test_a_search_in_a_forest_finds_what_it_finds_alone(empty_board):
    positions = [random_game(empty_board, seed=seed)[:3][-1] for seed in range(6)]
    forest = forest_on(empty_board)
    for place, position in enumerate(positions):
        forest.start(place, Task(position=position, simulations=60 + 10 * place))

    together = all_finished(forest, range(6))

    for place, position in enumerate(positions):
        assert visits_of(together[place]) == visits_of(alone(position, 60 + 10 * place))


def test_threads_change_nothing_but_the_batches():
    empty = GAMES["hex"].new_position(GAMES["hex"].setup(height=5, width=4))
    found = []
    for threads in (1, 3):
        forest = forest_on(empty, threads=threads)
        for place in range(6):
            forest.start(place, Task(position=empty.play(place), simulations=80))
        found.append([visits_of(result) for result in all_finished(forest, range(6))])
        forest.close()

    assert found[0] == found[1]


@pytest.mark.parametrize("size", [1, 2, 7])
def test_threads_take_moves_evaluators_and_empty_places_as_they_come(size):
    """Games in which two evaluators take turns are the same in any number of shifts."""
    empty = GAMES["hex"].new_position(GAMES["hex"].setup(height=4, width=5))

    def games(threads):
        evaluators = [HashEvaluator(), FlatEvaluator()]
        forest = forest_on(empty, evaluators, threads=threads, size=size)
        moves = {place: [place] for place in range(size)}
        waiting = list(range(size, size + 3))
        positions = {place: empty.play(place) for place in moves}
        seats = {place: place for place in moves}

        def search(place):
            game = seats[place]
            ply = len(moves[game])
            task = Task(position=positions[game], simulations=25, evaluator=ply % 2)
            forest.start(place, task)

        for place in range(size):
            search(place)
        while seats:
            for place in forest.advance():
                game = seats[place]
                move, _ = forest.get_run(place).root.choice(by_chance=False)
                moves[game].append(move)
                positions[game] = positions[game].play(move)
                if positions[game].outcome is not None:
                    forest.clear(place)
                    del seats[place]
                    if waiting:
                        seats[place] = waiting.pop(0)
                        moves[seats[place]] = [seats[place]]
                        positions[seats[place]] = empty.play(seats[place])
                if place in seats:
                    search(place)
        forest.close()
        return moves

    assert games(1) == games(3)


def test_a_batch_holds_a_position_of_each_search():
    empty = GAMES["gomoku"].new_position(GAMES["gomoku"].setup(height=7, width=9))
    evaluator = HashEvaluator()
    forest = forest_on(empty, [evaluator])
    for place in range(6):
        forest.start(place, Task(position=empty.play(place), simulations=40))

    finished(forest)

    assert set(evaluator.sizes) == {6}
    assert forest.leaves == sum(evaluator.sizes)


def test_each_search_is_judged_by_its_own_evaluator():
    empty = GAMES["hex"].new_position(GAMES["hex"].setup(height=4, width=5))
    forest = forest_on(empty, [HashEvaluator(), FlatEvaluator()])
    forest.start(0, Task(position=empty, simulations=40, evaluator=0))
    forest.start(1, Task(position=empty, simulations=40, evaluator=1))

    judged, even = all_finished(forest, [0, 1])

    assert visits_of(judged) == visits_of(alone(empty, 40))
    assert visits_of(even) != visits_of(judged)


def test_the_next_move_goes_on_with_the_tree_of_the_last():
    empty = GAMES["hex"].new_position(GAMES["hex"].setup(height=4, width=5))
    forest = forest_on(empty)
    forest.start(0, Task(position=empty, simulations=100))
    first = all_finished_keeping(forest, 0)
    kept = first.candidates[0].visits

    forest.start(0, Task(position=empty.play(first.move), simulations=50))
    second = all_finished_keeping(forest, 0)

    assert sum(c.visits for c in second.candidates) == pytest.approx(kept + 50, abs=1)


def test_another_evaluator_begins_with_an_empty_tree():
    empty = GAMES["hex"].new_position(GAMES["hex"].setup(height=4, width=5))
    forest = forest_on(empty, [HashEvaluator(), HashEvaluator()])
    forest.start(0, Task(position=empty, simulations=100))
    first = all_finished_keeping(forest, 0)
    after = empty.play(first.move)

    forest.start(0, Task(position=after, simulations=50, evaluator=1))

    assert visits_of(all_finished_keeping(forest, 0)) == visits_of(alone(after, 50))


def all_finished_keeping(forest, place):
    assert finished(forest) == [place]
    return forest.get_run(place).summary(0.0)


def test_a_search_whose_root_is_proven_ends_at_once():
    setup = GAMES["gomoku"].setup(height=5, width=5, options={"line_length": "4"})
    position = GAMES["gomoku"].new_position(setup)
    for cell in ("a1", "a5", "b1", "b5", "c1"):
        position = position.play(GAMES["gomoku"].parse_cell(setup, cell))
    position = position.play(GAMES["gomoku"].parse_cell(setup, "e3"))
    forest = forest_on(position)
    forest.start(0, Task(position=position, simulations=100_000))

    result = all_finished(forest, [0])[0]

    assert result.value == 1.0
    assert result.nodes < 1_000


@pytest.mark.parametrize(("simulations", "considered"), [(16, 4), (50, 8), (9, 16)])
def test_halving_visits_what_is_left_equally_often(simulations, considered):
    empty = GAMES["hex"].new_position(GAMES["hex"].setup(height=4, width=5))
    forest = forest_on(empty)
    forest.start(
        0, Task(position=empty, simulations=simulations, considered=considered)
    )
    finished(forest)
    statistics = forest.get_run(0).root.statistics()
    visits = sorted(statistics.visits[statistics.visits > 0].tolist(), reverse=True)

    assert sum(visits) == simulations - 1
    assert len(visits) == min(considered, simulations - 1)
    assert visits[0] - visits[1] <= max(simulations // 4, 1)
    assert forest.get_halving(0).moves[0] in statistics.moves[statistics.visits > 0]
