"""Report of a run: its tables as data, and the files that show them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from engine.core.files.atomic_file import write_atomically
from engine.core.formats.text_width import measure_width, pad_to_width
from engine.core.message import Message, shorten
from engine.external.dialogue import UNTIMED_SECONDS
from engine.players.program_player import COMMAND_FORM, ProgramPlayer
from engine.tournament.plan import OVERRUN_SECONDS, Plan
from engine.tournament.reports.report_formats import (
    CONTROLS,
    format_csv,
    format_html,
    format_latex,
    format_markdown,
)
from engine.tournament.reports.report_tables import Report, Table
from engine.tournament.run_state import RunState
from engine.tournament.standings import Standing, Standings
from engine.tournament.statistics.pair_statistics import LARGEST_ELO, Sprt

REPORTS: Mapping[str, Callable[[Report], str]] = {
    "report.md": format_markdown,
    "report.html": format_html,
    "report.tex": format_latex,
    "report.csv": format_csv,
}
"""Files of a report in the run folder."""

FOR_PROGRAMS = frozenset({"report.csv"})
"""Files that name the engines as the user wrote them, for scripts."""

RANKING_COLUMNS = (
    *("rank", "engine", "Elo", "95 % interval", "games", "points"),
    *("wins", "draws", "losses", "wins as first", "wins as second"),
    *("time losses", "failures", "overruns"),
    *("s/move", "longest s", "nodes/move"),
)

MOST_FAILURES = 20
"""Failures that a report shows."""

LONGEST_DETAIL = 300
"""Letters of a failure's sentence that a report shows."""

MOST_SHARE = 0.999
"""Probability that is shown as a figure; a larger one is near certainty."""

LIVE_COLUMNS = ("Elo", "95 %", "points", "wins 1st+2nd", "late: lost, moves")


def write_reports(state: RunState, folder: Path) -> None:
    """Write the reports of a run into its folder.

    Raises:
        RecordFileError: A file cannot be written.
    """
    report = make_report(state)
    for_programs = make_report(state, names=state.plan.specs)
    for name, format_report in REPORTS.items():
        content = for_programs if name in FOR_PROGRAMS else report
        write_atomically(folder / name, format_report(content).encode())


def make_report(state: RunState, *, names: Sequence[str] | None = None) -> Report:
    """Return the report of a run so far.

    Args:
        state: The run.
        names: Names of the engines; by default ``Plan.names``.
    """
    names = names or state.plan.names
    tables = [_ranking(state.standings, names)]
    if state.plan.kind != "ratings":  # too wide for all engines and levels
        tables.append(make_cross_table(state.standings, names=names))
    if state.plan.kind == "match":
        tables.append(_match_table(state, names))
    tables.append(_reason_table(state, names))
    if any(result.detail for result in state.results):
        tables.append(_failure_table(state, names))
    tables.append(_settings(state, names))
    return Report(title=state.plan.title, tables=tuple(tables))


def format_elo(elo: float) -> str:
    """Return an Elo difference with its sign; an interval without bound has infinity.

    A difference that rounds to 0 has no sign.
    """
    if abs(elo) >= LARGEST_ELO:
        return "∞" if elo > 0 else "-∞"
    return f"{elo:+.0f}" if abs(elo) >= 0.5 else "0"  # noqa: PLR2004


def format_points(points: float) -> str:
    """Return points without a needless fraction."""
    return f"{points:g}"


def make_cross_table(
    standings: Standings, *, names: Sequence[str] | None = None
) -> Table:
    """Return the points of every engine against every other one, strongest first.

    Args:
        standings: The results.
        names: Names of the engines; by default ``Plan.names``.
    """
    names = names or [row.name for row in standings.rows]
    ranking = standings.ranking()
    numbers = [str(rank) for rank, _ in enumerate(ranking, start=1)]
    rows = [
        (
            number,
            names[row.engine],
            *(_cell(standings, row, other) for other in ranking),
        )
        for number, row in zip(numbers, ranking, strict=True)
    ]
    return Table(
        title="Cross-table",
        columns=("rank", "engine", *numbers),
        rows=tuple(rows),
        note=Message("Points of the row against the column, of as many games."),
    )


def make_live_table(standings: Standings) -> Table:
    """Return the table of a run in progress: figures of each engine and cross-table."""
    cross = make_cross_table(standings)
    rows = []
    for row, entries in zip(standings.ranking(), cross.rows, strict=True):
        rank, name, *points = entries
        figures = (
            *_format_rating(row),
            f"{format_points(row.points)}/{row.games}",
            f"{row.wins_first}+{row.wins_second}",
            f"{row.time_losses}, {row.overruns}",
        )
        rows.append((rank, name, *figures, *points))
    rank, name, *numbers = cross.columns
    return Table(
        title="Table",
        columns=(rank, name, *LIVE_COLUMNS, *numbers),
        rows=tuple(rows),
    )


def _cell(standings: Standings, row: Standing, other: Standing) -> str:
    played = standings.played[row.engine][other.engine]
    if not played:
        return "-"
    return f"{format_points(standings.points[row.engine][other.engine])}/{played}"


def _ranking(standings: Standings, names: Sequence[str]) -> Table:
    rows = []
    for rank, row in enumerate(standings.ranking(), start=1):
        counts = (
            *(row.wins, row.draws, row.losses, row.wins_first, row.wins_second),
            *(row.time_losses, row.failures, row.overruns),
        )
        rows.append(
            (
                *(str(rank), names[row.engine], *_format_rating(row)),
                *(str(row.games), format_points(row.points)),
                *map(str, counts),
                f"{row.seconds_per_move:.3f}",
                f"{row.seconds_max:.3f}",
                f"{row.nodes_per_move:.0f}" if row.nodes else "-",
            )
        )
    return Table(
        title="Ranking",
        columns=RANKING_COLUMNS,
        rows=tuple(rows),
        note=Message(
            "Elo is relative to the mean of all engines, by maximum likelihood. An "
            "overrun is a move that took over {seconds:g} s longer than its limit.",
            seconds=OVERRUN_SECONDS,
        ),
    )


def _format_rating(row: Standing) -> tuple[str, str]:
    """Return the Elo of an engine and its interval."""
    if row.rating is None:
        return "-", "-"
    low, high = format_elo(row.rating.low), format_elo(row.rating.high)
    return format_elo(row.rating.elo), f"{low} to {high}"


def _match_table(state: RunState, names: Sequence[str]) -> Table:
    standings, plan = state.standings, state.plan
    counts = standings.counts
    low, high = counts.elo_interval
    rows = [
        (
            "Elo difference",
            f"{format_elo(counts.elo)} ({format_elo(low)} to {format_elo(high)})",
        ),
        ("likelihood of superiority", _format_share(counts.superiority)),
        ("pairs with 0, 1/2, 1, 3/2, 2 points", ", ".join(map(str, counts.pairs))),
    ]
    if plan.sprt is not None:
        lower, upper = plan.sprt.bounds
        rows += [
            ("sequential test", f"{_format_sprt(plan.sprt)}: {standings.sprt}"),
            (
                "log-likelihood ratio",
                f"{standings.log_ratio:.2f} ({lower:.2f} to {upper:.2f})",
            ),
        ]
    return Table(
        title="Match",
        columns=("statistic", "value"),
        rows=tuple(rows),
        note=Message(
            "From the perspective of {engine}. The interval of 95 % and the likelihood "
            "come from pairs of games with the same opening.",
            engine=names[0],
        ),
    )


def _format_sprt(sprt: Sprt) -> str:
    return (
        f"{sprt.elo0:g} against {sprt.elo1:g} Elo, errors {sprt.alpha:g} and "
        f"{sprt.beta:g}"
    )


def _reason_table(state: RunState, names: Sequence[str]) -> Table:
    """Return how often each reason ended a game, and for which engine it was a loss."""
    counts: dict[tuple[str, str], int] = {}
    for result in state.results:
        loser = result.loser
        name = "" if loser is None else names[loser]
        key = (result.reason, name)
        counts[key] = counts.get(key, 0) + 1
    rows = [(*key, str(count)) for key, count in sorted(counts.items())]
    return Table(
        title="Ends of games", columns=("reason", "lost by", "games"), rows=tuple(rows)
    )


def _failure_table(state: RunState, names: Sequence[str]) -> Table:
    """Return the table of the first games lost by a failure or on time."""
    failed = [result for result in state.results if result.detail]
    rows = [
        (
            str(result.number),
            "" if result.loser is None else names[result.loser],
            result.reason,
            shorten(result.detail, LONGEST_DETAIL),
        )
        for result in failed[:MOST_FAILURES]
    ]
    note = ""
    if len(failed) > MOST_FAILURES:
        note = Message(
            "The first {shown} of {count}; games.jsonl has all of them.",
            shown=MOST_FAILURES,
            count=len(failed),
        )
    return Table(
        title="Failures",
        columns=("game", "lost by", "reason", "detail"),
        rows=tuple(rows),
        note=note,
    )


def _describe_limits(plan: Plan) -> str:
    """Return the limit of a move, also that of external programs by nodes."""
    text = str(plan.limits)
    if plan.limits.nodes is not None and any(map(_is_untimed, plan.engines)):
        text += f"; external programs {UNTIMED_SECONDS:g} s a move"
    return text


def _is_untimed(engine: str) -> bool:
    """Return whether an engine is an external program without a time of its own."""
    if not COMMAND_FORM.match(engine):
        return False
    return ProgramPlayer.parse(engine).run_keys.seconds is None


def _format_share(share: float) -> str:
    """Return a probability in percent that is not rounded to certainty."""
    if share > MOST_SHARE:
        return f"over {MOST_SHARE:.1%}"
    return f"under {1 - MOST_SHARE:.1%}" if share < 1 - MOST_SHARE else f"{share:.1%}"


def _settings(state: RunState, names: Sequence[str]) -> Table:
    plan = state.plan
    programs = [
        (f"engine {name}", engine)
        for name, spec, engine in zip(names, plan.specs, plan.engines, strict=True)
        if name != spec
    ]
    setup = plan.setup
    sprt = "none" if plan.sprt is None else _format_sprt(plan.sprt)
    rows = [
        ("game", setup.game),
        ("size", setup.size_text),
        *setup.options,
        *programs,
        ("limit", _describe_limits(plan)),
        ("clock", plan.limits.clock),
        ("threads", str(plan.limits.threads or "as in the presets")),
        ("grace", f"{plan.limits.grace:g} s"),
        ("schedule", _describe_schedule(plan)),
        ("games", f"{len(state.results)} of {plan.most_games}"),
        ("openings", _describe_openings(plan)),
        ("adjudication", str(plan.adjudication)),
        ("sequential test", sprt),
        ("seed", str(plan.seed)),
        ("games at a time", str(plan.concurrency)),
    ]
    for start in state.starts:
        rows.append(
            ("played", f"{start.time}, Pentahex {start.version}, {start.machine}")
        )
    return Table(title="Settings", columns=("key", "value"), rows=tuple(rows))


def _describe_schedule(plan: Plan) -> str:
    if plan.kind != "ratings":
        return f"{plan.kind}, {plan.games} games of each pair of engines"
    text = f"ratings, {plan.games} games of each engine on average"
    if plan.error is not None:
        text += (
            f", or until no bound is farther than {plan.error:g} Elo from its rating"
        )
    return text


def _describe_openings(plan: Plan) -> str:
    if not plan.openings:
        return "empty board"
    return (
        f"{len(plan.openings)}, {plan.openings_source}, digest {plan.openings_digest}"
    )


def format_text(tables: Sequence[Table]) -> str:
    """Return tables for a terminal, with aligned columns and no control characters."""
    parts = []
    for table in tables:
        rows = [
            tuple(CONTROLS.sub(" ", text) for text in row)
            for row in (table.columns, *table.rows)
        ]
        widths = [max(map(measure_width, column)) for column in zip(*rows, strict=True)]
        parts.append(
            "\n".join(
                "  ".join(
                    pad_to_width(text, width)
                    for text, width in zip(row, widths, strict=True)
                ).rstrip()
                for row in rows
            )
        )
    return "\n\n".join(parts)
