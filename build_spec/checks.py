"""All checks of the sources: `make test`. Those in processes of their own follow.

Format and lint need a second and come first. Types and import contracts then run
beside the tests, since they keep one core busy only; their output follows that of the
tests, and the last line names the checks that failed. `python -m build_spec.checks
processes` runs the tests that start the program in processes of its own.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import IO

PYTHON = sys.executable


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """A command that fails with a status other than 0."""

    name: str
    """Heading of its output."""

    command: tuple[str, ...]
    """Program and arguments."""


FIRST = (
    Check(name="ruff format", command=(PYTHON, "-m", "ruff", "format", "--check", ".")),
    Check(name="ruff check", command=(PYTHON, "-m", "ruff", "check", ".")),
)
"""Quick checks, one after the other; a failure ends everything."""

BESIDE = (
    Check(name="mypy", command=(PYTHON, "-m", "mypy")),
    Check(
        name="import-linter",
        command=(
            *(PYTHON, "-c"),
            "from importlinter.cli import lint_imports_command as main; main()",
            "--no-logo",
        ),
    ),
)
"""Checks that run while the tests do."""

TEST_ENVIRONMENT = {
    "QT_QPA_PLATFORM": "offscreen",
    "MALLOC_MMAP_THRESHOLD_": str(4 << 20),
}
"""Variables of the checks: no screen; bytes from which glibc asks for new memory."""

WORKERS = (os.cpu_count() or 1) + 1
"""Processes of the tests: some wait for processes of their own."""

PYTEST = (
    *(PYTHON, "-m", "pytest", "-q"),
    # Each worker begins with neighbours, which share fixtures, and helps at the end.
    *("-n", str(WORKERS), "--dist", "worksteal"),
)
"""Run tests in all workers."""

TESTS = Check(name="pytest", command=PYTEST)
"""The tests, whose output is shown as it comes."""

PROCESSES = Check(
    name="pytest processes", command=(*PYTEST, "-m", "processes", "tests")
)
"""The tests that start the program in processes of its own: `make processes`."""


def run_all(
    first: Sequence[Check], beside: Sequence[Check], tests: Check
) -> tuple[str, ...]:
    """Run all checks; return the names of those that failed.

    Args:
        first: Checks before all others; the first failure is the only one returned.
        beside: Checks that run while the tests do.
        tests: The tests.
    """
    environment = make_environment(os.environ)
    for check in first:
        _show_heading(check)
        if subprocess.run(check.command, env=environment, check=False).returncode:
            return (check.name,)
    failed = []
    with ExitStack() as stack:
        started = [(check, _start(check, environment, stack)) for check in beside]
        _show_heading(tests)
        if subprocess.run(tests.command, env=environment, check=False).returncode:
            failed.append(tests.name)
        for check, (process, output) in started:
            status = process.wait()
            _show_heading(check)
            output.seek(0)
            sys.stdout.write(output.read())
            if status:
                failed.append(check.name)
    return tuple(failed)


def make_environment(own: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of the checks: no screen, and compiled test modules.

    Compiling all test modules takes ten seconds of each process that imports them. The
    trees of a search, 60 MB, come from the system, which gives pages when they are
    used: memory that was used before is cleared as a whole.
    """
    environment = {**own, **TEST_ENVIRONMENT}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    return environment


def _start(
    check: Check, environment: Mapping[str, str], stack: ExitStack
) -> tuple[subprocess.Popen[str], IO[str]]:
    """Start a check whose output goes to a file; it does not outlive ``stack``."""
    output = stack.enter_context(
        tempfile.TemporaryFile("w+", encoding="utf-8")  # noqa: SIM115 - entered here
    )
    process = stack.enter_context(
        subprocess.Popen(
            check.command,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            text=True,
        )
    )
    stack.callback(process.kill)
    return process, output


def _show_heading(check: Check) -> None:
    sys.stdout.write(f"== {check.name}\n")
    sys.stdout.flush()


def main(arguments: Sequence[str]) -> int:
    """Run the checks and name those that failed; return 1 if any did.

    Args:
        arguments: ``processes`` for the tests with processes alone.
    """
    alone = list(arguments) == ["processes"]
    try:
        failed = run_all((), (), PROCESSES) if alone else run_all(FIRST, BESIDE, TESTS)
    except KeyboardInterrupt:
        sys.stderr.write("stopped\n")
        return 1
    sys.stdout.flush()
    if failed:
        sys.stderr.write(f"Failed: {', '.join(failed)}\n")
    return min(len(failed), 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
