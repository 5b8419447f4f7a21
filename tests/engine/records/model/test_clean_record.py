"""Whatever was read can be saved, in every form that has room for it."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.errors import RecordError
from engine.records import files
from engine.records.model.record import Headers

WARNING = "Control characters and lone surrogates in the texts were replaced."
LETTERS = st.sampled_from("ab甲 \n\t") | st.characters(categories=["Cs", "Cc"])
TEXTS = st.text(LETTERS, max_size=8)
NAMES = ("first_name", "second_name", "event", "place")


def json_text(headers, comment="", reason="resignation", values=("x",)):
    nodes = [
        {"comment": comment, "properties": [{"name": "N", "values": list(values)}]},
        {"parent": 0, "move": "h8", "comment": comment},
    ]
    top = {"format": "pentahex-record", "version": 1, "game": "gomoku"}
    outcome = {"winner": "first", "reason": reason}
    more = {"headers": headers, "outcome": outcome, "nodes": nodes}
    return json.dumps(top | {"height": 15, "width": 15} | more)


def saved_and_read(record, entry):
    data, _ = entry.encode(entry.format(record))
    return files.parse(files.decode(data)[0])


@given(headers=st.fixed_dictionaries(dict.fromkeys(NAMES, TEXTS)), data=st.data())
@settings(max_examples=80, deadline=None)
def test_what_was_read_can_be_saved_in_every_form(headers, data):
    text = json_text(
        headers,
        data.draw(TEXTS),
        data.draw(TEXTS),
        data.draw(st.lists(TEXTS, min_size=1, max_size=2)),
    )

    record = files.parse(text)

    for entry in files.FORMATS:
        reread = saved_and_read(record, entry)
        assert reread.main_moves() == record.main_moves()
        assert WARNING not in reread.warnings
        if entry.name in ("sgf", "json"):
            assert reread.headers == record.headers
            assert [node.comment for node in reread.nodes] == [
                node.comment for node in record.nodes
            ]


@pytest.mark.parametrize(
    ("letter", "shown"),
    [("\ud800", "\ufffd"), ("\x07", " "), ("\t", " "), ("\x7f", " "), ("\n", " ")],
)
def test_what_no_form_keeps_is_replaced_with_a_warning(letter, shown):
    record = files.parse(json_text({"first_name": f"a{letter}b"}))

    assert record.headers.first_name == f"a{shown}b"
    assert record.warnings == (WARNING,)


def test_half_a_character_in_sgf_is_replaced():
    record = files.parse("(;GM[4]SZ[15]PB[a\ud800b];B[hh]C[x\udc00])")

    assert record.headers == Headers(first_name="a\ufffdb")
    assert record.nodes[1].comment == "x\ufffd"
    assert record.warnings == (WARNING,)


def test_clean_texts_stay_as_they_are():
    record = files.parse(json_text({"first_name": "甲 é"}, comment="one\ntwo"))

    assert record.nodes[0].comment == "one\ntwo"
    assert record.warnings == ()


def test_a_name_that_no_file_has_is_one_sentence(tmp_path):
    for name in ("a\0.sgf", "a\ud800.sgf"):
        with pytest.raises(RecordError, match="Expected the name of a file"):
            files.load(tmp_path / name)
