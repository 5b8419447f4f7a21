"""Schedule of ratings: the next pair of games follows from the results so far."""

from __future__ import annotations

import itertools

from engine.tournament.run_state import RunState
from engine.tournament.schedule import ChosenPair, list_pairings
from engine.tournament.statistics.pair_choice import choose_pair


def choose_next_pair(state: RunState) -> ChosenPair | None:
    """Return the pair of games that is most informative for the ratings of a run.

    Scheduled games without a result count as played, so that games at the same time
    are of different engines. Two engines that meet again have another opening, as long
    as there are some.

    Its number is the smallest that no known pair has: one whose line in the run folder
    is damaged is chosen anew.

    Returns:
        The pair, or ``None`` if the plan has no more games.
    """
    plan = state.plan
    if len(state.schedule) >= plan.most_games:
        return None
    size = len(plan.engines)
    waiting = [[0] * size for _ in range(size)]
    finished = {result.number for result in state.results}
    for game in state.schedule:
        if game.number not in finished:
            waiting[game.first][game.second] += 1
            waiting[game.second][game.first] += 1
    standings = state.standings
    one, other = choose_pair(standings.played, standings.points, waiting)
    opening = None
    if plan.openings:
        pairings = list_pairings(plan.kind, size)
        place = pairings.index((min(one, other), max(one, other)))
        met = standings.played[one][other] + waiting[one][other]
        opening = (place + met // 2) % len(plan.openings)
    taken = {game.pair for game in state.schedule}
    number = next(number for number in itertools.count() if number not in taken)
    return ChosenPair(one=one, other=other, opening=opening, number=number)
