"""Simulations in phases."""

import pytest

from gui.inside.phases import CHOSEN, list_phases


@pytest.fixture
def later(stepper):
    """Return a simulation that selects by the formula first."""
    stepper.skip(40)
    return stepper.step()


def kinds(trace):
    return [phase.kind for phase in list_phases(trace, "playout")]


def test_a_simulation_selects_expands_evaluates_and_backs_up(qapp, later):
    depth = len(later.selections)

    assert depth == 2
    assert kinds(later) == ["select", "select", "expand", "evaluate", "back_up"]


def test_the_selected_move_is_marked_with_its_formula(qapp, later):
    phase = list_phases(later, "playout")[0]

    lines = phase.text.splitlines()
    marked = [line for line in lines if line.startswith(CHOSEN)]
    best = phase.scores[0]
    assert phase.chosen == best[0] == later.line[0]
    assert len(marked) == 1
    assert marked[0].endswith(f"= {best[1]:.3f}")
    assert "w + C·√(2·ln N′ / N)" in lines[1]  # noqa: RUF001
    assert list(phase.scores) == sorted(phase.scores, key=lambda one: -one[1])


def test_a_new_move_comes_before_the_formulas(qapp, later):
    phase = list_phases(later, "playout")[1]

    assert "does not have" in phase.text
    assert phase.chosen == later.line[1]
    assert phase.line == later.line[:1]


def test_the_evaluation_has_the_value_and_its_source(qapp, later):
    evaluate = list_phases(later, "playout")[-2]

    assert evaluate.title == "Simulation 41: evaluate"
    assert "A random game" in evaluate.text
    rate = 50 + 50 * later.value
    assert f"win rate of {rate:.1f} %" in evaluate.text


def test_the_back_up_has_the_values_before_and_after(qapp, later):
    text = list_phases(later, "playout")[-1].text

    lines = text.splitlines()[1:]
    assert len(lines) == 3
    assert "N 0 → 1" in lines[0]
    assert "N 40 → 41" in lines[2]
    assert "Root" in lines[2]


def test_every_simulation_of_a_search_can_be_shown(qapp, stepper):
    found = set()
    for _ in range(300):
        trace = stepper.step()
        phases = list_phases(trace, "playout")
        found.add(trace.ending)
        assert phases[-1].kind == "back_up"
        assert phases[-1].line == trace.line
    assert "evaluated" in found
