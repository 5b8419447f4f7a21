"""The watcher of a run folder: what is new, half lines, damaged folders."""

import pytest

from gui.lab.matches import match_run_watcher
from gui.lab.matches.match_run_watcher import MatchRunWatcher
from tests.gui.lab.conftest import result_of


@pytest.fixture(autouse=True)
def often(monkeypatch):
    monkeypatch.setattr(match_run_watcher, "INTERVAL_SECONDS", 0.01)


@pytest.fixture
def watch(qtbot):
    """Return a function that watches a folder, and the states so far."""
    watchers = []

    def start(path):
        states, failures = [], []
        watcher = MatchRunWatcher(path)
        watcher.state_changed.connect(states.append)
        watcher.failed.connect(failures.append)
        watchers.append(watcher)
        watcher.start()
        return states, failures

    yield start
    for watcher in watchers:
        watcher.stop()


def test_the_first_state_has_the_finished_games(watch, make_run, qtbot):
    folder = make_run(results=[result_of(1, first=0, winner=0)])

    states, _ = watch(folder.path)

    qtbot.waitUntil(lambda: bool(states))
    assert [result.number for result in states[0].results] == [1]


def test_new_games_are_reported_when_their_line_is_complete(watch, make_run, qtbot):
    folder = make_run()
    states, _ = watch(folder.path)
    qtbot.waitUntil(lambda: bool(states))
    line = result_of(1, first=0, winner=None).to_line() + "\n"

    with folder.games.open("a", encoding="utf-8") as file:
        file.write(line[:30])
        file.flush()
        qtbot.waitUntil(lambda: len(states) == 2)
        file.write(line[30:])

    qtbot.waitUntil(lambda: bool(states[-1].results))
    assert not states[1].results


def test_nothing_is_reported_while_nothing_changes(watch, make_run, qtbot):
    folder = make_run(results=[result_of(1, first=0, winner=0)])
    states, _ = watch(folder.path)
    qtbot.waitUntil(lambda: bool(states))

    qtbot.wait(100)

    assert len(states) == 1


@pytest.mark.parametrize("content", [None, "{}", "no plan"])
def test_a_folder_without_a_plan_is_a_failure_in_a_sentence(
    watch, tmp_path, qtbot, content
):
    if content is not None:
        (tmp_path / "plan.json").write_text(content)

    states, failures = watch(tmp_path)

    qtbot.waitUntil(lambda: bool(failures))
    assert str(tmp_path) in failures[0]
    assert not states
