"""Encoding of texts in files that do not name it."""

from __future__ import annotations

import contextlib
import re
from collections import Counter
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

RARE_SHARE = 0.5
"""Least share of rare letters in a Japanese text that is read as Chinese: none in
``陳偉傑``, all in ``偼偄``, which is ``はい`` in Shift JIS."""

BIG5_RARE_ROWS = 0xC9
"""First byte of the rare letters of Big5, which come after all frequent ones."""

_NEIGHBOURS = re.compile(rb"[\x80-\xff]{2}")
"""Pattern of Chinese text; a lone accent, read as Chinese, would swallow a bracket."""

_KANA = re.compile("[\u3041-\u30ff]")


def find_encoding(data: bytes, *, declared: Sequence[str] = ()) -> str | None:
    """Return the encoding of a text, or ``None`` if none of the known ones fits.

    UTF-8 fits by chance to nothing else. Shift JIS is recognised by its kana: most of
    their bytes are rare letters in GB18030. Everything else in pairs of bytes is
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
    has_kana = letters > 0 and len(_KANA.findall(text)) >= KANA_SHARE * letters
    return has_kana and not _is_chinese(data)


def _is_chinese(data: bytes) -> bool:
    """Return whether bytes are GB18030 and most letters are in frequent use."""
    try:
        counts = Counter(data.decode("gb18030"))
    except UnicodeDecodeError:
        return False
    rare = sum(count for letter, count in counts.items() if _is_rare(letter))
    letters = sum(count for letter, count in counts.items() if not letter.isascii())
    return rare < RARE_SHARE * letters


def _is_rare(letter: str) -> bool:
    """Return whether neither GB2312 nor the frequent rows of Big5 have a letter."""
    with contextlib.suppress(UnicodeEncodeError):
        letter.encode("gb2312")
        return False
    with contextlib.suppress(UnicodeEncodeError):
        return letter.encode("big5")[0] >= BIG5_RARE_ROWS
    return True
