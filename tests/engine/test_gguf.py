"""Vocabularies of GGUF files: each kind is put together again as what it was, and damaged files are named."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

import pytest
import sentencepiece

from engine.backends import LibraryTokenizer
from engine.errors import EngineError, PatternNeededError
from engine.formats import load
from engine.formats.gguf_metadata import read_metadata
from engine.formats.sentencepiece_model import ModelFile
from engine.patterns import PATTERNS
from engine.tokenizer import PipelineTokenizer
from engine.vocabulary import glyphs
from tests.engine.test_backends import sentencepiece_file

BYTES = [bytes([byte]) for byte in range(256)]


def write(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    return path


def gguf_text(text: str) -> bytes:
    return struct.pack("<Q", len(text.encode())) + text.encode()


def gguf_value(value: Any) -> bytes:
    if isinstance(value, str):
        return struct.pack("<I", 8) + gguf_text(value)
    if isinstance(value, bool):
        return struct.pack("<I?", 7, value)
    if isinstance(value, int):
        return struct.pack("<II", 4, value)
    if value and isinstance(value[0], str):
        return struct.pack("<IIQ", 9, 8, len(value)) + b"".join(map(gguf_text, value))
    kind, form = (6, "f") if value and isinstance(value[0], float) else (5, "i")
    return struct.pack("<IIQ", 9, kind, len(value)) + struct.pack(f"<{len(value)}{form}", *value)


def gguf_file(**fields: Any) -> bytes:
    rows = {"general.architecture": "none", **{f"tokenizer.ggml.{name}": value for name, value in fields.items()}}
    head = b"GGUF" + struct.pack("<IQQ", 3, 0, len(rows))
    return head + b"".join(gguf_text(name) + gguf_value(value) for name, value in rows.items())


def byte_level_tokens() -> list[str]:
    return [*(glyphs(byte) for byte in BYTES), "Ġt", "Ġth", "<|end|>"]


def byte_level_gguf(**fields: Any) -> bytes:
    tokens = byte_level_tokens()
    kinds = [1] * 258 + [3]
    return gguf_file(
        **{
            "model": "gpt2",
            "pre": "llama-bpe",
            "tokens": tokens,
            "token_type": kinds,
            "merges": ["Ġ t", "Ġt h"],
            **fields,
        }
    )


def test_a_byte_level_vocabulary_is_ours(tmp_path):
    ours = load(write(tmp_path / "m.gguf", byte_level_gguf()))
    assert isinstance(ours, PipelineTokenizer)
    assert (ours.pattern.name, ours.special, ours.step_count) == ("llama3", {"<|end|>": 258}, 2)
    assert ours.encode("a the").ids.tolist() == [97, 257, 101]
    digits = load(write(tmp_path / "m.gguf", byte_level_gguf(pre="starcoder")))
    assert digits.encode(" 12").ids.tolist() == [32, 49, 50]
    in_turn = load(write(tmp_path / "m.gguf", byte_level_gguf(pre="deepseek-v3")))
    assert isinstance(in_turn, LibraryTokenizer)
    assert in_turn.encode(" the the").ids.tolist() == [257, 101, 257, 101]
    filled = {"tokens": [*byte_level_tokens(), "[PAD259]"], "token_type": [1] * 258 + [3, 4]}
    padded = load(write(tmp_path / "m.gguf", byte_level_gguf(**filled)))
    assert isinstance(padded, PipelineTokenizer)
    assert 259 not in padded.encode("[PAD259]").ids.tolist()
    with pytest.raises(PatternNeededError, match='rules called "other"'):
        load(write(tmp_path / "m.gguf", byte_level_gguf(pre="other")))
    assert load(tmp_path / "m.gguf", PATTERNS["none"]).pattern.name == "none"


def test_a_sentencepiece_vocabulary_is_put_together_again(tmp_path):
    model = ModelFile.read(sentencepiece_file("bpe", True, "identity"))
    fields = {
        "model": "llama",
        "tokens": [piece.text for piece in model.pieces],
        "scores": [piece.score for piece in model.pieces],
        "token_type": [piece.kind for piece in model.pieces],
    }
    ours = load(write(tmp_path / "m.gguf", gguf_file(**fields)))
    fields["token_type"] = [2, *fields["token_type"][1:-1], 2]  # a second unknown token is a place kept free
    assert (
        load(write(tmp_path / "n.gguf", gguf_file(**fields))).encode("Hello").ids.tolist()
        == ours.encode("Hello").ids.tolist()
    )
    theirs = sentencepiece.SentencePieceProcessor(model_proto=sentencepiece_file("bpe", True, "identity"))
    for text in ("Hello, world! 你好", "the queen", "a😀"):
        assert ours.encode(text).ids.tolist() == theirs.encode(text)


def bert_gguf() -> bytes:
    return gguf_file(model="bert", tokens=["[PAD]", "[UNK]", "▁low", "er", "▁,"])


def test_a_wordpiece_vocabulary_is_put_together_again(tmp_path):
    ours = load(write(tmp_path / "m.gguf", bert_gguf()))
    assert ours.encode("Lower, x").ids.tolist() == [2, 3, 4, 1]
    assert ours.vocabulary[3] == b"##er"


def test_a_unigram_vocabulary_is_put_together_again(tmp_path):
    tokens = ["<unk>", "▁low", "er", "▁", "l"]
    scores = [0.0, -1.0, -2.0, -3.0, -4.0]
    ours = load(write(tmp_path / "m.gguf", gguf_file(model="t5", tokens=tokens, scores=scores, unknown_token_id=0)))
    assert ours.encode("lower").ids.tolist() == [1, 2]
    assert ours.encode("low z").unknown == (2,)


def test_byte_fallback_behind_merges(tmp_path):
    tokens = ["<unk>", *(f"<0x{byte:02X}>" for byte in range(256)), "▁", "a", "▁a"]
    fields = {"model": "gemma4", "tokens": tokens, "merges": ["▁ a"], "unknown_token_id": 0}
    ours = load(write(tmp_path / "m.gguf", gguf_file(**fields)))
    assert ours.encode("a aé").ids.tolist() == [258, 259, 1 + 0xC3, 1 + 0xA9]
    assert ours.encode("a aé").byte_spans.tolist() == [[0, 1], [1, 3], [3, 4], [4, 5]]
    assert ours.decode([258, 259, 1 + 0xC3, 1 + 0xA9]) == "a aé"


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"GGUF", "too short"),
        (b"XXXX" + bytes(40), "is no GGUF file"),
        (b"GGUF" + struct.pack("<IQQ", 9, 0, 0), "version 9"),
        (b"GGUF" + struct.pack("<IQQ", 3, 0, 1), "ends before its metadata does"),
        (b"GGUF" + struct.pack("<IQQ", 3, 0, 1) + gguf_text("a") + struct.pack("<I", 99), "no kind of value 99"),
        (b"GGUF" + struct.pack("<IQQ", 3, 0, 1) + gguf_text("a") + struct.pack("<IIQ", 9, 9, 1), "array of arrays"),
        (gguf_file(), "holds no vocabulary"),
        (gguf_file(model="rwkv", tokens=["a"]), "holds a rwkv vocabulary; known are gpt2"),
        (gguf_file(model="gpt2", tokens=["a"]), "holds no merges"),
        (gguf_file(model="gpt2", tokens=["a", "a"], merges=[]), 'token "a" has the ids 0 and 1'),
        (gguf_file(model="llama", tokens=["a"], scores=[1.0, 2.0]), "has 1 tokens but 2 entries of scores"),
        (gguf_file(model="bert", tokens=["a"]), r"holds no \[UNK\]"),
    ],
)
def test_damaged_gguf_files_are_named(tmp_path, content, sentence):
    with pytest.raises(EngineError, match=sentence):
        load(write(tmp_path / "m.gguf", content))


def test_only_what_is_wanted_is_kept(tmp_path):
    path = write(tmp_path / "m.gguf", gguf_file(model="x", flag=True, number=7))
    assert read_metadata(path, lambda name: name.endswith(("flag", "number"))) == {
        "tokenizer.ggml.flag": True,
        "tokenizer.ggml.number": 7,
    }
