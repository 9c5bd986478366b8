"""`.vocab`: every entry of a vocabulary as a line to read, with the merge that made it.  For people; it is not opened again."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from engine.algorithms.bpe import BPE
from engine.formats.files import write_atomically
from engine.tokenizer import PipelineTokenizer

SUFFIX = ".vocab"
_ESCAPES = {"\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def save(tokenizer: PipelineTokenizer, path: Path) -> None:
    """Write a line for each id: `[ th][e] -> [ the] 265`; of Unigram the score, as there are no merges."""
    vocabulary = tokenizer.vocabulary
    notes = _parts(tokenizer)
    scores = _scores(tokenizer)
    lines = []
    for id, token in enumerate(vocabulary):
        if id in vocabulary.holes:
            continue
        made_of = "".join(f"[{readable(vocabulary[part])}]" for part in notes.get(id, ()))
        score = f" {scores[id]:.6f}" if id in scores else ""
        lines.append(f"{made_of} -> [{readable(token)}] {id}" if made_of else f"[{readable(token)}] {id}{score}")
    write_atomically(path, ("\n".join(lines) + "\n").encode())


def _parts(tokenizer: PipelineTokenizer) -> dict[int, list[int]]:
    """id -> the two ids that its first merge puts together."""
    model = tokenizer.model
    merges = np.asarray(model.identity_fields().get("merges", []), np.int64).reshape(-1, 2)
    products = model.products if isinstance(model, BPE) else model.base + np.arange(len(merges))
    rows = zip(tokenizer.public_ids(products).tolist(), tokenizer.public_ids(merges).tolist(), strict=True)
    return dict(reversed(list(rows)))


def _scores(tokenizer: PipelineTokenizer) -> dict[int, float]:
    """id -> natural logarithm of its probability, for models that have one."""
    scores = tokenizer.model.identity_fields().get("scores", [])
    ids = tokenizer.public_ids(np.arange(len(scores))).tolist()
    return {id: float.fromhex(score) for id, score in zip(ids, scores, strict=True)}


def readable(token: bytes) -> str:
    """A token on one line: text as it is, control characters escaped, bytes that are no text as <E2>.

    >>> readable(b"a\\n"), readable(bytes([0xE2, 0xAD]))
    ('a\\\\n', '<E2><AD>')
    """
    try:
        text = token.decode()
    except UnicodeDecodeError:
        return "".join(chr(byte) if 0x20 < byte < 0x7F else f"<{byte:02X}>" for byte in token)
    return "".join(_ESCAPES.get(c) or (c if c.isprintable() else f"\\u{{{ord(c):X}}}") for c in text)
