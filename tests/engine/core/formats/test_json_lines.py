"""Files of JSON lines that are read while they are written, and after a kill."""

import json
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.formats.json_lines import JsonLineReader, JsonLineWriter

LINES = st.lists(
    st.dictionaries(st.text(max_size=3), st.integers() | st.text(max_size=5)),
    min_size=1,
    max_size=5,
)


@given(lines=LINES, data=st.data())
def test_a_file_cut_anywhere_keeps_its_complete_lines(tmp_path_factory, lines, data):
    path = tmp_path_factory.mktemp("lines") / "games.jsonl"
    with JsonLineWriter(path) as writer:
        for line in lines:
            writer.add(line)
    whole = path.read_bytes()
    cut = data.draw(st.integers(0, len(whole)))
    path.write_bytes(whole[:cut])
    complete = whole[:cut].count(b"\n")

    before = JsonLineReader(path).read()
    with JsonLineWriter(path) as writer:
        for line in lines[complete:]:
            writer.add(line)

    assert before == lines[:complete]
    assert path.read_bytes() == whole


def test_a_reader_returns_only_what_is_new(tmp_path):
    path = tmp_path / "events.jsonl"
    reader = JsonLineReader(path)
    assert reader.read() == []

    with JsonLineWriter(path) as writer:
        writer.add({"n": 1})
        first = reader.read()
        with path.open("ab") as file:
            file.write(b'{"n": 2')
            file.flush()
            half = reader.read()
            file.write(b"}\n")
        second = reader.read()

    assert (first, half, second) == ([{"n": 1}], [], [{"n": 2}])


def test_lines_that_are_no_objects_are_left_out(tmp_path):
    path = tmp_path / "events.jsonl"
    path.write_bytes(b'{"n": 1}\nnonsense\n[]\n\xff\xfe\n7\n\n{"n": 2}\n')

    assert JsonLineReader(path).read() == [{"n": 1}, {"n": 2}]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows limits no file sizes")
def test_a_line_that_does_not_fit_names_the_file_and_leaves_it_readable(tmp_path):
    import resource  # exists on Unix only

    path = tmp_path / "games.jsonl"
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    with JsonLineWriter(path) as writer:
        writer.add({"n": 1})
        resource.setrlimit(resource.RLIMIT_FSIZE, (50, before[1]))
        try:
            with pytest.raises(OSError, match=r"games\.jsonl") as problem:
                writer.add({"text": "x" * 100})
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)

    assert problem.value.filename == str(path)
    assert JsonLineReader(path).read() == [{"n": 1}]


def test_a_line_keeps_texts_of_any_language(tmp_path):
    path = tmp_path / "events.jsonl"
    with JsonLineWriter(path, is_durable=True) as writer:
        writer.add({"name": "五子\u2028棋\n"})

    assert JsonLineReader(path).read() == [{"name": "五子\u2028棋\n"}]
    assert json.loads(path.read_text("utf-8"))["name"].startswith("五子")
