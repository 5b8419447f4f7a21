"""The ``start_desktop`` fixture: the program on a screen of its own."""

from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.desktop.desktop import Desktop, missing_tools

_failed = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Remember a failure, so that the fixture can keep its evidence."""
    report = yield
    if report.when == "call":
        item.stash[_failed] = report.failed
    return report


@pytest.fixture
def start_desktop(
    request: pytest.FixtureRequest, tmp_path: Path
) -> Iterator[Callable[..., Desktop]]:
    """Return a function that starts a desktop, with the arguments of ``Desktop``.

    Each desktop ends with the test. Of a failed test a picture, the log and the
    output are kept.
    """
    lacking = missing_tools()
    if lacking:
        pytest.skip(f"a desktop needs {', '.join(lacking)}, which this machine lacks")
    desktops: list[Desktop] = []
    with ExitStack() as stack:

        def start(**options: Any) -> Desktop:
            folder = tmp_path / f"desktop-{len(desktops) + 1}"
            desktop = stack.enter_context(Desktop(folder, **options))
            desktops.append(desktop)
            return desktop

        yield start
        if request.node.stash.get(_failed, False):
            for number, desktop in enumerate(desktops, 1):
                desktop.keep_evidence(f"failed-{request.node.name}-{number}")
