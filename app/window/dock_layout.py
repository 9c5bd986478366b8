"""Where the docks stand at first: corpus left, theatre over tokens in the middle, languages and two others as tabs right."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDockWidget, QMainWindow

from app.look.metrics import Metrics


def place_docks(area: QMainWindow, docks: Mapping[str, QDockWidget]) -> None:
    """All docks at their first places, shown."""
    across, down = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
    for dock in docks.values():
        area.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, dock)
        if dock.isFloating():  # a new one is a window until it is added; to dock it before costs as much as it all
            dock.setFloating(False)
    area.splitDockWidget(docks["corpus"], docks["theatre"], across)
    area.splitDockWidget(docks["theatre"], docks["languages"], across)
    area.splitDockWidget(docks["theatre"], docks["tokens"], down)
    for name in ("vocabulary", "tradeoffs"):
        area.tabifyDockWidget(docks["languages"], docks[name])
    for dock in docks.values():
        dock.show()
    docks["languages"].raise_()


def share_out(area: QMainWindow, docks: Mapping[str, QDockWidget], metrics: Metrics, width: int, height: int) -> None:
    """The default shares of width and height, for a window of that size."""
    side = min(metrics.units(65), width // 5)
    right = min(metrics.units(108), width * 3 // 10)
    columns = [docks["corpus"], docks["theatre"], docks["languages"]]
    area.resizeDocks(columns, [side, width - side - right, right], Qt.Orientation.Horizontal)
    area.resizeDocks([docks["theatre"], docks["tokens"]], [height * 2 // 3, height // 3], Qt.Orientation.Vertical)
