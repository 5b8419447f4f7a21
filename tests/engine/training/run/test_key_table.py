"""The table of all keys of a training file in docs/training.md."""

from dataclasses import MISSING, fields, is_dataclass
from pathlib import Path
from types import UnionType
from typing import Annotated, Literal, get_args, get_origin, get_type_hints

from engine.core.settings_reader import Range
from engine.training.run.config import SelfPlayConfig

DOCS = Path(__file__).resolve().parents[4] / "docs" / "training.md"

NAMES = {int: "whole number", float: "number", str: "text", bool: "true or false"}


def rows(kind=SelfPlayConfig, path=""):
    """Return a row of the table for each key of a table of the file."""
    found = []
    hints = get_type_hints(kind, include_extras=True)
    for entry in fields(kind):
        hint = hints[entry.name]
        tables = [part for part in (hint, *get_args(hint)) if isinstance(part, type)]
        tables = [part for part in tables if is_dataclass(part)]
        if tables:
            found += rows(tables[0], f"{path}{entry.name}.")
        else:
            found.append(
                f"| `{path}{entry.name}` | {text_of(hint)} | {default_of(entry)} |"
            )
    return found


def default_of(entry):
    if entry.default_factory is not MISSING:
        return "none"
    if entry.default is MISSING:
        return "needed"
    if entry.default in (None, "", ()):
        return "none"
    if isinstance(entry.default, bool):
        return str(entry.default).lower()
    if isinstance(entry.default, tuple):
        return ", ".join(map(str, entry.default))
    return str(entry.default)


def text_of(hint):
    kind, arguments = get_origin(hint), get_args(hint)
    if kind is Annotated:
        return f"{NAMES[arguments[0]]}{range_of(arguments[1])}"
    if kind is Literal:
        return ", ".join(f"`{name}`" for name in arguments)
    if kind is UnionType or (kind is not None and type(None) in arguments):
        return text_of(next(part for part in arguments if part is not type(None)))
    if kind is tuple:
        count = "" if arguments[-1] is Ellipsis else f" of {len(arguments)}"
        return f"list{count}: {text_of(arguments[0])}"
    if kind is not None:
        return f"table: {text_of(arguments[1])}"
    return NAMES[hint]


def range_of(limit: Range):
    parts = [
        f"{sign} {bound:,}"
        for sign, bound in (
            *(("≥", limit.least), (">", limit.above)),
            *(("≤", limit.most), ("<", limit.below)),
        )
        if bound is not None
    ]
    return "".join(f" {part}" for part in parts)


def test_the_documentation_has_every_key_with_its_values_and_default():
    text = DOCS.read_text(encoding="utf-8")

    documented = [line for line in text.splitlines() if line.startswith("| `")]
    own = rows()

    assert [line for line in documented if line in own] == own
