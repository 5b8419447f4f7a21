"""Parts of experiments: estimates, figures, reports, times of moves, searches."""

import gc
import json
import math
import weakref

import pytest

from engine.core.errors import TournamentError
from engine.core.message import Message
from engine.experiments.estimates import compare_size, estimate_mean, estimate_share
from engine.experiments.experiment import Claim, Experiment, Findings, Table
from engine.experiments.experiment_folder import STARTS, ExperimentFolder
from engine.experiments.figures import (
    CurveLine,
    Figure,
    LinePanel,
    MapPanel,
    draw_figure,
)
from engine.experiments.papers.liu_contenders import CONTENDERS, make_plan, write_engine
from engine.experiments.papers.training_files import draw_curves, list_points
from engine.experiments.report import format_csv, format_report
from engine.experiments.run import run_experiment
from engine.experiments.search_tasks import SearchTask, run_search, warm_up
from engine.experiments.workshop import Workshop
from engine.players.build import build_searcher
from engine.players.player_config import parse_engine
from engine.players.presets import find_preset
from engine.search.api import Limits


def test_a_mean_has_the_interval_of_its_standard_error():
    estimate = estimate_mean([1.0, 2.0, 3.0, 4.0])

    assert estimate.value == 2.5
    assert estimate.error == pytest.approx(1.959964 * (5 / 3 / 4) ** 0.5)


def test_the_error_of_a_single_value_is_not_known():
    single = estimate_mean([7.0])

    assert (single.low, single.high) == (-math.inf, math.inf)
    assert single.error_cells == (7.0, None)
    assert single.with_error(1, "s") == "7.0 s"


def test_a_mean_is_written_with_its_error():
    mean = estimate_mean([0.1, 0.2, 0.3, 0.4])

    assert mean.with_error(2) == "0.25 ± 0.13"
    assert mean.with_error(0, "%", factor=100) == "25 ± 13 %"
    assert estimate_mean([]).with_error(2) == "not measured"


@pytest.mark.parametrize(
    ("points", "games", "low", "high"),
    [(0, 10, 0.0, 0.278), (5, 10, 0.237, 0.763), (10, 10, 0.722, 1.0)],
)
def test_a_share_has_wilson_s_interval(points, games, low, high):
    estimate = estimate_share(points, games)

    assert (estimate.low, estimate.high) == pytest.approx((low, high), abs=1e-3)


def test_a_single_game_is_one_game():
    assert estimate_share(1, 1).as_percent() == "100 % (21 to 100; 1 game)"
    assert estimate_share(1, 2).as_percent() == "50 % (9 to 91; 2 games)"


def test_no_games_are_not_measured():
    assert estimate_share(0, 0).as_percent() == "not measured"
    assert compare_size(estimate_share(0, 0), 1.0) == "open"


@pytest.mark.parametrize(
    ("value", "verdict"), [(0.4, "differs"), (0.6, "agrees"), (2.1, "differs")]
)
def test_numbers_agree_within_a_factor_of_two(value, verdict):
    assert compare_size(estimate_mean([value]), 1.0) == verdict


FIGURE = Figure(
    name="figure",
    title="a figure",
    panels=(
        LinePanel(
            title="lines",
            across="x",
            unit="y",
            lines=(
                CurveLine(name="one", x=(1, 2), y=(3, 4), errors=(1, 1)),
                CurveLine(name="without points", x=(), y=()),
            ),
            level=2.0,
        ),
        MapPanel(
            title="map",
            rows=("a",),
            columns=("b", "c"),
            values=((1.0, None),),
        ),
    ),
)


def test_equal_data_draw_equal_figures_with_their_texts():
    images = draw_figure(FIGURE)

    assert images == draw_figure(FIGURE)
    assert images["png"].startswith(b"\x89PNG")
    assert b">Lines<" in images["svg"]
    assert b"without points" not in images["svg"]


TABLE = Table(
    name="data", title="Data", columns=("a", "b"), rows=((1, None), ("x|y", 1 / 3))
)


def test_csv_has_all_digits_and_empty_cells():
    assert format_csv(TABLE) == f"a,b\n1,\nx|y,{1 / 3}\n"


def test_a_report_puts_the_paper_s_number_beside_ours():
    findings = Findings(
        claims=(Claim(statement="wins", paper="87 %", ours="80 %", verdict="agrees"),),
        tables=(TABLE,),
        figures=(FIGURE,),
        settings=(("seed", "3"),),
        remarks=("A remark.",),
    )
    experiment = Experiment(
        name="figure-1", paper="LIU", shows="wins", run=lambda *_: findings
    )
    start = {"time": "today", "version": "1.2", "machine": "a machine"}

    text = format_report(
        experiment, findings, [start], command="do it", is_finished=False
    )

    assert "| wins | 87 % | 80 % | agrees |  |" in text
    assert "Not finished" in text
    assert "| x\\|y | 0.3333 |" in text
    assert "| today | 1.2 | a machine |" in text
    assert "![a figure](figure.svg)" in text


def test_contenders_of_the_scale_paper_are_the_presets():
    assert [write_engine(one.number, "paper") for one in CONTENDERS] == [
        f"liu-{number}" for number in range(1, 10)
    ]
    for contender in CONTENDERS:
        search = find_preset(contender.name).search
        assert search.get("depth") == contender.depth
        assert search.get("nodes") == contender.simulations


def test_only_minimax_is_capped_at_the_scale_small():
    engines = [write_engine(one.number, "small") for one in CONTENDERS]

    assert engines[:2] == ["liu-1{seconds=1}", "liu-2{seconds=1}"]
    assert engines[2:] == [f"liu-{number}" for number in range(3, 10)]


def test_the_round_robin_of_the_paper_has_a_hundred_games_a_pair():
    plan = make_plan(15, "paper", games=100, seed=0)

    assert len(plan.schedule) == 36 * 100
    assert plan.limits.own


def task(**keys):
    return SearchTask(
        **({"key": "one", "engine": "uct-plain{nodes=10}"} | keys),
        game="gomoku",
        size=6,
        moves="c3",
    )


@pytest.mark.processes
def test_a_search_in_a_child_process_has_its_limit(tmp_path):
    workshop = Workshop(tmp_path)

    found = workshop.search([task()], "part")

    assert found["one"]["nodes"] == 10
    assert sum(one["visits"] for one in found["one"]["candidates"]) == 10
    assert workshop.is_finished


class Cycle:
    """An object that only the collection of garbage frees."""

    def __init__(self):
        self.me = self


def test_a_search_begins_without_the_garbage_of_earlier_ones():
    gc.disable()
    try:
        garbage = weakref.ref(Cycle())
        run_search(task())
    finally:
        gc.enable()

    assert garbage() is None


class Notes:
    """A searcher that notes the positions it searches."""

    def __init__(self):
        self.searched = []

    def search(self, position, limits):
        self.searched.append((position, limits))


def test_a_searcher_searches_a_later_position_before_the_clock_runs():
    searcher, limits = Notes(), Limits(nodes=10)
    position = task().position

    warm_up(searcher, position, limits)

    [(later, its_limits)] = searcher.searched
    assert later.history == (*position.history, 0)
    assert its_limits == limits


@pytest.mark.parametrize("engine", ["liu-6{nodes=200}", "liu-3{depth=2}", "mcts:2"])
def test_a_search_after_another_has_the_result_of_a_first_one(engine):
    one = SearchTask(key="one", engine=engine, game="gomoku", size=9, moves="e5 f6")
    config = parse_engine(engine)
    first = build_searcher(config, "gomoku", seed=one.seed)

    alone = first.search(one.position, config.resolve_limits(one.setup))
    found = run_search(one)

    assert found["move"] == one.position.cell_name(alone.move)
    assert (found["nodes"], found["depth"]) == (alone.nodes, alone.depth)
    assert [entry["value"] for entry in found["candidates"]] == [
        candidate.value for candidate in alone.candidates
    ]


@pytest.mark.processes
def test_a_search_of_another_task_is_made_again(tmp_path):
    Workshop(tmp_path).search([task()], "part")

    found = Workshop(tmp_path).search([task(engine="uct-plain{nodes=20}")], "part")

    assert found["one"]["nodes"] == 20


@pytest.mark.processes
def test_a_search_whose_answer_is_damaged_is_made_again(tmp_path):
    whole = Workshop(tmp_path).search([task()], "part")["one"]
    damaged = json.dumps({**whole, "nodes": "x"}) + "\n"
    (tmp_path / "searches" / "part.jsonl").write_text(damaged)

    found = Workshop(tmp_path).search([task()], "part")

    assert found["one"]["nodes"] == whole["nodes"]


@pytest.mark.parametrize(
    "damage",
    [
        {"key": []},
        {"move": 5},
        {"candidates": None},
        {"candidates": [{"cell": "a", "visits": 1, "value": 0}]},
        {"value": float("nan")},
        {"seconds": 1e308},
    ],
)
def test_lost_answers_are_one_warning(tmp_path, damage):
    file = tmp_path / "searches" / "part.jsonl"
    file.parent.mkdir()
    file.write_text(json.dumps(run_search(task()) | damage) + "\n{\n")
    late = Workshop(tmp_path, seconds=0)

    assert late.search([task()], "part") == {}

    assert late.warnings == [
        f"Lines in {file} that answer none of the searches: 2. What is missing is "
        "searched again."
    ]


def test_what_an_experiment_has_lost_is_in_its_report(tmp_path):
    def search(workshop, scale):
        workshop.search([task()], "part")
        return Findings(claims=(), tables=(), figures=(), settings=())

    one = Experiment(name="one", paper="OU-2020", shows="nothing", run=search)
    run_experiment(one, "small", tmp_path, seconds=0)
    (tmp_path / "searches" / "part.jsonl").write_text("{\n")
    warnings = []

    run_experiment(one, "small", tmp_path, resume=True, seconds=0, warn=warnings.append)

    assert len(warnings) == 1
    assert warnings[0] in (tmp_path / "report.md").read_text()


def test_a_damaged_start_is_left_out_of_the_report(tmp_path):
    start = {"time": "today", "version": "1", "machine": "this"}
    lines = ({}, start, {**start, "time": None})
    (tmp_path / STARTS).write_text("".join(json.dumps(one) + "\n" for one in lines))

    assert ExperimentFolder(tmp_path).read_starts() == [start]


@pytest.mark.processes
def test_without_time_there_are_only_earlier_results(tmp_path):
    Workshop(tmp_path).search([task()], "part")
    late = Workshop(tmp_path, seconds=0)

    found = late.search([task(), task(key="two")], "part")

    assert set(found) == {"one"}
    assert not late.is_finished


@pytest.mark.processes
def test_a_search_that_fails_is_one_sentence(tmp_path):
    with pytest.raises(TournamentError, match="nobody"):
        Workshop(tmp_path).search([task(engine="nobody")], "part")


def test_intervals_of_a_line_need_not_be_symmetric():
    line = CurveLine(
        name="share", x=(1, 2), y=(1.0, 0.5), intervals=((0.9, 1.0), (0.2, 0.6))
    )
    even = CurveLine(name="mean", x=(1, 2), y=(1.0, 0.5), errors=(0.1, 0.2))

    assert line.ends == ((0.9, 0.2), (1.0, 0.6))
    assert even.ends == (pytest.approx((0.9, 0.3)), pytest.approx((1.1, 0.7)))
    assert CurveLine(name="bare", x=(1,), y=(1.0,)).ends is None


@pytest.mark.parametrize(("count", "legends"), [(3, 2), (9, 1)])
def test_many_lines_are_explained_once_beside_the_panels(count, legends):
    panel = LinePanel(
        title="9 x 9",
        across="move",
        unit="seconds",
        lines=tuple(
            CurveLine(
                name=f"engine {number}", x=(1, 2), y=(0.1, 1.0), errors=(0.2, 0.2)
            )
            for number in range(count)
        ),
        is_logarithmic=True,
    )
    figure = Figure(name="figure", title=Message("Times"), panels=(panel, panel))

    image = draw_figure(figure)["svg"].decode()

    assert image.count(">engine 1<") == legends


def test_intervals_of_shares_in_training_end_at_all_points():
    events = [
        {"kind": "generation", "generation": 0},
        {
            **{"kind": "match", "generation": 0, "opponent": "uct", "games": 2},
            **{"share": 1.0, "draws": 0, "elo": 0.0, "elo_error": 0.0},
        },
    ]

    panel = draw_curves(events, "Points won against each engine")

    ((low, high),) = panel.lines[0].intervals
    assert 0 <= low < high == 1
    assert list_points(panel) == [("", "uct", 0.0, 1.0, low, high)]
