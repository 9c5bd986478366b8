"""What the strip says of one token: computed from the encoding, so that it can be tested without a window."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

import numpy as np

from app.translation import translate
from engine import AnyTokenizer, Encoding
from engine.algorithms.merge_model import MergeModel
from engine.algorithms.unigram_model import Unigram
from engine.tokenizer import PipelineTokenizer
from engine.unicode import scripts
from engine.vocabulary import glyphs

_MOST_BYTES, _MOST_POINTS = 12, 4
"""Bytes and code points that are listed."""


@dataclass(frozen=True, slots=True)
class TokenFacts:
    """One token: its bytes, a badge for what is odd about it, and (name, value) rows, the most telling first."""

    token: bytes
    badge: str
    rows: tuple[tuple[str, str], ...]


def token_facts(encoding: Encoding, tokenizer: AnyTokenizer, index: int, corpus: str = "") -> TokenFacts:
    """What there is to say of token `index` of a text; `corpus` says how often it comes out of the corpus."""
    id = int(encoding.ids[index])
    token = encoding.tokens[index]
    whole = _decoded(token)
    rows = [
        (translate("token_facts", "id"), f"{id:,}"),
        (translate("token_facts", "holds"), _holds(encoding, index) if whole is None else _length(token, whole)),
        (translate("token_facts", "span"), _span(encoding, index)),
        *_rank(tokenizer, id),
        (translate("token_facts", "in this text"), _times(int(np.count_nonzero(encoding.ids == id)))),
        *([(translate("token_facts", "in the corpus"), corpus)] if corpus else []),
        *_contents(encoding, index, token, whole),
        *_odd(encoding, tokenizer, index, whole),
    ]
    return TokenFacts(token or stored_form(tokenizer, id).encode(), _badge(encoding, index, whole), tuple(rows))


def _contents(encoding: Encoding, index: int, token: bytes, whole: str | None) -> list[tuple[str, str]]:
    """Bytes, code points and script; a part of a character has the script of that character."""
    first, last = encoding.character_spans[index].tolist()
    found = list(scripts(whole if whole is not None else encoding.text[first:last]))
    rows = [(translate("token_facts", "bytes"), _limited(token.hex(" ").upper().split(), _MOST_BYTES))] if token else []
    if whole:
        points = [f"U+{ord(character):04X}" for character in whole]
        rows.append(
            (
                translate("token_facts", "code points"),
                _character(whole) if len(whole) == 1 else _limited(points, _MOST_POINTS),
            )
        )
    if found:
        rows.append((translate("token_facts", "script"), _limited([name.replace("_", " ") for name in found], 2)))
    return rows


def _odd(encoding: Encoding, tokenizer: AnyTokenizer, index: int, whole: str | None) -> list[tuple[str, str]]:
    """What is otherwise than one would think."""
    id, token = int(encoding.ids[index]), encoding.tokens[index]
    stored, typed = stored_form(tokenizer, id), _typed(encoding, index)
    if whole is None:
        return [(translate("token_facts", "alone"), translate("token_facts", "not valid UTF-8"))]
    if typed is not None and typed != whole:
        return [(translate("token_facts", "typed"), f'"{typed}"' if typed else translate("token_facts", "nothing"))]
    return [(translate("token_facts", "stored as"), stored)] if stored not in (whole, glyphs(token)) else []


def _limited(words: list[str], most: int) -> str:
    return " ".join(words[:most]) + (" ..." if len(words) > most else "")


def corpus_words(count: float | None) -> str:
    """How often a token comes out of the corpus; weights of texts make it a fraction."""
    if count is None:
        return translate("token_facts", "not counted")
    return (
        translate("token_facts", "never")
        if not count
        else translate("token_facts", "once")
        if count == 1
        else translate("token_facts", "{:,.10g} times").format(count)
    )


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
        return translate("token_facts", "special token")
    if index in encoding.unknown:
        return translate("token_facts", "unknown")
    return translate("token_facts", "part of a character") if whole is None else ""


def _length(token: bytes, text: str) -> str:
    characters = (
        translate("token_facts", "1 character")
        if len(text) == 1
        else translate("token_facts", "{:,} characters").format(len(text))
    )
    return characters + (
        translate("token_facts", ", 1 byte")
        if len(token) == 1
        else translate("token_facts", ", {:,} bytes").format(len(token))
    )


def _holds(encoding: Encoding, index: int) -> str:
    """Which bytes of which character: "first 2 of the 3 bytes of (letter), U+092D"."""
    start, end = encoding.byte_spans[index].tolist()
    first, last = encoding.character_spans[index].tolist()
    if start == end:
        return translate("token_facts", "no bytes of the text")
    if last - first > 1:
        return translate("token_facts", "parts of {} characters, {} bytes").format(last - first, end - start)
    character = encoding.text[first]
    size = len(character.encode())
    before = start - len(encoding.text[:first].encode())
    places = range(before + 1, before + end - start + 1)
    if before == 0:
        which = (
            translate("token_facts", "first {} of the {} bytes").format(len(places), size)
            if len(places) > 1
            else translate("token_facts", "first of the {} bytes").format(size)
        )
    elif before + len(places) == size:
        which = (
            translate("token_facts", "last {} of the {} bytes").format(len(places), size)
            if len(places) > 1
            else translate("token_facts", "last of the {} bytes").format(size)
        )
    else:
        which = translate("token_facts", "byte {} of {}").format(
            translate("token_facts", " and ").join(map(str, places)), size
        )
    return translate("token_facts", "{} of {}, U+{:04X}").format(which, character, ord(character))


def _span(encoding: Encoding, index: int) -> str:
    first, last = encoding.character_spans[index].tolist()
    start, end = encoding.byte_spans[index].tolist()
    return translate("token_facts", "characters {:,}-{:,}, bytes {:,}-{:,}").format(first, last, start, end)


def _rank(tokenizer: AnyTokenizer, id: int) -> list[tuple[str, str]]:
    """Where the token stands in what was learned; nothing where that is not known."""
    if id in tokenizer.special.values():
        return [(translate("token_facts", "rank"), translate("token_facts", "none, a special token"))]
    if not isinstance(tokenizer, PipelineTokenizer):
        return []
    model, model_id = tokenizer.model, int(tokenizer.model_ids(np.array([id]))[0])
    if model_id == model.unknown:
        return [(translate("token_facts", "rank"), translate("token_facts", "none, it stands for what is not known"))]
    if isinstance(model, Unigram):
        return [(translate("token_facts", "log probability"), f"{float(model.scores[model_id]):.3f}")]
    if model_id < model.base:
        return [
            (
                translate("token_facts", "rank"),
                translate("token_facts", "a byte, not merged")
                if model.kind == "byte-bpe"
                else translate("token_facts", "a symbol, not learned"),
            )
        ]
    step = model_id - model.base + 1
    words = (
        translate("token_facts", "merge {:,}")
        if isinstance(model, MergeModel)
        else translate("token_facts", "step {:,}")
    )
    return [(translate("token_facts", "rank"), words.format(step))]


def _times(count: int) -> str:
    return (
        translate("token_facts", "once")
        if count == 1
        else translate("token_facts", "{:,} times, all lit").format(count)
    )


def _character(text: str) -> str:
    name = unicodedata.name(text, "")
    return f"U+{ord(text):04X}" + (f" {name.lower()}" if name else "")
