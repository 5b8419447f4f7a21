"""The table of all keys of a training file in docs/training.md."""

from dataclasses import dataclass
from typing import Annotated

from build_spec.training_keys import DOCUMENT, HEAD, make_rows, with_table
from engine.core.formats.settings_reader import Range
from engine.training.run.config import SelfPlayConfig


@dataclass(frozen=True, slots=True, kw_only=True)
class Inner:
    """A table in the file."""

    share: Annotated[float, Range(least=0, below=1)] = 0.5
    """Share of something, ``0`` for
    none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outer:
    """A file."""

    name: str
    """Name of the file."""

    inner: Inner | None = None
    """A table."""


def test_the_document_has_every_key_with_its_values_default_and_meaning():
    text = DOCUMENT.read_text(encoding="utf-8")

    assert with_table(text) == text, "run python -m build_spec.training_keys"


def test_a_row_has_the_key_with_its_table_values_default_and_text():
    rows = make_rows(Outer)

    assert rows == [
        "| `name` | text | needed | Name of the file. |",
        "| `inner.share` | number ≥ 0 < 1 | 0.5 | Share of something, `0` for none. |",
    ]


def test_no_key_is_explained_elsewhere():
    assert not [row for row in make_rows(SelfPlayConfig) if "See `" in row]


def test_the_table_replaces_an_older_one():
    old = "\n".join(["text", *HEAD, "| `gone` | text | none | Old. |", "", "rest"])

    new = with_table(old).split("\n")

    assert new[:3] == ["text", *HEAD]
    assert new[3:-2] == make_rows(SelfPlayConfig)
    assert new[-2:] == ["", "rest"]
