"""minbpe's `.model`: its pattern, its special tokens, and the ids of the pair of each merge, a line each.

Bytes have the ids 0 to 255 and the merges follow, so that the file needs no vocabulary.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from engine.algorithms.bpe import BPE
from engine.algorithms.merge_model import tokens_fit
from engine.errors import FormatError, OptionError, clipped
from engine.formats.assembly import check_special_token, is_written_id
from engine.formats.files import read_bytes
from engine.patterns import PATTERNS, Pattern, pattern_expressed
from engine.pre_tokenizers import PreTokenizer
from engine.recipe import IdLayout
from engine.tokenizer import PipelineTokenizer

MAGIC = b"minbpe"
_VERSION = "minbpe v1"


def load(path: Path, pattern: Pattern | None = None) -> PipelineTokenizer:
    """Open a model; FormatError names the line of what is wrong."""
    lines = _lines(read_bytes(path), path.name)
    if lines[0] != _VERSION:
        raise FormatError(f'{path.name}, line 1: expected "{_VERSION}", found {lines[0][:40]!r}.')
    if len(lines) < 3 or not is_written_id(lines[2]):
        raise FormatError(f"{path.name}, line 3: expected the number of special tokens.")
    count = int(lines[2])
    special = _special(lines[3 : 3 + count], count, path.name)
    merges = _merges(lines[3 + count :], 4 + count, path.name)
    size = 256 + len(merges)
    for text, id in special.items():
        if id < size:
            raise FormatError(f'{path.name}: the id {id:,} of the special token "{text}" belongs to another token too.')
    on_top = list(special.values()) == list(range(size, size + count))
    ids = IdLayout("top", tuple(special)) if on_top else np.arange(size)
    cut = PreTokenizer(pattern or _pattern(lines[1], path.name))
    model = BPE("raw", merges)
    _refuse_repeats(model, 4 + count, path.name)
    return PipelineTokenizer(path.stem, cut, model, ids, special, {"opened from": path.name})


def _lines(content: bytes, source: str) -> list[str]:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FormatError(f"{source}: byte {error.start:,} is not UTF-8.") from None
    lines = text.replace("\r\n", "\n").split("\n")
    while len(lines) > 3 and not lines[-1]:
        lines.pop()
    return lines


def _pattern(expression: str, source: str) -> Pattern:
    try:
        return pattern_expressed(expression) if expression else PATTERNS["none"]
    except OptionError as error:
        raise FormatError(f"{source}, line 2: {error}") from None


def _special(lines: list[str], count: int, source: str) -> dict[str, int]:
    if len(lines) != count:
        raise FormatError(f"{source} ends within its {count:,} special tokens.")
    special: dict[str, int] = {}
    for number, line in enumerate(lines, 4):
        text, _, id = line.rpartition(" ")
        if not text or not is_written_id(id) or text in special or int(id) in special.values():
            raise FormatError(
                f"{source}, line {number:,}: expected a special token and an id of its own, found {clipped(line)!r}."
            )
        check_special_token(text, int(id), source)
        special[text] = int(id)
    return special


def _merges(lines: list[str], first: int, source: str) -> np.ndarray:
    merges = np.zeros((len(lines), 2), np.int32)
    seen: dict[tuple[int, int], int] = {}
    for row, line in enumerate(lines):
        fields = line.split()
        if len(fields) != 2 or not all(map(is_written_id, fields)):
            raise FormatError(f"{source}, line {first + row:,}: expected the ids of two parts, found {line[:40]!r}.")
        pair = (int(fields[0]), int(fields[1]))
        if max(pair) >= 256 + row:
            raise FormatError(f"{source}, line {first + row:,}: the id {max(pair):,} is not made by a merge before it.")
        if seen.setdefault(pair, row) != row:
            raise FormatError(f"{source}, line {first + row:,} repeats the merge of line {first + seen[pair]:,}.")
        merges[row] = pair
    if not tokens_fit(np.ones(256, np.int64), merges):
        raise FormatError(f"{source}: its merges make tokens too long for any memory.")
    return merges


def _refuse_repeats(model: BPE, first: int, source: str) -> None:
    """FormatError for merges that make one token: training makes each in one way, and a text would not tell which is meant."""
    line_of: dict[bytes, int] = {}
    for row, token in enumerate(model.vocabulary[256:]):
        if line_of.setdefault(token, first + row) != first + row:
            raise FormatError(f"{source}, line {first + row:,} makes the same token as line {line_of[token]:,}.")
