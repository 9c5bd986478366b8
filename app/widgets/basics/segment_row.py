"""Tool buttons that stand together as one control, of which one is down."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout

from app.look.theme import Appearance
from app.widgets.basics.controls import ToolButton


@dataclass(frozen=True, slots=True)
class Segment:
    """What is written on a button, and what its tip says."""

    title: str
    tip: str
    icon: str = ""


class SegmentRow(QHBoxLayout):
    """The buttons side by side, the first one down; `group` tells which is, and knows each by its place."""

    def __init__(self, appearance: Appearance, segments: Sequence[Segment], parent: QObject) -> None:
        super().__init__()
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(0)
        self.group = QButtonGroup(parent)
        self.buttons: list[ToolButton] = []
        last = len(segments) - 1
        for place, segment in enumerate(segments):
            button = ToolButton(appearance, segment.icon, segment.title, tip=segment.tip)
            button.setCheckable(True)
            button.setChecked(place == 0)
            button.setProperty("segment", "first" if place == 0 else "last" if place == last else "middle")
            self.group.addButton(button, place)
            self.addWidget(button)
            self.buttons.append(button)
