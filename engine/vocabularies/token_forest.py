"""The forest that merges grow: of which two tokens each was made, and which were made of it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.algorithms.merge_model import MergeModel
from engine.algorithms.wordpiece import WordPiece
from engine.backends import AnyTokenizer
from engine.model import Model
from engine.tokenizer import PipelineTokenizer
from engine.vocabulary import IntArray

_DEEPEST = 400
"""A tree is not followed deeper than this; a token of 100,000 letters may grow one letter a merge."""


@dataclass(frozen=True, slots=True)
class TokenTree:
    """A token, the step that made it (0: it was there from the start), and the two that it was made of."""

    id: int
    step: int
    children: tuple[TokenTree, ...] = ()

    @property
    def leaves(self) -> int:
        """Base symbols under it."""
        return sum(child.leaves for child in self.children) or 1

    @property
    def depth(self) -> int:
        """Merges from it down to the deepest symbol."""
        return 1 + max(child.depth for child in self.children) if self.children else 0


@dataclass(frozen=True)
class MergeForest:
    """Parts by id: `left[id]` and `right[id]` made it at step `steps[id]`; -1, -1 and 0 where nothing did."""

    left: IntArray
    right: IntArray
    steps: IntArray

    @classmethod
    def of_merges(cls, size: int, parts: IntArray, products: IntArray) -> MergeForest:
        """From the merges in order; where several make the same token the first counts.

        >>> forest = MergeForest.of_merges(4, np.array([[0, 1], [2, 0]]), np.array([2, 3]))
        >>> forest.tree(3)
        TokenTree(id=3, step=2, children=(TokenTree(id=2, step=1, children=(TokenTree(id=0, step=0, children=()), \
TokenTree(id=1, step=0, children=()))), TokenTree(id=0, step=0, children=())))
        """
        left, right, steps = np.full(size, -1, np.int64), np.full(size, -1, np.int64), np.zeros(size, np.int64)
        backwards = products[::-1]
        left[backwards] = parts[::-1, 0]
        right[backwards] = parts[::-1, 1]
        steps[backwards] = np.arange(len(parts), 0, -1)
        return cls(left, right, steps)

    def tree(self, id: int, depth: int = _DEEPEST) -> TokenTree:
        """The token with all that it was made of."""
        if self.left[id] < 0 or not depth:
            return TokenTree(id, int(self.steps[id]))
        parts = (int(self.left[id]), int(self.right[id]))
        return TokenTree(id, int(self.steps[id]), tuple(self.tree(part, depth - 1) for part in parts))

    def made_of(self, id: int) -> IntArray:
        """Tokens that have this one as a part, in the order of their steps."""
        found = np.flatnonzero((self.left == id) | (self.right == id))
        return found[np.argsort(self.steps[found], kind="stable")]

    def all_made_of(self, id: int) -> IntArray:
        """Tokens with this one anywhere in their trees, in the order of their steps."""
        inside = np.zeros(len(self.left) + 1, bool)  # the last place is for -1: tokens without parts
        inside[id] = True
        known = 0
        while known != (known := int(inside.sum())):  # one round for each merge between it and the farthest of them
            inside[:-1] |= inside[self.left] | inside[self.right]
        inside[id] = False
        found = np.flatnonzero(inside[:-1])
        return found[np.argsort(self.steps[found], kind="stable")]


def forest_of(tokenizer: AnyTokenizer) -> MergeForest | None:
    """The forest of a tokenizer; None where it has none."""
    if not isinstance(tokenizer, PipelineTokenizer):
        return None
    merged = _merged(tokenizer.model)
    if merged is None or not len(merged[0]):
        return None
    parts, products = (tokenizer.public_ids(ids) for ids in merged)
    return MergeForest.of_merges(len(tokenizer.vocabulary), parts, products)


def _merged(model: Model) -> tuple[IntArray, IntArray] | None:
    """The parts and the products of a model's merges, as its own ids.  WordPiece encodes without them, but keeps them."""
    if isinstance(model, MergeModel):
        return model.merges, model.products
    return (model.parts, model.base + np.arange(model.step_count)) if isinstance(model, WordPiece) else None
