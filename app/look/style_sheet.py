"""The style sheet: what Fusion with a palette does not draw as wanted.

Dock titles, tool buttons, tabs, check boxes, buttons and fields.  Item views are not in it: a style sheet makes them
slow; they have a palette of their own (`item_view_palette`) and delegates.

A push button with the dynamic property `primary` (True) is the pane's one filled button; a tool button with `segment`
(first, middle, last) is one of a row that stands together.
"""

from __future__ import annotations

from PySide6.QtGui import QColor, QGuiApplication

from app.look.colours import Theme
from app.look.icons import icon_file
from app.look.metrics import Metrics


def style_sheet(theme: Theme, metrics: Metrics) -> str:
    """The rules for one theme at one size."""
    parts = (_surfaces, _buttons, _segments, _fields, _indicators, _tabs, _bars)
    return "\n".join(part(theme, metrics) for part in parts)


def _end() -> str:
    """The side at which a line of controls ends."""
    return "left" if QGuiApplication.isRightToLeft() else "right"


def _surfaces(theme: Theme, m: Metrics) -> str:
    return f"""
QMainWindow::separator {{ background: {theme.window.name()}; width: {m.splitter}px; height: {m.splitter}px; }}
QSplitter::handle {{ background: {theme.window.name()}; }}
QToolTip {{ background: {theme.panel.name()}; color: {theme.text.name()};
    border: 1px solid {theme.control_border.name()};
    padding: {m.units(1)}px {m.units(2)}px; }}
QMenuBar {{ background: {theme.window.name()}; }}
QMenuBar::item {{ padding: {m.units(1.25)}px {m.units(2.5)}px; background: transparent; }}
QMenuBar::item:selected {{ background: {theme.selected_row.name()}; color: {theme.text.name()}; }}
QMenu {{ background: {theme.panel.name()}; border: 1px solid {theme.control_border.name()};
    padding: {m.units(1)}px 0; }}
QMenu::item {{ padding: {m.units(1.5)}px {m.units(6)}px {m.units(1.5)}px {m.units(3)}px; }}
QMenu::item:selected {{ background: {theme.selected_row.name()}; color: {theme.text.name()}; }}
QMenu::item:disabled {{ color: {_faded(theme)}; }}
QMenu::icon {{ padding-left: {m.units(2)}px; }}
QMenu::separator {{ height: 1px; background: {theme.hairline.name()}; margin: {m.units(1)}px 0; }}
QStatusBar {{ background: {theme.window.name()}; border-top: 1px solid {theme.hairline.name()}; }}
QStatusBar::item {{ border: none; }}
QToolBar {{ background: {theme.panel.name()}; border: none; border-bottom: 1px solid {theme.hairline.name()};
    spacing: {m.units(2)}px; padding: {m.units(1.5)}px {m.units(3)}px; }}
"""


def _buttons(theme: Theme, m: Metrics) -> str:
    inner = m.control - 2 * m.units(1) - 2
    return f"""
QPushButton, QToolButton {{ color: {theme.text.name()}; background: {theme.panel.name()};
    border: 1px solid {theme.control_border.name()}; border-radius: {m.corner}px;
    padding: {m.units(1)}px {m.units(2.5)}px; min-height: {inner}px; }}
QToolButton {{ padding: {m.units(1)}px {m.units(1.75)}px; }}
QPushButton:hover, QToolButton:hover {{ background: {theme.alternate.name()}; }}
QPushButton:pressed, QToolButton:pressed, QToolButton:checked, QPushButton:checked {{
    background: {theme.selected_row.name()}; border-color: {theme.accent.name()}; }}
QPushButton:focus, QToolButton:focus {{ border: 2px solid {theme.accent.name()};
    padding: {m.units(1) - 1}px {m.units(2.5) - 1}px; }}
QToolButton:focus {{ padding: {m.units(1) - 1}px {m.units(1.75) - 1}px; }}
QPushButton:disabled, QToolButton:disabled {{ color: {_faded(theme)}; border-color: {theme.hairline.name()}; }}
QPushButton[primary="true"] {{ color: {theme.on_accent.name()}; background: {theme.accent.name()};
    border-color: {theme.accent.name()}; font-weight: 600; }}
QPushButton[primary="true"]:hover {{ background: {_mixed(theme.accent, theme.text)}; }}
QPushButton[primary="true"]:focus {{ border: 2px solid {theme.text.name()}; }}
QPushButton[primary="true"]:disabled {{ background: {theme.alternate.name()}; color: {_faded(theme)};
    border-color: {theme.hairline.name()}; }}
QToolButton[plain="true"], QPushButton[plain="true"] {{ border-color: transparent; background: transparent; }}
QToolButton[plain="true"]:hover, QPushButton[plain="true"]:hover {{ background: {theme.alternate.name()}; }}
QToolButton[plain="true"]:checked {{ background: {theme.selected_row.name()}; border-color: {theme.accent.name()}; }}
QToolButton[plain="true"]:focus, QPushButton[plain="true"]:focus {{ border-color: {theme.accent.name()}; }}
QToolButton[compact="true"] {{ min-height: 0; padding: {m.units(0.5)}px; }}
QToolButton::menu-indicator {{ image: none; }}
QToolButton[popupMode="2"] {{ padding-{_end()}: {m.units(5.5)}px; }}
QToolButton[popupMode="2"]::menu-indicator {{ image: url({icon_file("chevron", theme.second_text)});
    width: {m.icon}px; height: {m.icon}px; subcontrol-position: right center; right: {m.units(1.5)}px; }}
"""


def _segments(theme: Theme, m: Metrics) -> str:
    """Tool buttons that stand together as one control: text, glyphs, bytes, ids."""
    end = _end()
    start = "right" if end == "left" else "left"
    return f"""
QToolButton[segment] {{ border-radius: 0; border-{start}-width: 0; }}
QToolButton[segment="first"] {{ border-{start}-width: 1px; border-top-{start}-radius: {m.corner}px;
    border-bottom-{start}-radius: {m.corner}px; }}
QToolButton[segment="last"] {{ border-top-{end}-radius: {m.corner}px; border-bottom-{end}-radius: {m.corner}px; }}
QToolButton[segment]:focus {{ border: 2px solid {theme.accent.name()}; }}
QToolButton[segment]:checked {{ border-color: {theme.control_border.name()};
    border-bottom: 2px solid {theme.accent.name()}; }}
"""


def _fields(theme: Theme, m: Metrics) -> str:
    inner = m.control - 2 * m.units(1) - 2
    arrow = f"width: {m.icon}px; height: {m.icon}px;"
    small = f"width: {round(m.icon * 0.75)}px; height: {round(m.icon * 0.75)}px;"
    return f"""
QLineEdit, QSpinBox, QDoubleSpinBox, QComboBox {{ color: {theme.text.name()}; background: {theme.panel.name()};
    border: 1px solid {theme.control_border.name()}; border-radius: {m.corner}px;
    padding: {m.units(1)}px {m.units(2)}px; min-height: {inner}px;
    selection-background-color: {theme.accent.name()}; selection-color: {theme.on_accent.name()}; }}
QLineEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus, QComboBox:focus, QPlainTextEdit:focus {{
    border: 2px solid {theme.accent.name()}; padding: {m.units(1) - 1}px {m.units(2) - 1}px; }}
QLineEdit:disabled, QSpinBox:disabled, QComboBox:disabled {{ color: {_faded(theme)};
    border-color: {theme.hairline.name()}; }}
QPlainTextEdit {{ background: {theme.panel.name()}; border: 1px solid {theme.control_border.name()};
    border-radius: {m.corner}px; padding: {m.units(1)}px {m.units(2)}px; }}
QLineEdit, QPlainTextEdit {{ placeholder-text-color: {theme.second_text.name()}; }}
QAbstractSpinBox QLineEdit, QComboBox QLineEdit {{ border: none; border-radius: 0; padding: 0; min-height: 0;
    background: transparent; }}
QComboBox {{ padding-{_end()}: {m.units(6)}px; }}
QComboBox:focus {{ padding-{_end()}: {m.units(6) - 1}px; }}
QComboBox::drop-down {{ border: none; width: {m.units(6)}px; }}
QComboBox::down-arrow {{ image: url({icon_file("chevron", theme.second_text)}); {arrow} }}
QComboBox QAbstractItemView {{ background: {theme.panel.name()}; border: 1px solid {theme.control_border.name()};
    selection-background-color: {theme.selected_row.name()}; selection-color: {theme.text.name()}; outline: none; }}
QSpinBox::up-button, QDoubleSpinBox::up-button, QSpinBox::down-button, QDoubleSpinBox::down-button {{
    border: none; background: transparent; width: {m.units(5)}px; }}
QSpinBox::up-arrow, QDoubleSpinBox::up-arrow {{ image: url({icon_file("chevron-up", theme.second_text)}); {small} }}
QSpinBox::down-arrow, QDoubleSpinBox::down-arrow {{ image: url({icon_file("chevron", theme.second_text)}); {small} }}
"""


def _indicators(theme: Theme, m: Metrics) -> str:
    """Check boxes and radio buttons: Fusion's own frames vanish on a dark ground."""
    side = m.units(4)
    return f"""
QCheckBox, QRadioButton {{ spacing: {m.units(2)}px; background: transparent; }}
QCheckBox:disabled, QRadioButton:disabled {{ color: {_faded(theme)}; }}
QCheckBox::indicator, QGroupBox::indicator {{ width: {side - 2}px; height: {side - 2}px;
    border-radius: {round(m.corner / 2)}px;
    border: 1px solid {theme.control_border.name()}; background: {theme.panel.name()}; }}
QCheckBox::indicator:checked, QGroupBox::indicator:checked {{ border-color: {theme.accent.name()};
    background: {theme.accent.name()}; image: url({icon_file("check", theme.on_accent)}); }}
QCheckBox::indicator:indeterminate {{ image: url({icon_file("minus", theme.accent)}); }}
QRadioButton::indicator {{ width: {side - 2}px; height: {side - 2}px; border-radius: {side // 2}px;
    border: 1px solid {theme.control_border.name()}; background: {theme.panel.name()}; }}
QRadioButton::indicator:checked {{ border-color: {theme.accent.name()}; image: url({icon_file("dot", theme.accent)}); }}
QCheckBox::indicator:focus, QRadioButton::indicator:focus {{ border: 2px solid {theme.accent.name()};
    width: {side - 4}px; height: {side - 4}px; }}
"""


def _tabs(theme: Theme, m: Metrics) -> str:
    """Tabs and table headers.  No weight changes with the state: a bold title would not fit its tab."""
    return f"""
QTabBar {{ background: {theme.alternate.name()}; }}
QTabBar::tab {{ color: {theme.second_text.name()}; background: transparent; border: none;
    border-top: 2px solid transparent; padding: {m.units(1.5)}px {m.units(3)}px; }}
QTabBar::tab:selected {{ color: {theme.text.name()}; background: {theme.panel.name()};
    border-top: 2px solid {theme.accent.name()}; }}
QTabBar::tab:focus {{ color: {theme.accent.name()}; }}
QHeaderView {{ background: {theme.alternate.name()}; }}
QHeaderView::section {{ background: {theme.alternate.name()}; color: {theme.second_text.name()}; font-weight: 600;
    border: none; border-bottom: 1px solid {theme.hairline.name()}; padding: {m.units(1)}px {m.units(2)}px; }}
QTabWidget::pane {{ border: none; }}
"""


def _bars(theme: Theme, m: Metrics) -> str:
    """Progress, sliders and scroll bars."""
    groove, margin = m.units(0.75), m.units(1.5)
    handle = groove + 2 * margin  # a radius of more than half the handle would draw a square
    bar = m.units(3)
    return f"""
QProgressBar {{ border: none; background: {theme.hairline.name()}; max-height: {m.units(2.5)}px;
    min-height: {m.units(2.5)}px;
    border-radius: {m.units(1)}px; color: transparent; }}
QProgressBar::chunk {{ background: {theme.accent.name()}; border-radius: {m.units(1)}px; }}
QSlider:horizontal {{ min-height: {handle + 2}px; }}
QSlider::groove:horizontal {{ height: {groove}px; background: {theme.control_border.name()};
    border-radius: {groove // 2}px; }}
QSlider::sub-page:horizontal {{ background: {theme.accent.name()}; border-radius: {groove // 2}px; }}
QSlider::handle:horizontal {{ width: {handle - 4}px; margin: -{margin}px 0;
    border-radius: {handle // 2}px; border: 2px solid {theme.accent.name()}; background: {theme.panel.name()}; }}
QSlider::handle:horizontal:focus {{ background: {theme.accent.name()}; }}
QScrollBar:vertical {{ background: transparent; width: {bar}px; margin: 0; }}
QScrollBar:horizontal {{ background: transparent; height: {bar}px; margin: 0; }}
QScrollBar::handle {{ background: {theme.control_border.name()}; border-radius: {bar // 2 - 2}px; margin: 2px; }}
QScrollBar::handle:vertical {{ min-height: {m.units(8)}px; }}
QScrollBar::handle:horizontal {{ min-width: {m.units(8)}px; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
"""


def _faded(theme: Theme) -> str:
    """Second text at 60 % on the panel, for what cannot be used now."""
    return _mixed(theme.panel, theme.second_text, 0.6)


def _mixed(first: QColor, second: QColor, share: float = 0.12) -> str:
    """A colour between two: `share` of the second."""
    channels = (
        (first.red(), second.red()),
        (first.green(), second.green()),
        (first.blue(), second.blue()),
    )
    return "#{:02X}{:02X}{:02X}".format(*(round(a + (b - a) * share) for a, b in channels))
