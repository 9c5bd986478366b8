"""What the shelf lets be done in the background: tokenizers are loaded, opened, found by name and saved."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from app.state.tokenizers.entries import Entry
from app.state.tokenizers.entry_titles import file_title
from engine.backends import AnyTokenizer
from engine.commands.status import program_version
from engine.corpus import Corpus, Source
from engine.formats import load, save
from engine.history import TrainingHistory
from engine.patterns import Pattern
from engine.presets import available, bundled, load_preset
from engine.tokenizer import PipelineTokenizer
from engine.training import provenance


def size_words(tokenizer: AnyTokenizer) -> str:
    """Entries of its vocabulary."""
    return f"{len(tokenizer.vocabulary):,}"


def load_all() -> Iterator[AnyTokenizer]:
    """Those that come along."""
    for name in bundled():
        tokenizer = load_preset(name)
        _make_tables(tokenizer)
        yield tokenizer


def _make_tables(tokenizer: AnyTokenizer) -> None:
    """Have everything made that a first text needs, compiled loops loaded too, so that the window need not wait for it."""
    tokenizer.encode("a")
    if isinstance(tokenizer, PipelineTokenizer):
        tokenizer.model.segment([b"a"])
    _ = tokenizer.vocabulary


def opened(path: Path, pattern: Pattern | None) -> Iterator[Entry]:
    """A file, or a folder of one."""
    tokenizer = load(path, pattern)
    _make_tables(tokenizer)
    size = f"{len(tokenizer.vocabulary):,}"
    yield Entry(str(path), file_title(path), size, tokenizer, True, path, pattern, tokenizer.identity)


def published(name: str) -> Iterator[AnyTokenizer]:
    """A published one that an installed package or a cache brings."""
    tokenizer = load_preset(name)
    _make_tables(tokenizer)
    yield tokenizer


def published_names() -> Iterator[tuple[str, ...]]:
    """Of the published ones that are on this computer."""
    yield available()


Origin = tuple[TrainingHistory, Corpus | Mapping[str, Any], int]


def saved(tokenizer: AnyTokenizer, path: Path, format: str | None, origin: Origin | None) -> Iterator[Path]:
    """Write one, the run's (its `origin` is given) with where it comes from."""
    if origin is not None and isinstance(tokenizer, PipelineTokenizer):
        tokenizer = tokenizer.renamed(path.name.split(".")[0], run_provenance(*origin))
    save(tokenizer, path, format)
    yield path


def run_provenance(
    history: TrainingHistory,
    origin: Corpus | Mapping[str, Any],
    step: int,
    digests: Mapping[Source, str] | None = None,
) -> dict[str, Any]:
    """Where the run's tokenizer at a step comes from; it reads the corpus for its SHA-256, so it is for a worker."""
    known = origin if isinstance(origin, Mapping) else provenance(history, origin, program_version(), digests)
    at = {"step": step, "steps": len(history)} if step < len(history) else {}
    return {**{key: value for key, value in known.items() if key not in ("step", "steps")}, **at}
