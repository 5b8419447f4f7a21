"""Progress of a run in words."""

import json

from engine.tournament.run_state import GAME_STARTED, read_run
from gui.lab.matches.match_run_summary import MatchRunSummary
from tests.gui.driving import widget


def test_engines_are_prepared_until_the_first_game_begins(qtbot, make_run):
    folder = make_run()
    summary = MatchRunSummary()
    qtbot.addWidget(summary)
    summary.show()
    texts = []

    for events in ([], [{"kind": GAME_STARTED, "number": 1}]):
        lines = "".join(json.dumps(event) + "\n" for event in events)
        folder.events.write_text(lines, encoding="utf-8")
        summary.show_state(read_run(folder.path), is_running=True)
        texts.append(widget(summary, "run_progress").text())

    assert texts == ["0 of 4 games; the engines are being prepared", "0 of 4 games"]
