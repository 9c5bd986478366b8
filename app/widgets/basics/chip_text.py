"""What a token shows on a chip: letters as they are, blanks as marks, bytes that are no text as hex.

Nothing here draws; `chip_painting` measures and paints these parts.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from app.translation import translate
from app.widgets.basics.drawable import is_undrawable

PartKind = Literal["text", "space", "tab", "return", "hex"]

_BLANKS: dict[str, PartKind] = {
    " ": "space",
    "\u00a0": "space",
    "\u3000": "space",
    "\t": "tab",
    "\n": "return",
    "\r": "return",
}
_UNSEEN = {"Cc", "Cf", "Cn", "Co", "Cs", "Zs", "Zl", "Zp"}
_JOINERS = "\u200c\u200d"
_RIGHT_TO_LEFT = {"R", "AL"}


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of a chip that is drawn in one way."""

    kind: PartKind
    text: str


@lru_cache(maxsize=20_000)
def chip_parts(token: bytes) -> tuple[Part, ...]:
    """The parts of a token from its start to its end.

    >>> [(part.kind, part.text) for part in chip_parts(b" the")]
    [('space', ' '), ('text', 'the')]
    >>> [(part.kind, part.text) for part in chip_parts(b"\\xe0\\xa4")]
    [('hex', 'E0 A4')]
    """
    parts: list[Part] = []
    for text, raw in _decoded(token):
        if raw:
            _append(parts, "hex", raw.hex(" ").upper())
        joined = bool(text) and _has_joiner_inside(text)
        for character in text:
            if character in _BLANKS:
                parts.append(Part(_BLANKS[character], character))
            elif not (joined and character in _JOINERS) and _is_unseen(character):
                _append(parts, "hex", f"U+{ord(character):04X}")
            else:
                _append(parts, "text", character)
    return tuple(parts)


def spoken(token: bytes) -> str:
    """The token for a screen reader and for plain text: blanks by name, bytes as hex.

    >>> spoken(b" very")
    'space very'
    """
    words = {
        "space": translate("chip_text", "space"),
        "tab": translate("chip_text", "tab"),
        "return": translate("chip_text", "line break"),
    }
    return " ".join(words.get(part.kind, part.text) for part in chip_parts(token))


@lru_cache(maxsize=20_000)
def runs_right_to_left(token: bytes) -> bool:
    """Whether the first letter of a text belongs to a script that runs from right to left."""
    for character in token.decode("utf-8", "ignore"):
        direction = unicodedata.bidirectional(character)
        if direction in _RIGHT_TO_LEFT:
            return True
        if direction == "L":
            return False
    return False


def _decoded(token: bytes) -> list[tuple[str, bytes]]:
    """Stretches of valid text and of other bytes, in order: (text, no bytes) or (no text, bytes)."""
    stretches: list[tuple[str, bytes]] = []
    rest = token
    while rest:
        try:
            stretches.append((rest.decode("utf-8"), b""))
            break
        except UnicodeDecodeError as error:
            if error.start:
                stretches.append((rest[: error.start].decode("utf-8"), b""))
            stretches.append(("", rest[error.start : error.end]))
            rest = rest[error.end :]
    return stretches


def _has_joiner_inside(text: str) -> bool:
    """Whether a zero-width joiner stands between characters, as in emoji families: then it belongs to its letters."""
    return any(mark in text.strip(_JOINERS) for mark in _JOINERS)


def _is_unseen(character: str) -> bool:
    return unicodedata.category(character) in _UNSEEN or is_undrawable(character)


def _append(parts: list[Part], kind: PartKind, text: str) -> None:
    """Adds to the last part if it is of the same kind."""
    if parts and parts[-1].kind == kind:
        text = parts.pop().text + (" " if kind == "hex" else "") + text
    parts.append(Part(kind, text))
