"""Where a published vocabulary may lie on this computer: in an installed package, or in what other programs have downloaded.

Packages are not imported: their files are found by what their installation lists.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Protocol

from engine.backends import AnyTokenizer, LibraryTokenizer
from engine.backends.library_tokenizer import Description
from engine.backends.splintr_library import PACKAGE, SplintrLibrary
from engine.errors import FormatError, UnsupportedError
from engine.formats import tiktoken_bpe, tokenizer_json_reading
from engine.formats.assembly import assemble
from engine.normalizers import sequence_of
from engine.patterns import pattern_kept
from engine.pre_tokenizers import PreTokenizer
from engine.published.downloaded import downloads_folder, fetched_repositories, hub_file
from engine.tokenizer import PipelineTokenizer
from engine.vocabulary import Vocabulary


class Source(Protocol):
    """A place where a vocabulary may be."""

    def where(self) -> str | None:
        """What it was found in, to be shown; None where it is not."""

    def open(self) -> AnyTokenizer:
        """The tokenizer, where it is."""


# -- files of packages -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PackageFile:
    """A file of a distribution, and the format's function that opens it."""

    package: str
    path: str
    read: Callable[[Path], AnyTokenizer]

    def _file(self) -> Path | None:
        try:
            found = Path(str(metadata.distribution(self.package).locate_file(self.path)))
        except metadata.PackageNotFoundError:
            return None
        return found if found.is_file() else None

    def where(self) -> str | None:
        """The package with its version."""
        return f"{self.package} {metadata.version(self.package)}" if self._file() else None

    def open(self) -> AnyTokenizer:
        """Read the file."""
        return _read(self._file(), self.read, self.package)


def _read(path: Path | None, read: Callable[[Path], AnyTokenizer], place: str) -> AnyTokenizer:
    if path is None:
        raise FormatError(f"The file is no longer there ({place}).")
    return read(path)


# -- what other programs have downloaded -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TiktokenCache:
    """A rank file that `tiktoken` has downloaded: it is called after the SHA-1 of its address."""

    file: str
    digest: str

    def _file(self) -> Path | None:
        address = f"https://openaipublic.blob.core.windows.net/{self.file}"
        name = hashlib.sha1(address.encode(), usedforsecurity=False).hexdigest()
        ours = downloads_folder() / Path(self.file).name
        for path in (ours, *(folder / name for folder in _tiktoken_folders())):
            if path.is_file() and hashlib.sha256(path.read_bytes()).hexdigest() == self.digest:
                return path
        return None

    def where(self) -> str | None:
        """The cache."""
        return _cache_of(self._file(), "tiktoken's cache")

    def open(self) -> AnyTokenizer:
        """Read the file."""
        return _read(self._file(), tiktoken_bpe.load, "tiktoken's cache")


def _tiktoken_folders() -> list[Path]:
    named = [os.environ.get(name) for name in ("TIKTOKEN_CACHE_DIR", "DATA_GYM_CACHE_DIR")]
    return [*(Path(folder) for folder in named if folder), Path(tempfile.gettempdir()) / "data-gym-cache"]


@dataclass(frozen=True, slots=True)
class HubCache:
    """A tokenizer.json that `huggingface_hub` has downloaded from one of some repositories."""

    repositories: tuple[str, ...]

    def _file(self) -> Path | None:
        return next((path for path in map(cached_tokenizer, self.repositories) if path), None)

    def where(self) -> str | None:
        """The cache."""
        return _cache_of(self._file(), "the Hugging Face cache")

    def open(self) -> AnyTokenizer:
        """Read the file."""
        return _read(self._file(), tokenizer_json_reading.load, "the Hugging Face cache")


def _cache_of(path: Path | None, theirs: str) -> str | None:
    """Whose cache a file lies in: ours holds what was fetched by name."""
    if path is None:
        return None
    return "this program's downloads" if path.parent == downloads_folder() else theirs


def hub_folder() -> Path:
    """Where `huggingface_hub` keeps what it has downloaded."""
    for name in ("HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE"):
        if os.environ.get(name):
            return Path(os.environ[name])
    home = os.environ.get("HF_HOME")
    if home:
        return Path(home) / "hub"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "huggingface" / "hub"


def cached_tokenizer(repository: str) -> Path | None:
    """The tokenizer.json of a repository's main branch, None where it was not downloaded."""
    ours = hub_file(repository)
    if ours.is_file():
        return ours
    folder = hub_folder() / f"models--{repository.replace('/', '--')}"
    try:
        commit = (folder / "refs" / "main").read_text("utf-8").strip()
    except OSError:
        return None
    path = folder / "snapshots" / commit / "tokenizer.json"
    return path if path.is_file() else None


def cached_repositories() -> list[str]:
    """Repositories of which a tokenizer.json was downloaded."""
    folder = hub_folder()
    names = [path.name.removeprefix("models--").replace("--", "/") for path in sorted(folder.glob("models--*"))]
    return [name for name in dict.fromkeys([*fetched_repositories(), *names]) if cached_tokenizer(name)]


# -- inside a binary ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Splintr:
    """A vocabulary inside `splintr`.

    With a pattern (a name or an expression) its first `ranks` tokens become a tokenizer of ours, with these special
    tokens; else it runs on the library.
    """

    vocabulary: str
    kind: str = "char-bpe"
    pattern: str = ""
    ranks: int = 0
    special: Mapping[str, int] | None = None
    normalizers: Sequence[str] = ()
    wrapped: bool = False

    def where(self) -> str | None:
        """The package with its version."""
        try:
            return f"{PACKAGE} {metadata.version(PACKAGE)}"
        except metadata.PackageNotFoundError:
            return None

    def open(self) -> AnyTokenizer:
        """Ask the library for its tokens."""
        library = SplintrLibrary(self.vocabulary, wrapped=self.wrapped)
        return self._ours(library) if self.pattern else self._theirs(library)

    def _ours(self, library: SplintrLibrary) -> AnyTokenizer:
        tokens = {id: library.token(id) for id in range(self.ranks)}
        pattern = pattern_kept(self.pattern)
        normalizer, name = sequence_of(self.normalizers), self.vocabulary
        try:
            assembled = assemble(tokens, tiktoken_bpe.recovered_merges(tokens), name, whole=True)
        except UnsupportedError as reason:
            special = self.special or {}
            return tiktoken_bpe.with_library(tokens, pattern, special, normalizer, name, name, str(reason))
        cut = PreTokenizer(pattern)
        return PipelineTokenizer(name, cut, assembled.model, assembled.ids, self.special, normalizer=normalizer)

    def _theirs(self, library: SplintrLibrary) -> LibraryTokenizer:
        tokens = [library.token(id) for id in range(library.size)]
        described = Description(
            kind=self.kind,
            vocabulary=Vocabulary.of([token or None for token in tokens], byte_level=self.kind == "byte-bpe"),
            texts=[token or None for token in tokens],
            fields={"library": "splintr", "name": self.vocabulary},
            details={"library": "splintr"},
        )
        return LibraryTokenizer(self.vocabulary, library, described, {"runs on": "splintr"})
