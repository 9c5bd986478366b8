"""What a mistyped word may have meant."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence

_MOST = 3
_LEAST_ALIKE = 0.6
_CLOSE = 0.1
"""How much less alike than the best a name may be and still be named."""


def similar(word: str, names: Iterable[str]) -> list[str]:
    """Names that the word may mean, the likeliest first, at most three: those that begin with it, or else those like it.

    >>> similar("cl100k", ["gpt2", "cl100k_base", "o200k_base"])
    ['cl100k_base']
    >>> similar("alise", ["alice", "moby-dick"])
    ['alice']
    """
    by_folded = {name.casefold(): name for name in names}
    wanted = word.casefold()
    found = [folded for folded in by_folded if len(wanted) > 1 and folded.startswith(wanted)]
    if not found:
        alike = {folded: difflib.SequenceMatcher(None, folded, wanted).ratio() for folded in by_folded}
        least = max(_LEAST_ALIKE, max(alike.values(), default=0.0) - _CLOSE)
        found = sorted((folded for folded in alike if alike[folded] >= least), key=lambda folded: -alike[folded])
    return [by_folded[folded] for folded in found[:_MOST]]


def did_you_mean(word: str, names: Iterable[str]) -> str:
    """The sentence to put behind a refusal, with a blank in front; "" where nothing is similar.

    >>> did_you_mean("alise", ["alice", "moby-dick"])
    ' Did you mean alice?'
    """
    return asked(similar(word, names))


def asked(names: Sequence[str]) -> str:
    """Whether one of these is meant, a sentence with a blank in front; "" for none.

    >>> asked(["eng", "enm", "ang"])
    ' Did you mean eng, enm or ang?'
    """
    if not names:
        return ""
    return f" Did you mean {', '.join(names[:-1])}{' or ' if names[:-1] else ''}{names[-1]}?"
