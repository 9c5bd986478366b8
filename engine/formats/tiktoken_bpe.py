"""`.tiktoken`: a line for each token, its bytes in base64 and its rank, which is its id.

The format holds neither the pattern nor the special tokens.  They are known for the published files (by their SHA-256),
stand in `NAME.tiktoken.json` beside the file (which saving writes), or must be named by whoever opens it.

The ranks say in which order tokens were made, not of what: the merges are found again by encoding each token with the
ranks below its own.  A token that does not come down to two parts is reached only by a whole pre-token.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from engine.algorithms.bpe import BPE
from engine.backends import LibraryTokenizer
from engine.backends.library_tokenizer import Description
from engine.backends.tiktoken_library import TiktokenLibrary
from engine.errors import FormatError, OptionError, PatternNeededError, UnsupportedError
from engine.formats.assembly import (
    LARGEST_ID,
    Merge,
    assemble,
    describes_all_tokens,
    layout_fields,
    layout_from,
    special_tokens,
)
from engine.formats.files import read_bytes, read_json, write_atomically, write_json
from engine.formats.notes import plain_provenance
from engine.formats.pipeline_fields import pre_tokenizer_from
from engine.formats.published import KNOWN_FILES, KnownFile
from engine.kernels.bpe_vocabulary import recover_merges
from engine.normalizers import IDENTITY, Normalizer, sequence_of
from engine.patterns import PATTERNS, Pattern, pattern_kept
from engine.tokenizer import PipelineTokenizer
from engine.vocabulary import Vocabulary

SUFFIX = ".tiktoken"
_MOST_DIGITS = 20


def load(path: Path, pattern: Pattern | None = None) -> PipelineTokenizer | LibraryTokenizer:
    """Open a rank file.  Raises FormatError if it is damaged, or if its pattern is not known and none is given."""
    content = read_bytes(path)
    tokens = read_ranks(content, path.name)
    beside = path.with_name(path.name + ".json")
    notes = read_json(beside) if beside.exists() else {}
    known = KNOWN_FILES.get(hashlib.sha256(content).hexdigest())
    special = dict(known.special) if known else special_tokens(notes.get("special_tokens"), beside.name, tokens)
    chosen = pattern or _pattern_of(path, known, notes)
    name = known.name if known else path.name.removesuffix(SUFFIX)
    normalizer = sequence_of(known.normalizers) if known else IDENTITY
    check_bytes(tokens, path.name)
    try:
        assembled = assemble(tokens, recovered_merges(tokens), path.name, whole=True)
    except UnsupportedError as reason:
        return with_library(tokens, chosen, special, normalizer, name, path.name, str(reason))
    ids = layout_from(notes.get("layout"), assembled, special) or assembled.ids
    provenance = notes.get("provenance") or {"opened from": path.name}
    cut = pre_tokenizer_from({"pattern": chosen.expression}, chosen.name, path.name)
    return PipelineTokenizer(name, cut, assembled.model, ids, special, provenance, normalizer)


def check_bytes(tokens: Mapping[int, bytes], source: str) -> None:
    """UnsupportedError where a byte has no token."""
    missing = sorted({bytes([byte]) for byte in range(256)} - set(tokens.values()))
    if missing:
        listed = ", ".join(f"0x{byte[0]:02X}" for byte in missing[:3]) + (" ..." if len(missing) > 3 else "")
        raise UnsupportedError(
            f"{source}: {len(missing)} of the 256 bytes have no token ({listed}). "
            "Only byte-level BPE that can write every text is opened."
        )


def with_library(
    tokens: Mapping[int, bytes],
    pattern: Pattern,
    special: Mapping[str, int],
    normalizer: Normalizer,
    name: str,
    source: str,
    reason: str,
) -> LibraryTokenizer:
    """A tokenizer that runs on `tiktoken`, for ranks that are no merges in their order."""
    ranks = {token: rank for rank, token in tokens.items()}
    library = TiktokenLibrary(ranks, pattern.expression, normalizer, source)
    table = [tokens.get(rank) for rank in range(max(tokens) + 1)]
    vocabulary = Vocabulary.of(table, special)
    described = Description(
        kind="byte-bpe",
        vocabulary=vocabulary,
        texts=[*table, *[None] * (len(vocabulary) - len(table))],
        fields={"ranks": True, "normalizers": list(normalizer.names), "pattern": pattern.expression},
        steps=len(tokens) - 256,
        details={
            "library": "tiktoken",
            "pattern": pattern.name,
            "normalizer": ", ".join(normalizer.names) or "none",
            "runs on the library because": reason,
        },
    )
    return LibraryTokenizer(name, library, described, {"opened from": source, "runs on": "tiktoken"})


def _pattern_of(path: Path, known: KnownFile | None, notes: Mapping[str, object]) -> Pattern:
    if known:
        return pattern_kept(known.pattern)
    named = notes.get("pattern")
    if isinstance(named, str):
        try:
            return pattern_kept(named)
        except OptionError as error:
            raise FormatError(f"{path.name}.json: {error}") from None
    raise PatternNeededError(
        f"{path.name} does not say how text is cut before merging. Name its pattern with --pattern: "
        f"{', '.join(PATTERNS)}, or a regular expression."
    )


def read_ranks(content: bytes, source: str) -> dict[int, bytes]:
    """Rank -> token, in the order of the ranks; FormatError names the line of what is wrong."""
    line_of: dict[int, int] = {}
    tokens: dict[int, bytes] = {}
    for number, line in enumerate(content.split(b"\n"), 1):
        fields = line.split()
        if not fields:
            continue
        token, rank = _line(fields, f"{source}, line {number:,}")
        if rank in tokens:
            raise FormatError(f"{source}: rank {rank:,} is used twice (lines {line_of[rank]:,} and {number:,}).")
        tokens[rank] = token
        line_of[rank] = number
    if not tokens:
        raise FormatError(f"{source} holds no tokens; expected a line of base64 and a rank for each.")
    _refuse_repeats(tokens, line_of, source)
    return dict(sorted(tokens.items()))


def _line(fields: list[bytes], place: str) -> tuple[bytes, int]:
    if len(fields) != 2 or not fields[1].isdigit():
        raise FormatError(
            f"{place}: expected base64 and a rank, found {b' '.join(fields)[:40].decode('utf-8', 'replace')!r}."
        )
    try:
        token = base64.b64decode(fields[0], validate=True)
    except binascii.Error:
        raise FormatError(f"{place} is not base64: {fields[0][:40].decode('utf-8', 'replace')!r}.") from None
    if not token:
        raise FormatError(f"{place}: the token is empty.")
    if len(fields[1]) > _MOST_DIGITS:
        raise FormatError(f"{place}: the rank has {len(fields[1]):,} digits.")
    rank = int(fields[1])
    if rank > LARGEST_ID:
        raise FormatError(f"{place}: the rank {rank:,} is too large.")
    return token, rank


def _refuse_repeats(tokens: Mapping[int, bytes], line_of: Mapping[int, int], source: str) -> None:
    if len(set(tokens.values())) == len(tokens):
        return
    seen: dict[bytes, int] = {}
    for rank, token in tokens.items():
        if token in seen:
            lines = sorted((line_of[seen[token]], line_of[rank]))
            raise FormatError(f"{source}: the same token has two ranks (lines {lines[0]:,} and {lines[1]:,}).")
        seen[token] = rank


def recovered_merges(tokens: Mapping[int, bytes]) -> list[Merge]:
    """The merges (left, right, product) behind ranks, in their order."""
    ranks = list(tokens)
    lengths = np.array([len(token) for token in tokens.values()], np.int64)
    data = np.frombuffer(b"".join(tokens.values()), np.uint8)
    parts = recover_merges(data, np.concatenate([[0], np.cumsum(lengths)]))
    return [(ranks[a], ranks[b], ranks[n]) for n, (a, b) in enumerate(parts.tolist()) if a >= 0]


def save(tokenizer: PipelineTokenizer, path: Path) -> None:
    """Write the ranks, and pattern, special tokens and provenance beside them.

    Raises UnsupportedError for a model that a list of ranks cannot express.
    """
    model, cut = tokenizer.model, tokenizer.pre_tokenizer
    if not isinstance(model, BPE) or not tokenizer.is_lossless or cut.digits != "as-pattern":
        raise UnsupportedError(
            f"{tokenizer.name} cannot be saved as .tiktoken: that holds byte-level BPE with a pattern and nothing else "
            "(no normalizer, no rule for digits, no dropped white space). Save it as .mergescope."
        )
    public = tokenizer.public_ids(np.arange(model.size)).tolist()
    if not describes_all_tokens(model, public) or set(model.whole) != _unreached(model):
        raise UnsupportedError(
            f"{tokenizer.name} cannot be saved as .tiktoken: its merges are not the order of its ids. "
            "Save it as tokenizer.json."
        )
    rows = sorted(zip(public, model.vocabulary, strict=True))
    lines = [base64.b64encode(token) + b" %d\n" % id for id, token in rows]
    write_atomically(path, b"".join(lines))
    notes = {
        "pattern": cut.expression if cut.whitespace_pieces and cut.cuts_at_marks else tokenizer.pattern.kept,
        "special_tokens": tokenizer.special,
        "layout": layout_fields(tokenizer),
        "identity": tokenizer.identity,
        "provenance": plain_provenance(tokenizer),
    }
    write_json(path.with_name(path.name + ".json"), {key: value for key, value in notes.items() if value is not None})


def _unreached(model: BPE) -> set[int]:
    """Model ids that the merges never give: reading ranks takes whole pre-tokens for them."""
    vocabulary = model.vocabulary
    counts = model.segment_lengths(vocabulary.data, vocabulary.offsets[:-1], np.diff(vocabulary.offsets))
    return set(np.flatnonzero(counts != 1).tolist())
