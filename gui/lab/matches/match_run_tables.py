"""Rows of the live tables of a run: engines and games."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.types import Player
from engine.tournament.plan import Plan
from engine.tournament.results import GameResult
from engine.tournament.run_state import RunningGame, RunState
from engine.tournament.standings import Standing, Standings
from engine.tournament.statistics.pair_statistics import LARGEST_ELO
from gui.lab.matches.match_choice import MATCH_ENGINES
from gui.lab.matches.match_labels import (
    elo_text,
    engine_labels,
    interval_text,
    losses_text,
    points_text,
    reason_text,
    result_text,
)
from gui.lab.text_table import Row
from gui.text.i18n import tr
from gui.text.labels import UNKNOWN, count_text, side_title

ENGINE_COLUMN = 1
"""Column with the name of the engine, among those of ``standing_titles``."""

MOST_COLUMNS = 12
"""Largest number of engines for which each opponent has a column."""


def standing_titles(plan: Plan) -> tuple[Row, Row]:
    """Return the titles of the table of engines, and what they mean."""
    game = plan.setup.game
    wins = tr("Lab", "Wins, {first} + {second}").format(
        first=side_title(game, Player.FIRST), second=side_title(game, Player.SECOND)
    )
    opponents = _opponents(plan)
    labels = engine_labels(plan)
    columns = (
        ("", tr("Lab", "Rank")),
        (
            tr("Lab", "Engine"),
            tr("Lab", "The tip of an engine is its text on the command line"),
        ),
        (tr("Lab", "Elo"), tr("Lab", "Rating relative to the mean of all engines")),
        (
            tr("Lab", "95 % interval"),
            tr("Lab", "The true rating is here in 95 of 100 matches"),
        ),
        (tr("Lab", "Points"), tr("Lab", "Points of games: 1 for a win, ½ for a draw")),
        *((str(number + 1), labels[number]) for number in opponents),
        (wins, tr("Lab", "Wins by colour")),
        (tr("Lab", "Draws"), ""),
        (tr("Lab", "Losses"), ""),
        (
            tr("Lab", "Time / errors / late"),
            tr("Lab", "Games lost on time and by an error; moves over the limit"),
        ),
        (tr("Lab", "Per move"), tr("Lab", "Mean time and nodes of a move")),
    )
    return tuple(title for title, _ in columns), tuple(tip for _, tip in columns)


def standing_rows(state: RunState) -> list[Row]:
    """Return the engines, the strongest first."""
    standings, labels = state.standings, _row_labels(state.plan)
    return [
        _standing_row(state.plan, standings, row, (str(rank), labels[row.engine]))
        for rank, row in enumerate(_ranking(standings), start=1)
    ]


def _ranking(standings: Standings) -> list[Standing]:
    def place(row: Standing) -> float:
        return LARGEST_ELO if row.rating is None else -row.rating.elo

    return sorted(standings.rows, key=place)


def _opponents(plan: Plan) -> range:
    """Return the engines that have a column: none in a match of two."""
    count = len(plan.engines)
    return range(count if 2 < count <= MOST_COLUMNS else 0)  # noqa: PLR2004


def _standing_row(
    plan: Plan, standings: Standings, row: Standing, head: tuple[str, str]
) -> Row:
    rating = row.rating
    elo = interval = UNKNOWN
    if rating is not None:
        elo, interval = elo_text(rating.elo), interval_text(rating.low, rating.high)
    return (
        *head,
        elo,
        interval,
        f"{points_text(row.points)}/{row.games}",
        *(_against(standings, row.engine, other) for other in _opponents(plan)),
        f"{row.wins_first} + {row.wins_second}",
        str(row.draws),
        str(row.losses),
        losses_text(row),
        _usage_text(row),
    )


def _row_labels(plan: Plan) -> tuple[str, ...]:
    """Return the titles of the engines, with the numbers that head their columns."""
    labels = engine_labels(plan)
    if len(labels) == MATCH_ENGINES:
        return labels
    numbered = tr("Lab", "{number}. {engine}")
    return tuple(
        numbered.format(number=number, engine=label)
        for number, label in enumerate(labels, start=1)
    )


def engine_tips(plan: Plan) -> dict[str, str]:
    """Return the engines as the command line writes them, by their titles."""
    numbered = zip(_row_labels(plan), plan.specs, strict=True)
    return dict(zip(engine_labels(plan), plan.specs, strict=True)) | dict(numbered)


def _usage_text(row: Standing) -> str:
    if not row.moves:
        return UNKNOWN
    text = tr("Lab", "{seconds:.2f} s")
    if row.nodes:
        text = tr("Lab", "{seconds:.2f} s, {nodes} nodes")
    return text.format(
        seconds=row.seconds_per_move, nodes=count_text(row.nodes_per_move)
    )


def _against(standings: Standings, engine: int, other: int) -> str:
    """Return points and games of an engine against another one."""
    if engine == other:
        return ""
    games = standings.played[engine][other]
    if not games:
        return UNKNOWN
    return f"{points_text(standings.points[engine][other])}/{games}"


def game_titles(plan: Plan) -> tuple[Row, Row]:
    """Return the titles of the table of games, and what they mean."""
    game = plan.setup.game
    return (
        "",
        side_title(game, Player.FIRST),
        side_title(game, Player.SECOND),
        tr("Lab", "Result"),
        tr("Lab", "Reason"),
        tr("Lab", "Moves"),
        tr("Lab", "Opening"),
    ), (tr("Lab", "Number of the game"),)


class GameRows:
    """Rows of the games; those of finished games are made once.

    A long match has many games, and the window shows them again after each move.
    """

    def __init__(self) -> None:
        self._finished: dict[int, Row] = {}

    def clear(self) -> None:
        """Make all rows again, as in another language."""
        self._finished.clear()

    def list_rows(self, state: RunState, *, is_running: bool) -> list[Row]:
        """Return the games, the latest first; those in play while the run goes on."""
        plan = state.plan
        labels = engine_labels(plan)
        for result in state.results:
            if result.number not in self._finished:
                self._finished[result.number] = _finished_row(plan, labels, result)
        rows = self._finished
        if is_running:
            rows = {g.number: _running_row(labels, g) for g in state.running} | rows
        return [rows[number] for number in sorted(rows, reverse=True)]


def _finished_row(plan: Plan, labels: Sequence[str], result: GameResult) -> Row:
    return (
        str(result.number),
        labels[result.first],
        labels[result.second],
        result_text(result),
        reason_text(plan, result),
        str(result.plies),
        result.opening,
    )


def _running_row(labels: Sequence[str], game: RunningGame) -> Row:
    return (
        str(game.number),
        labels[game.first],
        labels[game.second],
        tr("Lab", "in play"),
        "",
        str(len(game.moves)),
        "",
    )
