"""What the strip says of one token: computed from the encoding, so that it can be tested without a window."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

import numpy as np

from engine import AnyTokenizer, Encoding
from engine.algorithms.merge_model import MergeModel
from engine.algorithms.unigram_model import Unigram
from engine.tokenizer import PipelineTokenizer
from engine.vocabulary import glyphs


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
        *_rank(tokenizer, id),
        ("in this text", _times(int(np.count_nonzero(encoding.ids == id)))),
    ]
    stored = stored_form(tokenizer, id)
    typed = _typed(encoding, index)
    if whole is None:
        rows.append(("alone", "not valid UTF-8"))
    elif typed is not None and typed != whole:
        rows.append(("typed", f'"{typed}"' if typed else "nothing"))
    elif stored not in (whole, glyphs(token)):
        rows.append(("stored as", stored))
    elif len(whole) == 1:
        rows.append(("character", _character(whole)))
    return TokenFacts(token or stored.encode(), _badge(encoding, index, whole), tuple(rows))


def stored_form(tokenizer: AnyTokenizer, id: int) -> str:
    """The token as the tokenizer's files have it: "Ġthe", "##ing", "▁the"."""
    return tokenizer.vocabulary.glyphs(id) if 0 <= id < len(tokenizer.vocabulary) else ""


def _decoded(token: bytes) -> str | None:
    try:
        return token.decode("utf-8")
    except UnicodeDecodeError:
        return None


def _typed(encoding: Encoding, index: int) -> str | None:
    """What was typed under a token, where the model saw something else."""
    if encoding.normalized is None or index in encoding.unknown or index in encoding.special:
        return None
    start, end = encoding.byte_spans[index].tolist()
    return _decoded(encoding.data[start:end])


def _badge(encoding: Encoding, index: int, whole: str | None) -> str:
    if index in encoding.special:
        return "special token"
    if index in encoding.unknown:
        return "unknown"
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


def _rank(tokenizer: AnyTokenizer, id: int) -> list[tuple[str, str]]:
    """Where the token stands in what was learned; nothing where that is not known."""
    if id in tokenizer.special.values():
        return [("rank", "none, a special token")]
    if not isinstance(tokenizer, PipelineTokenizer):
        return []
    model, model_id = tokenizer.model, int(tokenizer.model_ids(np.array([id]))[0])
    if isinstance(model, Unigram):
        return [("log probability", f"{float(model.scores[model_id]):.3f}")]
    if model_id == model.unknown:
        return [("rank", "none, it stands for what is not known")]
    if model_id < model.base:
        return [("rank", "a byte, not merged" if model.kind == "byte-bpe" else "a symbol, not learned")]
    step = model_id - model.base + 1
    return [("rank", f"{'merge' if isinstance(model, MergeModel) else 'step'} {step:,}")]


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count:,} times, all lit"


def _character(text: str) -> str:
    name = unicodedata.name(text, "")
    return f"U+{ord(text):04X}" + (f" {name.lower()}" if name else "")
