"""Every colour of the window, as three tables: light, dark and high contrast.

A role says what a colour means, never where it is used: amber (`merge`) is "this merge", blue (`accent`) is "here" and
"do", violet (`tie`) is "equal or different".  Nothing outside this file names a colour.  tests/app/test_theme.py holds
the tables to their floors: contrast of texts and shapes, and the distance of token fills as people with each kind of
colour blindness see them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from PySide6.QtGui import QColor

_INK = QColor("#14171A")
_WHITE = QColor("#FFFFFF")


class HeatClass(NamedTuple):
    """One step of the heat map: values below `limit` (and in no class before) get `fill`, their number is in
    `number`."""

    limit: float
    fill: QColor
    number: QColor


class Series(NamedTuple):
    """How one curve is drawn: its colour and its dash (`QPen.setDashPattern`; empty = solid)."""

    colour: QColor
    dash: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Theme:
    """A colour for each role.  Colours are shared: copy one before you change it.

    Tokens: `token_fills[c]` is the ground of a box and `token_ticks[c]` the line at its start, for the `token_colours`
    colour indexes of `token_colour_indexes`.  Where `token_edge` is above 0 a box has a frame of that width in its tick
    colour, and a start edge of twice that width.
    """

    name: str
    title: str
    dark: bool
    window: QColor
    panel: QColor
    alternate: QColor
    text: QColor
    second_text: QColor
    hairline: QColor
    control_border: QColor
    accent: QColor
    on_accent: QColor
    selected_row: QColor
    merge: QColor
    on_merge: QColor
    merge_edge: QColor
    merge_soft: QColor
    tie: QColor
    good: QColor
    warning: QColor
    warning_ground: QColor
    error: QColor
    error_ground: QColor
    bar: QColor
    token_fills: tuple[QColor, ...]
    token_ticks: tuple[QColor, ...]
    token_edge: float
    heat: tuple[HeatClass, ...]
    heat_gap: int
    series: tuple[Series, ...]

    @property
    def token_colours(self) -> int:
        """How many colours tokens have."""
        return len(self.token_fills)

    def heat_class(self, ratio: float) -> HeatClass:
        """The class of a premium.  The first is compared with 0.995, so that what prints as 1.00 is never green."""
        return next(row for row in self.heat if ratio < row.limit)

    def as_letters(self, colour: QColor) -> QColor:
        """A colour of a line for the letters beside it: mixed with that of text, as little as they need to be read."""
        shares = (step / 10 for step in range(11))
        return next(
            mixed for share in shares if _contrast(mixed := _mix(colour, self.text, share), self.panel) >= _READ
        )


_READ = 4.5
"""Contrast of letters with their ground, at least."""


def _mix(one: QColor, other: QColor, share: float) -> QColor:
    ends = ((one.red(), other.red()), (one.green(), other.green()), (one.blue(), other.blue()))
    return QColor(*(round(begin + (end - begin) * share) for begin, end in ends))


def _contrast(one: QColor, other: QColor) -> float:
    low, high = sorted(map(_luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: QColor) -> float:
    parts = (colour.redF(), colour.greenF(), colour.blueF())
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


_HEAT_LIMITS = (0.995, 1.25, 1.5, 2.0, 3.0, 5.0, 8.0, 12.0, float("inf"))
_DASHES: tuple[tuple[float, ...], ...] = ((), (7, 3), (2, 3), (9, 3, 2, 3), (1, 3), (12, 4))


def _colours(names: str) -> tuple[QColor, ...]:
    return tuple(QColor(name) for name in names.split())


def _heat(fills: str, first_other: int, *, dark: bool) -> tuple[HeatClass, ...]:
    """The classes of a map whose numbers change between black and white at class `first_other`."""
    before, after = (_WHITE, _INK) if dark else (_INK, _WHITE)
    numbers = [before if index < first_other else after for index in range(len(_HEAT_LIMITS))]
    return tuple(HeatClass(*row) for row in zip(_HEAT_LIMITS, _colours(fills), numbers, strict=True))


def _series(names: str) -> tuple[Series, ...]:
    return tuple(Series(colour, dash) for colour, dash in zip(_colours(names), _DASHES, strict=True))


_LIGHT_HEAT = _heat("#D3E8D6 #F4F1E8 #E3E6DF #C4D5D8 #9DBFCC #6E9FBC #3F789F #22527F #122C57", 6, dark=False)
_DARK_HEAT = _heat("#2F4A38 #2B2F33 #33424A #3A5866 #447384 #5C94A8 #83B5C4 #B3D4D8 #E8F0E4", 5, dark=True)
_DARK_SERIES = _series("#F1F3F5 #1E85D4 #DD6D45 #6ECF9A #C196AD #FCDD5B")

LIGHT = Theme(
    name="light",
    title="Light",
    dark=False,
    window=QColor("#ECEEF1"),
    panel=QColor("#FFFFFF"),
    alternate=QColor("#F5F6F8"),
    text=QColor("#1A1D21"),
    second_text=QColor("#535B65"),
    hairline=QColor("#D3D7DD"),
    control_border=QColor("#838B95"),
    accent=QColor("#0B5CAD"),
    on_accent=QColor("#FFFFFF"),
    selected_row=QColor("#E1EDFA"),
    merge=QColor("#FFB224"),
    on_merge=QColor("#1A1D21"),
    merge_edge=QColor("#8A5200"),
    merge_soft=QColor("#FFE9BF"),
    tie=QColor("#7A3DB8"),
    good=QColor("#1B7447"),
    warning=QColor("#805300"),
    warning_ground=QColor("#FFF3D9"),
    error=QColor("#B3261E"),
    error_ground=QColor("#FDEBE9"),
    bar=QColor("#B3B9C2"),
    token_fills=_colours("#BCC8F6 #A0F8D9 #CBCDB3 #F2E5FE #DCC2D0 #FBEABA"),
    token_ticks=_colours("#5463A8 #007D5F #6D6E0A #7B5699 #944D77 #816500"),
    token_edge=0.0,
    heat=_LIGHT_HEAT,
    heat_gap=1,
    series=_series("#1A1D21 #628EED #7A2A06 #306355 #CA7197 #8A7A36"),
)

DARK = Theme(
    name="dark",
    title="Dark",
    dark=True,
    window=QColor("#141619"),
    panel=QColor("#1D2025"),
    alternate=QColor("#252930"),
    text=QColor("#F1F3F5"),
    second_text=QColor("#B0B8C2"),
    hairline=QColor("#363C45"),
    control_border=QColor("#7C8590"),
    accent=QColor("#74B6FF"),
    on_accent=QColor("#0D1115"),
    selected_row=QColor("#203853"),
    merge=QColor("#F2A93B"),
    on_merge=QColor("#1A1D21"),
    merge_edge=QColor("#FFD591"),
    merge_soft=QColor("#4A3716"),
    tie=QColor("#CDA8FF"),
    good=QColor("#62CF94"),
    warning=QColor("#F0C264"),
    warning_ground=QColor("#3A2F14"),
    error=QColor("#FF938A"),
    error_ground=QColor("#43221F"),
    bar=QColor("#545B66"),
    token_fills=_colours("#2A3A66 #155D58 #40400A #5D548C #562D35 #74543E"),
    token_ticks=_colours("#9BB6F8 #61CCC3 #BBBD70 #B7ACF3 #EF9CAA #E9A679"),
    token_edge=0.0,
    heat=_DARK_HEAT,
    heat_gap=1,
    series=_DARK_SERIES,
)

# Four hues are what can be told apart on black by every eye; each box has a full frame besides.
HIGH_CONTRAST = Theme(
    name="high-contrast",
    title="High contrast",
    dark=True,
    window=QColor("#000000"),
    panel=QColor("#000000"),
    alternate=QColor("#141414"),
    text=QColor("#FFFFFF"),
    second_text=QColor("#E8E8E8"),
    hairline=QColor("#9A9A9A"),
    control_border=QColor("#FFFFFF"),
    accent=QColor("#6FD3FF"),
    on_accent=QColor("#000000"),
    selected_row=QColor("#00344D"),
    merge=QColor("#FFD500"),
    on_merge=QColor("#000000"),
    merge_edge=QColor("#FFFFFF"),
    merge_soft=QColor("#4D4000"),
    tie=QColor("#FFA8FF"),
    good=QColor("#7CFFB2"),
    warning=QColor("#FFE066"),
    warning_ground=QColor("#332B00"),
    error=QColor("#FFA399"),
    error_ground=QColor("#3D0A05"),
    bar=QColor("#9A9A9A"),
    token_fills=_colours("#2A1A4A #33361F #0F2E29 #3D2600"),
    token_ticks=_colours("#B28FEF #ECF8CC #7BB1A6 #D79628"),
    token_edge=2.0,
    heat=_LIGHT_HEAT,
    heat_gap=2,
    series=_DARK_SERIES,
)

THEMES: dict[str, Theme] = {theme.name: theme for theme in (LIGHT, DARK, HIGH_CONTRAST)}
