"""Presets of the user: files in a folder of their own, read again when they change."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from engine.core.errors import PresetError, SettingsError
from engine.core.files.file_stamp import read_stamp
from engine.core.formats.clean_text import clean_line
from engine.core.formats.settings_reader import in_file, make_value_error
from engine.core.message import Message
from engine.players.engine_spec import PREFIXES
from engine.players.preset_file import Preset, read_preset

NAME = re.compile(r"[\w.+-]+")
"""Names that need no quotes on the command line."""

SUFFIX = ".toml"


@dataclass(frozen=True, slots=True, kw_only=True)
class UserPresets:
    """The presets of a folder at one moment."""

    presets: Mapping[str, Preset] = field(default_factory=dict)
    """Undamaged presets by name, in alphabetical order of their files."""

    problems: Mapping[str, str] = field(default_factory=dict)
    """Error of each damaged file, by file name without suffix."""


class UserPresetFolder:
    """Reader of a folder of presets, which may be absent.

    A damaged file is an error of its own; the other files stay usable.

    Args:
        folder: The folder.
        shipped: Returns the titles of the program's presets by name; a name among
            them is refused.
    """

    def __init__(self, folder: Path, shipped: Callable[[], Mapping[str, str]]) -> None:
        self._folder = folder
        self._shipped = shipped
        self._last: tuple[object, UserPresets] = None, UserPresets()
        self._known: dict[str, Preset] = {}

    def read(self) -> UserPresets:
        """Return the presets as they are now; files are read if one has changed."""
        try:
            paths = self._list_files()
            state = [(path, read_stamp(path)) for path in paths]
        except OSError as error:
            problem = Message(
                "Expected a folder of presets at {folder}, got: {error}.",
                folder=self._folder,
                error=error.strerror or str(error),
            )
            return UserPresets(problems={self._folder.name: problem})
        last, found = self._last
        if state != last:
            found = self._read_all(paths)
            self._last = state, found
            self._known |= found.presets
        return found

    def recall(self, name: str) -> Preset | None:
        """Return a preset as it was last read, also after its file is gone.

        A game in progress still uses it.
        """
        return self._known.get(name)

    def _list_files(self) -> list[Path]:
        """Return the preset files in alphabetical order, without hidden ones."""
        try:
            entries = sorted(self._folder.iterdir())
        except FileNotFoundError:
            return []
        return [
            path
            for path in entries
            if path.suffix.lower() == SUFFIX
            and not path.name.startswith(".")
            and path.is_file()
        ]

    def _read_all(self, paths: list[Path]) -> UserPresets:
        """Return the presets of files; of two with one name the first counts."""
        shipped = self._shipped()
        presets: dict[str, Preset] = {}
        problems: dict[str, str] = {}
        for path in paths:
            try:
                preset = _read_own(path, shipped)
                with in_file(path):
                    _check_name(preset.name, shipped, presets)
                presets[preset.name] = preset
            except (PresetError, SettingsError) as error:
                problems[path.stem] = error.message
        return UserPresets(presets=presets, problems=problems)


def _read_own(path: Path, shipped: Mapping[str, str]) -> Preset:
    """Return the preset of a file, in the group of the user's presets.

    It is nowhere the best engine: the program chooses only its own ones by itself. A
    title that a preset of the program has is completed by the name.

    Raises:
        PresetError: The file is damaged.
    """
    preset = read_preset(path)
    title = clean_line(preset.title).strip() or preset.name
    if title in shipped.values():
        title = f"{title} ({preset.name})"
    return replace(
        preset,
        title=title,
        description=clean_line(preset.description),
        source=clean_line(preset.source),
        group="own",
        best_in=(),
        file=path,
    )


def _check_name(
    name: str, shipped: Mapping[str, str], earlier: Mapping[str, Preset]
) -> None:
    """Raise ``SettingsError`` unless a name can be written and is a new one."""
    problem: Message | None = None
    if NAME.fullmatch(name) is None or name in PREFIXES:
        problem = Message(
            "expected letters, digits and -_.+ and none of {reserved}, got {name!r}.",
            reserved=PREFIXES,
            name=name,
        )
    elif name in shipped:
        problem = Message(
            "expected a new name, got {name!r}, a preset of the program.", name=name
        )
    elif name in earlier:
        file = earlier[name].file
        problem = Message(
            "expected a new name, got {name!r}, which {file} has.",
            name=name,
            file="" if file is None else file.name,
        )
    if problem is not None:
        raise make_value_error("name", problem)
