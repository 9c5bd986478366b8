"""The tokens of a text that was edited, made of those it had: only what stands between two seams is encoded again.

The part that is encoded reaches one character over each seam, so that it is cut there as it is in the whole text; what
comes of those two characters is thrown away.  A result is the same as encoding the whole text, or there is none.

>>> from engine.presets import load_preset
>>> gpt2 = load_preset("gpt2")
>>> old = gpt2.encode("Say hello to everybody here")
>>> new = re_encoded(gpt2, old, "Say help to everybody here")
>>> new.tokens[:3], new.origin.splice
([b'Say', b' help', b' to'], Splice(first=1, last=3, count=2))
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from weakref import ref

import numpy as np

from engine.backends import AnyTokenizer
from engine.encoding import Encoding, Origin, Splice, gaps
from engine.large_arrays import joined
from engine.seams import Seams, first_seam, last_seam
from engine.tokenizer import PipelineTokenizer
from engine.vocabulary import IntArray

_COMPARED = 1 << 16
"""Bytes that are compared at a time."""


@dataclass(frozen=True, slots=True)
class _Part:
    """What is encoded again: bytes `start` to `end` of the new text were `start` to `old_end` of the old one; with the
    characters across both seams it is `outer_start` to `outer_end`."""

    outer_start: int
    start: int
    end: int
    outer_end: int
    old_end: int

    @property
    def grown(self) -> int:
        """How many bytes longer the text is."""
        return self.end - self.old_end


def re_encoded(
    tokenizer: AnyTokenizer,
    old: Encoding,
    text: str,
    allowed: AbstractSet[str] = frozenset(),
    *,
    data: bytes | None = None,
    most: int | None = None,
) -> Encoding | None:
    """The tokens of `text`, with what of the old ones they replace; None where it takes the whole text to tell, or more
    than `most` bytes would have to be encoded.

    `old` was made by the same tokenizer with the same special tokens allowed; `data` is the text's UTF-8 where that is
    known.  Raises EncodeError as encoding does.
    """
    seams = tokenizer.seams
    if seams is None or old.replaced or any(character.isspace() for name in allowed for character in name):
        return None
    if data is None:
        try:
            data = text.encode()
        except UnicodeEncodeError:  # half a surrogate: it is replaced first
            return None
    part = _changed_part(seams, old.data, data)
    if part is None or _ends_special(data, part, allowed):
        return None
    if most is not None and part.outer_end - part.outer_start > most:
        return None
    fresh = tokenizer.encode(data[part.outer_start : part.outer_end].decode(), allowed_special=allowed)
    return _spliced(tokenizer, old, text, data, fresh, part)


def _changed_part(seams: Seams, old: bytes, new: bytes) -> _Part | None:
    """From the last seam before what differs to the first one behind it."""
    before, behind = common_ends(old, new)
    start = last_seam(seams, new, before)
    end = first_seam(seams, new, len(new) - behind)
    if start is None or end is None:
        return None
    return _Part(_step(new, start, -1), start, end, _step(new, end, 1), end + len(old) - len(new))


def _ends_special(data: bytes, part: _Part, allowed: AbstractSet[str]) -> bool:
    """Whether a special token may stand before a seam: what is behind one is a text of its own."""
    ends = {name.encode()[-1] for name in allowed}
    return any(place and data[place - 1] in ends for place in (part.start, part.end))


def _step(data: bytes, place: int, direction: int) -> int:
    """One character on or back, if there is one."""
    place += direction
    while 0 < place < len(data) and data[place] & 0xC0 == 0x80:
        place += direction
    return min(max(0, place), len(data))


def common_ends(one: bytes, other: bytes) -> tuple[int, int]:
    """How many bytes two texts have in common at the start, and how many behind that at the end; whole characters.

    >>> common_ends("naïve".encode(), "naïf".encode())
    (4, 0)
    """
    size = min(len(one), len(other))
    before = _equal(one, other, size)
    while before and any(before < len(data) and data[before] & 0xC0 == 0x80 for data in (one, other)):
        before -= 1
    behind = _equal_backwards(one, other, size - before)
    while behind and one[len(one) - behind] & 0xC0 == 0x80:
        behind -= 1
    return before, behind


def _equal(one: bytes, other: bytes, size: int) -> int:
    for start in range(0, size, _COMPARED):
        end = min(size, start + _COMPARED)
        if one[start:end] != other[start:end]:
            return start + _first_difference(one[start:end], other[start:end])
    return size


def _equal_backwards(one: bytes, other: bytes, size: int) -> int:
    for done in range(0, size, _COMPARED):
        length = min(_COMPARED, size - done)
        mine = one[len(one) - done - length : len(one) - done]
        theirs = other[len(other) - done - length : len(other) - done]
        if mine != theirs:
            return done + _first_difference(mine[::-1], theirs[::-1])
    return size


def _first_difference(one: bytes, other: bytes) -> int:
    return int((np.frombuffer(one, np.uint8) != np.frombuffer(other, np.uint8)).argmax())


# -- putting together ------------------------------------------------------------------------------------------------


def _spliced(
    tokenizer: AnyTokenizer, old: Encoding, text: str, data: bytes, fresh: Encoding, part: _Part
) -> Encoding | None:
    """The old tokens up to the first seam, the fresh ones between the seams, the old ones from the second on."""
    first, last = _at_seam(old, part.start), _at_seam(old, part.old_end)
    begin, stop = _at_seam(fresh, part.start - part.outer_start), _at_seam(fresh, part.end - part.outer_start)
    if first is None or last is None or begin is None or stop is None:
        return None
    splice = Splice(first, last, stop - begin)
    spans = joined([old.byte_spans[:first], fresh.byte_spans[begin:stop] + part.outer_start, old.byte_spans[last:]])
    spans[first + splice.count :] += part.grown
    made = Encoding(
        text,
        joined([old.ids[:first], fresh.ids[begin:stop], old.ids[last:]]),
        spans,
        special=_indexes(old.special, fresh.special, splice, begin),
        unknown=_indexes(old.unknown, fresh.unknown, splice, begin),
        origin=Origin(ref(old), splice),
    )
    if not (isinstance(tokenizer, PipelineTokenizer) and tokenizer.is_lossless):
        made = replace(made, dropped=gaps(made.byte_spans, len(data)))
        seen, places = _seen(old, fresh, part, splice, begin)
        if isinstance(tokenizer, PipelineTokenizer) or seen != data:
            made = replace(made, normalized=seen.decode(), normalized_spans=places)
    vars(made)["data"] = data  # known already, and of a long text not to be made twice
    return made


def _at_seam(encoding: Encoding, seam: int) -> int | None:
    """The first token behind a seam; None if one token holds both sides, or the one before does not reach up to it.

    A mark without bytes of its own belongs to the word before."""
    starts, ends = encoding.byte_spans[:, 0], encoding.byte_spans[:, 1]
    if seam == 0:
        return 0
    if seam == len(encoding.data):
        return len(encoding)
    index = int(ends.searchsorted(seam, "right"))
    apart = index == len(encoding) or int(starts[index]) >= seam
    return index if apart and index and int(ends[index - 1]) == seam else None


def _indexes(old: Sequence[int], fresh: Sequence[int], splice: Splice, begin: int) -> tuple[int, ...]:
    """Indexes of some tokens after the splice; `begin` is the first of the fresh tokens that is kept."""
    if not old and not fresh:
        return ()
    grown = splice.first + splice.count - splice.last
    kept = fresh[bisect_left(fresh, begin) : bisect_left(fresh, begin + splice.count)]
    return (
        *old[: bisect_left(old, splice.first)],
        *(index - begin + splice.first for index in kept),
        *(index + grown for index in old[bisect_left(old, splice.last) :]),
    )


def _seen(old: Encoding, fresh: Encoding, part: _Part, splice: Splice, begin: int) -> tuple[bytes, IntArray]:
    """What the model saw, put together, and the bytes of each token in it."""
    old_text, old_places = _normalized(old)
    text, places = _normalized(fresh)
    first, last, stop = splice.first, splice.last, begin + splice.count
    head = int(old_places[first - 1, 1]) if part.start else 0
    inner = int(places[begin - 1, 1]) if part.start else 0
    outer = int(places[stop - 1, 1]) if part.end < part.outer_end else len(text)
    tail = int(old_places[last - 1, 1]) if part.end < part.outer_end else len(old_text)
    joined = old_text[:head] + text[inner:outer] + old_text[tail:]
    behind = head + outer - inner - tail
    spans = np.concatenate([old_places[:first], places[begin:stop] - inner + head, old_places[last:] + behind])
    return joined, spans


def _normalized(encoding: Encoding) -> tuple[bytes, IntArray]:
    if encoding.normalized is None or encoding.normalized_spans is None:
        return encoding.data, encoding.byte_spans
    return encoding.normalized.encode(), encoding.normalized_spans
