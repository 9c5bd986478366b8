"""The files of a folder and of all folders in it, and which of their names a filter takes.

    walk              the names, as they are found
    NameFilter        what a filter such as "*.txt *.md" takes
    suffix_counts     how many files have which ending
    proposed_filter   a filter that takes what looks like texts

A filter is patterns with `*` and `?`, separated by blanks, commas or semicolons; one without a slash is about the name
alone, one with a slash about the way to it (`letters/*.txt`), and one behind a `!` takes out again.  No pattern, or only
such that take out, means every file.
"""

from __future__ import annotations

import fnmatch
import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

_TEXTS = (
    ".txt .text .md .markdown .rst .org .tex .csv .tsv .jsonl .ndjson .json .parquet .html .htm .xml .srt .vtt .po "
    ".py .js .ts .java .c .h .cc .cpp .hpp .rs .go .rb .php .sh .sql .yaml .yml .toml .ini"
)
TEXT_SUFFIXES = frozenset(_TEXTS.split())
"""Endings that are seldom anything but texts and tables."""
PACKED = frozenset((".gz", ".zst"))
"""Endings of packed files, which are read as what they hold."""
MOST_PROPOSED = 6
"""Patterns of a proposed filter."""


def walk(folder: Path, closed: list[OSError] | None = None) -> Iterator[list[str]]:
    """The names of all files, relative to the folder, with `/` between their parts; those of one folder at a time.

    Folders that cannot be looked into are passed over; why, is put into `closed`.
    """
    for root, _, names in os.walk(folder, onerror=None if closed is None else closed.append):
        before = Path(root).relative_to(folder).as_posix()
        yield [name if before == "." else f"{before}/{name}" for name in names]


def in_order(names: Iterable[str]) -> list[str]:
    """The order in which the files of a folder are read, on every machine: that of the bytes of their names."""
    return sorted(names, key=os.fsencode)


@dataclass(frozen=True, slots=True)
class NameFilter:
    """Takes names by the patterns of a text; upper and lower case are the same.

    >>> letters = NameFilter.of("*.txt, *.md !draft*")
    >>> [name for name in ("a.txt", "old/B.MD", "draft.txt", "a.png") if letters.takes(name)]
    ['a.txt', 'old/B.MD']
    """

    takes_in: re.Pattern[str] | None
    takes_out: re.Pattern[str] | None

    @classmethod
    def of(cls, text: str) -> NameFilter:
        patterns = [pattern for pattern in re.split(r"[\s,;]+", text) if pattern.strip("!")]
        out = [pattern[1:] for pattern in patterns if pattern.startswith("!")]
        return cls(_any([pattern for pattern in patterns if not pattern.startswith("!")]), _any(out))

    def takes(self, name: str) -> bool:
        """Whether the file of this relative name is taken."""
        # Each pattern without a slash is tried at every slash, and so at the name alone.
        way = f"/{name}"
        if self.takes_out is not None and self.takes_out.fullmatch(way):
            return False
        return self.takes_in is None or self.takes_in.fullmatch(way) is not None


def _any(patterns: list[str]) -> re.Pattern[str] | None:
    if not patterns:
        return None
    parts = [fnmatch.translate(pattern.lstrip("/")).removesuffix(r"\Z").removesuffix(r"\z") for pattern in patterns]
    whole = (
        f"/{part}" if "/" in pattern else f"(?s:.*)/(?!(?s:.*)/){part}"
        for pattern, part in zip(patterns, parts, strict=True)
    )
    return re.compile("|".join(whole), re.IGNORECASE)


def suffix_of(name: str) -> str:
    """The ending of a name, in small letters; of a packed file with the one before it.

    >>> suffix_of("notes/A.TXT"), suffix_of("b.csv.gz"), suffix_of("README"), suffix_of(".hidden")
    ('.txt', '.csv.gz', '', '')
    """
    stem, _, last = name.rpartition("/")[2].lower().rpartition(".")
    if not stem:
        return ""
    before = stem.rpartition(".")
    packed = f".{last}" in PACKED and before[0]
    return f".{before[2]}.{last}" if packed else f".{last}"


def suffix_counts(names: Iterable[str]) -> list[tuple[str, int]]:
    """How many files have which ending, the most frequent first.

    >>> suffix_counts(["a.txt", "b.png", "c.txt", "d"])
    [('.txt', 2), ('', 1), ('.png', 1)]
    """
    counts = Counter(map(suffix_of, names))
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))


def proposed_filter(names: Iterable[str]) -> str:
    """A filter for the texts among the names; "*" where all are, or no ending is one of a text.

    >>> proposed_filter(["a.txt", "b.txt", "c.md", "d.png"]), proposed_filter(["a.txt"]), proposed_filter(["a", "b.bin"])
    ('*.txt *.md', '*', '*')
    """
    counts = suffix_counts(names)
    texts = [suffix for suffix, _ in counts if f".{suffix.lstrip('.').split('.')[0]}" in TEXT_SUFFIXES]
    if not texts or len(texts) == len(counts):
        return "*"
    return " ".join(f"*{suffix}" for suffix in texts[:MOST_PROPOSED])
