"""`tokenizers`: any tokenizer.json that it loads.

Special tokens are text unless they are allowed: the library then gets a copy of the file in which the allowed ones are
ordinary added tokens and all others are not looked for, so that their own flags (`lstrip`, `rstrip`, ...) still hold.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from engine.algorithms.alphabet import byte_of
from engine.backends.library_limits import Growth, bounded_model, check, check_length, check_words, is_cut_short, plain
from engine.backends.library_seams import file_seams
from engine.backends.library_tokenizer import Pieces, guarded
from engine.pre_tokenizers import byte_offsets
from engine.seams import Seams
from engine.vocabulary import IntArray, Vocabulary


class TokenizersLibrary:
    """A file of the library, as it was read; EngineError if the library refuses it."""

    finds_special = True

    def __init__(self, content: Mapping[str, Any], source: str) -> None:
        check(content, source)
        self.content = content
        self._content = {**plain(content), "model": bounded_model(content["model"])}
        self._growth = Growth.of(content, source)
        self._source = source
        self._variants: dict[frozenset[str], Any] = {}
        self._variant(frozenset())  # a file that cannot be loaded is refused at once

    def _variant(self, allowed: frozenset[str]) -> Any:
        """The library's object that finds these special tokens and no others."""
        if allowed not in self._variants:
            import tokenizers

            rows = self._content.get("added_tokens") or []
            added = [{**row, "special": False} if row["content"] in allowed else row for row in rows]
            file = json.dumps({**self._content, "added_tokens": added})
            complaint = f"{self._source}: the tokenizers library refuses the file"
            library = guarded(lambda: tokenizers.Tokenizer.from_str(file), complaint)
            library.encode_special_tokens = True  # those that are still special: as text
            self._variants[allowed] = library
        return self._variants[allowed]

    def pieces(self, texts: Sequence[str], allowed: frozenset[str]) -> list[Pieces]:
        """The tokens of each text."""
        library = self._variant(allowed)
        check_length(texts, self._growth, self.normalize, self._source)
        complaint = f"{self._source}: the tokenizers library cannot encode this text"
        found = guarded(lambda: library.encode_batch(list(texts), add_special_tokens=False), complaint)
        if is_cut_short(self.content["model"]):
            check_words((encoding.offsets for encoding in found), self._source)
        return [_pieces(text, encoding) for text, encoding in zip(texts, found, strict=True)]

    def decode(self, ids: Sequence[int]) -> str:
        """The library's text of some ids."""
        text: str = self._variant(frozenset()).decode(list(ids), skip_special_tokens=False)
        return text

    def words(self, text: str) -> list[str]:
        """The pre-tokens of a text, as the model gets them."""
        check_length([text], self._growth, self.normalize, self._source)
        complaint = f"{self._source}: the tokenizers library cannot cut this text"
        seen = self.normalize(text)
        cutter = self._variant(frozenset()).pre_tokenizer
        if cutter is None:
            return [seen] if seen else []
        return [word for word, _ in guarded(lambda: cutter.pre_tokenize_str(seen), complaint)]

    def normalize(self, text: str) -> str:
        """What the file's normalizer makes of a text."""
        normalizer = self._variant(frozenset()).normalizer
        complaint = f"{self._source}: the tokenizers library cannot normalize this text"
        return text if normalizer is None else guarded(lambda: str(normalizer.normalize_str(text)), complaint)

    @cached_property
    def made_at(self) -> dict[int, int]:
        """The first of the merges that make a token; other models have none."""
        model = self.content["model"]
        prefix = str(model.get("continuing_subword_prefix") or "")
        made: dict[int, int] = {}
        for step, merge in enumerate(model.get("merges") or [], 1):
            left, right = merge if isinstance(merge, list) else str(merge).split(" ", 1)
            id = model["vocab"].get(left + right.removeprefix(prefix))
            if id is not None:
                made.setdefault(id, step)
        return made

    def at_step(self, step: int) -> TokenizersLibrary:
        """With the first merges only."""
        model = self._content["model"]
        return TokenizersLibrary({**self._content, "model": {**model, "merges": model["merges"][:step]}}, self._source)

    def seams(self, vocabulary: Vocabulary) -> Seams | None:
        """Those of the stages that the file names, where all of them are known."""
        return file_seams(self._content, vocabulary, self.normalize)

    def added_ids(self) -> dict[str, int]:
        """The ids that the library itself gives to added tokens, which may be others than the file names."""
        library = self._variant(frozenset())
        return {token.content: id for id, token in library.get_added_tokens_decoder().items()}


def _pieces(text: str, encoding: Any) -> Pieces:
    return Pieces(np.array(encoding.ids, np.int32), lambda: _byte_spans(text, encoding.offsets))


def _byte_spans(text: str, offsets: Sequence[tuple[int, int]]) -> IntArray:
    """The library counts characters."""
    spans = np.array(offsets, np.int64).reshape(-1, 2)
    if text.isascii():
        return spans
    data = np.frombuffer(text.encode(), np.uint8)
    return byte_offsets(data, len(data))[spans]


def token_texts(tokens: Sequence[str | None], added: Mapping[int, str], model: Mapping[str, Any]) -> list[bytes | None]:
    """What each token of a model that is not byte-level says in a text, None for the unknown one."""
    prefix = str(model.get("continuing_subword_prefix") or "")
    suffix = str(model.get("end_of_word_suffix") or "")
    unknown = unknown_token(model)
    texts: list[bytes | None] = []
    for id, token in enumerate(tokens):
        if token is None or (token == unknown and id not in added):
            texts.append(None)
        elif id in added:
            texts.append(None if added[id] == unknown else added[id].encode())
        elif model.get("byte_fallback") and (byte := byte_of(token.encode())) is not None:
            texts.append(bytes([byte]))
        else:
            texts.append(token.removeprefix(prefix).removesuffix(suffix).encode())
    return texts


def unknown_token(model: Mapping[str, Any]) -> str | None:
    """The text of the token for what is not in the vocabulary, None where there is none."""
    if model.get("type") == "Unigram":
        id = model.get("unk_id")
        return None if id is None else str(model["vocab"][id][0])
    named = model.get("unk_token")
    return None if named is None else str(named)
