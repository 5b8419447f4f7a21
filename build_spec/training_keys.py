"""Writes the table of all keys of a training file into docs/training.md.

Values and defaults are those of the dataclasses, meanings the texts below their fields.
``python -m build_spec.training_keys`` writes it, a test compares it.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Collection
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from engine.core.formats.settings_reader import Range
from engine.search.puct import puct_settings
from engine.training.run.config import SelfPlayConfig

DOCUMENT = Path(__file__).resolve().parents[1] / "docs" / "training.md"

HEAD = ("| key | values | default | meaning |", "|---|---|---|---|")

NAMES: dict[object, str] = {
    int: "whole number",
    float: "number",
    str: "text",
    bool: "true or false",
}

_REFERENCE = re.compile(r"See ``(\w+)``[.;:]?\s*")


def main() -> int:
    """Replace the table in the document."""
    DOCUMENT.write_text(with_table(DOCUMENT.read_text("utf-8")), "utf-8")
    return 0


def with_table(text: str) -> str:
    """Return the text of the document with the table of today."""
    lines = text.split("\n")
    start = lines.index(HEAD[0])
    end = next(i for i in range(start, len(lines)) if not lines[i].startswith("|"))
    return "\n".join([*lines[:start], *HEAD, *make_rows(SelfPlayConfig), *lines[end:]])


def make_rows(
    kind: type, path: str = "", *, without: Collection[str] = ()
) -> list[str]:
    """Return a row for each key of a table of the file, and of the tables in it.

    Args:
        kind: Class that the table is read into.
        path: Path of the table in the file.
        without: Fields to leave out.
    """
    found = []
    hints = get_type_hints(kind, include_extras=True)
    for entry in fields(kind):
        if entry.name in without:
            continue
        hint = hints[entry.name]
        tables = [part for part in (hint, *get_args(hint)) if isinstance(part, type)]
        tables = [part for part in tables if is_dataclass(part)]
        if tables:
            found += make_rows(tables[0], f"{path}{entry.name}.")
        else:
            meaning = describe_field(kind, entry.name)
            cells = f"{describe_values(hint)} | {describe_default(entry)} | {meaning}"
            found.append(f"| `{path}{entry.name}` | {cells} |")
    return found


def describe_field(kind: type, name: str) -> str:
    """Return the text below a field in one line, references to the search resolved."""
    text = next(
        texts[name] for one in kind.__mro__ if name in (texts := read_field_texts(one))
    )
    reference = _REFERENCE.match(text)
    if reference is not None:
        search = getattr(puct_settings, reference[1])
        text = f"{describe_field(search, name)} {text[reference.end() :]}"
    return " ".join(text.replace("``", "`").replace("|", "\\|").split())


@cache
def read_field_texts(kind: type) -> dict[str, str]:
    """Return the text below each field that a class defines itself."""
    if not is_dataclass(kind):
        return {}
    body = ast.parse(inspect.getsource(kind)).body[0]
    assert isinstance(body, ast.ClassDef)
    return {
        field.target.id: inspect.cleandoc(text.value.value)
        for field, text in zip(body.body, body.body[1:], strict=False)
        if isinstance(field, ast.AnnAssign)
        and isinstance(field.target, ast.Name)
        and isinstance(text, ast.Expr)
        and isinstance(text.value, ast.Constant)
        and isinstance(text.value.value, str)
    }


def describe_default(entry: Field[Any]) -> str:
    """Return the default of a key: its value, ``none`` or ``needed``."""
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


def describe_values(hint: object) -> str:
    """Return the values that a key accepts, with their range."""
    kind, arguments = get_origin(hint), get_args(hint)
    if kind is Annotated:
        return f"{NAMES[arguments[0]]}{describe_range(arguments[1])}"
    if kind is Literal:
        return ", ".join(f"`{name}`" for name in arguments)
    if kind is UnionType or (kind is not None and type(None) in arguments):
        parts = [part for part in arguments if part is not type(None)]
        return " or ".join(map(describe_values, parts))
    if kind is tuple:
        count = "" if arguments[-1] is Ellipsis else f" of {len(arguments)}"
        return f"list{count}: {describe_values(arguments[0])}"
    if kind is not None:
        return f"table: {describe_values(arguments[1])}"
    return NAMES[hint]


def describe_range(limit: Range) -> str:
    """Return the bounds of a number, such as `` ≥ 0 < 1``."""
    bounds = (
        *(("≥", limit.least), (">", limit.above)),
        *(("≤", limit.most), ("<", limit.below)),
    )
    return "".join(f" {sign} {bound:,}" for sign, bound in bounds if bound is not None)


if __name__ == "__main__":
    sys.exit(main())
