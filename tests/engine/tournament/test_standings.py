"""Tables of runs, and the state that is read from a folder."""

import json

import pytest

from engine.tournament.run_folder import RunFolder
from engine.tournament.run_state import RunReader, read_run
from engine.tournament.standings import make_standings
from engine.tournament.statistics.bradley_terry import Rating
from engine.tournament.statistics.pair_statistics import Sprt
from tests.engine.tournament.plans import make_plan, make_result


def test_a_match_is_counted_by_engine_and_colour():
    plan = make_plan(games=6)
    points = {1: 1, 2: 0, 3: 1, 4: 1, 5: 0.5, 6: 0}
    results = [make_result(plan, number, got) for number, got in points.items()]

    a, b = make_standings(plan, results).rows

    # Odd games are begun by a; it wins 1 and 3, and games 2 and 6 as second.
    assert (a.wins_first, a.wins_second, a.draws, a.losses) == (2, 2, 1, 1)
    assert (b.wins_first, b.wins_second, b.draws, b.losses) == (1, 0, 1, 4)
    assert (a.points, b.points) == (4.5, 1.5)
    assert isinstance(a.rating, Rating)
    assert a.rating.elo == pytest.approx(-b.rating.elo)
    assert a.rating.elo > 0


def test_time_and_failures_are_counted_for_their_engine():
    plan = make_plan()
    results = [
        make_result(plan, 1, 0, reason="time"),
        make_result(plan, 2, 1, reason="overrun"),
        make_result(plan, 3, 1, reason="crash"),
        make_result(plan, 4, 1),
    ]

    a, b = make_standings(plan, results).rows

    assert (a.time_losses, b.time_losses) == (2, 0)
    assert (a.failures, b.failures) == (0, 1)
    assert (a.overruns, b.overruns) == (2, 2)
    assert a.moves == 6 + 5 + 6 + 5
    assert a.seconds == 3.0 + 1.0 + 3.0 + 1.0
    assert (a.seconds_max, a.nodes) == (1.5, 220)
    assert a.seconds_per_move == pytest.approx(8 / 22)


def test_the_table_has_points_of_rows_against_columns():
    plan = make_plan(kind="round-robin", engines=("a", "b", "c"), games=2)
    results = [make_result(plan, number, 1) for number in (1, 2, 3)]

    standings = make_standings(plan, results)

    assert standings.points == ((0, 1, 1), (1, 0, 0), (0, 0, 0))
    assert standings.played == ((0, 2, 1), (2, 0, 0), (1, 0, 0))
    assert standings.games == 3
    assert standings.sprt is None


def test_a_sequential_test_sees_only_pairs_without_a_gap():
    plan = make_plan(games=200, sprt=Sprt(elo0=0, elo1=300))
    wins = {n: 1 if n % 2 else 0 for n in range(3, 201)}
    results = [make_result(plan, n, points) for n, points in wins.items()]

    without_first = make_standings(plan, results)
    complete = make_standings(
        plan, [make_result(plan, 1, 1), make_result(plan, 2, 0), *results]
    )

    assert (without_first.sprt, complete.sprt) == ("open", "accepted")
    assert complete.counts.pairs == (0, 0, 0, 0, 100)


@pytest.fixture
def folder(tmp_path):
    folder = RunFolder(tmp_path)
    folder.claim(make_plan(), resume=False)
    return folder


def append(path, *lines):
    with path.open("a", encoding="utf-8") as file:
        file.writelines(
            line if isinstance(line, str) else json.dumps(line) + "\n" for line in lines
        )


def test_a_run_is_followed_while_it_is_played(folder):
    plan = make_plan()
    reader = RunReader(folder.path)
    empty = reader.refresh()
    append(
        folder.events,
        {"kind": "run_started", "time": "now", "version": "1", "machine": "m"},
        {"kind": "game_started", "number": 1},
        {"kind": "move", "number": 1, "move": "d4", "value": 0.5, "seconds": 0.25},
    )

    playing = reader.refresh()
    append(folder.games, make_result(plan, 1, 1).to_line() + "\n")
    done = reader.refresh()

    assert (empty.running, empty.results, empty.is_finished) == ((), (), False)
    (game,) = playing.running
    assert [move.move for move in game.moves] == ["c3", "c4", "d4"]
    assert (game.moves[-1].value, game.moves[-1].seconds) == (0.5, 0.25)
    assert playing.starts[0].machine == "m"
    assert (done.running, len(done.results)) == ((), 1)
    assert done == read_run(folder.path)


def test_games_in_play_at_a_kill_are_gone_at_the_next_start(folder):
    append(folder.events, {"kind": "game_started", "number": 2})
    append(
        folder.events, {"kind": "run_started", "time": "", "version": "", "machine": ""}
    )

    assert read_run(folder.path).running == ()


def test_damaged_and_foreign_lines_are_left_out(folder):
    plan = make_plan()
    good = make_result(plan, 1, 1)
    other = json.loads(good.to_line())
    append(
        folder.games,
        good.to_line() + "\n",
        {**other, "number": 2},  # the colours of game 1
        {**other, "number": 99},
        {**other, "number": 3, "winner": 7},
        {"number": 4},
        '{"number": 3, "fir',
    )
    append(
        folder.events,
        {"kind": "game_started", "number": "x"},
        {"kind": "move", "number": 77},
        {"kind": "move", "number": 3, "move": 5},
        {"number": 1},
    )

    state = read_run(folder.path)

    assert [result.number for result in state.results] == [1]
    assert state.results == (good,)


def test_lost_results_of_finished_games_are_one_warning(folder):
    plan = make_plan()
    append(folder.events, *({"kind": "game_ended", "number": n} for n in (1, 2, 3)))
    append(folder.games, make_result(plan, 1, 1).to_line() + "\n", "{damaged}\n")

    assert read_run(folder.path).warning == (
        f"Results of finished games that are lost or damaged in {folder.games}: 2. The "
        "games are played again."
    )
    append(folder.games, *(make_result(plan, n, 1).to_line() + "\n" for n in (2, 3)))
    assert read_run(folder.path).warning is None


@pytest.mark.parametrize("value", [10**400, float("nan"), "x", True])
def test_a_damaged_value_of_a_move_is_left_out(folder, value):
    append(
        folder.events,
        {"kind": "game_started", "number": 1},
        {"kind": "move", "number": 1, "move": "d4", "value": value, "seconds": 1},
    )

    (game,) = read_run(folder.path).running

    assert (game.moves[-1].value, game.moves[-1].seconds) == (None, 1.0)


def test_a_decided_test_ends_the_match(tmp_path):
    plan = make_plan(games=200, sprt=Sprt(elo0=0, elo1=300))
    folder = RunFolder(tmp_path)
    folder.claim(plan, resume=False)
    append(
        folder.games,
        *(make_result(plan, n, n % 2).to_line() + "\n" for n in range(1, 61)),
    )

    state = read_run(tmp_path)

    assert state.standings.sprt == "accepted"
    assert state.is_finished
    assert len(state.results) < len(plan.schedule)
