"""Something about the tokens of the text that is worked out only while somebody looks at it.

Of a short text it is known with the tokens; of a longer one a moment after the last key, from the background.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Generic, TypeVar

from PySide6.QtCore import QObject, Signal

from app.state.latest import Latest
from engine import AnyTokenizer, Encoding

Value = TypeVar("Value")
Find = Callable[[Encoding, AnyTokenizer], Value | None]
_REST = 120
"""Milliseconds without a change after which a longer text is looked at."""


class TextAspect(QObject, Generic[Value]):
    """`changed`: it was switched on or off, or there is another value, or none."""

    changed = Signal()

    def __init__(self, name: str, at_once: int, find: Find[Value], parent: QObject | None = None) -> None:
        """`find` finds the value, in any thread; `at_once`: bytes of text that are looked at with each key."""
        super().__init__(parent)
        self._find = find
        self._on = False
        self._at_once = at_once
        self._asked: tuple[Encoding, AnyTokenizer] | None = None
        self._latest = Latest[Value](name, _REST, self)
        self._latest.changed.connect(self._on_value)

    @property
    def on(self) -> bool:
        return self._on

    @property
    def value(self) -> Value | None:
        """None while it is not known, and where there is none."""
        return self._latest.value

    @property
    def busy(self) -> bool:
        """A value may still come."""
        return self._latest.busy

    def set_on(self, on: bool) -> None:
        """While it is off nothing is computed."""
        if on != self._on:
            self._on = on
            self._renew()
            if not on:
                self.changed.emit()

    def ask(self, encoding: Encoding | None, tokenizer: AnyTokenizer | None) -> None:
        """Another text, another tokenizer, or none."""
        self._asked = (encoding, tokenizer) if encoding is not None and tokenizer is not None else None
        self._renew()

    def close(self) -> None:
        """Stop, and let go of a job under way."""
        self._latest.close()

    def _renew(self) -> None:
        self._latest.set(None)
        if not self._on:
            return
        if self._asked is not None:
            work = partial(self._find, *self._asked)
            if len(self._asked[0].data) <= self._at_once:
                self._latest.set(work())
            else:
                self._latest.ask(work)
        self.changed.emit()

    def _on_value(self) -> None:
        if self._latest.value is not None:
            self.changed.emit()
