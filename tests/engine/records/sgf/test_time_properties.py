"""The time of a game as SGF says it."""

from dataclasses import replace

import pytest

from engine.core.clocks.time_control import TimeTerms
from engine.games import GAMES
from engine.records.json_format import codec as json_record
from engine.records.model.record import GameRecord
from engine.records.sgf import codec as sgf


@pytest.mark.parametrize(
    ("properties", "terms"),
    [
        ("TM[1800]", "30m"),
        ("TM[600]OT[3x30 byo-yomi]", "10m+3x30s"),
        ("TM[600.0]OT[3x30 Byoyomi]", "10m+3x30s"),
        ("OT[5x10]", "5x10s"),
        ("TM[0]OT[1x20 byo-yomi]", "20s/move"),
        ("TM[300]OT[10 fischer]", "5m+10s"),
        ("TM[300]OT[Fischer 10]", "5m+10s"),
        ("TM[300]PXTIME[30m none warn]", "30m none warn"),
    ],
)
def test_the_time_of_a_game_is_understood(properties, terms):
    record = sgf.parse(f"(;GM[4]SZ[15]{properties};B[hh])")

    assert str(record.time) == terms
    assert record.nodes[0].properties == ()
    assert sgf.parse(sgf.format(record)) == record


@pytest.mark.parametrize(
    "properties", [("OT[25/600 Canadian]", "TM[600]"), ("TM[soon]",)]
)
def test_a_time_of_another_form_is_kept_as_it_came(properties):
    record = sgf.parse(f"(;GM[4]SZ[15]{''.join(properties)};B[hh])")

    assert record.time == TimeTerms()
    assert all(value in sgf.format(record) for value in properties)


@pytest.mark.parametrize("form", [sgf, json_record], ids=["sgf", "json"])
def test_a_new_time_replaces_one_of_another_form(form):
    record = sgf.parse("(;GM[4]SZ[15]TM[600]OT[25/600 Canadian]KM[0];B[hh])")
    timed = replace(record, time=TimeTerms.parse("30m"))

    reread = form.parse(form.format(timed))

    assert str(reread.time) == "30m"
    assert reread.nodes[0].properties == (("KM", ("0",)),)
    assert reread.warnings == ()


def test_an_unreadable_time_of_ours_is_left_out_with_a_warning():
    record = sgf.parse("(;GM[4]SZ[15]TM[300]PXTIME[soon];B[hh])")

    assert str(record.time) == "5m"
    assert "'soon'; it was left out" in record.warnings[0]


def test_other_programs_read_the_time_where_it_is_the_same_for_both():
    setup = GAMES["gomoku"].setup()
    record = GameRecord(setup=setup, time=TimeTerms.parse("10m+3x30s"))

    text = sgf.format(record)

    assert "TM[600]" in text
    assert "OT[3x30 byo-yomi]" in text
    assert "PXTIME" not in text
