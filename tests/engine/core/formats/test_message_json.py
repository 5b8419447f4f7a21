"""Messages as values of JSON: nothing is lost, and nothing strange is filled."""

import json
import tomllib
from pathlib import Path

import pytest

from engine.core.files.paths import resources
from engine.core.formats.message_json import (
    TEMPLATE,
    message_from_json,
    message_to_json,
)
from engine.core.message import Message, MessageKey, as_clause

REASON = Message("it is not permitted")

MESSAGES = (
    Message("The disk is full."),
    Message("{path} could not be used: {reason}.", path=Path("/runs"), reason=REASON),
    Message("Expected {low} to {high:g}, got {text!r:.40}.", low=1, high=2.5, text="x"),
    Message("Expected one of {known}.", known=(MessageKey("gomoku"), "hex")),
    Message("{what} ({place}).", what=as_clause(Message("It ended.")), place="line 2"),
    Message("Braces {{}} around {text}.", text="{nothing}"),
    as_clause(Message("It ended.")),
    MessageKey("black"),
)


def parts(text):
    """Return all that a message is made of, with fields as they are shown."""
    if isinstance(text, tuple):
        return list(map(parts, text))
    if not isinstance(text, Message):
        return (isinstance(text, MessageKey), str(text))
    fields = {name: parts(field) for name, field in text.fields.items()}
    return str(text), text.template, text.is_clause, fields


@pytest.mark.parametrize("message", MESSAGES)
def test_a_message_survives(message):
    text = json.dumps(message_to_json(message))

    assert parts(message_from_json(json.loads(text))) == parts(message)


def test_a_text_is_a_text():
    assert message_to_json("No template {here}.") == "No template {here}."
    assert message_from_json("No template {here}.") == "No template {here}."


def test_a_message_that_would_change_is_its_english_text():
    message = Message("Expected a number, got {value!r}.", value={"a": 1})

    assert message_to_json(message) == "Expected a number, got {'a': 1}."


@pytest.mark.parametrize(
    "value",
    [
        3,
        None,
        {},
        {"key": 3},
        {"text": "{a}", "fields": {}},
        {"text": "{a}", "fields": {"a": {}}},
        {"text": "{a:9999999}", "fields": {"a": 1}},
        {"text": "{a.__class__}", "fields": {"a": "b"}},
        {"text": "{a:g}", "fields": {"a": "b"}},
        {"text": "{a:.2f}", "fields": {"a": 10**400}},
        {"text": "{0}", "fields": {"0": "b"}},
        {"text": "{a}", "fields": []},
    ],
)
def test_something_else_is_refused(value):
    with pytest.raises(ValueError, match=r"."):
        message_from_json(value)


def test_every_message_that_the_window_translates_can_be_restored():
    file = resources() / "translations" / "zh_CN.toml"
    templates = tomllib.loads(file.read_text(encoding="utf-8"))["Engine"]

    assert [text for text in templates if not TEMPLATE.fullmatch(text)] == []
