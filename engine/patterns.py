"""PATTERNS: the regular expressions by which published tokenizers cut a text into pre-tokens, by name.

    pattern_named      a name, or an expression that somebody typed
    pattern_expressed  an expression, which may be one of the well-known
    pattern_kept       what a file keeps of a pattern

The well-known ones also have a compiled scanner that gives the same cuts a hundred times as fast; all others go through
`regex`.  What stands between two matches is a pre-token of its own, and an empty match is a cut (as in `tokenizers`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import regex

from engine.errors import OptionError, clipped
from engine.kernels import pieces, scan
from engine.suggestions import did_you_mean

_MATCH_LIMIT = 2
"""Seconds for one match; an ordinary one takes microseconds."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """A way to cut text.

    name, title        in PATTERNS, and as it is shown; "custom" for any other expression
    expression         what is matched; None cuts nothing
    scanner            number of the compiled scanner in kernels/scan.py or kernels/pieces.py; None goes through `regex`
    drops_whitespace   whether what is not matched is left out, which is white space alone
    """

    name: str
    title: str
    expression: str | None
    scanner: int | None = None
    drops_whitespace: bool = False

    def spans(self, text: str) -> Iterator[tuple[int, int]]:
        """Start and end of each pre-token in characters, through `regex`; they join to the text unless white space is
        dropped."""
        done = 0
        if self.expression is not None:
            for match in _matches(self.expression, text):
                start, end = match.span()
                if start > done and not self.drops_whitespace:
                    yield done, start
                if end > start:
                    yield start, end
                done = end
        if done < len(text) and not self.drops_whitespace:
            yield done, len(text)

    @property
    def kept(self) -> str | None:
        """How files keep it: by its name, or by the expression of one that has none of its own."""
        return self.name if self.name in PATTERNS else self.expression


def pattern_named(text: str) -> Pattern:
    """The pattern of that name, or the regular expression; OptionError names the place where it does not compile.

    >>> pattern_named("o200k").title
    'o200k (GPT-4o and later)'
    """
    name = text.removesuffix("_base")  # cl100k_base is the encoding, cl100k its pattern: meant is the same
    if name in PATTERNS:
        return PATTERNS[name]
    if not text:
        raise OptionError(f"The pattern is empty. Choose one of {', '.join(PATTERNS)}, or give a regular expression.")
    if text.isidentifier():  # as an expression it would cut at this one word: a name that is not there, or mistyped
        raise OptionError(
            f"There is no pattern {text}.{did_you_mean(text, PATTERNS)} Choose one of {', '.join(PATTERNS)}, or give a "
            f"regular expression; the word itself is ({text})."
        )
    return pattern_expressed(text)


def pattern_expressed(text: str) -> Pattern:
    """The pattern of a regular expression, with its scanner if it is one of the well-known; OptionError as above."""
    same = next((pattern for pattern in PATTERNS.values() if pattern.expression == text), None)
    if same is not None:
        return same
    if len(text) > _LONGEST_EXPRESSION:
        raise OptionError(
            f"The pattern has {len(text):,} characters; no more than {_LONGEST_EXPRESSION:,} are searched for."
        )
    try:
        _compiled(text)
    except RecursionError:
        raise OptionError(f"The pattern {clipped(text)} is nested too deep.") from None
    except ValueError as error:  # flags that exclude each other
        raise OptionError(f"The pattern {clipped(text)} is no regular expression: {error}.") from None
    except regex.error as error:
        place = "" if error.pos is None else f" at character {error.pos + 1}"
        message = str(error.msg)
        raise OptionError(
            f"The pattern {text} is neither a name ({', '.join(PATTERNS)}) nor a regular expression: {message}{place}."
        ) from error
    return Pattern("custom", "Regular expression", text)


def pattern_kept(text: str) -> Pattern:
    """The pattern that a file keeps by its name or its expression; OptionError as above."""
    return PATTERNS.get(text) or pattern_expressed(text)


def _matches(expression: str, text: str) -> Iterator[regex.Match[str]]:
    """All matches; an expression may come from a file that nobody has looked at, and try the same letters for ever.

    While it searches the interpreter is free for others.
    """
    try:
        yield from _compiled(expression).finditer(text, timeout=_MATCH_LIMIT, concurrent=True)
    except TimeoutError:
        raise OptionError(
            f"The pattern {expression} searches for longer than {_MATCH_LIMIT} seconds for one pre-token, as if for ever. "
            "Its repetitions can match the same letters in too many ways; make them possessive (++, *+)."
        ) from None
    except MemoryError:  # what it keeps of a search has a limit in `regex` as well
        raise OptionError(
            f"The pattern {clipped(expression)} takes more memory than there is to search for one pre-token. "
            "It may call itself without an end."
        ) from None


@lru_cache(64)
def _compiled(expression: str) -> regex.Pattern[str]:
    return regex.compile(expression)


_LONGEST_EXPRESSION = 20_000
"""Characters: the longest that is published has 400, and a list of words is compiled for seconds."""


_CONTRACTION = "(?i:'s|'t|'re|'ve|'m|'ll|'d)"
_MARKED = r"\p{Lm}\p{Lo}\p{M}"
_PREFIX = r"[^\r\n\p{L}\p{N}]?"
_PUNCTUATION = r"!-/:-@\[-`{-~\p{P}"

PATTERNS: dict[str, Pattern] = {
    pattern.name: pattern
    for pattern in (
        Pattern(
            "gpt2",
            "GPT-2",
            r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+",
            scan.GPT2,
        ),
        Pattern(
            "cl100k",
            "cl100k (GPT-3.5 and GPT-4)",
            r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+"
            r"| ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++$|\s*[\r\n]|\s+(?!\S)|\s",
            scan.CL100K,
        ),
        Pattern(
            "o200k",
            "o200k (GPT-4o and later)",
            rf"{_PREFIX}[\p{{Lu}}\p{{Lt}}{_MARKED}]*[\p{{Ll}}{_MARKED}]+{_CONTRACTION}?"
            rf"|{_PREFIX}[\p{{Lu}}\p{{Lt}}{_MARKED}]+[\p{{Ll}}{_MARKED}]*{_CONTRACTION}?"
            r"|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+",
            scan.O200K,
        ),
        Pattern(
            "llama3",
            "Llama 3",
            rf"{_CONTRACTION}|{_PREFIX}\p{{L}}+|\p{{N}}{{1,3}}"
            r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+",
            scan.LLAMA3,
        ),
        Pattern(
            "qwen",
            "Qwen 2 and 3",
            rf"{_CONTRACTION}|{_PREFIX}\p{{L}}+|\p{{N}}"
            r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+",
            scan.QWEN,
        ),
        # Possessive, so that they are not what somebody may write who wants the gaps between the matches kept.
        Pattern(
            "whitespace", "Between white space, which is dropped", r"\S++", pieces.WHITESPACE, drops_whitespace=True
        ),
        Pattern(
            "bert",
            "BERT: between white space, punctuation alone",
            rf"[^\s{_PUNCTUATION}]++|[{_PUNCTUATION}]",
            pieces.BERT,
            drops_whitespace=True,
        ),
        Pattern("metaspace", "Before each \u2581 (SentencePiece)", "\u2581[^\u2581]*|[^\u2581]+", pieces.METASPACE),
        Pattern("none", "Whole text", None, pieces.WHOLE),
    )
}
