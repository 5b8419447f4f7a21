"""Options of a game: defaults, order, and what is refused."""

import pytest

from engine.core.errors import SetupError
from engine.core.game_options import Option, choose_options

OPTIONS = (
    Option("rule", ("free", "strict"), "free"),
    Option("swap", ("off", "on"), "off"),
)


def test_options_that_are_not_chosen_have_their_defaults():
    chosen = choose_options("gomoku", OPTIONS, {"swap": "on"})

    assert chosen == (("rule", "free"), ("swap", "on"))


def test_the_order_is_that_of_the_options():
    chosen = choose_options("gomoku", OPTIONS, {"swap": "on", "rule": "strict"})

    assert [key for key, _ in chosen] == ["rule", "swap"]


@pytest.mark.parametrize(
    ("chosen", "message"),
    [
        ({"rule": "odd"}, "Expected rule of gomoku to be one of free, strict, got"),
        ({"size": "15"}, "Expected options of gomoku among: rule, swap; got size."),
    ],
)
def test_unknown_values_and_keys_are_refused(chosen, message):
    with pytest.raises(SetupError) as caught:
        choose_options("gomoku", OPTIONS, chosen)

    assert str(caught.value).startswith(message)
