"""The tree of moves in the window: what it shows, and what a click does."""

import pytest
from PyQt5.QtCore import QEvent, QPoint, Qt
from PyQt5.QtGui import QContextMenuEvent
from PyQt5.QtTest import QTest
from PyQt5.QtWidgets import QApplication, QDockWidget, QMenu, QScrollBar

from engine.core.types import Move, MoveAnalysis
from engine.games import GAMES
from engine.match.match_setup import MatchSetup
from engine.records.model.record import GameRecord
from engine.records.sgf import codec as sgf
from gui.panels.tree.record_tree import RecordTree
from gui.panels.tree.tree_panel import TreePanel
from gui.settings.analysis_settings import BLUNDER, MISTAKE
from tests.gui.driving import moves, play_all, widget

pytestmark = pytest.mark.qt_log_ignore("plugin does not support")
"""Menus pop up without a screen."""

TEXT = """
(;GM[4]SZ[15];B[hh];W[ii]C[<b>bold</b>](;B[jh];W[ji])(;B[gi](;W[aa])(;W[bb])))
"""
"""Nodes 1 2 3 4, then the variation 5 with its continuations 6 and 7."""


@pytest.fixture
def tree(qtbot, controller, factory, settings):
    """Return the panel with a record, at the end of its main line."""
    controller.put(factory.open_record(sgf.parse(TEXT), None))
    panel = TreePanel(controller, settings)
    panel.node_chosen.connect(controller.go_to)
    qtbot.addWidget(panel)
    panel.resize(300, 300)
    panel.show()
    qtbot.waitExposed(panel)
    return panel


def view_of(panel):
    return widget(panel, "view_tree")


def click(panel, node):
    view = view_of(panel)
    QTest.mouseClick(view.viewport(), Qt.LeftButton, pos=view.center_of(node))


def test_a_click_goes_to_the_node(tree, controller):
    click(tree, 6)

    assert controller.session.cursor == 6

    click(tree, 0)

    assert controller.session.cursor == 0


def test_a_click_beside_the_nodes_goes_nowhere(tree, controller):
    QTest.mouseClick(view_of(tree).viewport(), Qt.LeftButton, pos=QPoint(290, 290))

    assert controller.session.cursor == 4


def test_a_variation_is_beside_the_main_line(tree):
    view = view_of(tree)
    main, variation = view.center_of(3), view.center_of(5)

    assert variation.y() == main.y()
    assert variation.x() > main.x()


def test_the_current_node_stays_in_view(tree, controller, factory):
    record = GameRecord(setup=GAMES["gomoku"].setup())
    node = 0
    for cell in range(0, 200, 2):
        record, node = record.with_move(node, Move(cell + cell // 30 % 2))
    controller.put(factory.open_record(record, None))
    view = view_of(tree)

    for node in (100, 0, 50):
        controller.go_to(node)

        assert view.viewport().rect().contains(view.center_of(node))


def test_a_screen_reader_gets_the_current_node_and_its_comment(tree, controller):
    controller.go_to(2)

    assert view_of(tree).accessibleName() == "Tree of moves"
    text = view_of(tree).accessibleDescription()
    assert text == "Move 2: White i7\n<b>bold</b>"


def test_a_mistake_is_named_when_both_positions_are_analysed(tree, controller):
    controller.store_analysis(2, MoveAnalysis(value=0.2, nodes=9, pv=(Move(0),)))
    controller.store_analysis(3, MoveAnalysis(value=0.4, nodes=9))

    controller.go_to(3)

    text = view_of(tree).accessibleDescription()
    assert text == "Move 3: Black j8\nVariation 1 of 2\nMistake: loses 30 % of win rate"


def test_the_user_sets_the_loss_of_a_mistake(tree, controller, settings):
    controller.store_analysis(2, MoveAnalysis(value=0.2, nodes=9, pv=(Move(0),)))
    controller.store_analysis(3, MoveAnalysis(value=0.4, nodes=9))
    controller.go_to(3)
    marked = view_of(tree).grab().toImage()

    settings[MISTAKE] = 40
    settings[BLUNDER] = 50

    text = view_of(tree).accessibleDescription()
    assert text == "Move 3: Black j8\nVariation 1 of 2"
    assert view_of(tree).grab().toImage() != marked


def test_the_best_move_of_a_search_loses_nothing():
    record = sgf.parse(TEXT)
    best = record.nodes[3].move
    record = record.with_node(2, analysis=MoveAnalysis(value=0.9, pv=(best,)))
    record = record.with_node(3, analysis=MoveAnalysis(value=0.9))

    assert RecordTree.of(record).loss(3) == 0.0
    assert RecordTree.of(record).loss(5) is None


def test_notes_keep_the_layout_and_moves_make_another():
    record = sgf.parse(TEXT)
    tree = RecordTree.of(record)

    noted = tree.following(record.with_node(3, comment="x"))
    longer = tree.following(record.with_move(4, Move(0))[0])

    assert noted.layout is tree.layout
    assert noted.record.nodes[3].comment == "x"
    assert len(longer.layout.rows) == len(tree.layout.rows) + 1


def test_a_choice_of_colours_keeps_the_turn_of_its_side():
    setup = GAMES["hex"].setup(options={"swap": "on"})
    record = GameRecord(setup=setup)
    record, node = record.with_move(0, Move(60))
    swap = record_swap(record)
    record, node = record.with_move(node, swap)
    record, _ = record.with_move(node, Move(5))

    assert [int(mover) for mover in RecordTree.of(record).movers] == [2, 1, 2, 1]


def record_swap(record):
    game = GAMES["hex"]
    position = game.new_position(record.setup).play(Move(60))
    return position.special_moves()[0]


def raise_tree(program):
    dock = program.window.findChild(QDockWidget, "dock_tree")
    dock.show()
    dock.raise_()


def test_the_menu_of_a_node_promotes_its_variation(persons, tmp_path, qtbot):
    path = tmp_path / "game.sgf"
    path.write_text(TEXT, encoding="utf-8")
    persons.window.file_controller.open(path)
    raise_tree(persons)
    qtbot.waitUntil(lambda: view_of(persons.window).isVisible())
    view = view_of(persons.window)
    there = view.center_of(7)
    menu_event = QContextMenuEvent(
        QContextMenuEvent.Mouse, there, view.viewport().mapToGlobal(there)
    )

    QApplication.sendEvent(view.viewport(), menu_event)
    menu = persons.window.findChild(QMenu, "menu_line")
    texts = [action.text().replace("&", "") for action in menu.actions()]
    menu.actions()[1].trigger()

    assert texts[:4] == [
        "Go to this move",
        "Promote variation",
        "Make main line",
        "Delete from here",
    ]
    nodes = persons.controller.session.record.nodes
    assert [nodes[child].move for child in nodes[5].children] == [
        nodes[7].move,
        nodes[6].move,
    ]


def test_the_tree_grows_with_the_game(persons, qtbot):
    persons.controller.put(
        persons.factory.make_game(MatchSetup(setup=GAMES["gomoku"].setup()))
    )
    raise_tree(persons)
    panel = widget(persons.window, "panel_tree")
    assert not panel.findChild(QScrollBar).isVisible()

    play_all(persons, ["h8", "i9"])

    assert moves(persons) == ["h8", "i9"]
    assert view_of(persons.window).accessibleDescription() == "Move 2: White i9"


def test_the_texts_follow_the_language(tree, qapp):
    from gui.text import languages

    languages.apply(qapp, "zh_CN")
    QApplication.sendEvent(tree, QEvent(QEvent.LanguageChange))

    assert view_of(tree).accessibleName() == "着法树"
