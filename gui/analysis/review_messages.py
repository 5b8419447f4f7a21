"""Sentences about reviews, mistakes and tried moves."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.game import Position
from engine.core.types import Move
from engine.review.game_review import MoveReview, Severity
from engine.review.tried_move import TriedMove
from gui.analysis.game_reviewer import GameReviewer, ReviewState
from gui.analysis.review_parts import ReviewParts
from gui.text.i18n import tr
from gui.text.labels import clock_text, move_label

SHOWN_MOVES = 6
"""Moves of a line in a sentence."""


def severity_title(severity: Severity) -> str:
    """Return the name of a kind of mistake."""
    return {
        Severity.INACCURACY: tr("Review", "Inaccuracy"),
        Severity.MISTAKE: tr("Review", "Mistake"),
        Severity.BLUNDER: tr("Review", "Blunder"),
    }[severity]


def mistake_message(position: Position, mistake: MoveReview) -> str:
    """Return a mistake: "Move 14: g9 lost 43 %, h5 was better".

    Args:
        position: The position before it.
        mistake: The mistake.
    """
    text = tr("Review", "Move {number}: {move} lost {loss} %, {best} was better")
    return text.format(
        number=mistake.ply,
        move=move_label(position, mistake.move),
        loss=f"{100 * mistake.loss:.0f}",
        best=move_label(position, mistake.best),
    )


def mistake_title(position: Position, mistake: MoveReview) -> str:
    """Return a mistake in a few letters: "14. g9: −43 %"."""  # noqa: RUF002
    text = tr("Review", "{number}. {move}: −{loss} %")  # noqa: RUF001
    return text.format(
        number=mistake.ply,
        move=move_label(position, mistake.move),
        loss=f"{100 * mistake.loss:.0f}",
    )


def refutation_message(position: Position, mistake: MoveReview) -> str:
    """Return the line against a mistake; empty if the record has none."""
    if not mistake.refutation:
        return ""
    return tr("Review", "Refutation: {moves}").format(
        moves=line_text(position, mistake.refutation)
    )


def line_text(position: Position, line: Sequence[Move]) -> str:
    """Return the names of the first moves of a line."""
    names = [move_label(position, move) for move in line[:SHOWN_MOVES]]
    return " ".join(names) + (" …" if len(line) > SHOWN_MOVES else "")


def verdict_message(
    position: Position, tried: TriedMove, *, is_played: bool, least_loss: float
) -> str:
    """Return the verdict on a tried move.

    Args:
        position: The position before it.
        tried: The move.
        is_played: Whether it is the mistake itself.
        least_loss: Loss below which a move is as good as the best one.
    """
    name = move_label(position, tried.move)
    loss = f"{100 * tried.loss:.0f}"
    if tried.is_best:
        return tr("Review", "{move} is the best move.").format(move=name)
    if is_played:
        text = tr("Review", "{move} was played and loses {loss} %. Try another move.")
    elif tried.loss < least_loss:
        text = tr("Review", "{move} is as good as the best move.")
    else:
        text = tr("Review", "{move} loses {loss} %. Try another move.")
    return text.format(move=name, loss=loss)


def progress_message(reviewer: GameReviewer) -> str:
    """Return the progress of a running review."""
    count = reviewer.count
    if reviewer.is_preparing:
        return tr("Review", "Preparing the engine…")
    if reviewer.is_waiting:
        text = tr("Review", "{done} of {total} positions, waiting for the engine")
    else:
        text = tr("Review", "{done} of {total} positions, {time} left")
    return text.format(
        done=count.done, total=count.total, time=clock_text(count.seconds_left)
    )


def review_status(review: ReviewParts) -> str:
    """Return the state of a review or of *Try again*; empty if neither is active."""
    if review.retry.task is not None:
        return tr("Review", "Click a better move on the board. Esc leaves.")
    reviewer = review.reviewer
    if not reviewer.is_running or reviewer.is_waiting:
        return ""
    if reviewer.is_preparing:
        return tr("Review", "Review: preparing the engine… Esc stops.")
    return tr("Review", "Review: {done} of {total} positions. Esc stops.").format(
        done=reviewer.count.done, total=reviewer.count.total
    )


def estimate_message(reviewer: GameReviewer) -> str:
    """Return the summary of a review: its plan or its result."""
    state, count = reviewer.state, reviewer.count
    waiting = count.total - count.done
    if state is ReviewState.WITHOUT_MOVES:
        return tr("Review", "There are no moves to review yet.")
    if state is ReviewState.WITHOUT_ENGINE:
        return tr("Review", "No engine supports this game with these rules.")
    if state is ReviewState.COMPLETE:
        text = tr("Review", "All {total} positions are reviewed.")
    elif state is ReviewState.PARTIAL:
        text = tr("Review", "{done} of {total} positions are reviewed, {time} left")
    else:
        text = tr("Review", "{total} positions, about {time}")
    seconds = waiting * reviewer.seconds
    return text.format(done=count.done, total=count.total, time=clock_text(seconds))


def start_title(state: ReviewState) -> str:
    """Return the text of the button that starts a review."""
    return {
        ReviewState.PARTIAL: tr("Review", "Continue"),
        ReviewState.COMPLETE: tr("Review", "Review again"),
        ReviewState.RUNNING: tr("Review", "Stop"),
    }.get(state, tr("Review", "Review game"))
