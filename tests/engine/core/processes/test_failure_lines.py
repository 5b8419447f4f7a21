"""Failure of a command: lines for people, and one for programs."""

import pytest

from engine.core.message import Message
from engine.core.processes.failure_lines import format_failure, parse_failure

FULL = Message("{path} could not be used: {reason}.", path="/r", reason=Message("full"))


def test_a_failure_is_one_line():
    text = format_failure(FULL, with_json=False)

    assert text == "pentahex: /r could not be used: full."
    assert parse_failure(text) == FULL


def test_a_program_reads_the_message_of_a_failure():
    output = "part 1/1\n" + format_failure(FULL, with_json=True) + "\n"

    failure = parse_failure(output)

    assert output.splitlines()[1] == "pentahex: /r could not be used: full."
    assert failure == FULL
    assert failure.template == FULL.template
    assert failure.fields["reason"].template == "full"


def test_a_text_without_a_template_is_read_too():
    text = format_failure("Path C:\\x, «y».", with_json=True)

    assert text.isascii() is False
    assert parse_failure(text) == "Path C:\\x, «y»."


@pytest.mark.parametrize("output", ["", "\n", "pentahex: full.\nTraceback\n"])
def test_output_without_a_failure_at_its_end_has_none(output):
    assert parse_failure(output) == ""


def test_a_failure_of_the_parser_of_arguments_is_its_line():
    line = "pentahex train: the following arguments are required: FILE (see --help)"

    assert parse_failure(line + "\n") == line
