"""The number of threads of a search by the settings."""

import pytest

from gui.dialogs.settings_dialog.controls import OptionalNumberBox
from gui.settings import search_threads
from gui.settings.search_threads import (
    SEARCH_THREADS,
    automatic_threads,
    resolve_threads,
)


@pytest.fixture
def box(qtbot, settings):
    """Return the field of the settings dialog."""
    box = OptionalNumberBox(SEARCH_THREADS, settings)
    qtbot.addWidget(box)
    return box


@pytest.mark.parametrize(
    ("processors", "threads"), [(1, 1), (2, 1), (3, 1), (4, 2), (16, 4), (64, 4)]
)
def test_the_program_takes_half_of_the_processors_up_to_four(processors, threads):
    assert automatic_threads(processors) == threads


def test_a_profile_adapts_to_another_computer(settings, monkeypatch):
    found = []
    for chosen in (None, 6):
        settings[SEARCH_THREADS] = chosen
        for processors in (4, 7):
            monkeypatch.setattr(search_threads, "PROCESSORS", processors)
            found.append(resolve_threads(settings[SEARCH_THREADS]))

    assert found == [2, 3, 4, 6]
    assert settings.damaged == ()


def test_a_step_below_one_leaves_the_number_to_the_program(box, settings):
    box.setValue(1)
    chosen, shown = settings[SEARCH_THREADS], box.text()

    box.stepDown()

    assert (chosen, shown) == (1, "1")
    assert settings[SEARCH_THREADS] is None
    assert box.text() == f"Automatic ({resolve_threads(None)})"
