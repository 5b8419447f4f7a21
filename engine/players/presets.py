"""Presets of engines by name: ``resources/presets/*.toml``, and those of the user."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from engine.core.errors import PresetError, SettingsError
from engine.core.files.paths import resources, user_presets_folder
from engine.core.message import Message
from engine.players.preset_file import Preset, read_shipped_preset
from engine.players.user_presets import UserPresetFolder, UserPresets


class PresetFolder:
    """Presets of a folder; a file is read and checked when it is asked for.

    Args:
        folder: The folder.
    """

    def __init__(self, folder: Path) -> None:
        self._paths = {path.stem: path for path in sorted(folder.glob("*.toml"))}
        self._presets: dict[str, Preset] = {}
        self._damage: dict[str, str] = {}

    @property
    def files(self) -> tuple[str, ...]:
        """Names of the files without suffix, in alphabetical order."""
        return tuple(self._paths)

    def preset(self, file: str) -> Preset | None:
        """Return the preset of a file; ``None`` if it is missing or damaged."""
        self._read(file)
        return self._presets.get(file)

    def damage(self, file: str) -> str | None:
        """Return the error of a damaged file."""
        self._read(file)
        return self._damage.get(file)

    def _read(self, file: str) -> None:
        if file in self._presets or file in self._damage or file not in self._paths:
            return
        try:
            self._presets[file] = read_shipped_preset(self._paths[file])
        except SettingsError as error:
            self._damage[file] = error.message


@cache
def read_presets() -> PresetFolder:
    """Return the presets of the program."""
    return PresetFolder(resources() / "presets")


def shipped_presets() -> dict[str, Preset]:
    """Return every undamaged preset of the program by name, in alphabetical order."""
    folder = read_presets()
    found = (folder.preset(file) for file in folder.files)
    return {preset.name: preset for preset in found if preset is not None}


def presets() -> dict[str, Preset]:
    """Return every undamaged preset by name: the program's, then the user's."""
    return {**shipped_presets(), **read_user_presets().presets}


def damaged_presets() -> dict[str, str]:
    """Return the error of each damaged preset of the program, by its file's stem."""
    folder = read_presets()
    errors = {file: folder.damage(file) for file in folder.files}
    return {file: error for file, error in errors.items() if error is not None}


def read_user_presets() -> UserPresets:
    """Return the presets in the user's folder as they are now."""
    return _user_folder(user_presets_folder()).read()


def list_presets(game: str, *, is_shipped: bool = False) -> list[Preset]:
    """Return the presets that play ``game``.

    Args:
        game: Name of the game.
        is_shipped: Whether to list the presets of the program alone.
    """
    known = shipped_presets() if is_shipped else presets()
    return [preset.for_game(game) for preset in known.values() if game in preset.games]


def find_preset(name: str, *, game: str | None = None) -> Preset:
    """Return the preset with a name.

    A preset of the user is found until the program ends, also when its file is gone.

    Args:
        name: Name of the preset.
        game: Game whose presets an error lists; ``None`` for those of every game.

    Raises:
        PresetError: There is no such preset, or its file is damaged.
    """
    preset = read_presets().preset(name)
    if preset is None or preset.name != name:  # a file of another name
        preset = presets().get(name)
    if preset is None:
        preset = _user_folder(user_presets_folder()).recall(name)
    if preset is None:
        known = presets().values() if game is None else list_presets(game)
        unknown = Message(
            "Expected an engine among {known}, got {name!r}.",
            known=tuple(entry.name for entry in known),
            name=name,
        )
        damaged = {**read_user_presets().problems, **damaged_presets()}
        raise PresetError(damaged.get(name, unknown))
    return preset


@cache
def _user_folder(folder: Path) -> UserPresetFolder:
    return UserPresetFolder(folder, _list_shipped_titles)


def _list_shipped_titles() -> dict[str, str]:
    """Return the titles of the program's presets by name; damaged ones have none."""
    titles = {name: preset.title for name, preset in shipped_presets().items()}
    return {**dict.fromkeys(damaged_presets(), ""), **titles}
