"""How tokenizers cut what models stumble over: numbers, sums, code, letters of a word, the space before it.

Each function takes a tokenizer and a text and gives rows of tokens, so that several tokenizers can stand beside each other.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from engine.model import padded
from engine.pre_tokenizers import PATTERNS, PreTokenizer
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

    A token that holds a part of a character spans that whole character.
    """

    text: str
    spans: tuple[tuple[int, int], ...]
    ids: tuple[int, ...] = ()

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
    return CutText(encoding.text, spans, tuple(encoding.ids.tolist()))


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
    """Where tokens begin, counted in characters from the end: the place values at which a number is cut.

    >>> from_the_right(CutText("1234567", ((0, 1), (1, 4), (4, 7))))
    (7, 6, 3)
    """
    return tuple(len(cut.text) - start for start, _ in cut.spans)


@dataclass(frozen=True, slots=True)
class Addition:
    """Two numbers and their sum, each as it is cut, and whether the cuts of all three stand at the same place values."""

    first: CutText
    second: CutText
    total: CutText

    @property
    def lines_up(self) -> bool:
        """Whether, where two of the numbers have digits, both are cut or neither is."""
        rows = (self.first, self.second, self.total)
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
    (`indent_tokens`), and how many are one single space (`single_blanks`): what is lost where a vocabulary has no tokens
    for indentation."""

    cut: CutText
    line_tokens: tuple[int, ...]
    indent_tokens: int
    single_blanks: int

    @property
    def tokens_per_line(self) -> float:
        """Tokens over lines that are not empty."""
        lines = sum(1 for line in self.cut.text.split("\n") if line.strip())
        return len(self.cut) / lines if lines else 0.0


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
    return CodeCost(
        cut,
        tuple(np.bincount(line_of, minlength=len(lines)).tolist()),
        int(np.count_nonzero(stops - line_starts[line_of] <= indents[line_of])),
        sum(1 for part in cut.parts if part == " "),
    )


# -- spelling ----------------------------------------------------------------------------------------------------------


def spellings(word: str) -> list[str]:
    """A word as it is written in running text: as it is, lower, capital, capitals, and with a space before it.

    >>> spellings("strawberry")
    ['strawberry', 'Strawberry', 'STRAWBERRY', ' strawberry']
    """
    word = word.strip()
    if not word:
        return []
    forms = [word, word.lower(), word.lower().capitalize(), word.upper(), f" {word}"]
    return list(dict.fromkeys(forms))


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


# -- as a table --------------------------------------------------------------------------------------------------------


def cuts_csv(rows: Iterable[tuple[str, CutText]]) -> str:
    """Texts with their tokens as CSV: tokenizer, text, tokens, the tokens parted by bars, ids.

    >>> print(cuts_csv([("t", CutText("1275", ((0, 3), (3, 4)), (7, 9)))]), end="")
    tokenizer,text,tokens,cut,ids
    t,1275,2,127|5,7 9
    """
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(["tokenizer", "text", "tokens", "cut", "ids"])
    for name, cut in rows:
        writer.writerow([name, cut.text, len(cut), "|".join(cut.parts), " ".join(map(str, cut.ids))])
    return stream.getvalue()
