"""What a run has come to, for people: a report in Markdown, curves, and their table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engine.nn.net_info import NetInfo
from engine.training.config import RunConfig
from engine.training.curves import Curve, picture_of, table_of, validations
from engine.training.events import Event
from engine.training.folder import CURVES, REPORT, RunFolder
from engine.training.settings import PlaySettings


def write_supervised(
    folder: RunFolder,
    config: RunConfig,
    info: NetInfo,
    apart: int,
) -> None:
    """Write the report of a supervised run that is finished."""
    events, training = folder.events(), info.training
    _write_curves(folder, events, loss_curves(events))
    rows = {
        **_common(config, info.sizes),
        "games": training["games"],
        "positions to learn from": f"{training['positions']:,}",
        "positions kept apart": f"{apart:,}",
        "steps": f"{training['steps']:,} batches of {training['batch']}",
        "policy loss": f"{training['policy']} nats",
        "value loss": training["value"],
        "first move as the search's": f"{training['agreement']:.1%}",
        "licence of the weights": config.licence,
    }
    folder.write(REPORT, _page(config, rows))


def write_self_play(folder: RunFolder, config: RunConfig, play: PlaySettings) -> None:
    """Write the report of a run of self-play as far as it has come."""
    events = folder.events()
    curves = [*loss_curves(events), *generation_curves(events)]
    if config.train.alpha is not None:
        curves = [*paper_curves(events), *curves]
    _write_curves(folder, events, curves)
    shards = [e for e in events if e["kind"] == "shard" and "generation" in e]
    seconds = sum(event["seconds"] for event in shards)
    judged = sum(event["judged"] for event in shards)
    last = validations(events)[-1:]
    speed = judged / max(seconds, 1e-9)
    rows = {
        **_common(config, play.sizes),
        "who plays": f"{play.policy}, {play.simulations} simulations a move",
        "generations": max((e["generation"] for e in shards), default=0),
        "games": f"{sum(event['games'] for event in shards):,}",
        "positions": f"{sum(event['positions'] for event in shards):,}",
        "judged in self-play": f"{judged:,}, {speed:,.0f} a second",
        "hours of self-play": f"{seconds / 3600:.2f}",
        **{name: f"{last[0][name]:.3f}" for name in LOSSES if last},
        **_entropy_row(events),
        **_warning_row(events),
        "licence of the weights": config.licence,
    }
    matches = [
        f"| {e['generation']} | {e['opponent']} | {e['games']} | {e['share']:.1%} "
        f"| {e['elo']:+.0f} |\n"
        for e in events
        if e["kind"] == "match"
    ]
    head = "\n| generation | against | games | won | Elo |\n|---|---|---|---|---|\n"
    folder.write(
        REPORT, _page(config, rows) + (head + "".join(matches) if matches else "")
    )


def _entropy_row(events: Sequence[Event]) -> dict[str, str]:
    """Return the entropy of the newest network's policy as a row of the report."""
    known = [e for e in events if e["kind"] == "generation" and "policy_entropy" in e]
    if not known:
        return {}
    own, uniform = known[-1]["policy_entropy"], known[-1]["uniform_entropy"]
    text = f"{own:.3f} nats, uniform {uniform:.3f}"
    return {"entropy of the policy after 0 to 31 random moves": text}


def _warning_row(events: Sequence[Event]) -> dict[str, str]:
    """Return the warnings of a run as a row of the report, if there are any."""
    texts = [event["text"] for event in events if event["kind"] == "warning"]
    return {"warning": " ".join(texts)} if texts else {}


LOSSES = ("policy", "value", "agreement", "entropy")
"""Figures of a validation that are drawn."""

PAPER_LOSSES = {"L": "loss", "L_V": "value_chance", "L_P": "policy_bits"}
"""Names of ZHANG-HEX's losses, and the figures of a validation that hold them."""


def loss_curves(events: Sequence[Event]) -> list[Curve]:
    """Return the losses over the steps, and over the games where there are more.

    Losses and entropy over the games are OU-2020's figures 6 and 7, losses over the
    steps ZHANG-HEX's 6.
    """
    found = validations(events)
    steps = [float(event["step"]) for event in found]
    curves = [
        Curve(name=name, across="step", x=steps, y=[float(e[name]) for e in found])
        for name in LOSSES
    ]
    games, seen = [], 0
    for event in events:
        seen += event.get("games", 0) if event["kind"] == "shard" else 0
        if event["kind"] == "validation":
            games.append(float(seen))
    if seen == 0:
        return curves
    loss = [float(event["policy"]) + float(event["value"]) for event in found]
    entropy = [float(event["entropy"]) for event in found]
    return [
        *curves,
        Curve(name="loss", across="game", x=games, y=loss),
        Curve(name="entropy", across="game", x=games, y=entropy),
    ]


def paper_curves(events: Sequence[Event]) -> list[Curve]:
    """Return ZHANG-HEX's L, L_V and L_P over the steps, the curves of its figure 6."""
    found = [event for event in validations(events) if "loss" in event]
    steps = [float(event["step"]) for event in found]
    return [
        Curve(name=name, across="step", x=steps, y=[float(e[key]) for e in found])
        for name, key in PAPER_LOSSES.items()
    ]


def generation_curves(events: Sequence[Event]) -> list[Curve]:
    """Return the share won against each opponent, and Elo, over the generations.

    The share is ZHANG-HEX's figure 7. Elo adds up what each network gained on the one
    matched before it.
    """
    matches = [event for event in events if event["kind"] == "match"]
    curves = []
    for opponent in dict.fromkeys(event["opponent"] for event in matches):
        own = [event for event in matches if event["opponent"] == opponent]
        x = [float(event["generation"]) for event in own]
        if opponent == "previous":
            total, y = 0.0, []
            for event in own:
                total += event["elo"]
                y.append(total)
            curves.append(Curve(name="Elo", across="generation", x=x, y=y))
        else:
            y = [float(event["share"]) for event in own]
            name = f"won against {opponent}"
            curves.append(Curve(name=name, across="generation", x=x, y=y))
    return curves


def _write_curves(
    folder: RunFolder, events: Sequence[Event], curves: Sequence[Curve]
) -> None:
    folder.write(f"{CURVES}.csv", table_of(events))
    folder.write(f"{CURVES}.svg", picture_of(curves))


def _common(config: RunConfig, sizes: Iterable[str]) -> dict[str, object]:
    parameters = dict(config.net.parameters)
    return {
        "game": f"{config.game}, {', '.join(sizes)}",
        "network": f"{config.net.kind} {parameters or ''}",
    }


def _page(config: RunConfig, rows: Mapping[str, object]) -> str:
    lines = "".join(f"| {name} | {value} |\n" for name, value in rows.items())
    return f"""# {config.name}

| | |
|---|---|
{lines}
Losses are those of positions from games kept apart.

![curves]({CURVES}.svg)
"""
