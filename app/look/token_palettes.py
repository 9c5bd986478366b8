"""What the colour numbers of tokens look like: the six colours of the theme, or classes that go from less to more.

A class has two cues, so that no eye depends on its colour: the ground, and how high the tick at the token's start is.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtGui import QColor

from app.look.theme import Theme

_FIRST, _LAST = 0.05, 0.48
"""Shares of the accent colour in the grounds of ordered classes, from the first to the last."""


@dataclass(frozen=True, slots=True)
class TokenPalette:
    """Ground and tick of each colour; `levels` are the shares of a box that the ticks are high, empty where all of it."""

    fills: tuple[QColor, ...]
    ticks: tuple[QColor, ...]
    levels: tuple[float, ...] = ()

    def level(self, colour: int) -> float:
        return self.levels[colour % len(self.levels)] if self.levels else 1.0


def plain_palette(theme: Theme) -> TokenPalette:
    """The theme's token colours."""
    return TokenPalette(theme.token_fills, theme.token_ticks)


def class_palette(theme: Theme, count: int, *, ordered: bool) -> TokenPalette:
    """`count` classes, and one more, quiet, for tokens of no class."""
    fills, ticks = _ordered(theme, count) if ordered else _kinds(theme, count)
    quiet = theme.hairline if theme.token_edge else theme.control_border
    levels = [(place + 1) / max(1, count) for place in range(count)]
    return TokenPalette((*fills, theme.alternate), (*ticks, quiet), (*levels, 0.0))


_Colours = tuple[QColor, ...]


def _ordered(theme: Theme, count: int) -> tuple[_Colours, _Colours]:
    """One hue, from hardly any of it on."""
    steps = (_FIRST + (_LAST - _FIRST) * place / max(1, count - 1) for place in range(count))
    return tuple(_mixed(theme.panel, theme.accent, share) for share in steps), (theme.accent,) * count


def _kinds(theme: Theme, count: int) -> tuple[_Colours, _Colours]:
    """The colours of tokens; where a theme has few, as its boxes have frames, frames alone in the colours of curves."""
    more = (theme.series[2].colour, theme.series[1].colour)
    fills = (*theme.token_fills, *(theme.panel for _ in more))
    return fills[:count], (*theme.token_ticks, *more)[:count]


def _mixed(ground: QColor, colour: QColor, share: float) -> QColor:
    def between(one: float, other: float) -> float:
        return one + (other - one) * share

    return QColor.fromRgbF(
        between(ground.redF(), colour.redF()),
        between(ground.greenF(), colour.greenF()),
        between(ground.blueF(), colour.blueF()),
    )
