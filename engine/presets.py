"""PRESETS: published encodings that are bundled, by name.

The published file of each (`NAME.tiktoken`) lies in `resources/encodings`; the merges that follow from it lie beside it as
an array, so that opening one takes some milliseconds (a test derives them again).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from io import BytesIO

import numpy as np

from engine.algorithms.bpe import BPE
from engine.errors import OptionError
from engine.formats.tiktoken_bpe import KNOWN_FILES
from engine.pre_tokenizers import PATTERNS
from engine.tokenizer import PipelineTokenizer


@dataclass(frozen=True, slots=True)
class Preset:
    """A published encoding: its name, its pattern, its special tokens, who published it, and its file's SHA-256."""

    name: str
    pattern: str
    special: Mapping[str, int]
    publisher: str
    digest: str


_BUNDLED = {"gpt2": "OpenAI, 2019", "cl100k_base": "OpenAI, 2022", "o200k_base": "OpenAI, 2024"}
PRESETS: dict[str, Preset] = {
    known.name: Preset(known.name, known.pattern, known.special, _BUNDLED[known.name], digest)
    for digest, known in KNOWN_FILES.items()
    if known.name in _BUNDLED
}


def bundled() -> tuple[str, ...]:
    """The names that `load_preset` takes."""
    return tuple(PRESETS)


@cache
def load_preset(name: str) -> PipelineTokenizer:
    """One of the bundled encodings, the same object each time; OptionError names them if there is none of this name."""
    if name not in PRESETS:
        raise OptionError(f'There is no tokenizer "{name}". Bundled are: {", ".join(PRESETS)}. A path opens a file.')
    preset = PRESETS[name]
    merges = np.load(BytesIO(encoding_file(f"{name}.merges.npy")))
    # All three number the bytes in GPT-2's order and then the merges, so the model's ids are theirs.
    ids = np.arange(256 + len(merges), dtype=np.int32)
    provenance = {"publisher": preset.publisher, "file": f"{name}.tiktoken", "sha256": preset.digest}
    return PipelineTokenizer(name, PATTERNS[preset.pattern], BPE("gpt2", merges), ids, preset.special, provenance)


def encoding_file(name: str) -> bytes:
    """A bundled file."""
    return resources.files("resources").joinpath("encodings", name).read_bytes()
