"""Field of an engine's constants, in place of those of its preset."""

from __future__ import annotations

from PyQt5.QtWidgets import QLineEdit

from engine.core.game import GameSetup
from engine.players.engine_spec import Overrides, format_overrides, sort_overrides
from engine.players.player_config import PlayerConfig, parse_engine
from engine.players.preset_file import Preset
from gui.text.i18n import tr
from gui.text.plain_text import set_tip

EXAMPLES = {
    "tree-search": "exploration=0.5",
    "alpha-beta": "depth=4",
    "network-search": "exploration=2.0",
}
"""A constant that every engine of a kind has."""


class ConstantsField(QLineEdit):
    """Constants as in ``NAME{key=value,...}``; empty for those of the preset.

    Args:
        name: Object name.
    """

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setAccessibleName(tr("NewGame", "Constants of the engine"))

    def show_overrides(self, overrides: Overrides) -> None:
        """Put the constants of an engine into the field."""
        self.setText(format_overrides(overrides).removeprefix("{").removesuffix("}"))

    def describe(self, preset: Preset, setup: GameSetup) -> None:
        """Show an example, and the constants of the preset as a tip."""
        example = EXAMPLES[preset.kind]
        text = tr("NewGame", "Constants, such as {example}").format(example=example)
        self.setPlaceholderText(text)
        search = preset.at_level(setup.game, None).search
        params = search.get("params", {})
        own = {key: value for key, value in search.items() if key != "params"}
        own |= {f"params.{key}": value for key, value in params.items()}
        tip = tr("NewGame", "Constants in the preset: {constants}")
        constants = format_overrides(sort_overrides(own)).strip("{}") or "–"  # noqa: RUF001
        set_tip(self, tip.format(constants=constants.replace(",", ", ")))

    def configure(self, head: str, setup: GameSetup) -> PlayerConfig:
        """Return an engine with the constants in the field.

        Args:
            head: Name and level of the engine.
            setup: Game, size and rules.

        Raises:
            PresetError: The engine has no such constants in this game, or does not
                accept a value.
        """
        text = self.text().strip()
        config = parse_engine(f"{head}{{{text}}}" if text else head)
        config.check_plays(setup.game)
        return config
