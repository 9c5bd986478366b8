"""IdMap: which id of a tokenizer each of its model's tokens has, and where its special tokens stand.

A model numbers its own tokens from 0.  A recipe's layout, or the file that a tokenizer was opened from, gives them other ids.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from engine.kernels import bpe_vocabulary
from engine.model import Model
from engine.recipe import IdLayout
from engine.vocabulary import IntArray, Vocabulary


@dataclass(frozen=True, eq=False)
class IdMap:
    """The tokenizer's ids of a model's tokens, and of special tokens.

    public   (model ids,) the id of each of the model's tokens
    special  text -> id of each special token
    layout   what both follow from, for a model that was trained here; None for ids that a file gives
    """

    public: npt.NDArray[np.int32]
    special: dict[str, int]
    layout: IdLayout | None = None

    @classmethod
    def of(cls, model: Model, ids: IdLayout | IntArray, special: Mapping[str, int] | None = None) -> IdMap:
        """From a layout, which has its own special tokens, or from the id of each of the model's tokens."""
        if isinstance(ids, IdLayout):
            public = np.asarray(ids.public_ids(model.base, model.size), np.int32)
            return cls(public, ids.special_ids(model.base, model.size), ids)
        return cls(np.asarray(ids, np.int32), dict(special or {}))

    @property
    def size(self) -> int:
        """How many tokens there are, special ones included."""
        return len(self.public) + len(self.special)

    def at_size(self, size: int) -> IdLayout | IntArray:
        """What the ids of the model's first tokens follow from; published ones keep those that they have."""
        return self.layout or self.public[:size]

    def model_ids(self, ids: IntArray) -> npt.NDArray[np.int32]:
        """The model's ids of some of the tokenizer's; -1 for special tokens and ids that are not there."""
        ids = np.asarray(ids, np.int64)
        known = (ids >= 0) & (ids < len(self._of_public))
        return np.where(known, self._of_public[np.where(known, ids, 0)], -1).astype(np.int32)

    @cached_property
    def _of_public(self) -> npt.NDArray[np.int32]:
        inverse = np.full(int(self.public.max(initial=0)) + 1, -1, np.int32)
        inverse[self.public] = np.arange(len(self.public), dtype=np.int32)
        return inverse

    def vocabulary(self, tokens: Vocabulary, *, byte_level: bool) -> Vocabulary:
        """The model's tokens and the special ones under the tokenizer's ids."""
        texts = [text.encode() for text in self.special]
        data = np.concatenate([tokens.data, np.frombuffer(b"".join(texts), np.uint8)])
        tail = tokens.offsets[-1] + np.cumsum([len(text) for text in texts], dtype=np.int64)
        size = max([int(self.public.max(initial=-1)), *self.special.values()]) + 1
        order = np.full(size, -1, np.int64)
        order[self.public] = np.arange(len(tokens))
        order[list(self.special.values())] = np.arange(len(texts)) + len(tokens)
        gathered, offsets = bpe_vocabulary.gather_tokens(data, np.concatenate([tokens.offsets, tail]), order)
        holes = frozenset(np.flatnonzero(order < 0).tolist()) | {int(self.public[id]) for id in tokens.holes}
        return Vocabulary(gathered, offsets, dict(self.special), holes, byte_level)
