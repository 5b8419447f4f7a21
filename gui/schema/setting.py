"""Settings as data; one class for each kind of value.

A setting is a row of a table. The file, the settings dialog and the *View* menu are
made from the rows.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Generic, TypeVar

from gui.schema.display import DialogRow, MenuEntry

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Setting(ABC, Generic[T]):
    """Setting with values of one type."""

    key: str
    """Name in the settings file: group, slash, name. A new key needs a migration."""

    default: T
    """The value of a setting that was never set. ``None`` is never stored."""

    row: DialogRow | None = None
    """Its row in the settings dialog."""

    menu: MenuEntry | None = None
    """Its entry in the *View* menu."""

    @property
    def name(self) -> str:
        """The key without its group; names the actions and the control."""
        return self.key.rpartition("/")[2]

    @property
    def group(self) -> str:
        """The group of the key."""
        return self.key.partition("/")[0]

    @abstractmethod
    def parse(self, text: str) -> T:
        """Return the value of a text of the settings file.

        Raises:
            ValueError: The text is damaged, or its value is not allowed.
        """

    @abstractmethod
    def format(self, value: T) -> str:
        """Return the text that ``parse`` reads."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Flag(Setting[bool]):
    """Setting that is on or off."""

    def parse(self, text: str) -> bool:
        """See ``Setting.parse``."""
        flags = {"true": True, "false": False}
        if text.lower() not in flags:
            raise ValueError(f"expected true or false, got {text!r}")
        return flags[text.lower()]

    def format(self, value: bool) -> str:
        """See ``Setting.format``."""
        return str(value).lower()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Choice(Setting[T]):
    """Setting with a few values to choose from."""

    values: tuple[T, ...]
    """All values, in the order in which they are shown."""

    titles: Callable[[], tuple[str, ...]] | None = None
    """Returns the title of each value, with an access key."""

    def parse(self, text: str) -> T:
        """See ``Setting.parse``."""
        for value in self.values:
            if self.format(value) == text:
                return value
        known = ", ".join(map(self.format, self.values))
        raise ValueError(f"expected one of {known}, got {text!r}")

    def format(self, value: T) -> str:
        """See ``Setting.format``."""
        return str(value.value if isinstance(value, Enum) else value)

    def titled(self) -> dict[T, str]:
        """Return the title of each value; a setting that is not shown has none."""
        titles = () if self.titles is None else self.titles()
        return dict(zip(self.values, titles, strict=bool(titles)))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Number(Setting[int]):
    """Setting with whole numbers."""

    lowest: int
    highest: int
    """The range, inclusive."""

    unit: Callable[[], str] | None = None
    """Returns the text behind the number where it is typed; a slider has none."""

    def __post_init__(self) -> None:
        self._check(self.default)

    def parse(self, text: str) -> int:
        """See ``Setting.parse``."""
        return self._check(int(text))

    def format(self, value: int) -> str:
        """See ``Setting.format``."""
        return str(value)

    def _check(self, value: int) -> int:
        if not self.lowest <= value <= self.highest:
            raise ValueError(f"expected {self.lowest} to {self.highest}, got {value}")
        return value


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class OptionalNumber(Setting[int | None]):
    """Setting with whole numbers; ``None`` leaves the choice to the program."""

    lowest: int
    highest: int
    """The range of the control, inclusive. A larger number in the file is no damage:
    the file may come from another computer."""

    automatic: Callable[[], str]
    """Returns the title of ``None``."""

    def parse(self, text: str) -> int:
        """See ``Setting.parse``."""
        value = int(text)
        if value < self.lowest:
            raise ValueError(f"expected at least {self.lowest}, got {value}")
        return value

    def format(self, value: int | None) -> str:
        """See ``Setting.format``."""
        return str(value)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Text(Setting[str]):
    """Setting with any text."""

    def parse(self, text: str) -> str:
        """See ``Setting.parse``."""
        return text

    def format(self, value: str) -> str:
        """See ``Setting.format``."""
        return value


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Coded(Setting[T]):
    """Setting whose values have an encoder and a decoder of their own."""

    decode: Callable[[str], T]
    """See ``Setting.parse``."""

    encode: Callable[[T], str]
    """See ``Setting.format``."""

    def parse(self, text: str) -> T:
        """See ``Setting.parse``."""
        return self.decode(text)

    def format(self, value: T) -> str:
        """See ``Setting.format``."""
        return self.encode(value)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Family(Generic[T]):
    """Settings of one kind, one for each member, such as a game or an action."""

    prefix: str
    """Begin of each key; the member follows."""

    make: Callable[[str, str], Setting[T]]
    """Returns the setting of a key and a member."""

    def __getitem__(self, member: str) -> Setting[T]:
        """Return the setting of a member."""
        return self.make(f"{self.prefix}{member}", member)
