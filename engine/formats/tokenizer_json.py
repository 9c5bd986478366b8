"""`tokenizer.json`, the file of the `tokenizers` library, with `tokenizer_config.json` beside it.

What is saved here the library loads and gives the same ids; a pattern that it cannot express is refused.  What is opened
must be byte-level BPE; its ids are compared with the library's on a sample before it is handed out.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from engine.errors import EngineError, FormatError, OptionError, UnsupportedError
from engine.formats.assembly import (
    Assembled,
    Merge,
    assemble,
    check_id,
    check_special_token,
    layout_fields,
    layout_from,
)
from engine.formats.files import read_json, write_json
from engine.formats.library_patterns import ByteLevelSplit, pattern_of, pre_tokenizer_of
from engine.pre_tokenizers import PATTERNS, Pattern
from engine.tokenizer import PipelineTokenizer
from engine.vocabulary import from_glyphs, glyphs

SUFFIX = ".json"
SAMPLE = (
    "Hello, world! It's 12345 o'clock;   don't\tSTOP at naïve cafés\r\n\n  def f(x):\n    return x + 1\n"
    "Привет, мир. مرحبا بالعالم नमस्ते दुनिया 你好，世界。こんにちは 안녕하세요 👩‍🚀 e\u0301 x² \u00a0\u2028 end  "
)
"""What is encoded with the library to see that a file is understood as it understands it."""

_PARSING_OFF = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": False}
_OURS = "mergescope"


# -- saving ------------------------------------------------------------------------------------------------------------


def save(tokenizer: PipelineTokenizer, path: Path) -> None:
    """Write the library's file, and the configuration that `transformers` asks for beside it."""
    content = library_fields(tokenizer)
    if tokenizer.pattern.name not in PATTERNS:
        _check(tokenizer, content, f"the library reads the pattern {tokenizer.pattern.expression} differently")
    beside = path.with_name("tokenizer_config.json")
    kept = read_json(beside) if beside.exists() else {}  # a chat template, say: what others wrote there is theirs
    write_json(path, content)
    write_json(beside, {**kept, **_configuration(tokenizer)})


def library_fields(tokenizer: PipelineTokenizer) -> dict[str, Any]:
    """The file as an object."""
    vocabulary = tokenizer.vocabulary
    merges = tokenizer.public_ids(tokenizer.model.merges).tolist()
    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [
            {"id": id, "content": text, **_PARSING_OFF, "special": True}
            for text, id in sorted(tokenizer.special.items(), key=lambda item: item[1])
        ],
        "normalizer": None,
        "pre_tokenizer": pre_tokenizer_of(tokenizer.pattern),
        "post_processor": None,
        "decoder": {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True, "use_regex": True},
        "model": {
            "type": "BPE",
            "dropout": None,
            "unk_token": None,
            "continuing_subword_prefix": None,
            "end_of_word_suffix": None,
            "fuse_unk": False,
            "byte_fallback": False,
            "ignore_merges": bool(tokenizer.model.whole),
            "vocab": _tokens(tokenizer),
            "merges": [[glyphs(vocabulary[left]), glyphs(vocabulary[right])] for left, right in merges],
        },
    }


def _tokens(tokenizer: PipelineTokenizer) -> dict[str, int]:
    """Token -> id in id order.  Special tokens are among them: elsewhere the library would give them ids of its own."""
    text_of = {id: text for text, id in tokenizer.special.items()}
    vocabulary = tokenizer.vocabulary
    tokens: dict[str, int] = {}
    for id, token in enumerate(vocabulary):
        if id in vocabulary.holes:
            continue
        text = text_of.get(id) or glyphs(token)
        if text in tokens:
            raise UnsupportedError(
                f'{tokenizer.name} cannot be saved as tokenizer.json: the special token "{text}" reads like an ordinary '
                "one there. Save it as .tiktoken."
            )
        tokens[text] = id
    return tokens


def _configuration(tokenizer: PipelineTokenizer) -> dict[str, Any]:
    return {
        "tokenizer_class": "PreTrainedTokenizerFast",
        "clean_up_tokenization_spaces": False,
        "added_tokens_decoder": {
            str(id): {"content": text, **_PARSING_OFF, "special": True} for text, id in tokenizer.special.items()
        },
        "additional_special_tokens": list(tokenizer.special),
        _OURS: {
            "pattern": tokenizer.pattern.name if tokenizer.pattern.name in PATTERNS else tokenizer.pattern.expression,
            "layout": layout_fields(tokenizer),
            "identity": tokenizer.identity,
            "provenance": json.loads(json.dumps(dict(tokenizer.provenance), default=str)),
        },
    }


# -- opening -----------------------------------------------------------------------------------------------------------


def load(path: Path, pattern: Pattern | None = None) -> PipelineTokenizer:
    """Open a file of byte-level BPE.

    Raises FormatError if it contradicts itself, UnsupportedError if it needs what is not built here.
    """
    content = read_json(path)
    model = content.get("model")
    if not isinstance(model, dict):
        raise FormatError(f"{path.name}: expected a tokenizer.json, but there is no model in it.")
    kind = model.get("type") or ("BPE" if "merges" in model else "unknown")
    if kind != "BPE":
        raise UnsupportedError(f"{path.name} holds a {kind} model; byte-level BPE is what can be opened.")
    vocabulary = _vocabulary(model, path.name)
    merges = _merges(model, vocabulary, path.name)
    special = _added_tokens(content, path.name)
    split = _split_of(content, path.name)
    tokens = {id: _token(text, path.name) for text, id in vocabulary.items() if text not in special}
    assembled = assemble(tokens, merges, path.name, whole=bool(model.get("ignore_merges")))
    opened = _tokenizer(path, assembled, pattern or pattern_of(split, path.name), special)
    if opened.provenance.get("identity") != opened.identity:
        _check(opened, content, "the library gives other ids for a sample text", ours=pattern is None)
    return opened


def _tokenizer(path: Path, assembled: Assembled, pattern: Pattern, special: Mapping[str, int]) -> PipelineTokenizer:
    beside = path.with_name("tokenizer_config.json")
    notes = read_json(beside).get(_OURS) if beside.exists() else None
    notes = notes if isinstance(notes, dict) else {}
    ids = layout_from(notes.get("layout"), assembled, special) or assembled.ids
    opened = PipelineTokenizer(path.stem, pattern, assembled.model, ids, special)
    if notes.get("identity") == opened.identity:  # else it is another file's configuration
        return opened.renamed(path.stem, {**notes.get("provenance", {}), "identity": opened.identity})
    return PipelineTokenizer(path.stem, pattern, assembled.model, assembled.ids, special, {"opened from": path.name})


def _vocabulary(model: Mapping[str, Any], source: str) -> dict[str, int]:
    vocabulary = model.get("vocab")
    if not isinstance(vocabulary, dict):
        raise FormatError(f"{source}: the model's vocab must be an object of tokens and ids.")
    seen: dict[int, str] = {}
    for text, id in vocabulary.items():
        check_id(id, source)
        if id in seen:
            raise FormatError(f'{source}: the tokens "{seen[id]}" and "{text}" have the same id {id:,}.')
        seen[id] = text
    return vocabulary


def _merges(model: Mapping[str, Any], vocabulary: Mapping[str, int], source: str) -> list[Merge]:
    rows = model.get("merges")
    if not isinstance(rows, list):
        raise FormatError(f"{source}: the model's merges must be a list.")
    merges: list[Merge] = []
    first: dict[tuple[str, str], int] = {}
    for number, row in enumerate(rows, 1):
        left, right = _pair(row, vocabulary, f"{source}: merge {number:,}")
        for role, text in (("part", left), ("part", right), ("product", left + right)):
            if text not in vocabulary:
                raise FormatError(
                    f'{source}: merge {number:,} ({left} + {right}): the {role} "{text}" is not in the vocabulary.'
                )
        if first.setdefault((left, right), number) != number:
            raise FormatError(f"{source}: merge {number:,} repeats merge {first[left, right]:,} ({left} + {right}).")
        merges.append((vocabulary[left], vocabulary[right], vocabulary[left + right]))
    return merges


def _pair(row: Any, vocabulary: Mapping[str, int], place: str) -> tuple[str, str]:
    """The parts of a merge: a pair, or in older files one text in which a blank stands between them."""
    if isinstance(row, list) and len(row) == 2 and all(isinstance(part, str) for part in row):
        return row[0], row[1]
    if isinstance(row, str):
        blanks = [at for at, character in enumerate(row) if character == " "]
        ways = [(row[:at], row[at + 1 :]) for at in blanks]
        if len(ways) > 1:  # a token holds a blank itself: the vocabulary decides
            ways = [(a, b) for a, b in ways if a in vocabulary and b in vocabulary and a + b in vocabulary]
        if len(ways) == 1:
            return ways[0]
    raise FormatError(f"{place}: expected two parts, found {str(row)[:60]!r}.")


def _added_tokens(content: Mapping[str, Any], source: str) -> dict[str, int]:
    special: dict[str, int] = {}
    for row in content.get("added_tokens") or []:
        try:
            text, id = str(row["content"]), int(row["id"])
            check_special_token(text, id, source)
        except (TypeError, KeyError, ValueError):
            raise FormatError(f"{source}: an added token needs a content and an id, found {str(row)[:60]!r}.") from None
        wanted = [flag for flag in ("single_word", "lstrip", "rstrip") if row.get(flag)]
        if wanted:
            raise UnsupportedError(
                f'{source}: the special token "{text}" takes what stands beside it into itself ({", ".join(wanted)}); '
                "that is not supported."
            )
        special[text] = id
    return special


def _split_of(content: Mapping[str, Any], source: str) -> ByteLevelSplit:
    """How the file cuts text; UnsupportedError for everything that is not byte-level BPE as it is built here."""
    model = content["model"]
    asked = {
        "a normalizer": content.get("normalizer"),
        "dropout": model.get("dropout"),
        "a continuation prefix": model.get("continuing_subword_prefix"),
        "an end-of-word suffix": model.get("end_of_word_suffix"),
        "byte fallback": model.get("byte_fallback"),
    }
    for what, value in asked.items():
        if value:
            raise UnsupportedError(f"{source} uses {what}; only plain byte-level BPE can be opened.")
    return ByteLevelSplit.read(content.get("pre_tokenizer"), source)


def _token(text: str, source: str) -> bytes:
    try:
        return from_glyphs(text)
    except KeyError as error:
        raise UnsupportedError(
            f'{source}: the token "{text}" holds {error.args[0]!r}, which is no byte in GPT-2\'s characters; '
            "only byte-level BPE can be opened."
        ) from None


# -- the library as a witness ------------------------------------------------------------------------------------------


def _check(tokenizer: PipelineTokenizer, content: Mapping[str, Any], complaint: str, *, ours: bool = True) -> None:
    """Compare with the library on the sample; UnsupportedError if it disagrees or refuses the file."""
    if not ours:
        return  # whoever names a pattern wants another one than the file's
    try:
        theirs = library_ids(json.dumps(content), SAMPLE)
    except (EngineError, OptionError) as error:
        raise UnsupportedError(f"{tokenizer.name}: {error}") from None
    if theirs != tokenizer.encode(SAMPLE).ids.tolist():
        raise UnsupportedError(f"{tokenizer.name}: {complaint}.")


def library_ids(file: str, text: str) -> Sequence[int]:
    """The library's ids for a text; FormatError if it refuses the file (its panics are no `Exception`)."""
    import tokenizers

    try:
        ids: Sequence[int] = tokenizers.Tokenizer.from_str(file).encode(text, add_special_tokens=False).ids
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:
        raise FormatError(f"the tokenizers library refuses the file: {str(error)[:200]}") from None
    return ids
