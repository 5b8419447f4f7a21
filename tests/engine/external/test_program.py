"""Sentences about a program that fails, in all their forms."""

import sys
import time

import pytest

from engine.core.errors import ExternalProgramError, ProgramStartError
from engine.external.program import Program
from engine.external.settings import ExternalSettings, join_command

WAITS = "input()"
ENDS = "raise SystemExit(3)"
ANSWERS = "print('OK')"
COMPLAINS = "import sys; print('out of cheese', file=sys.stderr)"


@pytest.fixture
def start():
    """Return a function that starts a program of these statements, asked once."""
    programs = []

    def run(*statements):
        code = "\n".join((WAITS, *statements))
        command = join_command([sys.executable, "-ISc", code])
        program = Program(command, ExternalSettings(name="Ext"))
        programs.append(program)
        program.send("START 15")
        return program

    yield run
    for program in programs:
        program.kill()


def read_all(program):
    """Read until the program ends."""
    while program.read(time.monotonic() + 60) is not None:
        pass


@pytest.mark.parametrize(
    ("statements", "rest"),
    [
        ((), "."),
        ((ANSWERS,), '; its last line was "OK".'),
        ((COMPLAINS,), '; its last error was "out of cheese".'),
        (
            (ANSWERS, COMPLAINS),
            '; its last line was "OK", its last error "out of cheese".',
        ),
    ],
)
def test_the_end_of_a_program_has_its_last_words_if_any(start, statements, rest):
    program = start(*statements, ENDS)

    with pytest.raises(ExternalProgramError) as caught:
        read_all(program)

    expected = f'The program Ext ended with status 3 after "START 15"{rest}'
    assert str(caught.value) == expected


def test_a_missing_working_folder_is_named(tmp_path):
    missing = tmp_path / "gone"

    with pytest.raises(ProgramStartError) as caught:
        Program("engine", ExternalSettings(name="Ext", cwd=str(missing)))

    assert str(caught.value) == (
        f"Expected an existing working folder for the program Ext, got {missing}."
    )


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(3.00017, "3"), (62.0499, "62"), (12.34, "12.3"), (0.3, "0.3")],
)
def test_seconds_are_rounded(start, seconds, text):
    program = start(WAITS)

    assert f"no move after {text} seconds" in str(program.overrun(seconds))
    assert f"within {text} seconds" in str(program.silence(seconds))


def test_a_program_without_a_line_has_no_last_line(start):
    program = start(WAITS)

    assert str(program.overrun(3)) == "The program Ext had no move after 3 seconds."
    assert str(program.silence(3)) == (
        'The program Ext did not answer "START 15" within 3 seconds.'
    )


def test_a_late_program_has_its_last_line(start):
    program = start(ANSWERS, WAITS)
    program.read(time.monotonic() + 60)

    for error in (program.overrun(3), program.silence(3)):
        assert str(error).endswith('3 seconds; its last line was "OK".')
