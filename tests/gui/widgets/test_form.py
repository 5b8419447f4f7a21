"""Forms of dialogs."""

from gui.dialogs.game_info_dialog import GameInfoDialog


def test_a_form_has_its_size_before_the_desktop_places_it(controller, qtbot):
    dialog = GameInfoDialog(controller.session, controller.set_information)
    qtbot.addWidget(dialog)
    dialog.show()
    size = dialog.size()

    qtbot.wait(50)

    assert dialog.size() == size
