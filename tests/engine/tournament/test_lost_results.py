"""Folders of matches that have lost results."""

import pytest

from engine.tournament.run import Run
from engine.tournament.run_monitor import RunMonitor
from tests.engine.tournament.plans import make_plan

pytestmark = [pytest.mark.slow, pytest.mark.processes]


class Listener(RunMonitor):
    """Notes the warnings."""

    def __init__(self):
        self.warnings = []

    def warn(self, warning):
        self.warnings.append(warning)


def test_lost_results_are_played_again_with_one_warning(tmp_path):
    plan = make_plan(games=4)
    whole = Run(plan, tmp_path, resume=False).play(RunMonitor())
    games = tmp_path / "games.jsonl"
    first, second, _, last = games.read_bytes().splitlines(keepends=True)
    games.write_bytes(b"".join([first, second[9:], last]))
    listener = Listener()

    state = Run(plan, tmp_path, resume=True).play(listener)

    assert listener.warnings == [
        f"Results of finished games that are lost or damaged in {games}: 2. The games "
        "are played again."
    ]
    assert [r.winner for r in state.results] == [r.winner for r in whole.results]
