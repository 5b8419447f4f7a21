"""Sounds of the window: stones, choices, the clock, the end of a game.

QtMultimedia is imported with the first sound. Where it or an audio device is missing,
the program runs without sound.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Literal, get_args

from PyQt5.QtCore import QObject, QTimer, QUrl

from engine.core.files.paths import resources
from engine.games import get_game
from engine.match.view import MatchView
from gui.game.clock_display import LOW_SECONDS
from gui.game.game_controller import GameController
from gui.game.notice_messages import has_ended, notice_message
from gui.settings.settings import Settings
from gui.settings.table import SOUNDS, VOLUME
from gui.text.i18n import tr

if TYPE_CHECKING:
    from PyQt5.QtMultimedia import QSoundEffect

log = logging.getLogger(__name__)

Sound = Literal["stone", "choice", "low_time", "over", "error"]


class SoundPlayer:
    """Audio backend: plays the files of ``resources/sounds``."""

    def __init__(self) -> None:
        self._effects: dict[str, QSoundEffect] | None = None
        self._find_reason: Callable[[], str] = str

    @property
    def unavailable_reason(self) -> str:
        """Reason why sound is unavailable, or an empty text; loads the backend."""
        self._load()
        return self._find_reason()

    def play(self, sound: Sound, percent: int) -> None:
        """Play a sound at a volume in percent."""
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
                self._find_reason = partial(_describe_missing, _missing_part(error))
                log.info("no sound: %s", error)
            except OSError as error:
                self._find_reason = lambda: tr("Sound", "no audio device was found")
                log.info("no sound: %s", error)
        return self._effects


def _loaded() -> dict[str, QSoundEffect]:
    """Return the loaded sounds.

    Raises:
        ImportError: Qt or a library of the system is missing.
        OSError: There is no audio device.
    """
    from PyQt5.QtMultimedia import QAudioDeviceInfo, QSoundEffect  # noqa: PLC0415

    if QAudioDeviceInfo.defaultOutputDevice().isNull():
        raise OSError("no audio device was found")
    effects = {}
    for name in get_args(Sound):
        effects[name] = QSoundEffect()
        path = resources() / "sounds" / f"{name}.wav"
        effects[name].setSource(QUrl.fromLocalFile(str(path)))
    return effects


def _describe_missing(part: str) -> str:
    """Return the message about a missing part in the language of the window."""
    return tr("Sound", "{part} is missing").format(part=part)


def _missing_part(error: ImportError) -> str:
    """Return the missing system library of an import error, or the module."""
    library, _, reason = str(error).partition(": ")
    return library if reason and " " not in library else str(error.name)


class Sounds(QObject):
    """Sounds of the game on the screen.

    Args:
        controller: The games.
        settings: Whether sounds are on, and their volume.
        loudspeaker: Plays; a test puts another object in its place.
    """

    def __init__(
        self,
        controller: GameController,
        settings: Settings,
        sound_player: SoundPlayer | None = None,
    ) -> None:
        super().__init__()
        self._controller = controller
        self._settings = settings
        self._sound_player = sound_player or SoundPlayer()
        self._place = (controller.session, controller.session.cursor)
        self._low_timer = QTimer(self)
        self._low_timer.setSingleShot(True)
        self._low_timer.timeout.connect(lambda: self.play("low_time"))

    def start(self) -> None:
        """Begin to play sounds, after the first paint."""
        controller = self._controller
        self._place = (controller.session, controller.session.cursor)
        controller.match_changed.connect(self._on_match_changed)

    @property
    def unavailable_reason(self) -> str:
        """Reason why sound is unavailable; empty if it is available."""
        return self._sound_player.unavailable_reason

    def play(self, sound: Sound) -> None:
        """Play a sound if sounds are on."""
        if self._settings[SOUNDS]:
            self._sound_player.play(sound, self._settings[VOLUME])

    def _on_match_changed(self, view: MatchView) -> None:
        if view.has_new_position:
            self._play_move()
        self._watch_clock()
        if has_ended(view.notices):
            self.play("over")
        if any(map(notice_message, view.notices)):
            self.play("error")

    def _play_move(self) -> None:
        """Play a sound if a move, not a jump, has changed the position."""
        session = self._controller.session
        before, self._place = self._place, (session, session.cursor)
        node = session.record.nodes[session.cursor]
        if before == (session, node.parent) and node.move is not None:
            setup = session.setup
            is_choice = get_game(setup.game).is_choice(setup, node.move)
            is_stone = node.move < setup.cell_count and not is_choice
            self.play("stone" if is_stone else "choice")

    def _watch_clock(self) -> None:
        """Schedule the warning of a person's low time, once per move."""
        self._low_timer.stop()
        session = self._controller.session
        if not session.time.is_running or session.time.seat in session.automatic:
            return
        left = session.time.left_to_move()
        if left is not None and left.until_flag > LOW_SECONDS:
            self._low_timer.start(round((left.until_flag - LOW_SECONDS) * 1000))
