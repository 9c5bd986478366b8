"""Unigram models: cuts, lattices, draws and losses equal the naive ones; unknown characters, bytes, earlier rounds."""

from __future__ import annotations

import json
import math
import random
from collections import Counter

import numpy as np
import pytest

from engine.algorithms.unigram import UnigramTrainer
from engine.algorithms.unigram_model import Unigram
from engine.errors import EncodeError, OptionError, UnsupportedError
from engine.model import padded
from tests.engine.test_unigram import MARK, ROOT, counted, learn, random_words
from tests.references import unigram as naive

EXAMPLES = json.loads((ROOT / "tests/data/worked_examples.json").read_text(encoding="utf-8"))


def random_pieces(chance: random.Random, letters: str = "ab\u4e2d") -> dict[str, float]:
    pieces = {letter: -chance.uniform(1, 6) for letter in letters}
    for _ in range(chance.randint(0, 12)):
        pieces["".join(chance.choices(letters, k=chance.randint(2, 5)))] = -chance.uniform(1, 9)
    return pieces


def model_of(pieces: dict[str, float], **options) -> Unigram:
    return Unigram([piece.encode() for piece in pieces], list(pieces.values()), **options)


def texts(model: Unigram, ids) -> list[str]:
    return [model.vocabulary[id].decode() for id in ids]


# The model ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(50))
def test_best_cut_all_ways_and_n_best_equal_the_naive_ones(seed):
    chance = random.Random(seed)
    for _ in range(10):
        pieces = random_pieces(chance)
        model = model_of(pieces)
        words = ["".join(chance.choices("ab\u4e2d", k=chance.randint(1, 8))) for _ in range(6)]
        assert [texts(model, ids) for ids in model.segment([word.encode() for word in words])] == [
            naive.best(word, pieces) for word in words
        ]
        word = words[0]
        ways = sorted(naive.ways(word, pieces), key=lambda way: -naive.score(way, pieces))
        found = model.n_best(word.encode(), 7)
        assert [way.score for way in found] == pytest.approx([naive.score(way, pieces) for way in ways[:7]])
        assert len({tuple(edge.text for edge in way.edges) for way in found}) == min(7, len(ways))
        assert all(b"".join(edge.text for edge in way.edges) == word.encode() for way in found)
        lattice = model.lattice(word.encode())
        assert lattice.log_likelihood == pytest.approx(naive.log_likelihood({word: 1}, pieces))
        expected = naive.expected_counts({word: 1}, pieces)
        shares: Counter[str] = Counter()
        for edge in lattice.edges:
            assert word.encode()[edge.start : edge.end] == edge.text
            assert edge.score == pieces[edge.text.decode()]
            shares[edge.text.decode()] += edge.share
        assert dict(shares) == pytest.approx({p: n for p, n in expected.items() if p in shares}, abs=1e-6)


@pytest.mark.parametrize("seed", range(10))
def test_exact_losses_equal_leaving_a_piece_out(seed):
    chance = random.Random(seed)
    pieces = random_pieces(chance)
    model = model_of(pieces)
    words = {"".join(chance.choices("ab\u4e2d", k=chance.randint(1, 8))): chance.randint(1, 9) for _ in range(12)}
    losses = model.exact_losses(counted(words))
    whole = naive.log_likelihood(words, pieces)
    for piece, loss in zip(pieces, losses, strict=True):
        if len(piece) == 1:
            assert loss == np.inf
        else:
            assert loss == pytest.approx(whole - naive.log_likelihood(words, pieces, without=piece), abs=1e-6)
    with pytest.raises(UnsupportedError, match="200,000"):
        model.exact_losses(counted({"a" * 200_001: 1}))


def test_the_approximation_ranks_pieces_nearly_as_the_exact_losses_do():
    text = (ROOT / "resources/corpora/alice.txt").read_text(encoding="utf-8")[:20_000]
    words = counted(dict(Counter(MARK + word for word in text.split())))
    trainer = UnigramTrainer(vocab_size=400)
    start, rounds, _ = learn(trainer, words)
    before = trainer.model(start, rounds[:-1])
    exact = before.exact_losses(words)
    usual = dict(zip(rounds[-1].pieces, rounds[-1].losses, strict=True))
    rows = [(exact[id], usual[piece]) for id, piece in enumerate(before.vocabulary) if 0 < usual.get(piece, 0) < np.inf]
    ranks = np.argsort(np.argsort(np.array(rows), axis=0), axis=0)
    assert len(rows) > 200
    assert np.corrcoef(ranks.T)[0, 1] > 0.9


@pytest.mark.parametrize("temperature", [0.5, 1.0, 3.0])
def test_draws_are_as_frequent_as_they_should_be(temperature):
    pieces = {"a": -1.0, "b": -1.5, "ab": -2.0, "ba": -2.2, "aba": -3.0, MARK: -3.0, MARK + "a": -2.5}
    model = model_of(pieces)
    word = MARK + "abab"
    chances = {tuple(way): math.exp(naive.score(way, pieces) / temperature) for way in naive.ways(word, pieces)}
    whole = sum(chances.values())
    draws = 20_000
    seen = Counter(tuple(texts(model, model.sample(word.encode(), temperature, seed))) for seed in range(draws))
    assert set(seen) <= set(chances)
    expected = {way: draws * chance / whole for way, chance in chances.items()}
    deviation = sum((seen[way] - often) ** 2 / often for way, often in expected.items())
    assert deviation < 3 * len(expected) + 20  # chi-square: the mean is one less than the number of ways
    assert texts(model, model.sample(word.encode(), 0.0)) == naive.best(word, pieces)
    assert model.sample(word.encode(), temperature, 5).tolist() == model.sample(word.encode(), temperature, 5).tolist()


def test_worked_example():
    (example,) = (row for row in EXAMPLES if row["kind"] == "unigram-viterbi")
    pieces = {piece: math.log(chance) for piece, chance in example["probability"].items()}
    model = model_of(pieces)
    for text, expected in example["encode"].items():
        assert texts(model, model.tokenize(text.encode())) == expected


@pytest.mark.parametrize(
    ("text", "expected", "score"),
    [("abc", ["a", "bc"], -2.0), ("abab", ["a", "b", "a", "b"], -4.0), ("abcabc", ["a", "bc", "a", "bc"], -4.0)],
)
def test_the_likeliest_cut_is_not_the_longest_match(text, expected, score):
    pieces = {"<unk>": 0.0, "a": -1.0, "b": -1.0, "c": -1.0, "ab": -4.0, "bc": -1.0, "abc": -9.0}
    model = model_of(pieces, unknown=0)
    assert texts(model, model.tokenize(text.encode())) == expected
    assert model.n_best(text.encode(), 1)[0].score == score


@pytest.mark.parametrize(
    ("text", "ids", "tokens"),
    [("hugXYpug", [1, 0, 2], ["hug", "XY", "pug"]), ("XhugY", [0, 1, 0], ["X", "hug", "Y"]),
     ("\u6771\u4eachug", [0, 1], ["\u6771\u4eac", "hug"])],
)  # fmt: skip
def test_neighbouring_unknown_characters_are_one_token_that_keeps_its_text(text, ids, tokens):
    model = model_of({"<unk>": 0.0, "hug": -2.0, "pug": -3.0}, unknown=0)
    data = text.encode()
    cut = model.cut(padded(data), np.array([0]), np.array([len(data)]))
    assert cut.ids.tolist() == ids
    assert [data[start:end].decode() for start, end in cut.spans.tolist()] == tokens
    assert model.sample(data, 1.0, 1).tolist() == ids


def test_ties_go_to_the_longest_last_token():
    model = model_of({"a": -1.0, "b": -1.0, "c": -1.0, "ab": -2.0, "bc": -2.0})
    assert texts(model, model.tokenize(b"abc")) == ["a", "bc"]
    assert texts(model, model.tokenize(b"ab")) == ["ab"]


def test_byte_fallback():
    tokens = [b"<unk>", *(f"<0x{byte:02X}>".encode() for byte in range(256)), b"a", "\u2581a".encode()]
    model = Unigram(tokens, [0.0] * 257 + [-1.0, -2.0], unknown=0, byte_fallback=True)
    data = "a\uae70a".encode()
    cut = model.cut(padded(data), np.array([0]), np.array([len(data)]))
    assert [model.vocabulary[id] for id in cut.ids] == [b"a", b"<0xEA>", b"<0xB9>", b"<0xB0>", b"a"]
    assert cut.spans.tolist() == [[0, 1], [1, 2], [2, 3], [3, 4], [4, 5]]
    assert model.join(cut.ids.tolist(), b"") == data
    assert model.join(cut.ids[:2].tolist(), b"") == data[:2]
    # A text that reads like a byte token is not one.
    literal = b"<0x61>"
    assert model.join(model.tokenize(literal).tolist(), b"") == literal
    assert b"<0x61>" not in [model.vocabulary[id] for id in model.tokenize(b"<0x62>")]
    with pytest.raises(OptionError, match="<0x00>"):
        Unigram([b"a"], [-1.0], byte_fallback=True).tokenize(b"a")


def test_what_cannot_be_written_is_named():
    model = model_of({"a": -1.0, "b": -1.0})
    with pytest.raises(EncodeError, match="'\u4e2d'"):
        model.tokenize("ab\u4e2dx".encode())
    with pytest.raises(EncodeError, match="'x'"):
        model.cut(padded(b"abxa"), np.array([0]), np.array([4]))
    with pytest.raises(OptionError, match="Each piece needs a score"):
        Unigram([b"a"], [])
    with pytest.raises(OptionError, match="must be a number"):
        Unigram([b"a"], [math.nan])


@pytest.mark.parametrize("seed", range(20))
def test_cutting_a_text_is_cutting_each_pre_token(seed):
    chance = random.Random(seed)
    pieces = {"<unk>": 0.0, **random_pieces(chance), "ab" * 15: -3.0}
    model = model_of(pieces, unknown=0)
    words = ["".join(chance.choices("ab\u4e2d?", k=chance.choice((0, 1, 2, 5, 9, 40)))) for _ in range(300)]
    gaps = [chance.choice(("", " ", "\n\n")) for _ in words]
    data, starts, ends = b"", [], []
    for word, gap in zip(words, gaps, strict=True):
        starts.append(len(data))
        data += word.encode()
        ends.append(len(data))
        data += gap.encode()
    cut = model.cut(padded(data), np.array(starts), np.array(ends))
    ids = model.segment([word.encode() for word in words])
    assert cut.ids.tolist() == [id for word in ids for id in word.tolist()]
    covered = b"".join(data[start:end] for start, end in cut.spans.tolist())
    assert covered == "".join(words).encode()
    for id, (start, end) in zip(cut.ids.tolist(), cut.spans.tolist(), strict=True):
        assert id == 0 or model.vocabulary[id] == data[start:end]


def test_nothing_is_cut_into_nothing():
    model = model_of({"a": -1.0})
    assert model.tokenize(b"").tolist() == []
    assert model.segment([]) == []
    nothing = model.cut(padded(b""), np.empty(0, np.int64), np.empty(0, np.int64))
    assert (len(nothing.ids), nothing.spans.shape) == (0, (0, 2))
    assert model.sample(b"").tolist() == []
    assert model.lattice(b"").edges == ()
    assert [way.edges for way in model.n_best(b"", 3)] == [()]


def test_identity_tells_scores_and_what_stands_for_the_unknown():
    plain = model_of({"<unk>": 0.0, "a": -1.5})
    assert plain.identity_fields() == {"scores": ["0x0.0p+0", "-0x1.8000000000000p+0"]}
    assert model_of({"<unk>": 0.0, "a": -1.5}, unknown=0).identity_fields()["unknown"] == "<unk>"


def test_earlier_rounds():
    words = counted(random_words(random.Random(6), most=40))
    trainer = UnigramTrainer(vocab_size=25)
    start, rounds, _ = learn(trainer, words)
    model = trainer.model(start, rounds)
    assert (model.step_count, model.kind, model.unknown, model.base) == (len(rounds), "unigram", 0, len(start.symbols))
    assert list(model.at_step(0).vocabulary) == list(start.symbols)
    for step, round in enumerate(rounds, 1):
        earlier, prefix = model.at_step(step), trainer.model(start, rounds[:step])
        assert list(earlier.vocabulary) == list(prefix.vocabulary) == list(round.pieces)
        assert earlier.scores.tolist() == prefix.scores.tolist() == round.scores.tolist()
        assert earlier.size == len(round.pieces)
        assert earlier.at_step(0).size == len(start.symbols)
    with pytest.raises(IndexError, match="there is no round"):
        model.at_step(len(rounds) + 1)
