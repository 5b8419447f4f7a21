"""The curves of a run: their texts and colours follow the window."""

import pytest
from PyQt5.QtWidgets import QApplication, QLabel
from pyqtgraph import ErrorBarItem

from engine.training.run.curves import Curve, Panel
from gui.lab.training.curve_grid import CurveGrid
from gui.style import theme
from gui.style.theme import DARK, LIGHT
from gui.text import languages
from gui.widgets.plot import Plot

PANEL = Panel(
    title="Policy loss over steps",
    across="step",
    unit="nats",
    curves=[
        Curve(name="validation", x=[0, 60, 120], y=[4.0, 3.5, 3.0]),
        Curve(name="training", x=[0, 60, 120], y=[3.9, 3.2, 2.5]),
    ],
    level=3.6,
)


@pytest.fixture
def grid(qtbot):
    made = CurveGrid()
    qtbot.addWidget(made)
    made.show_panels([PANEL])
    made.show()
    return made


def texts(grid):
    return [label.text() for label in grid.findChildren(QLabel)]


def drawn(grid):
    """Return the items that the plot shows: curves, and the line of the level."""
    return grid.findChild(Plot).plot.items


def colours(grid):
    """Return the colours of the curves."""
    curves = grid.findChild(Plot).plot.listDataItems()
    return [curve.opts["pen"].color().name() for curve in curves]


def test_the_legend_names_the_curves_with_their_newest_figures(grid):
    assert texts(grid) == [
        "Policy loss · steps",
        *("held-out games 3", "training games 2.5"),
    ]


def test_a_single_generation_has_a_single_whole_label(qtbot):
    grid = CurveGrid()
    qtbot.addWidget(grid)
    curve = Curve(name="validation", x=[1], y=[4.0])

    grid.show_panels(
        [Panel(title="Score", across="generation", unit="", curves=[curve])]
    )

    axis = grid.findChild(Plot).plot.getAxis("bottom")
    assert [label for level in axis._tickLevels for _, label in level] == ["1"]


def test_intervals_of_points_end_at_none_and_all_of_them(qtbot):
    grid = CurveGrid()
    qtbot.addWidget(grid)
    curve = Curve(
        name="uct-plain", x=[0, 2], y=[0.0, 0.9], errors=[0.3, 0.3], least=0.0, most=1.0
    )

    grid.show_panels(
        [Panel(title="Score", across="generation", unit="", curves=[curve])]
    )

    [bars] = [item for item in drawn(grid) if isinstance(item, ErrorBarItem)]
    box = bars.boundingRect()
    assert (box.top(), box.bottom()) == pytest.approx((0.0, 1.0))


def test_texts_follow_the_language(grid):
    languages.apply(QApplication.instance(), "zh_CN")

    assert texts(grid) == ["策略损失 · 步", "验证对局 3", "训练对局 2.5"]


def test_curves_follow_the_theme(grid, qapp):
    light = colours(grid)

    theme.apply(qapp, DARK)

    assert light == [LIGHT.accent, LIGHT.danger]
    assert colours(grid) == [DARK.accent, DARK.danger]


def test_the_edges_of_curves_are_smooth(grid):
    curves = grid.findChild(Plot).plot.listDataItems()

    assert [curve.opts["antialias"] for curve in curves] == [True, True]


def test_curves_are_drawn_again_only_for_another_look(grid, qtbot):
    before = drawn(grid)[:]

    grid.show_panels([PANEL])
    theme.apply(QApplication.instance(), LIGHT, scale=1.5)
    qtbot.wait(10)

    assert drawn(grid) == before
