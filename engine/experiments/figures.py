"""Figures of experiments as PNG and SVG: lines with error bars, and maps of numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas

WIDTH, HEIGHT = 6.0, 4.2
"""Size of a panel in inches."""

COLUMNS = 3
"""Most panels side by side."""

RESOLUTION = 120
"""Dots per inch of the PNG."""

MANY_POINTS = 60
"""Number of points of a line above which the lines of a panel have no markers."""

MANY_LINES = 4
"""Number of lines above which intervals are bands, the legend beside the panels."""

BRIGHT = 0.6
"""Share of the colour scale from which numbers on a map are white."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CurveLine:
    """One line of a panel."""

    name: str
    """Name in the legend."""

    x: tuple[float, ...]
    """Places, in ascending order."""

    y: tuple[float, ...]
    """Value at each place."""

    errors: tuple[float, ...] = ()
    """Half the width of the 95 % interval of each value; empty for none."""

    intervals: tuple[tuple[float, float], ...] = ()
    """Ends of the 95 % interval of each value, where it is not symmetric."""

    @property
    def ends(self) -> tuple[tuple[float, ...], tuple[float, ...]] | None:
        """Lower and upper ends of the intervals, if there are any."""
        if self.intervals:
            low, high = zip(*self.intervals, strict=True)
            return low, high
        if not self.errors:
            return None
        pairs = list(zip(self.y, self.errors, strict=True))
        return tuple(y - e for y, e in pairs), tuple(y + e for y, e in pairs)


@dataclass(frozen=True, slots=True, kw_only=True)
class LinePanel:
    """Lines with common axes."""

    title: str
    """Title above the panel."""

    across: str
    """Label of the horizontal axis."""

    unit: str
    """Label of the vertical axis."""

    lines: tuple[CurveLine, ...]
    """The lines; those without points are left out."""

    is_logarithmic: bool = False
    """Whether the vertical axis is logarithmic."""

    level: float | None = None
    """The paper's value, a dashed line."""

    @property
    def hides_intervals(self) -> bool:
        """Whether intervals would hide the lines; the data have them, too.

        On a logarithmic axis an interval that reaches 0 reaches the lower edge.
        """
        return self.is_logarithmic and len(self.lines) > MANY_LINES


@dataclass(frozen=True, slots=True, kw_only=True)
class MapPanel:
    """A table of numbers, coloured by value."""

    title: str
    """Title above the panel."""

    rows: tuple[str, ...]
    """Labels of the rows, top to bottom."""

    columns: tuple[str, ...]
    """Labels of the columns."""

    values: tuple[tuple[float | None, ...], ...]
    """Value of each cell; ``None`` for an empty one."""

    form: str = ".0f"
    """Format of the numbers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """Panels in one image."""

    name: str
    """Name of the files without suffix."""

    title: str
    """Text beside the image in the report."""

    panels: tuple[LinePanel | MapPanel, ...]
    """The panels."""


def draw_figure(figure: Figure) -> dict[str, bytes]:
    """Return the image of a figure by file suffix; equal data give equal files."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg  # noqa: PLC0415
    from matplotlib.figure import Figure as NewCanvas  # noqa: PLC0415

    from engine.training.run.plots import render_figure  # noqa: PLC0415

    columns = min(len(figure.panels), COLUMNS)
    rows = -(-len(figure.panels) // columns)
    canvas = NewCanvas(
        figsize=(columns * WIDTH, rows * HEIGHT), dpi=RESOLUTION, layout="constrained"
    )
    FigureCanvasAgg(canvas)
    for number, panel in enumerate(figure.panels, start=1):
        axes = canvas.add_subplot(rows, columns, number)
        axes.set_title(panel.title[:1].upper() + panel.title[1:])
        if isinstance(panel, LinePanel):
            _draw_lines(axes, panel)
        else:
            _draw_map(axes, panel)
    _draw_legends(canvas)
    # One layout for both formats, which would compute it again, and draw twice.
    canvas.draw_without_rendering()
    canvas.set_layout_engine(None)
    return render_figure(canvas, resolution=RESOLUTION)


def _draw_lines(axes: Axes, panel: LinePanel) -> None:
    axes.set_xlabel(panel.across)
    axes.set_ylabel(panel.unit)
    axes.grid(visible=True, alpha=0.3)
    lines = [line for line in panel.lines if line.x]
    if panel.is_logarithmic:
        axes.set_yscale("log")
        # Lower ends of intervals may be 0, which such an axis cannot show.
        positive = [y for line in lines for y in line.y if y > 0]
        if positive:
            axes.set_ylim(bottom=min(positive) / 2, auto=True)
    longest = max((len(line.x) for line in lines), default=0)
    marker = "." if longest <= MANY_POINTS else ""
    for line in lines:
        (drawn,) = axes.plot(
            line.x,
            line.y,
            label=line.name,
            marker=marker,
            linewidth=1.2,
        )
        if line.ends is None or panel.hides_intervals:
            continue
        below, above = line.ends
        if len(lines) > MANY_LINES:
            axes.fill_between(
                line.x, below, above, color=drawn.get_color(), alpha=0.12, linewidth=0
            )
        else:
            axes.vlines(line.x, below, above, color=drawn.get_color(), linewidth=0.6)
    if panel.level is not None:
        axes.axhline(panel.level, linestyle="--", color="0.5", label="paper")


def _draw_legends(canvas: Canvas) -> None:
    """Explain the lines: in each panel, or once if all panels have the same ones."""
    entries = [axes.get_legend_handles_labels() for axes in canvas.axes]
    kinds = {tuple(names) for _, names in entries}
    if len(kinds) == 1 and len(entries[0][1]) > MANY_LINES:
        canvas.legend(*entries[0], loc="outside right upper", fontsize="small")
        return
    for axes, (handles, names) in zip(canvas.axes, entries, strict=True):
        if names:
            axes.legend(handles, names, fontsize="small")


def _draw_map(axes: Axes, panel: MapPanel) -> None:
    shown = [
        [float("nan") if value is None else value for value in row]
        for row in panel.values
    ]
    axes.imshow(shown, cmap="Blues", aspect="auto")
    axes.set_xticks(range(len(panel.columns)), panel.columns, fontsize="small")
    axes.set_yticks(range(len(panel.rows)), panel.rows, fontsize="small")
    least, most = _bounds(panel.values)
    for row, values in enumerate(panel.values):
        for column, value in enumerate(values):
            if value is not None:
                is_dark = value > least + BRIGHT * (most - least)
                axes.text(
                    *(column, row, format(value, panel.form)),
                    color="white" if is_dark else "black",
                    ha="center",
                    va="center",
                    fontsize="x-small",
                )


def _bounds(rows: Sequence[Sequence[float | None]]) -> tuple[float, float]:
    values = [value for row in rows for value in row if value is not None]
    return (min(values), max(values)) if values else (0.0, 0.0)
