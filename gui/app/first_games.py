"""First games of the window: records from the command line, and unfinished games."""

from __future__ import annotations

from pathlib import Path

from gui.app.program import Program
from gui.settings import damaged_files
from gui.text.i18n import tr


def open_first_games(program: Program, paths: list[Path]) -> None:
    """Open records and restore unfinished games; show the welcome card without any.

    The window does not wait for a slow disk: its games appear later.
    """
    autosave, window = program.autosave, program.window
    counts: list[int] = []
    autosave.restored.connect(counts.append)
    autosave.restore(program.factory)
    if autosave.is_restoring:
        autosave.restored.connect(lambda count: show_restored(program, count))
    if paths:
        window.file_controller.open_all(paths)
    elif not any(counts):
        window.cards.show_welcome()
    if not autosave.is_restoring:
        show_restored(program, 0 if paths else sum(counts))


def show_restored(program: Program, count: int) -> None:
    """Show that unfinished games were restored, and which files are damaged."""
    autosave, window = program.autosave, program.window
    if count:
        message = tr("Window", "Your unfinished game was restored.")
        game = program.controller.game
        if game.path is not None or game.session.record.outcome is not None:
            message = tr("Window", "Your game was restored with its unsaved changes.")
        window.show_note(message)
    if autosave.damage:
        window.cards.show_message(damaged_files.heading, autosave.damage)


def restore_contest(program: Program) -> None:
    """Restore an open contest after the unfinished games, from the same disk."""
    if program.autosave.is_restoring:
        program.autosave.restored.connect(program.contests.restore)
    else:
        program.contests.restore()
