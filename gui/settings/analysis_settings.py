"""Settings of analysis, reviews and comparisons; rows of ``table.py``."""

from __future__ import annotations

from engine.review import game_review
from gui.schema.display import DialogRow, Page
from gui.schema.setting import Choice, Family, Number, Text
from gui.text.i18n import tr
from gui.text.percent import percent_unit

MEMORY_SIZES = (64, 128, 256, 512, 1024, 2048, 4096)
"""Sizes of a search's tables to choose from, in megabytes."""

REVIEW_SECONDS: Choice[float] = Choice(
    key="analysis/review_seconds",
    default=1.0,
    values=(0.2, 0.5, 1.0, 2.0, 5.0, 10.0),
    titles=lambda: tuple(
        tr("Settings", "{seconds} s per position").format(seconds=seconds)
        for seconds in ("0.2", "0.5", "1", "2", "5", "10")
    ),
    row=DialogRow(page=Page.ANALYSIS, title=lambda: tr("Settings", "Review")),
)
"""Time of a review for each position, in seconds."""

WIN_RATE_MAP_SECONDS: Choice[float] = Choice(
    key="analysis/win_rate_map_seconds",
    default=0.5,
    values=(0.1, 0.2, 0.5, 1.0, 2.0, 5.0),
    titles=lambda: tuple(
        tr("Settings", "{seconds} s per move").format(seconds=seconds)
        for seconds in ("0.1", "0.2", "0.5", "1", "2", "5")
    ),
    row=DialogRow(page=Page.ANALYSIS, title=lambda: tr("Settings", "Win rate map")),
)
"""Time of the longest search of a win rate map for each move, in seconds."""

INACCURACY = Number(
    key="analysis/inaccuracy",
    default=round(100 * game_review.INACCURACY),
    lowest=1,
    highest=100,
    unit=percent_unit,
    row=DialogRow(
        page=Page.ANALYSIS, title=lambda: tr("Settings", "Inaccuracy from a loss of")
    ),
)
"""Least loss of win rate of an inaccuracy, in percent."""

MISTAKE = Number(
    key="analysis/mistake",
    default=round(100 * game_review.MISTAKE),
    lowest=1,
    highest=100,
    unit=percent_unit,
    row=DialogRow(
        page=Page.ANALYSIS, title=lambda: tr("Settings", "Mistake from a loss of")
    ),
)
"""Least loss of win rate of a mistake, in percent."""

BLUNDER = Number(
    key="analysis/blunder",
    default=round(100 * game_review.BLUNDER),
    lowest=1,
    highest=100,
    unit=percent_unit,
    row=DialogRow(
        page=Page.ANALYSIS,
        title=lambda: tr("Settings", "Blunder from a loss of"),
        remark=lambda: tr(
            "Settings",
            "A loss is the win rate that a move gives away. The worst kind whose "
            "loss it reaches counts.",
        ),
    ),
)
"""Least loss of win rate of a blunder, in percent."""

ANALYSIS_MEMORY: Choice[int] = Choice(
    key="analysis/memory",
    default=0,
    values=(0, *MEMORY_SIZES),
    titles=lambda: (
        tr("Settings", "Usual size of the engine"),
        *(tr("Settings", "{size} MB").format(size=size) for size in MEMORY_SIZES),
    ),
    row=DialogRow(
        page=Page.ENGINES,
        title=lambda: tr("Settings", "Memory of a search"),
        remark=lambda: tr(
            "Settings", "Tables and trees of an engine that analyses or compares."
        ),
    ),
)
"""Memory of a search for analysis, in megabytes; 0 leaves it to the engine."""

ANALYSIS_MINUTES = Number(
    key="analysis/minutes",
    default=10,
    lowest=1,
    highest=600,
    unit=lambda: " " + tr("Settings", "min"),
    row=DialogRow(
        page=Page.ENGINES,
        title=lambda: tr("Settings", "Longest analysis"),
    ),
)
"""Longest continuous analysis of a position, in minutes."""

COMPARISON_SECONDS: Choice[float] = Choice(
    key="analysis/comparison_seconds",
    default=1.0,
    values=(0.5, 1.0, 2.0, 5.0),
    titles=lambda: tuple(
        tr("Settings", "{seconds} s").format(seconds=seconds)
        for seconds in ("0.5", "1", "2", "5")
    ),
    row=DialogRow(
        page=Page.ENGINES,
        title=lambda: tr("Settings", "Turn in a comparison"),
        remark=lambda: tr(
            "Settings", "Compared engines search in turn, each for the same time."
        ),
    ),
)
"""Time for which a compared engine searches in its turn, in seconds."""

ANALYSIS_ENGINE: Family[str] = Family(
    prefix="analysis/engine_", make=lambda key, _game: Text(key=key, default="")
)
"""The engine that analyses each game, as a text; empty for the strongest one."""

COMPARED_ENGINES: Family[str] = Family(
    prefix="analysis/compared_", make=lambda key, _game: Text(key=key, default="")
)
"""The engines compared last in each game, one a line; empty before the first time."""
