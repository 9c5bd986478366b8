"""Normalizers against the libraries they come from, and the way back to the raw text."""

from __future__ import annotations

import json
import random
from pathlib import Path

import numpy as np
import pytest
import regex
import sentencepiece
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import normalizers as library

from engine import alignment, normalizers
from engine.alignment import Alignment
from engine.errors import OptionError
from engine.metaspace import marked, marked_texts
from engine.model import PADDING
from engine.normalizers import NORMALIZERS, sequence_of

EXAMPLES = json.loads((Path(__file__).parents[1] / "data" / "worked_examples.json").read_text(encoding="utf-8"))
FORMS = [example for example in EXAMPLES if example["kind"] == "normalize"]
OF_LIBRARIES = {
    "nfc": library.NFC().normalize_str,
    "nfd": library.NFD().normalize_str,
    "nfkc": library.NFKC().normalize_str,
    "nfkd": library.NFKD().normalize_str,
    "lowercase": library.Lowercase().normalize_str,
    "strip-accents": library.StripAccents().normalize_str,
    "bert": library.BertNormalizer().normalize_str,
    "bert-accents": library.BertNormalizer(strip_accents=False).normalize_str,
    "nmt-nfkc": sentencepiece.SentencePieceNormalizer(
        rule_name="nmt_nfkc", add_dummy_prefix=False, escape_whitespaces=False, remove_extra_whitespaces=False
    ).normalize,
}
WHITE = " \t\n\u00a0\u3000\u2581\u200d"
ACTING = (
    "\u0301\u0308\u0327\u0345\u09be\u09c7\u1100\u1161\u11a8\uac00\u0f71\u0f72\u0b47\u0b3e\u1fb3\u03a3\u03c2\u0130\u212b"
)
CHANGING = (
    "\ufb01\u2460\uff21\u00bd\ufdfa\u0344\uff76\uff9e\u00e9\u1e9e\u4e2d\u0938\u094d\u0924\u0e33\u200b\ufeff\0\x07\ufffd"
)
PLAIN = "abcXYZ019.,'"


def random_text(generator: random.Random) -> str:
    def character() -> str:
        if generator.random() < 0.1:
            return chr(generator.choice([*range(0x80, 0x3000), *range(0x10000, 0x10200), *range(0x1D100, 0x1D200)]))
        return generator.choice(generator.choice([WHITE, ACTING, CHANGING, PLAIN, PLAIN, " "]))

    return "".join(character() for _ in range(generator.randint(0, 40)))


def covered(normalized: normalizers.Normalized, raw: str) -> list[tuple[str, str]]:
    """Each character of the normalized text, and the raw text under it."""
    sizes = [len(character.encode()) for character in normalized.text]
    ends = np.cumsum(sizes, dtype=np.int64)
    spans = normalized.raw_spans(np.stack([ends - sizes, ends], axis=1))
    raw_bytes = raw.encode()
    pairs = zip(normalized.text, spans.tolist(), strict=True)
    return [(character, raw_bytes[start:end].decode()) for character, (start, end) in pairs]


# What becomes of a text -----------------------------------------------------------------------------------------------


def test_every_normalizer_has_its_library() -> None:
    assert {*OF_LIBRARIES, "metaspace"} == set(NORMALIZERS)


@pytest.mark.parametrize("name", OF_LIBRARIES)
def test_it_is_what_the_library_says(name: str) -> None:
    generator = random.Random(name)
    for _ in range(1200):
        text = random_text(generator)
        assert sequence_of([name]).text(text) == OF_LIBRARIES[name](text), ascii(text)
        mostly_plain = "plain text in front " * 4 + text + " and behind " * 4  # only what is not ASCII is looked at
        assert sequence_of([name]).text(mostly_plain) == OF_LIBRARIES[name](mostly_plain), ascii(text)


@pytest.mark.parametrize("name", OF_LIBRARIES)
def test_every_character_is_what_the_library_makes_of_it(name: str) -> None:
    characters = [chr(code) for code in range(0x110000) if not 0xD800 <= code < 0xE000]
    for start in range(0, len(characters), 4096):
        text = "a".join(characters[start : start + 4096])
        assert sequence_of([name]).text(text) == OF_LIBRARIES[name](text)


@pytest.mark.parametrize("name", OF_LIBRARIES)
def test_long_texts_are_cut_where_it_does_not_matter(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    generator = random.Random(name)
    text = "".join(random_text(generator) for _ in range(200))
    expected = OF_LIBRARIES[name](text)
    monkeypatch.setattr(normalizers, "_BREATH", 5)
    parts = list(sequence_of([name]).slices(text))
    assert "".join(parts) == expected
    assert len(parts) > 100
    assert sequence_of([name]).apply(text).text == expected


@pytest.mark.parametrize("example", FORMS, ids=lambda example: example["id"])
def test_worked_example(example: dict) -> None:
    normalizer = sequence_of([example["form"].lower()])
    assert normalizer.text(example["text"]) == example["normalized"]
    assert (normalizer.restore(example["normalized"]) == example["text"]) == example["reversible"]


def test_sentencepieces_default_changes_what_it_is_known_to_change() -> None:
    expected = {
        "\ufe30": "..",
        "\u0140": "l\u00b7",
        "\u0149": "\u02bcn",
        "\uff12": "2",
        "\ufb01": "fi",
        "\u2460": "1",
        "\u2167": "VIII",
        "\uff71": "\u30a2",
        "e\u0301": "\u00e9",
        "\u1112\u1161\u11ab": "\ud55c",
        "\u2026": "...",
        "\u00bd": "1\u20442",
        "\u3314": "\u30ad\u30ed",
    }
    assert {text: sequence_of(["nmt-nfkc"]).text(text) for text in expected} == expected


@pytest.mark.parametrize(
    ("text", "without_accents", "with_accents"),
    [
        (
            "\u0915\u0941\u0930\u094d\u0938\u0940",
            "\u0915\u0930\u0938\u0940",
            "\u0915\u0941\u0930\u094d\u0938\u0940",
        ),
        ("\ud55c\uad6d", "\u1112\u1161\u11ab\u1100\u116e\u11a8", "\ud55c\uad6d"),
        ("\u00c0\u00c9", "ae", "\u00e0\u00e9"),
        ("a\u4e2db", "a \u4e2d b", "a \u4e2d b"),
        ("a\0b\ufffdc", "abc", "abc"),
        ("Stra\u00dfe", "stra\u00dfe", "stra\u00dfe"),
    ],
)
def test_bert_cleans_with_and_without_accents(text: str, without_accents: str, with_accents: str) -> None:
    assert sequence_of(["bert"]).text(text) == without_accents
    assert sequence_of(["bert-accents"]).text(text) == with_accents


def test_none_is_the_identity() -> None:
    identity = sequence_of([])
    assert not identity
    assert identity.text("  A\u0301 ") == identity.restore("  A\u0301 ") == "  A\u0301 "
    assert identity.apply(" A").raw_spans(np.array([[0, 1], [1, 2]])).tolist() == [[0, 1], [1, 2]]


def test_a_wrong_name_is_refused_with_what_is_meant() -> None:
    with pytest.raises(OptionError, match=r'no normalizer "lowcase"\. Did you mean lowercase\? Choose from nfc, nfd'):
        sequence_of(["lowcase"])
    with pytest.raises(OptionError, match="given twice"):
        sequence_of(["metaspace", "nfc", "metaspace"])


# Metaspace ------------------------------------------------------------------------------------------------------------


def sentencepiece_rules(rule: str, keep: bool) -> sentencepiece.SentencePieceNormalizer:
    return sentencepiece.SentencePieceNormalizer(
        rule_name=rule, add_dummy_prefix=True, escape_whitespaces=True, remove_extra_whitespaces=not keep
    )


@pytest.mark.parametrize("keep", [False, True])
@pytest.mark.parametrize("rule", ["identity", "nmt_nfkc"])
def test_metaspace_is_what_sentencepiece_does(rule: str, keep: bool) -> None:
    theirs = sentencepiece_rules(rule, keep)
    names = ["metaspace"] if rule == "identity" else ["nmt-nfkc", "metaspace"]
    ours = sequence_of(names, keep_whitespace=keep)
    generator = random.Random(rule)
    for _ in range(5000):
        text = "".join(generator.choices("  \u2581\u2581ab\t\n\u3000\u00e9", k=generator.randint(0, 9)))
        assert ours.text(text) == theirs.normalize(text), ascii(text)
        text = random_text(generator) + "."  # of a text that vanishes they leave the mark in front
        assert ours.text(text) == theirs.normalize(text), ascii(text)


@pytest.mark.parametrize("keep", [False, True])
def test_many_texts_at_once_are_marked_like_each_alone(keep: bool) -> None:
    generator = random.Random(f"many {keep}")
    for _ in range(2000):
        texts = [
            "".join(generator.choices("   \u2581ab\t\u2580\u00e9\u4e2d\U0001f642", k=generator.randint(0, 9)))
            for _ in range(generator.randint(0, 5))
        ]
        opens = np.array([generator.random() < 0.7 for _ in texts], np.bool_)
        ends = np.cumsum([len(text.encode()) for text in texts], dtype=np.int64)
        starts = np.concatenate([[0], ends[:-1]])[: len(ends)].astype(np.int64)
        data = "".join(texts).encode()
        written, offsets = marked_texts(data + b"behind", starts, ends, opens, keep=keep)
        expected = [marked(text, keep=keep, at_start=start) for text, start in zip(texts, opens.tolist(), strict=True)]
        assert written[: offsets[-1]].tobytes().decode() == "".join(expected)
        assert np.diff(offsets).tolist() == [len(text.encode()) for text in expected]
        assert len(written) == offsets[-1] + PADDING
        assert not written[offsets[-1] :].any()


def test_what_continues_a_text_has_no_mark_in_front() -> None:
    normalizer = sequence_of(["metaspace"])
    assert normalizer.text("one  two ", at_start=True) + normalizer.text("  three", at_start=False) == "▁one▁two▁three"
    assert normalizer.text("two", at_start=False) == "two"


@given(st.lists(st.text("ab\u00e9", min_size=1), min_size=1))
def test_words_come_back_whole(words: list[str]) -> None:
    text = " ".join(words)
    for keep in (False, True):
        normalizer = sequence_of(["metaspace"], keep_whitespace=keep)
        assert normalizer.restore(normalizer.text(text)) == text
    kept = sequence_of(["metaspace"], keep_whitespace=True)
    assert kept.restore(kept.text(f"  {text}  ")) == f"  {text}  "


# The way back ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("lowercase", "\u0130s", [("i", "\u0130"), ("\u0307", "\u0130"), ("s", "s")]),
        ("nfkc", "\ufb01\u2460x", [("f", "\ufb01"), ("i", "\ufb01"), ("1", "\u2460"), ("x", "x")]),
        ("nfd", "\u00e9x", [("e", "\u00e9"), ("\u0301", "\u00e9"), ("x", "x")]),
        ("nfc", "e\u0301x", [("\u00e9", "e\u0301"), ("x", "x")]),
        ("strip-accents", "e\u0301x", [("e", "e"), ("x", "x")]),
        ("bert", "a\u4e2d\0B", [("a", "a"), (" ", "\u4e2d"), ("\u4e2d", "\u4e2d"), (" ", "\u4e2d"), ("b", "B")]),
        (
            "metaspace",
            "  low  er ",
            [("▁", ""), ("l", "l"), ("o", "o"), ("w", "w"), ("▁", " "), ("e", "e"), ("r", "r")],
        ),
        ("metaspace", " \u00e9", [("▁", ""), ("\u00e9", "\u00e9")]),
    ],
)
def test_each_character_covers_what_it_was_made_of(name: str, text: str, expected: list[tuple[str, str]]) -> None:
    assert covered(sequence_of([name]).apply(text), text) == expected


def test_a_ligature_of_eighteen_letters_covers_one_character() -> None:
    normalized = sequence_of(["nfkc"]).apply("\ufdfa")
    assert [raw for _, raw in covered(normalized, "\ufdfa")] == ["\ufdfa"] * 18


def test_normalizers_are_aligned_through_each_other() -> None:
    text = "  E\u0301\ufb01  B"
    normalized = sequence_of(["nfkc", "lowercase", "metaspace"]).apply(text)
    assert covered(normalized, text) == [
        ("▁", ""),
        ("\u00e9", "E\u0301"),
        ("f", "\ufb01"),
        ("i", "\ufb01"),
        ("▁", " "),
        ("b", "B"),
    ]


@pytest.mark.parametrize("name", NORMALIZERS)
def test_what_lies_under_a_range_is_all_that_it_was_made_of(name: str) -> None:
    """Cut at borders of the alignment a text normalizes part by part; ranges ascend and lose nothing but what is gone."""
    generator = random.Random(name)
    for keep in (False, True):
        normalizer = sequence_of([name], keep_whitespace=keep)
        for _ in range(300):
            raw = random_text(generator)
            normalized = normalizer.apply(raw)
            assert normalized.text == normalizer.text(raw)
            for character, under in covered(normalized, raw):
                alone = normalizer.apply(under, at_start=False).text
                if name == "metaspace":
                    assert under == "" if character == "▁" and not under else character in {"▁", under}
                else:
                    assert character in alone, (ascii(raw), ascii(character), ascii(under))


@pytest.mark.parametrize("name", ["nfc", "nfkd", "lowercase", "nmt-nfkc"])
def test_bytes_of_what_is_unchanged_match_one_by_one(name: str) -> None:
    text = "plain \u4e2d\u6587 \u0434\u0430 text"
    size = len(text.encode())
    bytes_alone = np.stack([np.arange(size), np.arange(size) + 1], axis=1)
    normalized = sequence_of([name]).apply(text)
    assert normalized.raw_spans(bytes_alone).tolist() == bytes_alone.tolist()


def test_an_empty_range_stays_empty() -> None:
    normalized = sequence_of(["nfkc"]).apply("a\ufb01b")
    assert normalized.raw_spans(np.array([[0, 0], [1, 1], [2, 2], [4, 4]])).tolist() == [[0, 0], [1, 1], [1, 1], [5, 5]]
    assert sequence_of(["metaspace"]).apply("").raw_spans(np.array([[0, 0]])).tolist() == [[0, 0]]
    # A mark inside of what became of one character begins where that does, not behind it.
    normalized = sequence_of(["bert", "metaspace"]).apply("\u4e2d")
    assert normalized.raw_spans(np.array([[0, 3], [3, 6]])).tolist() == [[0, 0], [0, 3]]
    assert Alignment.of([]).raw_spans(np.array([[0, 0]])).tolist() == [[0, 0]]


def test_what_no_cluster_explains_is_aligned_word_by_word() -> None:
    def doubled_if_long(text: str) -> str:
        return regex.sub(r"[a-z]{3}", lambda match: match[0] * 2, text)

    raw = "ab abcd\u00e9 x"
    found = alignment.align(raw, doubled_if_long(raw), doubled_if_long)
    assert found.raw_spans(np.array([[0, 1], [4, 5], [13, 14]])).tolist() == [[0, 1], [3, 10], [10, 11]]
