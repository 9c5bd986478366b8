"""NORMALIZERS: what may be done to a text before it is cut, always aligned with the text as it was typed.

The forms of Unicode, lower case, accents and BERT's cleaning are `tokenizers`' own, nmt-nfkc is `sentencepiece`'s: their
versions of Unicode, whatever the running Python has.  Both are imported when first needed.  Metaspace is written out in
metaspace.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.alignment import WIDE, Alignment, Offsets, align
from engine.errors import OptionError
from engine.metaspace import MARK, mark_alignment, marked, marked_texts, unmarked
from engine.suggestions import did_you_mean
from engine.unicode import stand_alone
from engine.vocabulary import ByteArray, IntArray

METASPACE = "metaspace"
_BREATH = 1 << 15
"""Characters that a library normalizes at a time: it holds the GIL while it works, some 10 ms for these."""
_FEW = 8
"""Where fewer than one character in so many is not ASCII, it is faster to give a library only those."""


TextFunction = Callable[[str], str]


def _of_tokenizers(name: str, **options: Any) -> Callable[[], TextFunction]:
    """What makes the function of one of the normalizers of `tokenizers`."""

    def make() -> TextFunction:
        from tokenizers import normalizers

        function: TextFunction = getattr(normalizers, name)(**options).normalize_str
        return function

    return make


def _nmt_nfkc() -> TextFunction:
    """SentencePiece's rules for characters alone: what it does with blanks is left to metaspace."""
    import sentencepiece

    rules = sentencepiece.SentencePieceNormalizer(
        rule_name="nmt_nfkc", add_dummy_prefix=False, escape_whitespaces=False, remove_extra_whitespaces=False
    )
    return lambda text: str(rules.normalize(text))


@dataclass(frozen=True, slots=True)
class NormalizerKind:
    """A row of NORMALIZERS.

    loses  what of a text cannot be recovered
    make   makes its function from text to text, when that is first needed; it must not act across a blank or a line end
    """

    name: str
    title: str
    loses: str
    make: Callable[[], TextFunction]


_COMPATIBLE = "full-width forms, ligatures, superscripts"
NORMALIZERS: dict[str, NormalizerKind] = {
    kind.name: kind
    for kind in (
        NormalizerKind("nfc", "NFC: composed", "whether letters and accents were typed apart", _of_tokenizers("NFC")),
        NormalizerKind(
            "nfd", "NFD: decomposed", "whether letters and accents were typed as one", _of_tokenizers("NFD")
        ),
        NormalizerKind("nfkc", "NFKC: composed, variants made equal", _COMPATIBLE, _of_tokenizers("NFKC")),
        NormalizerKind("nfkd", "NFKD: decomposed, variants made equal", _COMPATIBLE, _of_tokenizers("NFKD")),
        NormalizerKind("lowercase", "Lower case", "capitals", _of_tokenizers("Lowercase")),
        NormalizerKind(
            "strip-accents",
            "Combining marks taken off",
            "accents and vowel signs that stand apart",
            _of_tokenizers("StripAccents"),
        ),
        NormalizerKind(
            METASPACE,
            f"Blanks as {MARK}, one in front",
            "blanks at both ends, and more than one in a row",
            lambda: marked,
        ),
        NormalizerKind(
            "nmt-nfkc", "SentencePiece's default", "variants, kinds of white space, control characters", _nmt_nfkc
        ),
        NormalizerKind(
            "bert",
            "BERT's cleaning, without capitals and accents",
            "capitals, accents, control characters",
            _of_tokenizers("BertNormalizer"),
        ),
        NormalizerKind(
            "bert-accents",
            "BERT's cleaning, without capitals",
            "capitals, control characters",
            _of_tokenizers("BertNormalizer", strip_accents=False),
        ),
    )
}


@dataclass(frozen=True, slots=True, eq=False)
class Normalized:
    """A normalized text and the way back: from any range of its bytes to bytes of the raw text."""

    text: str
    steps: tuple[Alignment, ...] = ()

    def raw_spans(self, spans: IntArray) -> Offsets:
        """(n, 2) half-open ranges of `text.encode()` as ranges of the raw bytes.

        >>> sequence_of(["nfkc"]).apply("\ufb01x").raw_spans(np.array([[0, 1], [1, 2], [2, 3]])).tolist()
        [[0, 3], [0, 3], [3, 4]]
        """
        found = np.asarray(spans, np.int64).reshape(-1, 2)
        for step in reversed(self.steps):
            found = step.raw_spans(found)
        return found


@dataclass(frozen=True, slots=True)
class Normalizer:
    """Some of NORMALIZERS, one after another; none at all is the identity.

    `keep_whitespace` lets metaspace keep blanks at both ends and every blank of a row.  `at_start=False` is for a text
    that continues another one: metaspace then puts no mark in front.
    """

    names: tuple[str, ...] = ()
    keep_whitespace: bool = False

    def __bool__(self) -> bool:
        """Whether it does anything."""
        return bool(self.names)

    @property
    def marks_blanks(self) -> bool:
        """Whether metaspace is one of them: then there are no blanks left."""
        return METASPACE in self.names

    @property
    def leaves_marks(self) -> bool:
        """Whether the marks are there at the end as well: SentencePiece's rules, behind it, make blanks of them again."""
        return self.marks_blanks and "nmt-nfkc" not in self.names[self.names.index(METASPACE) :]

    @property
    def only_marks_blanks(self) -> bool:
        """Whether it is metaspace alone: then many texts can be done at once, by a loop that holds nothing."""
        return self.names == (METASPACE,)

    def text(self, text: str, *, at_start: bool = True) -> str:
        """What becomes of a text.

        >>> sequence_of(["nfkc", "metaspace"]).text(" low  \uff45r ")
        '▁low▁er'
        """
        for name in self.names:
            text = self._marked(text, at_start) if name == METASPACE else "".join(map(_function(name), _breaths(text)))
        return text

    def slices(self, text: str, *, at_start: bool = True) -> Iterator[str]:
        """The same in parts, some of them empty; nothing holds the GIL for long from one to the next."""
        for name in self.names:
            if name == METASPACE:
                text = self._marked(text, at_start)
                continue
            parts = []
            for part in _breaths(text):
                parts.append(_function(name)(part))
                yield ""
            text = "".join(parts)
        yield text

    def marked_texts(
        self, data: bytes, starts: IntArray, ends: IntArray, opens: npt.NDArray[np.bool_]
    ) -> tuple[ByteArray, Offsets]:
        """What metaspace makes of many texts; see `engine.metaspace.marked_texts`."""
        return marked_texts(data, starts, ends, opens, keep=self.keep_whitespace)

    def apply(self, text: str, *, at_start: bool = True) -> Normalized:
        """What becomes of a text, and where each part of it comes from."""
        steps = []
        for name in self.names:
            raw = text
            if name == METASPACE:
                text = self._marked(raw, at_start)
                steps.append(mark_alignment(raw, keep=self.keep_whitespace, at_start=at_start))
            else:
                text = "".join(map(_function(name), _breaths(raw)))
                steps.append(align(raw, text, _function(name)))
        return Normalized(text, tuple(steps))

    def _marked(self, text: str, at_start: bool) -> str:
        return marked(text, keep=self.keep_whitespace, at_start=at_start)

    def restore(self, text: str) -> str:
        """The raw text of a decoded one, as far as it can be told: marks become blanks, the one in front goes.

        >>> sequence_of(["metaspace"]).restore("▁low▁er")
        'low er'
        """
        return unmarked(text, keep=self.keep_whitespace) if self.marks_blanks else text


IDENTITY = Normalizer()
"""Leaves every text as it is."""


def sequence_of(names: Sequence[str], *, keep_whitespace: bool = False) -> Normalizer:
    """The normalizers of these names, in this order; OptionError for a name that is none."""
    for name in names:
        if name not in NORMALIZERS:
            hint = did_you_mean(name, NORMALIZERS)
            raise OptionError(f'There is no normalizer "{name}".{hint} Choose from {", ".join(NORMALIZERS)}.')
    if tuple(names).count(METASPACE) > 1:
        raise OptionError("The normalizer metaspace is given twice: it would put two marks in front.")
    return Normalizer(tuple(names), keep_whitespace)


def _breaths(text: str) -> Sequence[str]:
    """The text in parts of about `_BREATH` characters, cut between two that do not act on each other."""
    return (text,) if len(text) <= 2 * _BREATH else tuple(_cut_in_breaths(text))


def _cut_in_breaths(text: str) -> Iterator[str]:
    start = 0
    while len(text) - start > 2 * _BREATH:
        end = start + _BREATH
        while end < len(text) and not stand_alone(text[end - 1 : end + 1]):
            end += 1
        yield text[start:end]
        start = end
    yield text[start:]


# What the libraries do, faster ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Function:
    """A library's function, spared what is ASCII: on that a table does the same in a hundredth of the time."""

    library: TextFunction
    table: dict[int, str]

    def __call__(self, text: str) -> str:
        if text.isascii():
            return text.translate(self.table) if self.table else text
        wide = len(text) - len(text.encode("ascii", "ignore"))
        if wide * _FEW > len(text):
            return self.library(text)
        parts = WIDE.split(text)
        parts[1::2] = map(self.library, parts[1::2])
        if self.table:
            parts[::2] = [part.translate(self.table) for part in parts[::2]]
        return "".join(parts)


@cache
def _function(name: str) -> _Function:
    """The function of that name; what it makes of each ASCII character it makes of it in any ASCII text."""
    library = NORMALIZERS[name].make()
    ascii_characters = ((code, library(chr(code))) for code in range(128))
    return _Function(library, {code: text for code, text in ascii_characters if text != chr(code)})
