"""Plots of curves: PNG and SVG of all panels of a run."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, StrMethodFormatter

from engine.training.run.curves import Curve, Panel

COLUMNS = 2
"""Panels side by side."""

WIDTH, HEIGHT = 5.5, 3.2
"""Size of a panel in inches."""

MARGIN = 0.16
"""Space below the last row and above the first, relative to a row's height."""

RESOLUTION = 100
"""Dots per inch of the PNG."""

MANY_POINTS = 60
"""Number of points above which a curve has no markers."""


def draw_panels(panels: Sequence[Panel]) -> dict[str, bytes]:
    """Return one image of all panels per format, by file suffix."""
    rows = -(-len(panels) // COLUMNS)
    figure = Figure(figsize=(COLUMNS * WIDTH, rows * HEIGHT))
    FigureCanvasAgg(figure)
    # Fixed margins: a tight layout takes three times as long.
    margin = MARGIN / rows
    figure.subplots_adjust(
        left=0.08, right=0.98, bottom=margin, top=1 - margin, hspace=0.5
    )
    for number, panel in enumerate(panels):
        _draw(figure.add_subplot(rows, COLUMNS, number + 1), panel)
    return render_figure(figure, resolution=RESOLUTION)


def render_figure(figure: Figure, *, resolution: int) -> dict[str, bytes]:
    """Return a figure as PNG and SVG, by file suffix; equal ones give equal files.

    Args:
        figure: The figure.
        resolution: Dots per inch of the PNG.
    """
    images = {}
    # Text stays text in the SVG, whose identifiers would be random.
    with mpl.rc_context({"svg.fonttype": "none", "svg.hashsalt": "pentahex"}):
        for suffix, metadata in (("png", None), ("svg", {"Date": None})):
            file = BytesIO()
            figure.savefig(file, format=suffix, dpi=resolution, metadata=metadata)
            images[suffix] = file.getvalue()
    return images


def _draw(axes: Axes, panel: Panel) -> None:
    # A given height spares the search for one above all ticks and labels.
    axes.set_title(panel.title, y=1.0)
    axes.set_xlabel(panel.across)
    axes.set_ylabel(panel.unit)
    axes.grid(visible=True, alpha=0.3)
    # Steps, games and generations are whole numbers.
    axes.xaxis.set_major_locator(MaxNLocator(nbins=8, integer=True, min_n_ticks=1))
    axes.xaxis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))
    if panel.level is not None:
        axes.axhline(panel.level, color="grey", linewidth=1, linestyle="--")
    for curve in panel.curves:
        _draw_curve(axes, curve)
    axes.legend()


def _draw_curve(axes: Axes, curve: Curve) -> None:
    """Draw points and lines, with the 95 % intervals as bars and as a band."""
    marker = "o" if len(curve.x) <= MANY_POINTS else ""
    if curve.errors is None:
        axes.plot(curve.x, curve.y, marker=marker, markersize=3, label=curve.name)
        return
    low, high = zip(*curve.intervals, strict=True)
    below = [y - bound for y, bound in zip(curve.y, low, strict=True)]
    above = [bound - y for y, bound in zip(curve.y, high, strict=True)]
    bars = axes.errorbar(
        curve.x,
        curve.y,
        yerr=(below, above),
        marker=marker,
        markersize=3,
        capsize=2,
        label=f"{curve.name} (95 %)",
    )
    axes.fill_between(curve.x, low, high, color=bars[0].get_color(), alpha=0.15)
