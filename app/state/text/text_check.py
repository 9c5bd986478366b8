"""What a text loses by its tokens: visible characters that a token ends inside of, and whether decoding gives it back.

Both look at every token and every character, so a long text is checked in the background, once nobody types any more.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from app.state.latest import Latest
from engine import AnyTokenizer, Encoding

AT_ONCE = 2_000
"""Characters up to which a text is checked at each key: two milliseconds."""
MOST = 200_000
"""Characters up to which a text is checked at all."""
_REST = 250
"""Milliseconds without a change after which a longer text is checked."""


@dataclass(frozen=True, slots=True)
class Checked:
    """Visible characters (grapheme clusters) that are cut, of how many, and whether decoding gives the same text."""

    cut: int
    clusters: int
    same: bool


def check(encoding: Encoding, tokenizer: AnyTokenizer) -> Checked:
    """Look at all of it."""
    cut, clusters = encoding.clusters_cut()
    return Checked(cut, clusters, tokenizer.decode(encoding.ids.tolist(), "replace") == encoding.text)


class TextCheck(QObject):
    """The check of the newest text; `changed` when that of a long one has come."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._latest = Latest[Checked]("check", _REST, self)
        self._latest.changed.connect(self._on_value)

    @property
    def result(self) -> Checked | None:
        """None while it is not known, and for an empty or very long text."""
        return self._latest.value

    def ask(self, encoding: Encoding, tokenizer: AnyTokenizer) -> None:
        """Another text, or another tokenizer; what was asked before is of no use any more."""
        size = len(encoding.text)
        if not len(encoding) or size > MOST:
            self._latest.set(None)
        elif size <= AT_ONCE:
            self._latest.set(check(encoding, tokenizer))
        else:
            self._latest.ask(lambda: check(encoding, tokenizer))

    def close(self) -> None:
        """Stop, and let go of a job under way."""
        self._latest.set(None)

    def _on_value(self) -> None:
        if self._latest.value is not None:
            self.changed.emit()
