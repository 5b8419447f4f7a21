"""Nodes of alpha-beta in phases."""

import pytest

from engine.search.inspection import WindowNode
from gui.inside.alpha_beta_phases import list_alpha_beta_phases
from gui.inside.alpha_beta_text import explain_closing
from gui.inside.columns import bound_text, window_number
from gui.inside.tree_item import find_best_line


def phases_of(stepper, count):
    return [
        phase for _ in range(count) for phase in list_alpha_beta_phases(stepper.step())
    ]


def node(**changes):
    given = {"entry": 1, "move": None, "alpha": -10, "beta": 20, "depth": 2}
    return WindowNode(**given, **changes)


def test_a_search_begins_with_an_iteration_and_its_first_move(qapp, alpha_beta):
    first, second, third = phases_of(alpha_beta, 1)[:3]

    assert first.title == "Iteration of depth 1"
    assert second.title.startswith("Node 1: visit ")
    assert third.title.startswith("Node 1: leave ")
    assert second.line == third.line
    assert "No depth is left" in third.text


def test_cutoffs_are_explained_with_their_numbers(qapp, alpha_beta):
    alpha_beta.skip(60)

    cutoffs = [one for one in phases_of(alpha_beta, 200) if "cutoff" in one.title]

    assert cutoffs
    assert "≥ β = " in cutoffs[0].text


def test_a_second_search_is_called_so(qapp, alpha_beta):
    titles = [phase.title for phase in phases_of(alpha_beta, 400)]

    assert any(title.endswith("again") for title in titles)


def test_every_node_has_a_phase(qapp, alpha_beta):
    for _ in range(300):
        assert list_alpha_beta_phases(alpha_beta.step())


@pytest.mark.parametrize(
    ("value", "text"),
    [(5, "5"), (20, "≥ 20"), (-10, "≤ −10"), (None, "–")],  # noqa: RUF001
)
def test_bounds_follow_from_the_window(value, text):
    assert bound_text(node(value=value)) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [(-1234, "−1,234"), (29_995, "win"), (-29_995, "loss"), (31_000, "∞")],  # noqa: RUF001
)
def test_proven_values_and_open_windows_are_words_and_signs(value, text):
    assert window_number(value) == text


@pytest.mark.parametrize(
    ("closing", "value", "start"),
    [
        ("cutoff", 30, "Cutoff: 30 ≥ β = 20"),
        ("searched", -15, "All moves were searched; none"),
        ("searched", 5, "All moves were searched; the best"),
        ("proven", 29_995, "The winner"),
        ("evaluated", 5, "No depth is left"),
        ("pruned", 40, "Decided without"),
        ("open", None, "The node is being searched"),
    ],
)
def test_each_reason_has_a_sentence(closing, value, start):
    assert explain_closing(node(closing=closing, value=value)).startswith(start)


def test_the_best_line_follows_the_values(qapp, recorded):
    iteration = [one for one in recorded.iterations if one.value is not None][-1]

    line = find_best_line(recorded, iteration, 12)

    replies = {one.move: one for one in recorded.children(iteration)}
    assert replies[line[0]].value == -iteration.value
    assert len(line) >= iteration.depth - 1
    assert find_best_line(recorded, iteration, 1) == line[:1]
