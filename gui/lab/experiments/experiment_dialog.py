"""Form of a new experiment."""

from __future__ import annotations

from pathlib import Path

from PyQt5.QtCore import Qt, pyqtSignal
from PyQt5.QtGui import QHideEvent
from PyQt5.QtWidgets import (
    QAbstractItemView,
    QButtonGroup,
    QRadioButton,
    QSpinBox,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from engine.core.errors import EngineError
from engine.experiments.catalogue import EXPERIMENTS
from engine.experiments.experiment import SCALES, Experiment, Scale
from engine.experiments.experiment_folder import Identity
from engine.experiments.packages import check_packages
from engine.experiments.progress import Part
from gui.lab.experiments.experiment_choice import ExperimentChoice
from gui.lab.experiments.experiment_labels import (
    cost_text,
    experiment_title,
    scale_title,
)
from gui.lab.experiments.work_counter import WorkCounter
from gui.lab.run_folder_fields import AskPath, RunFolderFields
from gui.style.theme import SPACE_XS
from gui.text.i18n import tr, translate_message
from gui.text.plain_text import set_tip, tip_text
from gui.widgets.form import FormDialog, make_row

LIST_WIDTH, SHOWN_ROWS = 800, 8
"""Width in pixels at 100 % and number of rows of the list, if the screen has room."""

MOST_SEED = 2**31 - 1
"""Largest seed of the field; the command has larger ones."""


class ExperimentDialog(FormDialog):
    """Dialog for an experiment.

    Args:
        folder: Folder of all experiments.
        ask_folder: Asks for a folder.
        parent: The window it belongs to.
    """

    run_chosen = pyqtSignal(Path)  # folder of an earlier experiment to open

    def __init__(
        self, *, folder: Path, ask_folder: AskPath, parent: QWidget | None = None
    ) -> None:
        title = tr("Experiments", "Repeat an experiment of a paper")
        accept = tr("Experiments", "Start experiment")
        super().__init__("experiment", title, accept, parent)
        self._run = RunFolderFields(
            "experiment",
            folder,
            ask_folder=ask_folder,
            open_text=tr("Experiments", "Open an earlier experiment…"),
            form=self,
        )
        self._work: dict[tuple[str, str], tuple[Part, ...]] = {}
        self._counter = WorkCounter(self)
        self._make_fields()
        self._lay_out()
        self._connect()
        self._list.setCurrentItem(self._list.topLevelItem(0))
        self._counter.start()

    @property
    def choice(self) -> ExperimentChoice:
        """The experiment as chosen now."""
        return ExperimentChoice(
            identity=Identity(
                experiment=self._experiment.name,
                scale=self._scale,
                seed=self._seed.value(),
            ),
            folder=self._run.path,
        )

    @property
    def folder(self) -> Path:
        """Folder of all experiments, as chosen now."""
        return self._run.folder

    @property
    def _experiment(self) -> Experiment:
        return EXPERIMENTS[self._list.indexOfTopLevelItem(self._list.currentItem())]

    @property
    def _scale(self) -> Scale:
        return SCALES[self._scales.checkedId()]

    def _make_fields(self) -> None:
        self._list = _make_list(min(LIST_WIDTH, self.room_for_fields))
        self._scales = QButtonGroup(self)
        self._buttons_of_scales: dict[Scale, QRadioButton] = {}
        for number, scale in enumerate(SCALES):
            button = QRadioButton()
            button.setObjectName(f"experiment_{scale}")
            self._scales.addButton(button, number)
            self._buttons_of_scales[scale] = button
        self._buttons_of_scales["small"].setChecked(True)
        self._seed = QSpinBox()
        self._seed.setObjectName("experiment_seed")
        self._seed.setRange(0, MOST_SEED)
        set_tip(
            self._seed,
            tr(
                "Experiments",
                "The same seed repeats games that are limited by nodes or depth.",
            ),
        )

    def _lay_out(self) -> None:
        scales = QVBoxLayout()
        scales.setContentsMargins(0, 0, 0, 0)
        scales.setSpacing(SPACE_XS)
        for button in self._buttons_of_scales.values():
            scales.addWidget(button)
        self.add_wide(self._list)
        self.add_row(tr("Experiments", "Scale"), scales)
        self.add_row(tr("Experiments", "Seed"), make_row(self._seed, stretch=True))
        self.add_line()
        if self.room_for_fields >= LIST_WIDTH:
            self._run.add_rows(self._run.open_button)
        else:
            self._run.add_rows()
            self.add_row("", make_row(self._run.open_button, stretch=True))

    def _connect(self) -> None:
        self._list.currentItemChanged.connect(self._on_experiment_chosen)
        self._scales.idToggled.connect(self._suggest_name)
        self._run.name_edited.connect(self._check)
        self._run.folder_changed.connect(self._suggest_name)
        self._run.run_chosen.connect(self.run_chosen)
        self._counter.counted.connect(self._on_counted)

    def _on_experiment_chosen(self) -> None:
        self._show_costs()
        self._suggest_name()

    def _show_costs(self) -> None:
        for scale, button in self._buttons_of_scales.items():
            cost = cost_text(scale, self._work.get((self._experiment.name, scale)))
            text = tr("Experiments", "{scale}: {cost}")
            button.setText(text.format(scale=scale_title(scale), cost=cost))

    def _suggest_name(self) -> None:
        self._run.suggest_name(f"{self._experiment.name}-{self._scale}")
        self._check()

    def _check(self) -> None:
        """Show why the experiment cannot begin."""
        self.set_problem(self._find_problem())

    def _find_problem(self) -> str:
        try:
            check_packages(self._experiment)
        except EngineError as error:
            return translate_message(error.message)
        if not self._run.name:
            return tr("Experiments", "Expected a name for the folder.")
        problem = self._run.find_problem()
        if not problem and self._run.path.exists():
            text = tr("Experiments", "Expected a new name, {folder} exists already.")
            return text.format(folder=self._run.path)
        return problem

    def _on_counted(self, name: str, scale: str, parts: tuple[Part, ...]) -> None:
        self._work[name, scale] = parts
        if name == self._experiment.name:
            self._show_costs()

    def hideEvent(self, event: QHideEvent) -> None:
        """Stop to count when the form goes."""
        self._counter.stop()
        super().hideEvent(event)


def _make_list(width: int) -> QTreeWidget:
    """Return the list of the experiments, one a row."""
    view = QTreeWidget()
    view.setObjectName("experiment_list")
    view.setColumnCount(3)
    view.setHeaderLabels(
        [
            tr("Experiments", "Experiment"),
            tr("Experiments", "Paper"),
            tr("Experiments", "What it shows"),
        ]
    )
    view.setRootIsDecorated(False)
    view.setUniformRowHeights(True)
    view.setAlternatingRowColors(True)
    view.setTextElideMode(Qt.ElideRight)
    view.setHorizontalScrollBarPolicy(Qt.ScrollBarAlwaysOff)
    view.setSelectionMode(QAbstractItemView.SingleSelection)
    for experiment in EXPERIMENTS:
        texts = [experiment.name, experiment.paper, experiment_title(experiment)]
        item = QTreeWidgetItem(texts)
        item.setData(2, Qt.ToolTipRole, tip_text(texts[2]))
        view.addTopLevelItem(item)
    view.resizeColumnToContents(0)
    view.resizeColumnToContents(1)
    view.setMinimumWidth(width)
    rows = SHOWN_ROWS * view.sizeHintForRow(0)
    header = view.header().sizeHint().height()
    view.setFixedHeight(header + rows + 2 * view.frameWidth())
    return view
