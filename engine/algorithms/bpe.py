"""Byte-pair encoding on bytes: start from the 256 bytes, merge the most frequent pair, again and again.

    BPETrainer  learns the merges from counted words
    BPE         the model: the merges in order; cuts a pre-token into tokens, at any step

What is common to all base symbols stands in `merge_model.py`, how merges are found in `bpe_training.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from engine.algorithms import bpe_training
from engine.algorithms.bpe_training import BPETraining, RuleChanges
from engine.algorithms.merge_model import MergeModel, MergeTables
from engine.algorithms.options import check_limits, check_rule_changes, scaled_minimum, step_limit
from engine.errors import OptionError
from engine.kernels.bpe_merge import Tables, byte_tables
from engine.model import Probes, Progress, Start, Steps, Stopped, WordCounts
from engine.vocabulary import GPT2_BYTE_ORDER, ByteArray, IntArray

ByteOrder = Literal["raw", "gpt2"]
BYTE_ORDERS: dict[ByteOrder, tuple[int, ...]] = {"raw": tuple(range(256)), "gpt2": GPT2_BYTE_ORDER}
"""Which byte each of the ids 0..255 stands for."""


@dataclass(frozen=True, slots=True)
class BPETrainer:
    """Merges the most frequent pair of neighbours into a new token, again and again.

    vocab_size     entries in the end, bytes and special tokens included; None: as many as there are merges for
    max_steps      merges at most
    min_frequency  pairs that occur less often are left alone; 1 merges until nothing is left
    tie_rule       which of several equally frequent pairs is merged (TIE_RULES)
    byte_order     which ids the 256 bytes have, and so what ties between them are decided by
    rule_changes   from which steps on other tie rules decide: (30, "first-seen") means from step 31 on; for branches of a run

    Pairs are counted wherever two tokens stand side by side, so that three equal letters count twice; they are merged
    from the left, without overlap.  Raises OptionError for a value that cannot be used.

    >>> events = BPETrainer(max_steps=2, min_frequency=1).steps(WordCounts.of({b"hug": 3, b"hub": 1}))
    >>> [pair for event in events if isinstance(event, Steps) for pair in event.parts.tolist()]
    [[104, 117], [256, 103]]
    """

    vocab_size: int | None = 32_000
    max_steps: int | None = None
    min_frequency: int = 2
    tie_rule: str = "smallest-ids"
    byte_order: ByteOrder = "raw"
    rule_changes: RuleChanges = ()

    def __post_init__(self) -> None:
        if self.vocab_size is not None and self.vocab_size < 256:
            raise OptionError(f"The vocabulary size must be at least 256, for the bytes; it is {self.vocab_size:,}.")
        check_limits(self.max_steps, self.min_frequency, self.tie_rule)
        check_rule_changes(self.rule_changes)
        if self.byte_order not in BYTE_ORDERS:
            raise OptionError(f"There is no byte order {self.byte_order!r}. Choose one of: {', '.join(BYTE_ORDERS)}.")

    def steps(
        self, words: WordCounts, probes: Probes | None = None, *, specials: int = 0, record: bool = True
    ) -> Iterator[Progress | Start | Steps | Stopped]:
        """Learn; see `engine.model.Trainer`.

        Words of several sources with weights other than 1 come with their counts times `words.scale`; so do all counts
        that are yielded.  Raises OptionError if the vocabulary cannot even hold bytes and special tokens.
        """
        limit, reason = step_limit(self.vocab_size, self.max_steps, base=256, specials=specials, symbols="bytes")
        training = self._training(words, probes if record else None, record)
        yield training.start(_symbols(self.byte_order))
        yield from bpe_training.learn(training, limit, reason, self.rule_changes)

    def model(self, start: Start, parts: IntArray) -> BPE:
        """The model of these steps; any prefix of them is valid too."""
        return BPE(self.byte_order, parts)

    def replay(self, words: WordCounts, step: int) -> list[IntArray]:
        """How the training has cut each word after that many steps, found by training again."""
        return bpe_training.replay(self._training(words, None, record=False), step)

    def _training(self, words: WordCounts, probes: Probes | None, record: bool) -> BPETraining:
        ids = np.empty(256, np.int32)
        ids[list(BYTE_ORDERS[self.byte_order])] = np.arange(256)
        minimum = scaled_minimum(self.min_frequency, words.scale)
        return BPETraining(words, ids, minimum=minimum, rule=self.tie_rule, probes=probes, record=record)


class BPE(MergeModel):
    """The merges of a byte-level BPE, in order; ids are 0..255 for the bytes, then one for each token that merges make.

    `merges` is (m, 2): the two ids of each merge.  Merge `k` makes id `256 + k`, unless `products` says otherwise:
    published files may reach one token by several pairs.  `extra` are tokens that no merge makes; their ids follow.
    `whole` are ids of tokens that come out exactly where a whole pre-token equals them, whatever the merges say.

    >>> model = BPE("raw", np.array([[104, 117], [256, 103]]))
    >>> model.tokenize(b"hugs").tolist(), model.at_step(1).tokenize(b"hugs").tolist()
    ([257, 115], [256, 103, 115])
    >>> [ids.tolist() for ids in model.segment([b"hug", b"hu"])]
    [[257], [256]]
    """

    kind = "byte-bpe"

    def __init__(
        self,
        byte_order: ByteOrder,
        merges: IntArray,
        *,
        products: IntArray | None = None,
        extra: Sequence[bytes] = (),
        whole: Sequence[int] = (),
    ) -> None:
        self.byte_order: ByteOrder = byte_order
        self._whole = tuple(whole)
        merges = np.ascontiguousarray(merges, np.int32).reshape(-1, 2)
        text_lengths = np.ones(256, np.int64)
        super().__init__(MergeTables(_symbols(byte_order), text_lengths, merges, products, self._lookup, extra))

    @property
    def extra(self) -> tuple[bytes, ...]:
        """Tokens that no merge makes; a model cut to a step has none."""
        return () if self.is_cut else self._tables.extra

    @property
    def whole(self) -> tuple[int, ...]:
        """Ids of tokens that only a whole pre-token gives; a model cut to a step has none."""
        return () if self.is_cut else self._whole

    def identity_fields(self) -> dict[str, Any]:
        """What decides ids beside the vocabulary."""
        fields = super().identity_fields()
        return fields | {"whole": list(self.whole)} if self.whole else fields

    def encode_ends(self, data: ByteArray, ends: IntArray, start: int = 0) -> npt.NDArray[np.int32]:
        """Ids of a text that stands in padded `data` from `start` on and is cut into pre-tokens at `ends`."""
        return self._tables.encode(data, np.ascontiguousarray(ends, np.int64), start, self.step_count)

    def join(self, ids: Sequence[int], separator: bytes) -> bytes:
        """The bytes of some ids; nothing tells where a word ends, so the separator goes nowhere."""
        vocabulary = self.vocabulary
        return b"".join(vocabulary[id] for id in ids)

    def _lookup(self, tables: MergeTables) -> Tables:
        order = np.array(BYTE_ORDERS[self.byte_order], np.int64)
        whole = [(id, tables.vocabulary[id]) for id in self._whole]
        return byte_tables(order, tables.merges, tables.products, whole)


def _symbols(byte_order: ByteOrder) -> tuple[bytes, ...]:
    return tuple(bytes([byte]) for byte in BYTE_ORDERS[byte_order])
