"""What the strip says of one token: computed from the encoding, so that it can be tested without a window."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

import numpy as np

from engine import AnyTokenizer, Encoding
from engine.tokenizer import PipelineTokenizer


@dataclass(frozen=True, slots=True)
class TokenFacts:
    """One token: its bytes, a badge for what is odd about it, and (name, value) rows, the most telling first."""

    token: bytes
    badge: str
    rows: tuple[tuple[str, str], ...]


def token_facts(encoding: Encoding, tokenizer: AnyTokenizer, index: int) -> TokenFacts:
    """What there is to say of token `index` of a text."""
    id = int(encoding.ids[index])
    token = encoding.tokens[index]
    whole = _decoded(token)
    rows = [
        ("id", f"{id:,}"),
        ("holds", _holds(encoding, index) if whole is None else _length(token, whole)),
        ("span", _span(encoding, index)),
        ("rank", _rank(tokenizer, id)),
        ("in this text", _times(int(np.count_nonzero(encoding.ids == id)))),
    ]
    if whole is None:
        rows.append(("alone", "not valid UTF-8"))
    elif len(whole) == 1:
        rows.append(("character", _character(whole)))
    return TokenFacts(token, _badge(encoding, index, whole), tuple(rows))


def _decoded(token: bytes) -> str | None:
    try:
        return token.decode("utf-8")
    except UnicodeDecodeError:
        return None


def _badge(encoding: Encoding, index: int, whole: str | None) -> str:
    if index in encoding.special:
        return "special token"
    return "part of a character" if whole is None else ""


def _length(token: bytes, text: str) -> str:
    characters = "1 character" if len(text) == 1 else f"{len(text):,} characters"
    return characters + (", 1 byte" if len(token) == 1 else f", {len(token):,} bytes")


def _holds(encoding: Encoding, index: int) -> str:
    """Which bytes of which character: "first 2 of the 3 bytes of (letter), U+092D"."""
    start, end = encoding.byte_spans[index].tolist()
    first, last = encoding.character_spans[index].tolist()
    if start == end:
        return "no bytes of the text"
    if last - first > 1:
        return f"parts of {last - first} characters, {end - start} bytes"
    character = encoding.text[first]
    size = len(character.encode())
    before = start - len(encoding.text[:first].encode())
    places = range(before + 1, before + end - start + 1)
    if before == 0:
        which = f"first {len(places)} of the {size} bytes" if len(places) > 1 else f"first of the {size} bytes"
    elif before + len(places) == size:
        which = f"last {len(places)} of the {size} bytes" if len(places) > 1 else f"last of the {size} bytes"
    else:
        which = f"byte {' and '.join(map(str, places))} of {size}"
    return f"{which} of {character}, U+{ord(character):04X}"


def _span(encoding: Encoding, index: int) -> str:
    first, last = encoding.character_spans[index].tolist()
    start, end = encoding.byte_spans[index].tolist()
    return f"characters {first:,}-{last:,}, bytes {start:,}-{end:,}"


def _rank(tokenizer: AnyTokenizer, id: int) -> str:
    if id in tokenizer.special.values():
        return "none, a special token"
    if not isinstance(tokenizer, PipelineTokenizer) or tokenizer.kind != "byte-bpe":
        return "in no order of merges"
    model_id = int(tokenizer.model_ids(np.array([id]))[0])
    merge = model_id - 255
    return f"merge {merge:,}" if merge > 0 else "a byte, not merged"


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count:,} times, all lit"


def _character(text: str) -> str:
    name = unicodedata.name(text, "")
    return f"U+{ord(text):04X}" + (f" {name.lower()}" if name else "")
