"""Time that passes when told to, and games in progress under it."""

from engine.core.types import Move, Outcome, Player

LOST_ON_TIME = Outcome(Player.SECOND, "time")


class FakeTime:
    """Seconds that pass only when told to."""

    def __init__(self):
        self.seconds = 100.0

    def __call__(self):
        return self.seconds

    def __iadd__(self, seconds):
        self.seconds += seconds
        return self


def play_all(session, moves):
    for move in moves:
        session.play(Move(move))


def think(session, time, *seconds):
    """Play a move after each of these times."""
    for used in seconds:
        session.start_clock()
        time += used
        session.play(session.position.legal_moves()[0])


def left(session):
    return tuple(session.time.left(player).seconds for player in Player)
