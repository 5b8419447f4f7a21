"""The clock of both players."""

from engine.core.clock import GameClock
from engine.core.types import Player


def test_only_the_running_side_is_charged():
    now = [0.0]
    clock = GameClock(lambda: now[0])

    clock.start(Player.FIRST)
    now[0] = 3.0
    clock.end_move(Player.FIRST)
    now[0] = 10.0
    clock.start(Player.SECOND)
    now[0] = 12.0

    assert clock.running_for is Player.SECOND
    assert clock.this_move() == 2.0
    assert clock.total(Player.FIRST, to_move=Player.SECOND) == 3.0
    assert clock.total(Player.SECOND, to_move=Player.SECOND) == 2.0


def test_starting_twice_changes_nothing():
    now = [0.0]
    clock = GameClock(lambda: now[0])

    clock.start(Player.FIRST)
    now[0] = 4.0
    clock.start(Player.FIRST)
    now[0] = 5.0

    assert clock.this_move() == 5.0
