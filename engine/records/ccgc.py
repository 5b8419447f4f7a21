"""CCGC: one-line records of the Chinese collegiate computer games contest.

``{[C5][甲队 B][乙队 W][先手胜][2017.07.29 14:00 重庆][2017 CCGC];B(J,10);W(L,10)}``

The form has no board size: 15 in Gomoku (C5) and 11 in Hex (HEX). For another size
or other rules, one more field ``[SIZE 13x17 rule=exact]`` is written behind the
header, which programs that look for moves pass over.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from engine.core.errors import RecordError
from engine.core.game import column_letters
from engine.core.types import Outcome, Player
from engine.games import game_named
from engine.records.ccgc_reader import read
from engine.records.ccgc_words import (
    DRAWN,
    FORMS,
    MARK,
    MARKS,
    UNFINISHED,
    WON,
    GameForm,
)
from engine.records.record import GameRecord, Headers, RecordNode

ENCODING = "gb2312"
"""What contest programs read."""

WIDE_ENCODING = "gb18030"
"""Holds every character; the same bytes where GB2312 suffices."""

NAME_LIMIT = 200
"""Bytes of a suggested file name; most systems allow 255."""

_DATE = re.compile(r"(\d{4})-(\d{2})-(\d{2})( \d{2}:\d{2})?")

_FIELD_LETTERS = str.maketrans("[]{}【】［］;；\n\r\t", "(){}（）（）,，   ")
_FILE_LETTERS = str.maketrans('<>:"/\\|?*', "＜＞：＂／＼｜？＊")
