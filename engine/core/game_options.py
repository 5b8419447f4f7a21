"""Options of a game: the rules that the players choose before it begins."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engine.core.errors import SetupError
from engine.core.message import Message, MessageKey


@dataclass(frozen=True, slots=True)
class Option:
    """A rule that the players choose before a game."""

    key: str
    """Name of the rule, such as ``"rule"`` or ``"line_length"``."""

    choices: tuple[str, ...]
    """Allowed values."""

    default: str
    """Value when nothing is chosen."""

    titles: tuple[str, ...] = ()
    """Label of each value, in English; without labels the keys are shown."""

    short_titles: tuple[str, ...] = ()
    """Label of each value in a sentence, such as "freestyle"."""

    def __post_init__(self) -> None:
        for titles in (self.titles, self.short_titles):
            if titles and len(titles) != len(self.choices):
                raise ValueError(f"Expected labels of {self.choices}, got {titles}.")


def choose_options(
    game: str, options: Iterable[Option], chosen: Mapping[str, str]
) -> tuple[tuple[str, str], ...]:
    """Return key and value of each option, in their order.

    Args:
        game: Name of the game.
        options: Options of the game.
        chosen: Values by key; the others have their defaults.

    Raises:
        SetupError: A key or a value is unknown.
    """
    known = {option.key: option for option in options}
    values = []
    for option in known.values():
        value = chosen.get(option.key, option.default)
        if value not in option.choices:
            raise SetupError(
                Message(
                    "Expected {option} of {game} to be one of {choices}, "
                    "got {value!r}.",
                    option=option.key,
                    game=MessageKey(game),
                    choices=option.choices,
                    value=value,
                )
            )
        values.append((option.key, value))
    unknown = chosen.keys() - known.keys()
    if unknown:
        raise SetupError(
            Message(
                "Expected options of {game} among: {known}; got {given}.",
                game=MessageKey(game),
                known=tuple(known) or Message("none"),
                given=tuple(sorted(unknown)),
            )
        )
    return tuple(values)
