"""Buttons with object names: none of them takes Enter from a form's accept button."""

from PyQt5.QtCore import Qt

from gui.widgets.form import FormDialog
from gui.widgets.named_widgets import make_button


def test_enter_in_a_form_presses_its_accept_button(qtbot):
    form = FormDialog("form", "Form", "Start")
    qtbot.addWidget(form)
    button = make_button("form_browse", "Choose…")
    form.add_row("Folder", button)
    form.show()
    pressed = []
    button.clicked.connect(pressed.append)

    with qtbot.waitSignal(form.accepted):
        qtbot.keyClick(form, Qt.Key_Return)

    assert not pressed
