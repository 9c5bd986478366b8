"""explain(): how each pre-token of a text came to its tokens, as the algorithm does it.

    merges        BPE: every merge in rank order, and what merging from left to right would have given
    tries         WordPiece: every stretch that was looked up, the longest first, until one was found
    ways          Unigram: the lattice of all pieces, the likeliest way through it and the next ones

A tokenizer that runs on its library is explained by a model of ours with its vocabulary, where that gives its ids.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.algorithms.merge_explain import LeftToRight, MergeStep
from engine.algorithms.merge_model import MergeModel
from engine.algorithms.unigram_lattice import Edge, Lattice, Way
from engine.algorithms.unigram_model import Unigram
from engine.algorithms.wordpiece import Try, WordPiece
from engine.backends import AnyTokenizer, LibraryTokenizer
from engine.decoders import replaced_surrogates
from engine.errors import UnsupportedError
from engine.model import padded
from engine.tokenizer import PipelineTokenizer
from engine.twins import twin_of, words_of
from engine.vocabulary import IntArray

WAYS = 5
"""How many of the likeliest ways through a lattice are told."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """One pre-token: its text as the model saw it, its tokens (the model's ids), and how they came about.

    `symbols` are the base symbols that merging starts from.  What the algorithm does not have is empty or None.
    """

    pre_token: bytes
    ids: tuple[int, ...]
    symbols: tuple[int, ...] = ()
    merges: tuple[MergeStep, ...] = ()
    left_to_right: LeftToRight | None = None
    tries: tuple[Try, ...] = ()
    lattice: Lattice | None = None
    ways: tuple[Way, ...] = ()


def explain(tokenizer: AnyTokenizer, text: str) -> list[Explanation]:
    """Every pre-token of a text, in order, in the model ids of `explainer(tokenizer)`.

    Raises EncodeError for what the vocabulary cannot write, UnsupportedError for a tokenizer of a library that does not
    show how it comes to its tokens.

    >>> from engine.presets import load_preset
    >>> [merge.rank for merge in explain(load_preset("gpt2"), "the")[0].merges]
    [2, 913]
    """
    if isinstance(tokenizer, LibraryTokenizer):
        return _explained_by_twin(tokenizer, text)
    data = tokenizer.normalizer.text(replaced_surrogates(text)[0]).encode()
    starts, ends = tokenizer.pre_tokenizer.pieces(padded(data), len(data))
    words = [data[start:end] for start, end in zip(starts.tolist(), ends.tolist(), strict=True)]
    return [explained(tokenizer, word) for word in words]


def explainer(tokenizer: AnyTokenizer) -> PipelineTokenizer:
    """The tokenizer whose model the explanations speak of: itself, or the twin of one that runs on a library."""
    return twin_of(tokenizer) if isinstance(tokenizer, LibraryTokenizer) else tokenizer


def _explained_by_twin(tokenizer: LibraryTokenizer, text: str) -> list[Explanation]:
    twin = twin_of(tokenizer)
    text = replaced_surrogates(text)[0]
    explanations = [explained(twin, word.encode()) for word in words_of(tokenizer, text)]
    ids = [id for explanation in explanations for id in twin.public_ids(np.array(explanation.ids, np.int64)).tolist()]
    unknown = tokenizer.description.unknown
    if _fused(ids, unknown) != _fused(tokenizer.encode(text).ids.tolist(), unknown):
        raise UnsupportedError(
            f"{tokenizer.name} runs on its own library, which cuts this text otherwise than its model alone explains."
        )
    return explanations


def _fused(ids: Sequence[int], unknown: int | None) -> list[int]:
    """Unknown tokens in a row as one, which is how some libraries write them."""
    return [id for place, id in enumerate(ids) if id != unknown or place == 0 or ids[place - 1] != unknown]


def explained(tokenizer: PipelineTokenizer, pre_token: bytes) -> Explanation:
    """How one pre-token is encoded."""
    model = tokenizer.model
    ids = tuple(np.asarray(model.tokenize(pre_token)).tolist())
    if isinstance(model, MergeModel):
        return Explanation(
            pre_token,
            ids,
            symbols=tuple(model.base_ids(pre_token)),
            merges=tuple(model.merge_steps(pre_token)),
            left_to_right=model.naive_left_to_right(pre_token),
        )
    if isinstance(model, WordPiece):
        return Explanation(pre_token, ids, tries=tuple(model.tries(pre_token)))
    if isinstance(model, Unigram):
        return Explanation(pre_token, ids, lattice=model.lattice(pre_token), ways=tuple(model.n_best(pre_token, WAYS)))
    return Explanation(pre_token, ids)


# -- as JSON -----------------------------------------------------------------------------------------------------------


def explanation_fields(tokenizer: PipelineTokenizer, explanation: Explanation) -> dict[str, Any]:
    """An explanation in public ids and readable tokens, for `explain --json`."""
    fields: dict[str, Any] = {
        "pre_token": explanation.pre_token.decode("utf-8", "replace"),
        "tokens": _tokens(tokenizer, explanation.ids),
    }
    if explanation.symbols:
        fields["symbols"] = _tokens(tokenizer, explanation.symbols)
        fields["merges"] = [_merge(tokenizer, step) for step in explanation.merges]
    if explanation.left_to_right is not None:
        wrong = explanation.left_to_right
        fields["left_to_right"] = {"tokens": _tokens(tokenizer, wrong.ids), "goes_wrong_at": wrong.parts_at}
    if explanation.tries:
        fields["tries"] = [
            {"start": tried.start, "end": tried.end, "text": tried.text, "found": tried.found}
            for tried in explanation.tries
        ]
    if explanation.lattice is not None:
        fields["lattice"] = [_edge(tokenizer, edge) for edge in explanation.lattice.edges]
        fields["ways"] = [
            {"score": way.score, "tokens": [_edge(tokenizer, edge) for edge in way.edges]} for way in explanation.ways
        ]
    return fields


def _tokens(tokenizer: PipelineTokenizer, model_ids: Sequence[int]) -> list[dict[str, Any]]:
    public: IntArray = tokenizer.public_ids(np.asarray(model_ids, np.int64))
    return [{"id": id, "token": tokenizer.vocabulary.glyphs(id)} for id in public.tolist()]


def _merge(tokenizer: PipelineTokenizer, step: MergeStep) -> dict[str, Any]:
    left, right, made = _tokens(tokenizer, [*step.pair, step.id])
    return {"rank": step.rank, "position": step.position, "left": left, "right": right, "token": made}


def _edge(tokenizer: PipelineTokenizer, edge: Edge) -> dict[str, Any]:
    id = None if edge.id is None else int(tokenizer.public_ids(np.array([edge.id]))[0])
    token = edge.text.decode("utf-8", "replace")
    return {"id": id, "token": token, "start": edge.start, "end": edge.end, "score": edge.score, "share": edge.share}
