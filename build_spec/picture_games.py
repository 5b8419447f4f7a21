"""Games and names of the pictures of the guide."""

from __future__ import annotations

from collections.abc import Mapping

from engine.games import get_game
from engine.records import move_list
from engine.records.joining import GameTree
from engine.records.model.record import GameRecord
from gui.settings.table import LanguageChoice

GOMOKU_MOVES = "h8 i9 g9 i7 i8 g8 h9 h7 f7 j9 f9"
HEX_MOVES = "f6 e7 g6 f8 d8 e5 h4 g3 c9 d7"
THREAT_MOVES = "h8 g8 i8 c3 j8 k5 k6 c12 k7 m3 h6 m12 l10 b7"
OPEN_HEX_MOVES = "f6 e7 g6 f8"
CONTEST_MOVES = "h8 i9 g9 i7 i8 g8 h9"
REVIEWED_MOVES = "h8 i9 h9 h10 i8 j8 g9 f10 g8 f8 g10 g11 h6 e8 i10 h7 f9 j9 k9"
SWAP2 = {"opening": "swap2"}, "h8 i9 j7"
FIFTH_MOVES = (
    {"opening": "yamaguchi"},
    "h8 h9 i10 fifth-moves-3 g10 offer-i8 offer-k8 offer-i7",
)
WON_GAME = "h8 h9 i8 i9 g8 g9 f8 j9 j8"

REVIEW_PACE, SHOWN_PLY = 0.5, 8
"""Seconds for a position of the reviewed game; least number of the mistake shown."""

ANNOTATED_GAME = (
    "(;GM[4]SZ[15]PB[Wang]PW[Li];B[hh];W[ig](;B[gg];W[ii];B[ih]C[{comment}]"
    "TR[gg][hh]LB[jj:A][ff:B][kh:C](;W[ff];B[gh](;W[fh];B[jh])(;W[jh];B[fh];W[eh])"
    "(;W[hg]))(;W[jj];B[ff](;W[ee];B[gh])(;W[gh])))(;B[hi];W[hg];B[ii](;W[jj];B[gg])"
    "(;W[gg])))"
)
"""A Gomoku game with comments, marks and variations."""

NOTED_NODE, TREE_NODE = 5, 7
"""Nodes of that game: the one with notes, and one between variations."""

COMMENTS: Mapping[LanguageChoice, str] = {
    "en": "Black threatens a three in both directions. White has to choose between A, "
    "B and C.",
    "zh_CN": "黑方在两个方向都有做三的威胁，白方只能在 A、B、C 中选一个。",
}

JOINED_GAMES = (
    *("h8 h9 i10 g8", "h8 h9 i10 j9", "h8 h9 i10 i8", "h8 h9 i9 j7", "h8 g8 g9 f7"),
    *("h8 h9 h10 g9", "h8 h9 j10 i9", "h8 i8 h10 g7", "h8 i9 i8 h9", "h8 i9 g9 g8"),
)
"""Beginnings of games that are joined; some are the same on a turned board."""

JOINED_NODE = 2
"""Node of their tree after which most of them part."""

TEAMS = {
    "en": ("Team A", "Team B", "Chongqing"),
    "zh_CN": ("甲队", "乙队", "重庆"),
}
"""Names of both teams and the place of a contest."""


def join_games() -> GameRecord:
    """Return the tree of ``JOINED_GAMES``."""
    board = GameRecord(setup=get_game("gomoku").setup())
    first, *others = (move_list.parse(moves, board) for moves in JOINED_GAMES)
    tree = GameTree(first)
    for other in others:
        tree.add(other)
    return tree.record()
