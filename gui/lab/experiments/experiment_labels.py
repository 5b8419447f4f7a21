"""Texts of the experiment form and of the window of an experiment."""

from __future__ import annotations

from collections.abc import Sequence

from engine.experiments.catalogue import find_experiment
from engine.experiments.experiment import Claim, Experiment, Scale, Verdict
from engine.experiments.experiment_folder import Identity
from engine.experiments.progress import Kind, Part, Progress
from gui.lab.duration_text import duration_text
from gui.lab.stop_question import StopTexts
from gui.lab.training.training_labels import phase_title
from gui.text.i18n import join_list, tr, translate_message
from gui.text.labels import count_text


def experiment_title(experiment: Experiment) -> str:
    """Return the title of an experiment."""
    return sentence(translate_message(experiment.shows))


def sentence(text: str) -> str:
    """Return a text that begins with a capital letter."""
    return text[:1].upper() + text[1:]


def scale_title(scale: Scale) -> str:
    """Return the name of a scale."""
    return {
        "smoke": tr("Experiments", "Smoke test"),
        "small": tr("Experiments", "Small"),
        "paper": tr("Experiments", "As in the paper"),
    }[scale]


def cost_text(scale: Scale, parts: Sequence[Part] | None) -> str:
    """Return the duration of a scale, and its work as far as it is counted."""
    cost = {
        "smoke": tr(
            "Experiments",
            "about a minute, with weakened engines",
        ),
        "small": tr("Experiments", "at most about an hour of one core"),
        "paper": tr("Experiments", "as long as it takes"),
    }[scale]
    if parts is None:
        return cost
    text = tr("Experiments", "{cost}; {work}")
    return text.format(cost=cost, work=work_text(parts))


def work_text(parts: Sequence[Part]) -> str:
    """Return the number of games, searches and generations of all parts."""
    kinds: tuple[Kind, ...] = ("searches", "games", "generations")
    totals = {kind: sum(p.total for p in parts if p.kind == kind) for kind in kinds}
    return join_list(
        amount_text(kind, total) for kind, total in totals.items() if total
    )


def amount_text(kind: Kind, count: int) -> str:
    """Return a number of games, searches or generations."""
    text = {
        "games": tr("Experiments", "games: {count}"),
        "searches": tr("Experiments", "searches: {count}"),
        "generations": tr("Experiments", "generations of training: {count}"),
    }[kind]
    return text.format(count=count_text(count))


def counted_text(kind: Kind, *, done: int, total: int) -> str:
    """Return the finished and the total work of a part."""
    if total == 1:
        text = {
            "games": tr("Experiments", "{done} of 1 game"),
            "searches": tr("Experiments", "{done} of 1 search"),
            "generations": tr("Experiments", "{done} of 1 generation"),
        }[kind]
        return text.format(done=count_text(done))
    text = {
        "games": tr("Experiments", "{done} of {total} games"),
        "searches": tr("Experiments", "{done} of {total} searches"),
        "generations": tr("Experiments", "{done} of {total} generations"),
    }[kind]
    return text.format(done=count_text(done), total=count_text(total))


def phase_text(progress: Progress) -> str:
    """Return the progress within the current game or generation; may be empty."""
    if progress.phase == "preparing":
        return tr("Experiments", "preparing the engines")
    if not progress.phase:
        return ""
    title = phase_title(progress.phase)
    if not progress.phase_total:
        return title
    return tr("Training", "{phase} {done} of {total}").format(
        phase=title,
        done=count_text(progress.phase_done),
        total=count_text(progress.phase_total),
    )


def progress_text(progress: Progress) -> str:
    """Return the progress of an experiment and its remaining time, in one line."""
    if not progress.part:
        return tr("Experiments", "Starting")
    texts = [
        counted_text(progress.kind, done=progress.done, total=progress.total),
        phase_text(progress),
    ]
    if progress.count > 1:
        text = tr("Experiments", "Part {number} of {count}: {name}")
        texts.insert(
            0,
            text.format(
                number=progress.number, count=progress.count, name=progress.part
            ),
        )
    if progress.seconds_left is not None:
        left = tr("Experiments", "{time} left")
        if progress.is_least:
            left = tr("Experiments", "{time} left, later parts not counted")
        texts.append(left.format(time=duration_text(progress.seconds_left)))
    return " · ".join(text for text in texts if text)


def identity_text(identity: Identity) -> str:
    """Return paper, name, scale and seed of an experiment in one line."""
    experiment = find_experiment(identity.experiment)
    paper = "" if experiment is None else experiment.paper
    scale = tr("Experiments", "scale: {scale}")
    seed = tr("Experiments", "seed: {seed}")
    texts = (
        paper,
        identity.experiment,
        scale.format(scale=scale_title(identity.scale)),
        seed.format(seed=identity.seed),
    )
    return " · ".join(text for text in texts if text)


def verdict_title(verdict: Verdict) -> str:
    """Return a verdict."""
    return {
        "agrees": tr("Experiments", "agrees"),
        "differs": tr("Experiments", "differs"),
        "open": tr("Experiments", "open"),
    }[verdict]


def claim_titles() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the titles of the columns of the claims, and their tips."""
    titles = (
        tr("Experiments", "Claim"),
        tr("Experiments", "Paper"),
        tr("Experiments", "Ours"),
        tr("Experiments", "Verdict"),
        tr("Experiments", "Remark"),
    )
    tip = tr(
        "Experiments",
        "Agrees: the paper's number is in the 95 % interval of ours; times and numbers "
        "of games: within a factor of two; losses and entropies: within 10 %. Open: "
        "too few data, or no number to compare with.",
    )
    return titles, ("", "", "", tip)


def claim_row(claim: Claim) -> tuple[str, ...]:
    """Return a claim as a row of the table."""
    return (
        sentence(translate_message(claim.statement)),
        translate_message(claim.paper),
        translate_message(claim.ours),
        verdict_title(claim.verdict),
        sentence(translate_message(claim.reason)),
    )


def stop_texts(count: int) -> StopTexts:
    """Return the question before ``count`` experiments are stopped."""
    text = tr("Experiments", "An experiment is still running.")
    if count > 1:
        text = tr("Experiments", "{count} experiments are still running.")
        text = text.format(count=count)
    return StopTexts(
        title=tr("Experiments", "Stop the experiment?"),
        text=text,
        consequence=tr(
            "Experiments",
            "Closing stops it. Finished games and searches are kept, and the "
            "experiment can be resumed later: Lab, Experiments, Open an earlier "
            "experiment.",
        ),
        stop=tr("Lab", "Stop and close"),
        keep=tr("Experiments", "Keep running"),
    )
