"""Our own file holds tokenizers that run on their libraries too, whatever file they come from."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest
import sentencepiece

from engine.backends import AnyTokenizer, LibraryTokenizer
from engine.errors import EngineError, UnsupportedError
from engine.formats import load, save
from engine.formats.tiktoken_bpe import with_library
from engine.normalizers import sequence_of
from engine.patterns import PATTERNS

TEXTS = ["Hello, the cat sat.", " two  blanks\n", "naïve 한글 👩‍🚀", "<s>x</s>", ""]


def bert(folder: Path) -> AnyTokenizer:
    words = ["[PAD]", "[UNK]", "[CLS]", "hello", ",", "the", "c", "##at", ".", "two"]
    (folder / "vocab.txt").write_text("".join(f"{word}\n" for word in words))
    return load(folder / "vocab.txt")


def pieces(folder: Path) -> AnyTokenizer:
    model = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(["hello the cat sat here", "two blanks and a cat"] * 20),
        model_writer=model, vocab_size=30, hard_vocab_limit=False, minloglevel=2,
    )  # fmt: skip
    (folder / "t.model").write_bytes(model.getvalue())
    return load(folder / "t.model")


def library_file(folder: Path) -> AnyTokenizer:
    content = {
        "added_tokens": [{"id": 4, "content": "<s>", "special": True}],
        "normalizer": {"type": "Lowercase"},
        "pre_tokenizer": {"type": "WhitespaceSplit"},
        "model": {"type": "WordLevel", "vocab": {"hello,": 0, "the": 1, "cat": 2, "[UNK]": 3}, "unk_token": "[UNK]"},
    }
    (folder / "words.json").write_text(json.dumps(content))
    return load(folder / "words.json")


def ranks_of_two_kinds(_folder: Path) -> AnyTokenizer:
    tokens = {byte: bytes([byte]) for byte in range(256)} | {256: b"abc", 257: b"ab"}
    normalizer = sequence_of(["nfc"])
    return with_library(tokens, PATTERNS["cl100k"], {"<s>": 300}, normalizer, "ranks", "ranks", "abc comes before ab")


every = pytest.mark.parametrize(
    "make", [bert, pieces, library_file, ranks_of_two_kinds], ids=lambda make: make.__name__
)
Make = Callable[[Path], AnyTokenizer]


@every
def test_it_comes_back_as_the_same(tmp_path: Path, make: Make) -> None:
    before = make(tmp_path)
    assert isinstance(before, LibraryTokenizer)
    save(before, tmp_path / "kept.mergescope")
    after = load(tmp_path / "kept.mergescope")
    assert isinstance(after, LibraryTokenizer)
    assert (after.identity, after.name, after.kind) == (before.identity, before.name, before.kind)
    assert (dict(after.special), dict(after.provenance)) == (dict(before.special), dict(before.provenance))
    assert dict(after.details) == dict(before.details)
    everything = frozenset(before.special)
    for text in TEXTS:
        for allowed in (frozenset(), everything):
            ours, theirs = (one.encode(text, allowed_special=allowed) for one in (before, after))
            assert theirs.ids.tolist() == ours.ids.tolist()
            assert theirs.byte_spans.tolist() == ours.byte_spans.tolist()
    # AND once more from there, to the byte
    save(after, tmp_path / "again.mergescope")
    assert (tmp_path / "again.mergescope").read_bytes() == (tmp_path / "kept.mergescope").read_bytes()


@every
def test_what_was_changed_is_noticed(tmp_path: Path, make: Make) -> None:
    path = tmp_path / "kept.mergescope"
    save(make(tmp_path), path)
    content = json.loads(path.read_text())
    for key in set(content) - {"name", "provenance", "details", "reason", "pattern_name", "special"}:
        for value in (None, 3, "x", [], {}):
            if value == content[key] or not (content[key] or value):  # an empty object says as little as an empty list
                continue
            path.write_text(json.dumps({**content, key: value}))
            with pytest.raises(EngineError, match=r"kept\.mergescope"):
                load(path)


@pytest.mark.parametrize(
    ("ranks", "sentence"),
    [
        ({"61": 1 << 40}, "the id 1,099,511,627,776 is too large"),
        ({"61": -1}, "-1 is no id"),
        ({"61": 1.5}, "1.5 is no id"),
        ({"61": 97}, "255 of the 256 bytes have no token"),
        ({"zz": 97}, "a field has a value that cannot be read"),
    ],
)
def test_ranks_that_were_made_to_harm_are_refused(tmp_path: Path, ranks: dict[str, object], sentence: str) -> None:
    path = tmp_path / "kept.mergescope"
    save(ranks_of_two_kinds(tmp_path), path)
    path.write_text(json.dumps({**json.loads(path.read_text()), "ranks": ranks}))
    with pytest.raises(EngineError, match=sentence):
        load(path)


def test_a_pattern_cannot_be_given(tmp_path: Path) -> None:
    save(bert(tmp_path), tmp_path / "kept.mergescope")
    with pytest.raises(UnsupportedError, match="no pattern can be given"):
        load(tmp_path / "kept.mergescope", PATTERNS["gpt2"])


def test_other_formats_name_what_holds_it(tmp_path: Path) -> None:
    with pytest.raises(UnsupportedError, match=r"Save it as tokenizer\.json or \.mergescope\."):
        save(bert(tmp_path), tmp_path / "t.tiktoken")
    with pytest.raises(UnsupportedError, match=r"cannot be saved as t\.json\. Save it as \.mergescope\."):
        save(pieces(tmp_path), tmp_path / "t.json")


def test_a_library_that_shows_nothing_says_so(tmp_path: Path) -> None:
    class Closed:
        finds_special = False

    opened = bert(tmp_path)
    assert isinstance(opened, LibraryTokenizer)
    closed = LibraryTokenizer("closed", Closed(), opened.description)  # type: ignore[arg-type]
    for name in ("t.mergescope", "t.json"):
        with pytest.raises(UnsupportedError, match="which does not show what it is made of"):
            save(closed, tmp_path / name)
