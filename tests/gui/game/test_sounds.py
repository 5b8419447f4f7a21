"""What can be heard, and that the game goes on where nothing can."""

import sys
import types
import wave

import numpy as np
import pytest
from PyQt5.QtWidgets import QAction

from build_spec import make_sounds
from engine.core.clocks.time_control import TimeTerms
from engine.core.files.paths import resources
from engine.games import GAMES
from engine.match.match_setup import MatchSetup
from gui.game.sounds import SoundPlayer, Sounds
from gui.settings.table import SOUNDS, VOLUME
from gui.text import languages
from tests.gui.app.test_app import run_python  # noqa: F401 - a fixture
from tests.gui.driving import WIN_IN_NINE, press, widget
from tests.gui.scripted_engines import ENGINE

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")

FILES = sorted((resources() / "sounds").glob("*.wav"))

MULTIMEDIA = "PyQt5.QtMultimedia"


# The files


def samples_of(path):
    with wave.open(str(path)) as file:
        assert (file.getnchannels(), file.getsampwidth()) == (1, 2)
        data = np.frombuffer(file.readframes(file.getnframes()), "<i2")
        return data / 32768, file.getframerate()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_sound_is_small_and_quiet_and_begins_and_ends_without_a_click(path):
    samples, _ = samples_of(path)

    assert path.stat().st_size < 30_000
    assert 0.2 < np.abs(samples).max() < 0.6
    assert np.abs(samples[-20:]).max() < 0.01
    assert abs(samples[0]) < 0.1


def test_a_stone_is_a_short_click_of_wood():
    samples, rate = samples_of(resources() / "sounds" / "stone.wav")

    energy = np.cumsum(samples**2) / np.sum(samples**2)
    assert energy[round(0.04 * rate)] > 0.95
    power = np.abs(np.fft.rfft(samples)) ** 2
    hertz = np.fft.rfftfreq(samples.size, 1 / rate)
    assert 600 < np.sum(hertz * power) / np.sum(power) < 3500


def test_the_files_are_what_the_script_makes(tmp_path, monkeypatch):
    monkeypatch.setattr(make_sounds, "FOLDER", tmp_path)

    make_sounds.main()

    assert [path.name for path in sorted(tmp_path.iterdir())] == [
        path.name for path in FILES
    ]
    for path in FILES:
        made, _ = samples_of(tmp_path / path.name)
        kept, _ = samples_of(path)
        assert np.allclose(made, kept, atol=1e-4)


# What is heard when


class Ear:
    """Notes what would be heard."""

    unavailable_reason = ""

    def __init__(self):
        self.heard = []

    def play(self, sound, percent):
        self.heard.append(sound)


@pytest.fixture
def heard(controller, settings):
    """Return the sounds of the controller's game so far."""
    settings[SOUNDS] = True
    ear = Ear()
    sounds = Sounds(controller, settings, ear)
    sounds.setParent(controller)
    sounds.start()
    return ear.heard


def begin(controller, factory, **choice):
    setup = choice.pop("setup", GAMES["gomoku"].setup())
    controller.put(factory.make_game(MatchSetup(setup=setup, **choice)))


def play(controller, *names):
    setup = controller.session.setup
    for name in names:
        controller.play(GAMES[setup.game].parse_cell(setup, name))


def test_every_stone_is_heard(controller, factory, heard, qtbot):
    begin(controller, factory, second=ENGINE)

    play(controller, "h8")

    qtbot.waitUntil(lambda: controller.session.ply == 2)
    assert heard == ["stone", "stone"]


def test_a_step_forward_is_heard_and_a_jump_is_not(controller, factory, heard):
    begin(controller, factory)
    play(controller, "h8", "h9", "h10")
    heard.clear()

    controller.go_to(0)
    controller.go_to(3)
    assert heard == []
    controller.go_to(1)
    controller.go_to(2)

    assert heard == ["stone"]


def test_a_swap_sounds_otherwise_than_a_stone(controller, factory, heard):
    begin(controller, factory, setup=GAMES["hex"].setup(options={"swap": "on"}))
    play(controller, "b5")

    controller.play_special(0)

    assert heard == ["stone", "choice"]


def test_the_end_of_a_game_is_heard(controller, factory, heard):
    begin(controller, factory)

    play(controller, *WIN_IN_NINE)

    assert heard[-2:] == ["stone", "over"]


def test_a_move_that_is_refused_is_heard(controller, factory, heard):
    begin(controller, factory)

    play(controller, "h8", "h8")

    assert heard == ["stone", "error"]


def test_time_that_runs_out_is_heard_once(
    controller, factory, heard, qtbot, monkeypatch
):
    monkeypatch.setattr("gui.game.sounds.LOW_SECONDS", 9.8)
    terms = TimeTerms.parse("10s/move")
    begin(controller, factory, time=terms)

    play(controller, "h8")
    qtbot.waitUntil(lambda: "low_time" in heard)
    qtbot.wait(300)

    assert heard == ["stone", "low_time"]


def test_who_wants_silence_has_it(controller, factory, heard, settings):
    settings[SOUNDS] = False
    begin(controller, factory)

    play(controller, "h8")

    assert heard == []


# Qt's part


def fake_multimedia(monkeypatch, *, has_device=True):
    """Put another module in the place of Qt's, and return what it plays."""
    played = []

    class Effect:
        def setSource(self, url):  # noqa: N802
            self.name = url.fileName()

        def setVolume(self, volume):  # noqa: N802
            self.volume = volume

        def play(self):
            played.append((self.name, self.volume))

    class Devices:
        @staticmethod
        def defaultOutputDevice():  # noqa: N802
            return types.SimpleNamespace(isNull=lambda: not has_device)

    module = types.ModuleType(MULTIMEDIA)
    module.QSoundEffect, module.QAudioDeviceInfo = Effect, Devices
    monkeypatch.setitem(sys.modules, MULTIMEDIA, module)
    return played


def test_the_file_of_a_sound_is_played_as_loud_as_wanted(monkeypatch):
    played = fake_multimedia(monkeypatch)

    SoundPlayer().play("stone", 30)

    assert played == [("stone.wav", 0.3)]


def test_without_a_loudspeaker_nothing_is_played_and_the_reason_is_known(monkeypatch):
    played = fake_multimedia(monkeypatch, has_device=False)
    sound_player = SoundPlayer()

    sound_player.play("stone", 30)

    assert played == []
    assert sound_player.unavailable_reason == "no audio device was found"


def test_without_qts_part_nothing_is_played_and_the_reason_is_known(
    monkeypatch, caplog
):
    monkeypatch.setitem(sys.modules, MULTIMEDIA, None)
    sound_player = SoundPlayer()

    with caplog.at_level("INFO"):
        sound_player.play("stone", 30)
        sound_player.play("stone", 30)

    assert MULTIMEDIA in sound_player.unavailable_reason
    assert caplog.text.count("no sound") == 1


@pytest.mark.parametrize(
    ("error", "unavailable_reason"),
    [
        (
            ImportError("libpulse.so.0: cannot open shared object file"),
            "libpulse.so.0 is missing",
        ),
        (
            ImportError("DLL load failed: no such module", name="QtMultimedia"),
            "QtMultimedia is missing",
        ),
    ],
)
def test_what_the_system_lacks_is_named_without_its_words(
    monkeypatch, error, unavailable_reason
):
    def fail(_name):
        raise error

    broken = types.ModuleType(MULTIMEDIA)
    broken.__getattr__ = fail
    monkeypatch.setitem(sys.modules, MULTIMEDIA, broken)

    assert SoundPlayer().unavailable_reason == unavailable_reason


def test_a_reason_follows_the_language(monkeypatch, qapp):
    monkeypatch.setitem(sys.modules, MULTIMEDIA, None)
    sound_player = SoundPlayer()
    sound_player.play("stone", 30)

    languages.apply(qapp, "zh_CN")

    assert sound_player.unavailable_reason == f"缺少 {MULTIMEDIA}"


SILENT_UNTIL_A_STONE = """
import sys
from engine.games import GAMES
from gui.app import application as app
from engine.match.match_setup import MatchSetup

application = app.get_application()
program = app.new_program([])

def tell(moment):
    print(moment, "PyQt5.QtMultimedia" in sys.modules, "PyQt5.QtNetwork" in sys.modules)

def play():
    tell("painted")
    persons = MatchSetup(setup=GAMES["gomoku"].setup())
    program.controller.put(program.factory.make_game(persons))
    program.controller.play(program.controller.session.position.legal_moves()[0])
    print("moves", program.controller.session.ply)
    program.window.close()

program.window.painted.connect(play)
program.window.show()
application.exec_()
program.shutdown()
app.exit_process(0)
"""


@pytest.mark.processes
def test_nothing_of_it_is_loaded_before_the_first_sound_and_the_game_goes_on(
    run_python,  # noqa: F811
):
    done = run_python(["-c", SILENT_UNTIL_A_STONE])

    assert done.returncode == 0
    assert done.stdout.splitlines() == ["painted False False", "moves 1"]
    lines = [line for line in done.stderr.splitlines() if "plugin" not in line]
    assert lines == []


# The page of the settings


@pytest.fixture
def page(program, settings, monkeypatch):
    """Return the window with the page of the sounds, and what is played."""
    settings[SOUNDS] = True
    played = fake_multimedia(monkeypatch)
    program.window.findChild(QAction, "settings").trigger()
    widget(program.window, "settings").show_page("settings_sound")
    return program, played


def test_a_stone_can_be_tried_as_loud_as_chosen(page, settings):
    program, played = page

    widget(program.window, "settings_volume").setValue(80)
    press(program.window, "settings_try_sound")

    assert settings[VOLUME] == 80
    assert played == [("stone.wav", 0.8)]


def test_sounds_can_be_switched_off(page, settings):
    program, _ = page

    widget(program.window, "settings_sounds").click()

    assert not settings[SOUNDS]
    assert not widget(program.window, "settings_try_sound").isEnabled()


def test_the_page_says_why_nothing_can_be_heard(program, settings, monkeypatch):
    settings[SOUNDS] = True
    monkeypatch.setitem(sys.modules, MULTIMEDIA, None)

    program.window.findChild(QAction, "settings").trigger()
    widget(program.window, "settings").show_page("settings_sound")

    message = widget(program.window, "settings_sound_lack").text()
    assert message.startswith("Sound is not available: ")
