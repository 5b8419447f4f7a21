"""Editor of the engines of a match: a list, and the chosen one below it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from PyQt5.QtCore import Qt, pyqtSignal
from PyQt5.QtWidgets import (
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from engine.core.errors import EngineError
from engine.core.game import GameSetup
from engine.players.player_config import OwnEngine, PlayerConfig, parse_engine
from engine.players.preset_player import PresetPlayer
from engine.players.program_player import ProgramPlayer
from gui.dialogs.player_picker import PlayerPicker
from gui.lab.matches.match_choice import MATCH_ENGINES
from gui.lab.matches.match_labels import engine_label
from gui.style.theme import SPACE_S
from gui.text.i18n import tr
from gui.text.plain_text import PlainLabel, set_tip
from gui.widgets.form import make_row
from gui.widgets.named_widgets import make_button
from gui.widgets.segmented_buttons import SegmentedButtons

ROWS_SHOWN = 3
"""Engines that the list shows without scrolling."""

LISTED, TYPED = "listed", "typed"
"""Ways to choose an engine: from the list of engines, or by its text."""


class EngineListEditor(QWidget):
    """Editor of two engines or more.

    Args:
        name: Object name; its parts begin with it.
    """

    changed = pyqtSignal()

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self._setup: GameSetup | None = None
        self._list = QListWidget()
        self._list.setObjectName(f"{name}_list")
        self._add = make_button(f"{name}_add", tr("Lab", "Add engine"))
        self._remove = make_button(f"{name}_remove", tr("Lab", "Remove"))
        self._raise = make_button(f"{name}_up", tr("Lab", "Move up"))
        self._ways = SegmentedButtons(
            f"{name}_way",
            [(LISTED, tr("Lab", "From the list")), (TYPED, tr("Lab", "As text"))],
        )
        self._picker = PlayerPicker(f"{name}_picker", has_person=False)
        self._text = QLineEdit()
        self._text.setObjectName(f"{name}_text")
        self._text.setPlaceholderText("alphabeta:7{seconds=0.5}")
        self._hint = PlainLabel(
            tr(
                "Lab",
                "As on the command line: NAME, NAME:LEVEL, NAME{key=value}, "
                "file:PRESET.toml or cmd:COMMAND for an external program. "
                "mcts{net=FOLDER} plays the network of a training run.",
            )
        )
        self._hint.setProperty("role", "caption")
        self._hint.setWordWrap(True)
        self._hint.setSizePolicy(QSizePolicy.Ignored, QSizePolicy.Preferred)
        self._lay_out()
        self._add.clicked.connect(self._on_add_clicked)
        self._remove.clicked.connect(self._on_remove_clicked)
        self._raise.clicked.connect(self._on_raise_clicked)
        self._list.currentRowChanged.connect(self._show_current)
        self._ways.chosen.connect(self._on_way_chosen)
        self._picker.changed.connect(self._take_listed)
        self._text.textEdited.connect(self._take_typed)

    @property
    def engines(self) -> tuple[str, ...]:
        """The engines as the command line writes them."""
        return tuple(_text_of(self._item(row)) for row in range(self._list.count()))

    def show_engines(self, setup: GameSetup, engines: Sequence[str]) -> None:
        """Show the engines of a match on a board, the first one chosen."""
        self._setup = setup
        self._list.blockSignals(True)
        self._list.clear()
        for engine in engines:
            self._show_engine(QListWidgetItem(self._list), engine)
        self._list.setCurrentRow(0)
        self._list.blockSignals(False)
        self._show_current()

    def show_setup(self, setup: GameSetup) -> None:
        """Offer the engines that support another board."""
        self._setup = setup
        for row in range(self._list.count()):
            self._show_engine(self._item(row), _text_of(self._item(row)))
        self._picker.show_setup(setup)

    def _lay_out(self) -> None:
        row_height = self._list.fontMetrics().height() + SPACE_S + 2
        self._list.setFixedHeight(ROWS_SHOWN * row_height + SPACE_S)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_S)
        about = PlainLabel(tr("Lab", "Two play a match, more a tournament."))
        about.setProperty("role", "muted")
        column.addWidget(about)
        column.addWidget(self._list)
        column.addLayout(make_row(self._add, self._remove, self._raise, stretch=True))
        for part in (self._ways, self._picker, self._text, self._hint):
            column.addWidget(part)

    @property
    def _current(self) -> QListWidgetItem:
        return self._item(max(0, self._list.currentRow()))

    def _item(self, row: int) -> QListWidgetItem:
        return cast("QListWidgetItem", self._list.item(row))

    def _show_current(self) -> None:
        """Show the chosen engine in the way that can express it."""
        count, row = self._list.count(), self._list.currentRow()
        self._remove.setEnabled(count > MATCH_ENGINES)
        self._raise.setEnabled(row > 0)
        if self._setup is None or not count:
            return
        text = _text_of(self._current)
        config = _plain_config(text)
        self._picker.blockSignals(True)
        self._picker.offer(self._setup, config)
        self._picker.show_setup(self._setup)
        self._picker.blockSignals(False)
        self._text.setText(text)
        self._show_way(TYPED if config is None else LISTED)

    def _show_way(self, way: str) -> None:
        self._ways.set_value(way)
        self._picker.setVisible(way == LISTED)
        self._text.setVisible(way == TYPED)
        self._hint.setVisible(way == TYPED)

    def _on_way_chosen(self, way: str) -> None:
        self._show_way(way)
        if way == LISTED:
            self._take_listed()
        else:
            self._text.setFocus()

    def _take_listed(self) -> None:
        config = self._picker.engine
        if config is not None:
            self._set_current(_spec_of(config))
            self._text.setText(_text_of(self._current))

    def _take_typed(self) -> None:
        self._set_current(self._text.text().strip())

    def _set_current(self, text: str) -> None:
        self._show_engine(self._current, text)
        self.changed.emit()

    def _show_engine(self, item: QListWidgetItem, text: str) -> None:
        """Show the title of an engine; its text is the tip."""
        item.setData(Qt.UserRole, text)
        item.setText(text if self._setup is None else engine_label(text, self._setup))
        set_tip(item, text)

    def _on_add_clicked(self) -> None:
        """Add a copy of the chosen engine, to be changed."""
        item = QListWidgetItem(self._list)
        self._show_engine(item, _text_of(self._current))
        self._list.setCurrentItem(item)
        self.changed.emit()

    def _on_remove_clicked(self) -> None:
        self._list.takeItem(self._list.currentRow())
        self._show_current()
        self.changed.emit()

    def _on_raise_clicked(self) -> None:
        row = self._list.currentRow()
        self._list.insertItem(row - 1, self._list.takeItem(row))
        self._list.setCurrentRow(row - 1)
        self.changed.emit()


def _text_of(item: QListWidgetItem) -> str:
    """Return the engine of an entry as the command line writes it."""
    return str(item.data(Qt.UserRole))


def _plain_config(text: str) -> OwnEngine | None:
    """Return the engine of a text, if a picker can show it."""
    try:
        config = parse_engine(text)
    except EngineError:
        return None
    if isinstance(config, ProgramPlayer) or config.overrides:
        return None
    has_file = isinstance(config, PresetPlayer) and config.file is not None
    return None if has_file else config


def _spec_of(config: PlayerConfig) -> str:
    """Return the text of an engine, without its level if that is the highest."""
    if isinstance(config, PresetPlayer):
        is_top = config.level == config.load_preset().top_level
        return config.preset if is_top else str(config)
    return str(config)
