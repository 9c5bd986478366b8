"""What was saved here as `tokenizer.json` is opened as what it was, with its steps, instead of on the library.

The library's file holds tokens and merges; the rest (which tokens are base symbols, which character is the mark of a word's
end) stands in our notes in `tokenizer_config.json`.  The identity decides whether both still belong together.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from engine.backends.tokenizer_json_parts import word_end_mark
from engine.errors import EngineError
from engine.formats.pipeline_fields import layout_of_ids, normalizer_from, pre_tokenizer_from
from engine.formats.rebuild import ModelFields, rebuilt
from engine.normalizers import Normalizer
from engine.pre_tokenizers import PreTokenizer
from engine.recipe import IdLayout
from engine.tokenizer import PipelineTokenizer
from engine.vocabulary import IntArray


def native_notes(tokenizer: PipelineTokenizer) -> dict[str, Any]:
    """What the library's file does not say: the pipeline in our words, and of characters what their model is made of."""
    fields = tokenizer.identity_fields
    pipeline = {key: fields[key] for key in ("pattern", "digits", "normalizers") if key in fields}
    if tokenizer.kind == "byte-bpe":
        return {"pipeline": pipeline}
    own = {key: value for key, value in tokenizer.model.identity_fields().items() if key not in ("merges", "scores")}
    return {"base": tokenizer.model.base, "own": own, "pipeline": pipeline}


def pipeline_noted(notes: Mapping[str, Any], source: str) -> tuple[Normalizer, PreTokenizer] | None:
    """The pipeline that our notes name; None where they say nothing that can be read."""
    pipeline = notes.get("pipeline")
    if not isinstance(pipeline, dict):
        return None
    try:
        names = pipeline.get("normalizers", ())
        return normalizer_from(names), pre_tokenizer_from(pipeline, notes.get("pattern"), source)
    except (EngineError, TypeError, AttributeError):
        return None


def native(content: Mapping[str, Any], notes: Mapping[str, Any], name: str) -> PipelineTokenizer | None:
    """The tokenizer that was saved; None where the notes are missing, or speak of another file."""
    try:
        opened = _opened(content, notes, name)
    except (EngineError, KeyError, TypeError, ValueError, IndexError, AttributeError):
        return None
    return opened if opened.identity == notes.get("identity") else None


def _opened(content: Mapping[str, Any], notes: Mapping[str, Any], name: str) -> PipelineTokenizer:
    special = {str(row["content"]): int(row["id"]) for row in content.get("added_tokens") or []}
    texts = _texts(content["model"]["vocab"], special)
    layout = IdLayout(notes["layout"]["kind"], tuple(notes["layout"]["special_tokens"]))
    base = int(notes["base"])
    public = layout.public_ids(base, len(texts)).tolist()
    mark = word_end_mark(content)
    written = {mark: notes["own"].get("end_of_word")} if mark else {}
    tokens = [_stored(texts[id], written).encode() for id in public]
    model_of = {texts[id]: place for place, id in enumerate(public)}
    own = dict(notes["own"]) | _scores(content["model"], public)
    model = rebuilt(notes["kind"], ModelFields(tokens, base, _merges(content["model"], model_of), own))
    pipeline = notes["pipeline"]
    return PipelineTokenizer(
        name,
        pre_tokenizer_from(pipeline, notes.get("pattern"), name),
        model,
        layout_of_ids(notes["layout"], model.base, public, special) or np.array(public, np.int32),
        special,
        {**notes.get("provenance", {}), "identity": notes.get("identity")},
        normalizer_from(pipeline.get("normalizers", ())),
    )


def _texts(vocabulary: Any, special: Mapping[str, int]) -> dict[int, str]:
    """id -> token, without the special tokens."""
    rows = vocabulary.items() if isinstance(vocabulary, dict) else ((row[0], id) for id, row in enumerate(vocabulary))
    return {id: text for text, id in rows if special.get(text) != id}


def _stored(text: str, written: Mapping[str, str]) -> str:
    for character, mark in written.items():
        text = text.replace(character, mark)
    return text


def _merges(model: Mapping[str, Any], model_of: Mapping[str, int]) -> IntArray:
    pairs = [[model_of[left], model_of[right]] for left, right in model.get("merges") or []]
    return np.array(pairs, np.int64).reshape(-1, 2)


def _scores(model: Mapping[str, Any], public: list[int]) -> dict[str, Any]:
    if model.get("type") != "Unigram":
        return {}
    return {"scores": [float(model["vocab"][id][1]).hex() for id in public]}
