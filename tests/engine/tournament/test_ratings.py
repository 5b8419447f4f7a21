"""Ratings: pairs are chosen from results, and the folder has all of it."""

import json
import math
from dataclasses import asdict, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.errors import SettingsError
from engine.core.formats.json_lines import JsonLineWriter
from engine.games import get_game
from engine.tournament.plan import Plan
from engine.tournament.rating_schedule import choose_next_pair
from engine.tournament.reports.report import make_report
from engine.tournament.run import Run
from engine.tournament.run_folder import RunFolder
from engine.tournament.run_monitor import RunMonitor
from engine.tournament.run_state import RunReader, RunState, read_run
from engine.tournament.schedule import ChosenPair, make_whole_pairs
from engine.tournament.standings import make_standings
from tests.engine.tournament.plans import make_plan, result_of

ENGINES = ("uct-plain:1", "uct-plain:2", "uct-plain:3", "alphabeta:1", "minimax:1")


def ratings_plan(**changes):
    return make_plan(**{"kind": "ratings", "engines": ENGINES, "games": 10, **changes})


def state_after(plan, pairs, points):
    """Return the state with chosen pairs and the points of who began, game by game."""
    schedule = make_whole_pairs(pairs)
    results = tuple(
        result_of(game, got) for game, got in zip(schedule, points, strict=False)
    )
    return RunState(
        plan=plan,
        results=results,
        standings=make_standings(plan, results, schedule=schedule),
        schedule=schedule,
        running=(),
    )


def play_all(plan, outcome):
    """Return the state at the end; ``outcome`` gives the points of who began."""
    pairs, points = [], []
    while (pair := choose_next_pair(state_after(plan, pairs, points))) is not None:
        pairs.append(pair)
        points += [outcome(game) for game in make_whole_pairs(pairs)[-2:]]
    return state_after(plan, pairs, points)


@pytest.mark.parametrize(("engines", "games"), [(2, 1), (3, 5), (5, 4), (5, 7)])
def test_each_engine_has_the_games_of_the_plan_on_average(engines, games):
    plan = ratings_plan(engines=ENGINES[:engines], games=games)

    state = play_all(plan, lambda game: 0.5)

    assert state.is_finished
    assert len(state.results) == plan.most_games
    assert games <= 2 * plan.most_games / engines < games + 4 / engines * 2
    assert plan.most_games % 2 == 0


def test_engines_that_meet_again_have_another_opening():
    plan = ratings_plan(engines=ENGINES[:2], games=8)

    state = play_all(plan, lambda game: 0.5)

    assert [game.opening for game in state.schedule] == [0, 0, 1, 1, 0, 0, 1, 1]


def test_without_openings_games_begin_on_the_empty_board():
    state = play_all(ratings_plan(openings=()), lambda game: 1)

    assert {game.opening for game in state.schedule} == {None}


def test_neighbours_on_the_scale_meet_most():
    plan = ratings_plan(games=60)

    def stronger(game):
        """Let an engine win clearly against those far below it."""
        gap = game.first - game.second
        if abs(gap) > 1:
            return float(gap > 0)
        return float((game.number % 5 < 3) == (gap > 0))

    state = play_all(plan, stronger)

    played = state.standings.played
    near = sum(played[one][one + 1] for one in range(4)) / 4
    far = sum(played[one][other] for one in range(5) for other in range(one + 2, 5)) / 6
    assert near > 2 * far
    assert [row.engine for row in state.standings.ranking()] == [4, 3, 2, 1, 0]


def test_games_in_play_are_of_other_engines():
    plan = ratings_plan(games=60)
    pairs = []
    for _ in range(2):
        pairs.append(choose_next_pair(state_after(plan, pairs, [])))

    assert len({pairs[0].one, pairs[0].other, pairs[1].one, pairs[1].other}) == 4


@given(st.lists(st.sampled_from([0, 0.5, 1]), max_size=24))
def test_the_next_pair_depends_on_the_results_alone(points):
    plan = ratings_plan()
    pairs = []
    while 2 * len(pairs) < len(points):
        pairs.append(choose_next_pair(state_after(plan, pairs, points)))

    one, other = (choose_next_pair(state_after(plan, pairs, points)) for _ in range(2))

    assert one == other
    assert one.one != one.other


def test_exact_ratings_end_the_run():
    plan = ratings_plan(engines=ENGINES[:2], games=400, error=60)
    pair = ChosenPair(one=0, other=1)

    def state_with(games):
        return state_after(plan, [pair] * games, [1, 1, 0, 1, 0.5, 0] * games)

    few, many = state_with(10), state_with(180)

    assert few.standings.error > 60 >= many.standings.error
    assert not few.is_finished
    assert many.is_decided
    assert many.is_finished


def test_an_engine_without_games_has_no_error():
    assert state_after(ratings_plan(), [], []).standings.error == math.inf


def test_an_interval_without_a_bound_has_no_error():
    plan = ratings_plan(engines=ENGINES[:2])

    state = state_after(plan, [ChosenPair(one=0, other=1)] * 2, [1, 0, 1, 0])

    assert state.standings.error == math.inf


def write_pairs(folder, lines):
    with JsonLineWriter(folder.schedule) as pairs:
        for line in lines:
            pairs.add(asdict(line) if isinstance(line, ChosenPair) else line)


def write_results(folder, games, points=1, **changes):
    with JsonLineWriter(folder.games) as results:
        for game in games:
            results.add(result_of(game, points, **changes).to_line())


@pytest.fixture
def folder(tmp_path):
    """Return the folder of a run of ratings."""
    made = RunFolder(tmp_path)
    made.claim(ratings_plan(), resume=False)
    return made


PAIRS = [
    ChosenPair(one=4, other=1, opening=1, number=0),
    ChosenPair(one=2, other=3, opening=0, number=1),
    ChosenPair(one=0, other=2, number=2),
]

DAMAGED = [
    ChosenPair(one=5, other=1),
    ChosenPair(one=1, other=1),
    ChosenPair(one=0, other=1, opening=2),
    {"one": "0", "other": 2},
    "no object",
    "",
]


@pytest.mark.parametrize("damaged", DAMAGED, ids=str)
@pytest.mark.parametrize("has_numbers", [True, False])
def test_a_damaged_pair_leaves_the_numbers_of_the_others(folder, damaged, has_numbers):
    games = make_whole_pairs(PAIRS)
    lines = [
        replace(pair, number=pair.number if has_numbers else None) for pair in PAIRS
    ]
    write_pairs(folder, [lines[0], damaged, lines[2]])
    write_results(folder, games[:2] + games[4:])
    with JsonLineWriter(folder.events) as events:
        events.add({"kind": "game_started", "number": 3})
        events.add({"kind": "game_started", "number": 6})

    state = read_run(folder.path)

    assert state.schedule == games[:2] + games[4:]
    assert [result.number for result in state.results] == [1, 2, 5, 6]
    assert state.standings.played[0][2] == 2
    assert state.running == ()
    assert choose_next_pair(state).number == 1


@pytest.mark.parametrize("opening", ["", "2"])
@pytest.mark.parametrize("played", [[3], [4], [3, 4]])
def test_a_damaged_pair_is_that_of_its_finished_games(folder, played, opening):
    games = make_whole_pairs(PAIRS)
    write_pairs(folder, [PAIRS[0], "no object", PAIRS[2]])
    write_results(folder, [games[number - 1] for number in played], opening=opening)

    state = read_run(folder.path)

    lost = replace(PAIRS[1], opening=1 if opening else None)
    assert state.schedule == make_whole_pairs([PAIRS[0], lost, PAIRS[2]])
    assert [result.number for result in state.results] == played
    assert choose_next_pair(state).number == 3


def test_a_result_of_engines_that_the_plan_lacks_is_no_pair(folder):
    pair = ChosenPair(one=5, other=1)
    write_results(folder, make_whole_pairs([pair]))
    beyond = ChosenPair(one=0, other=1, number=500)
    write_results(folder, make_whole_pairs([beyond]))

    assert read_run(folder.path).schedule == ()


def test_a_pair_that_was_chosen_anew_takes_the_place_of_the_damaged_one(folder):
    write_pairs(folder, [PAIRS[0], "no object", PAIRS[2], PAIRS[1]])

    assert read_run(folder.path).schedule == make_whole_pairs(PAIRS)


def test_games_of_other_engines_than_those_of_the_pair_do_not_count(folder):
    write_pairs(folder, PAIRS)
    write_results(folder, make_whole_pairs([ChosenPair(one=1, other=4)]))

    assert read_run(folder.path).results == ()


def test_new_pairs_are_read_in_their_places_later_on(folder):
    reader = RunReader(folder.path)
    nameless = [replace(pair, number=None) for pair in PAIRS]
    write_pairs(folder, ["no object", nameless[1]])
    reader.refresh()
    write_pairs(folder, nameless[2:])

    assert reader.refresh().schedule == make_whole_pairs(PAIRS[1:])


def test_a_match_reads_no_chosen_pairs(tmp_path):
    folder = RunFolder(tmp_path)
    folder.claim(make_plan(), resume=False)
    with JsonLineWriter(folder.schedule) as pairs:
        pairs.add(asdict(ChosenPair(one=1, other=0)))

    assert read_run(tmp_path).schedule == make_plan().schedule


def test_a_plan_of_ratings_is_the_same_after_its_file():
    plan = ratings_plan(error=40.0)

    assert Plan.from_json(plan.to_json()) == plan
    (change,) = plan.list_differences(replace(plan, error=None))
    assert change == "error was 40.0 and is null"


def test_only_ratings_end_by_their_error():
    with pytest.raises(SettingsError, match=r"error: expected none but in ratings\."):
        make_plan(error=40.0)


def test_the_report_has_one_row_for_each_engine_and_no_cross_table():
    state = play_all(ratings_plan(error=25.0), lambda game: 0.5)

    report = make_report(state)

    titles = [table.title for table in report.tables]
    assert titles == ["Ranking", "Ends of games", "Settings"]
    assert sorted(row[1] for row in report.tables[0].rows) == sorted(ENGINES)
    assert (
        "schedule",
        "ratings, 10 games of each engine on average, or until no bound is farther "
        "than 25 Elo from its rating",
    ) in report.tables[-1].rows


@pytest.mark.slow
@pytest.mark.processes
def test_a_run_with_a_damaged_pair_is_played_to_its_end(tmp_path):
    setup = get_game("gomoku").setup(height=6, width=6)
    engines = ("uct-plain{nodes=5}", "uct-plain{nodes=9}", "alphabeta{depth=1}")
    plan = ratings_plan(engines=engines, games=4, setup=setup, openings=())
    whole = Run(plan, tmp_path, resume=False).play(RunMonitor())
    folder = RunFolder(tmp_path)
    pairs = folder.schedule.read_bytes().splitlines(keepends=True)
    folder.schedule.write_bytes(b"".join([pairs[0], b"damaged\n", *pairs[2:]]))
    games = folder.games.read_bytes().splitlines(keepends=True)
    kept = [line for line in games if json.loads(line)["number"] not in {3, 4}]
    folder.games.write_bytes(b"".join(kept))

    state = Run(plan, tmp_path, resume=True).play(RunMonitor())

    assert len(state.results) == plan.most_games == len(whole.results)
    before = {result.number: result for result in whole.results}
    for result in state.results:
        assert result.number in {3, 4} or result == before[result.number]
