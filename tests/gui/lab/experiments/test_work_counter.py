"""The counter of the work of experiments, in its thread."""

from PyQt5 import sip

from gui.lab.experiments import work_counter
from gui.lab.experiments.work_counter import WorkCounter


def test_a_counter_that_is_deleted_while_it_counts_reports_nothing(monkeypatch):
    counter = WorkCounter()
    counted = []

    def count(experiment, scale):
        counted.append((experiment, scale))
        counter.stop()
        sip.delete(counter)
        return ()

    monkeypatch.setattr(work_counter, "list_work", count)

    counter._run()

    assert len(counted) == 1
