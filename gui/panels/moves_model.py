"""The moves of the line on the board as a table: a row for each pair of moves."""

from __future__ import annotations

from PyQt5.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt

from engine.core.types import Move, Player
from engine.games import get_game
from engine.match.session.game_session import GameSession
from gui.text.i18n import join_list, tr
from gui.text.labels import move_label, side_title
from gui.text.plain_text import tip_text


class MovesModel(QAbstractTableModel):
    """Column 0 counts, columns 1 and 2 are the moves of the two sides."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._titles = ["", "", ""]
        self._session: GameSession | None = None
        self._shown: object = None
        self._nodes: list[int] = []
        self._ply_of: dict[int, int] = {}
        self._hinted_plies: frozenset[int] = frozenset()
        self._places: list[tuple[int, int]] = []
        self._by_place: dict[tuple[int, int], int] = {}

    def show(
        self,
        session: GameSession,
        hinted: frozenset[tuple[Move, ...]] = frozenset(),
    ) -> None:
        """Take over the line through the cursor; nothing happens if it is shown.

        Args:
            session: The game.
            hinted: Positions in which a hint was shown, by the moves before them.
        """
        record = session.record
        line = record.line_through(session.cursor)
        titles = ["", *(side_title(record.setup.game, side) for side in Player)]
        children = [record.nodes[node].children for node in line]
        shown = (session, record.setup, record.start_player, line, children, hinted)
        if (shown, titles) == (self._shown, self._titles):
            return
        self.beginResetModel()
        self._titles, self._shown, self._session = titles, shown, session
        self._nodes = line[1:]
        self._ply_of = {node: ply for ply, node in enumerate(self._nodes)}
        self._hinted_plies = _hinted_plies(record.moves_of(self._nodes), hinted)
        self._places = _places(session, self._nodes)
        self._by_place = {place: i for i, place in enumerate(self._places)}
        self.endResetModel()

    def node_at(self, index: QModelIndex) -> int | None:
        """Return the record's node of a cell, or ``None`` where there is no move."""
        place = self._place(index)
        return None if place is None else self._nodes[place]

    def index_of(self, node: int) -> QModelIndex:
        """Return the cell of a record's node; an invalid index if it has none."""
        ply = self._ply_of.get(node)
        return QModelIndex() if ply is None else self.index(*self._places[ply])

    def rowCount(self, parent: QModelIndex = QModelIndex()) -> int:  # noqa: B008
        """See ``QAbstractItemModel.rowCount``."""
        if parent.isValid() or not self._nodes:
            return 0
        return self._places[-1][0] + 1

    def columnCount(self, parent: QModelIndex = QModelIndex()) -> int:  # noqa: B008
        """See ``QAbstractItemModel.columnCount``."""
        return 0 if parent.isValid() else len(self._titles)

    def data(self, index: QModelIndex, role: int = Qt.DisplayRole) -> object:
        """See ``QAbstractItemModel.data``."""
        if role == Qt.TextAlignmentRole and index.column() == 0:
            return int(Qt.AlignRight | Qt.AlignVCenter)
        if index.column() == 0:
            return str(index.row() + 1) if role == Qt.DisplayRole else None
        place, session = self._place(index), self._session
        if place is None or session is None:
            return None
        if role == Qt.DisplayRole:
            return _text(
                session, self._nodes[place], is_hinted=place in self._hinted_plies
            )
        if role == Qt.ToolTipRole:
            return tip_text(_tip(session, self._nodes[place]))
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.DisplayRole
    ) -> object:
        """See ``QAbstractItemModel.headerData``."""
        if orientation == Qt.Horizontal and role == Qt.DisplayRole:
            return self._titles[section]
        if orientation == Qt.Horizontal and role == Qt.TextAlignmentRole:
            return int(Qt.AlignLeft | Qt.AlignVCenter)
        return None

    def flags(self, index: QModelIndex) -> Qt.ItemFlags:
        """See ``QAbstractItemModel.flags``."""
        if self._place(index) is None:
            return Qt.ItemFlags(Qt.NoItemFlags)
        return Qt.ItemIsSelectable | Qt.ItemIsEnabled

    def _place(self, index: QModelIndex) -> int | None:
        return self._by_place.get((index.row(), index.column()))


def _places(session: GameSession, line: list[int]) -> list[tuple[int, int]]:
    """Return row and column of each move: the side's column, top to bottom.

    A choice is in the column of the colour to move, and keeps the turn.
    """
    setup = session.setup
    game = get_game(setup.game)
    player = session.record.start_player
    row, last_column = 0, 0
    places = []
    for move in session.record.moves_of(line):
        column = int(player)
        row += column <= last_column
        places.append((row, column))
        last_column = column
        if not game.is_choice(setup, move):
            player = player.opponent
    return places


def _siblings(session: GameSession, node: int) -> list[int]:
    parent = session.record.nodes[node].parent
    children = () if parent is None else session.record.nodes[parent].children
    return [child for child in children if child != node]


def _hinted_plies(
    moves: list[Move], hinted: frozenset[tuple[Move, ...]]
) -> frozenset[int]:
    """Return the indices of the moves before which a hint was shown."""
    lengths = (
        len(history) for history in hinted if tuple(moves[: len(history)]) == history
    )
    return frozenset(lengths)


def _text(session: GameSession, node: int, *, is_hinted: bool) -> str:
    move = session.record.nodes[node].move
    text = "" if move is None else move_label(session.position, move)
    alternatives = len(_siblings(session, node))
    if alternatives:
        text = tr("Moves", "{move} +{count}").format(move=text, count=alternatives)
    if is_hinted:
        text = tr("Moves", "{move} · hint").format(move=text)
    return text


def _tip(session: GameSession, node: int) -> str:
    others = [
        move_label(session.position, move)
        for move in session.record.moves_of(_siblings(session, node))
    ]
    if not others:
        return ""
    return tr("Moves", "Other moves here: {moves}").format(moves=join_list(others))
