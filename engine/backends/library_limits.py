"""What a tokenizer.json may ask of the `tokenizers` library: no text without end, no word that is looked up for ever.

The library runs out of memory by ending the process, so what a file could make of a text is known before it is asked:

    check           FormatError for a file that asks for too much at all
    check_length    EngineError for a text that becomes too long
    plain           the file without what adds to a text, cuts it off or fills it up
    bounded_model   the model without chance, and with a limit to the length of its words
    check_words     EngineError for a word beyond that limit
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.backends import library_growth
from engine.errors import EngineError, FormatError

LARGEST_TEXT = 1 << 24
"""Bytes that a text may become, unless it is long itself: the library keeps 80 for each."""
USUAL_GROWTH = 16
"""How many times as long a long text may become: Korean is three times as long in parts, and a mark takes four bytes a letter."""
MOST_GROWTH = 1 << 20
MOST_DECODED = 1 << 12
"""How many times as long a decoder may make a text."""
MOST_STEPS = 100
"""Of a normalizer, a pre-tokenizer and a decoder together: some add a few bytes each."""
LONGEST_PREFIX = 1000
"""Bytes before each text."""
LONGEST_PART = 100
"""Characters of the unknown token, and of what marks the parts of a word: the library writes them for each letter."""
LONGEST_PIECE = 1000
"""Characters of a piece of Unigram: the library keeps them in a tree that it takes down by calls within calls."""
LONGEST_ADDED = 1000
"""Characters of an added token that may stand for fewer, as it is normalized: the library writes it wherever these are."""
LARGEST_ADDED = 1 << 28
"""Bytes that all added tokens may become: the library normalizes them as it opens a file."""
LONGEST_WORD = 1000
"""Characters of a word that WordPiece looks up: it tries all its parts, so twice the length takes eight times as long."""
_LONGEST_CHARACTER = 4


@dataclass(frozen=True, slots=True)
class Growth:
    """How many bytes come of one byte of a text, at most, and how many stand before it."""

    normalizer: int
    pre_tokenizer: int
    before: int

    @classmethod
    def of(cls, content: Mapping[str, Any], source: str) -> Growth:
        """What the steps of a file do; FormatError for what is no step."""
        normalizer = content.get("normalizer")
        return cls(
            library_growth.growth(normalizer, source),
            library_growth.growth(content.get("pre_tokenizer"), source),
            library_growth.put_before(normalizer, source),
        )

    @property
    def factor(self) -> int:
        """Of both, one after the other."""
        return self.normalizer * self.pre_tokenizer

    def most(self, text: str) -> int:
        """Bytes that may come of a text."""
        return self.factor * (_size(text) + self.before)

    def made(self, text: str, normalize: Callable[[str], str], limit: int) -> int:
        """Bytes that do come of a text, or some number above the limit: found in parts, none of which can become too long."""
        step = (LARGEST_TEXT // self.normalizer - self.before) // _LONGEST_CHARACTER
        if step < 1:
            return limit + 1
        made = 0
        for start in range(0, len(text), step):
            made += _size(normalize(text[start : start + step])) * self.pre_tokenizer
            if made > limit:
                break
        return made


def check(content: Mapping[str, Any], source: str) -> None:
    """FormatError for what makes a text longer without end, and for rules that are not what their head says."""
    parts = [
        list(library_growth.steps(content.get(part), source)) for part in ("normalizer", "pre_tokenizer", "decoder")
    ]
    if sum(map(len, parts)) > MOST_STEPS:
        raise FormatError(f"{source} does more than {MOST_STEPS} things to a text, one after another.")
    if any("precompiled_charsmap" in step and not _is_whole(step) for step in parts[0]):
        raise FormatError(f"{source}: the rules of its normalizer are damaged.")
    grown = Growth.of(content, source)
    if grown.before > LONGEST_PREFIX:
        raise FormatError(f"{source} puts more than {LONGEST_PREFIX:,} characters before each text.")
    if grown.factor > MOST_GROWTH:
        raise FormatError(f"{source}: its normalizer may make a text more than {MOST_GROWTH:,} times as long.")
    if library_growth.growth(content.get("decoder"), source) > MOST_DECODED:
        raise FormatError(f"{source}: its decoder may make a text more than {MOST_DECODED:,} times as long.")
    _check_texts(content, grown, source)


def _check_texts(content: Mapping[str, Any], grown: Growth, source: str) -> None:
    """FormatError for a text of the file that the library would write again and again, and that is long."""
    for name in ("unk_token", "continuing_subword_prefix", "end_of_word_suffix"):
        if len(str(content["model"].get(name) or "")) > LONGEST_PART:
            raise FormatError(f"{source}: its {name} has more than {LONGEST_PART:,} characters.")
    pieces = content["model"].get("vocab")
    rows = pieces if isinstance(pieces, list) else []
    if any(isinstance(row, list) and row and len(str(row[0])) > LONGEST_PIECE for row in rows):
        raise FormatError(f"{source}: a piece of its vocabulary has more than {LONGEST_PIECE:,} characters.")
    if not content.get("normalizer"):
        return
    added = [str(row["content"]) for row in content.get("added_tokens") or [] if row.get("normalized")]
    if any(len(text) > LONGEST_ADDED for text in added):
        raise FormatError(f"{source}: an added token that is normalized has more than {LONGEST_ADDED:,} characters.")
    if sum(map(grown.most, added)) > LARGEST_ADDED:
        raise FormatError(f"{source}: its normalizer may make its added tokens too long.")


def check_length(texts: Sequence[str], grown: Growth, normalize: Callable[[str], str], source: str) -> None:
    """EngineError for a text that becomes too long; what comes of a text that might is looked at."""
    for text in texts:
        if grown.most(text) <= LARGEST_TEXT:
            continue
        limit = max(LARGEST_TEXT, USUAL_GROWTH * _size(text))
        if grown.made(text, normalize, limit) > limit:
            raise EngineError(
                f"{source}: its normalizer may make this text {grown.factor:,} times as long, more than "
                f"{limit / 1e6:,.0f} MB. Take a shorter text."
            )


def _size(text: str) -> int:
    return len(text.encode("utf-8", "replace"))


def _is_whole(step: Mapping[str, Any]) -> bool:
    table, rest = library_growth.rules(step)
    return not table or bool(rest)


def plain(content: Mapping[str, Any]) -> dict[str, Any]:
    """The file without what is added to a text, cut off or filled up (to any length)."""
    return {**content, "post_processor": None, "truncation": None, "padding": None}


def bounded_model(model: Mapping[str, Any]) -> dict[str, Any]:
    """The model as the library gets it: nothing is left to chance (`dropout` is for training), no word is too long."""
    bounded = dict(model)
    if "dropout" in bounded:
        bounded["dropout"] = None
    if is_cut_short(model):
        bounded["max_input_chars_per_word"] = LONGEST_WORD
    return bounded


def is_cut_short(model: Mapping[str, Any]) -> bool:
    """Whether the library gets a lower limit to the length of words than the file has."""
    limit = model.get("max_input_chars_per_word")
    return isinstance(limit, int) and limit > LONGEST_WORD


def check_words(offsets: Iterable[Sequence[tuple[int, int]]], source: str) -> None:
    """EngineError for a word that would have been looked up in all its parts, and was not."""
    for start, end in (span for spans in offsets for span in spans):
        if end - start > LONGEST_WORD:
            raise EngineError(
                f"{source}: a word has {end - start:,} characters. Here no more than {LONGEST_WORD:,} are looked up."
            )
