"""Plans: checked, written, read and compared."""

import json
from dataclasses import replace

import pytest

from engine.core.errors import SettingsError, SetupError
from engine.games import get_game
from engine.tournament.plan import Adjudication, MoveLimits, Plan, PlannedOpening
from engine.tournament.statistics.pair_statistics import Sprt
from tests.engine.tournament.plans import make_plan

PLANS = [
    make_plan(),
    make_plan(kind="round-robin", engines=("a", "b", "c"), sprt=None, games=3),
    make_plan(kind="gauntlet", engines=("a", "b", "c"), challengers=2),
    make_plan(sprt=Sprt(elo0=-5, elo1=10), openings=(), name="One <b>"),
    make_plan(
        limits=MoveLimits(seconds=0.5, clock="cpu", threads=2, grace=0.0),
        adjudication=Adjudication(win_rate=0.97, win_plies=4),
        setup=get_game("hex").setup(height=4, width=9),
    ),
    make_plan(adjudication=Adjudication(draw_plies=60)),
    make_plan(limits=MoveLimits(own=True)),
]


@pytest.mark.parametrize("plan", PLANS, ids=range(len(PLANS)))
def test_a_plan_is_read_as_it_was_written(plan):
    again = Plan.from_json(plan.to_json())

    assert again == plan
    assert again.list_differences(plan) == []


@pytest.mark.parametrize(
    ("changes", "differences"),
    [
        ({"games": 6, "seed": 1}, ["games was 4 and is 6", "seed was 0 and is 1"]),
        (
            {"engines": ("uct-plain:2", "alphabeta:1")},
            [
                'engines was ["uct-plain:1", "alphabeta:1"] and is ["uct-plain:2", '
                '"alphabeta:1"]'
            ],
        ),
        ({"limits": MoveLimits(nodes=6)}, ["limits.nodes was 5 and is 6"]),
        (
            {"openings": (PlannedOpening(name="1", moves="c3 c4"),)},
            ["other openings"],
        ),
        (
            {"sprt": Sprt(elo0=0, elo1=5)},
            [
                'sprt was null and is {"elo0": 0, "elo1": 5, "alpha": 0.05, '
                '"beta": 0.05}'
            ],
        ),
        (
            {"adjudication": Adjudication(draw_plies=9)},
            ["adjudication.draw_plies was null and is 9"],
        ),
        (
            {"setup": get_game("hex").setup(height=5, width=6)},
            [
                'setup.game was "gomoku" and is "hex"',
                'setup.options was [["rule", "freestyle"], ["line_length", "4"], '
                '["opening", "none"]] and is [["swap", "off"]]',
            ],
        ),
    ],
)
def test_another_plan_is_told_apart_by_all_its_changes(changes, differences):
    assert make_plan().list_differences(make_plan(**changes)) == differences


def test_what_changes_no_game_is_no_difference():
    plan = make_plan()
    other = replace(
        plan,
        name="Other title",
        concurrency=3,
        version="9.9",
        openings_source="from copy.txt",
        openings=tuple(replace(one, name="x") for one in plan.openings),
    )

    assert plan.list_differences(other) == []


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"engines": ("uct",)}, "expected 2 of a match, got 1"),
        ({"engines": ("a", "b", "c")}, "expected 2 of a match, got 3"),
        ({"kind": "gauntlet", "challengers": 2}, "expected fewer than engines"),
        ({"kind": "round-robin", "sprt": Sprt(elo0=0, elo1=5)}, "match of two"),
        ({"games": 0}, "games: expected 1 or more"),
        ({"concurrency": 0}, "concurrency: expected 1 or more"),
        ({"seed": -1}, "seed: expected 0 or more"),
        ({"kind": "cup"}, "kind: expected one of"),
        (
            {"kind": "round-robin", "engines": tuple("abcde"), "games": 20_000},
            "at most 100000 in total",
        ),
    ],
)
def test_a_plan_that_does_not_fit_together_is_rejected(changes, message):
    with pytest.raises(SettingsError, match=message):
        make_plan(**changes)


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        ({}, "Expected exactly one of seconds, nodes and own, got none"),
        ({"seconds": 1.0, "nodes": 5}, "and own, got seconds, nodes"),
        ({"seconds": 1.0, "own": True}, "and own, got seconds, own"),
        ({"seconds": 0.001}, "seconds: expected 0.01 or more"),
        ({"seconds": float("nan")}, "seconds: expected a number"),
        ({"seconds": 1.0, "clock": "sun"}, "clock: expected one of"),
        ({"nodes": 0}, "nodes: expected 1 or more"),
        ({"nodes": 5, "threads": 0}, "threads: expected 1 or more"),
        ({"seconds": 1.0, "grace": -1.0}, "grace: expected 0 or more"),
    ],
)
def test_limits_that_cannot_be_kept_are_rejected(limits, message):
    with pytest.raises(SettingsError, match=message):
        MoveLimits(**limits)


@pytest.mark.parametrize(
    "damage",
    [
        lambda table: table.pop("engines"),
        lambda table: table.update(format="other"),
        lambda table: table.update(games="4"),
        lambda table: table.update(openings_digest="0"),
        lambda table: table.update(extra=1),
    ],
)
def test_a_damaged_plan_is_rejected(damage):
    table = json.loads(make_plan().to_json())
    damage(table)

    with pytest.raises(SettingsError):
        Plan.from_json(json.dumps(table))


@pytest.mark.parametrize("text", ["", "[]", "nonsense", "[" * 100_000])
def test_another_text_is_no_plan(text):
    with pytest.raises(SettingsError, match="plan of a match"):
        Plan.from_json(text)


def test_a_plan_on_an_impossible_board_is_rejected():
    table = json.loads(make_plan().to_json())
    table["setup"]["height"] = 99

    with pytest.raises(SetupError):
        Plan.from_json(json.dumps(table))


def test_a_game_without_draws_is_not_ended_as_a_draw():
    setup = get_game("hex").setup(height=4, width=9)

    with pytest.raises(SettingsError, match="draw_plies: expected none in hex"):
        make_plan(setup=setup, adjudication=Adjudication(draw_plies=60))


def test_an_engine_against_itself_has_numbered_names():
    assert make_plan(engines=("uct:7", "uct:7")).names == ("uct:7 (1)", "uct:7 (2)")
    assert make_plan().names == make_plan().engines


def test_an_external_program_has_its_own_name():
    named = 'cmd{name=Ext}:prog --deep "a b"'
    plan = make_plan(engines=(named, "uct:7"))

    assert plan.names == ("Ext", "uct:7")
    assert plan.specs == (named, "uct:7")
    assert plan.title == "Ext against uct:7"


@pytest.mark.parametrize(
    ("engines", "names"),
    [
        (("cmd{name=Ext}:a", "cmd{name=Ext}:b"), ("Ext (1)", "Ext (2)")),
        (("cmd{name=Ext}:a", "cmd{name=Ext}:a"), ("Ext (1)", "Ext (2)")),
        (("cmd{name=uct:7}:a", "uct:7"), ("cmd{name=uct:7}:a", "uct:7")),
        (("cmd:a", "cmd{threads=2}:b"), ("cmd:a", "cmd{threads=2}:b")),
        (("cmd{name=Ext,nonsense=1}:a", "b"), ("cmd{name=Ext,nonsense=1}:a", "b")),
    ],
)
def test_names_tell_the_engines_apart(engines, names):
    assert make_plan(engines=engines).names == names


def test_names_that_would_be_equal_are_the_texts_of_the_engines():
    engines = ("cmd{name=Ext}:a", "cmd{name=Ext}:b", 'cmd{name="Ext (1)"}:c')

    plan = make_plan(kind="round-robin", engines=engines)

    assert plan.names == engines
