"""Steps of a tokenizer.json that do little alone, and without end in turn; and what the library writes again and again.

What is refused here would end the process: the library has no memory left then, or calls itself too often.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import tokenizers

from engine.backends import library_limits
from engine.errors import EngineError, FormatError
from engine.formats import load
from tests.engine.test_hostile_tokenizers import in_turn, replaced, tokenizer_json, untyped, written

BERT = {"type": "BertNormalizer", "clean_text": False, "handle_chinese_chars": True, "strip_accents": True}
BERT |= {"lowercase": False}
JAMO = [replaced("\u1100", "\uac00"), replaced("\u1161", "\uac00")]
"""Both halves of a syllable become the syllable, which comes apart again."""
LETTERS = {"type": "Split", "pattern": {"Regex": "."}, "behavior": "Isolated", "invert": False}
BLANK_FIRST = {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": False, "use_regex": False}
MANY = "1,048,576 times as long"


def form(name: str) -> dict[str, Any]:
    return {"type": name}


def normalizer(*steps: Any) -> dict[str, Any]:
    return {"normalizer": in_turn("normalizers", list(steps))}


def cutter(*steps: Any) -> dict[str, Any]:
    return {"pre_tokenizer": in_turn("pretokenizers", list(steps))}


def added(content: str) -> dict[str, Any]:
    row = {"id": 3, "content": content, "single_word": False, "lstrip": False, "rstrip": False, "special": False}
    return {"added_tokens": [{**row, "normalized": True}]}


def marks(mark: str) -> dict[str, Any]:
    return {"type": "Metaspace", "replacement": mark, "prepend_scheme": "always", "split": True}


@pytest.mark.parametrize(
    ("parts", "sentence"),
    [
        (normalizer(*[replaced("\u222b", "\u2a0c"), form("NFKD")] * 40), MANY),
        (normalizer(*[replaced("\u2032", "\u2057"), form("NFKC")] * 40), MANY),
        (normalizer(*[*JAMO, form("NFD")] * 30), MANY),
        (normalizer(*[replaced("\u0307", "\u0130"), form("Lowercase")] * 40), MANY),
        (normalizer(*[*JAMO, BERT] * 30), MANY),
        (normalizer(*[*JAMO, untyped(BERT)] * 30), MANY),
        (cutter(*[LETTERS, BLANK_FIRST] * 20), MANY),
        (cutter(*[LETTERS, marks("\U0001d4b3"), LETTERS, marks("\U0001d4b4")] * 10), MANY),
        ({"normalizer": [{"String": "a"}, "aa"]}, "is no step of a normalizer"),
        (normalizer(*[[{"String": "a"}, "aa"]] * 40), "is no step of a normalizer"),
        ({"decoder": [""]}, "is no step of a normalizer"),
        ({"model": {"unk_token": "?" * 200}}, "its unk_token has more than 100 characters"),
        ({"model": {"continuing_subword_prefix": "#" * 200}}, "its continuing_subword_prefix has more than 100"),
        ({"model": {"end_of_word_suffix": "#" * 200}}, "its end_of_word_suffix has more than 100 characters"),
        (
            {"model": {"type": "Unigram", "unk_id": 0, "vocab": [["?", 0.0], ["a" * 2_000, -1.0]]}},
            "a piece of its vocabulary has more than 1,000 characters",
        ),
        (
            added("a" * 2_000) | {"normalizer": {"type": "Replace", "pattern": {"Regex": "a+"}, "content": "a"}},
            "an added token that is normalized has more than 1,000 characters",
        ),
        (added("a" * 900) | normalizer(*[replaced("a", "aa")] * 20), "may make its added tokens too long"),
    ],
    ids=[
        "integrals",
        "primes",
        "jamo",
        "lower case",
        "of BERT",
        "of BERT, untyped",
        "blanks before letters",
        "marks before letters",
        "a list for a step",
        "lists for steps",
        "a list for a decoder",
        "unknown token",
        "prefix",
        "suffix",
        "piece",
        "added token that shrinks",
        "added token that grows",
    ],
)
def test_what_the_library_would_do_without_end_is_refused(parts: dict[str, Any], sentence: str, tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=sentence):
        load(written(tmp_path / "tokenizer.json", tokenizer_json(**parts)))


def test_a_list_for_a_step_of_byte_level_bpe_is_refused_too(tmp_path: Path) -> None:
    """Such a file does not run on the library, which is asked about a sample all the same."""
    library = tokenizers.Tokenizer(tokenizers.models.BPE())
    library.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel()
    library.train_from_iterator(
        ["low lower"],
        tokenizers.trainers.BpeTrainer(
            vocab_size=260, initial_alphabet=tokenizers.pre_tokenizers.ByteLevel.alphabet(), show_progress=False
        ),
    )
    content = json.loads(library.to_str()) | normalizer(*[[{"String": "a"}, "aa"]] * 40)
    with pytest.raises(FormatError, match="is no step of a normalizer"):
        load(written(tmp_path / "tokenizer.json", content))


ALBERT = normalizer(
    replaced("``", '"'),
    form("NFKD"),
    form("StripAccents"),
    form("Lowercase"),
    {"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": " "},
) | {"pre_tokenizer": marks("\u2581")}
"""Much could come of each byte by its steps, and hardly anything does."""


def test_it_counts_what_becomes_of_a_text_and_not_what_could(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library_limits, "LARGEST_TEXT", 10_000)
    tokenizer = load(written(tmp_path / "tokenizer.json", tokenizer_json(**ALBERT)))
    assert len(tokenizer.encode("\uac00a " * 2_000).ids) > 2_000
    with pytest.raises(EngineError, match="may make this text 176 times as long, more than"):
        tokenizer.encode("\ufdfa" * 2_000)


@pytest.mark.parametrize("text", ["", "a", "a" * 9, "a" * 1_000, "\u2a0c" * 40])
def test_a_text_is_measured_in_parts_as_it_is_as_a_whole(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    content = normalizer(form("NFKD"), replaced("a", "bb"))
    grown = library_limits.Growth.of(content, "a")
    monkeypatch.setattr(library_limits, "LARGEST_TEXT", 200)

    def normalize(part: str) -> str:
        made = part.replace("a", "bb").replace("\u2a0c", "\u222b" * 4)
        assert len(made.encode()) <= 200, "no part becomes too long"
        return made

    assert grown.made(text, normalize, 10**9) == len(text.replace("a", "bb").replace("\u2a0c", "\u222b" * 4).encode())


def test_measuring_ends_where_the_limit_is_passed() -> None:
    grown = library_limits.Growth(library_limits.MOST_GROWTH, 1, 0)
    asked: list[str] = []

    def normalize(part: str) -> str:
        asked.append(part)
        return part * 1_000

    assert grown.made("a" * 1_000, normalize, 10_000) > 10_000
    assert len("".join(asked)) < 20


@pytest.mark.parametrize("row", [5, None, {}, [], "ab"])
def test_pieces_that_are_none_are_refused_in_a_sentence(row: Any, tmp_path: Path) -> None:
    model = {"type": "Unigram", "unk_id": 0, "vocab": [["?", 0.0], row]}
    with pytest.raises(FormatError, match=r"tokenizer\.json: the tokenizers library refuses the file"):
        load(written(tmp_path / "tokenizer.json", tokenizer_json(model=model)))
