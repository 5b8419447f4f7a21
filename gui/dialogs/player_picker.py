"""Choice of who plays one side: a person, a strength, or under *More* an engine."""

from __future__ import annotations

import contextlib
from typing import cast

from PyQt5.QtCore import pyqtSignal
from PyQt5.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from engine.core.errors import PresetError
from engine.core.formats.clean_text import clean_line
from engine.core.game import GameSetup
from engine.match.engine_choice import has_strengths
from engine.players.player_config import PlayerConfig
from engine.players.preset_player import PresetPlayer
from engine.players.strength_player import StrengthPlayer
from engine.players.strengths import NAMES
from gui.dialogs.constants_field import ConstantsField
from gui.dialogs.kind_box import KindBox
from gui.dialogs.program_buttons import ProgramButtons
from gui.settings.external_programs import ExternalPrograms
from gui.style.theme import SPACE_S, SPACE_XS
from gui.text.i18n import preset_description, tr
from gui.text.plain_text import PlainLabel
from gui.text.strength_labels import (
    kind_title,
    strength_description,
    strength_title,
)
from gui.widgets.choice_box import ChoiceBox
from gui.widgets.slider import Slider

ABOUT_WIDTH = 320
"""Width that an engine's description gets at least, in pixels at 100 %."""

LEVEL_WIDTH = 108
"""Room for the level in words, so that the slider keeps its place."""

LONGEST_NAME = 100
"""Letters of a name."""

MORE = "more"
"""Entry of the players' list that reveals the kinds of engines."""


class PlayerPicker(QWidget):
    """A list of players; under *More* a list of engines and a slider for the level.

    A person may have a name, an engine constants of its own.

    Args:
        name: Object name; its parts are ``<name>_engine``, ``<name>_person``,
            ``<name>_kind``, ``<name>_level`` and ``<name>_constants``.
        has_person: Whether a person is offered, too.
        has_constants: Whether the constants of an engine can be changed.
        programs: The external programs to choose from; ``None`` to offer none.
    """

    changed = pyqtSignal()

    def __init__(
        self,
        name: str,
        *,
        has_person: bool = True,
        has_constants: bool = False,
        programs: ExternalPrograms | None = None,
    ) -> None:
        super().__init__()
        self._has_person = has_person
        self._has_constants = has_constants
        self.setObjectName(name)
        self.setMinimumWidth(ABOUT_WIDTH)
        self._setup: GameSetup | None = None
        self._list = ChoiceBox(f"{name}_engine")
        self._person = QLineEdit()
        self._person.setObjectName(f"{name}_person")
        self._person.setPlaceholderText(tr("NewGame", "Name"))
        self._person.setMaxLength(LONGEST_NAME)
        self._person.textEdited.connect(self.changed)
        self._kinds = KindBox(f"{name}_kind")
        self._level = Slider()
        self._level.setObjectName(f"{name}_level")
        self._level.setPageStep(1)
        self._level_text = PlainLabel()
        self._level_text.setProperty("role", "muted")
        self._level_text.setMinimumWidth(LEVEL_WIDTH)
        self._constants = ConstantsField(f"{name}_constants")
        self._about = PlainLabel()
        self._about.setObjectName(f"{name}_about")
        self._about.setProperty("role", "caption")
        self._about.setWordWrap(True)
        self._levels = QWidget()
        row = QHBoxLayout(self._levels)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE_S)
        row.addWidget(self._level, 1)
        row.addWidget(self._level_text)
        self._buttons = ProgramButtons(name, programs)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_XS)
        fields = (self._list, self._person, self._kinds, self._levels)
        for part in (*fields, self._constants, self._about, self._buttons):
            column.addWidget(part)
        self._list.currentIndexChanged.connect(self._on_player_chosen)
        self._kinds.kind_chosen.connect(self._on_kind_chosen)
        self._kinds.program_requested.connect(self._buttons.ask_for_new)
        self._buttons.program_stored.connect(self._on_program_stored)
        self._buttons.program_removed.connect(self._on_program_removed)
        self._buttons.list_changed.connect(self._on_programs_changed)
        self._level.valueChanged.connect(self._on_level_chosen)
        self._constants.textEdited.connect(self.changed)

    def offer(
        self, setup: GameSetup, chosen: PlayerConfig | None, person_name: str = ""
    ) -> None:
        """Offer a person, the strengths and the engines that play the game.

        Args:
            setup: The game.
            chosen: The engine chosen first; ``None`` is a person.
            person_name: Name of a person.
        """
        self._setup = setup
        self._person.setText(person_name)
        for box in (self._list, self._kinds):
            box.blockSignals(True)
            box.clear()
        if self._has_person:
            self._list.addItem(tr("NewGame", "Human"), None)
        if has_strengths(setup):
            for name in NAMES:
                self._list.addItem(strength_title(name), StrengthPlayer(strength=name))
        self._list.addItem(tr("NewGame", "More…"), MORE)
        self._kinds.offer(setup, self._buttons.known_programs(setup), chosen)
        is_listed = chosen is None or isinstance(chosen, StrengthPlayer)
        entry = chosen if is_listed else MORE
        entries = [self._list.itemData(index) for index in range(self._list.count())]
        self._list.setCurrentIndex(entries.index(entry) if entry in entries else 0)
        for box in (self._list, self._kinds):
            box.blockSignals(False)
        self._put_engine(chosen if isinstance(chosen, PresetPlayer) else None)
        self._show_chosen()

    def show_setup(self, setup: GameSetup) -> None:
        """Disable the engines that do not support ``setup`` and show the reason.

        For a strength, show its engine.
        """
        self._setup = setup
        self._kinds.show_setup(setup)
        self._follow_strength()
        self._show_about()

    @property
    def engine(self) -> PlayerConfig | None:
        """The engine or strength chosen; ``None`` is a person.

        Raises:
            PresetError: Constants were typed that the engine does not accept.
        """
        entry = self._list.currentData()
        if entry != MORE:
            return cast("PlayerConfig | None", entry)
        preset, setup = self._kinds.preset, self._setup
        if preset is None or setup is None:
            return self._kinds.program
        level = self._level.value() if preset.top_level > 1 else None
        config = PresetPlayer(preset=preset.name, level=level)
        if not self._has_constants:
            return config
        return self._constants.configure(config.head, setup)

    @property
    def person_name(self) -> str:
        """The name of the person; empty for an engine."""
        is_person = self._list.currentData() is None
        return clean_line(self._person.text()).strip() if is_person else ""

    def _show_chosen(self) -> None:
        """Show the parts of the chosen player."""
        self._follow_strength()
        is_kind = self._list.currentData() == MORE
        preset = self._kinds.preset if is_kind else None
        self._kinds.setVisible(is_kind)
        self._person.setVisible(self._list.currentData() is None)
        self._levels.setVisible(preset is not None and preset.top_level > 1)
        self._constants.setVisible(self._has_constants and preset is not None)
        program = self._kinds.program if is_kind else None
        self._buttons.show_program(self._setup, program)
        if preset is not None and self._setup is not None:
            self._constants.describe(preset, self._setup)
        self._show_level()
        self._show_about()

    def _follow_strength(self) -> None:
        """Choose the engine of the chosen strength under *More*, which is hidden."""
        strength, setup = self._list.currentData(), self._setup
        if not isinstance(strength, StrengthPlayer) or setup is None:
            return
        with contextlib.suppress(PresetError):
            engine = strength.for_setup(setup)
            self._kinds.blockSignals(True)
            self._kinds.choose(engine)
            self._kinds.blockSignals(False)
            self._put_engine(engine)

    def _put_engine(self, engine: PresetPlayer | None) -> None:
        """Put level and constants of an engine under *More* into their fields.

        Args:
            engine: The engine; ``None``: the chosen kind at its top level.
        """
        self._constants.show_overrides(() if engine is None else engine.overrides)
        preset = self._kinds.preset
        if preset is None:
            return
        level = None if engine is None else engine.level
        self._level.blockSignals(True)
        self._level.setRange(1, preset.top_level)
        self._level.setValue(level or preset.top_level)
        self._level.blockSignals(False)

    def _show_about(self) -> None:
        """Describe the engine in one sentence, or the strength and its engine."""
        entry = self._list.currentData()
        preset, program = self._kinds.preset, self._kinds.program
        self._about.setVisible(entry is not None)
        if entry == MORE and preset is not None:
            text = preset_description(preset)
            if preset.group == "papers" and self._has_constants:
                note = tr(
                    "NewGame", "It plays as in its paper only with its own limit."
                )
                text = tr("NewGame", "{about}. {note}").format(about=text, note=note)
            self._set_about(text)
        elif entry == MORE and program is not None:
            self._set_about(program.command)
        elif isinstance(entry, StrengthPlayer) and self._setup is not None:
            self._set_about(self._strength_text(entry, self._setup))

    def _strength_text(self, player: StrengthPlayer, setup: GameSetup) -> str:
        message = strength_description(player.strength)
        try:
            engine = kind_title(player.for_setup(setup))
        except PresetError:
            return message
        return tr("NewGame", "{about} Engine: {engine}.").format(
            about=message, engine=engine
        )

    def _set_about(self, text: str) -> None:
        self._about.setText(text)
        self._about.ensurePolished()
        self._about.setFixedHeight(self._about.heightForWidth(ABOUT_WIDTH))

    def _show_level(self) -> None:
        self._level_text.setText(
            tr("NewGame", "Level {level} of {top}").format(
                level=self._level.value(), top=self._level.maximum()
            )
        )

    def _on_player_chosen(self) -> None:
        self._show_chosen()
        self.changed.emit()

    def _on_kind_chosen(self) -> None:
        self._put_engine(None)
        self._show_chosen()
        self.changed.emit()

    def _on_level_chosen(self) -> None:
        self._show_level()
        self.changed.emit()

    def _on_program_stored(self, program: PlayerConfig) -> None:
        self._list_kinds(program)
        self.changed.emit()

    def _on_program_removed(self) -> None:
        self._list_kinds(None)
        self.changed.emit()

    def _on_programs_changed(self) -> None:
        """List the programs again; the choice stays."""
        preset = self._kinds.preset
        self._list_kinds(
            self._kinds.program if preset is None else PresetPlayer(preset=preset.name)
        )

    def _list_kinds(self, chosen: PlayerConfig | None) -> None:
        """List the kinds of engines again, one of them chosen."""
        setup = self._setup
        if setup is None:
            return
        self._kinds.blockSignals(True)
        self._kinds.offer(setup, self._buttons.known_programs(setup), chosen)
        self._kinds.show_setup(setup)
        self._kinds.blockSignals(False)
        if not isinstance(chosen, PresetPlayer):
            self._put_engine(None)
        self._show_chosen()
