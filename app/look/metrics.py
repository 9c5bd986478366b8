"""Sizes: every length in the window is a multiple of one base size, so that zoom scales all of it.

Lengths are in pixels at scale 1 (Qt multiplies by the screen's scale).  14 is the normal base.
"""

from __future__ import annotations

from dataclasses import dataclass

ZOOM_STEPS = (11, 12, 13, 14, 16, 18, 21, 24, 28, 34, 42)
NORMAL_BASE = 14

FONT_FACTORS = {
    "caption": 0.92,  # axes, hints, second lines
    "body": 1.0,
    "heading": 1.07,  # pane titles, headings of groups; drawn bold
    "token": 1.5,  # running text with token boxes
    "chip": 1.36,  # tokens of corpus words in the theatre
    "figure": 2.0,  # the one number that counts ("120 occurrences")
    "equation": 2.14,  # a + l -> al, questions
}
_STAGE_FACTORS = FONT_FACTORS | {"chip": 2.0, "caption": 0.93}
LINE_SPACING = 1.4
TOKEN_LINE_SPACING = 1.95  # room for the marks below a line of tokens


def stage_base(height: int) -> int:
    """The base size for a screen that many lines high.

    >>> stage_base(1080)
    28
    """
    return round(min(60.0, max(24.0, height / 38.5)))


@dataclass(frozen=True, slots=True)
class Metrics:
    """All lengths that follow from a base size.  `stage` doubles line widths and enlarges chips.

    >>> Metrics(14).u, Metrics(14).control, Metrics(28).u
    (4.0, 32, 8.0)
    """

    base: int = NORMAL_BASE
    stage: bool = False

    def px(self, length: float) -> float:
        """A length given for base 14, at this base."""
        return length * self.base / NORMAL_BASE

    def units(self, count: float) -> int:
        """That many u, in whole pixels."""
        return round(count * self.u)

    def line(self, width: float) -> float:
        """The width of a drawn line that is `width` at the normal size.

        Hairlines stay as they are; the others grow, but not below what the normal size shows.
        """
        doubled = width * 2 if self.stage else width
        return max(width, doubled if self.stage else self.px(width) if width > 1 else width)

    def font_px(self, role: str) -> int:
        """The height of a font (`FONT_FACTORS`) in pixels; nothing on a stage is below 0.86 of the base."""
        factors = _STAGE_FACTORS if self.stage else FONT_FACTORS
        return round(self.base * factors[role])

    @property
    def u(self) -> float:
        """The unit of distances: 1 inside chips, 2 between controls, 3 around a pane's content, 4-5 between groups."""
        return self.px(4)

    @property
    def control(self) -> int:
        """Height of a button or a field."""
        return self.units(8)

    @property
    def compact(self) -> int:
        """Height of a control in a narrow place."""
        return self.units(7)

    @property
    def row(self) -> int:
        """Height of a table row."""
        return self.units(6)

    @property
    def list_row(self) -> int:
        """Height of a row of the theatre's list, which holds chips."""
        return round(self.px(27))

    @property
    def dock_title(self) -> int:
        return self.units(8)

    @property
    def shelf(self) -> int:
        return self.units(12)

    @property
    def status(self) -> int:
        return self.units(7.5)

    @property
    def splitter(self) -> int:
        return round(self.px(5))

    @property
    def icon(self) -> int:
        """Side of an icon."""
        return round(self.base * 1.14)

    @property
    def corner(self) -> float:
        """Radius of chips, token boxes, buttons and fields."""
        return self.px(4)

    @property
    def card_corner(self) -> float:
        """Radius of shelf pills and cards; docks and tables have none."""
        return self.px(6)

    @property
    def tick(self) -> float:
        """Width of the line at a token's start, in running text and large chips; small chips take `line(2)`."""
        return self.line(2.5)

    @property
    def focus(self) -> float:
        """Width of frames for focus, selection and position."""
        return self.line(3)
