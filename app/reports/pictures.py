"""The pictures of a report as SVG: they need no other file, and stay sharp in print and on a projector."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from html import escape
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from app.look.theme import LIGHT
from app.widgets.charts.curve_scale import round_ticks

WIDTH, HEIGHT = 860, 240
_LEFT, _RIGHT, _TOP, _BOTTOM = 84, 16, 14, 44
_MOST_POINTS = 600
_BAR, _NAMES = 24, 190
_TICK_ROOM = 44
"""Between the middles of two numbers under an axis."""
_EDGES = {"merge": "merge_edge", "merge_soft": "tie"}
"""Of the bars that have one; a soft one is dashed, as in the window."""
Floats = npt.NDArray[np.floating] | npt.NDArray[np.integer]


def colour(role: str) -> str:
    """A colour of the light theme, as HTML writes it."""
    return str(getattr(LIGHT, role).name())


def curve(values: Floats, title: str, position: int, tied: npt.NDArray[np.integer] | None = None) -> str:
    """A curve over the steps 0 ... n on a logarithmic axis, the position marked, tied steps in a band below."""
    steps = len(values) - 1
    if steps < 1:
        return ""
    logs = np.log10(np.maximum(values, 1))
    ticks_up = _round_numbers(float(values.min()), float(values.max()))
    low, high = math.log10(ticks_up[0]), math.log10(ticks_up[-1])
    across, down = WIDTH - _LEFT - _RIGHT, HEIGHT - _TOP - _BOTTOM

    def x(step: float) -> float:
        return _LEFT + across * step / steps

    def y(log: float) -> float:
        return _TOP + down * (high - log) / max(high - low, 1e-9)

    places = np.unique(np.linspace(0, steps, min(_MOST_POINTS, steps + 1)).astype(int))
    points = " ".join(f"{x(at):.1f},{y(float(logs[at])):.1f}" for at in places)
    parts = [
        _grid(ticks_up, y),
        f'<polyline points="{points}" fill="none" stroke="{colour("accent")}" stroke-width="2"/>',
    ]
    if tied is not None and len(tied):
        parts.append(_ties(tied, x))
    parts.append(
        f'<line x1="{x(position):.1f}" x2="{x(position):.1f}" y1="{_TOP}" y2="{_TOP + down + 12}" '
        f'stroke="{colour("accent")}" stroke-width="2"/>'
        f'<circle cx="{x(position):.1f}" cy="{y(float(logs[position])):.1f}" r="4.5" fill="{colour("panel")}" '
        f'stroke="{colour("accent")}" stroke-width="2"/>'
    )
    parts += [
        _text(x(step), HEIGHT - 8, f"{step:,}", "middle", bold=step == position)
        for step in _shown_steps(steps, position, x)
    ]
    return _svg(HEIGHT, title, parts)


def _shown_steps(steps: int, position: int, x: Callable[[float], float]) -> list[int]:
    """The position, the ends, and round numbers, as far as each has room."""
    shown: list[int] = []
    for step in (position, steps, 0, *(int(tick) for tick in round_ticks(0, steps, 6) if tick == int(tick))):
        if all(abs(x(step) - x(other)) > _TICK_ROOM for other in shown):
            shown.append(step)
    return sorted(shown)


def _round_numbers(least: float, most: float) -> list[int]:
    """1, 2, 5, 10, 20, ... from below the least to above the most.

    >>> _round_numbers(43_694, 144_354)
    [20000, 50000, 100000, 200000]
    """
    all_of_them = [digit * 10**power for power in range(16) for digit in (1, 2, 5)]
    first = max((number for number in all_of_them if number <= max(least, 1)), default=1)
    last = min(number for number in all_of_them if number >= most and number > first)
    return [number for number in all_of_them if first <= number <= last]


def _grid(numbers: Sequence[int], y: Callable[[float], float]) -> str:
    lines = []
    for number in numbers:
        place = y(math.log10(number))
        lines.append(
            f'<line x1="{_LEFT}" x2="{WIDTH - _RIGHT}" y1="{place:.1f}" y2="{place:.1f}" stroke="{colour("hairline")}"/>'
            + _text(_LEFT - 8, place + 4, f"{number:,}", "end")
        )
    return "".join(lines)


def _ties(tied: npt.NDArray[np.integer], x: Callable[[float], float]) -> str:
    """The share of tied steps, as the opacity of violet."""
    cells = min(120, len(tied))
    edges = np.linspace(0, len(tied), cells + 1).astype(int)
    parts = []
    for start, end in pairwise(edges.tolist()):
        share = float((tied[start:end] > 1).mean())
        left, right = x(start), x(end)
        if share:
            parts.append(
                f'<rect x="{left:.1f}" y="{HEIGHT - _BOTTOM + 4}" width="{right - left:.1f}" height="6" '
                f'fill="{colour("tie")}" opacity="{share:.2f}"/>'
            )
    return "".join(parts)


def bars(rows: Sequence[tuple[str, float, str, str]], title: str) -> str:
    """Bars from zero: (name, value, how it is printed, role of its colour)."""
    largest = max((value for _, value, _, _ in rows), default=0) or 1
    room = WIDTH - _NAMES - 110
    parts = []
    for number, (name, value, printed, role) in enumerate(rows):
        top = number * _BAR + 4
        length = room * value / largest
        parts.append(_text(_NAMES - 10, top + 14, name, "end"))
        parts.append(
            f'<rect x="{_NAMES}" y="{top + 2}" width="{length:.1f}" height="{_BAR - 8}" rx="2" fill="{colour(role)}"'
            f"{_edge(role)}/>"
        )
        parts.append(_text(_NAMES + length + 8, top + 14, printed, "start", bold=True))
    return _svg(len(rows) * _BAR + 8, title, parts)


def _edge(role: str) -> str:
    if role not in _EDGES:
        return ""
    dash = ' stroke-width="1.5" stroke-dasharray="5 3"' if role == "merge_soft" else ""
    return f' stroke="{colour(_EDGES[role])}"{dash}'


def premium_bars(rows: Sequence[tuple[str, float, tuple[float, float] | None]], title: str) -> str:
    """Premiums on a logarithmic axis from 1, with their intervals as whiskers."""
    highest = max([value if span is None else span[1] for _, value, span in rows], default=1.0)
    scale = (WIDTH - _NAMES - 110) / math.log(max(highest, 1.1))
    parts = []
    for number, (name, value, span) in enumerate(rows):
        top = number * _BAR + 4
        length = scale * math.log(max(value, 1.0))
        parts.append(_text(_NAMES - 10, top + 14, name, "end"))
        parts.append(
            f'<rect x="{_NAMES}" y="{top + 2}" width="{max(length, 1.5):.1f}" height="{_BAR - 8}" rx="2" '
            f'fill="{colour("bar")}"/>'
        )
        end = length
        if span is not None:
            left, right = (_NAMES + scale * math.log(max(limit, 1.0)) for limit in span)
            end = max(end, right - _NAMES)
            parts.append(
                f'<line x1="{left:.1f}" x2="{right:.1f}" y1="{top + 10}" y2="{top + 10}" stroke="{colour("text")}" '
                'stroke-width="2"/>'
            )
        parts.append(_text(_NAMES + end + 8, top + 14, f"{value:.2f}", "start", bold=True))
    return _svg(len(rows) * _BAR + 8, title, parts)


def _text(x: float, y: float, text: str, anchor: str, *, bold: bool = False) -> str:
    weight = ' font-weight="700"' if bold else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{weight}>{escape(text)}</text>'


def _svg(height: float, title: str, parts: Sequence[str]) -> str:
    inside = "".join(parts)
    return (
        f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(title)}" '
        f'fill="{colour("text")}"><title>{escape(title)}</title>{inside}</svg>'
    )
