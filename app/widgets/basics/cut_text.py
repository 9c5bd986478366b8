"""The beginning of a text, where the whole has no room: cut between what a reader sees as characters, and told."""

from __future__ import annotations

from engine.unicode import grapheme_breaks

_NEAR = 40
"""Characters before the cut in which a blank is looked for."""


def beginning(text: str, most: int, *, words: bool = False) -> str:
    """At most so many characters of a text; no word is cut where `words` end soon before.

    >>> beginning("low lower", 6), beginning("low lower", 6, words=True), beginning("low", 3)
    ('low lo…', 'low …', 'low')
    """
    if len(text) <= most:
        return text
    breaks = grapheme_breaks(text[: most + 1])
    cut = int(breaks[breaks <= most][-1]) or most  # one character that is longer than all there is room for
    blanks = [at for at in range(max(0, cut - _NEAR), cut) if text[at].isspace()] if words else []
    if blanks and text[: blanks[-1]].strip():
        return text[: blanks[-1]].rstrip() + " …"
    return text[:cut].rstrip() + "…"
