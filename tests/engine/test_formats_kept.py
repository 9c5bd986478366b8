"""What was saved is opened as what it was, whatever else lies in its folder; and what cannot be saved says so."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tokenizers import Tokenizer as Library

from engine import ALGORITHMS, Corpus, Recipe, new_history, sequence_of, train
from engine.errors import UnsupportedError
from engine.formats import load, save
from engine.formats.files import read_json
from engine.patterns import PATTERNS, pattern_expressed
from engine.pre_tokenizers import PreTokenizer
from engine.presets import load_preset
from engine.tokenizer import PipelineTokenizer

TEXT = "low low low low low lower lower newest newest newest widest widest, and the new lowest. " * 4


def trained(algorithm: str, specials: tuple[str, ...] = (), roles: dict[str, str] | None = None) -> PipelineTokenizer:
    row = ALGORITHMS[algorithm]
    recipe = Recipe(
        row.trainer(), PreTokenizer(PATTERNS[row.pattern]), specials, normalizer=sequence_of(row.normalizers)
    )
    history = new_history(recipe)
    for event in train(Corpus.of_text(TEXT), recipe, record=False):
        history.append(event)
    made = history.tokenizer_at(len(history))
    return made.renamed(algorithm, {"trainer": "here", **({"roles": roles} if roles else {})})


def configuration(folder: Path) -> dict[str, object]:
    return read_json(folder / "tokenizer_config.json")


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_tokenizers_in_one_folder_stay_what_they_were(tmp_path: Path, algorithm: str) -> None:
    # GIVEN two tokenizers in one folder, one of which has special tokens with roles
    first, second = trained(algorithm, ("<|end|>", "<s>"), {"eos": "<|end|>"}), trained("char-bpe")
    save(first, tmp_path / "first.json")
    save(second, tmp_path / "second.json")
    # THEN each is opened with its identity, its steps and where it comes from
    for name, saved in (("first", first), ("second", second)):
        opened = load(tmp_path / f"{name}.json")
        assert isinstance(opened, PipelineTokenizer)
        assert opened.identity == saved.identity
        assert opened.provenance["trainer"] == "here"
    assert load(tmp_path / "first.json").roles == {"eos": "<|end|>"}
    # AND so it is when the first is saved again
    save(first, tmp_path / "first.json")
    assert load(tmp_path / "second.json").identity == second.identity
    assert set(configuration(tmp_path)["mergescope_others"]) == {"second.json"}


def test_a_role_of_another_tokenizer_is_not_inherited(tmp_path: Path) -> None:
    # GIVEN a folder whose tokenizer has special tokens      WHEN one without them is saved there
    save(trained("byte-bpe", ("<|end|>",), {"eos": "<|end|>"}), tmp_path / "first.json")
    assert configuration(tmp_path)["eos_token"] == "<|end|>"
    save(trained("byte-bpe"), tmp_path / "second.json")
    # THEN nothing asks `transformers` to add a token that it has not
    assert "eos_token" not in configuration(tmp_path)
    # AND neither where the token is there, but was not asked for
    save(trained("byte-bpe", ("<|end|>",), {"eos": "<|end|>"}), tmp_path / "first.json")
    save(trained("byte-bpe", ("<|end|>",)), tmp_path / "second.json")
    assert "eos_token" not in configuration(tmp_path)


def test_a_role_that_somebody_gave_stays_where_the_token_is_there(tmp_path: Path) -> None:
    theirs = {"eos_token": {"content": "<|end|>"}, "bos_token": "<s>", "chat_template": "mine"}
    (tmp_path / "tokenizer_config.json").write_text(json.dumps(theirs))
    save(trained("byte-bpe", ("<|end|>",)), tmp_path / "tokenizer.json")
    kept = configuration(tmp_path)
    assert kept["eos_token"] == {"content": "<|end|>"}
    assert kept["chat_template"] == "mine"
    assert "bos_token" not in kept


def test_a_tokenizer_is_not_called_like_the_file_beside_it(tmp_path: Path) -> None:
    with pytest.raises(UnsupportedError, match="choose another name for the tokenizer itself"):
        save(trained("byte-bpe"), tmp_path / "tokenizer_config.json")
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_has_gone_is_forgotten(tmp_path: Path) -> None:
    for name in ("first", "second", "third"):
        save(trained("byte-bpe"), tmp_path / f"{name}.json")
    (tmp_path / "first.json").unlink()
    save(trained("byte-bpe"), tmp_path / "fourth.json")
    assert set(configuration(tmp_path)["mergescope_others"]) == {"second.json", "third.json"}


def test_a_file_that_was_put_over_ours_is_opened_as_itself(tmp_path: Path) -> None:
    # GIVEN notes on a file that somebody has replaced since
    save(trained("word-level"), tmp_path / "first.json")
    save(trained("char-level"), tmp_path / "second.json")
    Library.from_str((tmp_path / "second.json").read_text()).save(str(tmp_path / "first.json"))
    # THEN the notes are not believed
    opened = load(tmp_path / "first.json")
    assert opened.encode("low").ids.tolist() == load(tmp_path / "second.json").encode("low").ids.tolist()
    assert opened.kind == "char-bpe"


ODD: list[object] = [None, 3, "x", [], [[]], {}, {"a": []}, "../x", "\ud800", "a\0b"]


@pytest.mark.parametrize("odd", ODD, ids=repr)
def test_a_configuration_with_odd_values_is_no_trouble(tmp_path: Path, odd: object) -> None:
    keys = ("mergescope", "mergescope_others", "eos_token", "unk_token", "added_tokens_decoder")
    wordpiece, bpe = trained("wordpiece"), trained("byte-bpe")
    save(wordpiece, tmp_path / "bert", "vocab-txt")
    inner = {"file": odd, "layout": {"kind": odd, "special_tokens": odd}, "provenance": {"roles": odd}, "pattern": odd}
    for configured in (dict.fromkeys(keys, odd), {"mergescope": inner, "mergescope_others": {"vocab.txt": inner}}):
        (tmp_path / "bert" / "tokenizer_config.json").write_text(json.dumps(configured))
        assert load(tmp_path / "bert").encode("low").ids.tolist() == wordpiece.encode("low").ids.tolist()
        save(bpe, tmp_path / "bert" / "other.json")
        assert load(tmp_path / "bert" / "other.json").identity == bpe.identity


@pytest.mark.parametrize("specials", [(), ("[CLS]", "<|end|>")])
def test_a_vocab_txt_of_ours_keeps_its_identity(tmp_path: Path, specials: tuple[str, ...]) -> None:
    saved = trained("wordpiece", specials, {"eos": specials[1]} if specials else None)
    save(saved, tmp_path / "bert", "vocab-txt")
    for path in (tmp_path / "bert", tmp_path / "bert" / "vocab.txt"):
        opened = load(path)
        assert isinstance(opened, PipelineTokenizer)
        assert opened.identity == saved.identity
        assert opened.special == saved.special
        assert opened.provenance["trainer"] == "here"
        assert opened.encode("the newest, zü").ids.tolist() == saved.encode("the newest, zü").ids.tolist()


def test_a_vocab_txt_that_was_changed_is_read_as_berts(tmp_path: Path) -> None:
    save(trained("wordpiece"), tmp_path / "bert", "vocab-txt")
    path = tmp_path / "bert" / "vocab.txt"
    path.write_text(path.read_text() + "longword\n")
    assert load(path).encode("longword").ids.tolist() == [len(path.read_text().split("\n")) - 2]


def test_what_others_wrote_beside_plain_files_stays(tmp_path: Path) -> None:
    for folder, saved, format in (
        ("merges", trained("byte-bpe"), "vocab-merges"),
        ("lines", trained("wordpiece"), "vocab-txt"),
    ):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "tokenizer_config.json").write_text('{"chat_template": "mine"}')
        save(saved, tmp_path / folder, format)
        assert configuration(tmp_path / folder)["chat_template"] == "mine"
        assert load(tmp_path / folder).identity == saved.identity


def test_code_points_are_saved_in_our_own_file_and_nowhere_else(tmp_path: Path) -> None:
    points = load_preset("code-points")
    with pytest.raises(UnsupportedError, match=r"the library has no such model\. Save it as \.mergescope\."):
        save(points, tmp_path / "points.json")
    save(points, tmp_path / "points.mergescope")
    opened = load(tmp_path / "points.mergescope")
    assert opened.identity == points.identity
    assert opened.encode("aé한👩").ids.tolist() == [97, 233, 0xD55C, 0x1F469]
    assert [path.name for path in tmp_path.iterdir()] == ["points.mergescope"]


def learned_with(pre_tokenizer: PreTokenizer, text: str) -> PipelineTokenizer:
    recipe = Recipe(ALGORITHMS["byte-bpe"].trainer(min_frequency=1), pre_tokenizer)
    history = new_history(recipe)
    for event in train(Corpus.of_text(text), recipe, record=False):
        history.append(event)
    return history.tokenizer_at(len(history))


@pytest.mark.parametrize(
    ("name", "format"), [("x.tiktoken", "tiktoken"), ("x", "vocab-merges"), ("x.json", "tokenizer-json")]
)
def test_blanks_that_are_pieces_stay_so(tmp_path: Path, name: str, format: str) -> None:
    kept = learned_with(PreTokenizer(PATTERNS["metaspace"], whitespace_pieces=True), "▁low▁▁▁er▁low▁▁▁er")
    save(kept, tmp_path / name, format)
    opened = load(tmp_path / name)
    assert opened.identity == kept.identity
    assert opened.encode("▁▁▁er▁low").ids.tolist() == kept.encode("▁▁▁er▁low").ids.tolist()


def test_an_expression_that_the_library_reads_otherwise_is_refused_whatever_the_vocabulary(tmp_path: Path) -> None:
    """Joiners stand in words to `regex`, and not to the library; here one merge is of a letter and a part of a joiner."""
    tokenizer = learned_with(PreTokenizer(pattern_expressed(r"\w+|\s")), "a\u200db " * 3).at_step(1)
    assert tokenizer.vocabulary[256] == b"a\xe2"
    with pytest.raises(UnsupportedError, match=r"reads the pattern \\w\+\|\\s differently"):
        save(tokenizer, tmp_path / "x.json")
