"""Times of the moves of a run, by engine and number of the move."""

from __future__ import annotations

from dataclasses import dataclass

from engine.tournament.run_state import RunState


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveTime:
    """Time of one searched move."""

    game: int
    """Number of the game."""

    engine: int
    """Number of the engine."""

    number: int
    """Number of the move in the game, both sides counted, from 1."""

    seconds: float
    """Its time."""


def list_move_times(state: RunState) -> list[MoveTime]:
    """Return the times of all searched moves, in the order of play.

    Games are without a choice of colours: the engines move in turn.
    """
    found = []
    openings = {game.number: game.opening for game in state.schedule}
    for result in state.results:
        opening = openings[result.number]
        moves = (
            state.plan.openings[opening].moves.split() if opening is not None else ()
        )
        for number, seconds in enumerate(result.seconds, start=len(moves) + 1):
            engine = result.first if number % 2 else result.second
            found.append(
                MoveTime(
                    game=result.number, engine=engine, number=number, seconds=seconds
                )
            )
    return found
