"""Encoding of texts in files that do not name it."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Sequence

from engine.core.message import Message

UNCERTAIN = Message(
    "Some characters may be wrong: the file is neither UTF-8 nor GB18030."
)
"""Warning of a text that was read as Latin-1 for want of anything better."""

FALLBACK = "latin-1"
"""Encoding of a text that has none of the known ones."""

KANA_SHARE = 0.25
"""Least share of kana among the letters beyond ASCII of a Japanese text."""

_NEIGHBOURS = re.compile(rb"[\x80-\xff]{2}")
"""Pattern of Chinese text; a lone accent, read as Chinese, would swallow a bracket."""

_KANA = re.compile("[\u3041-\u30ff]")


def find_encoding(data: bytes, *, declared: Sequence[str] = ()) -> str | None:
    """Return the encoding of a text, or ``None`` if none of the known ones fits.

    UTF-8 fits by chance to nothing else; Shift JIS is recognised by its kana, which
    Chinese encodings do not have in these places. Everything else in pairs of bytes is
    GB18030.

    Args:
        data: The text.
        declared: Encodings that the text itself names.
    """
    japanese = ["cp932"] if _is_japanese(data) else []
    chinese = ["gb18030"] if _NEIGHBOURS.search(data) else []
    for encoding in ("utf-8-sig", *declared, *japanese, *chinese):
        with contextlib.suppress(UnicodeDecodeError):
            data.decode(encoding)
            return encoding
    return None


def _is_japanese(data: bytes) -> bool:
    try:
        text = data.decode("cp932")
    except UnicodeDecodeError:
        return False
    letters = sum(not letter.isascii() for letter in text)
    return letters > 0 and len(_KANA.findall(text)) >= KANA_SHARE * letters
