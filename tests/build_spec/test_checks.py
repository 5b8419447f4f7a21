"""`make test`: which checks run, what is shown of them, and which failures count."""

import os
import sys

import pytest

from build_spec import checks
from build_spec.checks import Check, make_environment, run_all


def check(name, code):
    return Check(name=name, command=(sys.executable, "-ISc", code))


def says(name, status=0):
    return check(name, f"print('{name} speaks'); raise SystemExit({status})")


def test_without_a_failure_every_check_is_shown_under_its_name(capfd):
    failed = run_all([says("lint")], [says("types")], says("tests"))

    shown = capfd.readouterr().out.splitlines()
    assert failed == ()
    assert shown == [
        *("== lint", "lint speaks"),
        *("== tests", "tests speaks"),
        *("== types", "types speaks"),
    ]


def test_a_quick_check_that_fails_ends_everything(capfd):
    failed = run_all([says("format", 1), says("lint")], [says("types")], says("tests"))

    assert failed == ("format",)
    assert capfd.readouterr().out.splitlines() == ["== format", "format speaks"]


def test_every_failure_beside_the_tests_is_named(capfd):
    beside = [says("types", 1), says("imports"), says("contracts", 2)]

    failed = run_all([], beside, says("tests", 1))

    assert failed == ("tests", "types", "contracts")
    assert "contracts speaks" in capfd.readouterr().out


def test_what_a_check_complains_about_is_shown(capfd):
    complaint = check("types", "import sys; sys.exit('line 3: wrong')")

    assert run_all([], [complaint], says("tests")) == ("types",)
    assert "== types\nline 3: wrong\n" in capfd.readouterr().out


def test_checks_beside_the_tests_start_before_these_end(tmp_path):
    mark = tmp_path / "mark"
    types = check("types", f"open({str(mark)!r}, 'w')")
    waits = f"import os, time\nwhile not os.path.exists({str(mark)!r}): time.sleep(.01)"

    assert run_all([], [types], check("tests", waits)) == ()


def test_a_check_does_not_outlive_an_interrupted_run(tmp_path, monkeypatch):
    number = tmp_path / "number"
    endless = check(
        "types",
        f"import os, time\nopen({str(number)!r}, 'w').write(str(os.getpid()))\n"
        "time.sleep(600)",
    )

    def interrupt(*_arguments, **_more):
        while not (number.exists() and number.read_text()):
            pass
        raise KeyboardInterrupt

    monkeypatch.setattr(checks.subprocess, "run", interrupt)
    with pytest.raises(KeyboardInterrupt):
        run_all([], [endless], says("tests"))

    with pytest.raises(ProcessLookupError):
        os.kill(int(number.read_text()), 0)


@pytest.mark.parametrize(("failed", "status"), [((), 0), (("mypy", "pytest"), 1)])
def test_the_last_line_names_what_failed(monkeypatch, capsys, failed, status):
    monkeypatch.setattr(checks, "run_all", lambda *_checks: failed)

    assert checks.main([]) == status
    assert capsys.readouterr().err == ("Failed: mypy, pytest\n" if failed else "")


def test_processes_are_tested_alone(monkeypatch):
    runs = []
    monkeypatch.setattr(checks, "run_all", lambda *asked: runs.append(asked) or ())

    assert checks.main(["processes"]) == 0
    assert runs == [((), (), checks.PROCESSES)]
    assert checks.PROCESSES.command[: len(checks.PYTEST)] == checks.TESTS.command


def test_checks_have_no_screen_and_write_what_they_compile():
    made = make_environment({"PYTHONDONTWRITEBYTECODE": "1", "LANG": "C"})

    assert made == {"LANG": "C", **checks.TEST_ENVIRONMENT}


def test_every_tool_has_its_check():
    names = [one.name for one in (*checks.FIRST, *checks.BESIDE, checks.TESTS)]

    assert names == ["ruff format", "ruff check", "mypy", "import-linter", "pytest"]
