"""Form for an external program: its command, its name and a trial."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PyQt5.QtCore import Qt, QTimer
from PyQt5.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from engine.core.errors import EngineError
from engine.core.formats.clean_text import clean_line
from engine.core.game import GameSetup
from engine.external.external_searcher import PROTOCOLS, find_external_refusal
from engine.external.settings import join_command, split_command
from engine.external.trial import Trial
from engine.games import get_game
from engine.players.engine_spec import COMMAND, sort_overrides
from engine.players.program_player import COMMAND_FORM, ProgramPlayer
from gui.dialogs.program_trial import ProgramTrial
from gui.style.dynamic_property import set_dynamic_property
from gui.style.theme import SPACE_XS
from gui.text.i18n import tr, translate_message
from gui.text.labels import game_title
from gui.widgets.form import FormDialog, make_row
from gui.widgets.named_widgets import make_button, make_label

LOOK_MS = 50
"""Interval at which a running trial is polled."""

LONGEST_NAME = 60
"""Letters of a program's name."""

TRIAL_HEIGHT = 64
"""Room for the answer of a trial, in pixels at 100 %."""

SHOWN_KEYS = frozenset({"name", "cwd"})
"""Settings with a field of their own."""


class ProgramDialog(FormDialog):
    """Form for a new or a changed external program.

    Args:
        setup: Game, size and rules for which it is needed; its trial is on this board
            if its protocol has words for it.
        ask_file: Asks for the file of a program, from a folder on.
        program: The program to change; ``None`` for a new one.
        parent: The window it belongs to.
    """

    def __init__(
        self,
        setup: GameSetup,
        ask_file: Callable[[QWidget, Path], Path | None],
        program: ProgramPlayer | None = None,
        parent: QWidget | None = None,
    ) -> None:
        accept = tr("Programs", "Add") if program is None else tr("Programs", "Save")
        super().__init__("program", tr("Programs", "External program"), accept, parent)
        self._setup = setup
        if find_external_refusal(setup) is not None:
            self._setup = get_game(setup.game).setup()
        self._ask_file = ask_file
        self._program: ProgramPlayer | None = None
        self._trial: ProgramTrial | None = None
        self._command, self._name = QLineEdit(), QLineEdit()
        self._folder = QLineEdit()
        self._browse = make_button("program_browse", tr("Programs", "Choose…"))
        self._try = make_button("program_try", tr("Programs", "Try it"))
        self._answer = make_label("program_answer", "muted")
        self._timer = QTimer(self)
        self._timer.setInterval(LOOK_MS)
        self._timer.timeout.connect(self._look)
        self._lay_out()
        if program is not None:
            self._show_program(program)
        self._browse.clicked.connect(self._on_browse_clicked)
        self._try.clicked.connect(self._on_try_clicked)
        for line in (self._command, self._name, self._folder):
            line.textChanged.connect(self._on_changed)
        self._on_changed()

    @property
    def program(self) -> ProgramPlayer | None:
        """The program in the fields, or ``None`` while they are invalid."""
        return self._program

    def _lay_out(self) -> None:
        game = self._setup.game
        about = make_label("program_about", "caption")
        about.setWordWrap(True)
        about.setText(
            tr("Programs", "Programs for {game} have to speak {protocol}.").format(
                game=game_title(game), protocol=PROTOCOLS[game].name
            )
        )
        names = ("program_command", "program_name", "program_folder")
        for line, name in zip(
            (self._command, self._name, self._folder), names, strict=True
        ):
            line.setObjectName(name)
        self._command.setPlaceholderText(tr("Programs", "File, or command line"))
        self._name.setPlaceholderText(tr("Programs", "Name in lists and records"))
        self._name.setMaxLength(LONGEST_NAME)
        self._folder.setPlaceholderText(tr("Programs", "Same as Pentahex"))
        self._answer.setWordWrap(True)
        self._answer.setMinimumHeight(TRIAL_HEIGHT)
        self._answer.setAlignment(Qt.AlignTop)
        command = QVBoxLayout()
        command.setSpacing(SPACE_XS)
        command.addLayout(make_row(self._command, self._browse))
        command.addWidget(about)
        self.add_row(tr("Programs", "Program"), command)
        self.add_row(tr("Programs", "Working folder"), self._folder)
        self.add_row(tr("Programs", "Name"), self._name)
        trial = QVBoxLayout()
        trial.setSpacing(SPACE_XS)
        trial.addLayout(make_row(self._try, stretch=True))
        trial.addWidget(self._answer)
        self.add_row(tr("Programs", "Trial"), trial)

    def _show_program(self, program: ProgramPlayer) -> None:
        settings = dict(program.overrides)
        more = {key: value for key, value in settings.items() if key not in SHOWN_KEYS}
        bare = replace(program, overrides=sort_overrides(more))
        self._command.setText(str(bare) if more else program.command)
        self._name.setText(str(settings.get("name", "")))
        self._folder.setText(str(settings.get("cwd", "")))

    def _read(self) -> ProgramPlayer:
        """Return the program in the fields.

        Raises:
            PresetError: The command is not well formed.
        """
        text = self._command.text().strip()
        if not COMMAND_FORM.match(text):
            text = f"{COMMAND}:{text}"
        program = ProgramPlayer.parse(text)
        words = split_command(program.command)
        settings = dict(program.overrides)
        name = clean_line(self._name.text()).strip()
        settings["name"] = name or settings.get("name") or Path(words[0]).stem
        folder = self._folder.text().strip()
        if folder:
            settings["cwd"] = folder
        return replace(program, overrides=sort_overrides(settings))

    def _on_changed(self) -> None:
        self._end_trial()
        self._answer.setText("")
        self._program, problem = None, ""
        is_empty = not self._command.text().strip()
        if not is_empty:
            try:
                self._program = self._read()
            except EngineError as error:
                problem = translate_message(error.message)
        self.set_problem(problem)
        self.accept_button.setEnabled(self._program is not None)
        self._try.setEnabled(self._program is not None)

    def _on_browse_clicked(self) -> None:
        path = self._ask_file(self, Path.home())
        if path is not None:
            self._command.setText(join_command([str(path)]))
            self._folder.setText(str(path.parent))
            self._name.setText(path.stem)

    def _on_try_clicked(self) -> None:
        program = self._program
        if program is None:
            return
        self._end_trial()
        trial = Trial(program.command, program.settings, self._setup)
        self._trial = ProgramTrial(trial)
        if self._try.hasFocus():  # Qt would give it to Cancel, under the same key
            self.setFocus()
        self._try.setEnabled(False)
        self._timer.start()
        self._look()

    def _look(self) -> None:
        """Show what the trial has found so far."""
        trial = self._trial
        if trial is None:
            return
        self._answer.setText(trial.message)
        has_failed = not trial.is_running and trial.answer is None
        set_dynamic_property(self._answer, "role", "danger" if has_failed else "muted")
        if trial.is_running:
            return
        self._timer.stop()
        self._try.setEnabled(True)
        if self.hasFocus():
            self._try.setFocus()
        if trial.answer is not None and not self._name.text().strip():
            self._name.blockSignals(True)
            self._name.setText(trial.answer.name)
            self._name.blockSignals(False)
            self._program = self._read()

    def _end_trial(self) -> None:
        self._timer.stop()
        trial, self._trial = self._trial, None
        if trial is not None and trial.is_running:
            trial.stop()

    def done(self, result: int) -> None:
        """End a running trial with the dialog."""
        self._end_trial()
        super().done(result)
