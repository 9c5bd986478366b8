"""A tokenizer's parts as the `tokenizers` library writes them: normalizer, pre-tokenizer, model, decoder.

What the library cannot do exactly as it is done here is refused with the reason.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.backends.tokenizer_json_parts import BYTE_LEVEL, WORD_END, Fields, replace, replace_text, sequence, strip
from engine.errors import UnsupportedError
from engine.formats.library_patterns import split_fields
from engine.metaspace import MARK
from engine.normalizers import Normalizer
from engine.pre_tokenizers import PreTokenizer
from engine.tokenizer import PipelineTokenizer
from engine.vocabulary import IntArray

_FIRST_PRIVATE = 0xE000
_SIMPLE = {
    "nfc": "NFC",
    "nfd": "NFD",
    "nfkc": "NFKC",
    "nfkd": "NFKD",
    "lowercase": "Lowercase",
    "strip-accents": "StripAccents",
}
_BERT = {
    "type": "BertNormalizer",
    "clean_text": True,
    "handle_chinese_chars": True,
    "strip_accents": None,
    "lowercase": True,
}
_DIGITS = {
    "each": r"\p{N}",
    "3-left": r"\p{N}{1,3}",
    "3-right": r"\p{N}{1,3}(?=(?:\p{N}{3})*(?!\p{N}))",
}
_BYTE_LEVEL = {**BYTE_LEVEL, "trim_offsets": True}


# -- normalizer --------------------------------------------------------------------------------------------------------


def normalizer_fields(tokenizer: PipelineTokenizer) -> Fields | None:
    """The library's normalizer, with the mark at each word's end for character BPE."""
    parts = [part for name in tokenizer.normalizer.names for part in _normalizer(name, tokenizer.normalizer)]
    mark = word_end(tokenizer)
    if mark is not None:
        if not tokenizer.pre_tokenizer.drops_whitespace:
            raise UnsupportedError(
                f"{tokenizer.name} cannot be saved as tokenizer.json: an end-of-word mark stands there before white space, "
                f"and the pattern {tokenizer.pattern.name} ends words elsewhere. Save it as .mergescope."
            )
        parts.append(replace(WORD_END, mark))
    return sequence("normalizers", parts)


def _normalizer(name: str, normalizer: Normalizer) -> list[Fields]:
    if name in _SIMPLE:
        return [{"type": _SIMPLE[name]}]
    if name == "bert":
        return [_BERT]
    if name == "metaspace":
        ends = [] if normalizer.keep_whitespace else [replace(r"\A +", ""), replace(rf"[ {MARK}]+\z", "")]
        rows = [] if normalizer.keep_whitespace else [replace(" {2,}", " ")]
        return [*ends, *rows, {"type": "Prepend", "prepend": MARK}, replace_text(" ", MARK)]
    raise UnsupportedError(
        f"tokenizer.json cannot hold the normalizer {name} exactly: the library applies it to other pieces of the text. "
        "Save it as .mergescope, or train with nfkc."
    )


# -- pre-tokenizer -----------------------------------------------------------------------------------------------------


def pre_tokenizer_fields(pre_tokenizer: PreTokenizer, *, byte_level: bool) -> Fields | None:
    """The library's pre-tokenizer; byte-level models have their bytes made printable behind it."""
    name = pre_tokenizer.pattern.name
    digits = _DIGITS.get(pre_tokenizer.digits)
    if byte_level and name == "gpt2" and digits is None:
        return {**_BYTE_LEVEL, "use_regex": True}
    parts: list[Fields] = []
    if digits is not None:
        parts.append({"type": "Split", "pattern": {"Regex": digits}, "behavior": "Isolated", "invert": False})
    if name == "whitespace":
        parts.append({"type": "WhitespaceSplit"})
    elif name == "bert":
        parts.append({"type": "BertPreTokenizer"})
    elif name == "metaspace":
        parts.append(_metaspace_split(pre_tokenizer))
    elif name != "none":
        parts.append(split_fields(pre_tokenizer.pattern))
    if byte_level:
        parts.append(_BYTE_LEVEL)
    return sequence("pretokenizers", parts)


def _metaspace_split(pre_tokenizer: PreTokenizer) -> Fields:
    if pre_tokenizer.whitespace_pieces:
        return {
            "type": "Split",
            "pattern": {"Regex": pre_tokenizer.expression},
            "behavior": "Isolated",
            "invert": False,
        }
    return {"type": "Split", "pattern": {"String": MARK}, "behavior": "MergedWithNext", "invert": False}


# -- model -------------------------------------------------------------------------------------------------------------


def model_fields(tokenizer: PipelineTokenizer) -> Fields:
    """The library's model; UnsupportedError for one that it has not."""
    makers = {
        "byte-bpe": _bpe,
        "char-bpe": _bpe,
        "char-level": _bpe,
        "wordpiece": _wordpiece,
        "unigram": _unigram,
        "word-level": _word_level,
    }
    if tokenizer.kind not in makers:
        raise UnsupportedError(
            f"{tokenizer.name} cannot be saved as tokenizer.json: the library has no such model. Save it as .mergescope."
        )
    return makers[tokenizer.kind](tokenizer)


def _bpe(tokenizer: PipelineTokenizer) -> Fields:
    own = tokenizer.model.identity_fields()
    texts = token_texts(tokenizer)
    merges = tokenizer.public_ids(_as_array(own.get("merges", []))).tolist()
    return {
        "type": "BPE",
        "dropout": None,
        "unk_token": own.get("unknown"),
        "continuing_subword_prefix": None,
        "end_of_word_suffix": None,
        "fuse_unk": False,
        "byte_fallback": bool(own.get("byte_fallback")),
        "ignore_merges": bool(own.get("whole")),
        "vocab": _table(tokenizer, texts),
        "merges": [[texts[left], texts[right]] for left, right in merges],
    }


def _wordpiece(tokenizer: PipelineTokenizer) -> Fields:
    own = tokenizer.model.identity_fields()
    return {
        "type": "WordPiece",
        "unk_token": own["unknown"],
        "continuing_subword_prefix": own["continuation"],
        "max_input_chars_per_word": own["limit"],
        "vocab": _table(tokenizer, token_texts(tokenizer)),
    }


def _unigram(tokenizer: PipelineTokenizer) -> Fields:
    own = tokenizer.model.identity_fields()
    scores = dict(zip(tokenizer.public_ids(_all_ids(tokenizer)).tolist(), own["scores"], strict=True))
    texts = token_texts(tokenizer)
    unknown = tokenizer.model.unknown
    return {
        "type": "Unigram",
        "unk_id": None if unknown is None else int(tokenizer.public_ids(_as_array([unknown]))[0]),
        "byte_fallback": bool(own.get("byte_fallback")),
        "vocab": [[texts[id], float.fromhex(scores[id]) if id in scores else 0.0] for id in range(len(texts))],
    }


def _word_level(tokenizer: PipelineTokenizer) -> Fields:
    unknown = tokenizer.model.identity_fields().get("unknown")
    return {"type": "WordLevel", "vocab": _table(tokenizer, token_texts(tokenizer)), "unk_token": unknown or ""}


def _as_array(values: Any) -> IntArray:
    return np.asarray(values, np.int64)


def _all_ids(tokenizer: PipelineTokenizer) -> IntArray:
    return np.arange(tokenizer.model.size)


def _table(tokenizer: PipelineTokenizer, texts: dict[int, str]) -> dict[str, int]:
    """Token -> id in id order.  Special tokens are among them: elsewhere the library would give them ids of its own."""
    table: dict[str, int] = {}
    for id in sorted(texts):
        if texts[id] in table:
            which = "the special token" if texts[id] in tokenizer.special else "the token"
            raise UnsupportedError(
                f'{tokenizer.name} cannot be saved as tokenizer.json: {which} "{texts[id]}" reads like another one there. '
                "Save it as .mergescope."
            )
        table[texts[id]] = id
    return table


def token_texts(tokenizer: PipelineTokenizer) -> dict[int, str]:
    """id -> the token as the library stores it, special tokens too."""
    vocabulary = tokenizer.vocabulary
    texts = {id: vocabulary.glyphs(id) for id in range(len(vocabulary)) if id not in vocabulary.holes}
    mark = word_end(tokenizer)
    if mark is not None:
        texts |= _marked_texts(tokenizer, mark)
    return texts


def word_end(tokenizer: PipelineTokenizer) -> str | None:
    """The one character that stands for the end-of-word mark: private use, and not among the tokens; None without a mark."""
    if not tokenizer.model.identity_fields().get("end_of_word"):
        return None
    used = {character for token in tokenizer.vocabulary for character in token.decode("utf-8", "replace")}
    return next(chr(code) for code in range(_FIRST_PRIVATE, 0xF900) if chr(code) not in used)


def _marked_texts(tokenizer: PipelineTokenizer, mark: str) -> dict[int, str]:
    """The tokens of character BPE with the mark as one character: put together from their parts, as text may hold its name."""
    own, model = tokenizer.model.identity_fields(), tokenizer.model
    texts = [token.decode() for token in model.vocabulary[: model.base]]
    texts = [mark if text == own["end_of_word"] else text for text in texts]
    for left, right in own.get("merges", []):
        texts.append(texts[left] + texts[right])
    return dict(zip(tokenizer.public_ids(_all_ids(tokenizer)).tolist(), texts, strict=True))


# -- decoder -----------------------------------------------------------------------------------------------------------


def decoder_fields(tokenizer: PipelineTokenizer) -> Fields | None:
    """The library's decoder."""
    own = tokenizer.model.identity_fields()
    if tokenizer.kind == "byte-bpe":
        return {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True, "use_regex": True}
    if tokenizer.kind == "wordpiece":
        return {"type": "WordPiece", "prefix": own["continuation"], "cleanup": False}
    if tokenizer.kind == "word-level":
        return None if tokenizer.pre_tokenizer.drops_whitespace else {"type": "Fuse"}
    parts: list[Fields] = [{"type": "ByteFallback"}] if own.get("byte_fallback") else []
    mark = word_end(tokenizer)
    if mark is not None:
        parts += [replace_text(mark, " "), {"type": "Fuse"}, strip(stop=1)]
    elif "metaspace" in tokenizer.normalizer.names:
        parts += [replace_text(MARK, " "), {"type": "Fuse"}, strip(start=1)]
    else:
        parts.append({"type": "Fuse"})
    return sequence("decoders", parts)
