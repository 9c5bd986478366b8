"""PRESETS: published tokenizers by name, bundled ones and those that other packages and programs have on this computer.

The published file of each bundled one (`NAME.tiktoken`) lies in `resources/encodings`; the merges that follow from it lie
beside it as an array, so that opening one takes some milliseconds (a test derives them again).

    bundled      names that are always there
    available    names that can be opened now
    load_preset  opens one
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from io import BytesIO

import numpy as np

from engine.algorithms.bpe import BPE
from engine.algorithms.code_points import CodePoints
from engine.backends import AnyTokenizer
from engine.errors import OptionError
from engine.formats.published import HARMONY_SPECIAL, KNOWN_FILES
from engine.model import Model
from engine.patterns import PATTERNS
from engine.pre_tokenizers import PreTokenizer
from engine.published.preset_sources import HubCache, cached_repositories, cached_tokenizer
from engine.published.preset_table import FOUND
from engine.suggestions import did_you_mean
from engine.tokenizer import PipelineTokenizer


@dataclass(frozen=True, slots=True)
class Preset:
    """A bundled encoding: its pattern, its special tokens, who published it, its file and the file's SHA-256."""

    name: str
    pattern: str
    special: Mapping[str, int]
    publisher: str
    file: str
    digest: str


_BUNDLED = {"gpt2": "OpenAI, 2019", "cl100k_base": "OpenAI, 2022", "o200k_base": "OpenAI, 2024"}
_DIGESTS = {known.name: digest for digest, known in KNOWN_FILES.items()}


def _bundled(name: str, file: str, special: Mapping[str, int] | None = None) -> Preset:
    known = KNOWN_FILES[_DIGESTS[file]]
    return Preset(name, known.pattern, special or known.special, _BUNDLED[file], file, _DIGESTS[file])


PRESETS: dict[str, Preset] = {
    **{name: _bundled(name, name) for name in _BUNDLED},
    "r50k_base": _bundled("r50k_base", "gpt2"),
    "o200k_harmony": _bundled("o200k_harmony", "o200k_base", HARMONY_SPECIAL),
}


BASELINES: dict[str, Callable[[], Model]] = {
    "bytes": lambda: BPE("raw", np.empty((0, 2), np.int32)),
    "code-points": CodePoints,
}
"""What needs no vocabulary: a token a byte, a token a character."""


def bundled() -> tuple[str, ...]:
    """The names of the bundled files: each is a vocabulary of its own."""
    return tuple(_BUNDLED)


def available() -> tuple[str, ...]:
    """All names that `load_preset` can open now; repositories of the Hugging Face cache are called ORGANISATION/NAME."""
    named = [name for name, row in FOUND.items() if row.source() is not None]
    known = {repository for row in FOUND.values() for repository in row.repositories}
    return (*PRESETS, *BASELINES, *named, *(name for name in cached_repositories() if name not in known))


def origin_of(name: str) -> str:
    """Where a preset comes from, in words: "bundled", or the package or cache that has it."""
    if name in PRESETS or name in BASELINES:
        return "bundled"
    source = FOUND[name].source() if name in FOUND else None
    return (source.where() or "") if source else (HubCache((name,)).where() or "the Hugging Face cache")


@cache
def load_preset(name: str) -> AnyTokenizer:
    """A published tokenizer, the same object each time; OptionError says what there is, or what brings it."""
    if name in PRESETS:
        return _load_bundled(PRESETS[name])
    if name in BASELINES:
        model = BASELINES[name]()
        return PipelineTokenizer(name, PreTokenizer(PATTERNS["none"]), model, np.arange(model.size))
    row = FOUND.get(name)
    source = row.source() if row else None
    if row and source:
        opened = source.open()
        provenance = {**opened.provenance, "found in": source.where() or "", "licence": row.licence}
        return opened.renamed(name, provenance)
    if row:
        raise OptionError(f"{row.title} is not on this computer. {row.advice()} A path opens a file.")
    if "/" in name and cached_tokenizer(name):
        return HubCache((name,)).open().renamed(name)
    hint = did_you_mean(name, [*PRESETS, *BASELINES, *FOUND])
    raise OptionError(
        f'There is no tokenizer "{name}".{hint} There are: {", ".join(available())}. A path opens a file.'
    )


def _load_bundled(preset: Preset) -> PipelineTokenizer:
    merges = np.load(BytesIO(encoding_file(f"{preset.file}.merges.npy")))
    # All three number the bytes in GPT-2's order and then the merges, so the model's ids are theirs.
    ids = np.arange(256 + len(merges), dtype=np.int32)
    provenance = {"publisher": preset.publisher, "file": f"{preset.file}.tiktoken", "sha256": preset.digest}
    cut = PreTokenizer(PATTERNS[preset.pattern])
    return PipelineTokenizer(preset.name, cut, BPE("gpt2", merges), ids, preset.special, provenance)


def encoding_file(name: str) -> bytes:
    """A bundled file."""
    return resources.files("resources").joinpath("encodings", name).read_bytes()
