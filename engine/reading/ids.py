"""Ids that somebody typed or pasted, back to text: what is no number, what is no token, what is no text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from engine.backends import AnyTokenizer
from engine.errors import DecodeError, OptionError


@dataclass(frozen=True, slots=True)
class Decoded:
    """What some ids say.

    text   the text, with U+FFFD for bytes that are none and bad ids in brackets
    strict None if that is exactly what the ids say, else the sentence that tells what is wrong
    bad    (place, id) of ids that no token has; places count from 0
    raw    bytes of the tokens, bad ids left out; None where tokens are not bytes
    """

    text: str
    strict: str | None
    bad: tuple[tuple[int, int], ...]
    raw: bytes | None


def parse_ids(text: str) -> list[int]:
    """Whole numbers in any of the usual ways to write a list; OptionError names what is none.

    >>> parse_ids("[15496, 995]"), parse_ids("15496 995")
    ([15496, 995], [15496, 995])
    """
    ids = []
    for place, word in enumerate(re.findall(r"[^\s,;\[\](){}]+", text), 1):
        if not re.fullmatch(r"[+-]?[0-9]{1,10}", word):
            raise OptionError(
                f'"{word[:40]}" (place {place:,}) is no id. Write whole numbers, with blanks or commas between.'
            )
        ids.append(int(word))
    return ids


def decoded(tokenizer: AnyTokenizer, ids: Sequence[int]) -> Decoded:
    """The text of some ids, and what is wrong with it."""
    is_token = tokenizer.vocabulary.has
    bad = tuple((place, id) for place, id in enumerate(ids) if not is_token(id))
    try:
        return Decoded(tokenizer.decode(ids, "strict"), None, (), _raw(tokenizer, ids))
    except DecodeError as error:
        known = _raw(tokenizer, list(filter(is_token, ids)))
        return Decoded(tokenizer.decode(ids, "replace"), error.sentence, bad, known)


def _raw(tokenizer: AnyTokenizer, ids: Sequence[int]) -> bytes | None:
    vocabulary = tokenizer.vocabulary
    return b"".join(vocabulary[id] for id in ids) if vocabulary.byte_level else None
