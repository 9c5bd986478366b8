"""What people met in other programs: normalisation, and the way back to the text as it was typed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
import tokenizers

from engine.algorithms.char_level import CharLevelTrainer
from engine.algorithms.unigram_model import Unigram
from engine.encoding import Encoding
from engine.formats import save
from engine.model import Start, WordCounts
from engine.normalizers import NORMALIZERS, sequence_of
from engine.patterns import PATTERNS
from engine.pre_tokenizers import PreTokenizer
from engine.recipe import IdLayout
from engine.tokenizer import PipelineTokenizer


def one_token_a_character(text: str, *names: str) -> PipelineTokenizer:
    """Of what the normalizers make of this text."""
    normalizer = sequence_of(names)
    trainer = CharLevelTrainer()
    events = trainer.steps(WordCounts.of({normalizer.text(text).encode(): 1}))
    (start,) = (event for event in events if isinstance(event, Start))
    model = trainer.model(start)
    return PipelineTokenizer("characters", PreTokenizer(PATTERNS["none"]), model, IdLayout(), normalizer=normalizer)


def tokens_and_spans(encoding: Encoding) -> list[tuple[str, list[int]]]:
    tokens = [token.decode() for token in encoding.tokens]
    return list(zip(tokens, encoding.character_spans.tolist(), strict=True))


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("lowercase", "\u0130s", [("i", [0, 1]), ("\u0307", [0, 1]), ("s", [1, 2])]),
        ("nfkc", "\ufb01\u2460x", [("f", [0, 1]), ("i", [0, 1]), ("1", [1, 2]), ("x", [2, 3])]),
        ("nfd", "\u00e9x", [("e", [0, 1]), ("\u0301", [0, 1]), ("x", [1, 2])]),
        ("nfc", "e\u0301x", [("\u00e9", [0, 2]), ("x", [2, 3])]),
    ],
)
def test_places_are_those_of_the_text_as_typed(
    name: str, text: str, expected: list[tuple[str, list[int]]]
) -> None:  # TE-24
    encoding = one_token_a_character(text, name).encode(text)
    assert encoding.text == text
    assert tokens_and_spans(encoding) == expected


def test_eighteen_tokens_share_one_character() -> None:  # TE-24
    encoding = one_token_a_character("\ufdfa", "nfkc").encode("\ufdfa")
    assert encoding.character_spans.tolist() == [[0, 1]] * 18


@pytest.mark.parametrize(
    ("text", "normalized"),
    [
        ("\ufe30", ".."),
        ("\u0140", "l\u00b7"),
        ("\u0149", "\u02bcn"),
        ("\uff12", "2"),
        ("\ufb01", "fi"),
        ("\u2460", "1"),
        ("\u2167", "VIII"),
        ("\uff71", "\u30a2"),
        ("e\u0301", "\u00e9"),
        ("\u1112\u1161\u11ab", "\ud55c"),
        ("\u2026", "..."),
        ("\u00bd", "1\u20442"),
        ("\u3314", "\u30ad\u30ed"),
    ],
)
def test_a_changed_text_is_shown_as_changed_and_not_called_lossless(text: str, normalized: str) -> None:  # TE-25
    tokenizer = one_token_a_character(text, "nmt-nfkc")
    encoding = tokenizer.encode(text)
    assert (encoding.text, encoding.normalized) == (text, normalized)
    assert tokenizer.decode(encoding.ids.tolist()) == normalized
    assert not tokenizer.is_lossless
    assert not tokenizer.count([text]).round_trip.any()


@pytest.mark.parametrize(
    ("text", "without_accents", "with_accents"),
    [
        ("\u0915\u0941\u0930\u094d\u0938\u0940", "\u0915\u0930\u0938\u0940", None),
        ("\ud55c\uad6d", "\u1112\u1161\u11ab\u1100\u116e\u11a8", None),
        ("\u00c0\u00c9", "ae", "\u00e0\u00e9"),
        ("a\u4e2db", "a \u4e2d b", "a \u4e2d b"),
        ("a\0b\ufffdc", "abc", "abc"),
        ("Stra\u00dfe", "stra\u00dfe", "stra\u00dfe"),
    ],
)
def test_bert_says_what_it_takes_away(text: str, without_accents: str, with_accents: str | None) -> None:  # TE-26
    """Of Hindi it takes the vowel signs, of Korean the syllables; without that option both stay."""
    for name, expected in (("bert", without_accents), ("bert-accents", with_accents)):
        encoding = one_token_a_character(text, name).encode(text)
        assert (encoding.text, encoding.normalized or text) == (text, text if expected is None else expected)
        assert NORMALIZERS[name].loses
        assert all(0 <= start < end <= len(text) for start, end in encoding.character_spans.tolist())


def metaspace(pieces: Sequence[str], *special: str) -> PipelineTokenizer:
    """Of these pieces, the first of which stands for what is unknown."""
    scores = [-float(place) for place in range(len(pieces))]
    model = Unigram([piece.encode() for piece in pieces], scores, unknown=0)
    cut = PreTokenizer(PATTERNS["metaspace"])
    return PipelineTokenizer("tiny", cut, model, IdLayout("top", special), normalizer=sequence_of(["metaspace"]))


def test_blanks_that_metaspace_takes_away_are_under_no_token() -> None:  # TE-28
    tokenizer = metaspace(["<unk>", "\u2581", "\u2581low", "er"])
    encoding = tokenizer.encode("  low  er")
    assert [token.decode() for token in encoding.tokens] == ["\u2581low", "\u2581", "er"]
    assert tokenizer.decode(encoding.ids.tolist()) == "low er"
    assert sum(end - start for start, end in encoding.dropped.tolist()) == 3


@pytest.mark.parametrize("text", ["<s>low<s> er", "low er<s>", " low<s><s>low  er ", "<s> ", "er"])
def test_a_text_behind_a_special_token_is_a_text_of_its_own(tmp_path: Path, text: str) -> None:
    """As in training, where declared special tokens are cut out, and as in the library."""
    tokenizer = metaspace(["<unk>", "\u2581", "\u2581low", "low", "er"], "<s>")
    save(tokenizer, tmp_path / "tokenizer.json")
    library = tokenizers.Tokenizer.from_file(str(tmp_path / "tokenizer.json"))
    encoding = tokenizer.encode(text, allowed_special={"<s>"})
    assert encoding.ids.tolist() == library.encode(text).ids
    assert tokenizer.decode(encoding.ids.tolist()).split("<s>") == [
        " ".join(part.split()) for part in text.split("<s>")
    ]
