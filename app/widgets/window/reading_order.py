"""The order in which Tab goes through a window: as the eye reads it, whenever its parts were made.

Layouts say the order of what stands in them; what is placed without one is read row by row, from where lines begin.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cmp_to_key

from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QLayout, QMainWindow, QScrollArea, QWidget


def stops(root: QWidget) -> list[QWidget]:
    """All that Tab stops at inside a widget, in the order of reading."""
    return [widget for widget in _parts(root) if _takes_tab(widget)]


def move_focus(window: QWidget, *, forward: bool) -> bool:
    """Give the keyboard to the next stop of a window, or to the one before; after the last comes the first."""
    order = stops(window)
    if not order:
        return False
    focused = QApplication.focusWidget()
    if focused in order:
        at = order.index(focused) + (1 if forward else -1)
    else:
        at = _place_of(focused, window, order) if forward else _place_of(focused, window, order) - 1
    target = order[at % len(order)]
    target.setFocus(Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason)
    _scroll_to(target)
    return True


def _place_of(focused: QWidget | None, window: QWidget, order: list[QWidget]) -> int:
    """Where a widget that is no stop itself (a pane, a label) stands among the stops."""
    parts = list(_parts(window))
    if focused is None or focused not in parts:
        return 0
    after = set(map(id, parts[parts.index(focused) :]))
    return next((number for number, widget in enumerate(order) if id(widget) in after), 0)


def _takes_tab(widget: QWidget) -> bool:
    takes = widget.focusPolicy() & Qt.FocusPolicy.TabFocus
    return bool(takes) and widget.isEnabled() and widget.focusProxy() is None and not _only_scrolls(widget)


def _only_scrolls(widget: QWidget) -> bool:
    """What scrolls other widgets brings each into view as Tab reaches it; it needs no stop of its own."""
    if not isinstance(widget, QScrollArea):
        return False
    return any(part is not widget and _takes_tab(part) for part in _parts(widget))


def _parts(widget: QWidget) -> Iterator[QWidget]:
    """A widget and all that is seen inside it."""
    yield widget
    for child in _children(widget):
        yield from _parts(child)


def _children(widget: QWidget) -> list[QWidget]:
    if isinstance(widget, QScrollArea):
        inside = widget.widget()
        return [inside] if inside is not None else []
    if isinstance(widget, QAbstractScrollArea):
        return []
    shown = [
        child
        for child in widget.children()
        if isinstance(child, QWidget) and not child.isHidden() and not child.isWindow()
    ]
    layout = None if isinstance(widget, QMainWindow) else widget.layout()
    placed = list(_of_layout(layout, shown)) if layout is not None else []
    return placed + _as_read([child for child in shown if child not in placed], widget.layoutDirection())


def _of_layout(layout: QLayout, shown: Sequence[QWidget]) -> Iterator[QWidget]:
    """Those of the widgets that the layout places, in its order.

    Its items are not looked at: a spacer that Python has seen once may later be taken for a layout that stands where it
    stood in memory.
    """
    parts: list[tuple[int, QWidget | QLayout]] = [(layout.indexOf(widget), widget) for widget in shown]
    parts += [(layout.indexOf(inner), inner) for inner in layout.children() if isinstance(inner, QLayout)]
    for place, part in sorted(parts, key=lambda row: row[0]):
        if isinstance(part, QLayout):
            yield from _of_layout(part, shown)
        elif place >= 0:
            yield part


def _as_read(widgets: list[QWidget], direction: Qt.LayoutDirection) -> list[QWidget]:
    sign = -1 if direction == Qt.LayoutDirection.RightToLeft else 1

    def compare(one: QWidget, other: QWidget) -> int:
        first, second = one.geometry(), other.geometry()
        if _same_row(first, second):
            return sign * (first.center().x() - second.center().x())
        return first.center().y() - second.center().y()

    return sorted(widgets, key=cmp_to_key(compare))


def _same_row(first: QRect, second: QRect) -> bool:
    """Side by side: what they share of their height is more than half of the lower one's."""
    shared = min(first.bottom(), second.bottom()) - max(first.top(), second.top())
    return 2 * shared > min(first.height(), second.height())


def _scroll_to(widget: QWidget) -> None:
    parent = widget.parentWidget()
    while parent is not None:
        if isinstance(parent, QScrollArea):
            parent.ensureWidgetVisible(widget)
        parent = parent.parentWidget()
