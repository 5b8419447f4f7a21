"""Codec of values in the settings file; the decoders raise ``ValueError``."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Collection, Sequence
from pathlib import Path

from PyQt5.QtCore import QRect

from engine.games import GAMES
from engine.players.player_config import parse_engine
from engine.players.program_player import ProgramPlayer


def encode_rect(rect: QRect | None) -> str:
    """Return left, top, width and height."""
    if rect is None:
        return ""
    return f"{rect.x()} {rect.y()} {rect.width()} {rect.height()}"


def decode_rect(text: str) -> QRect | None:
    """Return a rectangle that is not empty."""
    try:
        left, top, width, height = (int(word) for word in text.split())
        rect = QRect(left, top, width, height)
    except OverflowError as error:
        raise ValueError(str(error)) from error
    if not rect.isValid():
        raise ValueError(f"expected a rectangle, got {text!r}")
    return rect


def encode_state(state: bytes | None) -> str:
    """Return a check sum and the bytes in Base64."""
    state = state or b""
    return f"{zlib.crc32(state)} {base64.b64encode(state).decode()}"


def decode_state(text: str) -> bytes | None:
    """Return the bytes if their check sum fits."""
    check, _, coded = text.partition(" ")
    state = base64.b64decode(coded, validate=True)
    if not state or check != str(zlib.crc32(state)):
        raise ValueError("expected bytes with their check sum")
    return state


def encode_paths(paths: Sequence[Path]) -> str:
    """Return a JSON list of paths."""
    return json.dumps([str(path) for path in paths], ensure_ascii=False)


def decode_paths(text: str) -> tuple[Path, ...]:
    """Return the paths of a JSON list."""
    return tuple(map(Path, _decode_texts(text)))


def encode_names(names: Collection[str]) -> str:
    """Return a JSON list of names in alphabetical order."""
    return json.dumps(sorted(names), ensure_ascii=False)


def decode_names(text: str) -> frozenset[str]:
    """Return the names of a JSON list."""
    return frozenset(_decode_texts(text))


def encode_programs(programs: Sequence[ProgramPlayer]) -> str:
    """Return a JSON list of external programs."""
    return json.dumps([str(program) for program in programs], ensure_ascii=False)


def decode_programs(text: str) -> tuple[ProgramPlayer, ...]:
    """Return the external programs of a JSON list.

    Raises:
        ValueError: It is no list of texts, or another engine is among them.
        PresetError: A text is no engine.
    """
    engines = tuple(map(parse_engine, _decode_texts(text)))
    programs = tuple(one for one in engines if isinstance(one, ProgramPlayer))
    if len(programs) < len(engines):
        raise ValueError(f"expected external programs, got {text!r}")
    return programs


def encode_folder(folder: Path | None) -> str:
    """Return the absolute path of a folder."""
    return "" if folder is None else str(folder.absolute())


def decode_folder(text: str) -> Path | None:
    """Return an absolute path; its disk may be away."""
    folder = Path(text)
    if not folder.is_absolute():
        raise ValueError(f"expected an absolute path, got {text!r}")
    return folder


def decode_game(text: str) -> str:
    """Return the name of a game that the program has."""
    if text not in GAMES:
        raise ValueError(f"expected one of {', '.join(GAMES)}, got {text!r}")
    return text


def _decode_texts(text: str) -> list[str]:
    """Return the texts of a JSON list."""
    try:
        texts = json.loads(text)
    except RecursionError as error:
        raise ValueError("expected a list of texts") from error
    if not isinstance(texts, list) or not all(isinstance(one, str) for one in texts):
        raise ValueError(f"expected a list of texts, got {text!r}")
    return texts
