"""ALGORITHMS: the ways to learn a vocabulary, each a trainer with the pattern it starts from."""

from __future__ import annotations

from dataclasses import dataclass

from engine.algorithms.bpe import BPETrainer


@dataclass(frozen=True, slots=True)
class Algorithm:
    """A named way to learn: its trainer class (whose fields are the options) and its usual pattern."""

    name: str
    title: str
    trainer: type[BPETrainer]
    pattern: str


ALGORITHMS: dict[str, Algorithm] = {
    row.name: row for row in (Algorithm("byte-bpe", "Byte-level BPE", BPETrainer, pattern="gpt2"),)
}
