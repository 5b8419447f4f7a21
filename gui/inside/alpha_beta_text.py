"""Explanation of a node of an alpha-beta search."""

from __future__ import annotations

from engine.core.types import Player
from engine.search.inspection import WindowNode
from gui.inside.columns import bound_text, name_node, window_number
from gui.inside.tree_item import TreeItem, find_best_line
from gui.text.i18n import tr
from gui.text.labels import move_label, outcome_title, side_title, win_rate

LINE_MOVES = 12
"""Moves of the best line that are written out."""


def describe_alpha_beta_node(item: TreeItem, node: WindowNode) -> str:
    """Return the window and the value of a node, and why it was left."""
    setup, position = item.before.setup, item.position
    side = side_title(setup.game, position.to_move)
    name = tr("Inside", "Iteration") if node.move is None else name_node(item)
    lines = [
        tr("Inside", "{move}: depth {depth}, window α = {alpha}, β = {beta}").format(  # noqa: RUF001
            move=name,
            depth=f"{node.depth:.3g}",
            alpha=window_number(node.alpha),
            beta=window_number(node.beta),
        ),
        tr("Inside", "Values are for {side}, who is to move here.").format(side=side),
    ]
    value = item.named_value
    if node.value is not None and value is not None:
        lines.append(
            tr("Inside", "Value {value}: win rate of {colour} about {rate} %").format(
                value=bound_text(node),
                colour=side_title(setup.game, Player.FIRST),
                rate=f"{win_rate(value):.1f}",
            )
        )
    lines.append(explain_closing(node))
    lines += describe_best_line(item)
    if position.outcome is not None:
        lines.append(
            tr("Inside", "The game is over here: {result}.").format(
                result=outcome_title(setup, position.outcome)
            )
        )
    if node.searches > 1:
        lines.append(
            tr(
                "Inside",
                "Searches of this move: {count}. A narrow window or less depth came "
                "first; its value was too good.",
            ).format(count=node.searches)
        )
    return "\n".join(lines)


def describe_best_line(item: TreeItem) -> list[str]:
    """Return the line of best replies as a sentence, if there is one."""
    names, position = [], item.position
    for move in find_best_line(item.tree, item.node, LINE_MOVES):
        names.append(move_label(position, move))
        position = position.play(move)
    if not names:
        return []
    return [tr("Inside", "Best line: {line}").format(line=" ".join(names))]


def explain_closing(node: WindowNode) -> str:
    """Return the reason for which a node was left as a sentence."""
    if node.closing == "cutoff":
        return tr(
            "Inside",
            "Cutoff: {value} ≥ β = {beta}. The opponent avoids this position, so its "
            "other moves need no search.",
        ).format(value=window_number(node.value or 0), beta=window_number(node.beta))
    if node.closing == "searched" and node.bound == "upper":
        return tr(
            "Inside",
            "All moves were searched; none is better than α = {alpha}.",  # noqa: RUF001
        ).format(alpha=window_number(node.alpha))
    return {
        "searched": tr("Inside", "All moves were searched; the best one is exact."),
        "proven": tr("Inside", "The winner of this position is certain."),
        "evaluated": tr(
            "Inside", "No depth is left: the game's evaluation is the value."
        ),
        "pruned": tr(
            "Inside",
            "Decided without its moves: by the transposition table, by a forced win, "
            "or by an evaluation far outside the window.",
        ),
    }.get(node.closing, tr("Inside", "The node is being searched."))
