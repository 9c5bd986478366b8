"""What a session holds, whatever keeps it: options, texts to learn from, trainings, tokenizers, the text that is looked at."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from engine.corpora.sources import raw_pieces, source_size
from engine.corpus import Source
from engine.errors import EngineError
from engine.history import TrainingHistory
from engine.model import Progress
from engine.recipe import Recipe

Digests = dict[Source, str]
"""The SHA-256 of the bytes of texts."""


@dataclass(frozen=True, slots=True)
class KeptSource:
    """A text to learn from, whether it was checked, the SHA-256 of its bytes as they were, and the folder it was found in."""

    source: Source
    checked: bool = True
    digest: str = ""
    folder: str = ""


@dataclass(frozen=True, slots=True)
class KeptRun:
    """A training: what was learned, from what, and where its timeline stood.  `bookmarks` are (step, note); `branch` is the
    step up to which it is like another run, and the tie rule from there on."""

    history: TrainingHistory
    title: str
    position: int
    seconds: float = 0.0
    bookmarks: tuple[tuple[int, str], ...] = ()
    provenance: Mapping[str, Any] = field(default_factory=dict)
    weights: str = ""
    branch: tuple[int, str] | None = None


@dataclass(frozen=True, slots=True)
class KeptTokenizer:
    """A tokenizer of the shelf: a name that is known here, or a file with the pattern it was opened with."""

    key: str
    checked: bool = True
    path: Path | None = None
    pattern: str | None = None
    identity: str = ""


@dataclass(frozen=True, slots=True)
class SessionContents:
    """All that a session file holds; `problems` are sentences about what could not be read."""

    recipe: Recipe
    sources: tuple[KeptSource, ...] = ()
    run: KeptRun | None = None
    tokenizers: tuple[KeptTokenizer, ...] = ()
    selected: str = ""
    text: str = ""
    comparison: Mapping[str, Any] = field(default_factory=dict)
    layout: Mapping[str, Any] = field(default_factory=dict)
    show: Sequence[Mapping[str, Any]] = ()
    views: Mapping[str, Any] = field(default_factory=dict)
    other_fields: Mapping[str, Any] = field(default_factory=dict)
    other_members: Mapping[str, bytes] = field(default_factory=dict)
    problems: tuple[str, ...] = ()
    other_run: KeptRun | None = None


def read_digests(sources: Iterable[Source]) -> Iterator[Progress | Digests]:
    """The digests of texts, last, with Progress before; a text that cannot be read has none."""
    digests = Digests()
    done, sizes = 0, {source: _size(source) for source in sources}
    for source in sizes:
        digest = hashlib.sha256()
        with suppress(EngineError):
            for raw in raw_pieces(source):
                digest.update(raw)
                done += len(raw)
                yield Progress("Reading", done, sum(sizes.values()))
            digests[source] = digest.hexdigest()
    yield digests


def _size(source: Source) -> int:
    try:
        return source_size(source)
    except EngineError:
        return 0


def with_digests(contents: SessionContents, digests: Digests) -> SessionContents:
    """The same with the digest of each text; one that has gone keeps the digest it had."""
    sources = (replace(kept, digest=digests.get(kept.source, kept.digest)) for kept in contents.sources)
    return replace(contents, sources=tuple(sources))
