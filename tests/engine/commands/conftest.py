"""Suites solved by scripted engines."""

import json

import pytest

import main
from engine.commands import solve
from engine.search.api import SearchResult
from tests.games import cell


@pytest.fixture
def run_suite(tmp_path, capsys):
    """Return what solves a suite of the given lines, with status, output, errors."""

    def run(lines, *more):
        path = tmp_path / "suite.jsonl"
        texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
        path.write_text("\n".join(texts), encoding="utf-8")
        try:
            status = main.main(["solve", str(path), *more])
        except SystemExit as stop:
            status = stop.code
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return run


@pytest.fixture
def scripted(monkeypatch):
    """Return what replaces every engine by one that gives the scripted answers.

    An answer is the name of a move, a value, both, or an exception.
    """

    def script(*answers):
        left = iter(answers)

        class Scripted:
            def prepare(self, position):
                pass

            def search(self, position, limits):
                answer = next(left)
                if isinstance(answer, BaseException):
                    raise answer
                if isinstance(answer, str):
                    answer = answer, 0.25
                if isinstance(answer, tuple):
                    name, value = answer
                    return SearchResult(move=cell(position, name), value=value)
                return SearchResult(move=position.legal_moves()[0], value=answer)

        monkeypatch.setattr(
            solve, "build_searcher", lambda _player, _game, seed=0: Scripted()
        )
        return ("--engine", "uct-plain", "--nodes", "100")

    return script
