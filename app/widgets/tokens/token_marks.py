"""How the tokens of an encoding are shown in a view: their colours, marks and labels."""

from __future__ import annotations

import unicodedata

import numpy as np

from app.look.theme import Appearance, Theme
from app.look.token_colours import Colours, colours_of
from app.look.token_palettes import TokenPalette, class_palette, plain_palette
from app.widgets.text.placed_tokens import PlacedTokens
from app.widgets.text.token_document import SPECIAL, UNKNOWN
from app.widgets.text.token_labels import END_OF_ISOLATE, ISOLATE, byte_label
from app.widgets.text.token_view import TokenView
from app.widgets.tokens.token_facts import stored_form
from engine import AnyTokenizer, Encoding, LibraryTokenizer
from engine.reading.classes import NONE, Classes
from engine.vocabulary import IntArray


class TokenMarks:
    """Gives a view its tokens."""

    def __init__(self, appearance: Appearance) -> None:
        self._appearance = appearance

    def prepare(self, encoding: Encoding, tokenizer: AnyTokenizer) -> None:
        """What takes long for many tokens, in whatever thread they were made."""
        colours_of(tokenizer, self._appearance.theme.token_colours).of(encoding)

    def show(
        self, view: TokenView, encoding: Encoding, tokenizer: AnyTokenizer, classes: Classes | None = None
    ) -> None:
        """Tokens with the tokenizer's own spans: there may be gaps, marks without bytes, and several on one character."""
        if classes is None or not (classes.names or classes.form == "turns"):
            own = colours_of(tokenizer, self._appearance.theme.token_colours)
            colours, palette = own.of(encoding), None
        else:
            colours, palette = class_colours(classes), palette_of(classes, self._appearance.theme)
        view.set_palette(palette)
        if encoding.special or encoding.unknown:
            colours = colours.copy()
            colours[list(encoding.special)] = SPECIAL
            colours[list(encoding.unknown)] = UNKNOWN
        view.set_tokens_of(
            encoding.data,
            PlacedTokens(encoding.ids, *_places(encoding, tokenizer), colours),
            lambda name, token: label_of(encoding, tokenizer, name, token),
        )


def _places(encoding: Encoding, tokenizer: AnyTokenizer) -> tuple[IntArray, IntArray]:
    """First byte and end of each token, none before the one in front of it."""
    starts, ends = encoding.byte_spans[:, 0], encoding.byte_spans[:, 1]
    if isinstance(tokenizer, LibraryTokenizer) and (np.diff(starts) < 0).any():
        starts = np.maximum.accumulate(starts)
        return starts, np.maximum(starts, ends)
    return starts, ends


def class_colours(classes: Classes) -> Colours:
    """The number of each token's class; those of no class have the one behind the last."""
    return np.where(classes.of_token == NONE, len(classes.names), classes.of_token).astype(np.uint8)


def palette_of(classes: Classes, theme: Theme) -> TokenPalette:
    """How classes look."""
    if classes.form == "turns":
        return plain_palette(theme)
    return class_palette(theme, len(classes.names), ordered=classes.form == "steps")


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
    if shown and all(
        unicodedata.category(character) in ("Cf", "Zs") for character in shown
    ):  # nothing to see otherwise
        return "".join(f"<U+{ord(character):04X}>" for character in shown)
    return shown if shown.isascii() else f"{ISOLATE}{shown}{END_OF_ISOLATE}"


_SEEN = {0x20: "\u2423", 0x09: "\u2409"} | {code: chr(0x2400 + code) for code in range(0x20) if code != 9}
