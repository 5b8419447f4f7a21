"""Line, curves and report of a run, made from its events."""

import csv
from dataclasses import replace
from io import StringIO

import pytest

from engine.training.run.curves import format_csv, make_panels
from engine.training.run.plots import draw_panels
from engine.training.run.progress import format_duration, format_generation
from engine.training.run.report import make_report
from tests.engine.training.self_play.self_play_runs import config


def shard(generation, games, **more):
    figures = {"games": games, "positions": 40 * games, "judged": 824, "seconds": 2.0}
    return {"kind": "shard", "generation": generation, **figures, **more}


def validation(step, **more):
    losses = {"policy": 2.114, "value": 0.178, "agreement": 0.31, "entropy": 2.3}
    return {"kind": "validation", "step": step, "learning_rate": 1e-3, **losses, **more}


def match(generation, opponent, points, games=20, **more):
    share = {"games": games, "share": points / games}
    return {
        **{"kind": "match", "generation": generation, "opponent": opponent},
        **share,
        "elo": 0.0,
        **more,
    }


def evaluations(step, suite, **measures):
    return {"kind": "judged", "suite": suite, "step": step, "positions": 79, **measures}


EVENTS = [
    validation(0),
    {"kind": "generation", "generation": 0, "steps": 0},
    shard(1, 160),
    validation(4, training_policy=2.0, training_value=0.1),
    match(1, "previous", 12, draws=4),
    match(1, "uct-plain", 3),
    evaluations(4, "exact", log_loss=0.61, correlation=0.5, sign=0.7, agreement=0.4),
    {"kind": "generation", "generation": 1, "steps": 4, "share": 0.6, "accepted": True},
    shard(2, 160),
    validation(8, training_policy=1.9, training_value=0.1),
    match(2, "previous", 15),
    match(2, "uct-plain", 9),
    evaluations(8, "exact", log_loss=0.55, sign=0.8),
    {"kind": "generation", "generation": 2, "steps": 8},
]


def curve(panel, name):
    panels = {panel.title: panel for panel in make_panels(EVENTS)}
    return {curve.name: curve for curve in panels[panel].curves}[name]


def test_the_line_of_a_generation():
    line = format_generation(EVENTS, 2, 60, seconds_left=5.2 * 3600)

    assert line == (
        "gen 2/60  320 games  policy 2.11  value 0.18  +180 ± 169 Elo  "
        "-33 ± 149 Elo against uct-plain  412 positions/s  5 h left"
    )


def test_a_generation_without_matches_has_a_short_line():
    events = [shard(1, 1920), validation(4)]

    line = format_generation(events, 1, 3, seconds_left=None)

    assert line == "gen 1/3  1,920 games  policy 2.11  value 0.18  412 positions/s"


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(8, "8 s"), (140, "2 min"), (5 * 3600, "5 h"), (4 * 86400, "4 days")],
)
def test_a_duration_in_its_largest_unit(seconds, text):
    assert format_duration(seconds) == text


def test_every_question_has_a_panel():
    titles = [panel.title for panel in make_panels(EVENTS)]

    assert titles == [
        "Policy loss over steps",
        "Value loss over steps",
        "Best move as in the search",
        "Loss and entropy over games",
        "Points won against each engine",
        "Elo from match to match",
        "Points won against the best network so far",
        "Log loss on suites",
        "Correlation of the values on suites",
        "Values with the right sign on suites",
        "Agreement in the first move on suites",
    ]


def test_training_losses_are_beside_those_of_validation():
    assert curve("Policy loss over steps", "validation").x == [0, 4, 8]
    assert curve("Policy loss over steps", "training").y == [2.0, 1.9]


def test_losses_over_games_count_the_games_before():
    assert curve("Loss and entropy over games", "loss").x == [0, 160, 320]
    assert curve("Loss and entropy over games", "loss").y[0] == pytest.approx(2.292)


def test_a_supervised_run_has_its_entropy_over_steps():
    games = [{"kind": "shard", "number": number, "games": 3} for number in (0, 1)]

    panels = make_panels([*games, validation(0), validation(4)])

    (entropy,) = (panel for panel in panels if "ntropy" in panel.title)
    assert (entropy.title, entropy.across) == (
        "Entropy of the policy over steps",
        "step",
    )
    assert entropy.curves[0].x == [0, 4]


def test_elo_adds_up_from_match_to_match_and_so_do_squared_errors():
    elo = curve("Elo from match to match", "Elo")

    # 12.5 : 8.5 and 15.5 : 5.5, with the half game that is added to both sides.
    assert elo.y == pytest.approx([67.0, 247.0], abs=0.1)
    first, both = elo.errors
    assert both**2 - first**2 == pytest.approx(169**2, rel=0.01)


def test_shares_of_points_have_errors():
    share = curve("Points won against each engine", "uct-plain")

    assert share.y == [0.15, 0.45]
    assert all(0.1 < error < 0.3 for error in share.errors)


def test_intervals_of_points_end_at_none_and_all_of_them():
    share = replace(curve("Points won against each engine", "uct-plain"), y=[0.0, 1.0])

    (low, above), (below, high) = share.intervals

    assert (low, high) == (0.0, 1.0)
    assert above == share.errors[0]
    assert below == 1 - share.errors[1]


def test_measures_on_suites_are_drawn_as_far_as_they_are_known():
    assert curve("Log loss on suites", "exact").y == [0.61, 0.55]
    assert curve("Correlation of the values on suites", "exact").x == [4]


def test_the_table_has_all_that_is_drawn():
    panels = make_panels(EVENTS)

    rows = list(csv.DictReader(StringIO(format_csv(panels))))

    points = sum(len(curve.x) for panel in panels for curve in panel.curves)
    assert len(rows) == points
    elo = [row for row in rows if row["panel"] == "Elo from match to match"]
    assert float(elo[0]["low"]) < float(elo[0]["y"]) < float(elo[0]["high"])
    assert {row["curve"] for row in rows} >= {"training", "uct-plain", "exact"}


def test_pictures_have_every_panel_with_its_curves():
    panels = make_panels(EVENTS)

    pictures = draw_panels(panels)

    assert pictures["png"].startswith(b"\x89PNG")
    svg = pictures["svg"].decode()
    for panel in panels:
        assert panel.title in svg
        assert panel.across in svg
    assert "uct-plain (95 %)" in svg
    assert draw_panels(panels) == pictures


def test_the_report_has_matches_with_errors_and_games():
    text = make_report(config(play={"generations": 2}), EVENTS, has_curves=True)

    assert "| generations | 2 of 2, finished |" in text
    assert "| games | 320 |" in text
    assert "Matches: 80 games;" in text
    assert "| 1 | previous | 20 | 60.0% ± 18.8% | +67 ± 136 |" in text
    assert "| exact | 79 | 8 | 0.550 | - | 0.800 | - |" in text
    assert "![curves](curves.svg)" in text


def test_a_run_that_has_begun_has_a_report():
    text = make_report(config(), [], has_curves=False)

    assert "| generations | 0 of 2, under way |" in text
    assert "curves" not in text


def test_a_run_without_events_draws_nothing():
    assert make_panels([]) == []
    assert format_csv([]) == "panel,curve,across,x,y,low,high\n"
