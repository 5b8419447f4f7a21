"""Games of a plan with engines that play, fail, cheat and overstep their time."""

import random

import pytest

from engine.core.errors import EngineError
from engine.core.types import Move, Player
from engine.games import get_game
from engine.records import files
from engine.records.json_format import codec
from engine.search.api import SearchResult
from engine.tournament.game_runner import GameRunner, PlayingTools
from engine.tournament.plan import Adjudication, MoveLimits
from tests.engine.tournament.plans import make_plan


class Clock:
    """Time that passes only when somebody searches."""

    def __init__(self):
        self.seconds = 0.0

    def __call__(self):
        return self.seconds


class FakeSearcher:
    """Plays random legal moves; ``trouble`` replaces its search."""

    def __init__(self, clock, seed, seconds=0.1, value=0.25, trouble=None):
        self.clock, self.rng = clock, random.Random(seed)
        self.seconds, self.value, self.trouble = seconds, value, trouble
        self.is_prepared = False

    def prepare(self, position):
        self.is_prepared = True

    def search(self, position, limits, *, stop=None, on_progress=None):
        assert self.is_prepared
        self.clock.seconds += self.seconds
        if self.trouble is not None:
            return self.trouble(position)
        move = self.rng.choice(position.legal_moves())
        return SearchResult(move=move, value=self.value, nodes=7, pv=(move,))


def play(plan, number=1, *, a=None, b=None, clock=None):
    """Play a game of a plan; ``a`` and ``b`` are settings of the fake engines."""
    clock = clock or Clock()
    events = []

    def build(config, game, *, seed):
        settings = a if str(config).startswith("uct-plain") else b
        return FakeSearcher(clock, seed, **(settings or {}))

    tools = PlayingTools(build=build, wall=clock, cpu=lambda: clock.seconds / 2)
    runner = GameRunner(plan, report=events.append, tools=tools)
    result, record = runner.play(plan.schedule[number - 1])
    return result, record, events


def test_a_game_is_played_to_its_end_by_the_rules():
    plan = make_plan()

    result, record, events = play(plan)

    assert (result.number, result.first, result.second) == (1, 0, 1)
    assert result.reason in ("line", "full board", "board full")
    assert result.plies == len(record.main_moves())
    assert result.opening == "1"
    assert record.outcome.reason == result.reason
    assert events[0] == {"kind": "game_started", "number": 1}
    assert [event["kind"] for event in events[1:]] == ["move"] * (result.plies - 2)
    names = [
        get_game("gomoku").cell_name(plan.setup, move) for move in record.main_moves()
    ]
    assert names[:2] == ["c3", "c4"]
    assert names[2:] == [event["move"] for event in events[1:]]


def test_the_record_keeps_names_values_and_survives_its_file(tmp_path):
    plan = make_plan(limits=MoveLimits(seconds=0.5))

    _, record, _ = play(plan, number=2)
    path = tmp_path / "game.json"
    path.write_text(codec.FORMAT.format(record), "utf-8")

    assert files.load(path) == record
    assert record.headers.first_name == "alphabeta:1"
    assert record.headers.second_name == "uct-plain:1"
    assert str(record.time) == "0.5s/move"
    searched = [record.nodes[index] for index in record.line_through(0)[2:-1]]
    assert searched
    assert all(node.analysis.nodes == 7 for node in searched)
    assert all(node.analysis.value == 0.25 for node in searched)


def test_the_second_game_of_a_pair_has_the_colours_swapped():
    plan = make_plan()

    first, _, _ = play(plan, 1)
    second, _, _ = play(plan, 2)

    assert (first.first, second.first) == (0, 1)
    assert first.opening == second.opening


def test_usage_counts_moves_time_and_nodes():
    plan = make_plan(limits=MoveLimits(seconds=1.0))

    result, _, _ = play(plan, a={"seconds": 0.5}, b={"seconds": 1.2})
    a, b = result.usage_of(0), result.usage_of(1)

    assert a.moves + b.moves == result.plies - 2 == len(result.seconds)
    assert (a.seconds_max, b.seconds_max) == pytest.approx((0.5, 1.2))
    assert a.seconds == pytest.approx(0.5 * a.moves)
    assert (a.nodes, b.nodes) == (7 * a.moves, 7 * b.moves)
    assert (a.overruns, b.overruns) == (0, b.moves)


def test_a_move_far_beyond_its_time_loses():
    plan = make_plan(limits=MoveLimits(seconds=1.0, grace=0.5))

    result, record, _ = play(plan, a={"seconds": 1.6})

    assert (result.winner, result.reason) == (1, "time")
    assert "1.60 s of 1 s" in result.detail
    assert result.is_time_loss_of(0)
    assert record.outcome.reason == "time"
    assert result.usage_of(0).overruns == 1


def test_the_clock_of_the_processor_counts_if_chosen():
    limits = MoveLimits(seconds=1.0, grace=0.5, clock="cpu")

    result, _, _ = play(make_plan(limits=limits), a={"seconds": 1.6})

    assert result.reason != "time"
    assert result.usage_of(0).seconds_max == pytest.approx(0.8)


def test_nodes_have_no_time_to_overstep():
    result, _, _ = play(make_plan(), a={"seconds": 1000.0})

    assert result.reason != "time"
    assert result.usage_of(0).overruns == 0


def raise_error(error):
    def trouble(position):
        raise error

    return trouble


@pytest.mark.parametrize(
    ("error", "detail"),
    [
        (EngineError("The network is gone."), "The network is gone."),
        (ZeroDivisionError("oops"), "ZeroDivisionError('oops')"),
    ],
)
def test_an_engine_that_fails_loses_and_the_error_is_logged(error, detail, caplog):
    result, record, _ = play(make_plan(), b={"trouble": raise_error(error)})

    assert (result.winner, result.reason, result.detail) == (0, "error", detail)
    assert record.outcome.winner is not None
    assert "an engine failed" in caplog.text


def play_occupied(position):
    return SearchResult(move=position.history[0], value=0.0)


@pytest.mark.parametrize(
    "move", [play_occupied, lambda _: SearchResult(move=Move(999), value=0)]
)
def test_an_illegal_move_loses(move):
    result, record, _ = play(make_plan(), a={"trouble": move})

    assert (result.winner, result.reason) == (1, "illegal")
    assert "refuse the move" in result.detail
    assert len(record.main_moves()) == 2


def test_a_failure_before_the_first_move_loses():
    def build(config, game, *, seed):
        searcher = FakeSearcher(Clock(), seed)
        if str(config).startswith("alphabeta"):
            searcher.prepare = raise_error(EngineError("No memory."))
        return searcher

    plan = make_plan()
    runner = GameRunner(plan, report=lambda _: None, tools=PlayingTools(build=build))
    result, _ = runner.play(plan.schedule[0])

    assert (result.winner, result.reason, result.detail) == (0, "error", "No memory.")


def test_an_adjudicated_win_is_recorded_with_its_reason():
    plan = make_plan(adjudication=Adjudication(win_rate=0.9, win_plies=2))

    result, record, _ = play(plan, number=3, a={"value": -0.95}, b={"value": 0.95})

    assert (result.winner, result.reason) == (1, "adjudication")
    assert result.plies == 3 + 2
    assert record.outcome.reason == "adjudication"


def test_a_long_game_is_adjudicated_as_a_draw():
    plan = make_plan(adjudication=Adjudication(draw_plies=4))

    result, record, _ = play(plan)

    assert (result.winner, result.reason, result.plies) == (None, "adjudication", 4)
    assert record.outcome.winner is None


def test_games_start_on_the_empty_board_without_openings():
    result, record, _ = play(make_plan(openings=()))

    assert result.opening == ""
    assert result.plies == len(result.seconds) == len(record.main_moves())


@pytest.mark.parametrize("game", ["gomoku", "hex"])
def test_the_same_seed_and_nodes_repeat_a_game(game):
    setup = get_game(game).setup(height=5, width=6)
    plan = make_plan(setup=setup, openings=(), limits=MoveLimits(nodes=20))

    records = [
        GameRunner(plan, report=lambda _: None).play(plan.schedule[1])[1].main_moves()
        for _ in range(2)
    ]

    assert records[0] == records[1]


def test_swap2_is_played_by_the_engines_and_won_by_a_participant():
    setup = get_game("gomoku").setup(height=7, width=7, options={"opening": "swap2"})
    plan = make_plan(setup=setup, openings=(), limits=MoveLimits(nodes=10))

    result, record = GameRunner(plan, report=lambda _: None).play(plan.schedule[0])

    final = get_game("gomoku").new_position(setup)
    for move in record.main_moves():
        final = final.play(move)
    assert final.has_fixed_colours
    if final.outcome.winner is not None:
        seat = final.get_seat(final.outcome.winner)
        assert result.winner == (result.first if seat == 1 else result.second)


def test_who_chooses_a_fifth_move_wins_an_adjudicated_game_by_its_own_value():
    setup = get_game("gomoku").setup(height=7, width=7, options={"opening": "rif"})
    adjudication = Adjudication(win_rate=0.95, win_plies=2)
    plan = make_plan(setup=setup, openings=(), adjudication=adjudication)

    def search(position):
        value = -1.0 if position.offered_cells else 0.0  # for Black
        return SearchResult(move=position.legal_moves()[0], value=value)

    _, record, _ = play(plan, a={"trouble": search}, b={"trouble": search})

    assert record.outcome.reason == "adjudication"
    assert record.outcome.winner is Player.SECOND
