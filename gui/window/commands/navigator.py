"""Navigation in the record: first, previous, next, last, variations."""

from __future__ import annotations

from gui.game.game_controller import GameController


class Navigator:
    """Navigator that moves the cursor of the game on the screen."""

    def __init__(self, controller: GameController) -> None:
        self._controller = controller

    def first(self) -> None:
        """Go to the start."""
        self._controller.go_to(0)

    def last(self) -> None:
        """Go to the end of the line on the board."""
        session = self._controller.session
        self._controller.go_to(session.record.line_through(session.cursor)[-1])

    def forward(self, count: int) -> None:
        """Go ``count`` moves forward, or back if negative, within the line."""
        session = self._controller.session
        line = session.record.line_through(session.cursor)
        place = min(max(session.ply + count, 0), len(line) - 1)
        self._controller.go_to(line[place])

    def find(self, text: str) -> int | None:
        """Return the node of a move number or a cell in the line on the board."""
        session = self._controller.session
        line = session.record.line_through(session.cursor)
        wanted = text.strip()
        if wanted.isdecimal():
            number = int(wanted)
            return line[number] if number < len(line) else None
        moves = session.record.moves_of(line[1:])
        names = [session.position.cell_name(move).casefold() for move in moves]
        if wanted.casefold() not in names:
            return None
        return line[1 + names.index(wanted.casefold())]

    def variation(self, step: int) -> None:
        """Go to the next or the previous alternative to the last move."""
        session = self._controller.session
        parent = session.record.nodes[session.cursor].parent
        if parent is not None:
            siblings = session.record.nodes[parent].children
            place = siblings.index(session.cursor) + step
            if 0 <= place < len(siblings):
                self._controller.go_to(siblings[place])
