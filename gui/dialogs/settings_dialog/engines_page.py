"""Settings page for the engines that analyse, one for each game."""

from __future__ import annotations

from engine.games import GAMES
from gui.dialogs.settings_dialog.engine_fields import EngineFields
from gui.dialogs.settings_dialog.page import TablePage
from gui.settings.analysis_settings import ANALYSIS_ENGINE
from gui.settings.settings import Settings
from gui.text.i18n import tr
from gui.text.labels import game_title


class EnginesPage(TablePage):
    """Page with the analysis engine of each game, and what all of them share."""

    def add_first_rows(self, settings: Settings) -> None:
        """See ``TablePage.add_first_rows``."""
        for game in GAMES:
            setting = ANALYSIS_ENGINE[game]
            fields = EngineFields(game, settings)
            self.controls[setting.key] = fields
            label = tr("Settings", "Analysis of {game}").format(game=game_title(game))
            self.form.add_row(label, fields)
        self.add_remark(
            tr(
                "Settings",
                "On boards and by rules that the engine does not play, the "
                "program chooses another one.",
            )
        )
