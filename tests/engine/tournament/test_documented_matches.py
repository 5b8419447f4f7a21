"""The commands that repeat figures of strength: each one in the documents is valid."""

import argparse
import re
import shlex
from pathlib import Path

import pytest

from engine.commands import match
from engine.tournament.contestants import list_contestants
from engine.tournament.tournament_file import read_tournament
from tests.networks import GOMOKU_NETWORK, HEX_NETWORK

PROJECT = Path(__file__).resolve().parents[3]

DOCUMENTS = [
    *(PROJECT / name for name in ("README.md", "README.zh_CN.md")),
    *sorted((PROJECT / "docs").rglob("*.md")),
]

COMMAND = re.compile(r"`main\.py (match [^`]+)`|main\.py (match .*)$", re.MULTILINE)

TOURNAMENT = re.compile(r"main\.py tournament (resources/\S+\.toml)")

NETS = {"hex": HEX_NETWORK, "gomoku": GOMOKU_NETWORK}
"""Networks that stand for files that are not part of the program."""

VALUE_NETWORK = "gomoku-4"
"""The same for the files of alpha-beta."""


def commands():
    """Return the arguments of each match, by document and command."""
    found = {}
    for path in DOCUMENTS:
        text = path.read_text("utf-8")
        for groups in COMMAND.findall(text):
            line = next(group for group in groups if group).partition(" # ")[0]
            words = shlex.split(" ".join(line.split()))
            if "--game" in words:
                found[f"{path.name}: {' '.join(words)}"] = words[1:]
    return found


COMMANDS = commands()


def test_the_documents_have_commands_for_their_figures():
    names = {name.partition(":")[0] for name in COMMANDS}

    assert {
        "engines.md",
        "matches.md",
        *(f"{name}.md" for name in NETS.values()),
    } <= names
    assert len(COMMANDS) > 30


@pytest.mark.parametrize("words", COMMANDS.values(), ids=COMMANDS)
def test_a_documented_match_can_be_played(words):
    game = words[words.index("--game") + 1]
    words = [
        word.replace(
            "net=FILE",
            f"net={VALUE_NETWORK if word.startswith('alphabeta') else NETS[game]}",
        )
        for word in words
    ]
    parser = argparse.ArgumentParser()
    match.add_arguments(parser)

    plan = match.make_plan(parser.parse_args(words))

    assert plan.kind == "match"
    assert len(list_contestants(plan)) == 2


@pytest.mark.parametrize(
    "name",
    sorted(
        {
            name
            for path in DOCUMENTS
            for name in TOURNAMENT.findall(path.read_text("utf-8"))
        }
    ),
)
def test_a_documented_tournament_can_be_played(name):
    assert list_contestants(read_tournament(PROJECT / name))
