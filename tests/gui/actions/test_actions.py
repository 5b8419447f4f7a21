"""The actions made from rows, without a window."""

import pytest
from PyQt5.QtWidgets import QMainWindow

from engine.core.types import Move
from gui.actions.action_row import SEPARATOR, ActionRow, Label, Menu
from gui.actions.actions import Actions
from gui.text import languages
from gui.text.i18n import tr
from gui.window.menus import Menus
from tests.gui.actions.action_states import state_after

MENUS = (
    Menu(
        name="first",
        title=lambda: tr("Menus", "&Game"),
        entries=(
            ActionRow(
                name="save",
                text=lambda: tr("Actions", "&Save"),
                keys=("Ctrl+S",),
                is_enabled=lambda state: state.view.has_moves,
            ),
            SEPARATOR,
            Menu(
                name="inner",
                title=lambda: tr("Menus", "&Theme"),
                entries=tuple(
                    ActionRow(
                        name=name,
                        text=lambda: tr("Actions", "&Dark"),
                        group="shades",
                        is_checked=lambda state, name=name: name in state.chosen,
                    )
                    for name in ("dark", "darker")
                ),
            ),
            ActionRow(
                name="go",
                label=lambda state: Label(
                    text="&On" if state.view.has_moves else "&Off",
                    icon="play" if state.view.has_moves else "pause",
                ),
                is_visible=lambda state: not state.is_zoomed,
            ),
        ),
    ),
    Menu(name="panels", title=lambda: tr("Menus", "P&anels")),
)


@pytest.fixture
def window(qtbot):
    made = QMainWindow()
    qtbot.addWidget(made)
    return made


@pytest.fixture
def actions(window):
    return Actions(window, MENUS)


@pytest.fixture
def commands(actions):
    """Return the names of the commands that were run, with their arguments."""
    done = []
    actions.connect_commands(
        {
            name: lambda is_checked, name=name: done.append((name, is_checked))
            for name in ("save", "dark", "darker", "go")
        }
    )
    return done


def test_a_row_becomes_an_action_with_its_name_and_text(actions):
    assert actions["save"].objectName() == "save"
    assert (actions["save"].text(), actions["save"].iconText()) == ("&Save", "Save")
    assert not actions["save"].isCheckable()


def test_an_action_runs_its_command(actions, commands):
    actions["save"].trigger()
    actions["darker"].trigger()

    assert commands == [("save", False), ("darker", True)]


def test_a_command_without_an_action_and_an_action_without_one_are_refused(actions):
    with pytest.raises(ValueError, match=r"\['dark', 'darker', 'go', 'sing'\]"):
        actions.connect_commands({"save": print, "sing": print})


def test_a_state_enables_and_checks_and_labels(actions):
    actions.show(state_after(chosen=frozenset({"dark"})))
    first = actions["save"].isEnabled(), actions["go"].text()
    actions.show(state_after(Move(0), chosen=frozenset({"darker"}), is_zoomed=True))

    assert first == (False, "&Off")
    assert (actions["save"].isEnabled(), actions["go"].text()) == (True, "&On")
    assert [one.isChecked() for one in actions.group("shades").values()] == [
        False,
        True,
    ]
    assert not actions["go"].isVisible()


def test_a_state_that_is_the_same_changes_no_action(actions, qtbot):
    actions.show(state_after())
    changes = []
    for name in ("save", "dark", "go"):
        actions[name].changed.connect(lambda name=name: changes.append(name))

    actions.show(state_after())

    assert changes == []


def test_menus_have_the_rows_in_their_order(window, actions):
    menus = Menus(window, actions, [])

    shown = [
        action.menu().objectName() if action.menu() else action.objectName()
        for action in menus["first"].actions()
    ]

    assert shown == ["save", "", "menu_inner", "go"]
    assert [title for title, _ in menus.groups()] == ["&Game", "P&anels"]
    assert [one.objectName() for one in menus.all_actions()] == [
        *("save", "dark", "darker", "go")
    ]


def test_texts_titles_and_labels_follow_the_language(window, actions, qapp):
    menus = Menus(window, actions, [])
    actions.show(state_after())

    languages.apply(qapp, "zh_CN")
    chinese = [actions["save"].iconText(), menus["first"].title()]
    languages.apply(qapp, "en")

    assert not [text for text in chinese if text.isascii()]
    assert [actions["save"].iconText(), menus["first"].title()] == ["Save", "&Game"]
