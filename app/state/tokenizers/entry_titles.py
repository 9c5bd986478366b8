"""What tokenizers of the shelf are called: as short as tells them apart.

Files are often called alike.  Those that are get as much of their path as it takes: "t.json" and "t.mergescope" in one
folder, "t (german)" and "t (english)" in two.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path


def file_title(path: Path) -> str:
    """Files are often called tokenizer.json: then the folder says which."""
    return path.parent.name or path.name if path.name == "tokenizer.json" else path.stem


def distinct_titles(taken: set[str], paths: Mapping[str, Path]) -> dict[str, str]:
    """A title for each key; `taken` are those of tokenizers that are no files, and keep theirs.

    >>> distinct_titles({"gpt2"}, {"1": Path("/a/t.json"), "2": Path("/b/t.json"), "3": Path("/a/gpt2.json")})
    {'1': 't (a)', '2': 't (b)', '3': 'gpt2.json'}
    """
    groups: dict[str, list[str]] = {}
    for key, path in paths.items():
        groups.setdefault(file_title(path), []).append(key)
    titles: dict[str, str] = {}
    for title, keys in groups.items():
        if len(keys) == 1 and title not in taken:
            titles[keys[0]] = title
        else:
            titles |= _told_apart(taken, {key: paths[key] for key in keys})
    return titles


def _told_apart(taken: set[str], paths: Mapping[str, Path]) -> dict[str, str]:
    """The shortest titles of one kind that are all different."""
    for titles in zip(*(_longer_titles(path) for path in paths.values()), strict=False):
        if len(set(titles)) == len(titles) and not taken & set(titles):
            return dict(zip(paths, titles, strict=True))
    return {key: str(path) for key, path in paths.items()}


def _longer_titles(path: Path) -> Iterator[str]:
    """The file's name, then its title with more and more of the folders."""
    yield path.name
    parts = path.parent.parts[:-1] if path.name == "tokenizer.json" else path.parent.parts
    for count in range(1, len(parts) + 1):
        yield f"{file_title(path)} ({'/'.join(parts[-count:])})"
