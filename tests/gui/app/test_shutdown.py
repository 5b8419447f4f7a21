"""The end of the program: the order in which its parts end."""

from dataclasses import replace

import pytest


class Part:
    """A part of the program that records what it is asked for."""

    def __init__(self, name, calls):
        self._name, self._calls = name, calls
        self.runs = self

    def stop(self):
        self._calls.append(f"{self._name} stops")

    def end(self):
        self._calls.append(f"{self._name} ends")


@pytest.fixture
def calls(program):
    """Return the order in which the parts of a program end."""
    calls = []
    names = ("matches", "training", "experiments", "autosave")
    parts = {name: Part(name, calls) for name in names}

    assert replace(program, **parts).shutdown()

    return calls


def test_games_are_saved_before_processes_are_waited_for(calls):
    assert calls[0] == "autosave ends"


def test_all_processes_are_stopped_before_one_is_waited_for(calls):
    assert calls[1:4] == ["matches stops", "training stops", "experiments stops"]
    assert calls[4:] == ["matches ends", "training ends", "experiments ends"]
