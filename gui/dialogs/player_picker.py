"""Who plays one side: a person or an engine, and how strong."""

from __future__ import annotations

from typing import cast

from PyQt5.QtCore import Qt, pyqtSignal
from PyQt5.QtGui import QStandardItemModel
from PyQt5.QtWidgets import (
    QHBoxLayout,
    QSlider,
    QVBoxLayout,
    QWidget,
)

from engine.core.game import GameSetup
from engine.players import PlayerConfig, Preset
from gui.choice_box import ChoiceBox
from gui.fit_texts import engine_limit
from gui.i18n import preset_description, preset_title, tr
from gui.new_game import offered_engines
from gui.plain_text import PlainLabel
from gui.theme import SPACE_S, SPACE_XS

ABOUT_WIDTH = 320
"""Width that an engine's description gets at least, in pixels at 100 %."""

LEVEL_WIDTH = 108
"""Room for the level in words, so that the slider keeps its place."""


class PlayerPicker(QWidget):
    """A list of players, and a slider for the level of an engine.

    Args:
        name: Object name; its parts are ``<name>_engine`` and ``<name>_level``.
        parent: See ``QWidget``.
    """

    changed = pyqtSignal()

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setMinimumWidth(ABOUT_WIDTH)
        self._list = ChoiceBox(f"{name}_engine")
        self._level = QSlider(Qt.Horizontal)
        self._level.setObjectName(f"{name}_level")
        self._level.setPageStep(1)
        self._level_text = PlainLabel()
        self._level_text.setProperty("role", "muted")
        self._level_text.setMinimumWidth(LEVEL_WIDTH)
        self._about = PlainLabel()
        self._about.setProperty("role", "caption")
        self._about.setWordWrap(True)
        self._strength = QWidget()
        row = QHBoxLayout(self._strength)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE_S)
        row.addWidget(self._level, 1)
        row.addWidget(self._level_text)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_XS)
        column.addWidget(self._list)
        column.addWidget(self._strength)
        column.addWidget(self._about)
        self._list.currentIndexChanged.connect(self._on_engine_chosen)
        self._level.valueChanged.connect(self._on_level_chosen)

    def offer(self, game: str, chosen: PlayerConfig | None) -> None:
        """Offer a person and the engines that play ``game``."""
        self._list.blockSignals(True)
        self._list.clear()
        self._list.addItem(tr("NewGame", "Person"), None)
        for preset in offered_engines(game):
            self._list.addItem(_engine_text(preset), preset)
            if chosen is not None and chosen.preset == preset.name:
                self._list.setCurrentIndex(self._list.count() - 1)
        self._list.blockSignals(False)
        self._show_engine(None if chosen is None else chosen.level)

    def show_limits(self, setup: GameSetup) -> None:
        """Grey out the engines that do not play by ``setup``, and say why."""
        model = cast("QStandardItemModel", self._list.model())
        for index in range(self._list.count()):
            preset = self._list.itemData(index)
            if preset is None:
                continue
            limit = engine_limit(preset, setup)
            text = _engine_text(preset)
            if limit:
                text = tr("NewGame", "{engine} ({limit})").format(
                    engine=text, limit=limit
                )
            self._list.setItemText(index, text)
            model.item(index).setEnabled(not limit)

    @property
    def engine(self) -> PlayerConfig | None:
        """The engine chosen; ``None`` is a person."""
        preset = self._list.currentData()
        if preset is None:
            return None
        level = self._level.value() if preset.top_level > 1 else None
        return PlayerConfig(preset=preset.name, level=level)

    def _show_engine(self, level: int | None) -> None:
        preset = self._list.currentData()
        self._about.setVisible(preset is not None)
        self._strength.setVisible(preset is not None and preset.top_level > 1)
        if preset is not None:
            self._about.setText(preset_description(preset))
            self._about.ensurePolished()
            self._about.setFixedHeight(self._about.heightForWidth(ABOUT_WIDTH))
            self._level.blockSignals(True)
            self._level.setRange(1, preset.top_level)
            self._level.setValue(level or preset.top_level)
            self._level.blockSignals(False)
        self._show_level()

    def _show_level(self) -> None:
        self._level_text.setText(
            tr("NewGame", "Level {level} of {top}").format(
                level=self._level.value(), top=self._level.maximum()
            )
        )

    def _on_engine_chosen(self) -> None:
        preset = self._list.currentData()
        middle = None if preset is None else (preset.top_level + 1) // 2
        self._show_engine(middle)
        self.changed.emit()

    def _on_level_chosen(self) -> None:
        self._show_level()
        self.changed.emit()


def _engine_text(preset: Preset) -> str:
    return tr("NewGame", "Engine {name}").format(name=preset_title(preset))
