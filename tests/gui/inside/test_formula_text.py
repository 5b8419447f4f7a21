"""Formulas of selection as texts."""

import math
import re

import pytest

from engine.search.formulas import Puct, Rave, Ucb1, Zhang
from gui.inside.formula_text import explain_symbols, number, write_formula
from tests.nonempty import nonempty

PUCT = Puct(
    mean=0.12,
    is_first_play=False,
    visits=3,
    total=57,
    prior=0.08,
    exploration=1.4,
)


def test_puct_shows_the_numbers_of_the_move():
    text = write_formula(PUCT)

    assert text.symbols == "Q + c·P·√N′ / (1 + N)"  # noqa: RUF001
    assert text.numbers == "0.120 + 1.4·0.080·√57 / (1 + 3)"
    assert text.terms == "0.120 + 0.211 = 0.331"
    assert text.line == f"{text.numbers} = {text.terms}"


def test_ucb_shows_a_win_rate_and_the_visits():
    text = write_formula(Ucb1(mean=0.5, visits=20, parent_visits=300, exploration=0.35))

    assert text.symbols == "w + C·√(2·ln N′ / N),  w = (1 + Q) / 2"  # noqa: RUF001
    assert text.numbers == "0.750 + 0.35·√(2·ln 300 / 20)"
    assert text.terms == "0.750 + 0.264 = 1.014"


def test_rave_shows_its_share():
    text = write_formula(
        Rave(
            mean=0.0,
            visits=10,
            rave_mean=1.0,
            rave_visits=40,
            parent_visits=100,
            exploration=0.0,
            equivalence=90,
        )
    )

    assert text.numbers.startswith("(1 − 0.866)·0.500 + 0.866·1.000")  # noqa: RUF001
    assert text.terms == "0.933 + 0.000 = 0.933"


def test_zhang_mixes_network_and_search():
    text = write_formula(
        Zhang(
            mean=1.0,
            network_value=0.0,
            visits=1,
            counted=1,
            prior=0.5,
            mix=0.5,
            result_weight=0.5,
            exploration=1.5,
        )
    )

    assert text.numbers == "(1 − 0.5)·0.500 + 0.5·1.000 + 1.5·0.500 / (1 + 1)"  # noqa: RUF001
    assert text.terms == "0.750 + 0.375 = 1.125"


def test_zhang_as_printed_adds_all_of_the_results():
    formula = Zhang(
        mean=1.0,
        network_value=0.0,
        visits=1,
        counted=1,
        prior=0.5,
        mix=0.5,
        result_weight=1.0,
        exploration=1.5,
    )

    text = write_formula(formula)

    assert text.numbers == "(1 − 0.5)·0.500 + 1.000 + 1.5·0.500 / (1 + 1)"  # noqa: RUF001
    assert text.terms == "1.250 + 0.375 = 1.625"


FORMULAS = (
    PUCT,
    Ucb1(mean=0.5, visits=20, parent_visits=300, exploration=0.35),
    Rave(
        mean=0.0,
        visits=10,
        rave_mean=1.0,
        rave_visits=40,
        parent_visits=100,
        exploration=0.2,
        equivalence=90,
    ),
    Zhang(
        mean=1.0,
        network_value=0.0,
        visits=1,
        counted=1,
        prior=0.5,
        mix=0.5,
        result_weight=0.5,
        exploration=1.5,
    ),
)

COLUMNS = ("Q", "N", "P")
"""Symbols that the columns of the tree explain."""


@pytest.mark.parametrize("formula", FORMULAS, ids=lambda one: type(one).__name__)
def test_every_symbol_is_explained(formula):
    symbols, *definitions = write_formula(formula).symbols.split(",  ")
    defined = [one.partition(" = ")[0] for one in definitions]
    letters = re.findall(r"[A-Za-zβηλ]\u0303?′?", symbols.replace("ln", ""))  # noqa: RUF001

    for letter in nonempty({*letters} - {*defined, *COLUMNS}):
        assert f"{letter}: " in explain_symbols(formula)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (-0.25, "−0.250"),  # noqa: RUF001
        (-0.0001, "0.000"),
        (math.inf, "∞"),
        (-math.inf, "−∞"),  # noqa: RUF001
    ],
)
def test_numbers_have_three_digits(value, text):
    assert number(value) == text
