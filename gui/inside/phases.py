"""A simulation in phases: select, expand, evaluate, back up, each with its text."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.game import Position
from engine.core.types import Move
from engine.search.formulas import Formula, Puct
from engine.search.inspection import (
    BackUp,
    Evaluation,
    Selection,
    SimulationTrace,
    TreeNode,
)
from gui.inside.formula_text import explain_symbols, number, write_formula
from gui.inside.phase import CHOSEN, OTHER, Phase
from gui.text.i18n import tr
from gui.text.labels import move_label, outcome_title, side_title, win_rate

LISTED_MOVES = 12
"""Moves of a selection that are written out; the others have lower scores."""


def list_phases(trace: SimulationTrace, evaluation: Evaluation) -> tuple[Phase, ...]:
    """Return the phases of a simulation in their order."""
    positions = [trace.tree.position]
    for move in trace.line:
        positions.append(positions[-1].play(move))
    number_text = f"{trace.number:,}"
    selected = [
        _describe_selection(selection, position, trace.line[:depth], number_text)
        for depth, (selection, position) in enumerate(
            zip(trace.selections, positions, strict=False)
        )
    ]
    leaf = positions[-1]
    expanded = (_describe_expansion(trace, positions, number_text),)
    return (
        *selected,
        *(expanded if trace.ending == "evaluated" else ()),
        _describe_evaluation(trace, leaf, evaluation, number_text),
        _describe_back_up(trace, positions, number_text),
    )


def _describe_selection(
    selection: Selection, position: Position, line: tuple[Move, ...], count: str
) -> Phase:
    side = side_title(position.setup.game, position.to_move)
    move = move_label(position, selection.move)
    ranked = _rank(selection.children)
    lines = []
    if selection.is_new:
        lines.append(
            tr(
                "Inside",
                "{side} to move. The tree does not have {move} yet; a new move comes "
                "before all formulas.",
            ).format(side=side, move=move)
        )
    else:
        lines.append(
            tr(
                "Inside",
                "{side} to move. Selection takes the move with the highest score: "
                "{move}.",
            ).format(side=side, move=move)
        )
    lines += _list_scores(ranked, selection, position)
    return Phase(
        kind="select",
        title=tr("Inside", "Simulation {number}: select").format(number=count),
        text="\n".join(lines),
        line=line,
        scores=tuple(
            (child.move, child.formula.score)
            for child in ranked
            if child.move is not None and child.formula is not None
        ),
        chosen=selection.move,
    )


def _rank(children: Sequence[TreeNode]) -> list[TreeNode]:
    """Return the moves that a formula compares, best first."""
    scored = [
        (-child.formula.score, at, child)
        for at, child in enumerate(children)
        if child.formula is not None
    ]
    return [child for _, _, child in sorted(scored, key=lambda found: found[:2])]


def _list_scores(
    ranked: Sequence[TreeNode], selection: Selection, position: Position
) -> list[str]:
    """Return the formula in symbols, then one line for each of the best moves."""
    chosen = [child for child in ranked if child.move == selection.move]
    others = [child for child in ranked if child.move != selection.move]
    shown = [*chosen, *others][:LISTED_MOVES]
    if not shown or shown[0].formula is None:
        return []
    lines = [f"{OTHER}{write_formula(shown[0].formula).symbols}"]
    for child in shown:
        if child.formula is not None and child.move is not None:
            mark = CHOSEN if child.move == selection.move else OTHER
            name = move_label(position, child.move)
            lines.append(f"{mark}{name:<4} {write_formula(child.formula).line}")
    if len(ranked) > len(shown):
        lines.append(
            OTHER
            + tr("Inside", "and {count} more with lower scores").format(
                count=len(ranked) - len(shown)
            )
        )
    return [*lines, *_explain(ranked, shown[0].formula)]


def _explain(ranked: Sequence[TreeNode], formula: Formula) -> list[str]:
    """Return the meaning of the symbols, and Q of the moves without visits."""
    lines = [explain_symbols(formula)]
    untried = [
        child.formula.mean
        for child in ranked
        if isinstance(child.formula, Puct) and child.formula.is_first_play
    ]
    if untried:
        lines.append(
            tr(
                "Inside",
                "Moves without visits have Q = {value}, the first-play urgency of the "
                "position.",
            ).format(value=number(untried[0]))
        )
    return lines


def _describe_expansion(
    trace: SimulationTrace, positions: Sequence[Position], count: str
) -> Phase:
    text = tr("Inside", "The root has no value yet: it is evaluated first.")
    if trace.line:
        text = tr(
            "Inside",
            "{move} has no visits: its position is the leaf. It joins the tree.",
        ).format(move=move_label(positions[-2], trace.line[-1]))
    return Phase(
        kind="expand",
        title=tr("Inside", "Simulation {number}: expand").format(number=count),
        text=text,
        line=trace.line,
    )


def _describe_evaluation(
    trace: SimulationTrace, leaf: Position, evaluation: Evaluation, count: str
) -> Phase:
    side = side_title(leaf.setup.game, leaf.to_move)
    lines = [_source(trace, leaf, evaluation)]
    lines.append(
        tr(
            "Inside",
            "Value for {side}, who is to move: v = {value}, a win rate of {rate} %.",
        ).format(
            side=side, value=number(trace.value), rate=f"{win_rate(trace.value):.1f}"
        )
    )
    return Phase(
        kind="evaluate",
        title=tr("Inside", "Simulation {number}: evaluate").format(number=count),
        text="\n".join(lines),
        line=trace.line,
    )


def _source(trace: SimulationTrace, leaf: Position, evaluation: Evaluation) -> str:
    """Return the source of the value of a leaf, as a sentence."""
    if leaf.outcome is not None:
        return tr("Inside", "The game is over here: {result}.").format(
            result=outcome_title(leaf.setup, leaf.outcome)
        )
    if trace.ending == "proven":
        return tr("Inside", "The result of this position is proven already.")
    if evaluation == "playout":
        return tr("Inside", "A random game is played from here to its end.")
    if trace.ending == "known":
        return tr("Inside", "The network has evaluated this position before.")
    return tr("Inside", "The network evaluates the position: a value and priors.")


def _describe_back_up(
    trace: SimulationTrace, positions: Sequence[Position], count: str
) -> Phase:
    lines = [
        tr(
            "Inside",
            "The value goes back to the root. Its sign changes with each move, because "
            "W counts for the side that moves; at the root it is the side to move.",
        )
    ]
    for depth in reversed(range(len(trace.back_ups))):
        name = tr("Inside", "Root")
        if depth:
            name = move_label(positions[depth - 1], trace.line[depth - 1])
        lines.append(f"{OTHER}{name:<5} {_write_change(trace.back_ups[depth])}")
    return Phase(
        kind="back_up",
        title=tr("Inside", "Simulation {number}: back up").format(number=count),
        text="\n".join(lines),
        line=trace.line,
    )


def _write_change(back_up: BackUp) -> str:
    """Return visits, sum and mean of a node before and after the back-up."""
    before, after = back_up.before, back_up.after
    visits = 0 if before is None else before.visits
    value_sum = 0.0 if before is None else before.value_sum
    mean = None if before is None else before.mean
    old = "–" if mean is None else number(mean)  # noqa: RUF001
    new = "–" if after.mean is None else number(after.mean)  # noqa: RUF001
    return (
        f"N {visits:,} → {after.visits:,}   "
        f"W {number(value_sum)} → {number(after.value_sum)}   Q {old} → {new}"
    )
