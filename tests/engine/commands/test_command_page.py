"""The page of the command line, docs/commands.md, and what the commands do."""

import json
import re
from pathlib import Path

from engine.commands.bench import SUITES
from engine.commands.dispatch import COMMANDS
from tests.engine.commands.command_line import run
from tests.nonempty import nonempty

PAGE = Path(__file__).resolve().parents[3] / "docs" / "commands.md"

TEXT = PAGE.read_text(encoding="utf-8")


def row_of(command, *, section):
    """Return the row of a command in the first table of a section."""
    rows = (
        TEXT.partition(f"\n# {section}\n")[2] or TEXT.partition(f"\n## {section}\n")[2]
    )
    return next(row for row in rows.splitlines() if row.startswith(f"| `{command}`"))


def test_the_first_table_has_every_command():
    table = TEXT.partition("\nWithout a command:")[0]
    first_cells = re.findall(r"^\| (`[^|]*) \|", table, re.MULTILINE)

    named = re.findall(r"`(\w+)`", " ".join(first_cells))

    assert named == list(COMMANDS)


def test_every_suite_of_bench_is_named():
    row = next(row for row in TEXT.splitlines() if row.startswith("| `bench`"))

    assert [name for name in nonempty(SUITES) if f"`{name}`" not in row] == []


def test_every_entry_of_engines_is_named(capsys):
    _, out, _ = run(capsys, "engines", "--json")

    row = row_of("engines", section="JSON")
    assert [key for key in nonempty(json.loads(out)[0]) if f"`{key}`" not in row] == []


def test_every_key_of_genmove_is_named(capsys):
    options = ["--engine", "uct-plain", "--game", "hex", "--size", "3", "--nodes", "20"]

    _, out, _ = run(capsys, "genmove", *options, "--json")

    row, found = row_of("genmove", section="JSON"), json.loads(out)
    keys = {*found, *found["candidates"][0]}
    assert [key for key in nonempty(sorted(keys)) if f"`{key}`" not in row] == []


def test_a_file_that_is_no_record_is_a_failure(capsys, tmp_path):
    source = tmp_path / "a.sgf"
    source.write_text("(;", encoding="utf-8")

    status, _, err = run(capsys, "convert", str(source), str(tmp_path / "b.json"))

    assert status == 1
    assert len(err.splitlines()) == 1


def test_a_wrong_engine_is_wrong_usage(capsys):
    status, _, err = run(capsys, "genmove", "--engine", "nobody", "--game", "hex")

    assert status == 2
    assert len(err.splitlines()) == 1
