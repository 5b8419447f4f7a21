"""Lets the window be heard: stones, choices, the clock, the end of a game.

The part of Qt that plays sounds is imported with the first sound. Where it is missing,
or the machine has no loudspeaker, the game goes on in silence.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Literal, get_args

from PyQt5.QtCore import QObject, QTimer, QUrl

from engine.core.paths import resources
from engine.games import get_game
from gui.game.clock_display import LOW_SECONDS
from gui.game.game_controller import GameController
from gui.settings.settings import Settings
from gui.text.i18n import tr

if TYPE_CHECKING:
    from PyQt5.QtMultimedia import QSoundEffect

log = logging.getLogger(__name__)

Sound = Literal["stone", "choice", "low_time", "over", "error"]


class Loudspeaker:
    """Plays the files of ``resources/sounds``, if the machine can."""

    def __init__(self) -> None:
        self._effects: dict[str, QSoundEffect] | None = None
        self._lack = ""

    @property
    def lack(self) -> str:
        """Why nothing can be heard; empty if all is well. Loads what it needs."""
        self._load()
        return self._lack

    def play(self, sound: Sound, percent: int) -> None:
        """Play a sound so loud."""
        effect = self._load().get(sound)
        if effect is not None:
            effect.setVolume(percent / 100)
            effect.play()

    def _load(self) -> dict[str, QSoundEffect]:
        if self._effects is None:
            self._effects = {}
            try:
                self._effects = _loaded()
            except ImportError as error:
                lack = tr("Sound", "{part} is missing")
                self._lack = lack.format(part=_missing_part(error))
                log.info("no sound: %s", error)
            except OSError as error:
                self._lack = str(error)
                log.info("no sound: %s", error)
        return self._effects


def _loaded() -> dict[str, QSoundEffect]:
    """Return the sounds, ready to be played.

    Raises:
        ImportError: Qt or a library of the system is missing.
        OSError: There is nothing to hear them with.
    """
    from PyQt5.QtMultimedia import QAudioDeviceInfo, QSoundEffect  # noqa: PLC0415

    if QAudioDeviceInfo.defaultOutputDevice().isNull():
        raise OSError(tr("Sound", "no audio device was found"))
    effects = {}
    for name in get_args(Sound):
        effects[name] = QSoundEffect()
        path = resources() / "sounds" / f"{name}.wav"
        effects[name].setSource(QUrl.fromLocalFile(str(path)))
    return effects


def _missing_part(error: ImportError) -> str:
    """Return the library of the system that an import asked for, or the module."""
    library, _, reason = str(error).partition(": ")
    return library if reason and " " not in library else str(error.name)


class Sounds(QObject):
    """Plays what fits the game on the screen.

    Args:
        controller: The games.
        settings: Whether and how loud.
        loudspeaker: Plays; a test puts another object in its place.
        parent: See ``QObject``.
    """

    def __init__(
        self,
        controller: GameController,
        settings: Settings,
        loudspeaker: Loudspeaker | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._controller = controller
        self._settings = settings
        self._loudspeaker = loudspeaker or Loudspeaker()
        self._place = (controller.session, controller.session.cursor)
        self._low_timer = QTimer(self)
        self._low_timer.setSingleShot(True)
        self._low_timer.timeout.connect(lambda: self.play("low_time"))

    def start(self) -> None:
        """Be heard from now on: after the first picture."""
        controller = self._controller
        self._place = (controller.session, controller.session.cursor)
        controller.position_changed.connect(self._on_position_changed)
        controller.activity_changed.connect(self._watch_clock)
        controller.game_ended.connect(lambda: self.play("over"))
        controller.problem_reported.connect(lambda: self.play("error"))

    @property
    def lack(self) -> str:
        """Why nothing can be heard; empty if all is well."""
        return self._loudspeaker.lack

    def play(self, sound: Sound) -> None:
        """Play a sound, if the user wants any."""
        if self._settings.plays_sounds:
            self._loudspeaker.play(sound, self._settings.volume)

    def _on_position_changed(self) -> None:
        """Let a stone be heard that has come by a move, not by a jump."""
        session = self._controller.session
        before, self._place = self._place, (session, session.cursor)
        node = session.record.nodes[session.cursor]
        if before == (session, node.parent) and node.move is not None:
            setup = session.setup
            is_choice = get_game(setup.game).is_choice(setup, node.move)
            is_stone = node.move < setup.cell_count and not is_choice
            self.play("stone" if is_stone else "choice")
        self._watch_clock()

    def _watch_clock(self) -> None:
        """Warn a person, once a move, whose time is running out."""
        self._low_timer.stop()
        session = self._controller.session
        if not session.time.is_running or session.engine_is_to_move:
            return
        left = session.time.left(session.position.seat_to_move)
        if left is not None and left.until_flag > LOW_SECONDS:
            self._low_timer.start(round((left.until_flag - LOW_SECONDS) * 1000))
