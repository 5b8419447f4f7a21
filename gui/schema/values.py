"""Frozen values of some settings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self, TypeVar, cast

from gui.schema.setting import Setting

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Values:
    """Values by setting; a setting without a value has its default."""

    chosen: Mapping[Setting[Any], object] = field(default_factory=dict)
    """Values that differ from the default."""

    def __post_init__(self) -> None:
        different = {
            setting: value
            for setting, value in self.chosen.items()
            if value != setting.default
        }
        object.__setattr__(self, "chosen", different)

    def __getitem__(self, setting: Setting[T]) -> T:
        """Return the value of a setting."""
        return cast("T", self.chosen.get(setting, setting.default))

    def __hash__(self) -> int:
        return hash(frozenset(self.chosen.items()))

    def replace(self, setting: Setting[T], value: T) -> Self:
        """Return these values with another one of a setting."""
        return type(self)({**self.chosen, setting: value})
