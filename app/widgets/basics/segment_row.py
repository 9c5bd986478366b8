"""Tool buttons that stand together as one control, of which one is down."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QSizePolicy, QWidget

from app.look.theme import Appearance
from app.widgets.basics.controls import ToolButton
from app.widgets.basics.value_choice import ValueChoice


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


class Segments(QWidget):
    """The buttons of a `SegmentRow`, and a list of their titles in their place where they have no room side by side."""

    def __init__(self, appearance: Appearance, name: str, segments: Sequence[Segment]) -> None:
        super().__init__()
        self._row = SegmentRow(appearance, segments, self)
        self.group = self._row.group
        self.list = ValueChoice(appearance, name)
        self.list.set_name_shown(False)
        for place, segment in enumerate(segments):
            self.list.add(segment.title, place, segment.tip)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addLayout(self._row)
        row.addWidget(self.list)
        row.addStretch(1)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.group.idToggled.connect(self._on_toggled)
        self.list.activated.connect(self._on_activated)
        appearance.changed.connect(self._share)
        self._share()

    def sizeHint(self) -> QSize:
        """That of the buttons, also while the list stands there."""
        hints = [button.sizeHint() for button in self._row.buttons]
        return QSize(sum(hint.width() for hint in hints), max(hint.height() for hint in hints))

    def minimumSizeHint(self) -> QSize:
        return QSize(self.list.sizeHint().width(), self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share()

    def _share(self) -> None:
        """Who has the keyboard keeps it: what goes hands it on to what comes."""
        room = self.width() >= self.sizeHint().width()
        buttons: list[QWidget] = [*self._row.buttons]
        come, go = (buttons, [self.list]) if room else ([self.list], buttons)
        has_keyboard = self.window().focusWidget() in go
        for part in come:
            part.show()
        if has_keyboard:
            come[self.group.checkedId() if room else 0].setFocus(Qt.FocusReason.OtherFocusReason)
        for part in go:
            part.hide()
        self.updateGeometry()

    def _on_toggled(self, place: int, down: bool) -> None:
        if down:
            self.list.choose(place)

    def _on_activated(self, place: int) -> None:
        self.group.button(place).click()
