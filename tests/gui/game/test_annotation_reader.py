"""Annotations in a thread beside the engine's."""

from engine.core.offers.annotations import BoardAnnotations
from engine.games import GAMES
from gui.game.annotation_reader import AnnotationReader


def test_kernels_are_loaded_before_a_position_is_read(qtbot, monkeypatch):
    steps = []
    monkeypatch.setattr(
        "gui.game.annotation_reader.load_kernels",
        lambda _position: steps.append("load"),
    )

    def read(_position):
        steps.append("read")
        return BoardAnnotations()

    reader = AnnotationReader(lambda _game: read)
    game = GAMES["gomoku"]

    with qtbot.waitSignal(reader.board_read):
        reader.request(game.new_position(game.setup()))

    assert steps == ["load", "read"]
    assert reader.shutdown()
