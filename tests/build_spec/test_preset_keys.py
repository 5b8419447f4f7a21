"""The tables of all keys of a preset in docs/presets.md."""

import re

import pytest

from build_spec.preset_keys import DOCUMENT, make_tables, read_entries, with_tables
from build_spec.training_keys import HEAD
from engine.games import GAMES
from engine.search.preset_settings import SETTINGS, list_search_keys


class Parameters:
    """Parameters.

    depth: plies.
    base, slope: margin, with
        a second line.
    """


def test_the_document_has_every_key_with_its_values_default_and_meaning():
    text = DOCUMENT.read_text(encoding="utf-8")

    assert with_tables(text) == text, "run python -m build_spec.preset_keys"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", SETTINGS)
def test_every_key_that_a_preset_accepts_is_in_a_table(kind, game):
    tables = make_tables()
    params = tables[f"params in {game.capitalize()}"]
    rows = [*tables["Every search"], *tables[kind], *params]
    keys = {found[1] for row in rows if (found := re.match(r"\| `(\w+)` \|", row))}

    known = {key.removeprefix("params.") for key in list_search_keys(kind, game)}
    assert known - keys == set()


def test_tables_replace_older_ones_and_nothing_else():
    text = DOCUMENT.read_text(encoding="utf-8")
    _, rule = HEAD
    old = text.replace(rule, f"{rule}\n| `gone` | text | none | Old. |")

    assert "`gone`" in old
    assert with_tables(old) == text


def test_the_meaning_of_parameters_is_that_of_their_docstring():
    assert read_entries(Parameters) == {
        "depth": "Plies.",
        "base": "Margin, with a second line.",
        "slope": "Margin, with a second line.",
    }
