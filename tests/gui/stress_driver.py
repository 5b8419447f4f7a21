"""Random actions on the real window while real engines think, each one checked.

Actions are drawn from a seed alone, so that a seed repeats them; when an engine's
answer comes among them depends on the machine.
"""

import random
import time
from collections import Counter

from PyQt5.QtCore import QEvent, Qt
from PyQt5.QtTest import QTest
from PyQt5.QtWidgets import QAction, QApplication, QDialog, QPushButton

from engine.core.clocks.time_control import TimeTerms
from engine.core.types import Move, Player
from engine.games import GAMES
from engine.match.match_setup import MatchSetup
from engine.match.notices import EngineGaveUp, EngineReplaced
from engine.match.transitions import time_counts
from engine.players.preset_player import PresetPlayer
from engine.records.model.positions import start_position
from gui.settings.last_match import save_last_match
from gui.settings.playback_speed import PlaybackSpeed
from tests.gui.driving import widget

SECONDS_PER_MOVE = 0.1
ENGINES = [
    None,
    PresetPlayer(preset="uct", level=1),
    PresetPlayer(preset="uct"),
    PresetPlayer(preset="uct-plain", level=3),
]
SETUPS = [
    ("gomoku", 15, {}),
    ("gomoku", 7, {"rule": "renju"}),
    ("gomoku", 9, {"line_length": "4"}),
    ("gomoku", 9, {"opening": "yamaguchi"}),
    ("gomoku", 9, {"opening": "taraguchi"}),
    ("hex", 11, {}),
    ("hex", 5, {"swap": "on"}),
]
TIMES = ["none"] * 4 + ["1s/move", "20s", "5s+1s warn", "2s+2x1s", "none 1s/move warn"]
KEYS = {
    "first": Qt.Key_Home,
    "previous": Qt.Key_Left,
    "next": Qt.Key_Right,
    "last": Qt.Key_End,
    "ten back": Qt.Key_PageUp,
    "ten on": Qt.Key_PageDown,
    "variation up": Qt.Key_Up,
    "variation down": Qt.Key_Down,
    "move now": Qt.Key_Return,
    "stop": Qt.Key_Escape,
    "run or pause": Qt.Key_F5,
    "step": Qt.Key_F6,
    "hint": Qt.Key_H,
    "coordinates": Qt.Key_K,
    "numbers": Qt.Key_M,
    "next moves": Qt.Key_L,
}
WEIGHTS = {
    "click": 60,
    "take back": 12,
    "redo": 8,
    "move now": 12,
    "stop": 10,
    "run or pause": 8,
    "step": 6,
    "new game": 5,
    "watch": 3,
    "switch": 6,
    "resign": 3,
    "engine side": 4,
    "pause": 5,
    "choose move": 4,
    "card": 4,
    "dialog": 2,
    "save": 2,
    "quit and come back": 2,
    "theme": 0.5,
    "swap": 3,
    "declare": 5,
    "change sides": 3,
    "continue from here": 2,
    "pace": 2,
}
PAUSES = [0.0] * 12 + [0.002, 0.005, 0.02, 0.15]
"""Seconds between actions; the longest one lets an engine answer."""

REMEMBERED = 12
"""Actions that a failure tells."""


class StressError(AssertionError):
    """Something is wrong after an action."""


class StressDriver:
    """Does what a hasty user might, and checks the window after each action.

    Args:
        program: The window and its parts.
        files: Answers questions for files.
        complaints: Returns what went wrong elsewhere since the start: exceptions,
            warnings.
        seed: Draws the actions.
    """

    def __init__(self, program, files, complaints, seed):
        self.done = Counter()
        self.engine_moves = 0
        self._program, self._files = program, files
        self._complaints, self._seed = complaints, seed
        self._rng = random.Random(seed)
        self._controller, self._window = program.controller, program.window
        self._actions = {a.text(): a for a in self._window.findChildren(QAction)}
        self._latest = []
        self._requests = []
        self._valid_from = 0
        self._is_acting = False
        self._late = []
        self._shown = program.controller.session.position
        self._nodes = {}
        self._hidden = {}
        self._checked = None
        self._observe()

    def run(self, count):
        """Do ``count`` actions and let the engines come to rest."""
        for _ in range(count):
            self._do(self._draw())
            self._let_pass(self._rng.choice(PAUSES))
            self._check()

    def rest(self, seconds):
        """Stop the engines and say whether they have stopped in time."""
        self._controller.stop_engine()
        deadline = time.monotonic() + seconds
        while self._program.engine.is_searching and time.monotonic() < deadline:
            self._let_pass(0.01)
        self._check()
        return not self._program.engine.is_searching

    # Watching

    def _observe(self):
        """Listen at the public doors between window, controller and engine."""
        engine, board = self._program.engine, widget(self._window, "board")
        request, show_position = engine.request, board.show_position

        def noted_request(searcher, position, limits, listener, **others):
            self._requests.append(position)
            return request(searcher, position, limits, listener, **others)

        def noted_position(position, *rest):
            self._shown = position
            show_position(position, *rest)

        engine.request, board.show_position = noted_request, noted_position
        self._controller.match_changed.connect(self._on_match_changed)
        self._note_nodes()

    def _note_nodes(self):
        session = self._controller.session
        self._nodes = {id(session): (session, len(session.record.nodes))}

    def _on_match_changed(self, view):
        for notice in view.notices:
            if isinstance(notice, (EngineReplaced, EngineGaveUp)):
                self._late.append(f"failed: {notice.message}")
        if view.has_new_position:
            self._check_stone()

    def _check_stone(self):
        """Judge a stone that has just come without anybody's doing."""
        session = self._controller.session
        _, before = self._nodes.get(id(session), (session, len(session.record.nodes)))
        count = len(session.record.nodes)
        self._note_nodes()
        if self._is_acting or count == before:
            return
        self.engine_moves += 1
        path = session.record.path_to(session.cursor)
        parent = start_position(session.record)
        for move in session.record.moves_of(path[1:-1]):
            parent = parent.play(move)
        valid = self._requests[self._valid_from :]
        if valid and valid[-1] is session.position:  # the next engine is asked already
            valid = valid[:-1]
        if parent.seat_to_move not in session.automatic:
            who = parent.seat_to_move
            self._late.append(f"a stone for {who}, whom no engine plays")
        elif not valid or valid[-1] != parent:
            self._late.append("a stone that nobody waits for")

    def _state(self):
        session = self._controller.session
        return id(session), session.cursor, session.automatic

    # Acting

    def _draw(self):
        kinds = {**dict.fromkeys(KEYS, 2), **WEIGHTS}
        return self._rng.choices(list(kinds), list(kinds.values()))[0]

    def _do(self, kind):
        self._latest = [*self._latest, kind][-REMEMBERED:]
        self.done[kind] += 1
        before, awaited = self._state(), self._controller.view.awaits_engine
        requests = len(self._requests)
        self._is_acting = True
        act = getattr(self, f"_do_{kind.replace(' ', '_')}", None)
        try:
            if act is None:
                QTest.keyClick(self._window, KEYS[kind])
            else:
                act()
        finally:
            self._is_acting = False
        has_ceased = awaited and not self._controller.view.awaits_engine
        if self._state() != before or has_ceased:
            self._valid_from = requests
        self._note_nodes()

    def _let_pass(self, seconds):
        end = time.monotonic() + seconds
        self._process_events()
        while time.monotonic() < end:
            time.sleep(0.001)
            self._process_events()

    def _process_events(self):
        """Do what the program's event loop would, deletions included."""
        QApplication.processEvents()
        QApplication.sendPostedEvents(None, QEvent.DeferredDelete)

    def _press(self, name):
        """Press a button if it can be seen; a greyed one is pressed in vain."""
        try:
            button = widget(self._window, name)
        except LookupError:
            return False
        QTest.mouseClick(button, Qt.LeftButton)
        return True

    def _do_click(self):
        setup = self._controller.session.setup
        chance = self._rng.random()
        board = widget(self._window, "board")
        cell = Move(int(chance * setup.cell_count))
        QTest.mouseClick(board, Qt.LeftButton, pos=board.cell_center(cell))

    def _do_take_back(self):
        self._press("button_take_back")

    def _do_redo(self):
        self._press("button_redo")

    def _do_declare(self):
        self._press(f"notice_number_{self._rng.randint(1, 10)}")

    def _do_swap(self):
        self._press("button_swap")

    def _do_change_sides(self):
        self._act("change_sides")

    def _do_continue_from_here(self):
        self._act("continue_here")
        self._press(self._rng.choice(["new_game_accept", "new_game_cancel"]))
        self._close_dialogs()

    def _do_pace(self):
        self._controller.set_playback_speed(self._rng.choice(list(PlaybackSpeed)))

    def _act(self, name):
        action = self._window.findChild(QAction, name)
        if action.isEnabled():
            action.trigger()

    def _do_switch(self):
        self._press(f"switch_{self._rng.choice(list(GAMES))}")

    def _do_new_game(self):
        self._begin(self._rng.choice(ENGINES), self._rng.choice(ENGINES))

    def _do_watch(self):
        self._begin(ENGINES[1], ENGINES[2])

    def _begin(self, first, second):
        game, side, options = self._rng.choice(SETUPS)
        setup = GAMES[game].setup(height=side, width=side, options=options)
        choice = MatchSetup(
            setup=setup,
            first=first,
            second=second,
            seconds_per_move=SECONDS_PER_MOVE,
            caps_engines=True,
            time=TimeTerms.parse(self._rng.choice(TIMES)),
            draws_colours=self._rng.random() < 0.3,
        )
        save_last_match(self._program.settings, choice)
        self._controller.switch_to(game)
        self._press("button_new")
        self._press(self._rng.choice(["new_game_accept"] * 4 + ["new_game_cancel"]))
        self._close_dialogs()

    def _do_resign(self):
        self._press("button_resign")
        self._press(self._rng.choice(["card_resign_confirm", "card_keep_playing"]))

    def _do_engine_side(self):
        player = self._rng.choice(list(Player))
        engine = self._rng.choice(ENGINES[:3])
        self._controller.set_player(player, engine)

    def _do_pause(self):
        QTest.keyClick(self._window, Qt.Key_P, Qt.ControlModifier)

    def _do_choose_move(self):
        panel = widget(self._window, "panel_moves")
        node = int(self._rng.random() * len(self._controller.session.record.nodes))
        panel.node_chosen.emit(node)

    def _do_card(self):
        chance = self._rng.random()
        cards = [
            button
            for button in self._window.findChildren(QPushButton)
            if button.isVisible() and button.objectName().startswith("card_")
        ]
        if cards:
            QTest.mouseClick(cards[int(chance * len(cards))], Qt.LeftButton)

    def _do_dialog(self):
        name = self._rng.choice(["&Settings…", "&Export…", "&About Pentahex"])
        self._actions[name].trigger()
        self._let_pass(0.0)
        self._close_dialogs()

    def _close_dialogs(self):
        for root in QApplication.topLevelWidgets():
            if isinstance(root, QDialog) and root.isVisible():
                root.reject()

    def _do_save(self):
        self._files.target = self._rng.choice([None, self._files.folder / "stress.sgf"])
        self._press("button_save")

    def _do_quit_and_come_back(self):
        self._actions["&Quit"].trigger()
        self._window.show()

    def _do_theme(self):
        name = self._rng.choice(["&Follow system", "&Light", "&Dark"])
        self._actions[name].trigger()

    # Checking

    def _check(self):
        controller = self._controller
        session, match = controller.session, controller.game.match
        for complaint in (*self._late, *self._complaints()):
            self._fail(complaint)
        if self._shown != session.position:
            self._fail("the board shows another position")
        if session.time.is_running and not time_counts(match.state, match.situation):
            self._fail("time runs that should not")
        hidden = [game for game in controller.games if game is not controller.game]
        for game in hidden:
            if game.session.time.is_running:
                self._fail("time runs in a game that is not on the screen")
            if self._hidden.get(game, game.session.record) is not game.session.record:
                self._fail("a game that is not on the screen went on")
        self._hidden = {game: game.session.record for game in hidden}
        state = (session, session.record, session.cursor)
        if self._checked is not None and all(
            new is old for new, old in zip(state, self._checked, strict=True)
        ):
            return
        self._checked = state
        position = start_position(session.record)
        for move in session.record.moves_of(session.record.path_to(session.cursor)[1:]):
            position = position.play(move)
        if position != session.position:
            self._fail("the record does not lead to the position")

    def _fail(self, complaint):
        number = self.done.total()
        raise StressError(
            f"seed {self._seed}, action {number}: {complaint}\n"
            f"the latest actions: {', '.join(self._latest)}"
        )
