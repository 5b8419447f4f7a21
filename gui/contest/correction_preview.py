"""Effects of a correction of a typed move, before it is made."""

from __future__ import annotations

from engine.core.game import Position
from engine.core.types import Move
from engine.records.model.correction import with_correction
from engine.records.model.positions import final_position, start_position
from gui.contest.contest_game import ContestGame
from gui.contest.contest_labels import colour_of_last, move_text
from gui.contest.typed_move import TypedMove, read_move
from gui.text.i18n import tr
from gui.text.labels import side_title


class CorrectionPreview:
    """Preview of corrections of a contest game's moves."""

    def __init__(self, game: ContestGame) -> None:
        self._game = game

    @property
    def count(self) -> int:
        """Number of moves."""
        return self._game.session.ply

    def title(self, ply: int) -> str:
        """Return number, side and cell of a move."""
        position = self._position(ply)
        colour = colour_of_last(self._game.session.record, position)
        side = side_title(position.setup.game, colour)
        return f"{ply}  {side}  {move_text(self._game.contest, position.history[-1])}"

    def read(self, ply: int, text: str) -> TypedMove:
        """Parse a text as the replacement of move number ``ply``."""
        if not text.strip():
            return TypedMove()
        typed = read_move(self._game.contest, self._position(ply - 1), text)
        if typed.move is not None and typed.move == self._moves[ply - 1]:
            message = tr("Contest", "This is the move that was typed.")
            return TypedMove(problem=message, is_cell=True)
        return typed

    def has_later(self, ply: int) -> bool:
        """Return whether moves followed, including an answer not yet on the board."""
        return ply < self.count or self._game.answer is not None

    def answer(self, ply: int) -> str:
        """Return our engine's answer if it is the only move that followed."""
        game = self._game
        if ply == self.count and game.answer is not None:
            return move_text(game.contest, game.answer)
        is_last = ply == self.count - 1 and game.answer is None
        is_engine = self._position(ply).seat_to_move in game.session.automatic
        if is_last and is_engine:
            return move_text(game.contest, self._moves[ply])
        return ""

    def keeps_by_default(self, ply: int) -> bool:
        """Return whether the moves after a move are on the real board.

        An answer that was not confirmed is not. Without confirmations it is unknown,
        and the result is ``False``.
        """
        if not self.answer(ply):
            return True
        return self._game.answer is None and self._game.contest.confirms_stones

    def lost_by(self, ply: int, move: Move) -> list[str]:
        """Return the later moves that would become illegal."""
        game = self._game
        correction = with_correction(game.session.record, ply, move)
        lost = [move_text(game.contest, gone) for gone in correction.dropped]
        if ply == self.count and game.answer is not None:
            after = final_position(correction.record)
            if not after.is_legal(game.answer):
                lost.append(move_text(game.contest, game.answer))
        return lost

    @property
    def _moves(self) -> tuple[Move, ...]:
        return self._game.session.position.history

    def _position(self, ply: int) -> Position:
        """Return the position after move number ``ply``."""
        position = start_position(self._game.session.record)
        for move in self._moves[:ply]:
            position = position.play(move)
        return position
