"""Dialog for a new contest game: teams, event, board, engine, time, coordinates."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PyQt5.QtCore import Qt
from PyQt5.QtWidgets import (
    QCheckBox,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from engine.core.errors import EngineError
from engine.core.types import Player
from engine.games import GAMES, get_game
from engine.match.engine_choice import is_strongest
from engine.players.program_player import ProgramPlayer
from engine.records.ccgc import codec as ccgc
from engine.records.ccgc import coordinates
from gui.contest.contest import Contest, current_date, is_date
from gui.contest.contest_labels import clock_hint, read_clock
from gui.dialogs.options_editor import OptionsEditor
from gui.dialogs.player_picker import PlayerPicker
from gui.dialogs.size_fields import SizeFields
from gui.settings.external_programs import ExternalPrograms
from gui.style.icons import icon_if_drawn
from gui.style.theme import SPACE_XS
from gui.text.fit_messages import find_engine_problem, find_setup_problem
from gui.text.i18n import tr, translate_message
from gui.text.labels import game_title, side_title
from gui.text.plain_text import PlainLabel, set_tip
from gui.text.time_labels import time_left_text
from gui.widgets.form import FormDialog, make_row
from gui.widgets.segmented_buttons import SegmentedButtons

WIDTH = 660
"""Width of the form in pixels at 100 %."""

WE, THEY = "we", "they"
"""Values of the choice who begins."""


class ContestDialog(FormDialog):
    """Dialog that starts from the last contest and the current date.

    Args:
        game: The game shown first.
        last_contest: Returns the last contest of a game.
        parent: The window it belongs to.
        programs: The external programs to choose from; ``None`` to offer none.
        lab_is_at_work: Returns whether runs of the Lab take processor time.
        folder: The folder for the record, shown first.
        ask_folder: Lets the user choose another folder.
    """

    def __init__(
        self,
        game: str,
        last_contest: Callable[[str], Contest],
        parent: QWidget | None = None,
        *,
        programs: ExternalPrograms | None = None,
        lab_is_at_work: Callable[[], bool],
        folder: Path,
        ask_folder: Callable[[QWidget, Path], Path | None],
    ) -> None:
        super().__init__(
            "contest",
            tr("Contest", "Contest game"),
            tr("Contest", "Start game"),
            parent,
        )
        self._last_contest = last_contest
        self._lab_is_at_work = lab_is_at_work
        self._contest: Contest | None = None
        self._game = game
        self._folder = folder
        self._ask_folder = ask_folder
        names = [name for name in GAMES if name in ccgc.FORMAT.games]
        self._games = SegmentedButtons(
            "contest_game", [(name, game_title(name)) for name in names]
        )
        for name in names:
            self._games.set_icon(name, icon_if_drawn(name))
        self._size = SizeFields("contest")
        self._options = OptionsEditor("contest_option")
        self._ours, self._theirs = _line("our_name"), _line("their_name")
        self._first = SegmentedButtons(
            "contest_first",
            [
                (WE, tr("Contest", "We move first")),
                (THEY, tr("Contest", "They move first")),
            ],
        )
        self._our_seat = Player.FIRST
        self._picker = PlayerPicker("contest_engine", programs=programs)
        self._weakness = _warning(
            "weakness",
            tr("Contest", "This is not the strongest choice. Choose Full strength."),
        )
        self._load = _warning(
            "load",
            tr("Contest", "A run of the Lab takes processor time from our engine."),
        )
        self._event, self._place = _line("event"), _line("place")
        self._date, self._time = _line("date"), _line("time")
        self._flag = _box("flag", tr("Contest", "A fallen flag ends the game"))
        self._confirms = _box(
            "confirms", tr("Contest", "Our clock runs until our stone is confirmed")
        )
        self._rows = _box("rows", tr("Contest", "Row 1 is at the bottom"))
        self._sides = PlainLabel()
        self._sides.setObjectName("contest_sides")
        self._sides.setProperty("role", "muted")
        self._folder_text = PlainLabel()
        self._folder_text.setObjectName("contest_folder")
        self._folder_text.setSizePolicy(QSizePolicy.Ignored, QSizePolicy.Preferred)
        self._lay_out()
        self._show_contest(replace(last_contest(game), date=current_date()))
        self._show_folder()
        self._connect()

    @property
    def contest(self) -> Contest | None:
        """The contest in the fields, or ``None`` while they are invalid."""
        return self._contest

    @property
    def folder(self) -> Path:
        """The folder for the record."""
        return self._folder

    def _lay_out(self) -> None:
        self.setMinimumWidth(WIDTH)
        self.add_row(tr("Contest", "Game"), self._games)
        self.add_row(tr("Contest", "Board"), self._size)
        self.add_row(tr("Contest", "Rules"), self._options)
        self.add_line()
        self._ours.setPlaceholderText(tr("Contest", "Our team"))
        self._theirs.setPlaceholderText(tr("Contest", "Their team"))
        self.add_row(tr("Contest", "Teams"), make_row(self._ours, self._theirs))
        first = QVBoxLayout()
        first.setSpacing(SPACE_XS)
        first.addWidget(self._first, 0, Qt.AlignLeft)
        first.addWidget(self._sides)
        self.add_row(tr("Contest", "First move"), first)
        players = QVBoxLayout()
        players.addWidget(self._picker)
        players.addWidget(self._weakness)
        players.addWidget(self._load)
        self.add_row(tr("Contest", "Our player"), players)
        self.start_column()
        self._event.setPlaceholderText(tr("Contest", "Event"))
        self._place.setPlaceholderText(tr("Contest", "Place"))
        self._date.setPlaceholderText(tr("Contest", "YYYY-MM-DD hh:mm"))
        self.add_row(tr("Contest", "Event, place"), make_row(self._event, self._place))
        self.add_row(tr("Contest", "Date"), self._date)
        hint = PlainLabel(clock_hint())
        hint.setProperty("role", "caption")
        hint.setWordWrap(True)
        self.add_row(tr("Contest", "Time per side"), make_row(self._time, hint))
        browse = QPushButton(tr("Contest", "Change…"))
        browse.setObjectName("contest_browse")
        browse.setAutoDefault(False)
        browse.clicked.connect(self._on_browse_clicked)
        folder = make_row(self._folder_text, browse)
        folder.setStretch(0, 1)
        self.add_row(tr("Contest", "Save records in"), folder)
        for box in (self._flag, self._confirms, self._rows):
            self.add_wide(box)
        self.add_space()

    def _connect(self) -> None:
        self._games.chosen.connect(self._on_game_chosen)
        self._first.chosen.connect(self._on_first_chosen)
        self._size.changed.connect(self._on_changed)
        self._options.changed.connect(self._on_changed)
        self._picker.changed.connect(self._on_changed)
        lines = (self._ours, self._theirs, self._event, self._place)
        for line in (*lines, self._date, self._time):
            line.textChanged.connect(self._on_changed)
        for tick in (self._flag, self._confirms, self._rows):
            tick.toggled.connect(self._on_changed)

    def _show_contest(self, contest: Contest) -> None:
        """Fill all fields from ``contest``."""
        setup = contest.setup
        self._game = setup.game
        self._games.set_value(setup.game)
        self._size.show_size(setup)
        self._options.show_setup(setup)
        self._ours.setText(contest.our_name)
        self._theirs.setText(contest.their_name)
        self._our_seat = contest.our_seat
        self._first.set_value(WE if contest.our_seat is Player.FIRST else THEY)
        self._picker.offer(setup, contest.our_engine)
        self._event.setText(contest.event)
        self._place.setText(contest.place)
        self._date.setText(contest.date)
        self._time.setText(time_left_text(contest.seconds))
        self._flag.setChecked(contest.flag_ends_game)
        self._confirms.setChecked(contest.confirms_stones)
        self._rows.setChecked(contest.rows_from_bottom)
        self._on_changed()

    def _chosen(self, seconds: float) -> Contest:
        """Return the contest in the fields.

        Raises:
            EngineError: Size or rules are invalid.
        """
        setup = get_game(self._game).setup(
            height=self._size.rows,
            width=self._size.columns,
            options=self._options.values,
        )
        return Contest(
            setup=setup,
            our_seat=self._our_seat,
            our_engine=self._picker.engine,
            our_name=self._ours.text().strip(),
            their_name=self._theirs.text().strip(),
            event=self._event.text().strip(),
            place=self._place.text().strip(),
            date=self._date.text().strip(),
            seconds=seconds,
            flag_ends_game=self._flag.isChecked(),
            rows_from_bottom=self._rows.isChecked(),
            confirms_stones=self._confirms.isChecked(),
        )

    def _on_changed(self) -> None:
        self._contest = None
        seconds = read_clock(self._time.text())
        if seconds is None:
            self.set_problem(tr("Contest", "Expected a time such as 15:00."))
            return
        problem = self._find_field_problem()
        if problem:
            self.set_problem(problem)
            return
        try:
            self._contest = self._chosen(seconds)
        except EngineError as error:
            self.set_problem(translate_message(error.message))
            return
        setup, engine = self._contest.setup, self._contest.our_engine
        self._picker.show_setup(setup)
        problem = find_engine_problem(setup, [] if engine is None else [engine])
        self.set_problem(problem)
        self._load.setVisible(engine is not None and self._lab_is_at_work())
        self._weakness.setVisible(
            not problem
            and engine is not None
            and not isinstance(engine, ProgramPlayer)
            and not is_strongest(setup, engine)
        )
        if problem:
            self._contest = None
            return
        self._confirms.setEnabled(self._contest.our_engine is not None)
        self._rows.setVisible(not coordinates.has_agreed_rows(self._game))
        text = tr("Contest", "We are {side} until the opening settles the colours.")
        if get_game(self._game).new_position(setup).has_fixed_colours:
            text = tr("Contest", "We are {side}.")
        self._sides.setText(text.format(side=side_title(self._game, self._our_seat)))

    def _find_field_problem(self) -> str:
        """Return the problem with the date, the board or the rules, or nothing."""
        if not is_date(self._date.text().strip()):
            return tr("Contest", "Expected a date such as 2026-07-29 14:00.")
        return find_setup_problem(
            self._game,
            self._size.rows,
            self._size.columns,
            self._options.values,
        )

    def _on_game_chosen(self, game: str) -> None:
        if game != self._game:
            contest = self._last_contest(game)
            self._show_contest(
                replace(
                    contest,
                    our_name=self._ours.text(),
                    their_name=self._theirs.text(),
                    event=self._event.text(),
                    place=self._place.text(),
                    date=self._date.text(),
                )
            )
            self.adjustSize()

    def _on_browse_clicked(self) -> None:
        folder = self._ask_folder(self, self._folder)
        if folder is not None:
            self._folder = folder
            self._show_folder()

    def _show_folder(self) -> None:
        self._folder_text.setText(str(self._folder))
        set_tip(self._folder_text, str(self._folder))

    def _on_first_chosen(self, who: str) -> None:
        self._our_seat = Player.FIRST if who == WE else Player.SECOND
        self._on_changed()


def _line(name: str) -> QLineEdit:
    line = QLineEdit()
    line.setObjectName(f"contest_{name}")
    return line


def _warning(name: str, text: str) -> PlainLabel:
    label = PlainLabel(text)
    label.setObjectName(f"contest_{name}")
    label.setProperty("role", "danger")
    label.setWordWrap(True)
    return label


def _box(name: str, text: str) -> QCheckBox:
    box = QCheckBox(text)
    box.setObjectName(f"contest_{name}")
    return box
