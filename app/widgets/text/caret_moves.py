"""Where the caret goes: to the next character, word, line or page, and what a deletion takes.

All places are bytes of the shown document.  `surface` is asked for layout only.
"""

from __future__ import annotations

import regex
from PySide6.QtCore import QPointF
from PySide6.QtGui import QKeyEvent, QKeySequence, QTextLayout

from app.widgets.text.block_scroll import BlockScroll

# Emoji are deleted whole; in other scripts a key takes one character back, so that a vowel sign can be corrected alone.
_DELETED_WHOLE = regex.compile(
    r"[\p{Extended_Pictographic}\p{Regional_Indicator}\u20E3\uFE00-\uFE0F\U000E0100-\U000E01EF]"
)
_SKIP_WORDS = QTextLayout.CursorMode.SkipWords
_SKIP_CHARACTERS = QTextLayout.CursorMode.SkipCharacters

_KEYS = {
    "left": ("MoveToPreviousChar", "SelectPreviousChar"),
    "right": ("MoveToNextChar", "SelectNextChar"),
    "word left": ("MoveToPreviousWord", "SelectPreviousWord"),
    "word right": ("MoveToNextWord", "SelectNextWord"),
    "up": ("MoveToPreviousLine", "SelectPreviousLine"),
    "down": ("MoveToNextLine", "SelectNextLine"),
    "page up": ("MoveToPreviousPage", "SelectPreviousPage"),
    "page down": ("MoveToNextPage", "SelectNextPage"),
    "line start": ("MoveToStartOfLine", "SelectStartOfLine"),
    "line end": ("MoveToEndOfLine", "SelectEndOfLine"),
    "start": ("MoveToStartOfDocument", "SelectStartOfDocument"),
    "end": ("MoveToEndOfDocument", "SelectEndOfDocument"),
}


def movement(event: QKeyEvent) -> tuple[str, bool] | None:
    """The movement a key asks for, and whether it selects."""
    for name, keys in _KEYS.items():
        for selects, key in enumerate(keys):
            if event.matches(getattr(QKeySequence.StandardKey, key)):
                return name, bool(selects)
    return None


def moved(surface: BlockScroll, caret: int, name: str, goal_x: float) -> int:
    """The caret after a movement; `goal_x` is where up and down try to stay."""
    match name:
        case "left" | "right":
            forward = (name == "right") != right_to_left(surface, caret)
            return step(surface, caret, forward=forward)
        case "word left" | "word right":
            forward = (name == "word right") != right_to_left(surface, caret)
            return step(surface, caret, forward=forward, words=True)
        case "up" | "down":
            return _other_line(surface, caret, goal_x, down=name == "down")
        case "page up" | "page down":
            page = surface.viewport().height() * 0.9
            rect = surface.caret_rect(caret)
            return surface.byte_at(QPointF(goal_x, rect.center().y() + (page if name == "page down" else -page)))
        case "line start" | "line end":
            return line_edge(surface, caret, end=name == "line end")
        case "start":
            return 0
        case _:
            return len(surface.shown.data)


def edge(surface: BlockScroll, chosen: tuple[int, int], name: str) -> int:
    """Where "left" or "right" leads from what is chosen: to that end of it."""
    begin, end = chosen
    return end if (name == "right") != right_to_left(surface, begin) else begin


def step(surface: BlockScroll, caret: int, *, forward: bool, words: bool = False) -> int:
    """One character (as a reader sees it) or word on or back; a line break counts as one."""
    index, _, unit = surface.line_of(caret)
    layout = surface.paragraph(index).layout
    mode = _SKIP_WORDS if words else _SKIP_CHARACTERS
    place = layout.nextCursorPosition(unit, mode) if forward else layout.previousCursorPosition(unit, mode)
    if place != unit:
        return surface.byte_of(index, place)
    document = surface.shown
    if forward:
        return int(document.block_starts[index + 1]) if index + 1 < len(document) else caret
    return int(document.block_ends[index - 1]) if index else 0


def _other_line(surface: BlockScroll, caret: int, goal_x: float, *, down: bool) -> int:
    index, number, _ = surface.line_of(caret)
    line = surface.paragraph(index).lines[number]
    top = surface.caret_rect(caret).top() - line.box_top + line.top
    target = surface.byte_at(QPointF(goal_x, top + line.height + 1 if down else top - 1))
    at_edge = (index, number) == ((len(surface.shown) - 1, len(surface.paragraph(index).lines) - 1) if down else (0, 0))
    return (len(surface.shown.data) if down else 0) if at_edge else target


def line_edge(surface: BlockScroll, caret: int, *, end: bool) -> int:
    """Start or end of the line that holds the caret."""
    index, number, _ = surface.line_of(caret)
    paragraph = surface.paragraph(index)
    line = paragraph.lines[number]
    if not end:
        return surface.byte_of(index, line.begin)
    last = number == len(paragraph.lines) - 1
    return surface.byte_of(index, line.end if last else paragraph.layout.previousCursorPosition(line.end))


def right_to_left(surface: BlockScroll, caret: int) -> bool:
    """Whether the paragraph of the caret runs from right to left."""
    return surface.paragraph(surface.line_of(caret)[0]).backwards


def word_around(surface: BlockScroll, caret: int) -> tuple[int, int]:
    """Begin and end of the word at the caret."""
    index, _, unit = surface.line_of(caret)
    layout = surface.paragraph(index).layout
    after = layout.nextCursorPosition(unit, _SKIP_WORDS)
    begin = layout.previousCursorPosition(after, _SKIP_WORDS)
    begin_byte, end_byte = surface.byte_of(index, begin), surface.byte_of(index, after)
    word = surface.shown.data[begin_byte:end_byte]
    return begin_byte, begin_byte + len(word.rstrip(b" ")) or end_byte


def before_backspace(surface: BlockScroll, caret: int) -> int:
    """Where a deletion backwards from the caret begins."""
    cluster = step(surface, caret, forward=False)
    text = surface.shown.data[cluster:caret].decode("utf-8", "replace")
    if len(text) < 2 or _DELETED_WHOLE.search(text):
        return cluster
    return caret - len(text[-1].encode())
