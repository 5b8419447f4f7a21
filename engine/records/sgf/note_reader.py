"""Notes of the nodes of an SGF text: comment, time, search, marks, other properties."""

from __future__ import annotations

from engine.core.errors import RecordError
from engine.core.message import Message
from engine.core.types import MoveAnalysis
from engine.records.model.move_tree import RecordNode
from engine.records.model.parsing import NO_NOTES, SourceText, WarningList
from engine.records.sgf import analysis_values, property_values
from engine.records.sgf.game_info import SgfGameInfo
from engine.records.sgf.markup import mirrored_marks
from engine.records.sgf.property_names import (
    ANALYSIS,
    NODE_NAMES,
    NOTE_NAMES,
    SECONDS,
    list_start_names,
)
from engine.records.sgf.property_tree import (
    SgfNode,
    is_property_name,
    parse_line,
    parse_text,
)


class NoteReader:
    """Reader of the notes of single nodes.

    Args:
        game_info: Game info of the text.
        source: The text.
        warnings: List for warnings about parts that are left out.
    """

    def __init__(
        self, game_info: SgfGameInfo, source: SourceText, warnings: WarningList
    ) -> None:
        self._game, self._setup = game_info.game, game_info.setup
        self._terms = game_info.terms
        self._source = source
        self._warnings = warnings

    def read(self, node: SgfNode, *, is_mirrored: bool, is_opening: bool) -> RecordNode:
        """Return the notes of a node, marks on the cells of the record.

        Args:
            node: The node.
            is_mirrored: Whether rows and columns are exchanged in the text.
            is_opening: Whether the node is before the first move, with game info.
        """
        properties = node.properties
        others = properties.keys() - NODE_NAMES
        if not others and NOTE_NAMES.isdisjoint(properties):
            return NO_NOTES
        if is_opening:
            others = others.difference(list_start_names(self._terms))
        if not all(is_property_name(name) for name in others):
            self._warnings.leave_out(
                Message("A property without capital letters was left out.")
            )
        kept = tuple(
            (name, tuple(properties[name]))
            for name in sorted(others)
            if is_property_name(name)
        )
        if is_mirrored:
            kept = mirrored_marks(self._setup, kept)
        return RecordNode(
            comment="\n".join(parse_text(value) for value in properties.get("C", ())),
            seconds=self._seconds(node),
            analysis=self._analysis(node),
            properties=kept,
        )

    def skip_start_names(self, node: SgfNode) -> None:
        """Warn of game info in a node after the start, whose notes go to the start."""
        names = list_start_names(self._terms)
        for name in sorted(node.properties.keys() & set(names)):
            problem = Message("it belongs to the first node")
            self._skip(name, node, RecordError(problem))

    def _seconds(self, node: SgfNode) -> float | None:
        values = node.properties.get(SECONDS)
        if not values:
            return None
        try:
            return property_values.parse_seconds(parse_line(values[0]))
        except RecordError as error:
            self._skip(SECONDS, node, error)
            return None

    def _analysis(self, node: SgfNode) -> MoveAnalysis | None:
        values = node.properties.get(ANALYSIS)
        if not values:
            return None
        try:
            return analysis_values.parse_analysis(
                self._game, self._setup, [parse_line(v) for v in values]
            )
        except RecordError as error:
            self._skip(ANALYSIS, node, error)
            return None

    def _skip(self, name: str, node: SgfNode, error: RecordError) -> None:
        if not self._warnings.is_full:
            place = self._source.place(node.offset)
            self._warnings.leave_out(
                Message(
                    "{name} ({place}) was left out: {error}.",
                    name=name,
                    place=place,
                    error=error.message,
                )
            )
