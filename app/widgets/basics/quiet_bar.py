"""A progress bar that is painted along with everything else."""

from __future__ import annotations

from PySide6.QtWidgets import QProgressBar


class QuietBar(QProgressBar):
    """Qt paints a bar the moment its value changes, and with it all that waits to be painted in the window; this one waits
    too, so that whoever tells of progress is not held up by that."""

    def show_percent(self, done: int | None) -> None:
        """How much is done; None while nobody knows how much there is."""
        self.setUpdatesEnabled(False)
        self.setRange(0, 0 if done is None else 100)
        self.setValue(done or 0)
        self.setUpdatesEnabled(True)
