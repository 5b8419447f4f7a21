"""Style sheet of controls: buttons, fields, lists, sliders and scroll bars."""

QSS = """
/* Push buttons */
QPushButton {
  background: $card;
  border: 1px solid $strong_line;
  border-radius: $px7;
  padding: $px6 $px16;
  min-height: $px18;
}
QPushButton:hover { background: $hover; }
QPushButton:pressed, QPushButton:checked { background: $pressed; }
QPushButton:focus { border: 2px solid $focus; padding: $px5 $px14; }
QPushButton[compact="true"] { padding: $px6 $px7; min-width: $px16; }
QPushButton[compact="true"]:focus { padding: $px5 $px6; }
QPushButton:disabled { background: transparent; border-color: $line; color: $disabled; }
QPushButton[primary="true"], QPushButton:default {
  background: $accent;
  border-color: $accent;
  color: $accent_text;
  font-weight: 600;
}
QPushButton[primary="true"]:hover, QPushButton:default:hover {
  background: $accent_hover;
  border-color: $accent_hover;
}
QPushButton[primary="true"]:pressed, QPushButton:default:pressed {
  background: $accent_pressed;
  border-color: $accent_pressed;
}
QPushButton[primary="true"]:focus, QPushButton:default:focus {
  border: 2px solid $text;
}
QPushButton[primary="true"]:disabled, QPushButton:default:disabled {
  background: $pressed;
  border-color: $pressed;
  color: $disabled;
}
QPushButton[danger="true"] { color: $danger; border-color: $danger; }
QPushButton[flat="true"] { background: transparent; border-color: transparent; }
QPushButton[flat="true"]:hover { background: $hover; }
QPushButton[flat="true"]:focus { border: 2px solid $focus; }
QPushButton::menu-indicator {
  image: url("$controls/chevron-down.svg");
  subcontrol-position: right center;
  right: $px8;
  width: $px12; height: $px12;
}

/* Fields */
QLineEdit, QPlainTextEdit, QTextEdit, QAbstractSpinBox, QComboBox, QKeySequenceEdit {
  background: $field;
  border: 1px solid $strong_line;
  border-radius: $px7;
  padding: $px5 $px8;
}
QLineEdit, QAbstractSpinBox, QComboBox { min-height: $px20; }
QLineEdit:hover, QAbstractSpinBox:hover, QComboBox:hover { border-color: $muted; }
QLineEdit:focus, QPlainTextEdit:focus, QTextEdit:focus, QAbstractSpinBox:focus,
QComboBox:focus, QComboBox:on {
  border: 2px solid $focus;
  padding: $px4 $px7;
}
QLineEdit:disabled, QPlainTextEdit:disabled, QTextEdit:disabled,
QAbstractSpinBox:disabled, QComboBox:disabled {
  background: transparent;
  border-color: $line;
}
QLineEdit[invalid="true"] { border: 2px solid $danger; padding: $px4 $px7; }
QPlainTextEdit[mono="true"] { font-family: $mono_families; }
QPlainTextEdit[console="true"] { font-family: $mono_families; border: none; }
QComboBox { padding-right: $px28; combobox-popup: 0; }
QComboBox:focus, QComboBox:on { padding-right: $px28; }
QComboBox::drop-down {
  subcontrol-origin: padding;
  subcontrol-position: center right;
  width: $px28;
  border: none;
}
QComboBox::down-arrow {
  image: url("$controls/chevron-down.svg");
  width: $px14; height: $px14;
}
QComboBox[compact="true"] {
  border-radius: $px5; padding: 0 0 0 $px4; font-size: $caption_size;
}
QComboBox[compact="true"]:focus, QComboBox[compact="true"]:on {
  padding: 0 0 0 $px3;
}
QComboBox[compact="true"]::drop-down { width: $px12; }
QComboBox[compact="true"]::down-arrow { width: $px10; height: $px10; }
QComboBox QAbstractItemView {
  background: $card;
  border: 1px solid $strong_line;
  border-radius: 0;
  padding: $px4;
  outline: 0;
}
QComboBox QAbstractItemView::item { min-height: $px28; padding: 0 $px8; }
QAbstractSpinBox { padding-right: $px24; }
QAbstractSpinBox:focus { padding-right: $px24; }
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button {
  subcontrol-origin: border;
  width: $px24;
  background: transparent;
  border: none;
  border-left: 1px solid $line;
}
QAbstractSpinBox::up-button {
  subcontrol-position: top right;
  border-top-right-radius: $px7;
  margin: 2px 2px 0 0;
}
QAbstractSpinBox::down-button {
  subcontrol-position: bottom right;
  border-bottom-right-radius: $px7;
  margin: 0 2px 2px 0;
}
QAbstractSpinBox::up-button:hover, QAbstractSpinBox::down-button:hover {
  background: $hover;
}
QAbstractSpinBox::up-arrow { image: url("$controls/chevron-up.svg"); }
QAbstractSpinBox::down-arrow { image: url("$controls/chevron-down.svg"); }
QAbstractSpinBox::up-arrow, QAbstractSpinBox::down-arrow {
  width: $px10; height: $px10;
}

/* Check boxes and radio buttons */
QCheckBox, QRadioButton {
  background: transparent;
  spacing: $px8;
  padding: $px3 $px4;
  border: 1px solid transparent;
  border-radius: $px6;
}
QCheckBox:focus, QRadioButton:focus { border-color: $focus; }
QCheckBox::indicator, QRadioButton::indicator, QGroupBox::indicator,
QAbstractItemView::indicator {
  width: $px16; height: $px16;
  background: $field;
  border: 1px solid $strong_line;
}
QCheckBox::indicator, QGroupBox::indicator, QAbstractItemView::indicator {
  border-radius: $px5;
}
QRadioButton::indicator { border-radius: ${radio_radius}; }
QCheckBox::indicator:hover, QRadioButton::indicator:hover { border-color: $accent; }
QCheckBox::indicator:checked, QCheckBox::indicator:indeterminate,
QRadioButton::indicator:checked, QGroupBox::indicator:checked,
QAbstractItemView::indicator:checked {
  background: $accent;
  border-color: $accent;
}
QCheckBox::indicator:checked, QGroupBox::indicator:checked,
QAbstractItemView::indicator:checked { image: url("$controls/check.svg"); }
QCheckBox::indicator:indeterminate { image: url("$controls/dash.svg"); }
QRadioButton::indicator:checked { image: url("$controls/dot.svg"); }
QCheckBox::indicator:disabled, QRadioButton::indicator:disabled {
  background: $pressed;
  border-color: $line;
}

/* Sliders and progress */
QSlider { background: transparent; }
QSlider:horizontal { min-height: $px24; }
QSlider:vertical { min-height: $px80; min-width: $px24; }
QSlider::groove:horizontal {
  height: $px4; background: $pressed; border-radius: $px2;
}
QSlider::groove:vertical { width: $px4; background: $pressed; border-radius: $px2; }
QSlider::sub-page:horizontal { background: $accent; border-radius: $px2; height: $px4; }
QSlider::add-page:vertical { background: $accent; border-radius: $px2; width: $px4; }
QSlider::handle {
  width: $px14; height: $px14;
  background: $card;
  border: 2px solid $accent;
  border-radius: ${slider_radius};
}
QSlider::handle:horizontal { margin: -$px7 0; }
QSlider::handle:vertical { margin: 0 -$px7; }
QSlider::handle:hover { background: $selection; }
QSlider::handle:focus { background: $accent; }
QSlider::sub-page:disabled, QSlider::add-page:disabled { background: $line; }
QSlider::handle:disabled { border-color: $line; }
QProgressBar {
  background: $pressed;
  border: none;
  border-radius: $px3;
  max-height: $px6;
  color: transparent;
}
QProgressBar::chunk { background: $accent; border-radius: $px3; }

/* Group boxes: a heading above its content, no frame */
QGroupBox {
  border: none;
  margin-top: $px28;
  font-weight: 600;
  background: transparent;
}
QGroupBox::title {
  subcontrol-origin: margin;
  subcontrol-position: top left;
  padding: $px4 0;
  color: $text;
}

/* Lists, trees and tables */
QAbstractItemView {
  background: $card;
  alternate-background-color: $panel;
  border: 1px solid $line;
  border-radius: $px8;
  outline: 0;
  gridline-color: $line;
}
QAbstractItemView:focus { border-color: $focus; }
QAbstractItemView[plain="true"] {
  background: transparent;
  border: none;
  border-radius: 0;
}
QListView[sidebar="true"] {
  background: $window;
  border: none;
  border-right: 1px solid $line;
  border-radius: 0;
  padding: $px12 $px8;
}
QListView[sidebar="true"]::item {
  padding: $px7 $px10;
  border-radius: $px6;
}
QAbstractItemView::item { padding: $px4 $px8; border: none; }
QAbstractItemView::item:hover { background: $hover; }
QAbstractItemView::item:selected {
  background: $selection;
  color: $selection_text;
}
QHeaderView { background: transparent; border: none; border-radius: 0; }
QHeaderView::section {
  background: $panel;
  color: $muted;
  border: none;
  border-bottom: 1px solid $line;
  padding: $px6 $px8;
}
QHeaderView::section:hover { color: $text; }
QHeaderView::down-arrow { image: url("$controls/chevron-down.svg"); }
QHeaderView::up-arrow { image: url("$controls/chevron-up.svg"); }
QHeaderView::down-arrow, QHeaderView::up-arrow {
  width: $px12; height: $px12;
  subcontrol-position: right center;
  right: $px4;
}
QTableView[dense="true"] QHeaderView::section { padding: $px3 $px4; }
QTableView[dense="true"]::item { padding: $px2 $px4; }
QTableCornerButton::section { background: $panel; border: none; }

/* Scrolling */
QAbstractScrollArea::corner { background: transparent; }
QScrollArea { background: transparent; border: none; }
QScrollArea > QWidget > QWidget { background: transparent; }
QScrollBar { background: transparent; border: none; margin: 0; }
QScrollBar:vertical { width: $px12; }
QScrollBar:horizontal { height: $px12; }
QScrollBar::handle { background: $strong_line; border-radius: $px3; margin: $px3; }
QScrollBar::handle:vertical { min-height: $px32; }
QScrollBar::handle:horizontal { min-width: $px32; }
QScrollBar::handle:hover, QScrollBar::handle:pressed { background: $muted; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
"""
