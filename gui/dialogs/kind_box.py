"""List box of the kinds of engines: those of the program, and external programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from PyQt5.QtCore import pyqtSignal
from PyQt5.QtGui import QStandardItemModel

from engine.core.game import GameSetup
from engine.match.engine_choice import offered_engines
from engine.players.player_config import PlayerConfig
from engine.players.preset_file import Preset
from engine.players.preset_player import PresetPlayer
from engine.players.program_player import ProgramPlayer
from gui.text.fit_messages import describe_engine_limit
from gui.text.i18n import preset_title, tr
from gui.text.strength_labels import group_title
from gui.widgets.choice_box import ChoiceBox

ADD_PROGRAM = "add_program"
"""Data of the entry that asks for a program."""


class KindBox(ChoiceBox):
    """List box of engines in groups, each under its heading.

    The data of an entry is a preset, the player of an external program,
    ``ADD_PROGRAM``, or ``None`` for a heading.
    """

    kind_chosen = pyqtSignal()
    program_requested = pyqtSignal()  # the user wants to add an external program

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._kept_index = 0
        self.currentIndexChanged.connect(self._on_index_changed)

    @property
    def preset(self) -> Preset | None:
        """The preset of the chosen engine; ``None`` for a program."""
        data = self.currentData()
        return data if isinstance(data, Preset) else None

    @property
    def program(self) -> ProgramPlayer | None:
        """The chosen external program, if it is one."""
        data = self.currentData()
        return data if isinstance(data, ProgramPlayer) else None

    def offer(
        self,
        setup: GameSetup,
        programs: Sequence[ProgramPlayer] | None,
        chosen: PlayerConfig | None,
    ) -> None:
        """List the engines that play a game.

        Args:
            setup: The game.
            programs: The external programs; ``None`` if none are offered.
            chosen: The engine chosen first; if it is a program, it is listed anyway.
        """
        self.clear()
        group = ""
        for preset in offered_engines(setup.game):
            if preset.group != group:
                group = preset.group
                self._add_heading(group_title(group))
            self.addItem(preset_title(preset), preset)
        known = list(programs or ())
        if isinstance(chosen, ProgramPlayer) and chosen not in known:
            known.append(chosen)
        if known:
            self._add_heading(tr("Strengths", "External programs"))
        for program in known:
            self.addItem(program.title, program)
        if programs is not None:
            self.addItem(tr("NewGame", "External program…"), ADD_PROGRAM)
        self.setCurrentIndex(1)
        self._kept_index = self.currentIndex()
        if chosen is not None:
            self.choose(chosen)

    def choose(self, engine: PlayerConfig) -> None:
        """Choose an engine, if it is listed."""
        for index in range(self.count()):
            data = self.itemData(index)
            is_preset = (
                isinstance(engine, PresetPlayer)
                and isinstance(data, Preset)
                and data.name == engine.preset
            )
            if is_preset or data == engine:
                self.setCurrentIndex(index)
                self._kept_index = index
                return

    def show_setup(self, setup: GameSetup) -> None:
        """Disable the engines that do not support a setup and show the reason."""
        model = cast("QStandardItemModel", self.model())
        for index in range(self.count()):
            preset = self.itemData(index)
            if not isinstance(preset, Preset):
                continue
            limit = describe_engine_limit(preset, setup)
            text = preset_title(preset)
            if limit:
                text = tr("NewGame", "{engine} ({limit})").format(
                    engine=text, limit=limit
                )
            self.setItemText(index, text)
            model.item(index).setEnabled(not limit)

    def _add_heading(self, text: str) -> None:
        self.addItem(text, None)
        model = cast("QStandardItemModel", self.model())
        model.item(self.count() - 1).setEnabled(False)

    def _on_index_changed(self, index: int) -> None:
        """Return from the entry that asks for a program to the choice before it."""
        if self.itemData(index) == ADD_PROGRAM:
            self.blockSignals(True)
            self.setCurrentIndex(self._kept_index)
            self.blockSignals(False)
            self.program_requested.emit()
        else:
            self._kept_index = index
            self.kind_chosen.emit()
