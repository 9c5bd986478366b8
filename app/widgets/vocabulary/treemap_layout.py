"""Squarified treemap: rectangles whose areas are shares, as near to squares as they can be (Bruls and others 2000).  Pure."""

from __future__ import annotations

from collections.abc import Sequence

Box = tuple[float, float, float, float]
"""x, y, width, height."""


def squarified(values: Sequence[float], box: Box) -> list[Box]:
    """A box for each value, the values falling; the boxes fill the whole.

    >>> squarified([3, 1], (0.0, 0.0, 4.0, 1.0))
    [(0.0, 0.0, 3.0, 1.0), (3.0, 0.0, 1.0, 1.0)]
    """
    total = sum(values)
    if not total:
        return []
    x, y, width, height = box
    areas = [value * width * height / total for value in values]
    placed: list[Box] = []
    while areas:
        row = _row(areas, min(width, height))
        areas = areas[len(row) :]
        thick = sum(row) / min(width, height) if min(width, height) else 0.0
        at = 0.0
        for area in row:
            long = area / thick if thick else 0.0
            placed.append((x, y + at, thick, long) if width >= height else (x + at, y, long, thick))
            at += long
        if width >= height:
            x, width = x + thick, max(0.0, width - thick)
        else:
            y, height = y + thick, max(0.0, height - thick)
    return placed


def _row(areas: Sequence[float], side: float) -> list[float]:
    """As many from the front as make the worst of them squarer."""
    row: list[float] = [areas[0]]
    for area in areas[1:]:
        if _worst([*row, area], side) > _worst(row, side):
            break
        row.append(area)
    return row


def _worst(row: Sequence[float], side: float) -> float:
    """The most elongated of a row, as long side over short."""
    total = sum(row)
    if not total or not side:
        return float("inf")
    thick = total / side
    return max(max(thick * thick / area, area / (thick * thick)) if area else float("inf") for area in row)
