"""Settings that a manager sends by ``INFO key value``."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from engine.core.errors import ProtocolError
from engine.games.gomoku.rules.gomocup_notation import RULE_NUMBERS, UNLIMITED_MS
from engine.servers.gomocup.command import parse_numbers, shorten
from engine.servers.move_time import MoveTime

RULES = {number: rule for rule, number in RULE_NUMBERS.items()}
"""Rule of the game by the bits of ``rule``."""

RULE_BITS = {1: "exactly five", 2: "continuous game", 4: "renju", 8: "caro"}
"""Names of the bits."""

MOST_THREADS = 256
"""Largest number of threads that is taken seriously."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Info:
    """What the manager has sent; unknown keys are ignored."""

    turn_seconds: float | None = None
    """Time for a move; 0 for as fast as possible."""

    match_seconds: float | None = None
    """Time for all moves of a game."""

    seconds_left: float | None = None
    """Time left of it."""

    memory_bytes: int | None = None
    """Memory limit."""

    rule_bits: int = 0
    """Sum of the keys of ``RULE_BITS``."""

    nodes: int | None = None
    """Largest number of nodes for a move."""

    depth: int | None = None
    """Largest depth in plies."""

    threads: int | None = None
    """Number of threads."""

    def with_entry(self, text: str) -> Info:
        """Return the settings after ``key value``.

        Raises:
            ProtocolError: There is no key, or the value of a known key is no number.
        """
        key, *values = text.split(maxsplit=1) or [""]
        if not key:
            raise ProtocolError(
                "Expected a key and a value such as INFO timeout_turn 5000, got none."
            )
        change = CHANGES.get(key.lower())
        if change is None:
            return self
        value = "".join(values).strip()
        numbers = []
        with contextlib.suppress(ProtocolError):
            numbers = parse_numbers(value)
        if len(numbers) != 1:
            raise ProtocolError(
                f"Expected a whole number for INFO {key.lower()}, got {shorten(value)}."
            )
        return change(self, numbers[0])

    def for_new_game(self) -> Info:
        """Return the settings with all time of the match left."""
        return replace(self, seconds_left=self.match_seconds)

    def after_move(self, seconds: float) -> Info:
        """Return the settings after a move that took these seconds."""
        if self.seconds_left is None:
            return self
        return replace(self, seconds_left=self.seconds_left - seconds)

    @property
    def rule(self) -> str:
        """The rule of the game.

        Raises:
            ProtocolError: The game does not have it.
        """
        if self.rule_bits not in RULES:
            names = [name for bit, name in RULE_BITS.items() if self.rule_bits & bit]
            raise ProtocolError(
                f"Rule {self.rule_bits} ({', '.join(names) or 'unknown'}) is not "
                "supported; expected 0 (freestyle), 1 (exactly five) or 4 (renju)."
            )
        return RULES[self.rule_bits]

    @property
    def move_time(self) -> MoveTime:
        """Time limits of the next move."""
        return MoveTime(turn_seconds=self.turn_seconds, match_seconds=self.seconds_left)


def _set_turn(info: Info, milliseconds: int) -> Info:
    return replace(info, turn_seconds=max(milliseconds, 0) / 1000)


def _set_match(info: Info, milliseconds: int) -> Info:
    is_limited = 0 < milliseconds < UNLIMITED_MS
    seconds = milliseconds / 1000 if is_limited else None
    return replace(info, match_seconds=seconds, seconds_left=seconds)


def _set_left(info: Info, milliseconds: int) -> Info:
    is_limited = milliseconds < UNLIMITED_MS
    return replace(info, seconds_left=milliseconds / 1000 if is_limited else None)


def _positive(number: int) -> int | None:
    return number if number > 0 else None


CHANGES: Mapping[str, Callable[[Info, int], Info]] = {
    "timeout_turn": _set_turn,
    "timeout_match": _set_match,
    "time_left": _set_left,
    "max_memory": lambda info, number: replace(info, memory_bytes=_positive(number)),
    "rule": lambda info, number: replace(info, rule_bits=number),
    "max_node": lambda info, number: replace(info, nodes=_positive(number)),
    "max_depth": lambda info, number: replace(info, depth=_positive(number)),
    "thread_num": lambda info, number: replace(
        info, threads=min(number, MOST_THREADS) if number > 0 else None
    ),
}
"""How each key changes the settings."""
