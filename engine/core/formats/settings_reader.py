"""Reader of settings files: TOML tables become frozen dataclasses.

The annotation of a field gives the type of its key and, through ``Annotated`` and
``Range``, the accepted values. Unknown keys and other values are rejected with one
sentence that names the key, such as ``play.games: expected 1 or more, got 0.``
"""

from __future__ import annotations

import difflib
import math
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import cache
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin
from typing import get_type_hints as resolve_hints

from engine.core.errors import EngineError, SettingsError
from engine.core.files.atomic_file import explain_read_error
from engine.core.formats.toml_error import explain_toml_error
from engine.core.formats.toml_text import parse_toml, read_toml_text
from engine.core.message import Message, as_clause, shorten

LARGEST = (1 << 63) - 1
"""Largest whole number that TOML guarantees."""

LONGEST_TEXT = 60
"""Maximum number of quoted letters of a text in an error."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Range:
    """Bounds of a number; ``None`` leaves a side open."""

    least: float | None = None
    """Smallest value."""

    most: float | None = None
    """Largest value."""

    above: float | None = None
    """Exclusive lower bound."""

    below: float | None = None
    """Exclusive upper bound."""

    def violated_by(self, value: float) -> Message | None:
        """Return the bound that a number violates, or ``None`` if there is none."""
        if self.least is not None and value < self.least:
            return Message("{bound} or more", bound=self.least)
        if self.above is not None and value <= self.above:
            return Message("more than {bound}", bound=self.above)
        if self.most is not None and value > self.most:
            return Message("{bound} or less", bound=self.most)
        if self.below is not None and value >= self.below:
            return Message("less than {bound}", bound=self.below)
        return None


Count = Annotated[int, Range(least=1, most=10**9)]
"""A whole number of things, at least one."""

CountOrNone = Annotated[int, Range(least=0, most=10**9)]
"""A whole number of things, or 0."""

Seed = Annotated[int, Range(least=0, most=LARGEST)]
"""A random seed."""

Share = Annotated[float, Range(least=0, most=1)]
"""A part of a whole."""

NotNegative = Annotated[float, Range(least=0)]
"""A number that is not negative."""

Hint = Any
"""The annotation of a field."""

Value = Any
"""A value of a TOML file, or its converted form in a field."""

_Table = TypeVar("_Table")


def read_toml(path: Path) -> dict[str, Any]:
    """Return the top-level table of a TOML file; a byte order mark is skipped.

    Raises:
        SettingsError: There is no such file, or it is not TOML.
    """
    try:
        return parse_toml(read_toml_text(path))
    except FileNotFoundError as error:
        raise SettingsError(
            Message("Expected a file {file}, found none.", file=path)
        ) from error
    except (OSError, UnicodeDecodeError) as error:
        raise _make_toml_error(path, explain_read_error(error)) from error
    except ValueError as error:
        raise _make_toml_error(path, explain_toml_error(error)) from error


def _make_toml_error(path: Path, reason: str) -> SettingsError:
    return SettingsError(
        Message(
            "Expected a TOML file at {file}, got: {error}.", file=path, error=reason
        )
    )


def read_table(kind: type[_Table], table: object, path: str = "") -> _Table:
    """Return a table as an instance of its dataclass.

    Args:
        kind: A dataclass; every field is a key.
        table: Value in the file.
        path: Path of the table in the file, such as ``play``; empty for the top level.

    Raises:
        SettingsError: A key is unknown or missing, or a value is not accepted.
    """
    entries = _check_table(table, path)
    known = {entry.name: entry for entry in fields(kind)}  # type: ignore[arg-type]
    check_keys(entries, known, path)
    for name, entry in known.items():
        is_needed = entry.default is MISSING and entry.default_factory is MISSING
        if is_needed and name not in entries:
            raise SettingsError(
                Message("Expected {path}, found none.", path=join_path(path, name))
            )
    hints = _resolve_field_hints(kind)  # type: ignore[arg-type]
    values = {
        name: read_value(hints[name], value, join_path(path, name))
        for name, value in entries.items()
    }
    try:
        return kind(**values)
    except SettingsError as error:
        if not path:
            raise
        if error.message[:1].isupper():  # a sentence about the table as a whole
            raise make_value_error(path, error.message) from error
        raise SettingsError(
            Message("{path}.{problem}", path=path, problem=error.message)
        ) from error


def check_fields(instance: object) -> None:
    """Check the fields of a dataclass that was filled by code, not from a file.

    Raises:
        SettingsError: A value is of another type or out of range.
    """
    hints = _resolve_field_hints(type(instance))  # type: ignore[arg-type]
    for name, hint in hints.items():
        read_value(hint, getattr(instance, name), name)


def check_keys(table: Mapping[str, Any], known: Collection[str], path: str) -> None:
    """Raise ``SettingsError`` for an unknown key, with the closest known one.

    Args:
        table: A table of a file.
        known: Names of the accepted keys.
        path: Path of the table.
    """
    for name in table:
        if name in known:
            continue
        near = difflib.get_close_matches(name, known, n=1)
        shown = join_path(path, shorten(name, LONGEST_TEXT))
        if near:
            raise SettingsError(
                Message(
                    "{path} is not known; did you mean {name}?",
                    path=shown,
                    name=near[0],
                )
            )
        if not known:
            raise SettingsError(
                Message("{path} is not known; the table takes no keys.", path=shown)
            )
        raise SettingsError(
            Message(
                "{path} is not known; expected a key among {names}.",
                path=shown,
                names=tuple(known),
            )
        )


def read_value(hint: Hint, value: Value, path: str) -> Value:
    """Return a value of a file as the annotated type.

    Raises:
        SettingsError: The value is of another type or out of range.
    """
    if hint is Any:
        return value
    if isinstance(hint, type) and is_dataclass(hint):
        return value if isinstance(value, hint) else read_table(hint, value, path)
    read = _READERS.get(get_origin(hint), _read_scalar)
    return read(hint, value, path)


@contextmanager
def at_key(path: str) -> Iterator[None]:
    """Name the key in any error that the body raises about its value.

    Raises:
        SettingsError: The body raised an ``EngineError``.
    """
    try:
        yield
    except EngineError as error:
        raise make_value_error(path, error.message) from error


@contextmanager
def in_file(path: Path) -> Iterator[None]:
    """Name the file in any ``SettingsError`` that the body raises.

    Raises:
        SettingsError: The body raised one.
    """
    try:
        yield
    except SettingsError as error:
        raise SettingsError(
            Message("{file}: {problem}", file=path.name, problem=error.message)
        ) from error


def make_value_error(path: str, problem: str) -> SettingsError:
    """Return an error about the value of a key, with the text of ``problem``."""
    return SettingsError(
        Message("{path}: {problem}.", path=path, problem=as_clause(problem))
    )


def join_path(path: str, name: str) -> str:
    """Return the path of a key in the table at ``path``."""
    return f"{path}.{name}" if path else name


@cache
def _resolve_field_hints(kind: Hint) -> Mapping[str, Hint]:
    """Return the annotations of a dataclass by field."""
    return resolve_hints(kind, include_extras=True)


def _check_table(value: object, path: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise _make_type_error(Message("a table"), value, path)
    return value


def _read_ranged(hint: Hint, value: Value, path: str) -> Value:
    """Return a number within the bounds of an ``Annotated`` type."""
    kind, limit = get_args(hint)
    found = read_value(kind, value, path)
    violated = limit.violated_by(found)
    if violated is not None:
        raise _make_type_error(violated, value, path)
    return found


def _read_union(hint: Hint, value: Value, path: str) -> Value:
    """Return ``None``, a list, or a value of the other type of a union."""
    if value is None:
        return None
    is_list = isinstance(value, list | tuple)
    choices = [one for one in get_args(hint) if one is not NoneType]
    fitting = [one for one in choices if (get_origin(one) is tuple) == is_list]
    return read_value((fitting or choices)[0], value, path)


def _read_choice(hint: Hint, value: Value, path: str) -> Value:
    """Return a value of a ``Literal`` type."""
    if value not in get_args(hint):
        raise _make_type_error(
            Message("one of {names}", names=get_args(hint)), value, path
        )
    return value


def _read_mapping(hint: Hint, value: Value, path: str) -> Mapping[str, Value]:
    """Return a table with free keys and values of one type."""
    return {
        name: read_value(get_args(hint)[1], entry, join_path(path, name))
        for name, entry in _check_table(value, path).items()
    }


def _read_list(hint: Hint, value: Value, path: str) -> tuple[Any, ...]:
    """Return a list as a tuple: of any length, or of as many entries as arguments."""
    if not isinstance(value, list | tuple):
        raise _make_type_error(Message("a list"), value, path)
    hints = get_args(hint)
    if hints[-1] is Ellipsis:
        hints = hints[:1] * len(value)
    elif len(value) != len(hints):
        raise _make_type_error(
            Message("a list of {count}", count=len(hints)),
            Message("a list of {count}", count=len(value)),
            path,
        )
    return tuple(
        read_value(part, entry, f"{path}[{number}]")
        for number, (part, entry) in enumerate(zip(hints, value, strict=True))
    )


def _read_scalar(kind: Hint, value: Value, path: str) -> Value:
    """Return a text, a number or a truth value; a truth value is not a number."""
    if kind is float and type(value) is int and abs(value) <= LARGEST:
        value = float(value)
    fits = type(value) is kind
    if fits and kind is int:
        fits = abs(value) <= LARGEST
    if fits and kind is float:
        fits = math.isfinite(value)
    if not fits:
        raise _make_type_error(_KINDS[kind](), value, path)
    return value


_KINDS: Mapping[type[Any], Callable[[], Message]] = {
    int: lambda: Message("a whole number"),
    float: lambda: Message("a number"),
    str: lambda: Message("a text"),
    bool: lambda: Message("true or false"),
}

_READERS: Mapping[Any, Callable[[Any, Any, str], Any]] = {
    Annotated: _read_ranged,
    Union: _read_union,
    UnionType: _read_union,
    Literal: _read_choice,
    Mapping: _read_mapping,
    tuple: _read_list,
}


def _make_type_error(wanted: Message, value: object, path: str) -> SettingsError:
    if not path:
        return SettingsError(Message("Expected {wanted}.", wanted=wanted))
    return SettingsError(
        Message(
            "{path}: expected {wanted}, got {found}.",
            path=path,
            wanted=wanted,
            found=_describe_value(value),
        )
    )


def _describe_value(value: object) -> str:
    """Return the text for a value in an error."""
    if isinstance(value, bool | Message):
        return value if isinstance(value, Message) else str(value).lower()
    if isinstance(value, str):
        return Message('the text "{text}"', text=shorten(value, LONGEST_TEXT))
    if isinstance(value, Mapping):
        return Message("a table")
    if isinstance(value, list | tuple):
        return Message("a list")
    if isinstance(value, int) and abs(value) > LARGEST:
        return Message("one beyond {largest}", largest=LARGEST)
    return str(value)
