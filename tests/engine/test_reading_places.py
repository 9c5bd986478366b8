"""What is found in a text and its tokens: places, classes of tokens, and the parts against the whole."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from engine import OptionError, PipelineTokenizer, PreTokenizer, load_preset, pattern_named, sequence_of
from engine.algorithms.unigram_model import Unigram
from engine.parallel import udhr
from engine.reading.classes import (
    MOST_KINDS,
    NONE,
    by_index,
    by_language,
    by_length,
    by_rank,
    by_script,
    known_lines,
)
from engine.reading.parts import cut_apart
from engine.reading.search import find_in, parse_search
from engine.vocabulary import Vocabulary


@pytest.fixture(scope="module")
def gpt2() -> PipelineTokenizer:
    return load_preset("gpt2")


@pytest.fixture(scope="module")
def pieces() -> PipelineTokenizer:
    """A small Unigram with a blank before each text."""
    tokens = [b"<unk>", *(piece.encode() for piece in ("▁", "l", "o", "w", "e", "r", "low", "er", "▁low"))]
    scores = np.array([0.0, -3, -4, -4, -4, -4, -4, -2.5, -2, -1.5])
    model = Unigram(Vocabulary.of(tokens, byte_level=False), scores, base=7, unknown=0)
    pattern = PreTokenizer(pattern_named("metaspace"))
    return PipelineTokenizer("pieces", pattern, model, np.arange(len(tokens)), normalizer=sequence_of(["metaspace"]))


# ---- search ----


@pytest.mark.parametrize(
    ("typed", "spans", "whole"),
    [
        ("the", [[0, 3], [5, 8], [10, 13]], 1),
        (" the", [[9, 13]], 1),
        ("#262", [[9, 13]], 1),  # " the"
        ("# 1,169", [[0, 3]], 1),  # "the"
        ("0x74 68", [[0, 2], [5, 7], [10, 12]], 0),
        ('"0x74"', [], 0),
        ("xyz", [], 0),
    ],
)
def test_places_in_a_text(gpt2, typed, spans, whole):
    encoding = gpt2.encode("the other the")
    hits = find_in(encoding, parse_search(typed))
    assert hits.spans.tolist() == spans
    assert hits.whole == whole


def test_bytes_inside_a_character_are_found(gpt2):
    encoding = gpt2.encode("भ म")
    assert find_in(encoding, parse_search("0xE0A4")).spans.tolist() == [[0, 2], [4, 6]]


def test_what_is_no_bytes_is_said():
    with pytest.raises(OptionError, match="0xE0 A4"):
        parse_search("0xE")
    with pytest.raises(OptionError, match="no token has an id of so many digits"):
        parse_search("#" + "9" * 5_000)
    assert parse_search("0x") is None
    assert parse_search("") is None


def test_the_next_place_is_found_around_the_end(gpt2):
    hits = find_in(gpt2.encode("a b a"), parse_search("a"))
    assert [hits.at_or_after(byte) for byte in (0, 1, 4, 5)] == [0, 1, 1, 0]
    assert find_in(gpt2.encode("b"), parse_search("a")).at_or_after(0) == -1


# ---- classes ----


def test_lengths_and_ranks(gpt2):
    encoding = gpt2.encode("a beginning, भ")
    by_size = by_length(gpt2, encoding)
    assert [by_size.names[kind] for kind in by_size.of_token.tolist()] == [
        "1 byte",
        "9 or more",
        "1 byte",
        "3",
        "1 byte",
    ]
    by_step = by_rank(gpt2, encoding)
    assert by_step.form == "steps"
    names = [by_step.names[kind] for kind in by_step.of_token.tolist()]
    assert names[0] == "not learned"
    assert names[1] == "to 10,000"


def test_pieces_are_ranked_by_their_probability(pieces):
    found = by_rank(pieces, pieces.encode("low er"))
    assert found.names[found.of_token[0]] == "1-100"


def test_a_library_that_tells_no_order_is_said_so():
    bert = load_preset("bert-base-uncased")
    found = by_rank(bert, bert.encode("hello"))
    assert not found.names
    assert "own library" in found.note


def test_scripts_of_tokens_and_of_parts_of_characters(gpt2):
    encoding = gpt2.encode("abc भ, 12")
    found = by_script(gpt2, encoding)
    assert set(found.names) == {"Latin", "Devanagari"}
    for token, text in enumerate(encoding.tokens):
        start, end = encoding.character_spans[token].tolist()
        over = encoding.text[start:end]
        wanted = "Latin" if "a" in over else "Devanagari" if "भ" in over else None
        kind = found.of_token[token]
        assert (None if kind == NONE else found.names[kind]) == wanted, text


def test_rare_scripts_share_a_class(gpt2):
    text = "aaaaaaa вввввв ααααα אאאא ببب 的的 ก ह"
    found = by_script(gpt2, gpt2.encode(text))
    assert len(found.names) == MOST_KINDS + 1
    assert found.names[-1] == "other scripts"
    # One more kind than there are classes needs no shared class.
    assert "other scripts" not in by_script(gpt2, gpt2.encode(text[:-4])).names


def test_the_language_is_told_only_of_known_lines(gpt2):
    text = udhr()
    english, french = (text.texts[code][0] for code in ("eng", "fra"))
    known = known_lines(text)
    encoding = gpt2.encode(f"{english}\nmine\n{french}")
    found = by_language(known, text.title)(gpt2, encoding)
    line = encoding.data[: int(encoding.byte_spans[-1, 0])].count(b"\n")
    assert line == 2
    names = [None if kind == NONE else found.names[kind] for kind in found.of_token.tolist()]
    assert names[0] == "English"
    assert names[-1] == "French"
    assert None in names
    assert text.title in found.note


def test_lines_of_two_languages_are_of_none():
    text = udhr()
    names = {code: text.languages[code].name for code in text.texts}
    lines = {
        (line.strip(), names[code]) for code, units in text.texts.items() for unit in units for line in unit.split("\n")
    }
    counted = Counter(line for line, _ in lines if line)
    shared = {line for line, count in counted.items() if count > 1}
    assert shared
    assert not shared & set(known_lines(text))


def test_colours_take_turns(gpt2):
    found = by_index(gpt2, gpt2.encode("a b c"))
    assert (found.form, found.of_token.tolist()) == ("turns", [0, 1, 2])


# ---- parts ----


def test_a_token_across_the_cut_is_named(gpt2):
    parts = cut_apart(gpt2, gpt2.encode("say beginning now"), [8])
    (cut,) = parts.cuts
    assert (parts.whole, sum(parts.parts)) == (3, 6)
    assert [token.token for token in cut.whole] == [b"say", b" beginning", b" now"]
    assert [token.same for token in cut.whole] == [True, False, True]
    assert b"".join(token.token for token in (*cut.left, *cut.right)) == b"say beginning now"
    assert "lies across the cut" in cut.sentence
    assert "3,726" in cut.sentence


def test_between_words_nothing_differs(gpt2):
    parts = cut_apart(gpt2, gpt2.encode("say beginning now"), [3, 13])
    assert not any(cut.differs for cut in parts.cuts)
    assert sum(parts.parts) == parts.whole
    assert "the ids are the same" in parts.cuts[0].sentence


def test_two_cuts_have_each_their_own_cause(gpt2):
    first, second = cut_apart(gpt2, gpt2.encode("say beginning  now"), [8, 15]).cuts
    assert " beginning" in first.sentence
    assert " now" in second.sentence
    assert [token.token for token in second.whole] == [b" ", b" now"]


def test_a_blank_before_each_text(pieces):
    (cut,) = cut_apart(pieces, pieces.encode("lowlow"), [3]).cuts
    assert cut.differs
    assert "blank before each text" in cut.sentence


def test_a_pre_token_across_the_cut(gpt2):
    text = "xqzw"
    whole = gpt2.encode(text)
    border = next(end for _, end in whole.byte_spans.tolist() if 0 < end < len(text))
    (cut,) = cut_apart(gpt2, whole, [border]).cuts
    assert "across the cut" in cut.sentence or not cut.differs


def test_cuts_outside_the_text_are_none(gpt2):
    assert cut_apart(gpt2, gpt2.encode("abc"), [0, 3, 9]).cuts == ()


def test_parts_of_any_text_are_encoded_as_texts(gpt2):
    text = "naïve 的的 don't  stop"
    whole = gpt2.encode(text)
    for place in range(1, len(text)):
        byte = len(text[:place].encode())
        parts = cut_apart(gpt2, whole, [byte])
        assert parts.parts == (len(gpt2.encode(text[:place])), len(gpt2.encode(text[place:])))
        joined = [*gpt2.encode(text[:place]).ids, *gpt2.encode(text[place:]).ids]
        assert parts.cuts[0].differs == (joined != whole.ids.tolist())
