"""New-game dialog: board, rules, players and time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PyQt5.QtWidgets import (
    QCheckBox,
    QHBoxLayout,
    QVBoxLayout,
    QWidget,
)

from engine.core.errors import EngineError
from engine.core.game import GameSetup, Position
from engine.core.types import Player
from engine.games import GAMES, get_game
from engine.match.match_setup import MatchSetup
from gui.dialogs.limit_editor import LimitEditor
from gui.dialogs.options_editor import OptionsEditor
from gui.dialogs.player_picker import PlayerPicker
from gui.dialogs.size_fields import SizeFields
from gui.dialogs.time_editor import TimeEditor
from gui.settings.external_programs import ExternalPrograms
from gui.style.icons import icon_if_drawn
from gui.style.theme import SPACE_S, SPACE_XS
from gui.text.fit_messages import find_engine_problem, find_setup_problem
from gui.text.i18n import tr, translate_message
from gui.text.labels import game_title, goal_message, side_title
from gui.text.plain_text import PlainLabel
from gui.widgets.form import FormDialog
from gui.widgets.segmented_buttons import SegmentedButtons
from gui.widgets.side_badge import SideBadge


class NewGameDialog(FormDialog):
    """Dialog for a new game, filled with the last choice for each game.

    Args:
        game: The game shown first.
        last_choice: Returns the last choice for a game.
        position: Where the game is to begin, on its board and by its rules; a free
            choice of both if left out.
        programs: The external programs to choose from; ``None`` to offer none.
        parent: The window it belongs to.
    """

    def __init__(
        self,
        game: str,
        last_choice: Callable[[str], MatchSetup],
        parent: QWidget | None = None,
        *,
        position: Position | None = None,
        programs: ExternalPrograms | None = None,
    ) -> None:
        title = tr("NewGame", "New game")
        if position is not None:
            title = tr("NewGame", "Continue from move {ply}").format(
                ply=len(position.history)
            )
        super().__init__("new_game", title, tr("NewGame", "Start"), parent)
        self._position = position
        self._last_choice = last_choice
        self._game = game
        self._choice: MatchSetup | None = None
        self._games = SegmentedButtons(
            "new_game_game", [(name, game_title(name)) for name in GAMES]
        )
        for name in GAMES:
            self._games.set_icon(name, icon_if_drawn(name))
        self._goal = PlainLabel()
        self._goal.setProperty("role", "caption")
        self._goal.setWordWrap(True)
        self._size = SizeFields("new_game", has_list=True)
        self._options = OptionsEditor("new_game_option")
        self._marks = {player: SideBadge() for player in Player}
        self._sides = {player: PlainLabel() for player in Player}
        self._pickers = {
            player: PlayerPicker(
                f"new_game_{player.name.lower()}",
                has_constants=True,
                programs=programs,
            )
            for player in Player
        }
        self._draws = QCheckBox(tr("NewGame", "Choose sides at random"))
        self._draws.setObjectName("new_game_draw")
        self._resigns = QCheckBox(tr("NewGame", "Engines resign lost games"))
        self._resigns.setObjectName("new_game_resign")
        self._time = TimeEditor("new_game_time")
        self._caps = QCheckBox(tr("NewGame", "Limit engines with a clock, too"))
        self._caps.setObjectName("new_game_caps")
        self._limit = LimitEditor("new_game")
        self._lay_out()
        choice = last_choice(game)
        if position is not None:
            choice = replace(choice, setup=position.setup)
        self._show_choice(choice)
        self._connect()
        for field in (self._games, self._size, self._options):
            field.setEnabled(position is None)

    @property
    def choice(self) -> MatchSetup | None:
        """The game as chosen now, or ``None`` while that makes no sense."""
        return self._choice

    def _lay_out(self) -> None:
        game_column = QVBoxLayout()
        game_column.setSpacing(SPACE_XS)
        game_column.addWidget(self._games)
        game_column.addWidget(self._goal)
        self.add_row(tr("NewGame", "Game"), game_column)
        self.add_row(tr("NewGame", "Board"), self._size)
        self._options_label = self.add_row(tr("NewGame", "Rules"), self._options)
        self.add_line()
        self.add_row(tr("NewGame", "Time"), self._time)
        self.start_column()
        for player in Player:
            row = QHBoxLayout()
            row.setSpacing(SPACE_S)
            row.addWidget(self._marks[player])
            self._sides[player].setObjectName(f"new_game_side_{player.name.lower()}")
            row.addWidget(self._sides[player])
            row.addStretch(1)
            self.add_row_beside(row, self._pickers[player])
        ticks = QVBoxLayout()
        ticks.setSpacing(0)
        for box in (self._draws, self._resigns):
            ticks.addWidget(box)
        self.add_row("", ticks)
        limits = QVBoxLayout()
        limits.setSpacing(SPACE_XS)
        for part in (self._limit, self._caps):
            limits.addWidget(part)
        self.add_row(tr("NewGame", "Engine limit"), limits)
        self.add_space()

    def _connect(self) -> None:
        self._games.chosen.connect(self._on_game_chosen)
        self._size.changed.connect(self._on_changed)
        self._options.changed.connect(self._on_changed)
        self._draws.toggled.connect(self._on_changed)
        self._resigns.toggled.connect(self._on_changed)
        self._time.changed.connect(self._on_changed)
        self._caps.toggled.connect(self._on_changed)
        self._limit.changed.connect(self._on_changed)
        for picker in self._pickers.values():
            picker.changed.connect(self._on_changed)

    def _show_choice(self, choice: MatchSetup) -> None:
        """Put ``choice`` into all fields."""
        setup = choice.setup
        game = get_game(setup.game)
        self._game = setup.game
        self._games.set_value(setup.game)
        self._size.show_size(setup)
        self._options.show_setup(setup)
        self._options.setVisible(bool(game.options))
        self._options_label.setVisible(bool(game.options))
        for player in Player:
            at = self._position
            colour = player if at is None else at.colour_of(player)
            self._marks[player].show_side(setup.game, colour)
            self._sides[player].setText(side_title(setup.game, colour))
            self._pickers[player].offer(
                setup, choice.player(player), choice.person_name(player)
            )
        self._draws.setChecked(choice.draws_colours)
        self._resigns.setChecked(choice.engines_resign)
        self._limit.show_choice(choice)
        self._caps.setChecked(choice.caps_engines)
        self._time.show_terms(choice.time, side_title(setup.game, Player.SECOND))
        self._on_changed()

    def _chosen(self) -> MatchSetup:
        """Return the game that the fields describe.

        Raises:
            EngineError: They describe none.
        """
        return MatchSetup(
            setup=self._chosen_setup(),
            first=self._pickers[Player.FIRST].engine,
            second=self._pickers[Player.SECOND].engine,
            first_name=self._pickers[Player.FIRST].person_name,
            second_name=self._pickers[Player.SECOND].person_name,
            engine_limit=self._limit.kind,
            seconds_per_move=self._limit.seconds,
            nodes_per_move=self._limit.nodes,
            draws_colours=self._draws.isChecked(),
            engines_resign=self._resigns.isChecked(),
            caps_engines=self._caps.isChecked(),
            time=self._time.terms,
        )

    def _chosen_setup(self) -> GameSetup:
        return get_game(self._game).setup(
            height=self._size.rows,
            width=self._size.columns,
            options=self._options.values,
        )

    def _on_changed(self) -> None:
        self._choice = None
        choice, problem = self._read()
        if choice is not None:
            for picker in self._pickers.values():
                picker.show_setup(choice.setup)
            problem = find_engine_problem(choice.setup, choice.engines.values())
        self.set_problem(problem)
        if choice is None or problem:
            return
        self._choice = choice
        goal = goal_message(choice.setup)
        self._goal.setText(goal)
        self._goal.setVisible(bool(goal))
        self._show_thinking(choice)
        self._draws.setEnabled(choice.has_two_kinds)
        self._resigns.setEnabled(bool(choice.engines))

    def _read(self) -> tuple[MatchSetup | None, str]:
        """Return the game that the fields describe, or what is wrong with them."""
        problem = find_setup_problem(
            self._game,
            self._size.rows,
            self._size.columns,
            self._options.values,
        )
        if problem:
            return None, problem
        try:
            return self._chosen(), ""
        except EngineError as error:
            return None, translate_message(error.message)

    def _show_thinking(self, choice: MatchSetup) -> None:
        """Offer the limit as an upper bound where engines have a clock."""
        controls = [choice.time.get_control(player) for player in choice.engines]
        have_clocks = bool(controls) and all(controls)
        self._caps.setVisible(have_clocks)
        has_bound = not have_clocks or choice.caps_engines
        self._limit.setEnabled(bool(controls) and has_bound)

    def _on_game_chosen(self, game: str) -> None:
        if game != self._game:
            self._show_choice(self._last_choice(game))
            self.adjustSize()
