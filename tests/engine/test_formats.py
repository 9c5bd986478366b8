"""Files: what is saved is opened again as the same tokenizer, and other programs read it as we do."""

from __future__ import annotations

import base64
import json
import random
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import tiktoken
import tokenizers

from engine.algorithms.bpe import BPE
from engine.backends import LibraryTokenizer
from engine.errors import FormatError, OptionError, UnsupportedError
from engine.formats import FORMATS, load, save
from engine.formats.tokenizer_json import library_fields
from engine.formats.witness import SAMPLE
from engine.patterns import PATTERNS, pattern_named
from engine.pre_tokenizers import PreTokenizer
from engine.presets import load_preset
from engine.recipe import IdLayout
from engine.tokenizer import PipelineTokenizer
from engine.vocabulary import GPT2_BYTE_ORDER, glyphs

PROBES = [
    SAMPLE, "hello world", " two  blanks ", "\u00e9 e\u0301", "👩‍🚀", "a\u00a0b\u2028c", "tab\tnl\ncr\r\n", "हिन्दी",
    "<|endoftext|>", "##x </w> ▁y Ġz", "0123456789", "", " \n \n", "  \n\n\n", "a\r\n\r\n  b  \n\n ", "don'T I'M x'ſ",
    "a\u3000\u00a0\n b", "ǅaB HTTPServer getX's", "①②③ ½²Ⅷ",
]  # fmt: skip
OPENABLE = [kind for kind in FORMATS.values() if kind.load and kind.name != "vocab-txt"]
LOSSLESS = [name for name, pattern in PATTERNS.items() if not pattern.drops_whitespace]
PATTERNS_OF = {"tiktoken": LOSSLESS, "vocab-merges": LOSSLESS}
"""Formats that cannot say that white space is dropped."""


def tokenizer(pattern: str = "gpt2", layout: IdLayout | None = None, steps: int = 1_500) -> PipelineTokenizer:
    """A small tokenizer with real merges."""
    layout = layout or IdLayout("top", ("<|end|>",))
    model = load_preset("gpt2").model.at_step(steps)
    return PipelineTokenizer(
        "small", PreTokenizer(pattern_named(pattern)), model, layout, provenance={"tie_rule": "smallest-ids"}
    )


def random_texts(count: int) -> list[str]:
    chance = random.Random(3)
    characters = "aB1 \n\r\t'sS é한字\u0301\u0903/!ǅªʰ٣Ⅷ\u00a0\u3000\u0085"
    return ["".join(chance.choices(characters, k=chance.randrange(1, 30))) for _ in range(count)]


# -- all formats ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("layout", ["top", "reserved", "first"])
@pytest.mark.parametrize(
    ("kind", "pattern"),
    [(kind, name) for kind in OPENABLE for name in [*PATTERNS_OF.get(kind.name, PATTERNS), r"[a-z]+|\d"]],
    ids=lambda value: value if isinstance(value, str) else value.name,
)
def test_saving_and_opening_changes_nothing(tmp_path, kind, layout, pattern):
    before = tokenizer(pattern, IdLayout(layout, ("<|end|>", "<pad>")))
    path = tmp_path / f"small{kind.suffix}"
    save(before, path, kind.name)
    after = load(path)
    assert after.identity == before.identity
    assert after.layout == before.layout
    assert after.pattern == before.pattern
    assert after.provenance["tie_rule"] == "smallest-ids"
    assert after.at_step(7).special == before.at_step(7).special
    for text in PROBES:
        assert after.encode(text).ids.tolist() == before.encode(text).ids.tolist()


@pytest.mark.parametrize("name", ["gpt2", "cl100k_base"])
@pytest.mark.parametrize("kind", OPENABLE, ids=lambda kind: kind.name)
def test_published_encodings_survive_every_format(tmp_path, kind, name):
    before = load_preset(name)
    path = tmp_path / f"{name}{kind.suffix}"
    save(before, path, kind.name)
    after = load(path)
    assert after.identity == before.identity
    allowed = frozenset(before.special)
    assert (
        after.encode("a<|endoftext|>", allowed_special=allowed).ids.tolist()
        == before.encode("a<|endoftext|>", allowed_special=allowed).ids.tolist()
    )


@pytest.mark.parametrize("kind", [kind for kind in FORMATS.values() if kind.suffix], ids=lambda kind: kind.name)
def test_files_are_utf8_with_line_feeds_and_written_whole(tmp_path, kind):
    path = tmp_path / f"t{kind.suffix}"
    path.write_bytes(b"former content")
    save(tokenizer(), path, kind.name)
    content = path.read_bytes()
    assert content.decode("utf-8")[0] != "\ufeff"
    assert b"\r" not in content
    assert not [file for file in tmp_path.iterdir() if file.name.startswith(".")]


def test_a_folder_that_is_not_there_is_not_made(tmp_path):
    with pytest.raises(FormatError, match=r"The folder .*nowhere does not exist"):
        save(tokenizer(), tmp_path / "nowhere" / "t.mergescope")
    assert not (tmp_path / "nowhere").exists()


def test_a_suffix_that_tells_nothing_is_refused_unless_a_format_is_named(tmp_path):
    with pytest.raises(OptionError, match=r"t\.bin: the suffix tells no format"):
        save(tokenizer(), tmp_path / "t.bin")
    save(tokenizer(), tmp_path / "t.bin", "mergescope")
    assert json.loads((tmp_path / "t.bin").read_text(encoding="utf-8"))["format"] == "mergescope"
    with pytest.raises(OptionError, match='no format "zip"'):
        save(tokenizer(), tmp_path / "t.json", "zip")


def test_files_that_are_not_there_or_cannot_be_opened(tmp_path):
    with pytest.raises(FormatError, match="There is no file"):
        load(tmp_path / "missing.json")
    with pytest.raises(FormatError, match=r"a folder without a tokenizer\.json"):
        load(tmp_path)
    save(tokenizer(), tmp_path / "t.vocab")
    with pytest.raises(UnsupportedError, match="a list for people to read"):
        load(tmp_path / "t.vocab")


def test_a_pattern_is_given_by_its_name_too(tmp_path):
    path = ranks(BYTES, tmp_path / "t.tiktoken")
    assert load(path, "none").pattern is PATTERNS["none"]
    with pytest.raises(OptionError, match=r"There is no pattern gtp2\. Did you mean gpt2\?"):
        load(path, "gtp2")


def test_the_readable_list_says_how_each_token_was_made(tmp_path):
    model = BPE("raw", np.array([(104, 117), (256, 103), (10, 0xE2)], np.int32))
    save(PipelineTokenizer("t", PreTokenizer(PATTERNS["gpt2"]), model, IdLayout("top", ("<s>",))), tmp_path / "t.vocab")
    lines = (tmp_path / "t.vocab").read_text(encoding="utf-8").splitlines()
    assert lines[10] == "[\\n] 10"
    assert lines[256:] == ["[h][u] -> [hu] 256", "[hu][g] -> [hug] 257", "[\\n][<E2>] -> [<0A><E2>] 258", "[<s>] 259"]


# -- tokenizer.json --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("layout", ["top", "reserved", "first"])
@pytest.mark.parametrize("pattern", [*PATTERNS, r"[a-z]+|\d"])
def test_the_library_gives_the_same_ids(tmp_path, pattern, layout):
    ours = tokenizer(pattern, IdLayout(layout, ("<|end|>",)))
    save(ours, tmp_path / "tokenizer.json")
    theirs = tokenizers.Tokenizer.from_file(str(tmp_path / "tokenizer.json"))
    for text in [*PROBES, *random_texts(1_500)]:
        assert theirs.encode(text, add_special_tokens=False).ids == ours.encode(text).ids.tolist(), ascii(text)
        assert theirs.decode(ours.encode(text).ids.tolist()) == ours.decode(ours.encode(text).ids.tolist())
    allowed = frozenset(ours.special)
    assert theirs.get_vocab_size() == len(ours.vocabulary)
    assert theirs.encode("a<|end|>b").ids == ours.encode("a<|end|>b", allowed_special=allowed).ids.tolist()
    assert theirs.token_to_id("<|end|>") == ours.special["<|end|>"]


def test_the_library_keeps_the_ids_of_published_special_tokens(tmp_path):
    ours = load_preset("cl100k_base")
    save(ours, tmp_path / "tokenizer.json")
    theirs = tokenizers.Tokenizer.from_file(str(tmp_path / "tokenizer.json"))
    assert {text: theirs.token_to_id(text) for text in ours.special} == ours.special
    assert theirs.encode("a<|endofprompt|>").ids == [64, 100276]


def test_a_special_token_that_reads_like_another_is_refused(tmp_path):
    with pytest.raises(UnsupportedError, match='the special token "the" reads like another one there'):
        save(tokenizer(layout=IdLayout("top", ("the",))), tmp_path / "t.json")


def test_the_configuration_beside_it_names_the_class_and_the_special_tokens(tmp_path):
    save(tokenizer(), tmp_path / "tokenizer.json")
    beside = json.loads((tmp_path / "tokenizer_config.json").read_text(encoding="utf-8"))
    assert beside["tokenizer_class"] == "PreTrainedTokenizerFast"
    assert beside["additional_special_tokens"] == ["<|end|>"]


def test_a_file_of_the_library_is_opened(tmp_path):
    # GIVEN a tokenizer that the library trained
    theirs = tokenizers.Tokenizer(tokenizers.models.BPE())
    theirs.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    theirs.decoder = tokenizers.decoders.ByteLevel()
    trainer = tokenizers.trainers.BpeTrainer(
        vocab_size=600,
        special_tokens=["<s>", "</s>"],
        initial_alphabet=tokenizers.pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    theirs.train_from_iterator([SAMPLE * 3, "the cat sat on the mat " * 20], trainer)
    theirs.save(str(tmp_path / "theirs.json"))
    # THEN ours gives the same ids, and knows the merges in order
    ours = load(tmp_path / "theirs.json")
    assert ours.special == {"<s>": 0, "</s>": 1}
    assert ours.pattern.name == "gpt2"
    for text in PROBES:
        assert ours.encode(text).ids.tolist() == theirs.encode(text).ids
    assert len(ours.vocabulary) == theirs.get_vocab_size()


def changed(tmp_path: Path, change: Any, file: str = "changed.json") -> Path:
    """A saved file with something changed in it."""
    content = library_fields(tokenizer(steps=20))
    change(content)
    (tmp_path / file).write_text(json.dumps(content), encoding="utf-8")
    return tmp_path / file


def test_merges_as_texts_and_as_pairs_are_the_same(tmp_path):
    def as_texts(content):
        content["model"]["merges"] = [" ".join(pair) for pair in content["model"]["merges"]]

    assert load(changed(tmp_path, as_texts)).identity == tokenizer(steps=20).identity


@pytest.mark.parametrize(
    ("merges", "sentence"),
    [
        ([["Q", "Z"]], r'merge 1 \(Q \+ Z\): the product "QZ" is not in the vocabulary'),
        ([["Ġ", "t"], ["Ġ", "t"]], r"merge 2 repeats merge 1"),
        (["a b c"], r"merge 1: expected two parts, found 'a b c'"),
        ([["a"]], r"merge 1: expected two parts"),
        ([7], r"merge 1: expected two parts"),
        ({}, r"merges must be a list"),
    ],
)
def test_damaged_merges_are_named_by_number(tmp_path, merges, sentence):
    with pytest.raises((FormatError, UnsupportedError), match=sentence):
        load(changed(tmp_path, lambda content: content["model"].update(merges=merges)))


def test_what_is_not_built_here_runs_on_the_library_and_says_why(tmp_path):
    byte_level = {"type": "ByteLevel", "add_prefix_space": False, "use_regex": True, "trim_offsets": True}
    split = {"type": "Split", "pattern": {"Regex": "a"}, "behavior": "Removed", "invert": False}
    flagged = {"id": 277, "content": "<m>", "lstrip": True}
    cases = {
        "uses the normalizer Prepend": lambda c: c.update(normalizer={"type": "Prepend", "prepend": "x"}),
        "uses an end-of-word suffix": lambda c: c["model"].update(end_of_word_suffix="</w>"),
        'merge 1 uses "Ġt", which no merge before it makes': lambda c: c["model"].update(
            merges=[["Ġt", "he"], ["Ġ", "t"]]
        ),
        "puts a blank before every text": lambda c: c.update(pre_tokenizer={**byte_level, "add_prefix_space": True}),
        "no regular expression that cuts out": lambda c: c.update(
            pre_tokenizer={"type": "Sequence", "pretokenizers": [split, byte_level]}
        ),
        r'"<m>" takes what stands beside it into itself \(lstrip\)': lambda c: c["added_tokens"].append(flagged),
        r"1 of the 256 bytes have no token \(0x21\)": lambda c: c["model"]["vocab"].pop("!"),
        'the token "日" holds .日.': lambda c: c["model"]["vocab"].update({"日": 999}),
    }
    for sentence, change in cases.items():
        opened = load(changed(tmp_path, change))
        assert isinstance(opened, LibraryTokenizer), sentence
        assert re.search(sentence, opened.details["runs on the library because"])


def test_files_that_are_no_tokenizer_say_where(tmp_path):
    cases = {
        b"{": r"bad\.json, line 1: no JSON",
        b"[]": "expected a JSON object, found list",
        b"{}": "there is no model in it",
        b"\xff": "byte 0 is not UTF-8",
        b'{"model": {"type": "BPE", "vocab": {"a": 0, "b": 0}, "merges": []}}': "have the same id 0",
        b'{"model": {"type": "BPE", "vocab": [], "merges": []}}': "vocab must be an object",
    }
    for content, sentence in cases.items():
        (tmp_path / "bad.json").write_bytes(content)
        with pytest.raises(FormatError, match=sentence):
            load(tmp_path / "bad.json")


def test_a_file_that_the_library_understands_otherwise_runs_on_it(tmp_path):
    # GIVEN an expression in which `$` is the end of a line to the library and the end of the text to us
    def line_ends(content):
        split = {"type": "Split", "pattern": {"Regex": r"\s+$|\s"}, "behavior": "Isolated", "invert": False}
        byte_level = {"type": "ByteLevel", "add_prefix_space": False, "use_regex": False, "trim_offsets": True}
        content["pre_tokenizer"] = {"type": "Sequence", "pretokenizers": [split, byte_level]}
        content["model"]["merges"] = [["č", "Ċ"]]
        content["model"]["vocab"].update({"čĊ": 300})

    opened = load(changed(tmp_path, line_ends))
    assert isinstance(opened, LibraryTokenizer)
    assert "the library gives other ids" in opened.details["runs on the library because"]


def test_a_panic_of_the_library_is_a_sentence(tmp_path):
    # GIVEN a regular expression that only ours compiles
    with pytest.raises(UnsupportedError, match="the tokenizers library refuses the file"):
        save(tokenizer(r"(?<name>a)(?&name)|\p{Script=Latin}+|\X"), tmp_path / "t.json")
    assert not (tmp_path / "t.json").exists()


def test_unreachable_tokens_are_kept_and_ignore_merges_reaches_them(tmp_path):
    def unreachable(content):
        content["model"]["vocab"] |= {"ab": 901, "bc": 902, "abc": 903}
        content["model"]["merges"] = [["a", "b"], ["b", "c"], ["a", "bc"]]

    ours = load(changed(tmp_path, unreachable))
    assert [ours.vocabulary[id] for id in ours.encode("abc").ids.tolist()] == [b"ab", b"c"]

    def whole(content):
        unreachable(content)
        content["model"]["ignore_merges"] = True

    ours = load(changed(tmp_path, whole))
    assert ours.encode("abc").ids.tolist() == [903]
    assert [ours.vocabulary[id] for id in ours.encode("abcabc").ids.tolist()] == [b"ab", b"c", b"ab", b"c"]


# -- .tiktoken -------------------------------------------------------------------------------------------------------------


def ranks(tokens: list[bytes], path: Path, end: bytes = b"\n") -> Path:
    path.write_bytes(b"".join(base64.b64encode(token) + b" %d" % rank + end for rank, token in enumerate(tokens)))
    return path


BYTES = [bytes([byte]) for byte in range(256)]


@pytest.mark.parametrize("layout", ["top", "reserved", "first"])
def test_the_other_library_gives_the_same_ids(tmp_path, layout):
    ours = tokenizer("cl100k", IdLayout(layout, ("<|end|>",)))
    save(ours, tmp_path / "t.tiktoken")
    lines = [line.split() for line in (tmp_path / "t.tiktoken").read_bytes().splitlines()]
    theirs = tiktoken.Encoding(
        "t",
        pat_str=ours.pattern.expression,
        mergeable_ranks={base64.b64decode(token): int(rank) for token, rank in lines},
        special_tokens=ours.special,
    )
    for text in [*PROBES, *random_texts(1_500)]:
        assert theirs.encode_ordinary(text) == ours.encode(text).ids.tolist()


def test_windows_line_ends_and_blank_lines_are_no_harm(tmp_path):
    path = ranks([*BYTES, b"ab"], tmp_path / "t.tiktoken", b"\r\n")
    path.write_bytes(path.read_bytes() + b"\r\n\r\n")
    with pytest.raises(FormatError, match=r"Name its pattern with --pattern: gpt2, cl100k, o200k"):
        load(path)
    opened = load(path, PATTERNS["none"])
    assert len(opened.vocabulary) == 257
    assert opened.encode("ab").ids.tolist() == [256]


def test_tokens_that_only_a_whole_piece_hits_survive_a_conversion(tmp_path):
    path = ranks([*BYTES, b":.", b".:.:"], tmp_path / "t.tiktoken")
    ours = load(path, pattern_named(r"[\s\S]+"))
    save(ours, tmp_path / "t.json")
    again = load(tmp_path / "t.json")
    for opened in (ours, again):
        assert opened.encode(".:.:").ids.tolist() == [257]
        assert opened.encode("x.:.:").ids.tolist() == [120, 46, 256, 58]
    content = json.loads((tmp_path / "t.json").read_text(encoding="utf-8"))["model"]
    assert (content["ignore_merges"], len(content["merges"]), len(content["vocab"])) == (True, 1, 258)
    save(again, tmp_path / "again.tiktoken")
    assert (tmp_path / "again.tiktoken").read_bytes() == path.read_bytes()


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (b"!!! 256", r"t\.tiktoken, line 257 is not base64"),
        (b"YWI= 0", r"rank 0 is used twice \(lines 1 and 257\)"),
        (b"AA== 256", r"the same token has two ranks \(lines 1 and 257\)"),
        (b"YWI=", r"line 257: expected base64 and a rank"),
        (b"YWI= -1", r"line 257: expected base64 and a rank"),
        (b"YWI= 256 7", r"line 257: expected base64 and a rank"),
        (b"YWI= 99999999999", r"line 257: the rank 99,999,999,999 is too large"),
    ],
)
def test_damaged_ranks_are_named_by_line(tmp_path, line, sentence):
    path = ranks(BYTES, tmp_path / "t.tiktoken")
    path.write_bytes(path.read_bytes() + line + b"\n")
    with pytest.raises(FormatError, match=sentence):
        load(path, PATTERNS["none"])


def test_a_rank_file_without_all_bytes_or_without_anything(tmp_path):
    with pytest.raises(UnsupportedError, match=r"1 of the 256 bytes have no token \(0xFF\)"):
        load(ranks(BYTES[:255], tmp_path / "t.tiktoken"), PATTERNS["none"])
    (tmp_path / "t.tiktoken").write_bytes(b"\n")
    with pytest.raises(FormatError, match="holds no tokens"):
        load(tmp_path / "t.tiktoken", PATTERNS["none"])


@pytest.mark.parametrize("name", ["t.json", "t.tiktoken", "t.mergescope", "t.txt", "t.gguf", "merges.txt"])
def test_an_empty_file_is_called_empty(tmp_path, name):
    (tmp_path / name).touch()
    with pytest.raises(FormatError, match=f"^{name}: the file is empty\\.$"):
        load(tmp_path / name)


def test_a_published_file_is_known_by_its_content(tmp_path):
    from engine.presets import encoding_file

    (tmp_path / "renamed.tiktoken").write_bytes(encoding_file("gpt2.tiktoken"))
    opened = load(tmp_path / "renamed.tiktoken")
    assert opened.name == "gpt2"
    assert opened.model.byte_order == "gpt2"
    assert [token[0] for token in opened.vocabulary[:256]] == list(GPT2_BYTE_ORDER)
    assert opened.identity == load_preset("gpt2").identity


def test_merges_that_are_not_in_the_order_of_the_ids_are_no_ranks(tmp_path):
    ids = np.arange(258)
    ids[[256, 257]] = 257, 256
    model = BPE("raw", np.array([(97, 98), (99, 100)], np.int32))
    swapped = PipelineTokenizer("swapped", PreTokenizer(PATTERNS["gpt2"]), model, ids)
    with pytest.raises(UnsupportedError, match=r"swapped cannot be saved as \.tiktoken: .* Save it as tokenizer\.json"):
        save(swapped, tmp_path / "t.tiktoken")
    save(swapped, tmp_path / "t.json")
    assert load(tmp_path / "t.json").identity == swapped.identity


# -- .mergescope -----------------------------------------------------------------------------------------------------------


def test_a_file_that_was_changed_is_noticed(tmp_path):
    path = tmp_path / "t.mergescope"
    save(tokenizer(steps=5), path)
    content = json.loads(path.read_text(encoding="utf-8"))
    assert content["identity"] == tokenizer(steps=5).identity
    content["tokenizer"]["vocabulary"][255] = glyphs(b"zz").encode().hex()
    path.write_text(json.dumps(content), encoding="utf-8")
    with pytest.raises((FormatError, UnsupportedError), match=r"t\.mergescope"):
        load(path)
    path.write_text(json.dumps({"format": "mergescope", "format_version": 9}), encoding="utf-8")
    with pytest.raises(FormatError, match="a later version"):
        load(path)
    path.write_text("{}", encoding="utf-8")
    with pytest.raises(FormatError, match="no file of this program"):
        load(path)


def test_what_others_wrote_in_tokenizer_config_stays(tmp_path: Path) -> None:
    # GIVEN a folder with somebody's tokenizer_config.json      WHEN a tokenizer is saved there
    (tmp_path / "tokenizer_config.json").write_text('{"chat_template": "mine", "model_max_length": 1}')
    save(load_preset("gpt2"), tmp_path / "tokenizer.json")
    # THEN the file is still there with theirs and ours
    kept = json.loads((tmp_path / "tokenizer_config.json").read_text())
    assert kept["chat_template"] == "mine"
    assert kept["mergescope"]["identity"] == load_preset("gpt2").identity
