"""Errors of TOML texts: plain words, line and column."""

import tomllib

import pytest

from engine.core.formats.toml_error import explain_toml_error
from engine.core.formats.toml_text import SIZE_LIMIT, parse_toml, read_toml_text
from engine.core.message import Message


def explain(text):
    with pytest.raises(ValueError, match=r"\w") as caught:
        parse_toml(text)
    return explain_toml_error(caught.value)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("a = \nb = 1", "a value is missing or not valid; text needs quotes"),
        ("a = hex\n", "a value is missing or not valid; text needs quotes"),
        ("\n= 3\n", "the line begins with no key and no table"),
        ("a.=1\n", "no key is here"),
        ("a 3\n", "an equals sign is missing after a key"),
        ("a = 1 2\n", "something follows the value"),
        ("[a\nb = 1\n", "a bracket is not closed"),
        ("a = [1\n", "a bracket is not closed"),
        ("a = {b=1\n", "a brace is not closed"),
        ('a = "b', "a quote is not closed"),
        ('a = "b\nc = 1', "a quote is not closed in its line"),
        ("a = 'b\nc = 1", "a quote is not closed in its line"),
        ('a = "\\q"', "a backslash needs another one before it"),
        ("a = 'b\x01'", "a character is not allowed"),
        ("a = 1\na = 2\n", "a key has a value already"),
        ("a = {b=1, b=2}\n", "a key has a value already"),
        ("[a]\n[a]\n", "a table is there already"),
        ("a = " + "[" * 10_000, "it is nested too deeply"),
        (".".join("a" * 100_000) + " = 1", "it is nested too deeply"),
        ("[" + " . ".join("a" * 17) + "]", "it is nested too deeply"),
        ('x = {"a".' + "'b'." * 32 + "c = 1}", "it is nested too deeply"),
        ("a = 1 # " + "x" * 2**18, "it has more than 262,144 characters"),
    ],
    ids=lambda value: value[:20],
)
def test_a_reason_is_in_plain_words(text, reason):
    found = explain(text)

    assert isinstance(found, Message)
    assert found.startswith(reason)


def test_line_and_column_are_named():
    assert explain("a = 1\nb = hex\n") == (
        "a value is missing or not valid; text needs quotes (line 2, column 5)"
    )
    assert explain('a = "b') == "a quote is not closed (at the end)"


def test_a_reason_that_is_not_known_keeps_its_words():
    error = tomllib.TOMLDecodeError("Something new (at line 3, column 1)")

    assert explain_toml_error(error) == "Something new (line 3, column 1)"
    assert explain_toml_error(ValueError("of another form")) == "of another form"


@pytest.mark.parametrize(
    "text",
    [
        ".".join("a" * 16) + " = 1",
        "a = '" + "a." * 100 + "'",
        'a = """\n' + "a." * 100 + '\n"""',
        "# " + "a." * 100,
        "a = [" + "1.5, " * 100 + "]",
    ],
    ids=lambda text: text[:12],
)
def test_dots_elsewhere_and_usual_keys_are_parsed(text):
    assert parse_toml(text) == tomllib.loads(text)


def test_no_more_of_a_file_is_read_than_is_parsed(tmp_path):
    file = tmp_path / "large.toml"
    file.write_text("#" * (SIZE_LIMIT + 9), encoding="utf-8-sig")

    assert read_toml_text(file) == "#" * (SIZE_LIMIT + 1)
