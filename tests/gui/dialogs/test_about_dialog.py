"""What the dialog about the program names."""

from pathlib import Path

from engine import __version__
from gui.dialogs.about_dialog import PAPERS, REFERENCES, AboutDialog
from gui.text.plain_text import PlainLabel

PROJECT = Path(__file__).resolve().parents[3]


def test_version_and_papers_are_named(qtbot):
    dialog = AboutDialog()
    qtbot.addWidget(dialog)

    text = "\n".join(label.text() for label in dialog.findChildren(PlainLabel))

    assert __version__ in text
    for name in (*PAPERS, REFERENCES):
        assert name in text


def test_the_references_have_each_paper():
    references = (PROJECT / REFERENCES).read_text(encoding="utf-8")

    for name in PAPERS:
        assert f"**{name}**" in references
