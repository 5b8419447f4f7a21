"""Experiments in the window: the child, its progress, its results."""

import time

import pytest
from PyQt5.QtCore import Qt
from PyQt5.QtWidgets import QAction, QMessageBox

from engine.core.processes.status_file import StatusFile
from engine.experiments.experiment_folder import ExperimentFolder, Identity
from engine.experiments.progress import Progress
from gui.lab.experiments import experiment_watcher, experiment_window
from gui.lab.experiments.experiment_choice import ExperimentChoice
from gui.lab.experiments.experiment_labels import cost_text, progress_text
from gui.lab.experiments.experiment_window import ExperimentWindow
from gui.lab.experiments.figure_view import Picture
from gui.lab.experiments.results_view import ResultsView
from gui.settings.table import EXPERIMENTS_FOLDER, LANGUAGE
from tests.gui.driving import has_widget, press, status, widget
from tests.gui.lab.conftest import FAILS, WAITS
from tests.gui.lab.experiments.experiment_folders import CLAIMS, make_folder

PATIENCE_MS = 60_000

IDENTITY = Identity(experiment="ou-figure-9", scale="small", seed=3)


@pytest.fixture(autouse=True)
def often(monkeypatch):
    monkeypatch.setattr(experiment_watcher, "INTERVAL_SECONDS", 0.01)


@pytest.fixture
def show(qtbot, tmp_path):
    """Return a function that shows the window of the test's folder."""

    def build():
        choice = ExperimentChoice(identity=IDENTITY, folder=tmp_path / "run")
        window = ExperimentWindow(choice)
        qtbot.addWidget(window, before_close_func=ExperimentWindow.end)
        window.show()
        return window

    return build


def text_of(window, name):
    return widget(window, name).text()


def claims_of(window):
    model = widget(window, "experiment_claims").model()
    return [
        [model.index(row, column).data() for column in range(model.columnCount())]
        for row in range(model.rowCount())
    ]


def test_a_finished_experiment_shows_claims_and_figures(show, tmp_path, qtbot):
    make_folder(tmp_path / "run")

    window = show()

    qtbot.waitUntil(lambda: window.findChild(Picture) is not None, timeout=PATIENCE_MS)
    assert text_of(window, "experiment_status") == "Finished"
    assert claims_of(window)[0] == [
        *("Mean time of a move of MCTS", "about 7 s", "0.2 ± 0.1 s", "differs"),
        "Another machine and compiled code",
    ]
    assert widget(window, "experiment_report").isEnabled()
    assert not has_widget(window, "experiment_toggle")


@pytest.mark.parametrize(
    ("size", "way"), [((720, 504), Qt.Horizontal), ((2160, 504), Qt.Vertical)]
)
def test_a_figure_is_in_sight_whatever_the_number_of_claims(
    size, way, show, tmp_path, qtbot
):
    make_folder(tmp_path / "run", claims=20 * CLAIMS, size=size)

    window = show()
    qtbot.waitUntil(lambda: window.findChild(Picture) is not None, timeout=PATIENCE_MS)
    window.resize(1280, 680)

    picture = window.findChild(Picture)
    qtbot.waitUntil(
        lambda: picture.visibleRegion().boundingRect() == picture.rect(),
        timeout=PATIENCE_MS,
    )
    assert picture.height() > 160
    assert window.findChild(ResultsView).orientation() == way
    assert window.width() <= 1366
    assert window.height() <= 768


def test_progress_of_another_process_is_shown_and_cannot_be_stopped(
    show, tmp_path, qtbot
):
    folder = make_folder(tmp_path / "run", results=False)
    with StatusFile(folder, Progress()) as process:
        process.status = Progress(
            part="games", done=3, total=10, number=1, count=2, seconds_left=240.0
        )
        process.refresh()

        window = show()

        line = "Part 1 of 2: games · 3 of 10 games · about 4 min left"
        qtbot.waitUntil(
            lambda: text_of(window, "experiment_status") == line, timeout=PATIENCE_MS
        )
        assert not widget(window, "experiment_toggle").isEnabled()

    qtbot.waitUntil(
        lambda: text_of(window, "experiment_status") == "Stopped", timeout=PATIENCE_MS
    )
    assert text_of(window, "experiment_toggle") == "Resume"


def test_an_experiment_is_stopped_and_resumed(show, be, qtbot):
    be(WAITS)
    window = show()

    window.start()
    assert text_of(window, "experiment_status") == "Starting"
    press(window, "experiment_toggle")
    qtbot.waitUntil(lambda: not window.is_running, timeout=PATIENCE_MS)
    assert text_of(window, "experiment_status") == "Stopped"
    press(window, "experiment_toggle")

    assert window.is_running
    assert not has_widget(window, "experiment_failure")


def test_a_full_disk_is_one_sentence(show, be, qtbot):
    be(FAILS)
    window = show()

    window.start()

    qtbot.waitUntil(
        lambda: has_widget(window, "experiment_failure"), timeout=PATIENCE_MS
    )
    sentence = "The experiment stopped. The disk is full."
    assert text_of(window, "experiment_failure") == sentence
    assert text_of(window, "experiment_toggle") == "Resume"


def test_a_killed_child_is_one_sentence_and_its_progress_is_gone(
    show, be, tmp_path, qtbot
):
    folder = make_folder(tmp_path / "run", results=False)
    be(WAITS)
    window = show()
    window.start()
    with StatusFile(folder, Progress()) as process:
        process.status = Progress(part="games", done=3, total=10)
        process.refresh()
        qtbot.waitUntil(
            lambda: "3 of 10" in text_of(window, "experiment_status"),
            timeout=PATIENCE_MS,
        )
        left = (folder / "status.json").read_bytes()
    (folder / "status.json").write_bytes(left)

    window._process._process.kill()

    qtbot.waitUntil(
        lambda: has_widget(window, "experiment_failure"), timeout=PATIENCE_MS
    )
    assert "ended unexpectedly" in text_of(window, "experiment_failure")
    assert text_of(window, "experiment_status") == "Stopped"


@pytest.mark.parametrize("file", ["experiment.json", "results.json"])
def test_a_damaged_file_is_one_sentence_until_it_is_whole(show, tmp_path, qtbot, file):
    folder = make_folder(tmp_path / "run")
    whole = (folder / file).read_bytes()
    (folder / file).write_bytes(b"{")
    window = show()

    qtbot.waitUntil(
        lambda: has_widget(window, "experiment_damage"), timeout=PATIENCE_MS
    )
    assert f"{file}, which is damaged" in text_of(window, "experiment_damage")
    (folder / file).write_bytes(whole)

    qtbot.waitUntil(
        lambda: (
            not has_widget(window, "experiment_damage")
            and text_of(window, "experiment_status") == "Finished"
        ),
        timeout=PATIENCE_MS,
    )


def test_a_damaged_figure_is_one_sentence(show, tmp_path, qtbot):
    folder = make_folder(tmp_path / "run")
    (folder / "figure.png").write_bytes(b"\x89PNG\r\n\x1a\n broken")
    window = show()

    qtbot.waitUntil(
        lambda: has_widget(window, "experiment_figure_problem"), timeout=PATIENCE_MS
    )
    sentence = "figure.png is missing or damaged."
    assert text_of(window, "experiment_figure_problem") == sentence
    assert len(claims_of(window)) == 2


def test_closing_asks_while_the_experiment_runs(be, tmp_path, qtbot):
    be(WAITS)
    window = ExperimentWindow(ExperimentChoice(identity=IDENTITY, folder=tmp_path))
    window.show()
    window.start()

    window.close()
    assert window.isVisible()
    box = window.findChild(QMessageBox, "stop_question")
    assert "An experiment is still running." in box.text()

    with qtbot.waitSignal(window.closed, timeout=PATIENCE_MS):
        box.buttons()[0].click()


def test_the_menu_begins_an_experiment_and_the_program_asks_before_it_ends(
    program, settings, be, tmp_path, qtbot
):
    be(WAITS)
    settings[EXPERIMENTS_FOLDER] = tmp_path
    program.window.findChild(QAction, "experiments").trigger()
    press(program.window, "experiment_accept")
    (run,) = program.window.findChildren(ExperimentWindow)
    assert run.is_running

    program.window.close()
    assert program.window.isVisible()
    program.window.findChild(QMessageBox, "stop_question").buttons()[0].click()

    qtbot.waitUntil(lambda: not program.window.isVisible())
    assert program.shutdown()
    assert not run.is_running


@pytest.mark.qt_log_ignore("does not support")
def test_an_earlier_experiment_opens_once_and_follows_the_language(
    program, settings, tmp_path, qtbot
):
    folder = make_folder(tmp_path / "run")
    window = program.experiments.open(folder)
    assert program.experiments.open(folder) is window
    qtbot.waitUntil(lambda: window.findChild(Picture) is not None, timeout=PATIENCE_MS)

    settings[LANGUAGE] = "zh_CN"

    qtbot.waitUntil(lambda: text_of(window, "experiment_close") == "关闭")
    assert claims_of(window)[1][:4] == [
        "MCTS+CNN 对 MCTS 的得分率",
        "未给出",
        "未测量",
        "未定",
    ]
    settings[LANGUAGE] = "en"


@pytest.mark.qt_log_ignore("does not support")
def test_an_experiment_opened_again_while_it_stops_keeps_its_window(
    program, be, tmp_path, qtbot
):
    be(WAITS)
    window = program.experiments.open(make_folder(tmp_path / "run", is_finished=False))
    window.start()
    window.close()
    window.findChild(QMessageBox, "stop_question").buttons()[0].click()
    assert not window.isVisible()

    again = program.experiments.open(tmp_path / "run")
    assert text_of(window, "experiment_toggle") == "Stopping…"
    qtbot.waitUntil(lambda: not window.is_running, timeout=PATIENCE_MS)

    assert again is window
    assert text_of(window, "experiment_toggle") == "Resume"


@pytest.mark.parametrize("text", [None, "{"])
def test_a_folder_without_an_experiment_is_one_sentence(program, tmp_path, text):
    if text is not None:
        (tmp_path / "experiment.json").write_text(text)

    assert program.experiments.open(tmp_path) is None

    assert str(tmp_path) in status(program)


@pytest.mark.processes
def test_a_real_experiment_runs_to_its_end(qtbot, tmp_path):
    pytest.importorskip("matplotlib")
    identity = Identity(experiment="ou-figure-5", scale="smoke", seed=0)
    choice = ExperimentChoice(identity=identity, folder=tmp_path / "run")
    window = ExperimentWindow(choice)
    qtbot.addWidget(window)
    window.show()

    window.start()

    qtbot.waitUntil(
        lambda: text_of(window, "experiment_status") == "Finished",
        timeout=10 * PATIENCE_MS,
    )
    assert len(claims_of(window)) == 3
    assert ExperimentFolder(tmp_path / "run").read_identity() == identity
    window.end()


def test_time_and_work_are_said_as_far_as_they_are_known(qapp):
    progress = Progress(
        **{"part": "a", "kind": "searches", "done": 1, "total": 2, "count": 1},
        **{"seconds_left": 30.0, "is_least": True, "updated": time.time()},
    )

    assert progress_text(Progress()) == "Starting"
    assert progress_text(progress) == (
        "1 of 2 searches · less than a minute left, later parts not counted"
    )
    assert cost_text("paper", None) == "as long as it takes"


SAVES_SLOWLY = """
import sys
import time
from pathlib import Path
folder = Path(sys.argv[sys.argv.index("--out") + 1])
folder.mkdir(parents=True)
(folder / "begun").touch()
sys.stdin.read()
time.sleep(0.5)
(folder / "saved").touch()
"""
"""A process that needs half a second to save its work."""


@pytest.fixture
def saves_slowly(be, monkeypatch):
    """Let the process save its work more slowly than others may end."""
    monkeypatch.setattr(experiment_window, "END_MS", 50)
    be(SAVES_SLOWLY)


@pytest.mark.parametrize(
    ("experiment", "is_saved"), [("ou-figure-6", True), ("ou-figure-9", False)]
)
@pytest.mark.usefixtures("saves_slowly")
def test_an_experiment_that_trains_has_time_to_save_its_work(
    qtbot, tmp_path, experiment, is_saved
):
    identity = Identity(experiment=experiment, scale="small", seed=3)
    folder = tmp_path / "run"
    window = ExperimentWindow(ExperimentChoice(identity=identity, folder=folder))
    qtbot.addWidget(window)
    window.start()
    qtbot.waitUntil((folder / "begun").exists, timeout=PATIENCE_MS)

    window.end()

    assert (folder / "saved").exists() is is_saved
