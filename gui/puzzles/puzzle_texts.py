"""Texts of the window *Puzzles*."""

from __future__ import annotations

from engine.core.types import Move
from engine.puzzles.attempt import Attempt, Verdict
from gui.puzzles.puzzle_collection import PuzzleGroup
from gui.text.i18n import tr
from gui.text.labels import game_title, side_title


def group_title(group: PuzzleGroup) -> str:
    """Return the name of a group, such as "Gomoku: win in 3 moves"."""
    game = game_title(group.game)
    if group.puzzles[0].goal == "only-move":
        text = tr("Puzzles", "{game}: {side} × {side}")  # noqa: RUF001
        return text.format(game=game, side=group.number)
    text = tr("Puzzles", "{game}: win in {count} moves")
    if group.is_last:
        text = tr("Puzzles", "{game}: win in {count} moves or more")
    return text.format(game=game, count=group.number)


def task_text(attempt: Attempt) -> str:
    """Return the task of a puzzle in one sentence."""
    start = attempt.puzzle.start
    side = side_title(start.setup.game, start.to_move)
    if attempt.puzzle.goal == "only-move":
        text = tr("Puzzles", "{side} to move. Only one move wins.")
        return text.format(side=side)
    text = tr(
        "Puzzles",
        "{side} to move wins in {count} moves by fours: each one threatens a five.",
    )
    return text.format(side=side, count=len(attempt.puzzle.wins))


def verdict_message(before: Attempt, move: Move, verdict: Verdict) -> str:
    """Return the verdict on a move in one or two sentences.

    Args:
        before: The attempt before the move.
        move: The move.
        verdict: The verdict on it.
    """
    position = before.position
    name = position.cell_name(move)
    if verdict is Verdict.GOES_ON:
        answer = position.cell_name(before.puzzle.line[before.ply + 1])
        text = tr("Puzzles", "Right. The answer is {answer}; go on.")
        return text.format(answer=answer)
    if verdict is Verdict.SOLVED:
        return tr("Puzzles", "Solved.")
    if verdict is Verdict.WINS_OTHERWISE:
        return tr("Puzzles", "Solved: {move} wins, too.").format(move=name)
    refutation = before.puzzle.refutations.get(move) if before.ply == 0 else None
    if refutation is None:
        return tr("Puzzles", "{move} does not win by fours.").format(move=name)
    return tr("Puzzles", "{move} does not win: {answer} is the answer.").format(
        move=name, answer=position.cell_name(refutation)
    )
