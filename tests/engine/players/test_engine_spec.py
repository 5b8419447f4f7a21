"""The text of an engine: what is in braces, and back."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.core.errors import PresetError
from engine.players.engine_spec import (
    format_overrides,
    name_overrides,
    sort_overrides,
    split_spec,
)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("uct", ("uct", (), "")),
        ("uct{}", ("uct", (), "")),
        ("uct:3{nodes=500}", ("uct:3", (("nodes", 500),), "")),
        (
            "uct{ proves = true, exploration = 0.5 }",
            ("uct", (("exploration", 0.5), ("proves", True)), ""),
        ),
        ("mcts{net=a/b c.safetensors}", ("mcts", (("net", "a/b c.safetensors"),), "")),
        (r"mcts{net=C:\nets\a}", ("mcts", (("net", r"C:\nets\a"),), "")),
        ("mcts{net=/o'neill/a}", ("mcts", (("net", "/o'neill/a"),), "")),
        ('mcts{net="a,}{\\"b"}', ("mcts", (("net", 'a,}{"b'),), "")),
        ("mcts{net=['a','b']}", ("mcts", (("net", ("a", "b")),), "")),
        (
            "minimax{params={noise=3,prunes=0},params.x=1}",
            (
                "minimax",
                (("params.noise", 3), ("params.prunes", 0), ("params.x", 1)),
                "",
            ),
        ),
        ("a{x=1970-01-01}", ("a", (("x", "1970-01-01"),), "")),
        ("a{x=5 # five}", ("a", (("x", "5 # five"),), "")),
        ("cmd{threads=2}:run {x}", ("cmd", (("threads", 2),), ":run {x}")),
    ],
)
def test_keys_and_values_are_read(text, parts):
    assert split_spec(text) == parts


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("uct{", "closed braces"),
        ("uct{nodes=5", "closed braces"),
        ('uct{net="a}', "closed braces and quotes"),
        ("uct{nodes}", "key=value"),
        ("uct{nodes=}", "key=value"),
        ("uct{=5}", "key=value"),
        ("uct{nodes=5,}", "key=value"),
        ("uct{nodes=5,nodes=6}", "'nodes' once"),
        ("uct{params={a=1},params.a=2}", "'params.a' once"),
        ('uct{net="a"b}', "closed quotes"),
        ("uct{net=" + "[" * 5000 + "]" * 5000 + "}", "Expected"),
    ],
)
def test_what_is_not_in_form_is_one_sentence(text, words):
    with pytest.raises(PresetError, match=words) as caught:
        split_spec(text)

    assert str(caught.value).count("\n") == 0


KEYS = st.from_regex(r"[a-z_]{1,8}(\.[a-z_]{1,8})?", fullmatch=True)
SCALARS = (
    st.integers(-(2**63), 2**63 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.booleans()
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
)
VALUES = SCALARS | st.lists(SCALARS, max_size=3).map(tuple)


@given(entries=st.dictionaries(KEYS, VALUES, max_size=4))
def test_every_value_reads_back_as_it_was(entries):
    overrides = sort_overrides(entries)

    head, found, rest = split_spec("uct:3" + format_overrides(overrides) + " more")

    assert head + rest == "uct:3 more"
    assert found == overrides
    assert [type(value) for _, value in found] == [type(v) for _, v in overrides]


@given(text=st.text(alphabet="uct{}[]=,'\"\\.#\n 05ab", max_size=25))
@example(text="{[=]}")
@example(text="uct{c = 0.5}:5")
def test_any_text_is_read_or_refused(text):
    try:
        head, overrides, rest = split_spec(text)
    except PresetError:
        return

    if overrides:
        written = head + format_overrides(overrides) + rest
        assert split_spec(written) == (head, overrides, rest)


@pytest.mark.parametrize(
    ("net", "name"),
    [
        ("hex-10", "hex-10"),
        ("nets/my.safetensors", "my"),
        ("runs/first/net.safetensors", "first"),
        ("runs/first.2/", "first.2"),
    ],
)
def test_people_see_the_name_of_a_network_without_its_path(net, name):
    assert name_overrides((("net", net),)) == f"{{net={name}}}"
