"""Where everything of a scatter stands: tokenizers along their sizes, languages up their values.  No window is needed for it."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF

from app.widgets.languages.premium_bars import Axis


@dataclass(frozen=True, slots=True)
class Point:
    """A language's value, as a number and as it is printed."""

    code: str
    name: str
    value: float
    text: str


@dataclass(frozen=True, slots=True)
class Strip:
    """A tokenizer: entries of its vocabulary, and its points."""

    key: str
    title: str
    size: int
    points: tuple[Point, ...]


def size_axis(sizes: Sequence[int]) -> Axis:
    """Logarithmic, with a little room at both ends; numbers at 1, 2 and 5 times the powers of ten."""
    low, high = min(sizes, default=1000) / 1.35, max(sizes, default=100_000) * 1.35
    powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    ticks = tuple(float(part * 10**power) for power in powers for part in (1, 2, 5) if low <= part * 10**power <= high)
    return Axis(low, high, low, ticks, True)


@dataclass(frozen=True, slots=True)
class ScatterLayout:
    """`field` is where the points stand, `lines` on which line above it each tokenizer's title does."""

    field: QRectF
    x_axis: Axis
    y_axis: Axis
    lines: dict[str, int]

    def x(self, size: float) -> float:
        return self.field.left() + self.x_axis.share(size) * self.field.width()

    def y(self, value: float) -> float:
        return self.field.bottom() - self.y_axis.share(value) * self.field.height()

    def at(self, strip: Strip, point: Point) -> QPointF:
        return QPointF(self.x(strip.size), self.y(point.value))


def title_lines(strips: Sequence[Strip], x: Callable[[float], float], width: Callable[[str], float]) -> dict[str, int]:
    """Titles that would touch stand on different lines: which one each has, by key."""
    ends: list[float] = []
    lines: dict[str, int] = {}
    for strip in strips:
        left, right = x(strip.size) - width(strip.title) / 2, x(strip.size) + width(strip.title) / 2
        line = next((number for number, end in enumerate(ends) if end <= left), len(ends))
        ends[line : line + 1] = [right]
        lines[strip.key] = line
    return lines
