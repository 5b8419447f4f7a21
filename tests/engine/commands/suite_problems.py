"""One problem of each kind that suites have."""

TACTICS = {
    "id": "t1",
    "size": 15,
    "rule": "freestyle",
    "moves": ["h8", "a1", "i8", "a2", "j8", "a3", "k8", "a4"],
    "to_move": "black",
    "best": ["g8", "l8"],
    "maybe": ["o15"],
    "class": "win-in-1",
    "kind": "vcf",
}
DEFENCE = {
    "id": "d1",
    "size": "9x11",
    "rule": "freestyle",
    "moves": ["e5", "a1", "e6", "a2", "e7"],
    "to_move": "white",
    "holds": ["e4", "e8"],
    "not_judged": ["e9"],
}
HEX_WON = {
    "id": "h1",
    "size": 5,
    "black": ["a2", "b1"],
    "white": ["c3", "e5"],
    "to_move": "black",
    "winning": ["c2"],
    "checked": True,
}
HEX_LOST = {
    "id": "l1",
    "size": 6,
    "black": ["a1"],
    "white": ["c3"],
    "to_move": "black",
    "checked": True,
}
EXACT_WON = {
    "id": "e1",
    "size": 5,
    "black": ["a2", "b1"],
    "white": ["c3", "e5"],
    "to_move": "black",
    "winner": "black",
    "winning": ["c2"],
    "unknown": ["e1"],
    "checked": False,
}
EXACT_LOST = {
    "id": "e2",
    "size": 6,
    "black": ["a1"],
    "white": ["c3"],
    "to_move": "black",
    "winner": "white",
    "lost": True,
    "checked": False,
}
HEX_JUDGED = {
    "id": "j1",
    "size": 5,
    "black": ["a2"],
    "white": ["c3"],
    "to_move": "black",
    "ply": 2,
    "value": 0.7,
    "best": "c2",
    "result": -1,
    "ended": "proof",
}
GOMOKU_JUDGED = {
    "id": "j2",
    "size": 15,
    "rule": "freestyle",
    "moves": ["h8", "i9"],
    "to_move": "black",
    "value": 0.6,
    "best": ["g8"],
    "class": "6-12",
    "kind": "quiet",
    "maybe": [],
}
RENJU = {
    "id": "r1",
    "size": 9,
    "rule": "renju",
    "to_move": "black",
    "rows_top_is_15": [
        ".........",
        ".........",
        "..XX.....",
        "....X....",
        "....X....",
        ".........",
        ".........",
        ".........",
        ".........",
    ],
    "forbidden": {"e7": ["double-three"]},
}
