"""What there is to know about every token of a vocabulary, as columns: length, script, kind, count in a corpus.

    said_vocabulary   tokens as text: without the marks that their files put on them ("##ing" says "ing", "▁the" says " the")
    survey            lengths, characters, script and kind of every token
    token_counts      how often each token comes out of a corpus
    cut_alone         tokens whose own text the pattern cuts apart

All of it works on whole arrays: 200,000 tokens take some hundredths of a second.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.algorithms.alphabet import byte_of
from engine.algorithms.character_model import CharacterModel
from engine.algorithms.merge_model import MergeModel
from engine.algorithms.wordpiece import WordPiece
from engine.backends import AnyTokenizer, LibraryTokenizer
from engine.metaspace import MARK
from engine.model import WordCounts, padded
from engine.tokenizer import PipelineTokenizer
from engine.unicode import (
    CODE_POINTS,
    LETTER,
    LOWER,
    NO_SCRIPTS,
    NUMBER,
    SPACE,
    UPPER,
    class_table,
    script_names,
    script_table,
)
from engine.vocabulary import ByteArray, IntArray, Vocabulary

KINDS = ("special", "hole", "word start", "letters", "number", "punctuation", "white space", "mixed", "part")
"""What a token holds.  "word start" is a space and letters, "part" bytes that are no whole characters."""
SPECIAL, HOLE, WORD_START, LETTERS, NUMBERS, PUNCTUATION, BLANK, MIXED, PART = range(len(KINDS))
NO_SCRIPT = 0
"""In `Survey.scripts`: no letter says which script the token has."""

Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Survey:
    """Columns over the ids of a vocabulary.  `said` is what the tokens say, `scripts` an index into `script_names()`."""

    said: Vocabulary
    lengths: IntArray
    characters: IntArray
    scripts: ByteArray
    kinds: ByteArray

    def __len__(self) -> int:
        return len(self.kinds)

    @property
    def present(self) -> Flags:
        """Which ids have a token."""
        return np.asarray(self.kinds != HOLE)

    def script_counts(self) -> dict[str, int]:
        """How many tokens each script has, the most first; those without letters are left out."""
        counts = np.bincount(self.scripts[self.kinds > HOLE], minlength=len(script_names()))
        rows = [(name, int(counts[number])) for number, name in enumerate(script_names()) if number != NO_SCRIPT]
        return dict(sorted(((name, count) for name, count in rows if count), key=lambda row: -row[1]))


# -- what tokens say ---------------------------------------------------------------------------------------------------


def said_vocabulary(tokenizer: AnyTokenizer) -> Vocabulary:
    """The tokenizer's vocabulary with the bytes that each token stands for in a text.

    A word that stands at a word's begin only (WordPiece) says a space before it, as "▁the" does, so that vocabularies of
    several algorithms can be compared.
    """
    vocabulary = tokenizer.vocabulary
    if vocabulary.byte_level:
        return vocabulary
    texts = _library_texts(tokenizer) if isinstance(tokenizer, LibraryTokenizer) else _pipeline_texts(tokenizer)
    special = set(vocabulary.special.values())
    tokens = [
        None if id in vocabulary.holes else vocabulary[id] if id in special or text is None else text
        for id, text in enumerate(texts)
    ]
    return Vocabulary.of(tokens, vocabulary.special)


def _library_texts(tokenizer: LibraryTokenizer) -> list[bytes | None]:
    return [_unmarked(text) if text is not None else None for text in tokenizer.description.texts]


def _pipeline_texts(tokenizer: PipelineTokenizer) -> list[bytes]:
    model, vocabulary = tokenizer.model, tokenizer.vocabulary
    if isinstance(model, WordPiece):
        mark = model.continuation.encode()
        return [token.removeprefix(mark) if token.startswith(mark) else b" " + token for token in vocabulary]
    if isinstance(model, CharacterModel):
        end = (model.alphabet.end_of_word or "").encode()
        return [_unmarked(token.removesuffix(end) if end and token != end else token) for token in vocabulary]
    return [_unmarked(token) for token in vocabulary]


def _unmarked(token: bytes) -> bytes:
    """ "▁the" says " the", "<0x0A>" says a line feed."""
    byte = byte_of(token)
    return token.replace(MARK.encode(), b" ") if byte is None else bytes([byte])


# -- columns -----------------------------------------------------------------------------------------------------------


def survey(tokenizer: AnyTokenizer) -> Survey:
    """Length, characters, script and kind of every token.

    >>> from engine.presets import load_preset
    >>> found = survey(load_preset("gpt2"))
    >>> [KINDS[found.kinds[id]] for id in (262, 50256, 220, 198, 94)]
    ['word start', 'special', 'white space', 'white space', 'part']
    """
    said = said_vocabulary(tokenizer)
    tokens, points, whole = _characters(said)
    size = len(said)
    characters = np.bincount(tokens, minlength=size)
    kinds = _kinds(tokens, points, characters, size)
    kinds[~whole] = PART
    kinds[list(said.special.values())] = SPECIAL
    kinds[list(said.holes)] = HOLE
    scripts = _scripts(tokens, points, size)
    scripts[~whole] = NO_SCRIPT
    return Survey(said, _lengths(tokenizer, said), np.where(whole, characters, 0), scripts, kinds)


def _lengths(tokenizer: AnyTokenizer, said: Vocabulary) -> IntArray:
    """Bytes that each token says; the space that a word of WordPiece has before it is none of its own."""
    lengths = np.diff(said.offsets)
    if not isinstance(tokenizer, LibraryTokenizer) and isinstance(tokenizer.model, WordPiece):
        special = set(said.special.values())
        spaces = [id not in special and said[id].startswith(b" ") for id in range(len(said))]
        return np.asarray(lengths - np.array(spaces, np.int64))
    return lengths


def _characters(vocabulary: Vocabulary) -> tuple[IntArray, IntArray, Flags]:
    """Every character of every token: its token, its code point; and which tokens are whole characters."""
    data, offsets = vocabulary.data, np.asarray(vocabulary.offsets, np.int64)
    token_of_byte = np.repeat(np.arange(len(vocabulary)), np.diff(offsets))
    follows = (data & 0xC0) == 0x80
    starts = np.flatnonzero(~follows)
    first = data[starts].astype(np.int64)
    wanted = 1 + (first >= 0xC0) + (first >= 0xE0) + (first >= 0xF0)
    tokens = token_of_byte[starts]
    # How many bytes follow each start within its own token: must be what its first byte asks for.
    ends = np.minimum(np.append(starts[1:], len(data)), offsets[tokens + 1])
    fits = (ends - starts == wanted) & (first < 0xF8) & ((first < 0xC0) | (first >= 0xC2))
    points = _code_points(data, starts, first, wanted)
    fits &= (points < CODE_POINTS) & ((points < 0xD800) | (points > 0xDFFF)) & (points >= _LEAST[wanted])
    whole = np.ones(len(vocabulary), bool)
    whole[tokens[~fits]] = False
    lengths = np.diff(offsets)
    begins = np.minimum(offsets[:-1], max(0, len(data) - 1))
    whole[(lengths > 0) & follows[begins]] = False
    return tokens, np.where(fits, points, 0), whole


_LEAST = np.array([0, 0, 0x80, 0x800, 0x10000])
"""The first code point that a sequence of so many bytes may hold."""


def _code_points(data: ByteArray, starts: IntArray, first: IntArray, wanted: IntArray) -> IntArray:
    ahead = np.concatenate([data, np.zeros(3, np.uint8)])
    points = np.where(wanted == 1, first, first & (0x7F >> wanted))
    for place in range(1, 4):
        more = wanted > place
        points = np.where(more, (points << 6) | (ahead[starts + place] & 0x3F), points)
    return points


def _kinds(tokens: IntArray, points: IntArray, characters: IntArray, size: int) -> ByteArray:
    classes = class_table()[points]
    begins = np.ones(len(tokens), bool)
    begins[1:] = tokens[1:] != tokens[:-1]
    leading = np.zeros(size, bool)
    leading[tokens[begins & (points == 0x20)]] = True
    rest = characters - leading

    def all_are(flags: Flags) -> Flags:
        """Tokens of which every character, a leading space aside, is one of these."""
        inside = flags & ~(begins & (points == 0x20))
        return np.asarray((np.bincount(tokens[inside], minlength=size) == rest) & (rest > 0))

    blank = (classes & SPACE) != 0
    # Accents and vowel signs (\p{M}) are letters here: they are in UPPER and LOWER, but not in LETTER.
    letter = (classes & (LETTER | UPPER | LOWER)) != 0
    kinds = np.full(size, MIXED, np.uint8)
    kinds[all_are((classes & NUMBER) != 0)] = NUMBERS
    kinds[all_are(~blank & ~letter & ((classes & NUMBER) == 0))] = PUNCTUATION
    letters = all_are(letter)
    kinds[letters] = LETTERS
    kinds[letters & leading] = WORD_START
    kinds[np.bincount(tokens[blank], minlength=size) == characters] = BLANK
    return kinds


def _scripts(tokens: IntArray, points: IntArray, size: int) -> ByteArray:
    """The script of each token's first letter."""
    found = script_table()[points]
    none = [number for number, name in enumerate(script_names()) if name in NO_SCRIPTS]
    real = ~np.isin(found, none)
    scripts = np.full(size, NO_SCRIPT, np.uint8)
    scripts[tokens[real][::-1]] = found[real][::-1]  # of equal places the last is kept: the first letter
    return scripts


# -- in a corpus -------------------------------------------------------------------------------------------------------


def token_counts(tokenizer: PipelineTokenizer, words: WordCounts) -> Floats:
    """How often each id comes out of a corpus that was counted with this tokenizer's own pipeline.

    Raises EncodeError where the vocabulary cannot write the corpus.
    """
    model = tokenizer.model
    if isinstance(model, MergeModel | WordPiece):
        ids, ends = model.segment_counted(words, np.arange(len(words)))
        weights = np.repeat(words.counts, np.diff(ends, prepend=0))
    else:
        cut = model.cut(words.data, words.starts, words.starts + words.lengths)
        ids = cut.ids
        weights = words.counts[np.searchsorted(words.starts, cut.spans[:, 0], "right") - 1]
    counts = np.bincount(ids, weights, minlength=model.size) / words.scale
    result = np.zeros(len(tokenizer.vocabulary))
    result[tokenizer.public_ids(np.arange(model.size))] = counts
    return result


def cut_alone(tokenizer: PipelineTokenizer, found: Survey) -> Flags:
    """Tokens whose own text the pattern cuts apart: they come out only where a text around them keeps them together.

    Parts of characters are no text of their own and are never among them.
    """
    asked = np.flatnonzero((found.kinds > HOLE) & (found.kinds != PART) & (found.lengths > 0))
    if tokenizer.normalizer.names or not tokenizer.vocabulary.byte_level:
        return np.zeros(len(found), bool)
    inside = np.zeros(len(found), bool)
    inside[asked] = True
    data = found.said.data[np.repeat(inside, np.diff(found.said.offsets))].tobytes()
    ends = np.cumsum(found.lengths[asked])
    starts, stops = tokenizer.pre_tokenizer.pieces_of_texts(padded(data), ends)
    text = np.searchsorted(ends, starts, "right")
    pieces = np.bincount(text, minlength=len(asked))
    covered = np.bincount(text, stops - starts, minlength=len(asked))
    flags = np.zeros(len(found), bool)
    flags[asked] = (pieces != 1) | (covered != found.lengths[asked])
    return flags
