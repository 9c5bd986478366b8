"""Whether a text comes through a tokenizer: exactly, but for its form, or with a part lost.

Many tokenizers change a text on purpose: case, blanks, accents, compatibility forms.  Their counts can be compared.  One
that loses letters has fewer tokens because it says less: that must never look like a bargain.
"""

from __future__ import annotations

import unicodedata

import regex

UNKNOWN_LIMIT = 0.02
"""Above this share of unknown text a count looks too cheap to be shown, and what it saves cannot be compared."""
_NO_CONTENT = regex.compile(r"[\s\p{Cc}\p{Cf}\u0300-\u036F]+")
"""Blanks, characters that are not seen, and accents; vowel signs of other scripts are letters there, and stay."""


def content(text: str) -> str:
    """The text without what normalizers take away: case, blanks, accents, compatibility forms.

    >>> content("Ce\\u0301 ﬁn") == content("CÉFIN") == "cefin"
    True
    """
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    return str(_NO_CONTENT.sub("", folded))


def keeps_content(text: str, decoded: str) -> bool:
    """Whether what was decoded says the same, perhaps in another form."""
    return decoded == text or content(decoded) == content(text)


def unicode_form(text: str) -> str:
    """Which normal form a text is in: "NFC" (also where nothing can be composed), "NFD", or "neither NFC nor NFD"."""
    forms = (form for form in ("NFC", "NFD") if unicodedata.is_normalized(form, text))
    return next(forms, "neither NFC nor NFD")
