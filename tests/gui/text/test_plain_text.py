"""Text of strangers is shown letter by letter, whatever markup it resembles."""

import ast
import html
from pathlib import Path

import pytest
from PyQt5.QtCore import Qt
from PyQt5.QtWidgets import QAction, QApplication, QLabel, QWidget

import gui
from gui.text.plain_text import PlainLabel, set_tip, tip_text
from tests.gui.driving import key, press, texts, widget

MARKUP = '<b>x</b><img src="resources/none.svg">'
SOURCES = Path(gui.__file__).parent
PLAIN_TEXT = SOURCES / "text" / "plain_text.py"
GUIDE = SOURCES / "dialogs" / "guide_window.py"
"""Shows Markdown, but only that of the program's own user guide."""

FORBIDDEN_CALLS = {"QLabel", "setToolTip", "setTextFormat", "QMessageBox"}
FORBIDDEN_CALLS |= {"setHtml", "insertHtml", "setWhatsThis", "QTextBrowser"}
"""What shows rich text, or makes labels that may."""


def name_of(node):
    return getattr(node, "attr", getattr(node, "id", ""))


def uses_of_rich_text(source):
    if not any(name in source for name in FORBIDDEN_CALLS):
        return
    for node in ast.walk(ast.parse(source)):
        called = [node.func] if isinstance(node, ast.Call) else []
        bases = node.bases if isinstance(node, ast.ClassDef) else []
        for name in map(name_of, (*called, *bases)):
            if name in FORBIDDEN_CALLS:
                yield f"line {node.lineno}: {name}"


def test_labels_and_tips_are_made_in_one_place():
    allowed = {PLAIN_TEXT, GUIDE}
    paths = [path for path in sorted(SOURCES.rglob("*.py")) if path not in allowed]
    found = [
        f"{path.relative_to(SOURCES)}, {use}"
        for path in paths
        for use in uses_of_rich_text(path.read_text(encoding="utf-8"))
    ]

    assert paths
    assert found == []


def test_a_label_made_elsewhere_is_found():
    source = "class A(QLabel): pass\nb = QtWidgets.QLabel('x')\nb.setToolTip('y')"

    assert len(list(uses_of_rich_text(source))) == 3


def test_a_label_shows_markup_as_it_is(qtbot):
    label, plain = PlainLabel(MARKUP), PlainLabel("x")
    qtbot.addWidget(label)
    qtbot.addWidget(plain)

    assert label.textFormat() == Qt.PlainText
    assert label.text() == MARKUP
    assert label.sizeHint().width() > plain.sizeHint().width()


@pytest.mark.parametrize("text", [MARKUP, "<qt>a & b</qt>\nc", "<h1>\n"])
def test_a_tip_shows_markup_as_it_is(qtbot, text):
    shown = QLabel(tip_text(text))
    expected = QLabel(f"<qt>{html.escape(text)}</qt>".replace("\n", "<br>"))
    qtbot.addWidget(shown)
    qtbot.addWidget(expected)

    assert html.escape(text.splitlines()[0]) in shown.text()
    assert shown.sizeHint() == expected.sizeHint()


def test_a_tip_without_markup_is_left_alone(qtbot):
    action = QAction("open")

    set_tip(action, "a < b & c\nd")

    assert action.toolTip() == "a < b & c\nd"


@pytest.fixture
def hostile(start_program, tmp_path):
    """Return the window with a record that has markup wherever it may."""
    path = tmp_path / "<b>game<b>.sgf"
    path.write_text(
        f"(;GM[4]SZ[15]PB[{MARKUP}]PW[<i>{MARKUP}]EV[{MARKUP}]PC[{MARKUP}]"
        f"DT[{MARKUP}]RE[{MARKUP}]RU[{MARKUP}]C[{MARKUP}];B[hh]C[{MARKUP}];W[<u>a])",
        encoding="utf-8",
    )
    return start_program(path)


def test_every_text_of_a_record_is_shown_letter_by_letter(hostile):
    window = hostile.window
    first, second = (
        widget(window, f"label_player_{side}") for side in ("first", "second")
    )
    heading, remarks = texts(window, "card_message")

    assert (first.text(), second.text()) == (MARKUP, f"<i>{MARKUP}")
    assert "<b>game<b>.sgf" in heading
    assert MARKUP[:20] in remarks
    assert all(
        label.textFormat() == Qt.PlainText
        for root in QApplication.topLevelWidgets()
        for label in root.findChildren(QLabel)
        if label.metaObject().className() != "QTipLabel"
    )


def test_no_tip_of_the_window_is_markup_of_the_record(hostile):
    tips = [child.toolTip() for child in hostile.window.findChildren(QWidget)]
    tips += [action.toolTip() for action in hostile.window.findChildren(QAction)]
    foreign = [tip for tip in tips if "resources/none.svg" in tip]

    assert tip_text(MARKUP) in foreign
    assert not any("<img" in tip for tip in foreign)


def test_the_export_form_shows_headers_as_they_are(hostile):
    key(hostile.window, Qt.Key_E, Qt.ControlModifier | Qt.ShiftModifier)

    assert widget(hostile.window, "export_event").text() == MARKUP
    press(hostile.window, "export_cancel")
