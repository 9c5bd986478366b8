"""What is remembered from one start to the next: theme, size, motion, and where the docks stand."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QByteArray, QObject, QSettings, Signal
from PySide6.QtWidgets import QApplication, QStyle

from app.look.theme import NORMAL_BASE, THEMES, ZOOM_STEPS

_MOST_RECENT = 10


class Settings(QObject):
    """Written through to the user's settings file at once; values that make no sense there are passed over."""

    changed = Signal()

    def __init__(self, store: QSettings | None = None) -> None:
        super().__init__()
        self._store = store or QSettings(
            QSettings.Format.IniFormat, QSettings.Scope.UserScope, "mergescope", "mergescope"
        )

    def _text(self, key: str, default: str) -> str:
        return str(self._store.value(key, default, type=str))

    def _write(self, key: str, value: str) -> None:
        if self._text(key, "") != value:
            self._store.setValue(key, value)
            self.changed.emit()

    def kept(self, key: str) -> str:
        """What a part of the program keeps for itself under a name of its own; "" where it has kept nothing."""
        return self._text(key, "")

    def keep(self, key: str, text: str) -> None:
        self._write(key, text)

    @property
    def theme(self) -> str:
        """Name of the theme; "" = as the system has it."""
        name = self._text("theme", "")
        return name if name in THEMES else ""

    def set_theme(self, name: str) -> None:
        self._write("theme", name)

    @property
    def language(self) -> str:
        """Code of the language of the window; "" = as the system has it."""
        return self._text("language", "")

    def set_language(self, code: str) -> None:
        self._write("language", code)

    @property
    def base(self) -> int:
        """Base size in pixels, one of ZOOM_STEPS."""
        try:
            wanted = int(self._text("base", str(NORMAL_BASE)))
        except ValueError:
            return NORMAL_BASE
        return min(ZOOM_STEPS, key=lambda size: abs(size - wanted))

    def set_base(self, pixels: int) -> None:
        self._write("base", str(pixels))

    @property
    def reduced_motion(self) -> bool:
        """As chosen here; until then as the system has it."""
        chosen = self._text("reduced-motion", "")
        return chosen == "true" if chosen else system_reduces_motion()

    def set_reduced_motion(self, reduced: bool) -> None:
        self._write("reduced-motion", "true" if reduced else "false")

    @property
    def welcomed(self) -> bool:
        """The tour of the window has been offered."""
        return self._text("welcomed", "false") == "true"

    def set_welcomed(self) -> None:
        self._write("welcomed", "true")

    @property
    def recent(self) -> tuple[Path, ...]:
        """Files opened or saved last, the newest first."""
        return tuple(Path(name) for name in self._text("recent", "").split("\n") if name)

    def add_recent(self, path: Path) -> None:
        names = [str(path.absolute()), *(str(other) for other in self.recent)]
        self._write("recent", "\n".join([*dict.fromkeys(names)][:_MOST_RECENT]))

    def forget_recent(self) -> None:
        self._write("recent", "")

    def layout(self) -> tuple[QByteArray, QByteArray]:
        """Geometry and dock state as last saved; empty where nothing was."""
        geometry, docks = self._store.value("geometry"), self._store.value("docks")
        return (
            geometry if isinstance(geometry, QByteArray) else QByteArray(),
            docks if isinstance(docks, QByteArray) else QByteArray(),
        )

    def save_layout(self, geometry: QByteArray, docks: QByteArray) -> None:
        self._store.setValue("geometry", geometry)
        self._store.setValue("docks", docks)
        self._store.sync()


def system_reduces_motion() -> bool:
    """Whether the system asks programs not to move things: it says so to Qt's styles."""
    if QApplication.instance() is None:
        return False
    return not QApplication.style().styleHint(QStyle.StyleHint.SH_Widget_Animate)
