"""Tokenizers that run on their own library: the library's ids, our bytes."""

from __future__ import annotations

import io
import json
import random
from collections.abc import Callable
from functools import cache
from importlib import resources
from typing import Any

import numpy as np
import pytest
import sentencepiece
import tiktoken
import tokenizers

from engine.algorithms.bpe import BPE
from engine.backends import LibraryTokenizer
from engine.backends.alignment import MARK_BYTES, align, exact_spans, found_spans, seen_by_model
from engine.backends.library_tokenizer import guarded
from engine.errors import DecodeError, EngineError, FormatError, OptionError, UnsupportedError
from engine.formats.library_file import open_with_library
from engine.formats.sentencepiece_model import open_model
from engine.formats.tiktoken_bpe import read_ranks, with_library
from engine.normalizers import IDENTITY, sequence_of
from engine.parallel import udhr
from engine.patterns import PATTERNS, Pattern, pattern_expressed
from engine.pre_tokenizers import PreTokenizer
from engine.presets import encoding_file
from engine.tokenizer import PipelineTokenizer

TEXTS = [
    "", " ", "a", "Hello, world! नमस्ते 你好", "  two  blanks ", "café CAFÉ e\u0301", "👩‍🚀 ½ ﬁ", "tab\tnl\ncr\r\n", "▁x ▁", "\0",
    "unaffable 12345 don't", "<s> </s> [CLS] <unk>", "한국어 हिन्दी", "x\u200dy\u00a0z", "##ing ##",
]  # fmt: skip


@cache
def lines() -> tuple[str, ...]:
    text = resources.files("resources").joinpath("corpora", "alice.txt").read_text(encoding="utf-8")
    return tuple(line for line in text.split("\n") if line)


@cache
def sentencepiece_file(kind: str, byte_fallback: bool = False, rules: str = "nmt_nfkc") -> bytes:
    """A model that the library trains on a book."""
    written = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(lines()),
        model_writer=written,
        vocab_size=900,
        model_type=kind,
        byte_fallback=byte_fallback,
        normalization_rule_name=rules,
        user_defined_symbols=["<sep>"],
        minloglevel=2,
    )
    return written.getvalue()


@cache
def library_file(kind: str) -> dict[str, Any]:
    """A tokenizer.json that `tokenizers` trains on a book."""
    models, trainers, cutters = tokenizers.models, tokenizers.trainers, tokenizers.pre_tokenizers
    options = {"vocab_size": 700, "show_progress": False, "special_tokens": ["[UNK]", "[CLS]"]}
    if kind == "wordpiece":
        made = tokenizers.Tokenizer(models.WordPiece(unk_token="[UNK]"))
        made.normalizer = tokenizers.normalizers.BertNormalizer()
        made.pre_tokenizer = cutters.BertPreTokenizer()
        made.decoder = tokenizers.decoders.WordPiece()
        trainer = trainers.WordPieceTrainer(**options)
    elif kind == "bpe":
        made = tokenizers.Tokenizer(models.BPE(unk_token="[UNK]"))
        made.normalizer = tokenizers.normalizers.NFC()
        made.pre_tokenizer = cutters.Metaspace()
        made.decoder = tokenizers.decoders.Metaspace()
        trainer = trainers.BpeTrainer(**options)
    elif kind == "bytes":
        made = tokenizers.Tokenizer(models.BPE())
        made.normalizer = tokenizers.normalizers.NFKC()
        split = tokenizers.pre_tokenizers.Digits(individual_digits=True)
        made.pre_tokenizer = cutters.Sequence([split, cutters.ByteLevel(add_prefix_space=False)])
        made.decoder = tokenizers.decoders.ByteLevel()
        trainer = trainers.BpeTrainer(**options, initial_alphabet=cutters.ByteLevel.alphabet())
    else:
        made = tokenizers.Tokenizer(models.Unigram())
        made.normalizer = tokenizers.normalizers.Lowercase()
        made.pre_tokenizer = cutters.Metaspace()
        made.decoder = tokenizers.decoders.Metaspace()
        trainer = trainers.UnigramTrainer(**options, unk_token="[UNK]")
    made.train_from_iterator(lines(), trainer)
    return json.loads(made.to_str())


def of_sentencepiece(kind: str, byte_fallback: bool = False) -> LibraryTokenizer:
    return open_model(sentencepiece_file(kind, byte_fallback), kind, f"{kind}.model")


def of_tokenizers(kind: str) -> LibraryTokenizer:
    return open_with_library(library_file(kind), kind, f"{kind}.json")


@cache
def some_ranks() -> dict[int, bytes]:
    return {rank: token for rank, token in read_ranks(encoding_file("gpt2.tiktoken"), "gpt2").items() if rank < 3_000}


def of_tiktoken() -> LibraryTokenizer:
    nfc = sequence_of(["nfc"])
    return with_library(some_ranks(), PATTERNS["gpt2"], {"<|end|>": 3_000}, nfc, "ranks", "ranks.tiktoken", "a reason")


MAKERS = {
    "sentencepiece unigram": lambda: of_sentencepiece("unigram"),
    "sentencepiece bpe": lambda: of_sentencepiece("bpe", byte_fallback=True),
    "sentencepiece char": lambda: of_sentencepiece("char"),
    "tokenizers wordpiece": lambda: of_tokenizers("wordpiece"),
    "tokenizers bpe": lambda: of_tokenizers("bpe"),
    "tokenizers bytes": lambda: of_tokenizers("bytes"),
    "tokenizers unigram": lambda: of_tokenizers("unigram"),
    "tiktoken": of_tiktoken,
}


@pytest.fixture(scope="module", params=MAKERS, ids=lambda name: name.replace(" ", "-"))
def tokenizer(request) -> LibraryTokenizer:
    return MAKERS[request.param]()


def random_texts(count: int) -> list[str]:
    chance = random.Random(11)
    characters = "aB1 \n\r\t's é한字\u0301\u0903/!ǅªʰ٣Ⅷ\u00a0\u3000\u0085▁##theing<>ﬁ½😀"
    return ["".join(chance.choices(characters, k=chance.randrange(1, 30))) for _ in range(count)]


# -- the library's ids -------------------------------------------------------------------------------------------------


@cache
def oracle(name: str) -> Callable[[list[str]], list[list[int]]]:
    """What the library gives without us in between."""
    library, kind = name.split(" ") if " " in name else (name, "")
    if library == "sentencepiece":
        model = sentencepiece_file(kind, kind == "bpe")
        processor = sentencepiece.SentencePieceProcessor(model_proto=model)
        return lambda texts: processor.encode(texts, out_type=int)
    if library == "tiktoken":
        ranks = {token: rank for rank, token in some_ranks().items()}
        theirs = tiktoken.Encoding("t", pat_str=PATTERNS["gpt2"].expression, mergeable_ranks=ranks, special_tokens={})
        nfc = tokenizers.normalizers.NFC()
        return lambda texts: [theirs.encode_ordinary(nfc.normalize_str(text)) for text in texts]
    made = tokenizers.Tokenizer.from_str(json.dumps(library_file(kind)))
    made.encode_special_tokens = True
    return lambda texts: [found.ids for found in made.encode_batch(texts, add_special_tokens=False)]


def test_ids_of_every_aligned_text_are_the_librarys(tokenizer, request):
    declaration = udhr()
    codes = [code for code, language in declaration.languages.items() if language.aligned]
    assert len(codes) == 471
    for code in codes:
        units = list(declaration.units(code)[:4])
        expected = oracle(request.node.callspec.params["tokenizer"])(units)
        counts = tokenizer.count(units)
        assert counts.ids.tolist() == [id for ids in expected for id in ids], code
        assert counts.tokens.tolist() == [len(ids) for ids in expected], code


def test_ids_of_odd_texts_are_the_librarys(tokenizer, request):
    texts = [*TEXTS, *random_texts(1_000)]
    found = [tokenizer.encode(text).ids.tolist() for text in texts]
    assert found == oracle(request.node.callspec.params["tokenizer"])(texts)


# -- our bytes ---------------------------------------------------------------------------------------------------------


def test_spans_are_in_order_and_lie_in_the_text(tokenizer):
    for text in [*TEXTS, *random_texts(600)]:
        encoding = tokenizer.encode(text)
        spans, length = encoding.byte_spans, len(text.encode())
        assert spans.shape == (len(encoding), 2), ascii(text)
        assert np.all(spans >= 0), ascii(text)
        assert np.all(spans <= length), ascii(text)
        assert np.all(spans[:, 0] <= spans[:, 1]), ascii(text)
        assert np.all(np.diff(spans[:, 0]) >= 0), ascii(text)
        assert np.all(np.diff(spans[:, 1]) >= 0), ascii(text)
        covered = {byte for start, end in [*spans.tolist(), *encoding.dropped.tolist()] for byte in range(start, end)}
        assert covered == set(range(length)), ascii(text)
        assert len(encoding.character_spans) == len(encoding.utf16_spans) == len(encoding)


def test_what_the_model_saw_is_made_of_the_tokens(tokenizer):
    for text in [*TEXTS, *random_texts(300)]:
        encoding = tokenizer.encode(text)
        if encoding.normalized is None:
            continue
        data = encoding.normalized.encode()
        assert [data[a:b] for a, b in encoding.normalized_spans.tolist()] == list(encoding.tokens)
        for index, token in enumerate(encoding.tokens):
            text_of_token = tokenizer.description.texts[encoding.ids[index]]
            assert text_of_token is None or token == text_of_token


def test_counts_are_those_of_each_text_alone(tokenizer):
    texts = [text for text in [*TEXTS, *random_texts(200)] if text]
    counts = tokenizer.count(texts)
    encodings = [tokenizer.encode(text) for text in texts]
    assert counts.tokens.tolist() == [len(encoding) for encoding in encodings]
    assert counts.unknown.tolist() == [encoding.unknown_characters for encoding in encodings]
    assert counts.clusters_cut.tolist() == [encoding.clusters_cut()[0] for encoding in encodings]
    returned = [tokenizer.decode(encoding.ids.tolist(), "replace") == encoding.text for encoding in encodings]
    assert counts.round_trip.tolist() == returned
    assert counts.usage.sum() == counts.tokens.sum()
    assert len(counts.usage) == len(tokenizer.vocabulary)


def test_a_character_over_several_tokens_has_a_byte_for_each():
    encoding = of_sentencepiece("bpe", byte_fallback=True).encode("a 你!")
    assert list(encoding.tokens)[2:5] == [b"\xe4", b"\xbd", b"\xa0"]
    assert encoding.byte_spans.tolist()[2:5] == [[2, 3], [3, 4], [4, 5]]
    assert encoding.character_spans.tolist()[2:5] == [[2, 3]] * 3


def test_an_unknown_token_keeps_the_text_it_stands_for():
    encoding = of_tokenizers("wordpiece").encode("the 你 cat")
    (unknown,) = encoding.unknown
    assert encoding.tokens[unknown] == "你".encode()
    assert encoding.unknown_characters == 1
    assert encoding.dropped.tolist() == [[3, 4], [7, 8]]


def test_a_normalized_text_keeps_its_place():
    encoding = of_tokenizers("wordpiece").encode("CAFE\u0301")
    assert "".join(token.decode() for token in encoding.tokens) == "cafe"
    assert encoding.byte_spans[0, 0] == 0


# -- alignment ---------------------------------------------------------------------------------------------------------


def test_tokens_of_one_character_are_told_apart_by_their_bytes():
    spans = np.array([[0, 1], [1, 5], [1, 5], [1, 5], [1, 5], [5, 6]])
    texts = [b"b", b"\xf0", b"\x9f", b"\x98", b"\x80", b"b"]
    assert align("b😀b".encode(), texts, spans).tolist() == [[n, n + 1] for n in range(6)]


def test_tokens_that_share_what_cannot_be_told_apart_share_its_span():
    spans = np.array([[0, 0], [0, 0], [0, 2]])  # ½ as 1, ⁄ and 2
    assert align("½".encode(), [b"1", "⁄".encode(), b"2"], spans).tolist() == [[0, 2]] * 3


def test_the_blank_before_a_text_is_no_byte_of_it():
    assert exact_spans(b"a b", [MARK_BYTES + b"a", MARK_BYTES, b"b"]).tolist() == [[0, 1], [1, 2], [2, 3]]
    assert align(b"xyz", [MARK_BYTES, None], np.array([[0, 0], [0, 3]])).tolist() == [[0, 0], [0, 3]]
    assert exact_spans(b"a", [None]) is None
    assert exact_spans(b"ab", [b"a"]) is None


def test_what_is_left_out_between_tokens_moves_those_behind_it():
    assert found_spans("xéay".encode(), [b"a"]).tolist() == [[3, 4]]
    assert found_spans(b"xaxbx", [b"ab"]).tolist() == [[1, 4]]
    assert found_spans(b"ab", [b"b", b"a"]) is None
    assert found_spans(b"ab", [None]) is None


def test_tokens_behind_a_character_that_is_left_out_are_where_they_stand():
    model = {"type": "BPE", "vocab": {"l": 0, "o": 1, "w": 2, "lo": 3, "low": 4}, "merges": [["l", "o"], ["lo", "w"]]}
    tokenizer = open_with_library({"version": "1.0", "model": model}, "t", "t.json")
    encoding = tokenizer.encode("éwlo, w")
    assert encoding.ids.tolist() == [2, 4]  # merged over what is left out
    assert encoding.byte_spans.tolist() == [[2, 3], [3, 8]]
    assert encoding.dropped.tolist() == [[0, 2]]


def test_nothing_was_changed_when_the_tokens_are_the_text():
    spans = np.array([[0, 2], [2, 3]])
    assert seen_by_model(b"abc", [b"ab", None], spans) is None
    assert seen_by_model(b"ABc", [b"ab", None], spans)[0] == "abc"
    assert seen_by_model(b"A\xff", [b"a"], np.array([[0, 1]])) is None


# -- special tokens ----------------------------------------------------------------------------------------------------


def test_special_tokens_are_text_unless_allowed(tokenizer):
    special = next(iter(tokenizer.special))
    text = f"a{special}b"
    assert tokenizer.encode(text).special == ()
    assert tokenizer.special[special] not in tokenizer.encode(text).ids.tolist()
    encoding = tokenizer.encode(text, allowed_special={special})
    (index,) = encoding.special
    assert encoding.ids[index] == tokenizer.special[special]
    assert encoding.tokens[index] == special.encode()
    assert encoding.byte_spans[index].tolist() == [1, 1 + len(special)]


def test_only_what_is_allowed_is_special():
    encoding = of_tokenizers("bytes").encode("a[CLS]b[UNK]", allowed_special={"[UNK]"})
    assert [encoding.tokens[index] for index in encoding.special] == [b"[UNK]"]
    with pytest.raises(OptionError, match=r'bytes has no special token "<x>". It has: \[UNK\], \[CLS\]'):
        of_tokenizers("bytes").encode("a", allowed_special={"<x>"})


# -- decoding ----------------------------------------------------------------------------------------------------------


def test_ordinary_text_comes_back(tokenizer):
    text = "the cat sat on the mat"
    assert tokenizer.decode(tokenizer.encode(text).ids.tolist()) == text


def test_a_bad_id_is_named_and_the_rest_shown(tokenizer):
    known = tokenizer.encode("the").ids.tolist()
    with pytest.raises(DecodeError, match=r"no token with id 999,999 \(place 1 of"):
        tokenizer.decode([999_999, *known])
    assert tokenizer.decode([*known, -1], "replace").endswith("[-1]")


def test_half_a_character_is_no_text():
    tokenizer = of_sentencepiece("bpe", byte_fallback=True)
    ids = tokenizer.encode("你").ids.tolist()[:-1]
    with pytest.raises(DecodeError, match="some bytes are not UTF-8"):
        tokenizer.decode(ids)
    assert "\ufffd" in tokenizer.decode(ids, "replace")
    with pytest.raises(DecodeError, match="is not UTF-8"):
        of_tokenizers("bytes").decode(of_tokenizers("bytes").encode("é").ids.tolist()[:1])


# -- steps -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["bytes", "bpe"])
def test_merges_can_be_taken_back(kind):
    tokenizer = of_tokenizers(kind)
    assert tokenizer.step_count == len(library_file(kind)["model"]["merges"])
    assert tokenizer.at_step(tokenizer.step_count) is tokenizer
    lengths = [len(tokenizer.at_step(step).encode("the queen said the king")) for step in (0, 50, 200)]
    assert lengths == sorted(lengths, reverse=True)
    assert lengths[0] > lengths[-1]
    with pytest.raises(OptionError, match="there is no step 9,999"):
        tokenizer.at_step(9_999)


def test_ranks_can_be_taken_back():
    tokenizer = of_tiktoken()
    assert tokenizer.step_count == 3_000 - 256
    assert len(tokenizer.at_step(0).encode("the")) == 3
    assert tokenizer.at_step(300).encode(" the").ids.tolist() == [262]


def test_what_has_no_order_has_no_steps():
    with pytest.raises(UnsupportedError, match="unigram has no steps"):
        of_sentencepiece("unigram").at_step(3)


# -- identity ----------------------------------------------------------------------------------------------------------


def test_the_identity_is_of_what_decides_ids():
    content = library_file("bpe")
    same = json.loads(json.dumps(content))
    same["model"]["merges"] = [
        merge if isinstance(merge, str) else " ".join(merge) for merge in same["model"]["merges"]
    ]
    assert open_with_library(same, "other", "o.json").identity == of_tokenizers("bpe").identity
    swapped = json.loads(json.dumps(content))
    vocabulary = swapped["model"]["vocab"]
    vocabulary["a"], vocabulary["b"] = vocabulary["b"], vocabulary["a"]
    assert open_with_library(swapped, "bpe", "bpe.json").identity != of_tokenizers("bpe").identity
    assert len({maker().identity for maker in MAKERS.values()}) == len(MAKERS)


def test_a_new_name_changes_nothing_else():
    before = of_tokenizers("bpe")
    after = before.renamed("mine", {"from": "here"})
    assert (after.name, after.provenance, after.identity) == ("mine", {"from": "here"}, before.identity)


# -- trouble -----------------------------------------------------------------------------------------------------------


class Panic(BaseException):
    """What a library in Rust raises is no Exception."""


def test_a_panic_is_a_sentence():
    def panics() -> None:
        raise Panic("index out of\nbounds")

    with pytest.raises(EngineError, match=r"^t\.json: refused: index out of bounds\.$"):
        guarded(panics, "t.json: refused")

    def interrupted() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        guarded(interrupted, "t.json: refused")


def test_a_file_that_the_library_refuses_says_why():
    content = {**library_file("bpe"), "pre_tokenizer": {"type": "Nonsense"}}
    with pytest.raises(FormatError, match=r"b\.json: the tokenizers library refuses the file: "):
        open_with_library(content, "b", "b.json")
    with pytest.raises(EngineError, match="the tiktoken library refuses the ranks"):
        with_library({0: b"a"}, Pattern("custom", "a pattern", "("), {}, IDENTITY, "t", "t.tiktoken", "")


def test_lone_surrogates_are_replaced_and_counted(tokenizer):
    encoding = tokenizer.encode("a\ud800b")
    assert (encoding.text, encoding.replaced) == ("a\ufffdb", 1)
    assert tokenizer.count(["a\ud800b"]).tokens.tolist() == [len(encoding)]


@pytest.mark.parametrize("expression", [r"\w+", r"[a-z]+|\d", "b(?=c)", r"(?i:AB)|\s"])
def test_what_stands_between_two_matches_is_not_lost_by_tiktoken(expression: str) -> None:
    """An expression of somebody's own need not match all of a text: the rest is pre-tokens here, and nothing there."""
    ranks = dict(enumerate([*(bytes([byte]) for byte in range(256)), b"ab", b", ", b"bc"]))
    theirs = with_library(ranks, pattern_expressed(expression), {}, IDENTITY, "ranks", "ranks", "")
    ours = PipelineTokenizer(
        "ours",
        PreTokenizer(pattern_expressed(expression)),
        BPE("raw", np.array([[97, 98], [44, 32], [98, 99]])),
        np.arange(259),
    )
    for text in [*TEXTS, "a, ab, abc! bcABab, ,", "\n\n"]:
        assert theirs.encode(text).ids.tolist() == ours.encode(text).ids.tolist(), text
        assert theirs.decode(theirs.encode(text).ids.tolist()) == text


def test_white_space_that_a_pattern_drops_is_dropped_by_tiktoken_too() -> None:
    ranks = dict(enumerate([*(bytes([byte]) for byte in range(256)), b"ab"]))
    tokenizer = with_library(ranks, PATTERNS["whitespace"], {}, IDENTITY, "ranks", "ranks", "")
    assert tokenizer.encode(" ab  a\n").ids.tolist() == [256, 97]
