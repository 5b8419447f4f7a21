"""A node of an alpha-beta search in phases: visits, values and cutoffs."""

from __future__ import annotations

from engine.core.game import Position
from engine.search.inspection import WindowEvent, WindowTrace
from gui.inside.alpha_beta_text import explain_closing
from gui.inside.columns import bound_text, window_number
from gui.inside.phase import Phase
from gui.text.i18n import tr
from gui.text.labels import move_label, side_title


def list_alpha_beta_phases(trace: WindowTrace) -> tuple[Phase, ...]:
    """Return the events of one node in their order; at least one phase."""
    number = f"{trace.number:,}"
    if not trace.events:
        return (_describe_proof_node(number),)
    return tuple(
        _describe_event(event, trace.tree.position, number) for event in trace.events
    )


def _describe_proof_node(number: str) -> Phase:
    return Phase(
        kind="leave",
        title=tr("Inside", "Node {number}: search for a forced win").format(
            number=number
        ),
        text=tr(
            "Inside",
            "Part of the nodes belongs to a search for a forced win beside the "
            "iterations; it is not recorded.",
        ),
        line=(),
    )


def _describe_event(event: WindowEvent, root: Position, number: str) -> Phase:
    position, name = root, ""
    for move in event.line:
        name = move_label(position, move)
        position = position.play(move)
    if event.is_open:
        return _describe_visit(event, position, name, number)
    return _describe_leaving(event, position, name, number)


def _describe_visit(
    event: WindowEvent, position: Position, name: str, number: str
) -> Phase:
    node = event.node
    window = {
        "alpha": window_number(node.alpha),
        "beta": window_number(node.beta),
        "depth": f"{node.depth:.3g}",
        "side": side_title(position.setup.game, position.to_move),
    }
    title = tr("Inside", "Node {number}: visit {move}").format(number=number, move=name)
    text = tr(
        "Inside",
        "{side} to move, depth {depth}. The value matters only between α = {alpha} "  # noqa: RUF001
        "and β = {beta}.",
    )
    if not event.line:
        title = tr("Inside", "Iteration of depth {depth}").format(**window)
    elif node.searches > 1:
        title = tr("Inside", "Node {number}: search {move} again").format(
            number=number, move=name
        )
        text = tr(
            "Inside",
            "The value of the first search was too good for its window or depth. "
            "{side} to move, depth {depth}; now α = {alpha} and β = {beta}.",  # noqa: RUF001
        )
    return Phase(kind="visit", title=title, text=text.format(**window), line=event.line)


def _describe_leaving(
    event: WindowEvent, position: Position, name: str, number: str
) -> Phase:
    node = event.node
    side = side_title(position.setup.game, position.to_move)
    value = tr("Inside", "Value for {side}, who is to move: {value}").format(
        side=side, value=bound_text(node)
    )
    title = tr("Inside", "Node {number}: leave {move}").format(number=number, move=name)
    if node.closing == "cutoff":
        title = tr("Inside", "Node {number}: cutoff at {move}").format(
            number=number, move=name
        )
    if not event.line:
        title = tr("Inside", "End of the iteration of depth {depth}").format(
            depth=f"{node.depth:.3g}"
        )
    return Phase(
        kind="leave",
        title=title,
        text=f"{value}\n{explain_closing(node)}",
        line=event.line,
    )
