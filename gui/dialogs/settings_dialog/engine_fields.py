"""Fields of the engine that analyses a game: kind, network, settings of its own."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PyQt5.QtWidgets import (
    QComboBox,
    QFileDialog,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from engine.core.errors import EngineError
from engine.core.game import GameSetup
from engine.games import get_game
from engine.match.engine_choice import best_engine
from engine.nn.named_networks import SUFFIX, list_shipped_networks, read_network_info
from engine.players.engine_spec import format_overrides, sort_overrides
from engine.players.preset_player import PresetPlayer
from gui.analysis.analysis_engine import read_stored_engine
from gui.settings.analysis_settings import ANALYSIS_ENGINE
from gui.settings.settings import Settings
from gui.style.dynamic_property import set_dynamic_property
from gui.style.theme import SPACE_XS
from gui.text.i18n import preset_description, preset_title, tr, translate_message
from gui.text.plain_text import PlainLabel
from gui.widgets.choice_box import ChoiceBox
from gui.widgets.engine_box import EngineBox

NET = "net"
"""Key of the network in the settings of an engine."""

FILE = "file"
"""Entry of the networks that asks for a file."""

SHORTEST_NAME = 12
"""Letters that a list shows at least; its popup is as wide as the names."""


class EngineFields(QWidget):
    """Choice of an engine for analysis; each change is stored if it is valid.

    Args:
        game: The game.
        settings: Storage of the choice.
    """

    def __init__(self, game: str, settings: Settings) -> None:
        super().__init__()
        self._setting = ANALYSIS_ENGINE[game]
        self._settings = settings
        self._usual: GameSetup = get_game(game).setup()
        name = f"settings_engine_{game}"
        self.setObjectName(name)
        self._kinds = EngineBox(f"{name}_kind")
        self._networks = ChoiceBox(f"{name}_network")
        for box in (self._kinds, self._networks):
            box.setSizeAdjustPolicy(QComboBox.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(SHORTEST_NAME)
        self._own = QLineEdit()
        self._own.setObjectName(f"{name}_own")
        self._own.setPlaceholderText(
            tr("Settings", "Settings of its own, such as nodes=1000000")
        )
        self._about = PlainLabel()
        self._about.setObjectName(f"{name}_about")
        self._about.setProperty("role", "caption")
        self._about.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_XS)
        for part in (self._kinds, self._networks, self._own, self._about):
            column.addWidget(part)
        self._list_kinds()
        self._show(read_stored_engine(settings[self._setting]))
        self._kinds.activated.connect(self._on_kind_chosen)
        self._networks.activated.connect(self._on_network_chosen)
        self._own.textEdited.connect(self._on_own_edited)

    def _list_kinds(self) -> None:
        """List the engines after the choice of the program."""
        best = best_engine(self._usual)
        title = "" if best is None else preset_title(best.load_preset())
        first = tr("Settings", "The strongest ({engine})").format(engine=title)
        self._kinds.offer(self._usual, first)

    def _show(self, engine: PresetPlayer | None) -> None:
        """Show an engine with its network and its own settings."""
        name = None if engine is None else engine.preset
        self._kinds.choose(name)
        overrides = () if engine is None else engine.overrides
        has_list = bool(self._networks_of(engine))
        own = tuple(
            (key, value) for key, value in overrides if not (has_list and key == NET)
        )
        self._own.setText(format_overrides(own).strip("{}"))
        self._own.setVisible(engine is not None)
        self._list_networks(engine)
        self._show_about(engine)

    def _list_networks(self, engine: PresetPlayer | None) -> None:
        """List the networks of the game, if the engine is guided by one."""
        nets = self._networks_of(engine)
        self._networks.setVisible(bool(nets))
        self._networks.clear()
        if engine is None or not nets:
            return
        self._networks.addItem(
            tr("Settings", "Network of the engine ({names})").format(
                names=", ".join(nets)
            ),
            None,
        )
        for name in list_shipped_networks():
            if read_network_info(name).game == self._game():
                self._networks.addItem(name, name)
        chosen = dict(engine.overrides).get(NET)
        if chosen is not None and self._networks.findData(chosen) < 0:
            self._networks.addItem(Path(str(chosen)).name, chosen)
        self._networks.addItem(tr("Settings", "Network file…"), FILE)
        self._networks.setCurrentIndex(self._networks.findData(chosen))

    def _networks_of(self, engine: PresetPlayer | None) -> tuple[str, ...]:
        """Return the networks that guide an engine, one of which the list chooses.

        The value network of another engine is among its own settings.
        """
        if engine is None:
            return ()
        return engine.load_preset().for_game(self._game()).nets

    def _show_about(self, engine: PresetPlayer | None, problem: str = "") -> None:
        text = problem
        if engine is not None and not problem:
            text = preset_description(engine.load_preset().for_game(self._game()))
        self._about.setText(text)
        self._about.setVisible(bool(text))
        set_dynamic_property(self._about, "role", "danger" if problem else "caption")

    def _game(self) -> str:
        return self._usual.game

    def _stored(self) -> PresetPlayer | None:
        return read_stored_engine(self._settings[self._setting])

    def _on_kind_chosen(self) -> None:
        name = self._kinds.currentData()
        engine = None if name is None else PresetPlayer(preset=name)
        self._settings[self._setting] = "" if engine is None else str(engine)
        self._show(engine)

    def _on_network_chosen(self) -> None:
        engine, chosen = self._stored(), self._networks.currentData()
        if engine is None:
            return
        if chosen == FILE:
            chosen = self._ask_for_network()
        own = {key: value for key, value in engine.overrides if key != NET}
        if chosen is not None:
            own[NET] = chosen
        self._store(replace(engine, overrides=sort_overrides(own)))

    def _ask_for_network(self) -> str | None:
        """Return the file of a network, or the network so far."""
        title = tr("Settings", "Choose a network file")
        filters = tr("Settings", "Networks (*{ending})").format(ending=SUFFIX)
        path, _filter = QFileDialog.getOpenFileName(self, title, "", filters)
        engine = self._stored()
        known = None if engine is None else dict(engine.overrides).get(NET)
        return path or known

    def _on_own_edited(self, text: str) -> None:
        """Store settings that the engine accepts; show the reason against others."""
        engine = self._stored()
        if engine is None:
            return
        has_list = bool(self._networks_of(engine))
        net = tuple(
            (key, value) for key, value in engine.overrides if has_list and key == NET
        )
        try:
            typed = PresetPlayer.parse(f"{engine.preset}{{{text}}}").overrides
            wanted = replace(
                engine, overrides=sort_overrides({**dict(typed), **dict(net)})
            )
            PresetPlayer.parse(str(wanted))
        except EngineError as error:
            self._show_about(engine, translate_message(error.message))
        else:
            self._settings[self._setting] = str(wanted)
            self._show_about(wanted)

    def _store(self, engine: PresetPlayer) -> None:
        """Store an engine that is valid and plays on the usual board."""
        try:
            PresetPlayer.parse(str(engine))
        except EngineError as error:
            problem = translate_message(error.message)
        else:
            reason = engine.refusal(self._usual)
            problem = "" if reason is None else translate_message(reason)
        if problem:
            self._show(self._stored())
            self._show_about(self._stored(), problem)
        else:
            self._settings[self._setting] = str(engine)
            self._show(engine)
