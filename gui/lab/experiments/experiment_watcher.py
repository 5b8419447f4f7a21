"""Watcher of the folder of an experiment, in a thread; it reads the figures, too."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PyQt5.QtGui import QImage, QImageReader

from engine.core.errors import EngineError
from engine.core.message import Message
from engine.experiments.results import DrawnFigure, ExperimentState, read_experiment
from gui.lab.folder_watcher import FolderWatcher

INTERVAL_SECONDS = 0.5
"""Time between two readings of the files."""

MOST_PIXELS = 50_000_000
"""Pixels up to which an image is read; ours have five million at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownFigure:
    """A figure with its image."""

    figure: DrawnFigure
    """The figure."""

    image: QImage
    """Its image; a null image if the file is missing or damaged."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownExperiment:
    """An experiment as its window shows it."""

    state: ExperimentState
    """State of the experiment in its folder."""

    figures: tuple[ShownFigure, ...]
    """The figures."""


class ExperimentWatcher(FolderWatcher):
    """Source of the states of an experiment, each a ``ShownExperiment``.

    A damaged file is reported, and an empty message when it is whole again.

    Args:
        folder: Folder of the experiment; it may be missing at first.
    """

    def __init__(self, folder: Path) -> None:
        super().__init__(
            folder,
            interval=INTERVAL_SECONDS,
            unreadable=Message("The experiment could not be read."),
        )
        self._shown: ShownExperiment | None = None
        self._images: dict[tuple[str, int], QImage] = {}
        self._problem = ""

    def _read(self) -> None:
        """See ``FolderWatcher``."""
        try:
            state = read_experiment(self._folder)
        except EngineError as error:  # the process may write it again
            self._report(error.message)
            return
        self._report("")
        if state is None:
            return
        figures = () if state.results is None else state.results.figures
        shown = ShownExperiment(
            state=state,
            figures=tuple(
                ShownFigure(figure=one, image=self._load(one)) for one in figures
            ),
        )
        if shown != self._shown:
            self._shown = shown
            self._emit(lambda: self.state_changed.emit(shown))

    def _report(self, problem: str) -> None:
        if problem != self._problem:
            self._problem = problem
            self._emit(lambda: self.failed.emit(problem))

    def _load(self, figure: DrawnFigure) -> QImage:
        """Return the image of a figure, read again only if its file has changed."""
        file = self._folder / figure.file
        try:
            key = (figure.file, file.stat().st_mtime_ns)
        except FileNotFoundError:
            return QImage()
        if key not in self._images:
            self._images = {
                old: image for old, image in self._images.items() if old[0] != key[0]
            }
            self._images[key] = _read_image(file)
        return self._images[key]


def _read_image(file: Path) -> QImage:
    """Return an image; a null image if it is none or too large."""
    reader = QImageReader(str(file), b"png")
    size = reader.size()
    if not 0 < size.width() * size.height() <= MOST_PIXELS:
        return QImage()
    return reader.read()
