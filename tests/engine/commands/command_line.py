"""The command line within the process of the tests."""

from contextlib import redirect_stderr, redirect_stdout
from io import StringIO

import main


def run(capsys, *argv):
    """Return the exit status of a command, its output and its errors."""
    try:
        status = main.main(list(argv))
    except SystemExit as stop:
        status = stop.code
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def run_apart(*argv):
    """Return the same where no fixture of a test captures the output."""
    text, errors = StringIO(), StringIO()
    with redirect_stdout(text), redirect_stderr(errors):
        status = main.main(list(argv))
    return status, text.getvalue(), errors.getvalue()
