"""The forest of merges of any tokenizer: those that run on their own library show theirs through a twin, or by their ranks."""

from __future__ import annotations

import numpy as np

from engine.algorithms.merge_model import MergeModel
from engine.backends import AnyTokenizer, LibraryTokenizer
from engine.backends.tiktoken_library import TiktokenLibrary
from engine.errors import UnsupportedError
from engine.formats.tiktoken_bpe import recovered_merges
from engine.twins import twin_of
from engine.vocabularies.token_forest import MergeForest, forest_of


def forest_of_any(tokenizer: AnyTokenizer) -> MergeForest | None:
    """The forest of a tokenizer, None where it has no merges or does not show them."""
    return library_forest(tokenizer) if isinstance(tokenizer, LibraryTokenizer) else forest_of(tokenizer)


def library_forest(tokenizer: LibraryTokenizer) -> MergeForest | None:
    """The forest of a library's tokenizer.

    Where several merges make one token, as in SentencePiece's models, the first of them is shown.
    """
    size = len(tokenizer.vocabulary)
    if isinstance(tokenizer.library, TiktokenLibrary):
        special = set(tokenizer.special.values())
        tokens = {
            id: token
            for id, token in enumerate(tokenizer.vocabulary)
            if id not in special and id not in tokenizer.vocabulary.holes
        }
        rows = np.array(recovered_merges(tokens), np.int64).reshape(-1, 3)
        return MergeForest.of_merges(size, rows[:, :2], rows[:, 2]) if len(rows) else None
    try:
        twin = twin_of(tokenizer)
    except UnsupportedError:
        return None
    model = twin.model
    if not isinstance(model, MergeModel) or not model.step_count:
        return None
    return MergeForest.of_merges(size, twin.public_ids(model.merges), twin.public_ids(model.products))
