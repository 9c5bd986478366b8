"""What the engine knows about Unicode: classes of code points for the split patterns, grapheme clusters, scripts.

The tables are those of Unicode 16.0, the version that `tiktoken` and `tokenizers` have built in, and are shipped as
runs of equal code points.  They are never made from the running Python or from `regex`: both have other versions, and a
tokenizer must cut a text the same way everywhere.

`str.isspace` is no help either: it has U+001C to U+001F in addition to `\\s`.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from importlib import resources
from io import BytesIO

import numpy as np
import numpy.typing as npt
import regex

from engine.vocabulary import ByteArray, IntArray

UNICODE_VERSION = "16.0"
CODE_POINTS = 0x110000

LETTER = 1  # \p{L}
NUMBER = 2  # \p{N}
SPACE = 4  # \s
LINE_END = 8  # CR and LF
UPPER = 16  # [\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}], the first half of a word for o200k
LOWER = 32  # [\p{Ll}\p{Lm}\p{Lo}\p{M}], its second half
OTHER = 64  # [^\s\p{L}\p{N}]
SLASH = 128  # /
PUNCTUATION = 128  # what BERT takes for punctuation; in `bert_class_table`, which has no bit for the slash

NO_SCRIPTS = ("Common", "Inherited", "Unknown")
"""What `script_names` has for characters that belong to no script of their own: punctuation, digits, accents."""
_CLUSTER = regex.compile(r"\X")


def code_points(text: str) -> npt.NDArray[np.uint32]:
    """The characters of a text as numbers; lone surrogates as they are.

    >>> code_points("aé").tolist()
    [97, 233]
    """
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)


@cache
def class_table() -> ByteArray:
    """The classes of each code point, as a sum of the constants above; read-only.

    >>> int(class_table()[ord("A")]) == LETTER | UPPER
    True
    """
    return _table("classes", np.uint8)


@cache
def bert_class_table() -> ByteArray:
    """The same with PUNCTUATION in the place of SLASH: ASCII's marks and \\p{P}, as `tokenizers` knows it; read-only."""
    table = np.where(_table("punctuation", np.uint8) == 1, PUNCTUATION, 0).astype(np.uint8)
    table |= class_table() & ~np.uint8(SLASH)
    table.flags.writeable = False
    return table


@cache
def script_names() -> tuple[str, ...]:
    """The names that `script_table` numbers; 0 is "Unknown"."""
    return tuple(_file("script_names.txt").decode().split())


@cache
def script_table() -> ByteArray:
    """The number of each code point's script."""
    return _table("scripts", np.uint8)


@cache
def _alone_table() -> ByteArray:
    """1 for code points of which two in a row never share a cluster; 0 also for those not yet assigned."""
    return _table("alone", np.uint8)


def scripts(text: str) -> Counter[str]:
    """How many characters of the text each script has, the most frequent first; Common and Inherited left out.

    >>> scripts("Hello, \u043c\u0438\u0440!")
    Counter({'Latin': 5, 'Cyrillic': 3})
    """
    counts = np.bincount(script_table()[code_points(text)], minlength=len(script_names()))
    rows = zip(script_names(), counts.tolist(), strict=True)
    found = Counter({name: count for name, count in rows if count and name not in NO_SCRIPTS})
    return Counter(dict(found.most_common()))


def grapheme_breaks(text: str) -> IntArray:
    """Where each extended grapheme cluster, which a reader sees as one character, starts, in code points.

    >>> grapheme_breaks("e\u0301\\r\\n").tolist(), grapheme_breaks("").tolist()
    ([0, 2], [])

    Most texts consist of code points that stand alone; only the others are looked at with `regex`.
    """
    alone = _alone_table()[code_points(text)].astype(bool)
    if alone.all():
        return np.arange(len(text))
    # Between two that stand alone there is a break for sure; the stretches between sure breaks are left.
    sure = np.flatnonzero(alone[1:] & alone[:-1]) + 1
    starts = np.concatenate([[0], sure])
    ends = np.append(sure, len(text))
    single = ends - starts == 1
    odd = np.flatnonzero(~single)
    # They are looked at in one go, each on a line of its own: a line's end is a cluster that nothing joins.
    pieces = [text[start:end] for start, end in zip(starts[odd].tolist(), ends[odd].tolist(), strict=True)]
    found = np.array([match.start() for match in _CLUSTER.finditer("\n".join(pieces))], np.int64)
    lines = np.cumsum(np.append(0, (ends - starts)[odd] + 1))
    piece = np.searchsorted(lines, found, "right") - 1
    inside = found != lines[piece + 1] - 1
    breaks = found[inside] + (starts[odd] - lines[:-1])[piece[inside]]
    return np.sort(np.concatenate([starts[single], breaks]))


def stand_alone(text: str) -> bool:
    """Whether no two characters of the text act on each other: no clusters of several, no accents, no Hangul parts."""
    return bool(_alone_table()[code_points(text)].all())


def _table(name: str, kind: type[np.uint8]) -> ByteArray:
    """A table of all code points from its runs: rows of (first code point, value)."""
    runs = np.load(BytesIO(_file(f"{name}.npy")))
    lengths = np.diff(runs[:, 0], append=CODE_POINTS)
    table: ByteArray = np.repeat(runs[:, 1].astype(kind), lengths)
    table.flags.writeable = False
    return table


def _file(name: str) -> bytes:
    return (resources.files("resources") / "unicode" / name).read_bytes()
