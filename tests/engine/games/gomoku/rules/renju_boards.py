"""Drawn boards of renju: fouls with their reasons, and what only looks like one.

``+`` is the empty cell that is asked about.
"""

FOULS = {
    "six in a row": (
        """
        . . . . . . . . .
        . X X X + X X . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        """,
        ("overline",),
    ),
    "fours that cross": (
        """
        . . . . O . . . .
        . . . . X . . . .
        . . . . X . . . .
        . . . . X . . . .
        O X X X + . . . .
        . . . . . . . . .
        """,
        ("double-four",),
    ),
    "two fours of a line, single stones outside": (
        """
        . . . . . . . . .
        . X . X + X . X .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        """,
        ("double-four",),
    ),
    "two fours of a line, pairs outside": (
        """
        . . . . . . . . . .
        . X X . X + . X X .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        """,
        ("double-four",),
    ),
    "two fours of a line, threes outside": (
        """
        . . . . . . . . . .
        . X X X . + . X X X
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        """,
        ("double-four",),
    ),
    "threes that cross": (
        """
        . . . . . . . . .
        . . . . . . . . .
        . . X X + . . . .
        . . . . X . . . .
        . . . . X . . . .
        . . . . . . . . .
        """,
        ("double-three",),
    ),
    "threes with gaps": (
        """
        . . . . . . . . .
        . + . X X . . . .
        . . . . . . . . .
        . . . X . . . . .
        . . . . X . . . .
        . . . . . . . . .
        """,
        ("double-three",),
    ),
    "threes next to a four": (
        """
        . . . . . . . . .
        . . . . . . . . .
        O X X X + . . . .
        . . . X X . . . .
        . . X . X . . . .
        . . . . . . . . .
        . . . . . . . . .
        """,
        ("double-three",),
    ),
    "all three reasons": (
        """
        . . . . . . . . . . .
        . . . . X . . . . . .
        . . . . . . . . . . .
        . . . . X . . . . . .
        . X X X + X X . . . .
        . . . X X X . . . . .
        . . X . . . X . . . .
        . . . . X . . . . . .
        . . . . . . . . . . .
        """,
        ("overline", "double-four", "double-three"),
    ),
    "a straight four whose double-three is false": (
        """
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . X . X X .
        . . . . . X X . X .
        O . X X + . . . X .
        . . . X . . . . O .
        . . . O . . . . . .
        . . . . . . . . . .
        """,
        ("double-three",),
    ),
}
"""Name -> a board and every reason why Black may not play there."""

ALLOWED = {
    "straight four": """
        . . . . . . . . .
        . . X X + X . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        """,
    "a four and a three": """
        . . . . . . . . .
        . . . . . . . . .
        O X X X + . . . .
        . . . . X . . . .
        . . . . X . . . .
        . . . . . . . . .
        """,
    "a four that could only become six": """
        O . . . . . . . .
        . X . . . . . . .
        . . X . . . . . .
        . . . X . . . . .
        O X X X + . X . .
        . . . . . . . . .
        """,
    "a three with room for five only": """
        . . . . . . . . .
        . . . . . . . . .
        O . X X + . O . .
        . . . . X . . . .
        . . . . X . . . .
        . . . . . . . . .
        """,
    "a three at the edge with room for five only": """
        . . . . .
        . X X + .
        . . . X .
        . . . X .
        . . . . .
        . . . . .
        """,
    "a three that reaches five only as six": """
        . . . . . . . . . .
        . . . . . . . . . .
        X . . X X + . . X .
        . . . . . X . . . .
        . . . . . X . . . .
        . . . . . . . . . .
        """,
    "a straight four that is a double-four": """
        . . . . . O . . . .
        . . . . . X . . . .
        . . . . . X . . . .
        . . . . . X . . . .
        O . X X + . . . . .
        . . . . X . . . . .
        . . . . X . . . . .
        . . . . . . . . . .
        """,
    "a straight four that is an overline": """
        . . . . . X . . . .
        . . . . . X . . . .
        . . . . . X . . . .
        O . X X + . . . . .
        . . . . X X . . . .
        . . . . X X . . . .
        . . . . . . . . . .
        """,
    "a straight four that is a double-three": """
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . X . X X .
        . . . . . X X . X .
        O . X X + . . . . .
        . . . X . . . . O .
        . . . O . . . . . .
        . . . . . . . . . .
        """,
    "a straight four that is a five": """
        . . . . . X . . . .
        . . . . . X . . . .
        . . . . . X . . . .
        O . X X + . . . . .
        . . . . X X . . . .
        . . . . X . . . . .
        . . . . . . . . . .
        """,
}
"""Name -> a board where Black may."""
