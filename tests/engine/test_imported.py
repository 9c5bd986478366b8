"""Ids of what is saved here are those of the libraries that open it, and ids of what they made are theirs, here.

Compared are the 471 aligned texts of the declaration, in most of which much is unknown to a small vocabulary.
"""

from __future__ import annotations

import base64
import io
import json
import os
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import sentencepiece
import tiktoken
import tokenizers

from engine import ALGORITHMS, Corpus, Recipe, new_history, train
from engine.algorithms.word_level import WordLevel
from engine.backends import LibraryTokenizer
from engine.errors import FormatError, UnsupportedError
from engine.formats import FORMATS, load, save
from engine.formats.vocab_text import readable
from engine.normalizers import sequence_of
from engine.parallel import udhr
from engine.patterns import PATTERNS
from engine.pre_tokenizers import PreTokenizer
from engine.recipe import IdLayout
from engine.tokenizer import PipelineTokenizer

Ids = list[list[int]]
SPECIALS = ("<pad>", "<|endoftext|>")
LEARNED_FROM = ["eng", "fra", "deu_1996", "vie", "rus", "ell_monotonic", "heb", "arb", "hin", "tam", "tha", "kat"]


@cache
def texts() -> tuple[str, ...]:
    """Every aligned text, whole."""
    declaration = udhr()
    assert len(declaration.aligned) == 471
    return tuple("\n".join(declaration.units(code)) for code in declaration.aligned)


@cache
def beginnings() -> tuple[str, ...]:
    """Some hundred characters of each."""
    return tuple(text[:400] for text in texts())


@cache
def corpus() -> str:
    """A book, and the declaration in some languages of other scripts."""
    book = b"".join(block.data for block in Corpus.of("alice").blocks()).decode()
    declaration = udhr()
    return "\n".join([book, *("\n".join(declaration.units(code)) for code in LEARNED_FROM)])


# -- what is trained here ----------------------------------------------------------------------------------------------


@cache
def trained(algorithm: str) -> PipelineTokenizer:
    """A tokenizer of 1,600 entries at most with the algorithm's usual pipeline, WordPiece's as BERT's."""
    row = ALGORITHMS[algorithm]
    fields = row.trainer.__dataclass_fields__
    options = {"vocab_size": 1_600 - len(SPECIALS), "unknown": "[UNK]"}
    trainer = row.trainer(**{name: value for name, value in options.items() if name in fields})
    normalizer = sequence_of(("bert",) if algorithm == "wordpiece" else row.normalizers)
    recipe = Recipe(trainer, PreTokenizer(PATTERNS[row.pattern]), SPECIALS, "first", normalizer)
    history = new_history(recipe)
    for event in train(Corpus.of_text(corpus()), recipe, record=False):
        history.append(event)
    tokenizer = history.tokenizer_at(len(history))
    return tokenizer.renamed(algorithm, {"roles": {"pad": "<pad>", "eos": "<|endoftext|>"}})


@cache
def expected(algorithm: str) -> Ids:
    return [trained(algorithm).encode(text).ids.tolist() for text in texts()]


HELD_BY = {
    "byte-bpe": ("tokenizer-json", "tiktoken", "mergescope", "vocab", "vocab-merges"),
    "char-bpe": ("tokenizer-json", "mergescope", "vocab"),
    "wordpiece": ("tokenizer-json", "mergescope", "vocab", "vocab-txt"),
    "unigram": ("tokenizer-json", "mergescope", "vocab"),
    "char-level": ("tokenizer-json", "mergescope", "vocab"),
    "word-level": ("tokenizer-json", "mergescope", "vocab"),
}
"""Which formats can hold what each algorithm makes."""

every_algorithm = pytest.mark.parametrize("algorithm", ALGORITHMS)
every_file = pytest.mark.parametrize(
    ("algorithm", "format"), [(algorithm, format) for algorithm, formats in HELD_BY.items() for format in formats]
)


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, str], Path]:
    """Save a trained tokenizer in a format, once: the path of the file, or of the folder."""

    @cache
    def saved(algorithm: str, format: str) -> Path:
        suffix = FORMATS[format].suffix
        name = "tokenizer.json" if format == "tokenizer-json" else "saved" + suffix
        path = tmp_path_factory.mktemp(f"{algorithm}-{format}") / name
        save(trained(algorithm), path, format)
        return path

    return saved


@every_file
def test_what_is_saved_gives_the_same_ids_when_it_is_opened(saved, algorithm, format):
    path = saved(algorithm, format)
    if FORMATS[format].load is None:
        assert listed(path) == {
            id: readable(token) for id, token in enumerate(trained(algorithm).vocabulary)
        }  # for people: nothing opens it, but every entry stands in it
        return
    opened = load(path)
    assert [opened.encode(text).ids.tolist() for text in beginnings()] == beginnings_expected(algorithm)
    if isinstance(opened, PipelineTokenizer):
        assert opened.identity == trained(algorithm).identity
        assert [opened.encode(text).ids.tolist() for text in texts()] == expected(algorithm)


@cache
def beginnings_expected(algorithm: str) -> Ids:
    return [trained(algorithm).encode(text).ids.tolist() for text in beginnings()]


def listed(path: Path) -> dict[int, str]:
    """id -> token of the list for people."""
    rows = {}
    for line in path.read_text(encoding="utf-8").removesuffix("\n").split("\n"):
        entry = line.rpartition(" -> ")[2]
        token, _, numbers = entry.rpartition("] ")
        rows[int(numbers.split()[0])] = token.removeprefix("[")
    return rows


@every_algorithm
def test_what_a_format_cannot_hold_is_refused_with_the_reason_before_anything_is_written(tmp_path, algorithm):
    for format in sorted(set(FORMATS) - set(HELD_BY[algorithm])):
        with pytest.raises(UnsupportedError, match=r"Save it as|can be saved as|\.mergescope|tokenizer\.json"):
            save(trained(algorithm), tmp_path / f"saved{FORMATS[format].suffix}", format)
    assert list(tmp_path.iterdir()) == []


@every_algorithm
def test_tokenizers_gives_the_same_ids_on_every_aligned_text(saved, algorithm):
    library = tokenizers.Tokenizer.from_file(str(saved(algorithm, "tokenizer-json")))
    found = library.encode_batch_fast(list(texts()), add_special_tokens=False)
    assert [encoding.ids for encoding in found] == expected(algorithm)


def test_tiktoken_gives_the_same_ids_on_every_aligned_text(saved):
    path = saved("byte-bpe", "tiktoken")
    pairs = [line.split() for line in path.read_bytes().splitlines()]
    beside = json.loads(path.with_name(path.name + ".json").read_text("utf-8"))
    ranks = {base64.b64decode(token): int(rank) for token, rank in pairs}
    library = tiktoken.Encoding("t", pat_str=PATTERNS["gpt2"].expression, mergeable_ranks=ranks, special_tokens={})
    assert library.encode_ordinary_batch(list(texts()), num_threads=2) == expected("byte-bpe")
    assert "gpt2" in beside.values()


def test_tokenizers_reads_the_plain_files_too(saved):
    folder = saved("byte-bpe", "vocab-merges")
    library = tokenizers.Tokenizer(
        tokenizers.models.BPE.from_file(str(folder / "vocab.json"), str(folder / "merges.txt"))
    )
    library.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    found = library.encode_batch_fast(list(texts()), add_special_tokens=False)
    assert [encoding.ids for encoding in found] == expected("byte-bpe")

    vocabulary = saved("wordpiece", "vocab-txt") / "vocab.txt"
    bert = tokenizers.Tokenizer(tokenizers.models.WordPiece.from_file(str(vocabulary), unk_token="[UNK]"))
    bert.pre_tokenizer = tokenizers.pre_tokenizers.BertPreTokenizer()
    bert.normalizer = tokenizers.normalizers.BertNormalizer()
    found = bert.encode_batch_fast(list(texts()), add_special_tokens=False)
    assert [encoding.ids for encoding in found] == expected("wordpiece")


def test_plain_lines_without_a_normalizer_are_read_as_bert_reads_them(tmp_path):
    """Who reads a vocab.txt takes control characters away; the ids of a text without them are the same."""
    cased = PreTokenizer(PATTERNS["bert"])
    made = PipelineTokenizer("cased", cased, trained("wordpiece").model, IdLayout("first", SPECIALS))
    save(made, tmp_path / "cased", "vocab-txt")
    opened = load(tmp_path / "cased")
    plain = [text for text in beginnings() if not any(unicodedata.category(character) == "Cf" for character in text)]
    assert len(plain) > 450
    assert [opened.encode(text).ids.tolist() for text in plain] == [made.encode(text).ids.tolist() for text in plain]
    assert opened.encode("the\u200dRabbit").ids.tolist() == made.encode("theRabbit").ids.tolist()


# -- transformers ------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def transformers() -> Iterator[Any]:
    """The library, which would otherwise speak of what else could be installed."""
    before = os.environ.get("TRANSFORMERS_VERBOSITY")
    os.environ |= {"TRANSFORMERS_VERBOSITY": "error", "TRANSFORMERS_NO_ADVISORY_WARNINGS": "1", "HF_HUB_OFFLINE": "1"}
    import transformers

    yield transformers
    os.environ["TRANSFORMERS_VERBOSITY"] = before or "warning"


@every_algorithm
def test_the_fast_class_of_transformers_gives_the_same_ids_on_every_aligned_text(saved, transformers, algorithm):
    folder = saved(algorithm, "tokenizer-json").parent
    fast = transformers.PreTrainedTokenizerFast.from_pretrained(str(folder))
    assert fast(list(texts()), add_special_tokens=False)["input_ids"] == expected(algorithm)
    ids = beginnings_expected(algorithm)[0]
    assert fast.decode(ids) == trained(algorithm).decode(ids)
    assert len(fast) == len(trained(algorithm).vocabulary)
    assert fast.convert_ids_to_tokens(0) == fast.pad_token == "<pad>"
    assert fast.eos_token == "<|endoftext|>"


@every_algorithm
def test_a_batch_is_padded_in_transformers(transformers, run, tmp_path, algorithm):
    (tmp_path / "corpus.txt").write_text(corpus()[:20_000], "utf-8")
    unknown = {"byte-bpe": None, "unigram": "<unk>"}.get(algorithm, "[UNK]")
    asked = ["--unk", "[UNK]"] if algorithm in ("char-bpe", "char-level", "word-level") else []  # others have one
    roles = ["--bos", "<s>", "--eos", "</s>", "--pad", "<pad>", *asked]
    status, _, error = run(
        "train", tmp_path / "corpus.txt", "--algorithm", algorithm, "--vocab-size", "700", *roles,
        "--out", tmp_path / "tokenizer.json",
    )  # fmt: skip
    assert status == 0, error
    ours = load(tmp_path / "tokenizer.json")
    fast = transformers.PreTrainedTokenizerFast.from_pretrained(str(tmp_path))
    assert (fast.bos_token, fast.eos_token, fast.pad_token) == ("<s>", "</s>", "<pad>")
    assert fast.unk_token == unknown
    assert fast.padding_side == "right"
    lines = ["the Rabbit", "the Rabbit was late and ran"]
    batch = fast(lines, padding=True, add_special_tokens=False)
    short, long = (ours.encode(line).ids.tolist() for line in lines)
    padding = [ours.special["<pad>"]] * (len(long) - len(short))
    assert padding
    assert batch["input_ids"] == [short + padding, long]
    assert batch["attention_mask"] == [[1] * len(short) + [0] * len(padding), [1] * len(long)]


# -- what libraries trained --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Foreign:
    """A tokenizer of a library: its file's name and content, and the ids that it gives."""

    file: str
    content: bytes
    ids: Callable[[list[str]], Ids]
    steps: bool = False


def of_sentencepiece(kind: str, byte_fallback: bool) -> Foreign:
    written = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(corpus().split("\n")),
        model_writer=written,
        vocab_size=2_000,
        model_type=kind,
        byte_fallback=byte_fallback,
        character_coverage=0.999,
        minloglevel=2,
    )
    processor = sentencepiece.SentencePieceProcessor(model_proto=written.getvalue())
    return Foreign("tokenizer.model", written.getvalue(), lambda texts: processor.encode(texts, out_type=int))


def of_tokenizers(kind: str) -> Foreign:
    models, trainers, cutters = tokenizers.models, tokenizers.trainers, tokenizers.pre_tokenizers
    options: dict[str, Any] = {"vocab_size": 1_500, "show_progress": False, "special_tokens": ["[UNK]", "[PAD]"]}
    if kind == "bytes":
        made = tokenizers.Tokenizer(models.BPE())
        made.pre_tokenizer = cutters.ByteLevel(add_prefix_space=False)
        made.decoder = tokenizers.decoders.ByteLevel()
        trainer = trainers.BpeTrainer(**options, initial_alphabet=cutters.ByteLevel.alphabet())
    elif kind == "characters":
        made = tokenizers.Tokenizer(models.BPE(unk_token="[UNK]"))
        made.pre_tokenizer = cutters.WhitespaceSplit()
        trainer = trainers.BpeTrainer(**options, end_of_word_suffix="</w>")
        made.decoder = tokenizers.decoders.BPEDecoder()
    elif kind == "wordpiece":
        made = tokenizers.Tokenizer(models.WordPiece(unk_token="[UNK]"))
        made.normalizer = tokenizers.normalizers.BertNormalizer()
        made.pre_tokenizer = cutters.BertPreTokenizer()
        made.decoder = tokenizers.decoders.WordPiece()
        trainer = trainers.WordPieceTrainer(**options)
    elif kind == "unigram":
        made = tokenizers.Tokenizer(models.Unigram())
        made.normalizer = tokenizers.normalizers.NFKC()
        made.pre_tokenizer = cutters.Metaspace()
        made.decoder = tokenizers.decoders.Metaspace()
        trainer = trainers.UnigramTrainer(**options, unk_token="[UNK]")
    else:
        made = tokenizers.Tokenizer(models.WordLevel(unk_token="[UNK]"))
        made.pre_tokenizer = cutters.Whitespace()
        trainer = trainers.WordLevelTrainer(**options)
    made.train_from_iterator(corpus().split("\n"), trainer)

    def ids(texts: list[str]) -> Ids:
        return [found.ids for found in made.encode_batch_fast(texts, add_special_tokens=False)]

    return Foreign("tokenizer.json", made.to_str().encode(), ids, steps=kind in ("bytes", "characters"))


FOREIGN: dict[str, Callable[[], Foreign]] = {
    "sentencepiece-unigram": lambda: of_sentencepiece("unigram", False),
    "sentencepiece-unigram-bytes": lambda: of_sentencepiece("unigram", True),
    "sentencepiece-bpe": lambda: of_sentencepiece("bpe", False),
    "sentencepiece-bpe-bytes": lambda: of_sentencepiece("bpe", True),
    "tokenizers-bytes": lambda: of_tokenizers("bytes"),
    "tokenizers-characters": lambda: of_tokenizers("characters"),
    "tokenizers-wordpiece": lambda: of_tokenizers("wordpiece"),
    "tokenizers-unigram": lambda: of_tokenizers("unigram"),
    "tokenizers-words": lambda: of_tokenizers("words"),
}


@cache
def foreign(name: str) -> Foreign:
    return FOREIGN[name]()


def opened_from(foreign: Foreign, folder: Path) -> PipelineTokenizer | LibraryTokenizer:
    (folder / foreign.file).write_bytes(foreign.content)
    return load(folder / foreign.file)


@pytest.mark.parametrize("name", FOREIGN)
def test_what_a_library_trained_gives_its_ids_here_on_every_aligned_text(tmp_path, name):
    opened = opened_from(foreign(name), tmp_path)
    assert ids_alone(opened) == foreign(name).ids(list(texts()))
    short = [opened.encode(text).ids.tolist() for text in beginnings()]
    assert short == foreign(name).ids(list(beginnings()))
    assert len({id for ids in short for id in ids}) > 300


def ids_alone(opened: PipelineTokenizer | LibraryTokenizer) -> Ids:
    """Of every text, without the places of the tokens, which take a library's tokenizer longer than the ids."""
    if isinstance(opened, PipelineTokenizer):
        return [opened.encode(text).ids.tolist() for text in texts()]
    return [pieces.ids.tolist() for pieces in opened.library.pieces(texts(), frozenset())]


# -- steps of what was imported ----------------------------------------------------------------------------------------


def with_merges(content: bytes, count: int) -> tokenizers.Tokenizer:
    """The library's own tokenizer with its first merges alone."""
    fields = json.loads(content)
    fields["model"]["merges"] = fields["model"]["merges"][:count]
    return tokenizers.Tokenizer.from_str(json.dumps(fields))


@pytest.mark.parametrize("name", ["tokenizers-bytes", "tokenizers-characters"])
def test_merges_of_an_imported_file_can_be_taken_back_one_by_one(tmp_path, run, type_in, name):
    opened = opened_from(foreign(name), tmp_path)
    last = len(json.loads(foreign(name).content)["model"]["merges"])
    assert opened.step_count == last
    for step in np.unique(np.linspace(0, last, 6).astype(int)).tolist():
        library = with_merges(foreign(name).content, step)
        found = library.encode_batch_fast(list(beginnings()), add_special_tokens=False)
        at_step = opened.at_step(step)
        assert [at_step.encode(text).ids.tolist() for text in beginnings()] == [row.ids for row in found], step
        type_in(beginnings()[0].encode())
        status, output, _ = run("encode", tmp_path / "tokenizer.json", "--at-step", step)
        assert (status, output.split()) == (0, [str(id) for id in found[0].ids])


@pytest.mark.parametrize(
    ("algorithm", "format"),
    [
        ("byte-bpe", "tokenizer-json"),
        ("byte-bpe", "tiktoken"),
        ("byte-bpe", "vocab-merges"),
        ("byte-bpe", "mergescope"),
        ("char-bpe", "tokenizer-json"),
        ("char-bpe", "mergescope"),
        ("wordpiece", "mergescope"),
        ("word-level", "tokenizer-json"),
        ("word-level", "mergescope"),
    ],
)
def test_what_was_saved_here_can_be_taken_back_after_it_is_opened(saved, algorithm, format):
    opened, before = load(saved(algorithm, format)), trained(algorithm)
    assert opened.step_count == before.step_count > 500
    assert isinstance(opened, PipelineTokenizer)
    for step in (0, 1, before.step_count // 2, before.step_count - 1):
        ids = [opened.at_step(step).encode(text).ids.tolist() for text in beginnings()[:40]]
        assert ids == [before.at_step(step).encode(text).ids.tolist() for text in beginnings()[:40]]


@every_algorithm
def test_every_position_of_a_training_survives_our_own_file(tmp_path, algorithm):
    whole = trained(algorithm)
    for step in sorted({0, min(1, whole.step_count), whole.step_count // 2}):
        before = whole.at_step(step)
        save(before, tmp_path / "t.mergescope")
        after = load(tmp_path / "t.mergescope")
        assert after.identity == before.identity
        assert [after.encode(text).ids.tolist() for text in beginnings()[:40]] == [
            before.encode(text).ids.tolist() for text in beginnings()[:40]
        ]


def test_a_vocabulary_of_nothing_survives_our_own_file(tmp_path):
    nothing = PipelineTokenizer("nothing", PreTokenizer(PATTERNS["whitespace"]), WordLevel([]), IdLayout())
    save(nothing, tmp_path / "t.mergescope")
    assert load(tmp_path / "t.mergescope").identity == nothing.identity
    content = json.loads((tmp_path / "t.mergescope").read_text("utf-8"))
    content["tokenizer"]["vocabulary"] = "none"
    (tmp_path / "t.mergescope").write_text(json.dumps(content), "utf-8")
    with pytest.raises(FormatError, match="with its vocabulary"):
        load(tmp_path / "t.mergescope")


@every_algorithm
def test_the_library_reads_the_first_and_a_middle_position_of_a_training(tmp_path, algorithm):
    whole = trained(algorithm)
    for step in {0, whole.step_count // 2}:
        at_step = whole.at_step(step)
        save(at_step, tmp_path / "tokenizer.json")
        library = tokenizers.Tokenizer.from_file(str(tmp_path / "tokenizer.json"))
        found = library.encode_batch_fast(list(beginnings()), add_special_tokens=False)
        assert [row.ids for row in found] == [at_step.encode(text).ids.tolist() for text in beginnings()]
