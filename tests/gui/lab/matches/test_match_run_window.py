"""The window of a run: tables, figures, games to open, stop and resume."""

import json
from dataclasses import replace

import pytest
from PyQt5 import sip
from PyQt5.QtCore import QEvent, Qt
from PyQt5.QtGui import QDesktopServices
from PyQt5.QtWidgets import QApplication, QLabel, QMessageBox, QTableView

from engine.tournament.results import SideUsage
from engine.tournament.run_state import read_run
from gui.lab.matches import match_run_watcher
from gui.lab.matches.match_run_window import MatchRunWindow
from gui.text import languages
from tests.gui.driving import has_widget, press, widget
from tests.gui.lab.conftest import has_result, result_of, tiny_choice

PATIENCE_MS = 120_000


@pytest.fixture(autouse=True)
def often(monkeypatch):
    monkeypatch.setattr(match_run_watcher, "INTERVAL_SECONDS", 0.01)


@pytest.fixture
def show(qtbot):
    """Return a function that shows the window of a folder after its first state."""
    windows = []

    def open_window(folder):
        window = MatchRunWindow(folder.path)
        windows.append(window)
        window.show()
        qtbot.waitUntil(lambda: bool(widget(window, "run_title").text()))
        return window

    yield open_window
    for window in windows:
        if not sip.isdeleted(window):
            window.end()
            window.close()


def rows(window, name):
    model = window.findChild(QTableView, name).model()
    return [
        [model.index(row, column).data() for column in range(model.columnCount())]
        for row in range(model.rowCount())
    ]


def test_a_match_shows_score_elo_and_every_game(show, make_run):
    results = [
        result_of(1, first=0, winner=0),
        result_of(2, first=1, winner=0),
        result_of(3, first=0, winner=1, reason="time"),
    ]

    window = show(make_run(results=results))

    title = "Plain UCT, level 1 – Minimax, level 1"  # noqa: RUF001
    assert widget(window, "run_title").text() == title
    assert widget(window, "run_score").text() == "2 : 1"
    assert widget(window, "run_elo").text() == "+120"
    assert widget(window, "run_faults").text() == "1 : 0"
    assert widget(window, "run_progress").text() == "3 of 4 games, stopped"
    assert not has_widget(window, "run_test")
    games = rows(window, "run_games")
    assert [row[0] for row in games] == ["3", "2", "1"]
    assert games[0][3:5] == ["0 : 1", "out of time"]
    assert [row[1] for row in rows(window, "run_engines")] == [
        "Plain UCT, level 1",
        "Minimax, level 1",
    ]


def test_time_and_nodes_of_a_move_have_their_units(show, make_run):
    usage = (SideUsage(moves=4, seconds=2.0, nodes=6000), SideUsage(moves=4, seconds=1))
    result = replace(result_of(1, first=0, winner=0), usage=usage)

    window = show(make_run(results=[result]))

    texts = [row[-1] for row in rows(window, "run_engines")]
    assert texts == ["0.50 s, 1.5k nodes", "0.25 s"]


def test_an_external_program_is_shown_by_its_name(show, make_run):
    choice = tiny_choice(engines=("cmd{name=Ext}:prog --deep", "minimax:1"))

    window = show(make_run(choice, [result_of(1, first=0, winner=0)]))

    assert widget(window, "run_title").text() == "Ext – Minimax, level 1"  # noqa: RUF001
    assert rows(window, "run_engines")[0][1] == "Ext"
    assert rows(window, "run_games")[0][1:3] == ["Ext", "Minimax, level 1"]


def test_a_sequential_test_is_shown_with_its_hypotheses(show, make_run):
    window = show(make_run(tiny_choice(has_test=True)))

    assert widget(window, "run_test").text() == "Undecided"
    assert "(−2.94 to 2.94)" in widget(window, "run_test_note").text()  # noqa: RUF001


def test_a_tournament_shows_points_against_each_other_engine(show, make_run):
    choice = tiny_choice(engines=("uct-plain:1", "minimax:1", "uct:1"), games=2)

    window = show(make_run(choice, [result_of(1, first=0, winner=None)]))

    table = {row[1]: row for row in rows(window, "run_engines")}
    assert table["1. Plain UCT, level 1"][5:8] == ["", "½/1".replace("½", "0.5"), "–"]  # noqa: RUF001
    assert not has_widget(window, "run_score")


def test_the_engines_of_a_tournament_take_the_width_of_their_table(show, make_run):
    choice = tiny_choice(engines=("uct-plain:1", "minimax:1", "uct:1"), games=2)
    window = show(make_run(choice, [result_of(1, first=0, winner=None)]))
    view = widget(window, "run_engines")

    for width in (1200, 1300):
        window.resize(width, window.height())
        QApplication.processEvents()

        assert view.horizontalHeader().length() == view.viewport().width()


def test_ratings_show_why_they_ended(show, make_run):
    folder = make_run()
    plan = replace(folder.plan(), kind="ratings", games=400, error=100.0, name="")
    (folder.path / "plan.json").write_text(plan.to_json(), encoding="utf-8")
    pairs = '{"one": 0, "other": 1}\n' * 60
    folder.schedule.write_text(pairs, encoding="utf-8")
    lines = [
        result_of(n, first=(n + 1) % 2, winner=n // 2 % 2).to_line() + "\n"
        for n in range(1, 121)
    ]
    folder.games.write_text("".join(lines), encoding="utf-8")

    window = show(folder)

    assert widget(window, "run_title").text() == "Ratings of 2 engines"
    assert widget(window, "run_progress").text() == (
        "120 of 400 games; the ratings are as exact as asked for"
    )


def test_games_that_end_meanwhile_appear(show, make_run, qtbot):
    folder = make_run()
    window = show(folder)

    with folder.games.open("a") as file:
        file.write(result_of(1, first=0, winner=0).to_line() + "\n")

    qtbot.waitUntil(lambda: len(rows(window, "run_games")) == 1)


def test_a_finished_match_cannot_be_resumed(show, make_run):
    results = [result_of(n, first=(n + 1) % 2, winner=0) for n in (1, 2, 3, 4)]

    window = show(make_run(results=results))

    assert not has_widget(window, "run_toggle")
    assert widget(window, "run_progress").text() == "4 of 4 games, finished"


def test_a_game_is_opened_by_its_record(show, make_run, qtbot):
    folder = make_run(results=[result_of(1, first=0, winner=0)])
    window = show(folder)
    view = window.findChild(QTableView, "run_games")

    with qtbot.waitSignal(window.record_requested) as opened:
        view.setCurrentIndex(view.model().index(0, 0))
        qtbot.keyClick(view, Qt.Key_Return)

    assert opened.args == [folder.record(1)]


def test_the_report_opens_when_there_is_one(show, make_run, monkeypatch):
    folder = make_run()
    opened = []
    monkeypatch.setattr(
        QDesktopServices, "openUrl", lambda url: not opened.append(url.toLocalFile())
    )
    window = show(folder)
    assert not widget(window, "run_report").isEnabled()

    (folder.path / "report.html").write_text("<p>")
    press(window, "run_folder")
    QApplication.sendEvent(window, QEvent(QEvent.LanguageChange))
    press(window, "run_report")

    assert opened == [str(folder.path), str(folder.path / "report.html")]


def test_the_buttons_are_seen_on_a_low_screen(show, make_run, qtbot):
    window = show(make_run())
    title = widget(window, "run_title")
    qtbot.waitUntil(lambda: title.height() > 0)

    window.resize(670, 340)

    assert window.height() == 340
    close = widget(window, "run_close")
    assert close.geometry().bottom() < 340
    assert title.height() >= title.sizeHint().height()


def test_what_the_system_cannot_open_is_one_sentence(show, make_run, monkeypatch):
    folder = make_run()
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda _url: False)
    window = show(folder)

    press(window, "run_folder")

    expected = f"The system cannot open {folder.path}."
    assert widget(window, "run_problem").text() == expected


def test_a_damaged_folder_is_one_sentence(qtbot, tmp_path):
    (tmp_path / "plan.json").write_text("{}")
    window = MatchRunWindow(tmp_path)
    qtbot.addWidget(window)
    window.show()

    qtbot.waitUntil(lambda: has_widget(window, "run_problem"))
    assert "plan" in widget(window, "run_problem").text()
    assert not widget(window, "run_toggle").isEnabled()
    window.end()


def test_lost_results_are_one_sentence_in_both_languages(show, make_run, qapp):
    folder = make_run(results=[result_of(1, first=0, winner=0)])
    ended = [json.dumps({"kind": "game_ended", "number": n}) for n in (1, 2)]
    folder.events.write_text("\n".join([*ended, ""]))
    window = show(folder)

    assert f"{folder.games}: 1." in widget(window, "run_warning").text()
    languages.apply(qapp, "zh_CN")

    assert "对局结果数：1" in widget(window, "run_warning").text()


def test_a_chinese_label_has_no_space_after_a_chinese_name(show, make_run, qapp):
    languages.apply(qapp, "zh_CN")
    window = show(make_run())

    titles = {label.text() for label in window.findChildren(QLabel)}

    assert "基本 UCT 1 级的得分" in titles


@pytest.mark.processes
def test_a_run_is_played_stopped_and_resumed_from_the_window(show, make_run, qtbot):
    folder = make_run(tiny_choice(games=500))
    window = show(folder)
    toggle = widget(window, "run_toggle")
    assert toggle.text() == "Resume"

    press(window, "run_toggle")
    assert toggle.text() == "Stop"
    qtbot.waitUntil(lambda: len(rows(window, "run_games")) > 1, timeout=PATIENCE_MS)
    press(window, "run_toggle")
    assert toggle.text() == "Stopping…"
    qtbot.waitUntil(lambda: toggle.text() == "Resume", timeout=PATIENCE_MS)
    before = len(read_run(folder.path).results)
    press(window, "run_toggle")

    qtbot.waitUntil(lambda: has_result(folder, before + 1), timeout=PATIENCE_MS)
    assert toggle.text() == "Stop"


@pytest.mark.usefixtures("stand_in")
def test_closing_asks_and_then_stops_the_match(show, make_run, qtbot):
    folder = make_run(tiny_choice(games=500))
    window = show(folder)
    window.start()
    qtbot.waitUntil(lambda: has_result(folder), timeout=PATIENCE_MS)

    window.close()
    assert window.isVisible()
    assert window.is_running
    box = window.findChild(QMessageBox, "stop_question")
    assert "resumed later" in box.informativeText()
    box.reject()
    assert window.is_running
    window.close()
    box = next(
        box
        for box in window.findChildren(QMessageBox, "stop_question")
        if box.isVisible()
    )
    with qtbot.waitSignal(window.closed, timeout=PATIENCE_MS):
        box.buttons()[0].click()

    assert not read_run(folder.path).is_finished


@pytest.mark.processes
def test_a_failure_of_the_process_is_shown(show, make_run, qtbot):
    folder = make_run()
    window = show(folder)
    (folder.path / "plan.json").write_text("{}")

    window.start()

    qtbot.waitUntil(lambda: has_widget(window, "run_problem"), timeout=PATIENCE_MS)
    assert widget(window, "run_problem").text().startswith("The match stopped.")
