"""The self-test of an installation: a JSON line for each check, and the exit status."""

import io
import json
import sys

from engine.commands import self_test


def fail():
    raise ValueError("the file 棋谱.json is damaged")


def test_each_check_has_a_line_and_a_failed_one_hides_none(capsys):
    status = self_test.run([("one", lambda: "fine"), ("two", fail), ("three", str)])

    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert status == 1
    assert [(line["check"], line["ok"]) for line in lines] == [
        ("one", True),
        ("two", False),
        ("three", True),
    ]
    assert lines[0]["detail"] == "fine"
    assert lines[1]["detail"] == "ValueError: the file 棋谱.json is damaged"


def test_a_line_is_whole_where_the_output_has_no_chinese(monkeypatch):
    data = io.BytesIO()
    with monkeypatch.context() as changes:
        changes.setattr(sys, "stdout", io.TextIOWrapper(data, encoding="cp1252"))
        self_test.run([("one", fail)])
        line = json.loads(data.getvalue())

    assert line["detail"] == "ValueError: the file 棋谱.json is damaged"
