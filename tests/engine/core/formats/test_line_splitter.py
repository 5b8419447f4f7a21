"""Lines of a program's output, however they arrive."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.formats.line_splitter import LONGEST_LINE, LineSplitter


def split(chunks):
    splitter = LineSplitter()
    lines = [line for chunk in chunks for line in splitter.split(chunk)]
    return lines, list(splitter.finish())


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
def test_every_end_of_a_line_is_understood(end):
    assert split([f"OK{end}{end}7,7{end}".encode()]) == (["OK", "", "7,7"], [])


def test_a_line_is_complete_with_its_return():
    splitter = LineSplitter()

    assert list(splitter.split(b"7,7\r")) == ["7,7"]
    assert list(splitter.split(b"\nOK\n")) == ["OK"]


def test_the_last_line_needs_no_end():
    assert split([b"OK\n7,", b"7"]) == (["OK"], ["7,7"])


def test_a_long_line_is_cut_and_the_next_one_is_whole():
    chunks = [b"x" * LONGEST_LINE] * 5 + [b"\nOK\n"]

    assert split(chunks) == (["x" * LONGEST_LINE, "OK"], [])


def test_bytes_of_no_encoding_are_shown_all_the_same():
    lines, _ = split(["MESSAGE 思考\n".encode("gb2312")])

    assert lines[0].startswith("MESSAGE ")


@given(
    texts=st.lists(st.text("ab 7,", max_size=5), max_size=6),
    ends=st.lists(st.sampled_from(["\n", "\r\n"]), min_size=6, max_size=6),
    cuts=st.lists(st.integers(0, 40), max_size=6),
)
def test_lines_do_not_depend_on_the_chunks(texts, ends, cuts):
    data = "".join(t + e for t, e in zip(texts, ends, strict=False)).encode()
    at = sorted({0, *cuts, len(data)})

    chunks = [data[a:b] for a, b in itertools.pairwise(at)]

    assert split(chunks) == (texts, [])
