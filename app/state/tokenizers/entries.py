"""What stands in the shelf: a tokenizer with its title, and titles that tell one from the other."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from app.state.tokenizers.entry_titles import distinct_titles
from engine.backends import AnyTokenizer
from engine.patterns import Pattern
from engine.presets import bundled

_TITLES = {"gpt2": "GPT-2"}
_SIZES = {"gpt2": 50_257, "cl100k_base": 100_277, "o200k_base": 200_019}


@dataclass(frozen=True, slots=True)
class Entry:
    """A tokenizer in the shelf.  `tokenizer` is None until it has been loaded; `note` says how large it is.

    `path`, `pattern` and `identity` are those of an opened file; without a path the key is a name that `load_preset`
    knows.
    """

    key: str
    title: str
    note: str
    tokenizer: AnyTokenizer | None = None
    checked: bool = True
    path: Path | None = None
    pattern: Pattern | None = None
    identity: str = ""


def bundled_entries() -> tuple[Entry, ...]:
    """Of the tokenizers that come along, not loaded yet."""
    return tuple(Entry(name, entry_title(name), f"{_SIZES[name]:,}") for name in bundled())


def entry_title(name: str) -> str:
    """What a published tokenizer is called.

    >>> entry_title("gpt2"), entry_title("cl100k_base")
    ('GPT-2', 'cl100k_base')
    """
    return _TITLES.get(name, name)


def told_apart(entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """The entries with titles that are all different; a table that is exported calls them so too."""
    paths = {entry.key: entry.path for entry in entries if entry.path is not None}
    titles = distinct_titles({entry.title for entry in entries if entry.path is None}, paths)
    return tuple(_called(entry, titles.get(entry.key, entry.title)) for entry in entries)


def _called(entry: Entry, title: str) -> Entry:
    """The entry under a title; one that has it stays as it is, so that nothing is counted anew."""
    if title == entry.title:
        return entry
    tokenizer = entry.tokenizer.renamed(title) if entry.tokenizer is not None else None
    return replace(entry, title=title, tokenizer=tokenizer)
