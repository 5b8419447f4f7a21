"""Whole conversations, line by line, as managers and windows hold them."""

from pathlib import Path

import pytest

from tests.engine.servers.doubles import converse, make_gomocup, make_htp

FILES = sorted((Path(__file__).parent / "conversations").glob("*.txt"))

MAKERS = {"gomocup": make_gomocup, "htp": make_htp}


def test_both_protocols_have_conversations():
    assert {path.stem.split("_")[0] for path in FILES} == set(MAKERS)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_server_answers_as_written(path):
    expected = [
        line
        for line in path.read_text(encoding="utf-8").splitlines()
        if line[:1] in {">", "<"}
    ]
    sent = [line[2:] for line in expected if line.startswith(">")]

    transcript = converse(MAKERS[path.stem.split("_")[0]], sent)

    assert [line.rstrip() for line in transcript] == [
        line.rstrip() for line in expected
    ]
