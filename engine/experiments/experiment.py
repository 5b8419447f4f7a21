"""Parts of an experiment: its scales, and what it finds.

An experiment runs in a ``Workshop``, which plays, measures and trains in child
processes, and returns ``Findings``: claims of the paper beside our numbers, tables and
figures. Findings of an unfinished run have the data so far.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, get_args

from engine.core.message import Message
from engine.experiments.figures import Figure

if TYPE_CHECKING:
    from engine.experiments.workshop import Workshop

Scale = Literal["smoke", "small", "paper"]

SCALES: Final[tuple[Scale, ...]] = get_args(Scale)
"""At most a minute, about a core-hour, and as long as the paper's numbers take."""

CLOCK_SETTING = "clock", "processor time of the process that searches"
"""Setting of an experiment with times: other work on the machine does not change them,
and on a machine without any they are those of the wall clock."""

Verdict = Literal["agrees", "differs", "open"]
"""``open``: too few data, or numbers that cannot be compared."""

NOT_MEASURED = Message("not measured")
"""Our number where there are no data."""

NOT_GIVEN = Message("not given")
"""The paper's number where it has none."""

Cell = str | float | int | None
"""Value of a table; ``None`` for an empty cell."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """One number of a paper beside ours; its texts are messages or numbers."""

    statement: str
    """What is claimed."""

    paper: str
    """The paper's number."""

    ours: str
    """Our number, with its error if it has one."""

    verdict: Verdict
    """Whether they agree."""

    reason: str = ""
    """Where and why they differ."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Data of an experiment; a CSV file, and a table of the report if it is short."""

    name: str
    """Name of the file without its suffix."""

    title: str
    """Title in the report."""

    columns: tuple[str, ...]
    """Names of the columns, with their units."""

    rows: tuple[tuple[Cell, ...], ...]
    """The rows, as long as ``columns``."""

    is_shown: bool = True
    """Whether the report shows the table, and not its file alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Findings:
    """Results of an experiment."""

    claims: tuple[Claim, ...]
    """Claims of the paper, in its order."""

    tables: tuple[Table, ...]
    """The data."""

    figures: tuple[Figure, ...]
    """The figures."""

    settings: tuple[tuple[str, str], ...]
    """Settings of the run by name."""

    remarks: tuple[str, ...] = ()
    """Sentences on readings, limits and differences."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Experiment:
    """A figure or a table of a paper."""

    name: str
    """Name in commands."""

    paper: str
    """The paper, as in ``docs/references.md``."""

    shows: str
    """What the figure or table shows, in one line."""

    run: Callable[[Workshop, Scale], Findings]
    """Runs it at a scale, as far as the time allows."""

    packages: tuple[str, ...] = ("matplotlib",)
    """Packages that it imports, beside those of the program."""

    @property
    def trains(self) -> bool:
        """Whether it trains networks, whose processes need time to save their work."""
        return "torch" in self.packages
