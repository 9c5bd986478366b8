"""Opening files that other programs wrote: the right tokens, or one sentence that names what is wrong and where."""

from __future__ import annotations

import base64
import gzip
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sentencepiece
import tokenizers

from engine.backends import LibraryTokenizer
from engine.errors import EngineError, FormatError, OptionError, UnsupportedError
from engine.formats import load, save
from engine.patterns import PATTERNS, pattern_named
from engine.presets import load_preset
from engine.protocol_buffers import bytes_field, number_field, read_fields, real_field
from engine.recipe import IdLayout
from engine.tokenizer import PipelineTokenizer
from tests.engine.test_backends import TEXTS, library_file, sentencepiece_file
from tests.engine.test_gguf import bert_gguf, byte_level_gguf

BYTES = [bytes([byte]) for byte in range(256)]


def write(path: Path, content: str | bytes | dict[str, Any]) -> Path:
    if isinstance(content, dict):
        content = json.dumps(content)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def tokens_of(tokenizer: Any, text: str) -> list[str]:
    return [token.decode("utf-8", "replace") for token in tokenizer.encode(text).tokens]


# -- tokenizer.json ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["wordpiece", "bpe", "bytes", "unigram"])
def test_any_file_of_the_library_is_opened(tmp_path, kind):
    path = write(tmp_path / "theirs.json", library_file(kind))
    ours = load(path)
    theirs = tokenizers.Tokenizer.from_file(str(path))
    assert isinstance(ours, LibraryTokenizer)
    assert len(ours.vocabulary) == theirs.get_vocab_size()
    assert dict(ours.special) == {"[UNK]": 0, "[CLS]": 1}
    for text in (text for text in TEXTS if "[" not in text):
        assert ours.encode(text).ids.tolist() == theirs.encode(text).ids


def test_what_it_was_opened_from_it_can_be_saved_as(tmp_path):
    ours = load(write(tmp_path / "theirs.json", library_file("wordpiece")))
    save(ours, tmp_path / "again.json")
    assert load(tmp_path / "again.json").identity == ours.identity
    with pytest.raises(
        UnsupportedError, match=r"the library tokenizers, and cannot be saved as t\.tiktoken. Save it as"
    ):
        save(ours, tmp_path / "t.tiktoken")
    model = load(write(tmp_path / "m.model", sentencepiece_file("unigram")))
    with pytest.raises(UnsupportedError, match=r"the library sentencepiece, and cannot be saved as t\.json"):
        save(model, tmp_path / "t.json")


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("vocab.txt", "[PAD]\n[UNK]\nlow\n##er\n,\n"),
        ("c.codes", "#version: 0.2\nl o\nlo w</w>\n"),
        ("c.txt", "l o\nlo w\nlow </w>\n"),
        ("m.gguf", "gguf"),
    ],
)
def test_what_runs_on_the_library_can_be_saved_as_its_file(tmp_path, name, content):
    ours = load(write(tmp_path / name, bert_gguf() if content == "gguf" else content))
    save(ours, tmp_path / "out.json")
    again, theirs = load(tmp_path / "out.json"), tokenizers.Tokenizer.from_file(str(tmp_path / "out.json"))
    texts = ("low lower, lowest", "x low", "", "Lower")
    for text in texts:
        assert again.encode(text).ids.tolist() == theirs.encode(text).ids
    if not ours.description.omitted:  # which the library's file cannot say
        assert again.identity == ours.identity
        assert [again.encode(text).ids.tolist() for text in texts] == [ours.encode(text).ids.tolist() for text in texts]


def test_a_vocabulary_is_saved_into_a_folder_again(tmp_path):
    ours = load(write(tmp_path / "vocab.txt", "[PAD]\n[UNK]\n\nlow\n"))
    save(ours, tmp_path / "out", "vocab-txt")
    assert (tmp_path / "out" / "vocab.txt").read_bytes() == (tmp_path / "vocab.txt").read_bytes()
    assert load(tmp_path / "out").identity == ours.identity


def test_a_normalizer_before_bytes_is_ours_too(tmp_path):
    content = library_file("bytes")
    content = {**content, "pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True}}
    content["added_tokens"] = [{**row, "special": True} for row in content["added_tokens"]]
    path = write(tmp_path / "t.json", content)
    ours, theirs = load(path), tokenizers.Tokenizer.from_file(str(path))
    assert isinstance(ours, PipelineTokenizer)
    assert ours.normalizer.names == ("nfkc",)
    for text in (text for text in TEXTS if "[" not in text):
        assert ours.encode(text).ids.tolist() == theirs.encode(text).ids, ascii(text)


def test_an_added_token_that_is_not_special_is_found_in_every_text(tmp_path):
    content = library_file("bytes")
    added = {"id": 700, "content": "<tool>", "special": False, "normalized": False}
    flags = {"single_word": False, "lstrip": False, "rstrip": False}
    ours = load(write(tmp_path / "t.json", {**content, "added_tokens": [*content["added_tokens"], {**added, **flags}]}))
    encoding = ours.encode("a<tool>b")
    assert (encoding.ids[1], encoding.tokens[1], encoding.special) == (700, b"<tool>", ())
    assert "<tool>" not in ours.special


def test_a_pattern_is_only_for_byte_level_files(tmp_path):
    with pytest.raises(UnsupportedError, match="no byte-level BPE; only that can be cut with another pattern"):
        load(write(tmp_path / "t.json", library_file("wordpiece")), PATTERNS["gpt2"])


def test_files_that_contradict_themselves(tmp_path):
    def added(**fields: Any) -> dict[str, Any]:
        flags = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": True}
        return {**library_file("wordpiece"), "added_tokens": [{"id": 0, "content": "[UNK]", **flags, **fields}]}

    clash = json.loads(json.dumps(library_file("wordpiece")))
    clash["model"]["vocab"]["a"] = clash["model"]["vocab"]["b"]
    cases: dict[str, Any] = {
        "added token needs a content and an id": {**library_file("bpe"), "added_tokens": [{"id": 3}]},
        "is no id": added(id="x"),
        "belongs to another token too": added(content="zzz", id=3),
        "have the same id": clash,
        "refuses the file": {**library_file("unigram"), "normalizer": {"type": "Bogus"}},
        "there is no model in it": {"version": "1.0"},
        "holds a Bogus model": {"model": {"type": "Bogus"}},
    }
    for sentence, content in cases.items():
        with pytest.raises(EngineError, match=sentence):
            load(write(tmp_path / "t.json", content))


# -- SentencePiece -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["unigram", "bpe", "char"])
def test_a_model_is_opened_and_described(tmp_path, kind):
    content = sentencepiece_file(kind, kind == "bpe")
    ours = load(write(tmp_path / f"{kind} ñ 語.model", content))
    theirs = sentencepiece.SentencePieceProcessor(model_proto=content)
    assert len(ours.vocabulary) == theirs.get_piece_size()
    assert ours.kind == {"unigram": "unigram", "bpe": "char-bpe", "char": "char-level"}[kind]
    assert ours.details["normalizer"] == "nmt_nfkc"
    assert ours.details["byte fallback"] == ("yes" if kind == "bpe" else "no")
    assert dict(ours.special) == {"<s>": 1, "</s>": 2}
    for text in TEXTS:
        ids = ours.encode(text).ids.tolist()
        assert ids == theirs.encode(text)
        assert ours.decode(ids, "replace") == theirs.decode(ids)


def test_what_is_no_model_is_refused(tmp_path):
    whole = sentencepiece_file("unigram")
    for content, sentence in {
        b"": "is no SentencePiece model: the file is empty",
        b"<unk>\t0\n<s>\t0\n": "is no SentencePiece model",
        whole[:100]: "is no SentencePiece model",
        number_field(1, 7): "no pieces in it",
        bytes_field(1, bytes_field(1, b"a")): "no pieces in it",
        bytes_field(1, bytes_field(1, b"<0xZZ>") + number_field(3, 6))
        + bytes_field(2, b""): "is no SentencePiece model",
    }.items():
        with pytest.raises(FormatError, match=sentence):
            load(write(tmp_path / "t.model", content))
    with pytest.raises(UnsupportedError, match="not cut by a pattern"):
        load(write(tmp_path / "t.model", whole), PATTERNS["gpt2"])


def test_protocol_buffers_are_read_as_they_are_written():
    message = number_field(3, 300) + bytes_field(1, b"piece") + real_field(2, -1.5) + number_field(3, 7)
    fields = read_fields(message)
    assert (fields.number(3), fields.number(9, 4), fields.text(1), fields.real(2)) == (7, 4, "piece", -1.5)
    assert (fields.flag(3, False), fields.flag(9, True), fields.messages(7), fields.real(8)) == (True, True, [], 0.0)
    for damaged in (message[:-1], b"\xff" * 12, b"\x00", b"\x0a\x7f", b"\x0b"):
        with pytest.raises(ValueError, match="byte"):
            read_fields(damaged)
    with pytest.raises(ValueError, match="is no number"):
        read_fields(bytes_field(2, b"x")).real(2)


# -- tekken ------------------------------------------------------------------------------------------------------------


def tekken_content(**config: Any) -> dict[str, Any]:
    tokens = [*BYTES, b"ab", b"abc", b"unused"]
    return {
        "config": {
            "pattern": r"[a-z]+|[^a-z]+",
            "default_vocab_size": 268,
            "default_num_special_tokens": 10,
            "version": "v3",
            **config,
        },
        "vocab": [
            {"rank": rank, "token_bytes": base64.b64encode(token).decode(), "token_str": None}
            for rank, token in enumerate(tokens)
        ],
        "special_tokens": [
            {"rank": 0, "token_str": "<unk>", "is_control": True},
            {"rank": 1, "token_str": "<s>", "is_control": True},
        ],
    }


def test_ranks_come_after_the_special_tokens(tmp_path):
    ours = load(write(tmp_path / "tekken.json", tekken_content()))
    assert isinstance(ours, PipelineTokenizer)
    assert ours.encode("abc!").ids.tolist() == [267, 43]
    assert ours.special == {"<unk>": 0, "<s>": 1}
    assert ours.vocabulary.holes == frozenset(range(2, 10))
    assert len(ours.vocabulary) == 268
    assert ours.pattern.expression == r"[a-z]+|[^a-z]+"


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda c: c["config"].pop("default_vocab_size"), "expected a number as default_vocab_size"),
        (lambda c: c["config"].update(pattern="("), "neither a name"),
        (lambda c: c["vocab"][5].update(token_bytes="!!!"), "entry 6 of the vocab is no rank"),
        (lambda c: c["vocab"][5].update(rank=9), "entry 6 of the vocab has the rank 9; expected 5"),
        (lambda c: c["vocab"][5].update(token_bytes="AA=="), "two ranks have the same token"),
        (lambda c: c["special_tokens"].append({"rank": 99, "token_str": "<x>"}), '"<x>" has no place of its own'),
        (lambda c: c["special_tokens"].append({"rank": 3}), "needs a token_str and a rank"),
        (lambda c: c.update(vocab={}), "expected a tekken.json"),
        (lambda c: c["config"].update(default_vocab_size=3), "the vocab holds no ranks"),
    ],
)
def test_damaged_tekken_files_are_named(tmp_path, change, sentence):
    content = tekken_content()
    change(content)
    with pytest.raises(FormatError, match=sentence):
        load(write(tmp_path / "tekken.json", content))


# -- minbpe ------------------------------------------------------------------------------------------------------------


def test_a_minbpe_model_is_opened(tmp_path):
    content = "minbpe v1\n[a-z]+| \n2\n<|end|> 259\n<|two words|> 260\n97 98\n256 99\n32 32\n"
    ours = load(write(tmp_path / "m.model", content))
    assert ours.encode("abc abc").ids.tolist() == [257, 32, 257]
    assert ours.special == {"<|end|>": 259, "<|two words|>": 260}
    assert ours.layout == IdLayout("top", ("<|end|>", "<|two words|>"))
    assert ours.at_step(1).special == {"<|end|>": 257, "<|two words|>": 258}
    basic = load(write(tmp_path / "basic.model", "minbpe v1\n\n0\n97 98\n"))
    assert basic.pattern.name == "none"
    assert basic.encode("abab").ids.tolist() == [256, 256]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("minbpe v2\n\n0\n", 'line 1: expected "minbpe v1"'),
        ("minbpe v1\n\nmany\n", "line 3: expected the number of special tokens"),
        ("minbpe v1\n(\n0\n", r"line 2: The pattern \( is neither"),
        ("minbpe v1\n\n2\n<x> 300\n", "ends within its 2 special tokens"),
        ("minbpe v1\n\n1\n<x>\n", "line 4: expected a special token and an id of its own"),
        ("minbpe v1\n\n1\n<x> 256\n97 98\n", 'the id 256 of the special token "<x>" belongs to another'),
        ("minbpe v1\n\n0\n97\n", "line 4: expected the ids of two parts, found '97'"),
        ("minbpe v1\n\n0\n97 98\n97 257\n", "line 5: the id 257 is not made by a merge before it"),
        ("minbpe v1\n\n0\n97 98\n97 98\n", "line 5 repeats the merge of line 4"),
        (b"minbpe v1\n\n0\n\xff\n", "byte 13 is not UTF-8"),
    ],
)
def test_damaged_minbpe_models_are_named_by_line(tmp_path, content, sentence):
    with pytest.raises(FormatError, match=sentence):
        load(write(tmp_path / "m.model", content))


# -- codes -------------------------------------------------------------------------------------------------------------


def test_codes_are_opened_and_damaged_ones_named(tmp_path):
    ours = load(write(tmp_path / "t.codes", "#version: 0.2\nl o\nlo w</w>\n"))
    assert tokens_of(ours, "low lowest") == ["low", "lo", "w", "e", "s", "t"]
    assert ours.details["codes"] == "version 0.2"
    assert ours.decode(ours.encode("low low").ids.tolist()) == "low low"
    for content, sentence in {
        "#version: 0.2\n": "holds no merges",
        "l o\nx\n": "line 2: expected two parts",
        "l o\nl o\n": "line 2 repeats",
    }.items():
        with pytest.raises(FormatError, match=sentence):
            load(write(tmp_path / "t.codes", content))
    with pytest.raises(UnsupportedError, match="no other pattern fits"):
        load(write(tmp_path / "t.codes", "l o\n"), PATTERNS["gpt2"])
    with pytest.raises(UnsupportedError, match=r"U\+E000"):
        load(write(tmp_path / "t.codes", "l \ue000\n"))


# -- ranks that are no merges ------------------------------------------------------------------------------------------


def test_ranks_out_of_order_run_on_their_library(tmp_path):
    # GIVEN a token that is made of parts with later ranks: abcd = ab + cd
    tokens = [*BYTES, b"abcd", b"ab", b"cd", b"abcde"]
    lines = "".join(f"{base64.b64encode(token).decode()} {rank}\n" for rank, token in enumerate(tokens))
    ours = load(write(tmp_path / "t.tiktoken", lines), pattern_named(r"[\s\S]+"))
    assert isinstance(ours, LibraryTokenizer)
    assert "no merge before it makes" in ours.details["runs on the library because"]
    assert ours.encode("abcdabcde").ids.tolist() == load_with_tiktoken(tokens, "abcdabcde")
    assert ours.at_step(2).encode("abcd").ids.tolist() == load_with_tiktoken(tokens[:258], "abcd")


def load_with_tiktoken(tokens: list[bytes], text: str) -> list[int]:
    import tiktoken

    ranks = {token: rank for rank, token in enumerate(tokens)}
    return tiktoken.Encoding("t", pat_str=r"[\s\S]+", mergeable_ranks=ranks, special_tokens={}).encode_ordinary(text)


# -- which reader ------------------------------------------------------------------------------------------------------


def test_files_that_share_a_suffix_are_told_apart(tmp_path):
    ranks = "".join(f"{base64.b64encode(byte).decode()} {rank}\n" for rank, byte in enumerate(BYTES))
    assert load(write(tmp_path / "ranks.model", ranks), PATTERNS["gpt2"]).step_count == 0
    codes = load(write(tmp_path / "codes.txt", "l o\nlo w</w>\n"))  # without a header, what ends in </w> is never made
    assert codes.details["codes"] == "version 0.1"
    assert [tokens_of(codes, word) for word in ("low", "lower")] == [["lo", "w"], ["lo", "w", "e", "r"]]
    with pytest.raises(OptionError, match=r"t\.bin: the suffix tells no format"):
        load(write(tmp_path / "t.bin", "x"))
    with pytest.raises(FormatError, match="There is no file"):
        load(tmp_path / "missing.gguf")


def test_a_folder_is_opened_by_what_is_in_it(tmp_path):
    write(tmp_path / "spiece.model", sentencepiece_file("unigram"))
    assert load(tmp_path).details["library"] == "sentencepiece"
    write(tmp_path / "tokenizer.json", library_file("wordpiece"))
    assert load(tmp_path).kind == "wordpiece"


# -- any bytes ---------------------------------------------------------------------------------------------------------


def small_files(folder: Path) -> dict[str, bytes]:
    gpt2 = load_preset("gpt2")
    small = PipelineTokenizer("s", gpt2.pre_tokenizer, gpt2.model.at_step(30), IdLayout("top", ("<|end|>",)))
    save(small, folder / "s.json")
    save(small, folder / "s.tiktoken")
    save(small, folder / "s.mergescope")
    wordpiece = json.dumps(library_file("wordpiece")).encode()
    return {
        "own.json": (folder / "s.json").read_bytes(),
        "s.tiktoken": (folder / "s.tiktoken").read_bytes(),
        "s.mergescope": (folder / "s.mergescope").read_bytes(),
        "theirs.json": wordpiece,
        "unigram.json": json.dumps(library_file("unigram")).encode(),
        "bpe.json": json.dumps(library_file("bpe")).encode(),
        "u.model": sentencepiece_file("unigram"),
        "m.model": b"minbpe v1\n[a-z]+\n1\n<x> 258\n97 98\n256 99\n",
        "tekken.json": json.dumps(tekken_content()).encode(),
        "m.gguf": byte_level_gguf(),
        "vocab.txt": b"[UNK]\nlow\n##er\n",
        "c.codes": b"#version: 0.2\nl o\nlo w</w>\n",
    }


def damaged(content: bytes, chance: random.Random) -> bytes:
    """The content with something done to it that a bad copy or a text editor does."""
    place = chance.randrange(len(content) + 1)
    other = chance.randrange(len(content) + 1)
    first, last = sorted((place, min(other, place + 40)))
    return chance.choice(
        [
            lambda: content[:place],
            lambda: content[:first] + content[last:],
            lambda: content[:place] + bytes([chance.randrange(256)]) + content[place + 1 :],
            lambda: content[:place] + content[first:last] + content[place:],
            lambda: content.replace(b"\n", b"\r\n") + b"\0",
            lambda: b"\xef\xbb\xbf" + content,
        ]
    )()


def test_whatever_was_done_to_a_file_the_answer_is_a_tokenizer_or_a_sentence(tmp_path):
    chance = random.Random(5)
    sentences: list[str] = []
    pattern: Callable[[str], Any] = lambda name: PATTERNS["gpt2"] if name.endswith(".tiktoken") else None  # noqa: E731
    for name, content in small_files(tmp_path).items():
        for _ in range(40):
            path = write(tmp_path / name, damaged(content, chance))
            try:
                opened = load(path, pattern(name))
                opened.encode("low lower the 你 x")
            except EngineError as error:
                sentences.append(str(error))
    assert len(sentences) > 100
    assert all(sentence and "\n" not in sentence for sentence in sentences)


def test_packed_merges_of_clip(tmp_path):
    from engine.formats import clip

    for content, sentence in {
        b"no zip": "is no packed text",
        gzip.compress(b"x\na b\n"): "does not hold CLIP's",
    }.items():
        with pytest.raises(FormatError, match=sentence):
            clip.load(write(tmp_path / "c.txt.gz", content))
    with pytest.raises(UnsupportedError, match="another pattern"):
        clip.load(tmp_path / "c.txt.gz", PATTERNS["gpt2"])


@pytest.mark.parametrize("name", ["spiece.model", "ranks.tiktoken", "tokenizer.json", "vocab.txt"])
@pytest.mark.parametrize("begin", ["<!DOCTYPE html>\n<html>", "\n<HTML lang=en>"])
def test_a_web_page_in_the_place_of_a_file_is_told(tmp_path: Path, name: str, begin: str) -> None:
    path = tmp_path / name
    path.write_text(begin + "<p>Sign in to see this file</p>", "utf-8")
    with pytest.raises(FormatError) as refused:
        load(path)
    assert str(refused.value) == f"{name} is a web page, not a tokenizer. Download the file itself."
