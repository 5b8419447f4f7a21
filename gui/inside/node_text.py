"""Explanation of the node that is selected in the tree."""

from __future__ import annotations

from engine.core.types import Player
from engine.search.inspection import TreeNode, WindowNode
from gui.inside.alpha_beta_text import describe_alpha_beta_node, describe_best_line
from gui.inside.columns import name_node
from gui.inside.formula_text import explain_symbols, number, write_formula
from gui.inside.tree_item import TreeItem
from gui.text.i18n import tr
from gui.text.labels import outcome_title, side_title, win_rate


def describe_node(item: TreeItem) -> str:
    """Return the numbers of a node, with its formula or its window."""
    if isinstance(item.node, WindowNode):
        return describe_alpha_beta_node(item, item.node)
    lines = [_describe_values(item, item.node)]
    node, position = item.node, item.position
    if node.proof:
        winner = item.before.to_move
        if node.proof < 0:
            winner = winner.opponent
        lines.append(
            tr("Inside", "Proven: {side} wins.").format(
                side=side_title(position.setup.game, winner)
            )
        )
    if position.outcome is not None:
        lines.append(
            tr("Inside", "The game is over here: {result}.").format(
                result=outcome_title(position.setup, position.outcome)
            )
        )
    if node.network_value is not None:
        lines.append(
            tr("Inside", "Value of the network: V = {value}").format(
                value=number(node.network_value)
            )
        )
    if node.is_excluded:
        lines.append(tr("Inside", "The search never selects this move."))
    if node.formula is not None:
        text = write_formula(node.formula)
        lines += [f"   {text.symbols}", f" = {text.numbers}", f" = {text.terms}"]
        lines.append(explain_symbols(node.formula))
    lines += describe_best_line(item)
    unlisted = len(position.legal_moves()) - node.child_count
    if node.child_count and unlisted > 0:
        lines.append(
            tr("Inside", "{count} further moves are not in the tree yet.").format(
                count=unlisted
            )
        )
    return "\n".join(lines)


def _describe_values(item: TreeItem, node: TreeNode) -> str:
    setup, name = item.before.setup, name_node(item)
    mean = item.named_value
    if node.mean is None or mean is None:
        return tr("Inside", "{move}: no visits yet").format(move=name)
    return tr(
        "Inside",
        "{move}: N = {visits}, W = {sum}, Q = W / N = {mean} for {side}; "
        "win rate of {colour} {rate} %",
    ).format(
        move=name,
        visits=f"{node.visits:,}",
        sum=number(node.value_sum),
        mean=number(node.mean),
        side=side_title(setup.game, item.before.to_move),
        colour=side_title(setup.game, Player.FIRST),
        rate=f"{win_rate(mean):.1f}",
    )
