"""The driver of searches, over an engine without an algorithm."""

import itertools

import pytest

from engine.core.compilation import count_compiled, watched
from engine.core.errors import BusyError, IllegalMoveError
from engine.core.types import Candidate
from engine.search.api import Limits, SearchResult, StopFlag
from engine.search.budget import FIRST_SLICE, SLICE_SECONDS, Bounds
from engine.search.driver import SearchDriver, run_trial
from tests.games import random_game
from tests.toy.rules import Squares


class StubRun:
    """Run that counts nodes, and moves a clock by a second for each."""

    def __init__(self, engine, start):
        self.nodes = 0
        self.step = engine.step
        self._engine = engine
        self._start = start

    def advance(self, count, stop):
        engine = self._engine
        engine.slices.append(count)
        self.nodes += count
        engine.now += count * engine.seconds_per_node
        engine.on_advance(self, stop)
        return self.nodes < engine.exhausted_at

    def summary(self, seconds, *, is_final):
        self._engine.summaries.append((seconds, is_final))
        move = self._start.position.legal_moves()[0]
        best = Candidate(move=move, value=0.0, pv=(move,))
        return SearchResult.of_candidates(
            (best,), nodes=self.nodes, seconds=seconds, depth=1
        )


class StubEngine:
    """Engine that notes how it is called."""

    def __init__(self, *, bounds=None, step=None, seconds_per_node=0.0):
        self.bounds = bounds or Bounds()
        self.kind = "tree-search"
        self.keeps_tree = True
        self.step = step
        self.seconds_per_node = seconds_per_node
        self.exhausted_at = 10**9
        self.now = 100.0
        self.starts, self.slices, self.summaries, self.prepared = [], [], [], []
        self.on_advance = lambda run, stop: None

    def prepare(self, position):
        self.prepared.append(position)

    def start(self, start):
        self.starts.append(start)
        return StubRun(self, start)


@pytest.fixture
def start():
    game = Squares()
    return game.new_position(game.setup())


def driver_of(engine, **options):
    clocks = {"wall": lambda: engine.now, "cpu": pytest.fail}
    return SearchDriver(engine, clocks=clocks, **options)


def test_a_node_limit_is_met_exactly(start):
    engine = StubEngine()

    result = driver_of(engine).search(start, Limits(nodes=100))

    assert result.nodes == sum(engine.slices) == 100


def test_the_bounds_of_the_settings_reduce_the_limits(start):
    engine = StubEngine(bounds=Bounds(nodes=20, depth=3))

    result = driver_of(engine).search(start, Limits(nodes=100))

    assert result.nodes == 20
    assert engine.starts[0].budget.limits == Limits(nodes=20, depth=3)


def test_a_time_limit_ends_the_search(start):
    engine = StubEngine(seconds_per_node=0.001)

    result = driver_of(engine).search(start, Limits(seconds=2))

    assert engine.slices[0] == FIRST_SLICE
    assert result.seconds == pytest.approx(2.0, abs=0.002)


def test_the_time_of_the_start_counts(start):
    engine = StubEngine(seconds_per_node=0.001)
    original = engine.start

    def slow_start(request):
        engine.now += 1.5
        return original(request)

    engine.start = slow_start

    result = driver_of(engine).search(start, Limits(seconds=2))

    assert result.seconds == pytest.approx(2.0, abs=0.002)
    assert result.nodes == pytest.approx(500, abs=2)


def test_slices_that_cannot_be_divided_have_the_length_of_the_run(start):
    engine = StubEngine(step=64)

    driver_of(engine).search(start, Limits(nodes=150))

    assert engine.slices == [64, 64, 22]


def test_a_run_that_cannot_continue_ends_the_search(start):
    engine = StubEngine()
    engine.exhausted_at = 10

    result = driver_of(engine).search(start, Limits(nodes=1_000))

    assert engine.slices == [FIRST_SLICE]
    assert result.nodes == FIRST_SLICE


def test_a_stopped_search_ends_after_its_slice(start):
    engine, stop = StubEngine(), StopFlag()
    engine.on_advance = lambda run, flag: flag.set()

    result = driver_of(engine).search(start, Limits(nodes=1_000), stop=stop)

    assert stop
    assert result.nodes == FIRST_SLICE


def test_a_search_stopped_before_it_begins_has_the_answer_of_its_start(start):
    engine, stop = StubEngine(), StopFlag()
    stop.set()

    result = driver_of(engine).search(start, Limits(nodes=1_000), stop=stop)

    assert engine.slices == []
    assert start.is_legal(result.move)


def test_progress_comes_ten_times_a_second_and_the_result_is_final(start):
    engine, reports = StubEngine(seconds_per_node=0.001), []

    result = driver_of(engine).search(
        start, Limits(seconds=1.05), on_progress=reports.append
    )

    times = [report.seconds for report in reports]
    gaps = [b - a for a, b in itertools.pairwise([0.0, *times])]
    assert len(gaps) == 9
    assert all(0.1 <= gap < 0.1 + 2 * SLICE_SECONDS for gap in gaps)
    assert engine.summaries[-1] == (result.seconds, True)
    assert all(not is_final for _, is_final in engine.summaries[:-1])


def test_a_search_with_reports_has_samples_of_its_progress(start):
    engine = StubEngine(step=1, seconds_per_node=0.05)
    reports = []

    result = driver_of(engine).search(
        start, Limits(nodes=10), on_progress=reports.append
    )
    silent = driver_of(engine).search(start, Limits(nodes=10))

    assert reports[0].samples == result.samples[:1]
    assert result.samples[-1].nodes == 10
    assert silent.samples == ()


def test_a_search_that_continues_a_position_has_the_samples_of_all_of_it(start):
    engine = StubEngine(step=1, seconds_per_node=0.05)
    driver, ignored = driver_of(engine), [].append
    driver.search(start, Limits(nodes=10))

    continued = driver.search(start, Limits(nodes=5), on_progress=ignored)
    next_one = driver.search(start.play(0), Limits(nodes=5), on_progress=ignored)

    assert continued.nodes == 5
    assert continued.analysis().nodes == 15
    assert [sample.nodes for sample in continued.samples][:2] == [10, 13]
    assert continued.samples[-1].nodes == 15
    assert continued.samples[-1].seconds == pytest.approx(0.75, abs=0.01)
    assert next_one.samples[-1].nodes == 5


def test_the_time_of_a_report_counts_before_the_next_one(start):
    engine, times = StubEngine(seconds_per_node=0.001), []

    def slow_report(partial):
        times.append(partial.seconds)
        engine.now += 0.25

    driver_of(engine).search(start, Limits(seconds=1), on_progress=slow_report)

    assert times == pytest.approx([0.1, 0.45, 0.8], abs=0.02)


def test_a_continued_game_gets_the_moves_since_the_last_search(start):
    engine = StubEngine()
    driver = driver_of(engine)
    positions = random_game(start, seed=1)

    for ply in (0, 0, 2, 1):
        driver.search(positions[ply], Limits(nodes=1))

    moves = [request.moves for request in engine.starts]
    assert moves == [None, (), positions[2].history, None]


def test_nothing_of_a_failed_search_is_reused(start):
    engine = StubEngine()
    driver = driver_of(engine)
    driver.search(start, Limits(nodes=1))
    engine.on_advance = lambda run, stop: pytest.fail("a broken evaluator")
    with pytest.raises(pytest.fail.Exception):
        driver.search(start, Limits(nodes=1))
    engine.on_advance = lambda run, stop: None

    driver.search(start, Limits(nodes=1))

    assert [request.moves for request in engine.starts] == [None, (), None]


def test_the_seed_depends_on_the_position_and_on_the_seed_of_the_driver(start):
    def seeds(seed):
        engine = StubEngine()
        for position in (start, start.play(0)):
            driver_of(engine, seed=seed).search(position, Limits(nodes=1))
        return [request.seed for request in engine.starts]

    assert seeds(1) == seeds(1)
    assert len({*seeds(1), *seeds(2)}) == 4


def test_a_second_search_at_the_same_time_is_refused(start):
    engine = StubEngine()
    driver = driver_of(engine)
    engine.on_advance = lambda run, stop: driver.search(start, Limits(nodes=1))

    with pytest.raises(BusyError):
        driver.search(start, Limits(nodes=1))


def test_a_finished_game_is_refused_before_the_engine_starts(start):
    engine = StubEngine()

    with pytest.raises(IllegalMoveError, match="finished"):
        driver_of(engine).search(random_game(start, seed=1)[-1], Limits(nodes=1))

    assert engine.starts == []


def test_preparing_expects_the_kernels_of_the_game_unless_it_is_over(
    start, monkeypatch
):
    monkeypatch.setattr(Squares, "kernel_counts", {"tree-search": 40})
    engine = StubEngine()
    driver = driver_of(engine)

    shares = []

    with watched(shares.append):
        driver.prepare(start)
        count_compiled()
        driver.prepare(random_game(start, seed=1)[-1])

    assert shares == [1 / 40]
    assert engine.prepared == [start]


def test_a_trial_searches_a_position_and_the_one_after_its_move(start):
    engine = StubEngine()

    last = run_trial(engine, start, 7)

    after = start.play(start.legal_moves()[0])
    assert last == after
    assert [request.position for request in engine.starts] == [start, after]
    assert engine.slices == [7, 7]


def test_a_trial_ends_with_the_game():
    game = Squares()
    last_but_one = game.new_position(game.setup(height=2, width=2))
    for cell in (0, 1, 2):
        last_but_one = last_but_one.play(cell)
    engine = StubEngine()

    last = run_trial(engine, last_but_one, 7)

    assert last == last_but_one
    assert [request.position for request in engine.starts] == [last_but_one]
