"""The style sheet of the window's frame: bars, menus, docks, cards and texts.

A dynamic property, set before the widget is shown, selects its look:

- ``QPushButton``: ``primary`` or ``danger`` or ``flat`` = true; ``compact`` = true for
  one of many with a number
- ``QFrame``: ``card`` = true; ``line`` = true for a fine separator
- ``QToolButton``: ``segment`` = ``first``, ``middle`` or ``last``; ``primary`` = true;
  ``badge`` = true floats over the board; ``tight`` = true in a narrow tool bar
- ``QAbstractItemView``: ``plain`` = true, for a list that lies in a card
- ``QTableView``: ``dense`` = true, for many columns in little space
- ``QComboBox``: ``compact`` = true, for a list in a cell of a table
- ``QListView``: ``sidebar`` = true, for the pages of a dialog
- ``QLabel``: ``role`` = ``caption``, ``muted``, ``strong``, ``title``, ``display``,
  ``mono``, ``key``, ``danger``, ``warning``, ``clock``, ``clock_waiting``,
  ``clock_low`` or ``clock_low_note``
"""

from __future__ import annotations

DISTANCES = (1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 18, 20, 24, 28, 30, 32, 40, 56, 80)
"""Distances, in pixels at 100 %, that the sheets name as ``$px8`` and so on."""

QSS = """
QWidget {
  color: $text;
  selection-background-color: $selection;
  selection-color: $selection_text;
}
QWidget:disabled { color: $disabled; }
QMainWindow, QMainWindow > QWidget#centre { background: $window; }
QDialog, QMessageBox, QWizard, QDockWidget > QWidget { background: $panel; }

QMessageBox {
  messagebox-question-icon: url("$controls/question.svg");
  messagebox-information-icon: url("$controls/information.svg");
  messagebox-warning-icon: url("$controls/warning.svg");
  messagebox-critical-icon: url("$controls/critical.svg");
  icon-size: $px40;
}

/* Texts */
QLabel { background: transparent; }
QLabel[role="caption"] { font-size: $caption_size; color: $muted; }
QLabel[role="muted"] { color: $muted; }
QLabel[role="strong"] { font-size: $strong_size; font-weight: 600; }
QLabel[role="title"] { font-size: $title_size; font-weight: 600; }
QLabel[role="display"] { font-size: $display_size; font-weight: 600; }
QLabel[role="mono"] { font-family: $mono_families; }
QLabel[role="key"] {
  background: $hover;
  border: 1px solid $strong_line;
  border-radius: $px5;
  padding: $px1 $px6;
  font-size: $caption_size;
}
QLabel[role="danger"] { color: $danger; }
QLabel[role="clock"], QLabel[role="clock_waiting"], QLabel[role="clock_low"] {
  font-size: $title_size;
  font-weight: 600;
}
QLabel[role="clock_waiting"] { color: $muted; }
QLabel[role="clock_low"] { color: $danger; }
QLabel[role="clock_low_note"] { color: $danger; font-size: $caption_size; }
QLabel[role="warning"] { color: $warning; }

/* Cards and lines */
QFrame[card="true"] {
  background: $card;
  border: 1px solid $line;
  border-radius: $px10;
}
QFrame#bar_notice[news="true"] { background: $selection; border-color: $accent; }
QLabel#label_notice[news="true"] { color: $selection_text; font-weight: 600; }
QFrame[line="true"] { background: $line; border: none; }
QFrame[line="true"][frameShape="4"] { max-height: 1px; }
QFrame[line="true"][frameShape="5"] { max-width: 1px; }

/* Menus */
QMenuBar { background: $panel; padding: $px2 $px6; }
QMenuBar::item {
  background: transparent;
  padding: $px4 $px10;
  border-radius: $px6;
}
QMenuBar::item:selected { background: $hover; }
QMenuBar::item:pressed { background: $pressed; }
QMenu {
  background: $card;
  border: 1px solid $strong_line;
  padding: $px6;
}
QMenu::item {
  padding: $px3 $px28 $px3 $px12;
  border-radius: $px6;
}
QMenu::item:selected { background: $selection; color: $selection_text; }
QMenu::item:disabled { background: transparent; color: $disabled; }
QMenu::icon { padding-left: $px8; }
QMenu::separator { height: 1px; background: $line; margin: $px4 $px8; }
QMenu::indicator { width: $px16; height: $px16; margin-left: $px8; }
QMenu::indicator:checked { image: url("$controls/tick.svg"); }
QMenu::right-arrow {
  image: url("$controls/chevron-right.svg");
  width: $px14; height: $px14;
  margin-right: $px6;
}

/* Tool bars and their buttons */
QToolBar {
  background: $panel;
  border: none;
  border-bottom: 1px solid $line;
  padding: $px6 $px8;
  spacing: $px2;
}
QToolBar::separator { width: 1px; background: $line; margin: $px6 $px8; }
QToolBar::separator:vertical { height: 1px; margin: $px8 $px6; }
QToolButton {
  background: transparent;
  border: 1px solid transparent;
  border-radius: $px6;
  padding: $px5 $px7;
}
QToolButton:hover { background: $hover; }
QToolButton:pressed, QToolButton:open { background: $pressed; }
QToolButton:checked { background: $selection; color: $selection_text; }
QToolButton:focus { border-color: $focus; }
QToolButton:disabled { color: $disabled; }
QToolButton[popupMode="1"] { padding-right: $px20; }
QToolButton::menu-button {
  border: none;
  width: $px18;
  border-top-right-radius: $px6;
  border-bottom-right-radius: $px6;
}
QToolButton::menu-button:hover { background: $pressed; }
QToolButton::menu-arrow, QToolButton::menu-indicator {
  image: url("$controls/chevron-down.svg");
  width: $px12; height: $px12;
}
QToolButton::menu-indicator { subcontrol-position: right center; right: $px3; }
QToolButton[popupMode="2"] { padding-right: $px20; }
QLabel#sign_drop {
  background: $selection; color: $selection_text; border: 2px dashed $accent;
  border-radius: $px12; font-size: $title_size; font-weight: 600;
}
QToolButton#button_pause {
  border: 1px solid $line; border-radius: $px6; padding: $px2 $px8;
  font-size: $caption_size;
}
QToolButton[primary="true"] { background: $accent; color: $accent_text; }
QToolButton[badge="true"] {
  background: $card; border: 1px solid $strong_line; padding: $px4 $px8;
}
QToolButton[badge="true"]:hover { background: $hover; }
QToolButton[badge="true"]:focus { border-color: $focus; }
QToolButton[primary="true"]:hover { background: $accent_hover; }
QToolButton[primary="true"]:pressed { background: $accent_pressed; }
QToolButton[primary="true"]:disabled { background: $pressed; color: $disabled; }

/* A row of tool buttons of which one is chosen */
QToolButton[segment] {
  background: $hover;
  border: 1px solid $line;
  border-radius: 0;
  padding: $px5 $px12;
}
QToolButton[tight="true"] { padding: $px5 $px4; }
QToolButton[segment][tight="true"] { padding: $px5 $px8; }
QToolButton[segment]:hover { background: $pressed; }
QToolButton[segment]:checked {
  background: $card;
  border: 1px solid $strong_line;
  color: $text;
  font-weight: 600;
}
QToolButton[segment]:focus { border: 1px solid $focus; }
QToolButton[segment="first"] {
  border-top-left-radius: $px7;
  border-bottom-left-radius: $px7;
}
QToolButton[segment="last"] {
  border-top-right-radius: $px7;
  border-bottom-right-radius: $px7;
}

/* Status bar */
QStatusBar { background: $panel; border-top: 1px solid $line; color: $muted; }
QStatusBar::item { border: none; }
QStatusBar QLabel { color: $muted; padding: $px3 $px8; }
QStatusBar QLabel[role="strong"] { color: $text; font-size: $body_size; }

/* Docks, splitters and tabs */
QDockWidget {
  titlebar-close-icon: url("$controls/close.svg");
  titlebar-normal-icon: url("$controls/float.svg");
  color: $muted;
}
QDockWidget::title {
  background: $panel;
  padding: $px8 $px12 $px6 $px12;
  border-bottom: 1px solid $line;
  text-align: left;
}
QDockWidget::close-button, QDockWidget::float-button {
  background: transparent;
  border: none;
  border-radius: $px4;
  padding: $px4;
}
QDockWidget::close-button:hover, QDockWidget::float-button:hover {
  background: $pressed;
}
QMainWindow::separator { background: $window; width: $px4; height: $px4; }
QMainWindow::separator:hover { background: $accent; }
QSplitter::handle { background: $line; }
QSplitter::handle:horizontal { width: 1px; margin: 0 $px3; }
QSplitter::handle:vertical { height: 1px; margin: $px3 0; }
QSplitter::handle:hover { background: $accent; }
QTabWidget::pane { border: none; border-top: 1px solid $line; }
QTabWidget::tab-bar { left: $px8; }
QTabBar { background: transparent; qproperty-drawBase: 0; }
QTabBar::tab {
  background: transparent;
  color: $muted;
  border: none;
  border-bottom: 2px solid transparent;
  padding: $px8 $px12 $px6 $px12;
}
QMainWindow > QTabBar::tab { padding: $px8 $px6 $px6 $px6; }
QTabBar::tab:hover { color: $text; background: $hover; }
QTabBar::tab:selected { color: $text; border-bottom: 2px solid $accent; }
QTabBar::tab:focus { background: $hover; color: $accent; }
QTabBar::tab:disabled { color: $disabled; }
QTabBar::close-button { image: url("$controls/close.svg"); }
QTabBar::close-button:hover { background: $pressed; border-radius: $px4; }
QTabBar::tear { width: 0; border: none; image: none; }
QTabBar::scroller { width: $px40; }
QTabBar QToolButton { background: $window; border: none; }
QTabBar QToolButton::left-arrow { image: url("$controls/chevron-left.svg"); }
QTabBar QToolButton::right-arrow { image: url("$controls/chevron-right.svg"); }

/* Tool tips */
QToolTip {
  background: $tooltip;
  color: $tooltip_text;
  border: none;
  padding: $px5 $px8;
}

/* Main window */
QMainWindow QDockWidget, QMainWindow QDockWidget > QWidget { background: $window; }
QDockWidget > QFrame[card="true"] { background: $card; }
QFrame#panel_moves QTableView { border: none; border-radius: 0; }
QFrame#panel_moves QHeaderView::section { background: $card; padding: $px2 $px8; }
QFrame#panel_moves QToolButton { padding: $px2 $px8; }
QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }
QTextBrowser#guide_page, QTextBrowser#guide_page:focus {
  border: none; border-radius: 0; padding: 0;
}
QLabel#label_counter { color: $muted; }
QLabel#label_move_time_first:disabled, QLabel#label_move_time_second:disabled {
  color: $muted;
}

/* Contest window */
QLineEdit#contest_entry {
  font-size: $px40; font-weight: 600; min-height: $px56; padding: $px2 $px14;
}
QLineEdit#contest_entry[size_class="small"] { font-size: $px30; min-height: $px40; }
QLineEdit#contest_entry[size_class="tight"] { font-size: $px24; min-height: $px30; }
QWidget#contest_keys QToolButton { padding: $px4; }
QWidget#contest_keys QToolButton[narrow="true"] { padding: 0; min-height: $px24; }
QLabel#contest_read { color: $muted; font-size: $strong_size; }
QLabel#contest_read[tone="note"] { color: $text; font-weight: 600; }
QLabel#contest_read[tone="warning"] { color: $danger; font-weight: 600; }
QLabel#contest_move_caption[size_class="tight"] { font-size: $strong_size; }
QLabel#contest_task {
  background: $hover; border-radius: $px7; padding: $px8 $px12;
  font-size: $title_size; font-weight: 600;
}
QLabel#contest_task[size_class="small"] { font-size: $strong_size; }
QLabel#contest_task[size_class="tight"] { font-size: $strong_size; padding: $px4 $px8; }
QLabel#contest_task[urgent="true"] { background: $accent; color: $accent_text; }
"""
