"""Selection formulas written out: in symbols, with the numbers of a move, the result.

Symbols are the same in every language; a win rate w belongs to a mean result Q from -1
to 1, as the columns have it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from engine.search.formulas import Formula, Puct, Rave, Ucb1, Zhang
from gui.text.i18n import tr


@dataclass(frozen=True, slots=True, kw_only=True)
class FormulaText:
    """A formula of one move as text."""

    symbols: str
    """The formula in symbols."""

    numbers: str
    """The same with numbers."""

    terms: str
    """Value and exploration, and their sum."""

    @property
    def line(self) -> str:
        """Numbers, terms and result in one line."""
        return f"{self.numbers} = {self.terms}"


def write_formula(formula: Formula) -> FormulaText:
    """Return the text of a formula."""
    symbols, numbers = _write(formula)
    quality, bonus = number(formula.quality), number(formula.bonus)
    return FormulaText(
        symbols=symbols,
        numbers=numbers,
        terms=f"{quality} + {bonus} = {number(formula.score)}",
    )


def explain_symbols(formula: Formula) -> str:
    """Return the meaning of the symbols that are no columns of the tree."""
    if isinstance(formula, Puct):
        return tr(
            "Inside",
            "N′: visits of all moves together. c: constant of exploration.",  # noqa: RUF001
        )
    if isinstance(formula, Zhang):
        return tr(
            "Inside",
            "V: value of the network after the move. λ: weight of the results. "
            "η: constant of exploration.",
        )
    text = tr(
        "Inside",
        "N′: visits of the position. C: constant of exploration.",  # noqa: RUF001
    )
    if isinstance(formula, Rave):
        text += " " + tr(
            "Inside",
            "w̃: win rate of simulations that played the move later. "
            "β: its weight, which falls with the visits.",
        )
    return text


def number(value: float) -> str:
    """Return a number with three digits; infinite ones are proven results."""
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"  # noqa: RUF001
    text = f"{value:.3f}"
    return text.replace("-", "−") if float(text) else "0.000"  # noqa: RUF001


def _write(formula: Formula) -> tuple[str, str]:
    if isinstance(formula, Puct):
        return _write_puct(formula)
    if isinstance(formula, Zhang):
        return _write_zhang(formula)
    if isinstance(formula, Rave):
        return _write_rave(formula)
    return _write_ucb(formula)


def _write_puct(formula: Puct) -> tuple[str, str]:
    return (
        "Q + c·P·√N′ / (1 + N)",  # noqa: RUF001
        f"{number(formula.mean)} + {_constant(formula.exploration)}"
        f"·{number(formula.prior)}·√{formula.total} / (1 + {formula.visits})",
    )


def _write_zhang(formula: Zhang) -> tuple[str, str]:
    network = number(0.5 + 0.5 * formula.network_value)
    mean = number(0.5 + 0.5 * formula.mean)
    mix = _constant(formula.mix)
    is_mixed = formula.result_weight == formula.mix
    symbol, weight = ("λ·", f"{mix}·") if is_mixed else ("", "")
    return (
        f"(1 − λ)·v + {symbol}w + η·P / (1 + N),  v = (1 + V) / 2,  w = (1 + Q) / 2",  # noqa: RUF001
        f"(1 − {mix})·{network} + {weight}{mean} + {_constant(formula.exploration)}"  # noqa: RUF001
        f"·{number(formula.prior)} / (1 + {formula.counted})",
    )


def _write_rave(formula: Rave) -> tuple[str, str]:
    share = number(formula.share)
    mean, rave = number(0.5 + 0.5 * formula.mean), number(0.5 + 0.5 * formula.rave_mean)
    return (
        "(1 − β)·w + β·w̃ + C·√(2·ln N′ / (N + 1)),  w = (1 + Q) / 2",  # noqa: RUF001
        f"(1 − {share})·{mean} + {share}·{rave} + {_constant(formula.exploration)}"  # noqa: RUF001
        f"·√(2·ln {formula.parent_visits} / ({formula.visits} + 1))",
    )


def _write_ucb(formula: Ucb1) -> tuple[str, str]:
    return (
        "w + C·√(2·ln N′ / N),  w = (1 + Q) / 2",  # noqa: RUF001
        f"{number(formula.quality)} + {_constant(formula.exploration)}"
        f"·√(2·ln {formula.parent_visits} / {formula.visits})",
    )


def _constant(value: float) -> str:
    return f"{value:g}"
