"""Report of a run in Markdown, with its curves and their table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.training.run.config import RunConfig
from engine.training.run.curves import (
    MEASURES,
    of_kind,
    panels_of,
    table_of,
    validations,
)
from engine.training.run.event_log import Event
from engine.training.run.plots import pictures_of
from engine.training.run.progress import elo_text
from engine.training.run.run_folder import CURVES, REPORT, RunFolder
from engine.training.run.score import Score
from engine.training.run.settings import PlaySettings

UNKNOWN = "-"
"""A figure that an event does not have."""

Rows = dict[str, object]
"""Rows of a table with two columns."""


def write_report(folder: RunFolder, config: RunConfig) -> None:
    """Write report, curves and table as far as a run has come.

    The report comes last: it is as old as everything before it.
    """
    events = folder.events()
    panels = panels_of(events, has_paper_losses=config.train.alpha is not None)
    folder.write(f"{CURVES}.csv", table_of(panels).encode())
    for suffix, picture in pictures_of(panels).items() if panels else ():
        folder.write(f"{CURVES}.{suffix}", picture)
    folder.write(REPORT, report_text(config, events, has_curves=bool(panels)).encode())


def report_text(config: RunConfig, events: Sequence[Event], *, has_curves: bool) -> str:
    """Return the report.

    Args:
        config: The run.
        events: What it has logged so far.
        has_curves: Whether there is a picture of curves.
    """
    if config.play is not None:
        own = _self_play_rows(config.play, events)
    else:
        own = _supervised_rows(config, events)
    parts = [
        f"# {config.name}\n",
        _table({**_common_rows(config, events), **own, **_loss_rows(events)}),
        "Losses are those of positions from games kept apart.\n",
        f"![curves]({CURVES}.svg)\n" if has_curves else "",
        _matches(events),
        _suites(events),
    ]
    return "\n".join(part for part in parts if part)


def games_text(config: RunConfig) -> str:
    """Return where the games of a supervised run come from."""
    if config.data is None:
        return f"samples of {', '.join(config.start.samples)}"
    own = config.data
    return f"{own.games} by {own.engine}, {own.nodes} nodes a move"


def _common_rows(config: RunConfig, events: Sequence[Event]) -> Rows:
    sizes = dict.fromkeys(setup.size_text for setup in config.setups())
    known = of_kind(events, "dataset")[:1]
    shown = [size for event in known for size in event["sizes"]] or list(sizes)
    parameters = dict(config.net.parameters)
    return {
        "game": f"{config.game}, {', '.join(shown)}",
        "network": f"{config.net.kind} {parameters or ''}",
        "licence of the weights": config.licence,
    }


def _supervised_rows(config: RunConfig, events: Sequence[Event]) -> Rows:
    step = max((event["step"] for event in validations(events)), default=0)
    state = "finished" if step == config.train.steps else "under way"
    rows: Rows = {
        "games": games_text(config),
        "steps": f"{step:,} of {config.train.steps:,}, {state}",
        "positions a step": config.train.batch,
    }
    for event in of_kind(events, "dataset")[:1]:
        rows["positions to learn from"] = f"{event['training']:,}"
        rows["positions kept apart"] = f"{event['validation']:,}"
    return rows


def _self_play_rows(play: PlaySettings, events: Sequence[Event]) -> Rows:
    shards = [event for event in of_kind(events, "shard") if "generation" in event]
    seconds = sum(event["seconds"] for event in shards)
    judged = sum(event["judged"] for event in shards)
    done = max((e["generation"] for e in of_kind(events, "generation")), default=0)
    state = "finished" if done == play.generations else "under way"
    speed = f", {judged / seconds:,.0f} a second" if seconds > 0 else ""
    return {
        "players": f"{play.policy}, {play.simulations} simulations a move",
        "generations": f"{done} of {play.generations}, {state}",
        "games": f"{sum(event['games'] for event in shards):,}",
        "positions": f"{sum(event['positions'] for event in shards):,}",
        "evaluations in self-play": f"{judged:,}{speed}",
        "hours of self-play": f"{seconds / 3600:.2f}",
        **_entropy_row(events),
        **_warning_row(events),
    }


def _entropy_row(events: Sequence[Event]) -> Rows:
    """Return the entropy of the newest network's policy."""
    known = [e for e in of_kind(events, "generation") if "policy_entropy" in e]
    if not known:
        return {}
    own, uniform = known[-1]["policy_entropy"], known[-1]["uniform_entropy"]
    text = f"{own:.3f} nats, uniform {uniform:.3f}"
    return {"entropy of the policy after 0 to 31 random moves": text}


def _warning_row(events: Sequence[Event]) -> Rows:
    """Return the warnings of a run, if there are any."""
    texts = [event["text"] for event in of_kind(events, "warning")]
    return {"warning": " ".join(texts)} if texts else {}


def _loss_rows(events: Sequence[Event]) -> Rows:
    """Return the newest losses."""
    rows: Rows = {}
    for event in validations(events)[-1:]:
        rows = {
            "policy loss": f"{event['policy']:.3f} nats",
            "value loss": f"{event['value']:.3f}",
            "first move as the search's": f"{event['agreement']:.1%}",
            "entropy of the policy": f"{event['entropy']:.3f} nats",
        }
    return rows


def _matches(events: Sequence[Event]) -> str:
    """Return the matches of a run as a table, with the errors of its figures."""
    matches = of_kind(events, "match")
    if not matches:
        return ""
    lines = ["| generation | against | games | points | Elo |", "|---|---|---|---|---|"]
    for event in matches:
        score = Score.of_event(event)
        share = f"{score.share:.1%} ± {score.share_error:.1%}"
        lines.append(
            f"| {event['generation']} | {event['opponent']} | {score.games} "
            f"| {share} | {elo_text(score)} |"
        )
    games = sum(int(event["games"]) for event in matches)
    note = f"Matches: {games} games; ± is half the width of the 95 % interval.\n"
    return "\n".join([note, *lines, ""])


def _suites(events: Sequence[Event]) -> str:
    """Return the newest measures on suites of positions as a table."""
    newest = {event["suite"]: event for event in of_kind(events, "judged")}
    if not newest:
        return ""
    measures = [title.lower() for title in MEASURES.values()]
    heads = ["suite", "positions", "step", *measures]
    note = "Suites of positions that nothing was learned from:\n"
    lines = [note, f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    for suite, event in newest.items():
        figures = [_figure(event.get(name)) for name in MEASURES]
        count = str(event.get("positions", UNKNOWN))
        lines.append(f"| {' | '.join([suite, count, str(event['step']), *figures])} |")
    return "\n".join([*lines, ""])


def _figure(value: float | None) -> str:
    return UNKNOWN if value is None else f"{value:.3f}"


def _table(rows: Mapping[str, object]) -> str:
    lines = [f"| {name} | {value} |" for name, value in rows.items()]
    return "\n".join(["| | |", "|---|---|", *lines, ""])
