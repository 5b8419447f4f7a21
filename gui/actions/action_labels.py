"""Labels of the actions, in menus and in the list of shortcuts."""

from __future__ import annotations

from gui.text.i18n import tr
from gui.text.labels import game_title


def make_action_labels(games: tuple[str, ...]) -> dict[str, str]:
    """Return the fixed texts of actions by object name."""
    return {
        **_game_texts(games),
        **_play_texts(),
        **_navigation_texts(),
        **_board_texts(),
        **_window_texts(),
    }


def _game_texts(games: tuple[str, ...]) -> dict[str, str]:
    return {
        "new": tr("Actions", "&New…"),
        "new_window": tr("Actions", "New win&dow"),
        "contest": tr("Actions", "Con&test game…"),
        "open": tr("Actions", "&Open…"),
        "save": tr("Actions", "&Save"),
        "save_as": tr("Actions", "Save &as…"),
        "export": tr("Actions", "&Export…"),
        "quit": tr("Actions", "&Quit"),
        **{f"game_{name}": game_title(name) for name in games},
    }


def _play_texts() -> dict[str, str]:
    return {
        "take_back": tr("Actions", "&Take back"),
        "redo": tr("Actions", "&Redo"),
        "copy_record": tr("Actions", "&Copy record"),
        "copy_moves": tr("Actions", "Copy &moves"),
        "copy_link": tr("Actions", "Copy HexWorld &link"),
        "copy_picture": tr("Actions", "Copy &picture"),
        "paste_record": tr("Actions", "Past&e record"),
        "add_two": tr("Actions", "Add t&wo stones"),
        "hint": tr("Actions", "H&int"),
        "continue_here": tr("Actions", "&Continue from here…"),
        "change_sides": tr("Actions", "C&hange sides"),
        "resign": tr("Actions", "Resi&gn"),
        "move_now": tr("Actions", "&Move now"),
        "stop": tr("Actions", "&Stop thinking"),
        "step": tr("Actions", "Ste&p"),
        "engine_match": tr("Actions", "Matc&h…"),
    }


def _navigation_texts() -> dict[str, str]:
    return {
        "first": tr("Actions", "&First move"),
        "previous": tr("Actions", "&Previous move"),
        "next": tr("Actions", "&Next move"),
        "last": tr("Actions", "&Last move"),
        "ten_back": tr("Actions", "&Back ten moves"),
        "ten_on": tr("Actions", "F&orward ten moves"),
        "make_main_line": tr("Actions", "Make ma&in line"),
        "delete_from_here": tr("Actions", "&Delete from here"),
        "restore_deleted": tr("Actions", "&Undo deletion"),
        "variation_up": tr("Actions", "Previous &variation"),
        "variation_down": tr("Actions", "Next v&ariation"),
        "go_to": tr("Actions", "&Go to move…"),
        "next_control": tr("Actions", "Next b&utton or panel"),
    }


def _board_texts() -> dict[str, str]:
    return {
        "candidates": tr("Actions", "Candidat&es"),
        "reading": tr("Actions", "Connections and &dead cells"),
        "zoom_in": tr("Actions", "Zoom &in"),
        "zoom_out": tr("Actions", "Zoom &out"),
        "zoom_whole": tr("Actions", "&Whole board"),
        "keyboard": tr("Actions", "&Choose a cell with the arrow keys"),
    }


def _window_texts() -> dict[str, str]:
    return {
        "settings": tr("Actions", "&Settings…"),
        "arrange_play": tr("Actions", "&Play"),
        "arrange_analyse": tr("Actions", "Anal&yse"),
        "switch_arrangement": tr("Actions", "Switc&h between Play and Analyse"),
        "reset_arrangement": tr("Actions", "&Reset panels"),
        "full_screen": tr("Actions", "&Full screen"),
        "first_steps": tr("Actions", "&Welcome page"),
        "about": tr("Actions", "&About Pentahex"),
        "keys_sheet": tr("Actions", "&Keyboard shortcuts"),
        "log_folder": tr("Actions", "Open &log folder"),
    }
