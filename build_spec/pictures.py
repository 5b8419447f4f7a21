"""Generator of the user guide's pictures from the real window: `make pictures`.

It needs no screen. Games are played by fixed moves and the program's own engines, so
that a picture shows what a user sees. Options draw another theme, size or scale.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from PyQt5.QtCore import Qt
from PyQt5.QtTest import QTest
from PyQt5.QtWidgets import (
    QApplication,
    QDialog,
    QDockWidget,
    QLineEdit,
    QPushButton,
    QWidget,
)

from build_spec.picture_games import (
    ANNOTATED_GAME,
    COMMENTS,
    CONTEST_MOVES,
    FIFTH_MOVES,
    GOMOKU_MOVES,
    HEX_MOVES,
    JOINED_NODE,
    NOTED_NODE,
    OPEN_HEX_MOVES,
    REVIEW_PACE,
    REVIEWED_MOVES,
    SHOWN_PLY,
    SWAP2,
    TEAMS,
    THREAT_MOVES,
    TREE_NODE,
    WON_GAME,
    join_games,
)
from build_spec.picture_stage import PATIENCE, SETTLE_MS, Stage
from engine.commands.dispatch import SUCCESS
from engine.commands.dispatch import run as run_command
from engine.core.types import Player
from engine.games import get_game
from engine.match.match_setup import MatchSetup
from engine.players.preset_player import PresetPlayer
from engine.records import files
from engine.records.model.record import GameRecord
from gui.app import application as app
from gui.contest.contest import default_contest
from gui.lab.experiments.figure_view import Picture
from gui.panels.graph.history_window import HistoryWindow
from gui.settings.analysis_settings import REVIEW_SECONDS
from gui.settings.table import LANGUAGE, LAST_CONTEST, RECORD_FOLDER, LanguageChoice
from gui.widgets.card import Card

LANGUAGES: tuple[LanguageChoice, ...] = ("en", "zh_CN")

SMALLEST_SCREEN = "1366x768"
"""The smallest supported screen."""

FORM, QUALITY = "webp", 90
"""Quality of the images: a quarter of the size of PNG without a visible difference."""

EXPERIMENT = "liu-figure-8"
"""The experiment whose results are shown."""

THINKING_MS = 1500
"""Time until an engine has results to show."""

COMPARED_SECONDS = 3.0
"""Time of each compared engine before the picture."""

WATCHED_PLIES = 12
"""Moves of two engines before the picture."""


def main(argv: list[str]) -> int:
    """Draw the pictures selected by ``argv``, one folder per language."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("docs/guide/pictures"))
    parser.add_argument("--languages", nargs="+", default=LANGUAGES, choices=LANGUAGES)
    parser.add_argument("--theme", default="light", choices=("light", "dark"))
    parser.add_argument("--size", default=SMALLEST_SCREEN, help="WxH in units")
    parser.add_argument("--scale", type=float, default=1.0, help="pixels of a unit")
    parser.add_argument("--only", nargs="+", help="names of pictures")
    options = parser.parse_args(argv)
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    os.environ["QT_SCALE_FACTOR"] = str(options.scale)
    for language in options.languages:
        folder = options.out / language
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory() as home:
            os.environ["XDG_STATE_HOME"] = home
            studio = Studio(Path(home), language, options.theme, options.size)
            for name, picture in studio.pictures.items():
                if options.only is None or name in options.only:
                    studio.draw(picture, folder / f"{name}.{FORM}")
            studio.close()
    return 0


class Studio(Stage):
    """The program with a scene for each picture."""

    @property
    def pictures(self) -> Mapping[str, Callable[[], QWidget]]:
        """Functions of the pictures: each prepares a scene and returns its widget."""
        return {
            "welcome": lambda: self._window,
            "new_game": lambda: self._dialog("new"),
            "game": self._game,
            "hint": self._hint,
            "swap2": lambda: self._open(*SWAP2),
            "fifth_moves": lambda: self._open(*FIFTH_MOVES),
            "puzzle": lambda: self._show_window("puzzles", "puzzle_window"),
            "result": self._result,
            "hex": self._hex,
            "analyse": self._analyse,
            "analysis": self._analysis,
            "compare": self._compare,
            "review": self._review,
            "tree": lambda: self._annotated(TREE_NODE, "tree"),
            "notes": lambda: self._annotated(NOTED_NODE, "notes"),
            "joined": lambda: self._show_record(join_games(), JOINED_NODE),
            "graph": self._graph,
            "history": self._history,
            "inside": self._inside,
            "policy_map": lambda: self._map("policy_map", "gomoku", GOMOKU_MOVES),
            "win_rate_map": lambda: self._map("win_rate_map", "hex", ""),
            "threats": self._threats,
            "experiment": self._experiment,
            "watch": self._watch,
            "hex_diamond": self._hex_diamond,
            "export": lambda: self._dialog_of_folder("export"),
            "keys": lambda: self._dialog("keys_sheet"),
            "settings": lambda: self._dialog("settings"),
            "contest_dialog": self._contest_dialog,
            "contest": self._contest,
        }

    def draw(self, picture: Callable[[], QWidget], path: Path) -> None:
        """Make one picture and clear the scene."""
        shown = picture()
        QTest.qWait(SETTLE_MS)
        shown.grab().save(str(path), FORM, QUALITY)
        if isinstance(shown, QDialog):
            shown.reject()
            QTest.qWait(SETTLE_MS)
        else:
            self._program.analysis.set_on(False)
            self._program.comparison.set_on(False)
            self._do("arrange_play")

    def _dialog(self, action: str) -> QDialog:
        """Return the dialog that an action opens."""
        self._do(action)
        dialog = QApplication.activeModalWidget()
        if not isinstance(dialog, QDialog):
            raise TypeError(f"Expected a dialog after {action!r}, got {dialog!r}.")
        return dialog

    def _game(self) -> QWidget:
        """Return the window with a game against a searching engine."""
        self._play("gomoku", GOMOKU_MOVES, seconds=PATIENCE)
        self._do("numbers")
        engine = PresetPlayer(preset="uct")
        self._program.controller.set_player(Player.SECOND, engine)
        QTest.qWait(THINKING_MS)
        return self._window

    def _hint(self) -> QWidget:
        self._play("gomoku", GOMOKU_MOVES)
        self._do("hint")
        self._wait_until(lambda: self._program.hints.hint is not None)
        return self._window

    def _open(self, options: dict[str, str], moves: str) -> QWidget:
        self._play("gomoku", moves, options=options)
        return self._window

    def _hex(self) -> QWidget:
        self._play("hex", HEX_MOVES)
        return self._window

    def _hex_diamond(self) -> QWidget:
        """Return the window with a rotated board and letters on the stones."""
        self._do("orientation_diamond")
        self._do("side_marks_letters")
        self._play("hex", HEX_MOVES)
        QTest.qWait(SETTLE_MS)
        return self._window

    def _analyse(self) -> QWidget:
        """Return the window with a searching engine and its candidates."""
        self._play("hex", OPEN_HEX_MOVES, seconds=PATIENCE)
        self._do("arrange_analyse")
        engine = PresetPlayer(preset="uct")
        self._program.controller.set_player(Player.FIRST, engine)
        self._wait_until(self._shows_candidates)
        QTest.qWait(THINKING_MS)
        return self._window

    def _map(self, action: str, game: str, moves: str) -> QWidget:
        """Return the window with a complete heat map on the board."""
        self._play(game, moves)
        self._do(action)
        QTest.qWait(THINKING_MS)
        self._wait_until(lambda: not self._program.engine.is_searching)
        QTest.qWait(SETTLE_MS)
        return self._window

    def _experiment(self) -> QWidget:
        """Return the window of a finished experiment."""
        folder = Path(tempfile.mkdtemp(), f"{EXPERIMENT}-smoke")
        command = ["experiment", EXPERIMENT, "--scale", "smoke"]
        if run_command([*command, "--out", str(folder)]) != SUCCESS:
            raise RuntimeError("The experiment failed.")
        window = self._program.experiments.open(folder)
        if window is None:
            raise LookupError(f"Expected an experiment in {folder}.")
        self._wait_until(lambda: window.findChild(Picture) is not None)
        return window

    def _threats(self) -> QWidget:
        """Return the window with a win by continuous fours."""
        for action in ("visit_map", "visit_map", "reading"):  # no policy any more
            self._do(action)
        self._play("gomoku", THREAT_MOVES)
        QTest.qWait(THINKING_MS)
        return self._window

    def _analysis(self) -> QWidget:
        """Return the window with continuous analysis of a finished game."""
        self._annotated(NOTED_NODE, "search")
        self._do("analysis_on")
        self._wait_until(lambda: self._program.analysis.latest is not None)
        QTest.qWait(2 * THINKING_MS)
        return self._window

    def _compare(self) -> QWidget:
        """Return the window with two engines that were compared."""
        self._play("hex", OPEN_HEX_MOVES)
        self._do("arrange_analyse")
        self._do("compare_engines")
        comparison = self._program.comparison
        self._wait_until(
            lambda: all(one.seconds > COMPARED_SECONDS for one in comparison.compared)
        )
        return self._window

    def _shows_candidates(self) -> bool:
        """Return whether the table of candidates is there; the first one creates it."""
        table = self._window.findChild(QWidget, "table_candidates")
        return table is not None and table.isVisible()

    def _review(self) -> QWidget:
        """Return the window with a mistake of a reviewed game."""
        self._settings[REVIEW_SECONDS] = REVIEW_PACE
        self._play("gomoku", REVIEWED_MOVES)
        controller, review = self._program.controller, self._program.review
        controller.resign(controller.session.position.seat_to_move)
        self._do("analyse_game")
        self._wait_until(lambda: not review.reviewer.is_running)
        controller.go_to(0)
        self._do("next_mistake")
        while controller.session.ply < SHOWN_PLY and review.mistakes.next is not None:
            self._do("next_mistake")
        return self._window

    def _annotated(self, node: int, panel: str) -> QWidget:
        """Return the window with variations, marks and a comment, and a panel."""
        comment = COMMENTS[self._settings[LANGUAGE]]
        self._show_record(files.parse(ANNOTATED_GAME.format(comment=comment)), node)
        return self._with_panel(panel)

    def _show_record(self, record: GameRecord, node: int) -> QWidget:
        """Return the window with a node of a record."""
        self._program.controller.put(self._program.factory.open_record(record, None))
        self._program.controller.go_to(node)
        return self._window

    def _with_panel(self, name: str) -> QWidget:
        """Return the window in the layout *Analyse* with a panel in front."""
        self._do("arrange_analyse")
        dock = self._window.findChild(QDockWidget, f"dock_{name}")
        if dock is None:
            raise LookupError(f"Expected a panel, got {name!r}.")
        dock.raise_()
        return self._window

    def _graph(self) -> QWidget:
        """Return the window with the graph of a game that was analysed."""
        self._play("gomoku", GOMOKU_MOVES)
        self._do("arrange_analyse")
        self._do("analyse_game")
        self._wait_until(self._is_analysed)
        return self._window

    def _is_analysed(self) -> bool:
        """Return whether each position of the game has an analysis."""
        record = self._program.controller.session.record
        line = record.line_through(0)
        return all(record.nodes[node].analysis is not None for node in line)

    def _history(self) -> QWidget:
        """Return the window of the search over time in the game of ``_graph``."""
        self._graph()
        self._do("search_over_time")
        shown = QApplication.topLevelWidgets()
        return next(one for one in shown if isinstance(one, HistoryWindow))

    def _inside(self) -> QWidget:
        """Return the window of a search at the selection of a simulation."""
        self._play("hex", "d4 c3", height=6)
        inside = self._show_window("inside_search", "inside_window")
        buttons = {one.objectName(): one for one in inside.findChildren(QPushButton)}
        step = buttons["inside_step"]
        for name in ("inside_start", "inside_skip_100", "inside_step"):
            buttons[name].click()
            self._wait_until(step.isEnabled)
        return inside

    def _watch(self) -> QWidget:
        """Return the window with a game between two engines."""
        engine = PresetPlayer(preset="uct", level=4)
        choice = MatchSetup(setup=get_game("hex").setup(), first=engine, second=engine)
        self._program.controller.put(self._program.factory.make_game(choice))
        self._wait_until(lambda: self._program.controller.session.ply >= WATCHED_PLIES)
        return self._window

    def _result(self) -> QWidget:
        self._play("gomoku", WON_GAME)
        self._wait_until(lambda: self._window.findChild(Card) is not None)
        return self._window

    def _dialog_of_folder(self, action: str) -> QDialog:
        """Return a dialog for records with a neutral folder."""
        folder = Path(tempfile.gettempdir(), "Documents")
        folder.mkdir(exist_ok=True)
        self._settings[RECORD_FOLDER] = folder
        return self._dialog(action)

    def _contest_dialog(self) -> QDialog:
        """Return the contest dialog with the teams of the last contest."""
        our_name, their_name, place = TEAMS[self._settings[LANGUAGE]]
        teams = replace(
            default_contest("gomoku"),
            our_engine=None,
            our_name=our_name,
            their_name=their_name,
            event="2026 CCGC",
            place=place,
        )
        self._settings[LAST_CONTEST["gomoku"]] = json.dumps(teams.to_values())
        self._do("game_gomoku")
        return self._dialog_of_folder("contest")

    def _contest(self) -> QWidget:
        """Return the operator's window while a move is typed."""
        self._do("side_marks_none")
        self._contest_dialog().accept()
        QTest.qWait(SETTLE_MS)
        found = [w for w in app.get_application().topLevelWidgets() if w.isVisible()]
        window = next(w for w in found if w.objectName() == "contest_window")
        entry = window.findChild(QLineEdit, "contest_entry")
        if entry is None:
            raise LookupError("Expected a field for moves in the operator's window.")
        QTest.keyClick(entry, Qt.Key_F5)
        for name in CONTEST_MOVES.split():
            QTest.keyClicks(entry, name)
            QTest.keyClick(entry, Qt.Key_Return)
        QTest.keyClicks(entry, "i6")
        window.resize(self._window.size())
        return window


if __name__ == "__main__":
    app.exit_process(main(sys.argv[1:]))  # the threads of engines need not end
