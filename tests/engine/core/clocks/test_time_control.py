"""Time controls, their text, and what they refuse."""

import pytest
from hypothesis import given

from engine.core.clocks.time_control import TimeControl, TimeTerms
from engine.core.errors import TimeControlError
from engine.core.types import Player
from tests.engine.records.strategies import CONTROLS, TERMS

MINUTE = 60


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("20s/move", TimeControl.per_move(20)),
        ("2m/move", TimeControl.per_move(120)),
        ("30m", TimeControl(main_seconds=30 * MINUTE)),
        ("1h30m", TimeControl(main_seconds=90 * MINUTE)),
        ("30m+5s", TimeControl(main_seconds=30 * MINUTE, increment_seconds=5)),
        (
            "10m+3x30s",
            TimeControl(main_seconds=10 * MINUTE, periods=3, period_seconds=30),
        ),
        ("3x30s", TimeControl(periods=3, period_seconds=30)),
    ],
)
def test_every_form_has_its_text(text, control):
    assert TimeControl.parse(text) == control
    assert str(control) == text


@pytest.mark.parametrize("text", ["10M + 3 x 30 S", "600s+3×30s", "10m+3*0.5m"])  # noqa: RUF001
def test_texts_are_read_tolerantly(text):
    assert str(TimeControl.parse(text)) == "10m+3x30s"


@pytest.mark.parametrize(
    "text",
    ["", "30", "m", "+5s", "30m+", "30m+0x5s", "3x", "x30s", "-5m", "5m+5m+5m", "0s"],
)
def test_other_texts_are_refused_in_one_sentence(text):
    with pytest.raises(TimeControlError, match=r"^Expected .*\.$"):
        TimeControl.parse(text)


@pytest.mark.parametrize(
    "times",
    [
        {},
        {"main_seconds": -1.0},
        {"main_seconds": float("nan")},
        {"main_seconds": 1e9},
        {"increment_seconds": 5.0},
        {"periods": 3},
        {"period_seconds": 30.0},
        {"periods": -1, "period_seconds": 30.0},
        {"periods": 100, "period_seconds": 30.0},
        {
            "main_seconds": 60.0,
            "increment_seconds": 5.0,
            "periods": 1,
            "period_seconds": 9.0,
        },
    ],
)
def test_times_that_make_no_control_are_refused(times):
    with pytest.raises(TimeControlError, match=r"^Expected"):
        TimeControl(**times)


@given(CONTROLS)
def test_every_control_reads_back_from_its_text(control):
    assert TimeControl.parse(str(control)) == control


@given(TERMS)
def test_all_terms_read_back_from_their_text(terms):
    assert TimeTerms.parse(str(terms)) == terms


@pytest.mark.parametrize("text", ["", "warn", "30m 30m 30m", "30m never"])
def test_terms_that_mean_nothing_are_refused(text):
    with pytest.raises(TimeControlError):
        TimeTerms.parse(text)


def test_participants_who_change_places_keep_their_time():
    terms = TimeTerms.parse("30m none warn")

    exchanged = terms.exchanged()

    assert exchanged.get_control(Player.FIRST) is None
    assert exchanged.get_control(Player.SECOND) == TimeControl(main_seconds=1800)
    assert not exchanged.flag_ends_game
