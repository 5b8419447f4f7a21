"""Columns of the tree: of simulations, and of an alpha-beta search."""

from __future__ import annotations

from collections.abc import Callable, Set
from dataclasses import dataclass

from engine.core.offers.game_offers import SearchKind
from engine.core.search_values import MATE, PROVEN
from engine.search.formulas import Rave
from engine.search.inspection import Closing, TreeNode, WindowNode, WindowTree
from gui.inside.formula_text import number
from gui.inside.tree_item import Tree, TreeItem, list_children
from gui.text.i18n import tr
from gui.text.labels import UNKNOWN, move_label, win_rate
from gui.text.percent import percent_text

NEVER = float("-inf")
"""Sort key of a row without a number."""

Number = Callable[[TreeItem], float | None]
"""Returns the number of a row, if it has one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A column of the tree."""

    key: str
    """Name of the column."""

    title: Callable[[str], str]
    """Returns the title; its argument is the colour whose win rate is shown."""

    tip: Callable[[str], str]
    """Returns the meaning, likewise."""

    text: Callable[[TreeItem], str]
    """Returns the text of a row."""

    number: Number | None = None
    """Returns the number by which rows are sorted; without it, the text counts."""

    @property
    def is_text(self) -> bool:
        """Whether the column holds no numbers."""
        return self.number is None

    def sort_key(self, item: TreeItem) -> float | str:
        """Return the sort key of a row."""
        if self.number is None:
            return self.text(item)
        found = self.number(item)
        return NEVER if found is None else found


def columns_of(tree: Tree) -> tuple[Column, ...]:
    """Return the columns that have numbers in a tree."""
    if isinstance(tree, WindowTree):
        return WINDOW_COLUMNS
    left_out = {"prior", "rave"}
    for node in list_children(tree, tree.root):
        if isinstance(node, TreeNode):
            left_out -= {"prior"} if node.prior is not None else set()
            left_out -= {"rave"} if isinstance(node.formula, Rave) else set()
    return _tree_columns(left_out)


def columns_before(kind: SearchKind) -> tuple[Column, ...]:
    """Return the columns of a kind of search before its first tree."""
    if kind == "alpha-beta":
        return WINDOW_COLUMNS
    has_priors = kind == "network-search"
    return _tree_columns({"rave"} if has_priors else {"rave", "prior"})


def _tree_columns(left_out: Set[str]) -> tuple[Column, ...]:
    return tuple(column for column in TREE_COLUMNS if column.key not in left_out)


def name_node(item: TreeItem) -> str:
    """Return the name of a node: its move, the root, or an iteration."""
    if item.node.move is not None:
        return move_label(item.before, item.node.move)
    if isinstance(item.node, WindowNode):
        return tr("Inside", "Depth {depth}").format(depth=f"{item.node.depth:g}")
    return tr("Inside", "Root")


def window_number(value: int) -> str:
    """Return a value of an alpha-beta search; proven ones in words."""
    if abs(value) > MATE:
        return "∞" if value > 0 else "−∞"  # noqa: RUF001
    if abs(value) > PROVEN:
        return tr("Inside", "win") if value > 0 else tr("Inside", "loss")
    return f"{value:,}".replace("-", "−")  # noqa: RUF001


def bound_text(node: WindowNode) -> str:
    """Return a value with the sign of its bound."""
    if node.value is None:
        return UNKNOWN
    sign = {"exact": "", "lower": "≥ ", "upper": "≤ ", "open": ""}[node.bound]
    return sign + window_number(node.value)


def closing_text(closing: Closing) -> str:
    """Return the reason for which alpha-beta left a node."""
    return {
        "cutoff": tr("Inside", "cutoff"),
        "searched": tr("Inside", "all moves"),
        "proven": tr("Inside", "proven"),
        "evaluated": tr("Inside", "evaluation"),
        "pruned": tr("Inside", "table or margin"),
        "open": tr("Inside", "open"),
    }[closing]


def _node_number(read: Callable[[TreeNode], float | None]) -> Number:
    return lambda item: read(item.node) if isinstance(item.node, TreeNode) else None


def _window_value(read: Callable[[WindowNode], float | None]) -> Number:
    return lambda item: read(item.node) if isinstance(item.node, WindowNode) else None


def _window_text(write: Callable[[WindowNode], str]) -> Callable[[TreeItem], str]:
    return lambda item: write(item.node) if isinstance(item.node, WindowNode) else ""


def _written(
    read: Number, write: Callable[[float], str] = number
) -> Callable[[TreeItem], str]:
    """Return the text of a number, or the sign of a missing one."""

    def text(item: TreeItem) -> str:
        found = read(item)
        return UNKNOWN if found is None else write(found)

    return text


def _rate(item: TreeItem) -> float | None:
    value = item.named_value
    return None if value is None else win_rate(value)


def _rave(node: TreeNode) -> float | None:
    return node.formula.rave_mean if isinstance(node.formula, Rave) else None


_VISITS = _node_number(lambda node: node.visits)
_SUM = _node_number(lambda node: node.value_sum)
_MEAN = _node_number(lambda node: node.mean)
_PRIOR = _node_number(lambda node: node.prior)
_RAVE = _node_number(_rave)
_BONUS = _node_number(lambda node: None if node.formula is None else node.formula.bonus)
_SCORE = _node_number(lambda node: None if node.formula is None else node.formula.score)

MOVE = Column(
    key="move",
    title=lambda _colour: tr("Inside", "Move"),
    tip=lambda _colour: tr("Inside", "The move that leads to the position"),
    text=name_node,
)

RATE = Column(
    key="rate",
    title=lambda colour: tr("Inside", "{colour} wins").format(colour=colour),
    tip=lambda colour: tr("Inside", "Win rate of {colour} after the move").format(
        colour=colour
    ),
    text=_written(_rate, lambda value: percent_text(value, 1)),
    number=_rate,
)

TREE_COLUMNS = (
    MOVE,
    Column(
        key="visits",
        title=lambda _colour: "N",
        tip=lambda _colour: tr("Inside", "Visits: simulations through the move"),
        text=_written(_VISITS, lambda value: f"{value:,.0f}"),
        number=_VISITS,
    ),
    Column(
        key="sum",
        title=lambda _colour: "W",
        tip=lambda _colour: tr(
            "Inside",
            "Sum of the results from −1 to 1 for the side that moves",  # noqa: RUF001
        ),
        text=_written(_SUM),
        number=_SUM,
    ),
    Column(
        key="mean",
        title=lambda _colour: "Q",
        tip=lambda _colour: tr("Inside", "Mean result W / N for the side that moves"),
        text=_written(_MEAN),
        number=_MEAN,
    ),
    RATE,
    Column(
        key="prior",
        title=lambda _colour: "P",
        tip=lambda _colour: tr(
            "Inside", "Prior: probability of the move by the network"
        ),
        text=_written(_PRIOR, lambda value: percent_text(100 * value, 1)),
        number=_PRIOR,
    ),
    Column(
        key="rave",
        title=lambda _colour: "RAVE",
        tip=lambda _colour: tr(
            "Inside", "Mean result of simulations that played the move later"
        ),
        text=_written(_RAVE),
        number=_RAVE,
    ),
    Column(
        key="bonus",
        title=lambda _colour: "U",
        tip=lambda _colour: tr("Inside", "Exploration term of the formula"),
        text=_written(_BONUS),
        number=_BONUS,
    ),
    Column(
        key="score",
        title=lambda _colour: tr("Inside", "Score"),
        tip=lambda _colour: tr(
            "Inside", "Value and exploration: the highest score is selected next"
        ),
        text=_written(_SCORE),
        number=_SCORE,
    ),
)
"""Columns of a tree of simulations."""

WINDOW_COLUMNS = (
    MOVE,
    Column(
        key="depth",
        title=lambda _colour: tr("Inside", "Depth"),
        tip=lambda _colour: tr("Inside", "Plies left to search"),
        text=_window_text(lambda node: f"{node.depth:.3g}".replace("-", "−")),  # noqa: RUF001
        number=_window_value(lambda node: node.depth),
    ),
    Column(
        key="alpha",
        title=lambda _colour: "α",  # noqa: RUF001
        tip=lambda _colour: tr(
            "Inside", "Lower end of the window, for the side to move after the move"
        ),
        text=_window_text(lambda node: window_number(node.alpha)),
        number=_window_value(lambda node: node.alpha),
    ),
    Column(
        key="beta",
        title=lambda _colour: "β",
        tip=lambda _colour: tr(
            "Inside", "Upper end of the window, for the side to move after the move"
        ),
        text=_window_text(lambda node: window_number(node.beta)),
        number=_window_value(lambda node: node.beta),
    ),
    Column(
        key="value",
        title=lambda _colour: tr("Inside", "Value"),
        tip=lambda _colour: tr(
            "Inside",
            "Value for the side to move after the move: exact, a lower bound (≥) or an "
            "upper bound (≤)",
        ),
        text=_window_text(bound_text),
        number=_window_value(lambda node: node.value),
    ),
    RATE,
    Column(
        key="nodes",
        title=lambda _colour: tr("Inside", "Nodes"),
        tip=lambda _colour: tr("Inside", "Nodes of the last search of the move"),
        text=_window_text(lambda node: f"{node.nodes:,}"),
        number=_window_value(lambda node: node.nodes),
    ),
    Column(
        key="closing",
        title=lambda _colour: tr("Inside", "End"),
        tip=lambda _colour: tr("Inside", "Reason for which the node was left"),
        text=_window_text(lambda node: closing_text(node.closing)),
    ),
)
"""Columns of a recorded alpha-beta search."""
