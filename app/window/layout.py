"""How the panes stand in the window: together, one alone, one on the stage; kept between starts and in sessions."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QByteArray, QObject, QPoint, QRect, QSize, Qt, QTimer
from PySide6.QtWidgets import QApplication, QDockWidget, QMainWindow, QWidget

from app.look.theme import Appearance
from app.widgets.window.reading_order import stops
from app.window.dock_layout import place_docks, share_out
from app.window.stage import Stage

LAYOUT_VERSION = 2
_SETTLED = 50
"""Milliseconds after which docks have found their places."""


class WindowLayout(QObject):
    """Moves the docks of `area`, which stands in `window`; `alone` names the pane that stands alone, "" for none."""

    def __init__(self, window: QMainWindow, area: QMainWindow, stage: Stage, appearance: Appearance) -> None:
        super().__init__(window)
        self._window = window
        self._area = area
        self._stage = stage
        self._appearance = appearance
        self._docks: dict[str, QDockWidget] = {}
        self.alone = self._staged = ""
        self._together = QByteArray()
        self._placed = False
        self._size_to_keep = QSize()
        self._settling = QTimer(self, singleShot=True, interval=_SETTLED)
        self._settling.timeout.connect(self._take_size_back)
        stage.changed.connect(self._on_stage_changed)

    def place(self, docks: dict[str, QDockWidget]) -> None:
        """These are the docks; put all of them at their first places."""
        self._docks = docks
        place_docks(self._area, docks)

    # -- one pane ----------------------------------------------------------------------------------------------------

    def focus_pane(self, name: str) -> None:
        """Give a pane the keyboard; on the stage that pane takes the stage."""
        if self._stage.pane:
            self.put_on_stage(name)
            return
        self.bring_up(name)
        self.give_keyboard(name)

    def give_keyboard(self, name: str) -> None:
        """A pane that is in front gets the keyboard."""
        pane = self._pane(name)
        # A pane says by its policy, or by a proxy, what is worked with most in it; else its first control is.
        says = pane.focusPolicy() != Qt.FocusPolicy.NoFocus or pane.focusProxy() is not None
        if says:
            pane.setFocus(Qt.FocusReason.ShortcutFocusReason)
        if not says or self._pane(self.focused_pane()) is not pane:
            for stop in stops(pane)[:1]:
                stop.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def bring_up(self, name: str) -> None:
        """Show a pane, in front of those that share its place; while there is a stage, on it."""
        if self._stage.pane and self._stage.pane != name:
            self.put_on_stage(name)
            return
        if self.alone and self.alone != name:
            self.maximise(self.alone)
        self._docks[name].show()
        self._docks[name].raise_()

    def maximise(self, name: str) -> None:
        """One pane alone; the same again brings the others back.  The keyboard stays where it was, as far as that is seen."""
        holder, pane = self._window.focusWidget(), self.focused_pane()
        self._keep_size()
        if self._bring_back() != name:
            self._together = self._area.saveState(LAYOUT_VERSION)
            self.alone = name
            for other, dock in self._docks.items():
                dock.setVisible(other == name)
        self._keep_keyboard(holder, pane)

    def _bring_back(self) -> str:
        """All panes, where one was alone; which one that was."""
        was, self.alone = self.alone, ""
        if was:
            self._area.restoreState(self._together, LAYOUT_VERSION)
        return was

    def _keep_keyboard(self, holder: QWidget | None, pane: str) -> None:
        """Of a dock that moves Qt gives the keyboard to the next widget of the window, which is somewhere else altogether."""
        if holder is not None and holder.isVisible():
            holder.setFocus(Qt.FocusReason.OtherFocusReason)
        elif holder is not None:
            self.give_keyboard(self.alone or pane)

    def toggle_stage(self) -> None:
        """The pane that has the keyboard on the stage, or all panes back."""
        if self._stage.pane:
            self.leave_stage()
        else:
            self.put_on_stage(self.focused_pane())

    def put_on_stage(self, name: str) -> None:
        """One pane on the whole screen."""
        self._appearance.finish()  # the window may be on its way back from there
        self._keep_size()
        if self.alone != name:
            if self.alone:
                self.maximise(self.alone)
            self.maximise(name)
        self._stage.show_pane(self._docks[name])
        self._pane(name).setFocus(Qt.FocusReason.ShortcutFocusReason)

    def leave_stage(self) -> None:
        """As it was before; without a stage nothing happens."""
        self._staged = self._stage.pane
        self._stage.leave()

    def _on_stage_changed(self, shown: bool) -> None:
        if not shown:
            self._settling.start()  # before the next look at the size, which is still that of the stage
            if self._staged and self._staged == self.alone:
                self.maximise(self.alone)

    def show_scene(self, name: str) -> None:
        """The pane of a scene: on the stage where there is one, alone where one is alone, else in front."""
        if name not in self._docks:
            return
        if self.alone and not self._stage.pane and self.alone != name:
            self.maximise(self.alone)
            self.maximise(name)
        self.focus_pane(name)

    def focused_pane(self) -> str:
        """The pane that has the keyboard, else the theatre."""
        focused = QApplication.focusWidget()
        within = (name for name in self._docks if focused is not None and self._pane(name).isAncestorOf(focused))
        return next(within, "theatre")

    def place_of(self, name: str) -> QRect:
        """Where a pane is in the window, once it is in front."""
        self.bring_up(name)
        dock = self._docks[name]
        return QRect(dock.mapTo(self._window, QPoint(0, 0)), dock.size())

    def _pane(self, name: str) -> QWidget:
        return self._docks[name].widget()

    # -- all panes ---------------------------------------------------------------------------------------------------

    def restore(self, docks: QByteArray) -> None:
        """As they were when the window was closed."""
        self._placed = not docks.isEmpty() and self._area.restoreState(docks, LAYOUT_VERSION)

    def share_out(self) -> None:
        """The first shares of width and height, as long as nobody has moved a pane."""
        if not self._placed and not self.alone:
            self._share_out()

    def reset(self) -> None:
        """All docks at their first places."""
        self.alone = ""
        place_docks(self._area, self._docks)
        self._share_out()

    def state(self) -> QByteArray:
        """How all of them stand, for the settings."""
        return self._together if self.alone else self._area.saveState(LAYOUT_VERSION)

    def fields(self) -> dict[str, str]:
        """How they stand, for a session."""
        return {"docks": bytes(self.state().toBase64().data()).decode(), "alone": self.alone}

    def take(self, fields: Mapping[str, object]) -> None:
        """Put the docks as a session had them; a window that is on stage stays so."""
        state = QByteArray.fromBase64(str(fields.get("docks", "")).encode())
        if self._stage.pane or state.isEmpty():
            return
        self._keep_size()
        self.alone = ""
        if self._area.restoreState(state, LAYOUT_VERSION):
            self._placed = True
        alone = str(fields.get("alone", ""))
        if alone in self._docks:
            self.maximise(alone)

    def _share_out(self) -> None:
        window = self._window
        share_out(self._area, self._docks, self._appearance.metrics, window.width(), window.height())

    # -- the size ----------------------------------------------------------------------------------------------------

    def _keep_size(self) -> None:
        """Panes that come and go may push the window larger for a moment, and it would stay so."""
        if not self._settling.isActive() and not self._window.isFullScreen():
            self._size_to_keep = self._window.size()
        self._settling.start()

    def _take_size_back(self) -> None:
        window = self._window
        if not self._appearance.is_settled:
            self._settling.start()
        elif self._size_to_keep.isValid() and not window.isMaximized() and not window.isFullScreen():
            window.resize(self._size_to_keep)
