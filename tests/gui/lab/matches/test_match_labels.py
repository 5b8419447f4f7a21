"""Texts of results, Elo and tests."""

import pytest

from engine.tournament.statistics.pair_statistics import LARGEST_ELO, Sprt
from gui.lab.matches import match_labels
from gui.lab.matches.match_labels import (
    elo_text,
    engine_label,
    engine_labels,
    points_text,
    reason_text,
    result_text,
)
from gui.lab.matches.match_labels import test_title as title_of_test
from tests.gui.lab.conftest import TINY, result_of, tiny_choice


@pytest.mark.parametrize(
    ("elo", "text"),
    [(12.6, "+13"), (0.2, "0"), (-0.4, "0"), (-35, "−35"), (LARGEST_ELO, "+∞")],  # noqa: RUF001
)
def test_elo_has_a_sign_and_no_fraction(elo, text):
    assert elo_text(elo) == text


@pytest.mark.parametrize(("points", "text"), [(3.0, "3"), (2.5, "2.5"), (0.0, "0")])
def test_points_have_a_half_where_there_is_one(points, text):
    assert points_text(points) == text


@pytest.mark.parametrize(
    ("winner", "text"), [(0, "0 : 1"), (1, "1 : 0"), (None, "½ : ½")]
)
def test_a_result_is_that_of_the_engine_that_began(winner, text):
    assert result_text(result_of(1, first=1, winner=winner)) == text


@pytest.mark.parametrize(
    ("reason", "text"),
    [
        ("line", "4 in a row"),
        ("time", "out of time"),
        ("crash", "the program ended"),
        ("refusal", "command refused"),
        ("something new", "something new"),
    ],
)
def test_every_reason_has_a_text(reason, text):
    plan = tiny_choice().make_plan()

    assert reason_text(plan, result_of(1, first=0, winner=0, reason=reason)) == text


def test_a_decided_test_says_what_is_true():
    test = Sprt(elo0=0, elo1=30)

    assert title_of_test("accepted", test) == "At least +30 Elo"
    assert title_of_test("rejected", test) == "At most 0 Elo"
    assert title_of_test("open", test) == "Undecided"


def labels_of(*engines):
    return engine_labels(tiny_choice(engines=engines).make_plan())


def test_engines_have_titles_and_programs_their_names():
    labels = labels_of("uct:3", "strength:medium", "cmd{name=Ext}:prog")

    assert labels == ("UCT, level 3", "Medium (Alpha-beta, level 5)", "Ext")


def test_an_engine_that_is_there_twice_has_a_number():
    labels = labels_of("uct", "minimax:1", "uct")

    assert labels == ("UCT (1)", "Minimax, level 1", "UCT (2)")


def test_different_engines_with_the_same_title_have_the_names_of_the_records(
    monkeypatch,
):
    monkeypatch.setattr(match_labels, "engine_label", lambda text, _: text[:3])

    labels = labels_of("uct:1", "uct:2", "minimax:1")

    assert labels == ("uct:1", "uct:2", "min")


def test_an_engine_that_cannot_be_read_is_its_text():
    assert engine_label("nobody:3", TINY) == "nobody:3"
