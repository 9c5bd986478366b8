"""How the window looks now: the theme, the base size and the fonts, and one object that tells everybody when they
change.

Widgets that paint themselves take the `Appearance` in their constructor, read colours (`appearance.theme.accent`),
lengths (`appearance.metrics.u`) and fonts (`appearance.font("chip")`) while painting, and connect `changed` to their
relayout. The tables stand in `app.look.colours` and `app.look.metrics`; both are reachable from here.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from functools import lru_cache

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QFont, QFontDatabase, QFontInfo, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QStyleFactory

from app.look.colours import DARK, HIGH_CONTRAST, LIGHT, THEMES, HeatClass, Series, Theme
from app.look.dressing import Clothes, Dressing
from app.look.listeners import Listeners
from app.look.metrics import (
    FONT_FACTORS,
    LINE_SPACING,
    NORMAL_BASE,
    TOKEN_LINE_SPACING,
    ZOOM_STEPS,
    Metrics,
    stage_base,
)
from app.look.style_sheet import style_sheet

__all__ = [
    "DARK",
    "FONT_FACTORS",
    "HIGH_CONTRAST",
    "LIGHT",
    "LINE_SPACING",
    "NORMAL_BASE",
    "THEMES",
    "TOKEN_COLOURS",
    "TOKEN_LINE_SPACING",
    "ZOOM_STEPS",
    "Appearance",
    "HeatClass",
    "Metrics",
    "Series",
    "Theme",
    "item_view_palette",
    "palette",
    "stage_base",
    "token_colour_indexes",
]

TOKEN_COLOURS = 6
_INTERFACE_FAMILIES = ("Noto Sans", "Segoe UI", "Cantarell")
_MONOSPACED_FAMILIES = ("JetBrains Mono", "Cascadia Mono", "SF Mono", "Menlo", "Noto Sans Mono", "DejaVu Sans Mono")
# Han text takes a Japanese face where nothing is said; these come after the Latin family and leave Latin alone.
_SCRIPT_FAMILIES = ("Noto Sans CJK SC", "Noto Color Emoji")


def token_colour_indexes(tokens: Sequence[bytes], before: int = -1, colours: int = TOKEN_COLOURS) -> list[int]:
    """The colour of each token of one paragraph: from its bytes, but never that of the token before it.

    So a token has the same colour almost everywhere, and an edit or a merge changes a short run at most.  `before` is
    the colour drawn before the first one (-1: none), `colours` how many the theme has (`Theme.token_colours`).

    >>> token_colour_indexes([b"a", b"a", b"a"])
    [3, 4, 3]
    """
    indexes = []
    for token in tokens:
        index = zlib.crc32(token) % colours
        before = (index + 1) % colours if index == before else index
        indexes.append(before)
    return indexes


class Appearance(QObject):
    """The theme and the base size in use.  `changed` tells after either has changed; repaint and lay out anew then.

    `apply` makes an application follow; with `in_turns` a theme or a size that is asked for comes some turns of the event
    loop later (`app.look.dressing`).  On the stage (`enter_stage`) everything is larger, and zoom is about that size.
    """

    settled = Signal()
    """After `changed`, when it can be seen."""

    def __init__(
        self, theme: Theme = LIGHT, base: int = NORMAL_BASE, *, stage: bool = False, parent: QObject | None = None
    ):
        super().__init__(parent)
        self.changed = Listeners(self)
        self._theme = theme
        self._metrics = self._before_stage = Metrics(base, stage)
        self._asked = self._theme, self._metrics
        self._dressing: Dressing | None = None
        self._follows = False

    @property
    def theme(self) -> Theme:
        return self._theme

    @property
    def metrics(self) -> Metrics:
        return self._metrics

    @property
    def base(self) -> int:
        """The base size in pixels."""
        return self._metrics.base

    # ---- changing ----

    def set_theme(self, theme: Theme) -> None:
        """Take a theme by choice; from now on the system's is not followed."""
        self._follows = False
        self._show(theme, self._asked_metrics)

    def set_base(self, base: int) -> None:
        self._show(self._asked_theme, Metrics(base, self._asked_metrics.stage))

    def zoom(self, steps: int) -> None:
        """That many zoom steps up (or down); ends at the largest and the smallest."""
        base = self._asked_metrics.base
        nearest = min(range(len(ZOOM_STEPS)), key=lambda index: abs(ZOOM_STEPS[index] - base))
        self.set_base(ZOOM_STEPS[max(0, min(len(ZOOM_STEPS) - 1, nearest + steps))])

    def reset_zoom(self) -> None:
        self.set_base(NORMAL_BASE)

    def next_theme(self) -> None:
        """Light, dark, high contrast, light again: what the button in the shelf does."""
        order = list(THEMES.values())
        self.set_theme(order[(order.index(self._asked_theme) + 1) % len(order)])

    def follow_system(self) -> None:
        """Take light, dark or high contrast from the system now, and again whenever it changes.

        Where the system says nothing, light stays.
        """
        hints = QGuiApplication.styleHints()
        if not self._follows:
            hints.colorSchemeChanged.connect(self._on_system_changed)
        self._follows = True
        self._on_system_changed()

    @property
    def follows_system(self) -> bool:
        """Nobody has chosen a theme here."""
        return self._follows

    @property
    def on_stage(self) -> bool:
        """Everything is as large as a hall needs it, or about to be."""
        return self._asked_metrics.stage

    def enter_stage(self, height: int) -> None:
        """Sizes for one pane alone on a screen that many lines high."""
        if not self._asked_metrics.stage:
            self._before_stage = self._asked_metrics
            self._show(self._asked_theme, Metrics(stage_base(height), stage=True))

    def leave_stage(self) -> None:
        """The sizes from before."""
        if self._asked_metrics.stage:
            self._show(self._asked_theme, self._before_stage)

    def _on_system_changed(self, *_: object) -> None:
        if not self._follows:
            return
        hints = QGuiApplication.styleHints()
        if hints.accessibility().contrastPreference() == Qt.ContrastPreference.HighContrast:
            self._show(HIGH_CONTRAST, self._asked_metrics)
        elif hints.colorScheme() != Qt.ColorScheme.Unknown:
            self._show(DARK if hints.colorScheme() == Qt.ColorScheme.Dark else LIGHT, self._asked_metrics)

    # ---- what was asked for, and what is shown ----

    @property
    def _asked_theme(self) -> Theme:
        return self._asked[0]

    @property
    def _asked_metrics(self) -> Metrics:
        return self._asked[1]

    @property
    def is_settled(self) -> bool:
        """What was asked for is there and can be seen."""
        return self._dressing is None or self._dressing.is_settled

    def finish(self) -> None:
        """Have what was asked for now."""
        if self._dressing:
            self._dressing.finish()

    def _show(self, theme: Theme, metrics: Metrics) -> None:
        if (theme, metrics) == self._asked:
            return
        self._asked = theme, metrics
        if self._dressing:
            self._dressing.begin(self._clothes())
        else:
            self._take()
            self.changed.emit()
            self.settled.emit()

    def _take(self) -> None:
        self._theme, self._metrics = self._asked

    def before_seen(self, *acts: Callable[[], None]) -> None:
        """Do these before anybody sees what is being put on, when all who listen have made themselves anew; else now."""
        if self._dressing:
            self._dressing.before_seen(*acts)
        else:
            for act in acts:
                act()

    # ---- what an application and its widgets take ----

    def apply(self, application: QApplication, *, in_turns: bool = False) -> None:
        """Give the application Fusion, our palette, fonts and style sheet, now and after each change."""
        application.setStyle(QStyleFactory.create("Fusion"))
        dressing = Dressing(application, self.changed, in_turns=in_turns, parent=self)
        dressing.begin(self._clothes())
        dressing.finish()
        dressing.dressed.connect(self._take)
        dressing.settled.connect(self.settled)
        self._dressing = dressing

    def _clothes(self) -> Clothes:
        theme, metrics = self._asked
        return Clothes(palette(theme), _font(metrics.font_px("body"), False, 400), style_sheet(theme, metrics))

    def font(self, role: str = "body", *, mono: bool = False, weight: int | None = None) -> QFont:
        """The font of a role (`FONT_FACTORS`): interface or monospaced, 400, 600 or 700."""
        normal = {"heading": 700, "equation": 700, "figure": 600}.get(role, 400)
        return _font(self._metrics.font_px(role), mono, weight or normal)

    def item_view_palette(self) -> QPalette:
        return item_view_palette(self._theme)


@lru_cache(maxsize=256)
def _font(pixels: int, mono: bool, weight: int) -> QFont:
    font = QFont()
    font.setFamilies([*(_MONOSPACED_FAMILIES if mono else (_interface_family(),)), *_SCRIPT_FAMILIES])
    if mono:
        font.setStyleHint(QFont.StyleHint.Monospace)
    font.setPixelSize(pixels)
    font.setWeight(QFont.Weight(weight))
    return font


@lru_cache(maxsize=1)
def _interface_family() -> str:
    """The system's font, unless that is the one Qt falls back to when no font was chosen."""
    family = QFontInfo(QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)).family()
    if family and family != "DejaVu Sans":
        return family
    installed = set(QFontDatabase.families())
    return next((name for name in _INTERFACE_FAMILIES if name in installed), family or "Sans Serif")


def palette(theme: Theme) -> QPalette:
    """The theme as Qt's roles.  Set by hand: the platform's own switch does nothing on some systems."""
    role = QPalette.ColorRole
    colours = {
        role.Window: theme.window,
        role.Base: theme.panel,
        role.AlternateBase: theme.alternate,
        role.Text: theme.text,
        role.WindowText: theme.text,
        role.ButtonText: theme.text,
        role.BrightText: theme.error,
        role.PlaceholderText: theme.second_text,
        role.Button: theme.panel,
        role.Light: theme.panel,
        role.Midlight: theme.alternate,
        role.Mid: theme.hairline,
        role.Dark: theme.control_border,
        role.Shadow: theme.control_border,
        role.Highlight: theme.accent,
        role.Accent: theme.accent,
        role.HighlightedText: theme.on_accent,
        role.Link: theme.accent,
        role.LinkVisited: theme.accent,
        role.ToolTipBase: theme.panel,
        role.ToolTipText: theme.text,
    }
    result = QPalette()
    for name, colour in colours.items():
        result.setColor(name, colour)
    faded = type(theme.second_text)(theme.second_text)
    faded.setAlphaF(0.6)
    for name in (role.Text, role.WindowText, role.ButtonText):
        result.setColor(QPalette.ColorGroup.Disabled, name, faded)
    return result


def item_view_palette(theme: Theme) -> QPalette:
    """For tables and lists: a selected row is a quiet ground, and its text keeps its colour."""
    result = palette(theme)
    result.setColor(QPalette.ColorRole.Highlight, theme.selected_row)
    result.setColor(QPalette.ColorRole.HighlightedText, theme.text)
    return result
