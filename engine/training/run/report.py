"""Report of a run in Markdown, with its curves and their table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from engine.core.formats.markdown import format_table
from engine.training.run.config import RunConfig, SelfPlayConfig
from engine.training.run.curves import (
    MEASURES,
    format_csv,
    make_panels,
    select_events,
    select_validations,
)
from engine.training.run.event_log import Event
from engine.training.run.game_settings import PlaySettings
from engine.training.run.plots import draw_panels
from engine.training.run.progress import format_elo
from engine.training.run.run_folder import CURVES, REPORT, TrainingRunFolder
from engine.training.run.score import Score

UNKNOWN = "-"
"""Text for a figure that an event does not have."""

SHOWN_PARTS = 3
"""Parts of an absolute path that a report and a network name; the training file has
all of them."""

Rows = dict[str, object]
"""Rows of a table with two columns."""


def write_report(folder: TrainingRunFolder, config: RunConfig) -> None:
    """Write the curves, their table and the report of a run so far.

    The report is written last, so its age is that of all three.
    """
    events = folder.events()
    panels = make_panels(events, has_paper_losses=config.train.alpha is not None)
    folder.write(f"{CURVES}.csv", format_csv(panels).encode())
    for suffix, picture in draw_panels(panels).items() if panels else ():
        folder.write(f"{CURVES}.{suffix}", picture)
    folder.write(REPORT, make_report(config, events, has_curves=bool(panels)).encode())


def make_report(config: RunConfig, events: Sequence[Event], *, has_curves: bool) -> str:
    """Return the report.

    Args:
        config: The run.
        events: Events logged so far.
        has_curves: Whether there is an image of curves.
    """
    if isinstance(config, SelfPlayConfig):
        own = _self_play_rows(config.play, events)
    else:
        own = _supervised_rows(config, events)
    parts = [
        f"# {config.name}\n",
        _table(
            {
                **_common_rows(config, events),
                **own,
                **_warning_row(events),
                **_loss_rows(events),
            }
        ),
        "Losses are validation losses, on positions of held-out games.\n",
        f"![curves]({CURVES}.svg)\n" if has_curves else "",
        _matches(events),
        _suites(events),
    ]
    return "\n".join(part for part in parts if part)


def describe_games(config: RunConfig) -> str:
    """Return a text for the source of a supervised run's games."""
    if config.data is None:
        return f"samples of {', '.join(map(_shared_path, config.start.samples))}"
    own = config.data
    return f"{own.games} by {own.engine}, {own.nodes} nodes per move"


def describe_wins(config: RunConfig) -> str:
    """Return a text for the wins in one that a supervised run adds."""
    own = config.wins_in_one
    if own is None:
        return "none"
    doubts = f", half of them hard for {_shared_path(own.net)}" if own.net else ""
    return f"{own.share:.0%} of the positions{doubts}"


def _shared_path(text: str) -> str:
    """Return a path for files that others read: an absolute one by its last parts."""
    path = Path(text)
    return "/".join(path.parts[1:][-SHOWN_PARTS:]) if path.is_absolute() else text


def _common_rows(config: RunConfig, events: Sequence[Event]) -> Rows:
    sizes = dict.fromkeys(setup.size_text for setup in config.setups())
    known = select_events(events, "dataset")[:1]
    shown = [size for event in known for size in event.get("sizes", ())] or list(sizes)
    parameters = dict(config.net.parameters)
    return {
        "game": f"{config.game}, {', '.join(shown)}",
        "network": f"{config.net.kind} {parameters or ''}",
        "licence of the weights": config.licence,
    }


def _supervised_rows(config: RunConfig, events: Sequence[Event]) -> Rows:
    step = max((event["step"] for event in select_validations(events)), default=0)
    state = "finished" if step == config.train.steps else "under way"
    rows: Rows = {
        "games": describe_games(config),
        "added wins in one": describe_wins(config),
        "steps": f"{step:,} of {config.train.steps:,}, {state}",
        "positions per step": config.train.batch_size,
    }
    for event in select_events(events, "dataset")[:1]:
        rows["training positions"] = f"{event['training']:,}"
        rows["validation positions"] = f"{event['validation']:,}"
    return rows


def _self_play_rows(play: PlaySettings, events: Sequence[Event]) -> Rows:
    shards = [
        event for event in select_events(events, "shard") if "generation" in event
    ]
    seconds = sum(event["seconds"] for event in shards)
    evaluations = sum(event["judged"] for event in shards)
    done = max(
        (e["generation"] for e in select_events(events, "generation")), default=0
    )
    state = "finished" if done == play.generations else "under way"
    speed = f", {evaluations / seconds:,.0f} per second" if seconds > 0 else ""
    return {
        "players": f"{play.policy}, {play.simulations} simulations per move",
        "generations": f"{done} of {play.generations}, {state}",
        "games": f"{sum(event['games'] for event in shards):,}",
        "positions": f"{sum(event['positions'] for event in shards):,}",
        "evaluations in self-play": f"{evaluations:,}{speed}",
        "hours of self-play": f"{seconds / 3600:.2f}",
        **_entropy_row(events),
    }


def _entropy_row(events: Sequence[Event]) -> Rows:
    """Return the row for the entropy of the newest network's policy."""
    known = [
        e
        for e in select_events(events, "generation")
        if {"policy_entropy", "uniform_entropy"} <= e.keys()
    ]
    if not known:
        return {}
    own, uniform = known[-1]["policy_entropy"], known[-1]["uniform_entropy"]
    text = f"{own:.3f} nats, uniform {uniform:.3f}"
    return {"entropy of the policy after 0 to 31 random moves": text}


def _warning_row(events: Sequence[Event]) -> Rows:
    """Return the row for the warnings of a run, if there are any."""
    texts = [event["text"] for event in select_events(events, "warning")]
    return {"warning": " ".join(texts)} if texts else {}


def _loss_rows(events: Sequence[Event]) -> Rows:
    """Return the rows for the newest losses."""
    rows: Rows = {}
    for event in select_validations(events)[-1:]:
        rows = {
            "policy loss": f"{event['policy']:.3f} nats",
            "value loss": f"{event['value']:.3f}",
            "agreement with the search's first move": f"{event['agreement']:.1%}",
            "entropy of the policy": f"{event['entropy']:.3f} nats",
        }
    return rows


def _matches(events: Sequence[Event]) -> str:
    """Return the matches of a run as a table, with the errors of its figures."""
    matches = select_events(events, "match")
    if not matches:
        return ""
    rows = []
    for event in matches:
        score = Score.of_event(event)
        share = f"{score.share:.1%} ± {score.share_error:.1%}"
        generation, opponent = str(event["generation"]), str(event["opponent"])
        figures = str(score.games), share, format_elo(score)
        rows.append((generation, opponent, *figures))
    lines = format_table(("generation", "against", "games", "points", "Elo"), rows)
    games = sum(int(event["games"]) for event in matches)
    note = f"Matches: {games} games; ± is half the width of the 95 % interval.\n"
    return "\n".join([note, *lines, ""])


def _suites(events: Sequence[Event]) -> str:
    """Return the newest measures on suites of positions as a table."""
    newest = {event["suite"]: event for event in select_events(events, "judged")}
    if not newest:
        return ""
    measures = [title.lower() for title in MEASURES.values()]
    rows = []
    for suite, event in newest.items():
        figures = [_figure(event.get(name)) for name in MEASURES]
        count = str(event.get("positions", UNKNOWN))
        rows.append((suite, count, str(event["step"]), *figures))
    note = "Suites of positions, not trained on:\n"
    lines = format_table(("suite", "positions", "step", *measures), rows)
    return "\n".join([note, *lines, ""])


def _figure(value: float | None) -> str:
    return UNKNOWN if value is None else f"{value:.3f}"


def _table(rows: Mapping[str, object]) -> str:
    lines = format_table(("", ""), [(name, str(value)) for name, value in rows.items()])
    return "\n".join([*lines, ""])
