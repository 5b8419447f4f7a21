"""The form of an experiment: what can be chosen, and what it costs."""

import sys

import pytest
from PyQt5.QtWidgets import QRadioButton, QTreeWidget

from engine.experiments import packages
from engine.experiments.catalogue import EXPERIMENTS
from gui.lab.experiments import work_counter
from gui.lab.experiments.experiment_dialog import ExperimentDialog
from gui.lab.experiments.work_counter import WorkCounter
from tests.gui.driving import widget
from tests.gui.lab.conftest import LockedPath

PATIENCE_MS = 60_000


@pytest.fixture
def form(qtbot, tmp_path):
    dialog = ExperimentDialog(folder=tmp_path, ask_folder=lambda *_: None)
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def test_the_form_lists_every_experiment_with_its_paper(form):
    view = form.findChild(QTreeWidget, "experiment_list")

    rows = [view.topLevelItem(at) for at in range(view.topLevelItemCount())]

    assert len(rows) == 12
    assert rows[0].text(0) == "ou-figure-5"
    assert all(row.text(1) and row.text(2)[0].isupper() for row in rows)


def test_the_form_names_the_work_of_each_scale(form, qtbot):
    button = form.findChild(QRadioButton, "experiment_small")

    qtbot.waitUntil(lambda: "searches: 100" in button.text(), timeout=PATIENCE_MS)

    assert "an hour of one core" in button.text()


def test_an_experiment_that_cannot_be_counted_leaves_the_others_their_numbers(
    monkeypatch, qtbot, caplog
):
    first, *others = EXPERIMENTS

    def count(experiment, scale):
        if experiment is first:
            raise ModuleNotFoundError("No module named 'matplotlib'")
        return ()

    monkeypatch.setattr(work_counter, "list_work", count)
    counter, counted = WorkCounter(), set()
    counter.counted.connect(lambda name, scale, parts: counted.add(name))

    counter.start()

    names = {experiment.name for experiment in others}
    qtbot.waitUntil(lambda: counted == names, timeout=PATIENCE_MS)
    counter.stop()
    assert f"{first.name} could not be counted" in caplog.text


def test_the_form_makes_a_command(form, tmp_path):
    view = form.findChild(QTreeWidget, "experiment_list")
    view.setCurrentItem(view.topLevelItem(4))
    widget(form, "experiment_smoke").setChecked(True)
    widget(form, "experiment_seed").setValue(7)

    assert form.choice.to_arguments() == [
        *("experiment", "ou-figure-9", "--scale", "smoke", "--seed", "7"),
        *("--out", str(tmp_path / "ou-figure-9-smoke"), "--resume"),
    ]


def test_a_name_that_exists_is_refused_while_one_types(form, tmp_path, qtbot):
    (tmp_path / "old").mkdir()
    name = widget(form, "experiment_name")
    name.clear()

    qtbot.keyClicks(name, "old")

    assert "exists already" in widget(form, "experiment_problem").text()
    assert not widget(form, "experiment_accept").isEnabled()


def test_a_folder_without_permission_is_one_sentence(qtbot, tmp_path):
    dialog = ExperimentDialog(folder=LockedPath(tmp_path), ask_folder=lambda *_: None)
    qtbot.addWidget(dialog)
    dialog.show()

    assert "it is not permitted" in widget(dialog, "experiment_problem").text()
    assert not widget(dialog, "experiment_accept").isEnabled()


def test_a_name_that_is_too_long_is_one_sentence(form, qtbot):
    name = widget(form, "experiment_name")
    name.clear()

    qtbot.keyClicks(name, 300 * "a")

    assert "the name is too long" in widget(form, "experiment_problem").text()
    assert not widget(form, "experiment_accept").isEnabled()


def test_a_name_outside_the_folder_is_one_sentence(form, qtbot):
    name = widget(form, "experiment_name")
    name.clear()

    qtbot.keyClicks(name, "../a")

    assert "without any of" in widget(form, "experiment_problem").text()
    assert not widget(form, "experiment_accept").isEnabled()


def test_missing_packages_are_one_sentence_in_the_form(monkeypatch, qtbot, tmp_path):
    monkeypatch.setattr(packages, "find_spec", lambda _: None)
    dialog = ExperimentDialog(folder=tmp_path, ask_folder=lambda *_: None)
    qtbot.addWidget(dialog)
    dialog.show()

    assert "found no matplotlib; install" in widget(dialog, "experiment_problem").text()
    assert not widget(dialog, "experiment_accept").isEnabled()


def test_a_package_says_how_to_run_experiments(monkeypatch, qtbot, tmp_path):
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    dialog = ExperimentDialog(folder=tmp_path, ask_folder=lambda *_: None)
    qtbot.addWidget(dialog)
    dialog.show()

    assert "run them from the sources" in widget(dialog, "experiment_problem").text()
    assert widget(dialog, "experiment_open").isEnabled()


def test_nothing_is_emitted_after_the_form_is_hidden(form, qtbot):
    button = form.findChild(QRadioButton, "experiment_small")
    qtbot.waitUntil(lambda: "searches: 100" in button.text(), timeout=PATIENCE_MS)

    form.hide()
    seen = []
    form._counter.counted.connect(lambda *found: seen.append(found))
    qtbot.waitUntil(lambda: not form._counter._thread.is_alive(), timeout=PATIENCE_MS)
    qtbot.wait(10)

    assert not seen
