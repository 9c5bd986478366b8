"""`.vocab`: every entry of a vocabulary as a line to read, with the merge that made it.  For people; it is not opened again."""

from __future__ import annotations

from pathlib import Path

from engine.formats.files import write_atomically
from engine.tokenizer import PipelineTokenizer

SUFFIX = ".vocab"
_ESCAPES = {"\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def save(tokenizer: PipelineTokenizer, path: Path) -> None:
    """Write a line for each id: `[ th][e] -> [ the] 265`."""
    vocabulary = tokenizer.vocabulary
    merges = tokenizer.public_ids(tokenizer.model.merges).tolist()
    parts = dict(zip(tokenizer.public_ids(tokenizer.model.products).tolist()[::-1], merges[::-1], strict=True))
    lines = []
    for id, token in enumerate(vocabulary):
        if id in vocabulary.holes:
            continue
        made_of = "".join(f"[{readable(vocabulary[part])}]" for part in parts.get(id, ()))
        lines.append(f"{made_of} -> [{readable(token)}] {id}" if made_of else f"[{readable(token)}] {id}")
    write_atomically(path, ("\n".join(lines) + "\n").encode())


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
