"""How tokenizers cut what models stumble over: numbers, sums, code, letters of a word, the space before it.

Each function takes a tokenizer and a text and gives rows of tokens, so that several tokenizers can stand beside each other.
"""

from __future__ import annotations

import keyword
import re
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import regex

from engine.model import padded
from engine.patterns import PATTERNS
from engine.pre_tokenizers import PreTokenizer
from engine.tokenizer import Tokenizer

DIGIT_RULE_TITLES = {
    "as-pattern": "as one piece",
    "each": "each digit alone",
    "3-left": "threes from the left",
    "3-right": "threes from the right",
}


@dataclass(frozen=True, slots=True)
class CutText:
    """A text and where its tokens stand in it, in characters; `ids` is empty for a rule that is no tokenizer.

    A token that holds a part of a character spans that whole character; one that stands for none of the text (the mark that
    SentencePiece puts in front) spans nothing.  `unknown` are the places of tokens that stand for something unknown.
    """

    text: str
    spans: tuple[tuple[int, int], ...]
    ids: tuple[int, ...] = ()
    unknown: tuple[int, ...] = ()

    def __len__(self) -> int:
        return len(self.spans)

    @property
    def parts(self) -> tuple[str, ...]:
        """The text of each token."""
        return tuple(self.text[start:end] for start, end in self.spans)


def cut_text(tokenizer: Tokenizer, text: str) -> CutText:
    """The tokens of a text.  Raises EncodeError for what the tokenizer cannot write.

    >>> from engine.presets import load_preset
    >>> cut_text(load_preset("cl100k_base"), "1234567").parts
    ('123', '456', '7')
    """
    encoding = tokenizer.encode(text)
    spans = tuple((int(start), int(end)) for start, end in encoding.character_spans.tolist())
    return CutText(encoding.text, spans, tuple(encoding.ids.tolist()), encoding.unknown)


# -- numbers -----------------------------------------------------------------------------------------------------------


def cut_by_rule(rule: str, number: str) -> CutText:
    """How one of DIGIT_RULES cuts a number, before any vocabulary.

    >>> cut_by_rule("3-right", "1234567").parts
    ('1', '234', '567')
    """
    data = number.encode()
    starts, ends = PreTokenizer(PATTERNS["none"], rule).pieces(padded(data), len(data))  # type: ignore[arg-type]
    characters = np.cumsum(np.concatenate([[0], (np.frombuffer(data, np.uint8) & 0xC0) != 0x80]))
    spans = zip(characters[starts].tolist(), characters[ends].tolist(), strict=True)
    return CutText(number, tuple(spans))


def from_the_right(cut: CutText) -> tuple[int, ...]:
    """Where tokens begin, counted in characters from the end: the place values at which a number is cut.  A token that stands
    for none of the text begins nowhere.

    >>> from_the_right(CutText("1234567", ((0, 1), (1, 4), (4, 7))))
    (7, 6, 3)
    """
    return tuple(len(cut.text) - start for start, end in cut.spans if end > start)


@dataclass(frozen=True, slots=True)
class Addition:
    """Two numbers and their sum, each as it is cut, and whether the cuts of all three stand at the same place values."""

    first: CutText
    second: CutText
    total: CutText

    @property
    def is_known(self) -> bool:
        """Whether no part of the numbers is unknown: what is unknown is not cut, and lines up with nothing."""
        return not (self.first.unknown or self.second.unknown or self.total.unknown)

    @property
    def lines_up(self) -> bool:
        """Whether, where two of the numbers have digits, both are cut or neither is; not if a number is unknown."""
        rows = (self.first, self.second, self.total)
        if not self.is_known:
            return False
        for one in rows:
            for other in rows:
                shorter = min(len(one.text), len(other.text))
                cuts = [{place for place in from_the_right(row) if place < shorter} for row in (one, other)]
                if cuts[0] != cuts[1]:
                    return False
        return True


def addition(tokenizer: Tokenizer, first: int, second: int) -> Addition:
    """A sum, laid out with the tokens of each number.

    >>> from engine.presets import load_preset
    >>> sum = addition(load_preset("cl100k_base"), 1275, 8990)
    >>> sum.total.parts, sum.lines_up
    (('102', '65'), False)
    """
    return Addition(*(cut_text(tokenizer, str(number)) for number in (first, second, first + second)))


# -- code --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CodeCost:
    """A piece of code: its tokens, line by line, how many of them stand in the blanks that a line starts with
    (`line_indents`), and how many are one single space (`line_blanks`): what is lost where a vocabulary has no tokens for
    indentation.  `identifiers` are its distinct names, each as it is cut where it first stands."""

    cut: CutText
    line_tokens: tuple[int, ...]
    line_indents: tuple[int, ...]
    line_blanks: tuple[int, ...]
    identifiers: tuple[CutText, ...] = ()

    @property
    def indent_tokens(self) -> int:
        """Of all lines."""
        return sum(self.line_indents)

    @property
    def single_blanks(self) -> int:
        """Of all lines."""
        return sum(self.line_blanks)

    @property
    def tokens_per_line(self) -> float:
        """Tokens over lines that are not empty."""
        lines = sum(1 for line in self.cut.text.split("\n") if line.strip())
        return len(self.cut) / lines if lines else 0.0

    @property
    def tokens_per_identifier(self) -> float:
        """Tokens that a name is spread over; one that it shares with its neighbours is whole here too."""
        return sum(map(len, self.identifiers)) / len(self.identifiers) if self.identifiers else 0.0


def code_cost(tokenizer: Tokenizer, text: str) -> CodeCost:
    """What a piece of code costs.

    >>> from engine.presets import load_preset
    >>> [code_cost(load_preset(name), "if x:\\n        y").single_blanks for name in ("gpt2", "cl100k_base")]
    [7, 0]
    """
    cut = cut_text(tokenizer, text)
    lines = cut.text.split("\n")
    line_starts = np.cumsum([0, *(len(line) + 1 for line in lines)])
    starts, stops = np.array(cut.spans, np.int64).reshape(-1, 2).T
    line_of = np.searchsorted(line_starts, starts, "right") - 1
    indents = np.array([len(line) - len(line.lstrip()) if line.strip() else 0 for line in lines])
    blanks = np.array([part == " " for part in cut.parts], bool)
    indenting = (stops > starts) & (stops - line_starts[line_of] <= indents[line_of])

    def by_line(chosen: npt.NDArray[np.integer]) -> tuple[int, ...]:
        return tuple(np.bincount(chosen, minlength=len(lines)).tolist())

    return CodeCost(cut, by_line(line_of), by_line(line_of[indenting]), by_line(line_of[blanks]), identifiers_in(cut))


_IDENTIFIER = re.compile(r"[^\W\d]\w*")


def identifiers_in(cut: CutText) -> tuple[CutText, ...]:
    """The distinct names in code, Python's keywords aside, with the tokens that each has a part in.

    >>> [name.parts for name in identifiers_in(CutText("if total_sum", ((0, 2), (2, 8), (8, 12))))]
    [('total', '_sum')]
    """
    first: dict[str, int] = {}
    for found in _IDENTIFIER.finditer(cut.text):
        if not keyword.iskeyword(found[0]):
            first.setdefault(found[0], found.start())
    return tuple(_within(cut, start, start + len(name)) for name, start in first.items())


def _within(cut: CutText, start: int, end: int) -> CutText:
    """A part of a text with the tokens that reach into it, cut at its borders."""
    inside = [number for number, (a, b) in enumerate(cut.spans) if a < end and b > start]
    spans = tuple((max(a, start) - start, min(b, end) - start) for a, b in (cut.spans[number] for number in inside))
    ids = tuple(cut.ids[number] for number in inside) if cut.ids else ()
    unknown = tuple(place for place, number in enumerate(inside) if number in cut.unknown)
    return CutText(cut.text[start:end], spans, ids, unknown)


# -- spelling ----------------------------------------------------------------------------------------------------------


def spellings(word: str) -> list[str]:
    """A word as it is written in running text: as it is, lower, capital, capitals; then all with a space before them.

    >>> spellings("strawberry")
    ['strawberry', 'Strawberry', 'STRAWBERRY', ' strawberry', ' Strawberry', ' STRAWBERRY']
    """
    word = word.strip()
    if not word:
        return []
    forms = dict.fromkeys([word, word.lower(), word.lower().capitalize(), word.upper()])
    return [*forms, *(f" {form}" for form in forms)]


def first_letter(text: str) -> str:
    """The first of what a reader calls a letter: with the accents and vowel signs that are written after it.

    >>> [len(first_letter(text)) for text in ("e\\u0301a", "\\u0915\\u093fra", "ra", "")]
    [2, 2, 1, 0]
    """
    found = regex.match(r"\X", text)
    return found[0] if found else ""


def letters_in(cut: CutText, letter: str) -> tuple[int, ...]:
    """How often a letter stands in each token, capitals counting too: what a model that sees only ids has to know by heart.

    A character that several tokens share is in none of them.

    >>> letters_in(CutText("strawberry", ((0, 3), (3, 5), (5, 10))), "r")
    (1, 0, 2)
    """
    if not letter:
        return ()
    owners = [0] * len(cut.text)
    for start, end in cut.spans:
        for place in range(start, end):
            owners[place] += 1
    whole = "".join(character if owner == 1 else "\0" for character, owner in zip(cut.text, owners, strict=True))
    return tuple(whole[start:end].lower().count(letter.lower()) for start, end in cut.spans)
