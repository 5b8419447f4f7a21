"""Whatever a form can hold comes back the same; whatever comes, nothing breaks."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.errors import RecordError
from engine.core.types import MoveAnalysis
from engine.games import GAMES
from engine.records import files
from engine.records.ccgc import codec as ccgc
from engine.records.json_format import codec as json_record
from engine.records.model.record import GameRecord
from engine.records.model.record_format import RecordFormat
from engine.records.sgf import codec as sgf
from tests.engine.records.strategies import plain_records, whole_records

SAMPLES = {
    "sgf": "(;GM[4]SZ[15]PB[A]RE[B+R]AB[aa:bb]PL[W];W[hh]C[x\\]y](;B[ii])(;B[aa]))",
    "ccgc": "{[HEX][甲 R][乙 B][先手胜][2017.07.29 14:00 重庆][E];R(A,1);B(B,2)}",
    "json": '{"format":"pentahex-record","version":1,"game":"hex","height":5,"width":5,'
    '"nodes":[{},{"parent":0,"move":"a1","analysis":{"value":0.5,"pv":["b2"]}}]}',
    "psq": "Piskvorky 15x9, 11:11, 1\n8,8,0\n9,9,1500\nA.zip\nB\n-1\n1,Renju\n",
    "renlib": "\xffRenLib\xff\3\4" + "\xff" * 10 + "\0\0x\x89\0\1hi\0\0A\0\x79\x42",
    "hexworld": "https://hexworld.org/board/#11x11r9c1,a10:sb3,f6:rb",
}
NOTATIONS = (*files.FORMATS, *files.TEXT_FORMATS)
PIECES = st.sampled_from(
    [
        *"()[]{};:,\\ \n",
        "[",
        "]",
        "(;",
        "GM[11]",
        "B[",
        "SZ[5:7]",
        "MARK[",
        "\uff5b",
        "】",
        "0",
    ]
)


@pytest.mark.parametrize("form", [sgf, json_record], ids=["sgf", "json"])
@given(record=whole_records())
@settings(max_examples=30, deadline=None)
def test_a_whole_record_comes_back_the_same(form: object, record: GameRecord) -> None:
    reread = form.parse(form.format(record))

    assert reread == record
    assert reread.warnings == ()


@pytest.mark.parametrize("form", [sgf, json_record], ids=["sgf", "json"])
def test_an_even_value_has_no_sign(form: object) -> None:
    analysis = MoveAnalysis(value=-0.0, nodes=1)
    record = GameRecord(setup=GAMES["hex"].setup()).with_node(0, analysis=analysis)

    assert "-0" not in form.format(record)


@given(record=plain_records())
@settings(max_examples=80, deadline=None)
def test_a_contest_record_comes_back_the_same(record: GameRecord) -> None:
    text = ccgc.format(record)

    assert ccgc.parse(text) == record
    assert "\n" not in text


@given(record=whole_records())
@settings(max_examples=30, deadline=None)
def test_writing_again_what_was_read_changes_nothing(record: GameRecord) -> None:
    text = sgf.format(record)

    assert sgf.format(sgf.parse(text)) == text


@pytest.mark.parametrize("form", NOTATIONS, ids=lambda form: form.name)
@given(text=st.text() | st.lists(PIECES, max_size=30).map("".join))
@settings(max_examples=60, deadline=None)
def test_no_text_raises_anything_but_a_record_error(
    form: RecordFormat, text: str
) -> None:
    read_anyway(form, text)


@pytest.mark.parametrize("form", NOTATIONS, ids=lambda form: form.name)
@given(data=st.data())
@settings(max_examples=80, deadline=None)
def test_no_damage_raises_anything_but_a_record_error(
    form: RecordFormat, data: st.DataObject
) -> None:
    text = SAMPLES[form.name]
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, min(len(text), start + 6)))
        text = text[:start] + data.draw(PIECES | st.text(max_size=2)) + text[end:]

    read_anyway(form, text)


@given(data=st.binary(max_size=200))
@settings(max_examples=60, deadline=None)
def test_no_bytes_raise_anything_but_a_record_error(data: bytes) -> None:
    with contextlib.suppress(RecordError):
        files.parse(files.decode(data)[0])


def read_anyway(form: RecordFormat, text: str) -> None:
    """Read a text; what can be read must be fit to be written again."""
    with contextlib.suppress(RecordError):
        form.format(form.parse(text))
