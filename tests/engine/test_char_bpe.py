"""Character BPE: every figure equals a naive recount and published runs; the mark is a symbol and not text."""

from __future__ import annotations

import io
import json
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import pytest
import sentencepiece
import tokenizers

from engine.algorithms import bpe_layout
from engine.algorithms.alphabet import Alphabet, covered_characters
from engine.algorithms.char_bpe import CharBPE, CharBPETrainer
from engine.errors import EncodeError, OptionError
from engine.model import Probes, Start, Steps, Stopped, WordCounts, padded
from engine.tie_rules import RULE_NAMES
from tests.references import bpe as reference
from tests.references.char_bpe import NaiveAlphabet, covered, encode

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = json.loads((ROOT / "tests/data/worked_examples.json").read_text(encoding="utf-8"))
TEXTBOOK = {"low": 5, "lower": 2, "newest": 6, "widest": 3}
LETTERS = "ab;<=é中文🙂\u0301/w>"


def counted(words: Mapping[str, int]) -> WordCounts:
    return WordCounts.of({word.encode(): count for word, count in words.items()})


def learn(
    words: WordCounts, probes: Probes | None = None, record: bool = True, **options: object
) -> tuple[Start, list[Steps], Stopped]:
    start, *events, stopped = CharBPETrainer(**options).steps(words, probes, record=record)  # type: ignore[arg-type]
    assert isinstance(start, Start)
    assert isinstance(stopped, Stopped)
    return start, [event for event in events if isinstance(event, Steps)], stopped


def trained(words: Mapping[str, int], **options: object) -> CharBPE:
    start, steps, _ = learn(counted(words), **options)
    return CharBPETrainer(**options).model(start, np.array(column(steps, "parts"), np.int32).reshape(-1, 2))  # type: ignore[arg-type]


def column(steps: Sequence[Steps], name: str) -> list:
    return [row for batch in steps for row in getattr(batch, name).tolist()]


def pieces(model: CharBPE, word: str) -> list[str]:
    return [model.vocabulary[id].decode() for id in model.tokenize(word.encode())]


# -- against the naive recount -----------------------------------------------------------------------------------------


def random_words(chance: random.Random, letters: str, most: int) -> dict[str, int]:
    words = {}
    for _ in range(chance.randint(1, most)):
        word = "".join(chance.choices(letters, k=chance.randint(1, chance.choice([3, 8, 20]))))
        if chance.random() < 0.3:
            word = ("".join(chance.choices(letters, k=chance.randint(1, 2))) * 8)[: max(len(word), 2)]
        words[word] = chance.randint(0 if chance.random() < 0.1 else 1, chance.choice([1, 3, 50]))
    return words


def random_options(chance: random.Random) -> dict:
    return {
        "tie_rule": chance.choice(RULE_NAMES),
        "min_frequency": chance.choice([1, 1, 2, 3]),
        "max_steps": chance.randint(1, 60),
        "vocab_size": None,
        "end_of_word": chance.choice(["</w>", None, "@@", "\U0010ffff"]),
        "unknown": chance.choice([None, "[UNK]"]),
        "character_coverage": chance.choice([1.0, 0.97, 0.8]),
        "byte_fallback": chance.random() < 0.3,
    }


def probes_of(chance: random.Random, words: Sequence[str], languages: int) -> Probes:
    chosen = list(dict.fromkeys([*chance.sample(words, chance.randint(0, len(words))), "ab!", "?"]))
    times = [
        {language: chance.choice([1, 63, 64]) for language in chance.sample(range(languages), chance.randint(1, 2))}
        for _ in chosen
    ]
    table = counted(dict.fromkeys(chosen, 1))
    return Probes(
        tuple(f"l{n}" for n in range(languages)),
        table.data,
        table.starts,
        table.lengths,
        np.cumsum([0, *map(len, times)]),
        np.array([language for row in times for language in row], np.int32),
        np.array([often for row in times for often in row.values()], np.int32),
    )


@pytest.mark.parametrize("dense", [bpe_layout.DENSE_BASE, 0], ids=["square", "table"])
@pytest.mark.parametrize("block", range(3))
def test_every_step_of_random_corpora_equals_a_naive_recount(block: int, dense: int, monkeypatch) -> None:
    monkeypatch.setattr(bpe_layout, "DENSE_BASE", dense)
    done = 0
    for seed in range(block * 80, block * 80 + 80):
        monkeypatch.setattr(bpe_layout, "FIRST_ROOM", random.Random(seed).choice([1, 8, 4096]))
        done += check_random_case(random.Random(seed))
    assert done > 800


def check_random_case(chance: random.Random) -> int:
    words = random_words(chance, "".join(chance.sample(LETTERS, chance.choice([1, 2, 4, 12]))), chance.choice([5, 40]))
    options = random_options(chance)
    naive = NaiveAlphabet(
        covered(words, options["character_coverage"]),
        options["unknown"],
        options["byte_fallback"],
        options["end_of_word"],
    )
    probes = probes_of(chance, list(words), 3)
    start, steps, stopped = learn(counted(words), probes, **options)
    symbols = naive.symbols()
    assert start.symbols == tuple(symbol.encode() for symbol in symbols)

    def cut(word: str) -> tuple[int, ...]:
        return tuple(id for id, _ in naive.write(word))

    probe_words = [
        (probes.data[s : s + n].tobytes().decode(), range(*rows))
        for s, n, rows in zip(
            probes.starts, probes.lengths, zip(probes.rows, probes.rows[1:], strict=False), strict=True
        )
    ]
    naive_probes = [
        (cut(word), {int(probes.languages[row]): int(probes.times[row]) for row in rows}) for word, rows in probe_words
    ]
    expected = reference.train(
        {(*cut(word), -at - 1): count for at, (word, count) in enumerate(words.items())},  # equal words stay apart
        base=len(symbols),
        rule=options["tie_rule"],
        minimum=options["min_frequency"],
        max_steps=options["max_steps"],
        probes=naive_probes,
        languages=3,
        apart={*naive.apart(), *range(-len(words), 0)},
    )
    total = sum(words.values())  # the numbers that keep words apart count as tokens there
    assert start.corpus_tokens == sum(len(cut(word)) * count for word, count in words.items())
    totals = reference.count_probe_tokens([word for word, _ in naive_probes], [where for _, where in naive_probes], 3)
    assert start.probe_tokens.tolist() == list(totals)
    assert column(steps, "parts") == [list(row.pair) for row in expected]
    assert column(steps, "counts") == [row.count for row in expected]
    assert column(steps, "tied") == [row.tied for row in expected]
    assert column(steps, "corpus_tokens") == [row.corpus_tokens - total for row in expected]
    assert column(steps, "choices") == [[list(pair) for pair in row.choices] for row in expected]
    found = [[pair for pair in row if pair[0] >= 0] for row in column(steps, "candidates")]
    assert found == [[list(pair) for pair, _ in row.candidates] for row in expected]
    lowered = np.zeros(3, np.int64)
    for batch in steps:
        np.add.at(lowered, batch.probe_languages, batch.probe_deltas)
    assert (start.probe_tokens - lowered).tolist() == list(expected[-1].probe_tokens if expected else totals)
    if len(expected) == options["max_steps"]:
        assert stopped.reason == "steps"
    return len(expected)


@pytest.mark.parametrize("seed", range(80))
def test_any_model_at_any_step_equals_the_naive_encoder(seed: int) -> None:
    # GIVEN a trained model and texts with characters it has never seen, standing apart
    chance = random.Random(seed)
    words = random_words(chance, LETTERS, 30)
    options = random_options(chance) | {"unknown": chance.choice([None, "[UNK]"])}
    if options["unknown"] is None:
        options["byte_fallback"] = True
    model = trained(words, **options)
    naive = NaiveAlphabet(
        covered(words, options["character_coverage"]),
        options["unknown"],
        options["byte_fallback"],
        options["end_of_word"],
    )
    merges = [(int(left), int(right)) for left, right in model.merges]
    texts = [
        "".join(chance.choices(LETTERS + "xß", k=chance.choice([1, 2, 7, 15, 17, 47, 49, 130, 200]))) for _ in range(15)
    ]
    gap = "?" * chance.randint(0, 2)
    data = padded((gap + gap.join(text + gap for text in texts)).encode())
    ends = np.cumsum([len((gap + text + gap).encode()) for text in texts]) - len(gap)
    starts = ends - [len(text.encode()) for text in texts]
    for step in {0, model.step_count, chance.randint(0, model.step_count)}:
        cut = model.at_step(step)
        expected = [encode(naive, text, merges[:step], model.base) for text in texts]
        encoded = [text.encode() for text in texts]
        assert [ids.tolist() for ids in cut.segment(encoded)] == [ids for ids, _ in expected]
        assert [cut.tokenize(word).tolist() for word in encoded] == [ids for ids, _ in expected]
        for _ in range(2):  # the second time from the cache
            tokens = cut.cut(data, starts, ends)
            assert tokens.ids.tolist() == [id for ids, _ in expected for id in ids]
            assert tokens.spans.tolist() == [
                [start + a, start + b] for start, (_, spans) in zip(starts, expected, strict=True) for a, b in spans
            ]


# -- against published runs --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "case", [case for case in EXAMPLES if case["kind"] == "char-bpe-training"], ids=lambda case: case["id"]
)
def test_worked_examples(case: dict) -> None:
    mark = case["end_of_word"]
    options = {"tie_rule": case["tie_break"], "min_frequency": case["min_count"], "end_of_word": mark}
    words = case["words"] | ({"m": 1} if case["id"] == "hug-pug" else {})  # m is taken as a base character there
    start, steps, _ = learn(counted(words), max_steps=case["merges"], **options)
    model = CharBPETrainer(**options).model(start, np.array(column(steps, "parts")))
    parts = [[model.vocabulary[id].decode() for id in pair] for pair in column(steps, "parts")]
    assert parts == [step["pair"] for step in case["steps"]]
    assert column(steps, "counts") == [step["count"] for step in case["steps"]]
    assert column(steps, "tied") == [step["tied"] for step in case["steps"]]
    for number, step in enumerate(case["steps"], start=1):
        for word, tokens in step["words"].items():
            assert pieces(model.at_step(number), word.removesuffix("</w>")) == tokens
    for word, tokens in case["encode"].items():
        assert pieces(model, word) == tokens


def test_an_unknown_character_of_the_worked_example_is_unknown() -> None:
    case = next(case for case in EXAMPLES if case["id"] == "low-lower-new")
    model = trained(case["words"], max_steps=4, min_frequency=1, unknown="[UNK]")
    assert pieces(model, "\u2603") == ["[UNK]", "</w>"]


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("first-seen", "es est est$ lo low ne new newest$ low$ wi"),
        ("lexicographic-largest", "t$ st$ est$ ow low west$ ne newest$ low$ wi"),
        ("lexicographic-smallest", "es est est$ lo low ew ewest$ newest$ low$ dest$"),
        ("smallest-ids", "es t$ est$ lo low ew new newest$ low$ dest$"),
        ("shortest", "es t$ est$ lo low ew new newest$ low$ id"),
    ],
)
def test_each_tie_rule_on_the_textbook_corpus(rule: str, expected: str) -> None:
    start, steps, _ = learn(counted(TEXTBOOK), max_steps=10, tie_rule=rule)
    model = CharBPETrainer().model(start, np.array(column(steps, "parts")))
    assert model.vocabulary[model.base :] == expected.replace("$", "</w>").encode().split()
    assert column(steps, "counts") == [9, 9, 9, 7, 7, 6, 6, 6, 5, 3]
    assert column(steps, "tied") == [3, 2, 1, 2, 1, 3, 2, 1, 1, 3]


def test_merges_equal_those_of_tokenizers_on_a_book() -> None:
    text = (ROOT / "resources/corpora/alice.txt").read_text(encoding="utf-8")
    library = tokenizers.Tokenizer(tokenizers.models.BPE())
    library.pre_tokenizer = tokenizers.pre_tokenizers.WhitespaceSplit()
    trainer = tokenizers.trainers.BpeTrainer(vocab_size=2000, min_frequency=2, show_progress=False)
    library.train_from_iterator([text], trainer)
    merges = json.loads(library.to_str())["model"]["merges"]
    start, steps, stopped = learn(counted(Counter(text.split())), vocab_size=2000, end_of_word=None)
    model = CharBPETrainer(end_of_word=None).model(start, np.array(column(steps, "parts")))
    assert [[model.vocabulary[id].decode() for id in pair] for pair in column(steps, "parts")] == merges
    assert (model.size, stopped.reason) == (2000, "vocab-size")


@pytest.mark.parametrize("coverage", [1.0, 0.99])
def test_characters_and_merges_equal_those_of_sentencepiece_on_a_book(coverage: float) -> None:
    # GIVEN its BPE, told to leave the text and the scripts alone
    lines = (ROOT / "resources/corpora/alice.txt").read_text(encoding="utf-8").splitlines()
    written = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter([line for line in lines if line.strip()]),
        model_writer=written,
        model_type="bpe",
        vocab_size=800,
        character_coverage=coverage,
        normalization_rule_name="identity",
        split_by_unicode_script=False,
        split_by_number=False,
        max_sentencepiece_length=500,
        num_threads=1,
        minloglevel=2,
    )
    library = sentencepiece.SentencePieceProcessor(model_proto=written.getvalue())
    theirs = [library.id_to_piece(id) for id in range(3, library.get_piece_size())]
    merged = [piece for piece in theirs if len(piece) > 1]
    # WHEN we learn by its tie rule from the same words
    options = {"tie_rule": "shortest", "end_of_word": None, "min_frequency": 1, "character_coverage": coverage}
    words = Counter("▁" + word for line in lines for word in line.split())
    model = trained(words, max_steps=len(merged), unknown="<unk>", **options)
    # THEN the characters, the merges and the cut of every word are the same
    vocabulary = [token.decode() for token in model.vocabulary]
    assert sorted(vocabulary[1 : model.base]) == sorted(set(theirs) - set(merged))
    assert vocabulary[model.base :] == merged
    known = [word for word in words if set(word) <= set(vocabulary)]
    assert [pieces(model, word) for word in known] == [library.encode(word[1:], out_type=str) for word in known]


# -- the alphabet ------------------------------------------------------------------------------------------------------


def test_the_mark_stands_among_the_characters_as_its_text_does() -> None:
    start, _, _ = learn(counted({"a=;<b": 2}))
    assert start.symbols == (b";", b"<", b"</w>", b"=", b"a", b"b")


def test_a_mark_that_is_a_character_of_the_corpus_is_refused() -> None:
    with pytest.raises(OptionError, match='The end-of-word mark "_" is a character of the corpus'):
        learn(counted({"a_b": 2}), end_of_word="_")


def test_a_share_that_some_characters_have_exactly_takes_no_more_of_them() -> None:
    # 0.55 * 100 and 0.07 * 100 are a little more than 55 and 7.
    assert covered_characters(counted({"a": 55, "b": 45}), 0.55) == ["a"]
    assert covered_characters(counted({"a": 7, **{chr(0x100 + n): 1 for n in range(93)}}), 0.07) == ["a"]


def test_coverage_leaves_out_the_rarest_characters() -> None:
    words = counted({"aaab": 10, "c": 3, "d": 2, "é": 3})
    assert covered_characters(words, 0.89) == ["a", "b", "c"]
    assert covered_characters(words) == ["a", "b", "c", "d", "é"]
    start, steps, stopped = learn(counted({"aXa": 10, "aa": 1}), character_coverage=0.6, end_of_word=None)
    # nothing merges across the character that has no symbol
    assert (start.symbols, column(steps, "counts"), stopped.reason) == ((b"a",), [], "min-frequency")
    assert start.corpus_tokens == 32


def test_a_character_without_a_symbol_is_refused_by_name() -> None:
    model = trained({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}, max_steps=1)
    for word, name in [("mug", '"m" (U+006D)'), ("😀", '"😀" (U+1F600)'), ("\n", "U+000A")]:
        for encode_word in (model.tokenize, lambda word: model.segment([word]), model.merge_steps):
            with pytest.raises(EncodeError) as refused:
                encode_word(word.encode())  # type: ignore[operator]
            assert str(refused.value).startswith(f"The character {name} is not in the vocabulary")
    assert model.segment_lengths(np.frombuffer(b"mug", np.uint8), np.array([0]), np.array([3])).tolist() == [3]


def test_unknown_characters_are_counted_one_by_one() -> None:
    model = trained({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}, max_steps=1, unknown="<unk>")
    data = padded("mug 😀".encode())
    cut = model.cut(data, np.array([0, 4]), np.array([3, 8]))
    assert [model.vocabulary[id] for id in cut.ids] == [b"<unk>", b"ug", b"</w>", b"<unk>", b"</w>"]
    assert cut.spans.tolist() == [[0, 1], [1, 3], [3, 3], [4, 8], [8, 8]]
    assert model.unknown == 0
    assert model.join(cut.ids.tolist(), b" ") == b"<unk>ug <unk>"


def test_bytes_stand_for_unknown_characters_and_come_back() -> None:
    model = trained({"a": 2}, byte_fallback=True, end_of_word=None)
    ids = model.tokenize("a\uae70a".encode()).tolist()
    assert [model.vocabulary[id] for id in ids] == [b"a", b"<0xEA>", b"<0xB9>", b"<0xB0>", b"a"]
    assert [model.join(ids[:n], b"") for n in range(1, 6)] == ["a\uae70a".encode()[:n] for n in range(1, 6)]
    assert model.base == 257
    assert model.identity_fields() == {"byte_fallback": True}


def test_a_typed_mark_is_text_and_the_mark_itself_is_none() -> None:
    words = Counter(["a</w>", "b", "x</w>y", "a", "b", "low", "lower"])
    model = trained(words, min_frequency=1)
    text = ["a</w>", "b"]
    ids = [id for word in text for id in model.tokenize(word.encode()).tolist()]
    assert model.join(ids, b" ") == b"a</w> b"
    typed = model.tokenize(b"</w>").tolist()
    assert model.join(typed, b" ") == b"</w>"
    assert len(model.at_step(0).tokenize(b"</w>")) == 5


def test_without_a_mark_nothing_says_where_words_end() -> None:
    model = trained(TEXTBOOK, end_of_word=None)
    ids = [id for word in ("low", "low") for id in model.tokenize(word.encode()).tolist()]
    assert model.join(ids, b" ") == b"lowlow"
    assert trained(TEXTBOOK).join([], b" ") == b""


@pytest.mark.parametrize(
    "fields",
    [
        ((b"ab",),),
        ((b"a", b"a"),),
        ((b"a",), None, False, "</w>"),
        ((b"a",), "<unk>"),
        ((b"<0x00>", b"a"), None, True),
        ((b"\xff",),),
    ],
)
def test_symbols_that_make_no_alphabet_are_refused(fields: tuple) -> None:
    with pytest.raises(ValueError, match=r"\.$|codec"):
        Alphabet(*fields)


@pytest.mark.parametrize("merges", [[[0, 2]], [[-1, 0]], [[0, 1], [3, 0]]])
def test_merges_of_what_is_not_there_yet_are_refused(merges: list) -> None:
    with pytest.raises(ValueError, match="not made before it"):
        CharBPE(Alphabet.of("ab"), np.array(merges))


# -- options and ends --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "reason", "count"),
    [
        ({"vocab_size": 14}, "vocab-size", 3),
        ({"vocab_size": 11}, "vocab-size", 0),
        ({"max_steps": 2}, "steps", 2),
        ({"min_frequency": 7}, "min-frequency", 5),
        ({"min_frequency": 1, "vocab_size": None}, "exhausted", 15),
    ],
)
def test_a_training_says_why_it_ended(options: dict, reason: str, count: int) -> None:
    _, steps, stopped = learn(counted(TEXTBOOK), **options)
    assert (stopped.reason, sum(len(batch) for batch in steps)) == (reason, count)


def test_a_vocabulary_too_small_for_its_base_symbols_is_refused_with_the_least() -> None:
    with pytest.raises(OptionError, match="11 base symbols and 2 special tokens need at least 13"):
        list(CharBPETrainer(vocab_size=12).steps(counted(TEXTBOOK), specials=2))


@pytest.mark.parametrize(
    "options",
    [
        {"vocab_size": 0},
        {"max_steps": -1},
        {"min_frequency": 0},
        {"tie_rule": "random"},
        {"end_of_word": ""},
        {"unknown": ""},
        {"unknown": "\ud800"},
        {"unknown": "</w>"},
        {"character_coverage": 0.0},
        {"character_coverage": 1.1},
        {"character_coverage": float("nan")},
    ],
)
def test_options_that_cannot_be_used_are_refused(options: dict) -> None:
    with pytest.raises(OptionError, match=r"\.$"):
        CharBPETrainer(**options)


@pytest.mark.parametrize("words", [{}, {"a": 0}, {"é": 3}])
def test_a_corpus_without_pairs_ends_at_once(words: dict) -> None:
    _, steps, stopped = learn(counted(words), end_of_word=None)
    assert (steps, stopped.reason) == ([], "exhausted")


def test_an_empty_alphabet_knows_nothing() -> None:
    model = CharBPE(Alphabet.of("", unknown="?"), np.empty((0, 2), np.int32))
    assert (model.tokenize(b"ab").tolist(), model.size, model.vocabulary[:]) == ([0, 0], 1, [b"?"])


# -- replay, steps, identity -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rule", ["smallest-ids", "first-seen"])
def test_replay_and_encoding_cut_words_alike(rule: str) -> None:
    text = (ROOT / "resources/corpora/alice.txt").read_text(encoding="utf-8")
    words = counted(Counter(text.split()))
    options = {"vocab_size": 1000, "tie_rule": rule, "character_coverage": 0.999, "unknown": "?!"}
    start, steps, _ = learn(words, record=False, **options)
    trainer = CharBPETrainer(**options)  # type: ignore[arg-type]
    model = trainer.model(start, np.array(column(steps, "parts")))
    for step in (0, 1, 300, model.step_count):
        replayed = trainer.replay(words, step)
        encoded = model.at_step(step).segment([words.word(index) for index in range(len(words))])
        assert [ids.tolist() for ids in replayed] == [ids.tolist() for ids in encoded]
        tokens = sum(len(ids) * int(count) for ids, count in zip(encoded, words.counts, strict=True))
        assert tokens == (start.corpus_tokens if step == 0 else column(steps, "corpus_tokens")[step - 1])


def test_counts_in_tenths_give_the_same_merges() -> None:
    plain = counted(TEXTBOOK)
    tenths = WordCounts(plain.data, plain.starts, plain.lengths, 10 * plain.counts, scale=10)
    assert column(learn(tenths, min_frequency=4)[1], "parts") == column(learn(plain, min_frequency=4)[1], "parts")


def test_merge_steps_tell_what_happens_in_order() -> None:
    model = trained(TEXTBOOK, max_steps=10, tie_rule="first-seen")
    steps = model.merge_steps(b"lowest")
    assert [model.vocabulary[step.id] for step in steps] == [b"es", b"est", b"est</w>", b"lo", b"low"]
    assert [step.rank for step in steps] == [0, 1, 2, 3, 4]


def test_what_decides_ids_is_named() -> None:
    model = trained(TEXTBOOK, max_steps=1, unknown="[UNK]")
    assert model.kind == "char-bpe"
    assert model.identity_fields() == {"merges": [[3, 9]], "end_of_word": "</w>", "unknown": "[UNK]"}
    assert model.at_step(0).identity_fields() == {"end_of_word": "</w>", "unknown": "[UNK]"}
    assert not model.vocabulary.byte_level
    with pytest.raises(IndexError, match="has 1 steps; there is no step 2"):
        model.at_step(2)
