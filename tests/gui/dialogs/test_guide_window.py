"""The user guide in a window of the program."""

import re

import pytest
from PyQt5.QtCore import QPoint, Qt, QUrl
from PyQt5.QtGui import QTextDocument
from PyQt5.QtWidgets import QAction, QListWidget, QTextBrowser

from engine.core.files.paths import guide_folder
from gui.app import application as app
from gui.dialogs import guide_window
from gui.dialogs.guide_window import GuideWindow, read_guide
from gui.settings.table import LANGUAGE
from gui.text import languages
from tests.gui.driving import key, press, status, widget

pytestmark = pytest.mark.qt_log_ignore("does not support")


@pytest.fixture
def show(program):
    """Return a function that shows the guide by the menu."""

    def show():
        program.window.findChild(QAction, "user_guide").trigger()
        known = program.window.findChildren(GuideWindow)
        return next((guide for guide in known if guide.isVisible()), None)

    return show


def contents(guide):
    items = guide.findChild(QListWidget, "guide_contents")
    return [items.item(row).text().strip() for row in range(items.count())]


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_the_guide_is_shown_in_the_language_of_the_window(show, settings, language):
    settings[LANGUAGE] = language

    guide = show()

    text = read_guide(language)
    headings = [line.lstrip("# ") for line in text.splitlines() if re.match("##", line)]
    assert contents(guide) == headings
    languages.apply(app.get_application(), "en")


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_every_picture_is_shown_and_fits(show, language):
    page = widget(show(), "guide_page")
    names = re.findall(r"!\[[^]]*\]\(([^)]+)\)", read_guide(language))

    assert len(names) > 20
    for name in names:
        image = page.loadResource(QTextDocument.ImageResource, QUrl(name))
        assert not image.isNull()
        assert image.width() <= page.viewport().width()


def test_no_link_leads_to_a_document_that_a_package_lacks():
    for language in guide_window.FILES:
        targets = re.findall(r"(?<!!)\[[^]]*\]\(([^)]+)\)", read_guide(language))
        assert [one for one in targets if not one.startswith("http")] == []


def test_a_heading_of_the_contents_comes_to_the_top(show):
    guide = show()
    page = guide.findChild(QTextBrowser)

    guide.findChild(QListWidget).setCurrentRow(5)

    places = (QPoint(40, y) for y in range(0, 40, 5))
    shown = {page.cursorForPosition(place).block().text() for place in places}
    assert contents(guide)[5] in shown


def test_the_open_guide_follows_the_language(show, settings):
    guide = show()

    settings[LANGUAGE] = "zh_CN"

    assert contents(guide)[0] == "第一分钟"
    assert guide.windowTitle() == "使用指南"
    languages.apply(app.get_application(), "en")


def test_there_is_one_guide_and_it_is_closed_by_a_key_and_by_its_button(show, qtbot):
    guide = show()
    assert show() is guide
    qtbot.waitUntil(guide.isActiveWindow)

    key(guide, Qt.Key_Escape)
    again = show()
    assert again is not guide
    press(again, "guide_close")

    assert not again.isVisible()


def test_a_guide_that_is_missing_is_one_sentence(program, show, monkeypatch, tmp_path):
    monkeypatch.setattr(guide_window, "guide_folder", lambda: tmp_path)

    assert show() is None

    assert guide_folder().is_dir()
    assert status(program).startswith("The user guide cannot be read:")
