"""Random texts through whole pipelines: what the compiled loops count, learn and encode is what the naive twins do.

`--hypothesis-profile=long` tries thirty times as many.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable, Sequence

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import assume, given

from engine import ALGORITHMS, Corpus, Recipe, TrainingHistory, new_history, train
from engine.algorithms.bpe import BPETrainer
from engine.algorithms.char_bpe import CharBPETrainer
from engine.algorithms.char_level import CharLevelTrainer
from engine.algorithms.unigram import UnigramTrainer
from engine.algorithms.word_level import WordLevelTrainer
from engine.algorithms.wordpiece import WordPieceTrainer
from engine.errors import EncodeError, EngineError
from engine.history import History, RoundHistory
from engine.model import Round
from engine.normalizers import NORMALIZERS, sequence_of
from engine.patterns import PATTERNS
from engine.pre_tokenizers import DIGIT_RULES, PreTokenizer
from engine.tie_rules import RULE_NAMES
from engine.vocabulary import GPT2_BYTE_ORDER
from tests.engine.test_unigram import MARK, assert_same_round
from tests.references import bpe, bpe_encode, char_bpe, pieces, unigram, wordpiece
from tests.references.word_level import frequent_words

_PARTS = [
    "a", "b", "ab", "aab", "aaaa", "low", "er", "e\u0301", "\u00e9", "\u0130", "\ufb01", "\u4e2d", "\u0e19\u0e49", "\U0001f600",
    "\U0001f469\u200d\U0001f52c", " ", "  ", "\n", "\r\n", "\t", "\u00a0", "\u2028", "\u2581", "##", "'s", "'LL", "1", "234",
    "\u0663", "!", "?!", "</w>", "[UNK]", "<0x41>", "\x00", "A", "Ab", "\ufffd",
]  # fmt: skip
texts = st.lists(st.sampled_from(_PARTS), min_size=1, max_size=60).map("".join)
"""Few parts, so that much repeats and ties: letters, marks, blanks of all kinds, and what looks like tokens."""
any_text = st.one_of(texts, st.text(max_size=30))
normalizers = st.lists(st.sampled_from(list(NORMALIZERS)), max_size=2, unique=True).map(sequence_of)
cuts = st.builds(PreTokenizer, st.sampled_from(list(PATTERNS.values())), st.sampled_from(DIGIT_RULES))
rules = st.sampled_from(RULE_NAMES)
few = st.integers(1, 3)


def naive_pieces(text: str, cut: PreTokenizer) -> list[str]:
    """The pre-tokens of a text, by the expression or as it is told in words."""
    told: dict[str, Callable[[str], list[str]]] = {
        "whitespace": pieces.whitespace,
        "bert": pieces.bert,
        "metaspace": pieces.metaspace,
        "none": pieces.whole,
    }
    pattern = cut.pattern
    split = told.get(pattern.name, lambda stretch: [stretch[start:end] for start, end in pattern.spans(stretch)])
    if cut.digits == "as-pattern":
        return split(text)
    return list(pieces.with_digits(text, cut.digits, split))


def learned(text: str, recipe: Recipe) -> TrainingHistory:
    history = new_history(recipe)
    for event in train(Corpus.of_text(text), recipe):
        history.append(event)
    return history


def words_of(history: TrainingHistory) -> dict[str, int]:
    words = history.words
    assert words is not None
    return {words.word(index).decode(): int(words.counts[index]) for index in range(len(words))}


def trained(
    text: str, trainer: object, cut: PreTokenizer, normalizer: object
) -> tuple[TrainingHistory, dict[str, int]]:
    """A training, and its words as the naive twin counts them."""
    recipe = Recipe(trainer, cut, normalizer=normalizer)  # type: ignore[arg-type]
    normalized = recipe.normalizer.text(text)
    words = dict(Counter(naive_pieces(normalized, cut)))
    assume(words)
    history = learned(text, recipe)
    assert list(words_of(history).items()) == list(words.items())
    return history, words


def pairs(history: TrainingHistory) -> list[tuple[list[int], int, int, int]]:
    assert isinstance(history, History)
    columns = (history.parts, history.counts, history.tied, history.corpus_tokens[1:])
    return list(zip(*(column.tolist() for column in columns), strict=True))


def encoded(history: TrainingHistory, text: str, encode: Callable[[str], Sequence[int]]) -> None:
    """The ids of a text are those of its pre-tokens, one after the other."""
    recipe = history.recipe
    expected = [
        id for piece in naive_pieces(recipe.normalizer.text(text), recipe.pre_tokenizer) for id in encode(piece)
    ]
    tokenizer = history.tokenizer_at(len(history))
    assert tokenizer.encode(text).ids.tolist() == expected
    assert tokenizer.count([text]).tokens.tolist() == [len(expected)]


# Each algorithm -------------------------------------------------------------------------------------------------------


@given(texts, cuts, normalizers, rules, few, st.sampled_from(["raw", "gpt2"]), texts)
def test_byte_pairs(text, cut, normalizer, rule, minimum, order, other):
    trainer = BPETrainer(vocab_size=None, max_steps=40, min_frequency=minimum, tie_rule=rule, byte_order=order)
    history, words = trained(text, trainer, cut, normalizer)
    byte_ids = {byte: id for id, byte in enumerate(GPT2_BYTE_ORDER if order == "gpt2" else range(256))}
    expected = bpe.train(
        {tuple(byte_ids[byte] for byte in word.encode()): count for word, count in words.items()},
        base=256,
        rule=rule,
        minimum=minimum,
        max_steps=40,
    )
    assert pairs(history) == [(list(row.pair), row.count, row.tied, row.corpus_tokens) for row in expected]
    merges = [row.pair for row in expected]
    products = range(256, 256 + len(merges))
    encoded(history, other, lambda word: bpe_encode.encode(word.encode(), byte_ids, merges, products))


@given(texts, cuts, normalizers, rules, few, st.sampled_from([1.0, 0.9]), st.booleans(), st.booleans(), texts)
def test_pairs_of_characters(text, cut, normalizer, rule, minimum, coverage, fallback, marked, other):
    mark = "\U0010ffff" if marked else None
    trainer = CharBPETrainer(
        vocab_size=None, max_steps=40, min_frequency=minimum, tie_rule=rule, character_coverage=coverage,
        byte_fallback=fallback, unknown="\U0010fffe", end_of_word=mark,
    )  # fmt: skip
    history, words = trained(text, trainer, cut, normalizer)
    naive = char_bpe.NaiveAlphabet(char_bpe.covered(words, coverage), "\U0010fffe", fallback, mark)
    symbols = naive.symbols()
    assert history.start is not None
    assert history.start.symbols == tuple(symbol.encode() for symbol in symbols)
    # Words that are written alike are one word there: a number behind each keeps them apart, and stands in no pair.
    written = {(*(id for id, _ in naive.write(word)), -at - 1): count for at, (word, count) in enumerate(words.items())}
    apart = {*naive.apart(), *range(-len(words), 0)}
    expected = bpe.train(written, base=len(symbols), rule=rule, minimum=minimum, max_steps=40, apart=apart)
    numbers = sum(words.values())
    assert pairs(history) == [(list(row.pair), row.count, row.tied, row.corpus_tokens - numbers) for row in expected]
    merges = [row.pair for row in expected]
    encoded(history, other, lambda word: char_bpe.encode(naive, word, merges, len(symbols))[0])


@given(texts, cuts, normalizers, rules, few, st.sampled_from(["likelihood", "count"]), texts)
def test_word_pieces(text, cut, normalizer, rule, minimum, score, other):
    trainer = WordPieceTrainer(
        vocab_size=None, max_steps=40, min_frequency=minimum, tie_rule=rule, score=score, unknown="\U0010fffe"
    )
    history, words = trained(text, trainer, cut, normalizer)
    naive = wordpiece.NaiveTraining(
        words, rule=rule, minimum=minimum, by_score=score == "likelihood", unknown="\U0010fffe"
    )
    for row in pairs(history):
        expected = naive.step()
        assert expected is not None
        assert row == (list(expected.pair), expected.count, expected.tied, expected.corpus_tokens)
    assert len(history) == 40 or naive.step() is None
    found = naive.texts[: history.base + len(history)]
    encoded(
        history, other, lambda word: map(found.index, wordpiece.encode(word, found, unknown="\U0010fffe", longest=100))
    )


_SYLLABLES = st.text("ab\u00e9\u4e2d\U0001f642", min_size=1, max_size=6)


@given(
    st.lists(_SYLLABLES, min_size=1, max_size=25), st.integers(0, 12), st.sampled_from([2, 5, 16]),
    st.sampled_from([0.5, 0.75, 0.9]), st.integers(1, 3), st.booleans(), st.sampled_from(["followers", "all"]),
)  # fmt: skip
def test_rounds_of_pieces(syllables, room, longest, shrinking, sub_iterations, digamma, seeds):
    characters = len({MARK, *"".join(syllables)})
    trainer = UnigramTrainer(
        vocab_size=1 + characters + room, longest_piece=longest, seeds=seeds, shrinking=shrinking,
        sub_iterations=sub_iterations, digamma=digamma,
    )  # fmt: skip
    cut, normalizer = PreTokenizer(PATTERNS["metaspace"]), sequence_of(["metaspace"])
    history, words = trained(" ".join(syllables), trainer, cut, normalizer)
    assert isinstance(history, RoundHistory)
    assert history.words is not None
    assert history.words.followed is not None
    flags = dict(zip(words, history.words.followed.tolist(), strict=True))
    try:
        expected = unigram.train(
            words, flags, room=room, wanted=int(1.1 * trainer.vocab_size) - 1 - characters, longest=longest,
            followers=seeds == "followers", shrinking=shrinking, sub_iterations=sub_iterations, use_digamma=digamma,
        )  # fmt: skip
    except unigram.Tied:
        return
    rounds = [event for event in history.events if isinstance(event, Round)]
    assert len(rounds) == len(expected)
    for ours, theirs in zip(rounds, expected, strict=True):
        assert_same_round(ours, theirs, history.base)


@given(texts, normalizers)
def test_characters(text, normalizer):
    history, words = trained(text, CharLevelTrainer(unknown="\U0010fffe"), PreTokenizer(PATTERNS["none"]), normalizer)
    expected = ["\U0010fffe", *sorted(set("".join(words)))]
    tokens = [token.decode() for token in history.tokenizer_at(len(history)).vocabulary]
    assert tokens == expected
    encoded(history, text, lambda piece: [expected.index(character) for character in piece])


@given(texts, cuts, normalizers, few, st.one_of(st.none(), st.integers(2, 9)))
def test_words(text, cut, normalizer, minimum, size):
    trainer = WordLevelTrainer(vocab_size=size, min_frequency=minimum, unknown="\U0010fffe")
    history, words = trained(text, trainer, cut, normalizer)
    in_bytes = {word.encode(): count for word, count in words.items()}
    room = None if size is None else size - 1
    expected = frequent_words(in_bytes, minimum=minimum, most=room, unknown="\U0010fffe".encode())
    tokens = list(history.tokenizer_at(len(history)).vocabulary)
    assert tokens == ["\U0010fffe".encode(), *(word for word, _ in expected)]


@pytest.mark.parametrize("after", [["nmt-nfkc"], ["nfkc", "nmt-nfkc"], ["nmt-nfkc", "lowercase"]])
def test_marks_that_become_blanks_again_cut_nothing(after):
    """SentencePiece's rules take a mark for a blank: a text may not be taken apart at one then, in parts or on threads."""
    text = "A[UNK]\t[UNK]</w>[UNK]\n[UNK][UNK]Aa [UNK][UNK]Aa " * 40
    cut, normalizer = PreTokenizer(PATTERNS["metaspace"]), sequence_of(["metaspace", *after])
    history = learned(text, Recipe(BPETrainer(vocab_size=None, max_steps=4), cut, normalizer=normalizer))
    words = words_of(history)
    assert list(words) == [normalizer.text(text)]
    tokenizer = history.tokenizer_at(len(history))
    whole = [id for part in words for id in tokenizer.model.tokenize(part.encode()).tolist()]
    assert tokenizer.encode(text).ids.tolist() == whole
    assert tokenizer.count([text]).tokens.tolist() == [len(whole)]


# The text comes back --------------------------------------------------------------------------------------------------


@given(any_text, any_text, cuts, rules, st.sampled_from(["top", "first", "reserved"]), st.integers(0, 20))
def test_bytes_lose_nothing(text, other, cut, rule, layout, step):
    assume(not cut.drops_whitespace and text)
    trainer = BPETrainer(vocab_size=None, max_steps=20, min_frequency=1, tie_rule=rule)
    recipe = Recipe(trainer, cut, ("<|end|>",), layout)
    history = learned(text, recipe)
    tokenizer = history.tokenizer_at(min(step, len(history)))
    assert tokenizer.is_lossless
    whole = other.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    encoding = tokenizer.encode(whole)
    assert tokenizer.decode(encoding.ids.tolist()) == whole
    assert b"".join(encoding.tokens) == whole.encode()
    assert (
        encoding.byte_spans.ravel().tolist()
        == [0, *np.repeat(encoding.byte_spans[:, 1], 2).tolist()][: -1 or None][: 2 * len(encoding.ids)]
    )
    # With a special token in the middle, allowed or not, it comes back as well.
    for allowed in (frozenset(), frozenset({"<|end|>"})):
        ids = tokenizer.encode(f"{whole}<|end|>{whole}", allowed_special=allowed).ids.tolist()
        assert tokenizer.decode(ids) == f"{whole}<|end|>{whole}"


@pytest.mark.parametrize("name", ALGORITHMS)
@given(text=any_text, other=any_text, cut=cuts, normalizer=normalizers)
def test_any_recipe_learns_and_encodes_or_says_why_not(name, text, other, cut, normalizer):
    trainer = ALGORITHMS[name].trainer
    fields = trainer.__dataclass_fields__
    options = {key: value for key, value in {"vocab_size": 300, "unknown": None}.items() if key in fields}
    try:
        history = learned(text, Recipe(trainer(**options), cut, normalizer=normalizer))
    except EngineError:
        return
    tokenizer = history.tokenizer_at(len(history))
    try:
        encoding = tokenizer.encode(other)
    except EncodeError:
        return
    assert len(encoding.tokens) == len(encoding.ids) == len(encoding.byte_spans)
    covered = np.zeros(len(encoding.data), bool)
    for start, end in [*encoding.byte_spans.tolist(), *encoding.dropped.tolist()]:
        covered[start:end] = True
    assert covered.all()
    tokenizer.decode(encoding.ids.tolist(), "replace")


# Normalizers ----------------------------------------------------------------------------------------------------------

_FORMS = {"nfc": "NFC", "nfd": "NFD", "nfkc": "NFKC", "nfkd": "NFKD"}


@given(texts, st.sampled_from(list(_FORMS)))
def test_forms_are_those_of_unicode(text, name):
    assert sequence_of([name]).text(text) == unicodedata.normalize(_FORMS[name], text)


@given(any_text, normalizers)
def test_what_is_aligned_is_what_is_normalized(text, normalizer):
    whole = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    applied = normalizer.apply(whole)
    assert applied.text == normalizer.text(whole)
    assert list(normalizer.slices(whole))[-1] == applied.text
    size = len(applied.text.encode())
    spans = applied.raw_spans(np.stack([np.arange(size), np.arange(size) + 1], axis=1))
    assert (spans >= 0).all()
    assert (spans[:, 0] <= spans[:, 1]).all()
    assert (spans <= len(whole.encode())).all()
    assert (np.diff(spans[:, 0]) >= 0).all()
