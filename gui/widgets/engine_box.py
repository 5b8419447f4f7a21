"""List box of the engines that play a game, in groups."""

from __future__ import annotations

from typing import cast

from PyQt5.QtGui import QStandardItemModel

from engine.core.game import GameSetup
from engine.match.engine_choice import offered_engines
from gui.text.fit_messages import describe_engine_limit
from gui.text.i18n import preset_title, tr
from gui.text.strength_labels import group_title
from gui.widgets.choice_box import ChoiceBox


class EngineBox(ChoiceBox):
    """List box of engines; the data of an entry is the name of its preset.

    The first entry has no engine.
    """

    def offer(self, setup: GameSetup, first: str) -> None:
        """List the engines in groups; those that do not play a setup are disabled.

        Args:
            setup: Game, size and rules.
            first: Text of the entry without an engine.
        """
        self.clear()
        self.addItem(first, None)
        model = cast("QStandardItemModel", self.model())
        group = ""
        for preset in offered_engines(setup.game):
            if preset.group != group:
                group = preset.group
                self.addItem(group_title(group), None)
                model.item(self.count() - 1).setEnabled(False)
            limit = describe_engine_limit(preset, setup)
            text = preset_title(preset)
            if limit:
                text = tr("NewGame", "{engine} ({limit})").format(
                    engine=text, limit=limit
                )
            self.addItem(text, preset.name)
            model.item(self.count() - 1).setEnabled(not limit)

    def showPopup(self) -> None:
        """Show the list wide enough for its names, however narrow the box is."""
        view = self.view()
        bar = view.verticalScrollBar().sizeHint().width()
        view.setMinimumWidth(view.sizeHintForColumn(0) + bar)
        super().showPopup()

    def choose(self, name: str | None) -> None:
        """Choose the entry of a preset, or the first one."""
        self.setCurrentIndex(0 if name is None else max(self.findData(name), 0))
