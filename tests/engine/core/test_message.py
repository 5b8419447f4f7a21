"""Messages: English texts with template and fields."""

import copy
import pickle

from engine.core.errors import RecordError, RecordFileError
from engine.core.message import (
    Message,
    MessageKey,
    as_clause,
    either,
    first_line,
    shorten,
)


def test_a_message_is_its_english_text():
    sentence = Message(
        "Expected {low} to {high:g}, got {text!r}.", low=1, high=2.50, text="x"
    )

    assert sentence == "Expected 1 to 2.5, got 'x'."
    assert sentence.template == "Expected {low} to {high:g}, got {text!r}."
    assert sentence.fields["high"] == 2.5


def test_a_list_in_a_message_has_commas():
    assert (
        Message("among {games}", games=(MessageKey("gomoku"), "hex"))
        == "among gomoku, hex"
    )


def test_braces_in_a_field_of_a_message_stay():
    inner = Message("{text}", text="{not a field}")

    assert Message("{file}: {error}", file="a", error=inner) == "a: {not a field}"


def test_a_clause_has_no_full_stop_but_the_same_template():
    clause = as_clause(Message("{cell} is already occupied.", cell="h8"))

    assert clause == "h8 is already occupied"
    assert clause.template == "{cell} is already occupied."
    assert as_clause("plain.") == "plain"


def test_choices_are_joined_by_or():
    assert either(["a name", "a value", "';'"]) == "a name or a value or ';'"


def test_an_error_keeps_its_message_and_is_english():
    sentence = Message("{path} is no file.", path="a.sgf")

    for error in (RecordError(sentence), RecordFileError(sentence)):
        assert error.message is sentence
        assert str(error) == "a.sgf is no file."


def test_a_copied_message_can_still_be_translated():
    clause = as_clause(Message("{cell} is {what}.", cell="h8", what=MessageKey("hex")))

    for twin in (copy.deepcopy(clause), pickle.loads(pickle.dumps(clause))):
        assert twin == "h8 is hex"
        assert (twin.template, twin.fields) == (clause.template, clause.fields)
        assert twin.is_clause


def test_the_first_line_of_an_error_is_its_kind_if_it_has_no_text():
    assert first_line(ValueError("no port\nat all")) == "no port"
    assert first_line(ValueError()) == "ValueError"


def test_a_long_quotation_ends_with_an_ellipsis():
    assert shorten("abcd", 4) == "abcd"
    assert shorten("abcde", 4) == "abcd…"
