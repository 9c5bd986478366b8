"""The chapter of a text: coloured by the tokens of each tokenizer."""

from __future__ import annotations

from collections.abc import Mapping, Set
from html import escape

from app.look.theme import token_colour_indexes
from app.reports.parts import heading, note
from app.sentences import said
from app.translation import translate
from engine.backends import AnyTokenizer
from engine.errors import EngineError

_MOST_TEXT = 4_000


def text_chapter(text: str, tokenizers: Mapping[str, AnyTokenizer], special: Set[str] = frozenset()) -> list[str]:
    """The beginning of the text once for each tokenizer, by its title; one that cannot encode it says why.  Names of `special`
    tokens are taken as such."""
    shown = text[:_MOST_TEXT]
    if not shown or not tokenizers:
        return []
    parts = [heading(translate("report", "The text in tokens"))]
    if len(text) > len(shown):
        words = translate("report", "The first {:,} of {:,} characters.")
        parts.append(note(words.format(len(shown), len(text))))
    for title, tokenizer in tokenizers.items():
        try:
            parts.append(_coloured(title, tokenizer, shown, special))
        except EngineError as error:
            parts.append(note(f"{title}: {said(error)}"))
    return parts


def _coloured(title: str, tokenizer: AnyTokenizer, text: str, special: Set[str]) -> str:
    """The text with a ground for each run of tokens that makes whole characters, so that no letter changes its shape."""
    encoding = tokenizer.encode(text, allowed_special=special & frozenset(tokenizer.special))
    segments = encoding.segments()
    pieces = [text[slice(*segment.character_span)] for segment in segments]
    colours = token_colour_indexes([piece.encode("utf-8", "replace") for piece in pieces])
    spans = []
    end = 0
    for segment, piece, index in zip(segments, pieces, colours, strict=True):
        start, stop = segment.character_span
        spans.append(escape(text[end:start]))
        shared = " shared" if segment.is_shared else ""
        ids = " ".join(map(str, encoding.ids[segment.first : segment.last].tolist()))
        spans.append(f'<span class="c{index}{shared}" title="{ids}">{escape(piece)}</span>')
        end = stop
    spans.append(escape(text[end:]))
    count = len(encoding.ids)
    size = len(text.encode("utf-8", "replace")) / max(count, 1)
    caption = translate("report", "{}: {:,} tokens, {:.2f} bytes per token").format(title, count, size)
    head = f"<figcaption><b>{escape(caption)}</b></figcaption>"
    return f'<figure>{head}<div class="tokens" dir="auto">{"".join(spans)}</div></figure>'
