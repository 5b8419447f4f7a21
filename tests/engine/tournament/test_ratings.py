"""Ratings: pairs are chosen from results, and the folder has all of it."""

import math
from dataclasses import asdict, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.errors import SettingsError
from engine.core.json_lines import LineWriter
from engine.tournament.plan import Plan
from engine.tournament.rating_schedule import choose_next_pair
from engine.tournament.reports.report import make_report
from engine.tournament.run_folder import RunFolder
from engine.tournament.run_state import RunState, read_run
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


def test_a_folder_keeps_the_chosen_pairs_and_ignores_damaged_ones(tmp_path):
    plan = ratings_plan()
    folder = RunFolder(tmp_path)
    folder.claim(plan, resume=False)
    good = [ChosenPair(one=4, other=1, opening=1), ChosenPair(one=0, other=2)]
    damaged = [
        ChosenPair(one=5, other=1),
        ChosenPair(one=1, other=1),
        ChosenPair(one=0, other=1, opening=2),
    ]
    with LineWriter(folder.schedule) as pairs:
        pairs.add(asdict(good[0]))
        for pair in damaged:
            pairs.add(asdict(pair))
        pairs.add({"one": "0", "other": 2})
        pairs.add("no object")
        pairs.add(asdict(good[1]))
    with LineWriter(folder.games) as games:
        games.add(result_of(make_whole_pairs(good)[1], 1).to_line())
        games.add(result_of(make_whole_pairs(damaged)[0], 1).to_line())
    with LineWriter(folder.events) as events:
        events.add({"kind": "game_started", "number": 3})

    state = read_run(tmp_path)

    assert state.schedule == make_whole_pairs(good)
    assert [result.number for result in state.results] == [2]
    assert state.standings.played[4][1] == 1
    assert [(game.first, game.second) for game in state.running] == [(0, 2)]


def test_a_match_reads_no_chosen_pairs(tmp_path):
    folder = RunFolder(tmp_path)
    folder.claim(make_plan(), resume=False)
    with LineWriter(folder.schedule) as pairs:
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
