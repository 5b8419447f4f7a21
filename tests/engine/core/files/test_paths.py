"""Commands that start the program again, from source and in a package."""

import sys

import pytest

from engine.core.files.paths import console_command, program_command


def test_from_source_commands_run_as_the_window_does():
    assert console_command() == program_command()
    assert program_command()[0] == sys.executable


@pytest.mark.parametrize("suffix", ["", ".exe"])
def test_a_package_runs_commands_with_its_console_starter(
    tmp_path, monkeypatch, suffix
):
    starter = tmp_path / f"pentahex-console{suffix}"
    starter.touch()
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(tmp_path / f"pentahex{suffix}"))

    assert console_command() == [str(starter)]


def test_a_package_without_that_starter_uses_the_other_one(tmp_path, monkeypatch):
    program = str(tmp_path / "pentahex")
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", program)

    assert console_command() == [program]
