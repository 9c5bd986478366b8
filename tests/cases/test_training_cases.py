"""What people met in other programs: training, pre-tokens, special tokens, decoding, places, long texts, languages."""

import time

import pytest

from engine.algorithms.bpe import BPE
from engine.decoders import added_texts, text_of
from engine.errors import CorpusError, DecodeError, OptionError
from engine.patterns import PATTERNS
from engine.pre_tokenizers import PreTokenizer
from engine.presets import load_preset
from engine.recipe import IdLayout
from engine.tokenizer import PipelineTokenizer
from tests.cases.training import learned, merges, pieces

CL100K = load_preset("cl100k_base")
NO_MERGES = PipelineTokenizer("bytes", PreTokenizer(PATTERNS["gpt2"]), BPE("raw", []), IdLayout())


def ids(text: str, **options: object) -> list[int]:
    return CL100K.encode(text, **options).ids.tolist()  # type: ignore[arg-type]


# Pairs, ties, sizes ---------------------------------------------------------------------------------------------------


def test_overlapping_pairs_are_counted_and_merged_from_the_left():  # TE-01
    history = learned("aaaababab", max_steps=3)
    assert merges(history) == [("a", "a", 3), ("a", "b", 2), ("b", "ab", 1)]
    assert history.corpus_tokens.tolist() == [9, 7, 5, 4]
    assert [token.decode() for token in history.tokenizer_at(1).encode("aaaababab").tokens] == [
        "aa", "aa", "b", "a", "b", "a", "b",
    ]  # fmt: skip
    assert pieces(history, "aaaababab") == ["aa", "aa", "bab", "ab"]
    before = {b"".join(row.pair).decode(): row.count for row in history.row(1).candidates}
    assert before == {"aa": 3, "ab": 3, "ba": 2}


@pytest.mark.parametrize(
    ("rule", "third", "sequence"),
    [("smallest-ids", ("aa", "a", 1), ["aaaa", "aaa"]), ("first-seen", ("aaaa", "aa", 1), ["aaaaaa", "a"])],
)
def test_a_run_of_one_letter(rule, third, sequence):  # TE-02
    history = learned("aaaaaaa", max_steps=3, tie_rule=rule)
    assert merges(history) == [("a", "a", 6), ("aa", "aa", 2), third]
    assert pieces(history, "aaaaaaa") == sequence


def test_the_order_of_a_text_decides_ties_only_where_the_rule_says_so():  # TE-03
    texts = ["bbbaaaddddcccc", "aaabbbccccdddd"]
    for text in texts:
        assert [left for left, _, _ in merges(learned(text, max_steps=4))] == ["c", "d", "a", "b"]
    first_seen = merges(learned(texts[0], max_steps=4, tie_rule="first-seen"))
    assert [left for left, _, _ in first_seen] == ["d", "c", "b", "a"]


@pytest.mark.parametrize(
    ("order", "expected"),
    [("raw", [(" ", "a", 2), (" a", "b", 2)]), ("gpt2", [("a", "b", 2), (" ", "ab", 2)])],
)
def test_the_numbering_of_the_bytes_decides_ties(order, expected):  # TE-04
    assert merges(learned(" ab ab", "gpt2", max_steps=2, byte_order=order)) == expected


def test_an_empty_text_is_nothing_to_learn_from():  # TE-06
    with pytest.raises(CorpusError, match="the corpus is empty"):
        learned("")
    assert NO_MERGES.encode("abc").ids.tolist() == [97, 98, 99]


def test_a_vocabulary_without_room_for_the_bytes_is_refused():  # TE-08
    for size in (0, 1, 100, 255):
        with pytest.raises(OptionError, match="at least 256"):
            learned("ab ab", vocab_size=size)
    assert [len(learned("ab ab", vocab_size=size)) for size in (256, 257)] == [0, 1]


@pytest.mark.parametrize(
    ("least", "expected"),
    [(1, [("a", "b", 2), (" ", "c", 1), (" ", "ab", 1), (" c", "d", 1)]), (2, [("a", "b", 2)]), (3, [])],
)
def test_the_least_frequency_is_inclusive(least, expected):  # TE-10
    assert merges(learned("ab cd ab", "gpt2", max_steps=10, min_frequency=least)) == expected


def test_one_long_word_is_trained_at_once():  # TE-37
    began = time.perf_counter()
    history = learned("ab" * 80_000, max_steps=5)
    assert [len(history.row(step).piece) for step in range(1, 6)] == [2, 4, 8, 16, 32]
    assert time.perf_counter() - began < 5


# Pre-tokens -----------------------------------------------------------------------------------------------------------

SPLITS = [
    ("हिन्दी नमस्ते", "ह|ि|न|्|द|ी| नमस|्|त|े", "ह|िन|्द|ी| नमस|्त|े", "हिन्दी| नमस्ते"),
    ("12345", "12345", "123|45", "123|45"),
    ("١٢٣٤٥", "١٢٣٤٥", "١٢٣|٤٥", "١٢٣|٤٥"),
    ("१२३४५", "१२३४५", "१२३|४५", "१२३|४५"),
    ("１２３４", "１２３４", "１２３|４", "１２３|４"),
    ("½²Ⅷ", "½²Ⅷ", "½²Ⅷ", "½²Ⅷ"),
    ("a   b", "a|  | b", "a|  | b", "a|  | b"),
    ("a   ", "a|   ", "a|   ", "a|   "),
    ("   a", "  | a", "  | a", "  | a"),
    ("a\n\n\nb", "a|\n\n|\n|b", "a|\n\n\n|b", "a|\n\n\n|b"),
    (" \n\n b", " \n\n| b", " \n\n| b", " \n\n| b"),
    (
        "\tif x:\n\t\treturn y",
        "\t|if| x|:|\n\t|\t|return| y",
        "\tif| x|:\n|\t|\treturn| y",
        "\tif| x|:\n|\t|\treturn| y",
    ),
    ("    return y", "   | return| y", "   | return| y", "   | return| y"),
    ("a \t b", "a| \t| b", "a| \t| b", "a| \t| b"),
    ("a\r\nb", "a|\r|\n|b", "a|\r\n|b", "a|\r\n|b"),
    ("a\rb", "a|\r|b", "a|\r|b", "a|\r|b"),
    ("a\nb", "a|\n|b", "a|\n|b", "a|\n|b"),
    ("x\r\n\r\ny", "x|\r\n\r|\n|y", "x|\r\n\r\n|y", "x|\r\n\r\n|y"),
    ("end.\r\n", "end|.|\r\n", "end|.\r\n", "end|.\r\n"),
]


@pytest.mark.parametrize(("text", "gpt2", "cl100k", "o200k"), SPLITS, ids=[ascii(row[0]) for row in SPLITS])
def test_texts_are_cut_as_the_published_patterns_cut(text, gpt2, cl100k, o200k):  # TE-11 to TE-14
    for name, expected in (("gpt2", gpt2), ("cl100k", cl100k), ("o200k", o200k)):
        assert PreTokenizer(PATTERNS[name]).split_text(text) == expected.split("|"), name


PUBLISHED = {
    "हिन्दी नमस्ते": [95048, 43411, 101, 31584, 99, 44747, 15272, 101, 88344, 79468, 31584, 97, 35470],
    "12345": [4513, 1774],
    "١٢٣٤٥": [149, 94, 149, 95, 149, 96, 149, 97, 149, 98],
    "१२३४५": [12906, 100, 12906, 101, 12906, 102, 12906, 103, 12906, 104],
    "１２３４": [20713, 25963, 34617, 46702],
    "½²Ⅷ": [27154, 30556, 71567, 100],
    "a   b": [64, 256, 293],
    "a   ": [64, 262],
    "   a": [256, 264],
    "a\n\n\nb": [64, 1432, 65],
    " \n\n b": [4815, 293],
    "\tif x:\n\t\treturn y": [748, 865, 512, 197, 862, 379],
    "    return y": [262, 471, 379],
    "a \t b": [64, 7163, 293],
    "a\r\nb": [64, 319, 65],
    "a\rb": [64, 201, 65],
    "a\nb": [64, 198, 65],
    "x\r\n\r\ny": [87, 881, 88],
    "end.\r\n": [408, 3304],
}


def test_published_ids_that_decode_to_the_very_text():  # TE-11 to TE-14
    assert {text: ids(text) for text in PUBLISHED} == PUBLISHED
    assert [CL100K.decode(numbers) for numbers in PUBLISHED.values()] == list(PUBLISHED)


@pytest.mark.parametrize(
    ("left", "right", "apart", "whole"),
    [
        ("a\n", "\nb", [64, 198, 198, 65], [64, 271, 65]),
        ("hel", "lo world", [50222, 385, 1917], [15339, 1917]),
        ("foo ", "bar", [8134, 220, 2308], [8134, 3703]),
        ("12", "345", [717, 12901], [4513, 1774]),
    ],
)
def test_the_parts_of_a_text_are_not_the_text(left, right, apart, whole):  # TE-15
    assert (ids(left) + ids(right), ids(left + right)) == (apart, whole)


def test_a_text_is_not_composed_silently():  # TE-27
    decomposed = "\u1112\u1161\u11ab\u1100\u116e\u11a8\u110b\u1165"
    assert ids("한국어") == [24486, 89059, 255, 32179]
    assert ids(decomposed) == [
        157, 226, 240, 157, 227, 94, 157, 228, 104, 157, 226, 222, 157, 227, 106, 157, 228, 101, 157, 226, 233, 157, 227, 98,
    ]  # fmt: skip
    assert (ids("caf\u00e9"), ids("cafe\u0301")) == ([936, 59958], [936, 1897, 54939])
    assert CL100K.encode(decomposed).text == decomposed == CL100K.decode(ids(decomposed))


# Special tokens -------------------------------------------------------------------------------------------------------


def test_special_tokens_are_plain_text_unless_allowed():  # TE-16
    plain = CL100K.encode("<|endoftext|>")
    assert plain.ids.tolist() == [27, 91, 8862, 728, 428, 91, 29]
    assert [token.decode() for token in plain.tokens] == ["<", "|", "endo", "ft", "ext", "|", ">"]
    assert ids("<|endoftext|>", allowed_special={"<|endoftext|>"}) == [100257]


def test_declared_special_tokens_are_not_learned():  # TE-17
    history = learned("hi<|endoftext|>hi<|endoftext|>hi<|endoftext|>", "gpt2", ("<|endoftext|>",), max_steps=5)
    assert merges(history) == [("h", "i", 3)]
    assert pieces(history, "hi<|endoftext|>") == ["hi", *"<|endoftext|>"]


# Decoding -------------------------------------------------------------------------------------------------------------


def test_tokens_that_arrive_one_by_one_give_whole_characters():  # TE-18
    encoding = CL100K.encode("नमस्ते 👩‍🚀!")
    assert encoding.ids.tolist() == [
        61196, 88344, 79468, 31584, 97, 35470, 62904, 102, 378, 235, 9468, 248, 222, 0,
    ]  # fmt: skip
    assert [token.hex() for token in encoding.tokens] == [
        "e0a4a8", "e0a4ae", "e0a4b8", "e0a58de0a4", "a4", "e0a587", "20f09f91", "a9", "e280", "8d", "f09f", "9a", "80", "21",
    ]  # fmt: skip
    added = added_texts(encoding.tokens)
    assert added == ["न", "म", "स", "्", "त", "े", " ", "👩", "", "\u200d", "", "", "🚀", "!"]
    assert "".join(added) == encoding.text


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ("f09f", "\ufffd"), ("f09f9a", "\ufffd"), ("f09f9a41", "\ufffdA"), ("eda0bd", "\ufffd" * 3),
        ("c080", "\ufffd" * 2), ("e381e38182", "\ufffdあ"), ("f4908080", "\ufffd" * 4), ("fffe", "\ufffd" * 2),
    ],
)  # fmt: skip
def test_broken_bytes_become_one_mark_for_each_maximal_part(data, text):  # TE-19
    raw = bytes.fromhex(data)
    assert text_of(raw, "replace") == NO_MERGES.decode(list(raw), "replace") == text
    assert NO_MERGES.decode_bytes(list(raw)) == raw


def test_bad_ids_are_named_and_the_good_ones_still_shown():  # TE-20
    for bad in (100256, 100261, 100277, -1):
        with pytest.raises(DecodeError, match="place 1 of 1"):
            CL100K.decode([bad])
    assert CL100K.decode([9906, 100256, 1917], "replace") == "Hello[100256] world"
    holes = [id for id in range(100277) if id in CL100K.vocabulary.holes]
    assert holes == [100256, *range(100261, 100276)]


# Odd code points and places -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected", "repaired"),
    [
        ("👍", [9468, 239, 235], 0),
        ("\ud83d\udc4d", [9468, 239, 235], 0),
        ("\ud83d", [5809], 1),
        ("x\udc80y", [87, 5809, 88], 1),
    ],
)
def test_lone_surrogates_are_replaced_and_counted(text, expected, repaired):  # TE-21
    encoding = CL100K.encode(text)
    assert (encoding.ids.tolist(), encoding.replaced) == (expected, repaired)
    assert CL100K.count([text]).tokens.tolist() == [len(expected)]
    assert learned(text).words is not None


def test_a_token_with_some_bytes_of_a_character_spans_all_of_it():  # TE-22
    encoding = CL100K.encode("a😀b")
    assert [token.hex() for token in encoding.tokens] == ["61", "f09f98", "80", "62"]
    assert encoding.byte_spans.tolist() == [[0, 1], [1, 4], [4, 5], [5, 6]]
    assert encoding.character_spans.tolist() == [[0, 1], [1, 2], [1, 2], [2, 3]]
    assert encoding.utf16_spans.tolist() == [[0, 1], [1, 3], [1, 3], [3, 4]]


def test_blanks_have_places_too():  # TE-23
    spans = NO_MERGES.encode("i ⭢ j").character_spans.tolist()
    assert spans == [[0, 1], [1, 2], [2, 3], [2, 3], [2, 3], [3, 4], [4, 5]]


# Long runs ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("letter", "tokens"), [("a", 125_000), ("^", 250_000), (" ", 7_813), ("\n", 31_250), ("0", 333_334)]
)
def test_a_million_equal_letters_take_no_time(letter, tokens):  # TE-36
    began = time.perf_counter()
    assert len(ids(letter * 1_000_000)) == tokens
    assert time.perf_counter() - began < 5


# Languages ------------------------------------------------------------------------------------------------------------


def test_the_same_greeting_in_eight_languages():  # TE-40
    rows = {
        "Hello, how are you?": (6, 19, 19, 19),
        "Hallo, wie geht es dir?": (7, 23, 23, 23),
        "नमस्ते, आप कैसे हैं?": (20, 20, 50, 13),
        "မင်္ဂလာပါ၊ နေကောင်းလား။": (47, 23, 67, 17),
        "こんにちは、お元気ですか？": (8, 13, 39, 13),
        "مرحبا، كيف حالك؟": (14, 16, 30, 16),
        "สวัสดี คุณสบายดีไหม": (19, 19, 55, 15),
        "안녕하세요, 어떻게 지내세요?": (16, 16, 40, 16),
    }
    counts = CL100K.count(list(rows))
    found = zip(counts.tokens, counts.characters, counts.bytes, counts.clusters, strict=True)
    assert [tuple(map(int, row)) for row in found] == list(rows.values())
