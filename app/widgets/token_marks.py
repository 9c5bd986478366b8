"""How the tokens of an encoding are shown in a view: their colours, marks and labels."""

from __future__ import annotations

import unicodedata

from app.theme import Appearance
from app.token_colours import TokenColours
from app.widgets.token_document import END_OF_ISOLATE, ISOLATE, SPECIAL, UNKNOWN, byte_label
from app.widgets.token_facts import stored_form
from app.widgets.token_view import TokenView
from engine import AnyTokenizer, Encoding


class TokenMarks:
    """Gives a view its tokens; keeps the colours of one vocabulary, so that an edit changes few of them."""

    def __init__(self, appearance: Appearance) -> None:
        self._appearance = appearance
        self._colours: tuple[AnyTokenizer, int, TokenColours] | None = None

    def show(self, view: TokenView, encoding: Encoding, tokenizer: AnyTokenizer) -> None:
        """Tokens with the tokenizer's own spans: there may be gaps, marks without bytes, and several on one character."""
        count = self._appearance.theme.token_colours
        if self._colours is None or self._colours[0] is not tokenizer or self._colours[1] != count:
            self._colours = (tokenizer, count, TokenColours(tokenizer.vocabulary, count))
        colours = self._colours[2].of(encoding)
        if encoding.special or encoding.unknown:
            colours = colours.copy()
            colours[list(encoding.special)] = SPECIAL
            colours[list(encoding.unknown)] = UNKNOWN
        spans = encoding.byte_spans
        view.set_tokens(
            encoding.ids,
            spans[:, 0],
            colours,
            spans[:, 1],
            lambda name, token: label_of(encoding, tokenizer, name, token),
        )


def label_of(encoding: Encoding, tokenizer: AnyTokenizer, view: str, token: int) -> str:
    """What stands for a token in the views `glyphs` (as its files have it), `bytes` (as the model saw it) and `ids`."""
    id = int(encoding.ids[token])
    if view == "ids":
        return f"{id:,}"
    if view == "bytes":
        return byte_label(encoding.tokens[token]) or "-"
    stored = stored_form(tokenizer, id)
    if "\ufffd" in stored and "\ufffd".encode() not in tokenizer.vocabulary[id]:  # raw bytes that are no text
        return f"<{byte_label(tokenizer.vocabulary[id])}>"
    shown = stored.translate(_SEEN)
    if shown and all(unicodedata.category(character) == "Cf" for character in shown):  # nothing to see otherwise
        return "".join(f"<U+{ord(character):04X}>" for character in shown)
    return shown if shown.isascii() else f"{ISOLATE}{shown}{END_OF_ISOLATE}"


_SEEN = {0x20: "\u2423", 0x09: "\u2409"} | {code: chr(0x2400 + code) for code in range(0x20) if code != 9}
