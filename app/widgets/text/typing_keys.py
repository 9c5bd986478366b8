"""Which keys type or edit a text."""

from __future__ import annotations

import unicodedata

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QKeySequence

_NOT_TYPED = {"Cc", "Cs", "Zl", "Zp"}
_WORD_MOVES = (
    QKeySequence.StandardKey.MoveToNextWord,
    QKeySequence.StandardKey.MoveToPreviousWord,
    QKeySequence.StandardKey.SelectNextWord,
    QKeySequence.StandardKey.SelectPreviousWord,
)


def alt_graph(event: QKeyEvent) -> bool:
    """AltGr arrives as Ctrl + Alt on some systems, and types."""
    return bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)


def writes(text: str) -> bool:
    """Whether what a key brings is written: also joiners, hard blanks and soft hyphens, which keyboards of many scripts have.

    >>> writes("\u200c"), writes("\x1b"), writes("")
    (True, False, False)
    """
    return bool(text) and not any(unicodedata.category(character) in _NOT_TYPED for character in text)


def types(event: QKeyEvent) -> bool:
    """Whether a key is one that a text field takes, so that it is no shortcut of the window."""
    command = event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.MetaModifier)
    editing = (
        Qt.Key.Key_Home,
        Qt.Key.Key_End,
        Qt.Key.Key_Left,
        Qt.Key.Key_Right,
        Qt.Key.Key_Backspace,
        Qt.Key.Key_Delete,
    )
    own_commands = (QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo, QKeySequence.StandardKey.Copy)
    if command:
        return event.key() in editing or any(event.matches(key) for key in own_commands)
    if event.key() in editing and event.modifiers() & Qt.KeyboardModifier.AltModifier:
        return any(event.matches(key) for key in _WORD_MOVES)  # on some systems Alt goes from word to word
    return event.key() in editing or writes(event.text())
