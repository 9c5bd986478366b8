"""What people met in other programs: unknown characters, bytes for them, and marks that turn out to be text."""

import pytest

from engine.algorithms.char_bpe import CharBPETrainer
from engine.corpus import Corpus
from engine.errors import EncodeError
from engine.history import History
from engine.patterns import PATTERNS
from engine.pre_tokenizers import PreTokenizer
from engine.recipe import Recipe
from engine.tokenizer import PipelineTokenizer
from engine.training import train


def learned(corpus: str, pattern: str = "whitespace", **options: object) -> PipelineTokenizer:
    """The tokenizer that character BPE learns."""
    chosen = {"min_frequency": 1, "vocab_size": None} | options
    history = History(Recipe(CharBPETrainer(**chosen), PreTokenizer(PATTERNS[pattern])))  # type: ignore[arg-type]
    for event in train(Corpus.of_text(corpus), history.recipe):
        history.append(event)
    return history.tokenizer_at(len(history))


PUGS = " ".join(["hug"] * 10 + ["pug"] * 5 + ["pun"] * 12 + ["bun"] * 4 + ["hugs"] * 5)


def test_letters_never_seen_are_refused_by_name_and_not_left_out():  # TE-35
    with pytest.raises(EncodeError, match=r'"m" \(U\+006D\)'):
        learned(PUGS, max_steps=1).encode("mug 😀")


def test_letters_never_seen_are_counted_as_unknown():  # TE-35
    encoding = learned(PUGS, max_steps=1, unknown="<unk>").encode("mug 😀")
    assert [token.decode() for token in encoding.tokens] == ["m", "ug", "", "😀", ""]
    assert len(encoding.unknown) == 2
    assert encoding.unknown_characters == 2
    # and the end-of-word mark covers nothing, behind the last character too
    assert encoding.character_spans.tolist() == [[0, 1], [1, 3], [3, 3], [4, 5], [5, 5]]
    assert encoding.utf16_spans.tolist() == [[0, 1], [1, 3], [3, 3], [4, 6], [6, 6]]
    assert encoding.clusters_cut() == (0, 5)


def test_bytes_of_an_unknown_character_never_show_in_the_text():  # TE-34
    tokenizer = learned("a", "none", byte_fallback=True, end_of_word=None)
    encoding = tokenizer.encode("a\uae70a")
    ids = encoding.ids.tolist()
    assert [tokenizer.vocabulary[id].decode() for id in ids] == ["a", "<0xEA>", "<0xB9>", "<0xB0>", "a"]
    assert [tuple(span) for span in encoding.character_spans.tolist()] == [(0, 1), (1, 2), (1, 2), (1, 2), (2, 3)]
    assert tokenizer.decode(ids) == "a\uae70a"
    assert tokenizer.decode(ids[:4], "replace") == "a\uae70"
    assert tokenizer.decode(ids[:2], "replace") == "a\ufffd"


def test_a_typed_end_of_word_mark_stays_text():  # TE-39
    tokenizer = learned("a</w> b x</w>y a b low lower")
    ids = tokenizer.encode("a</w> b").ids.tolist()
    assert tokenizer.decode(ids) == "a</w> b"
