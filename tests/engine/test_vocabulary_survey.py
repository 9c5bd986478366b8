"""Every token of a vocabulary: kinds, scripts, counts, reach, search, trees and other vocabularies, each against plain loops."""

import unicodedata
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from engine.algorithms import ALGORITHMS
from engine.algorithms.bpe import BPE
from engine.corpus import Corpus, Source
from engine.counting import count_words
from engine.errors import OptionError
from engine.formats import load, save
from engine.history import TrainingHistory
from engine.model import WordCounts
from engine.normalizers import sequence_of
from engine.patterns import PATTERNS
from engine.pre_tokenizers import PreTokenizer
from engine.presets import load_preset
from engine.recipe import IdLayout, Recipe
from engine.tokenizer import PipelineTokenizer
from engine.training import new_history, train
from engine.unicode import script_names
from engine.vocabularies import vocabulary_search
from engine.vocabularies.library_reach import unreachable_tokens
from engine.vocabularies.token_forest import MergeForest, TokenTree, forest_of
from engine.vocabularies.unreachable import unreachable
from engine.vocabularies.vocabulary_compare import overlap, variants, with_variants
from engine.vocabularies.vocabulary_search import Columns, Query, find_tokens
from engine.vocabularies.vocabulary_survey import KINDS, cut_alone, said_vocabulary, survey, token_counts
from engine.vocabulary import Vocabulary
from tests.references import bpe_encode

PRESETS = ("gpt2", "cl100k_base", "o200k_base")
TEXT = "the theatre of the three thieves, 12 of them; Thérèse was there. मनुष्यों को\n" * 30


def learned(name: str, size: int = 320) -> TrainingHistory:
    row = ALGORITHMS[name]
    values = {"vocab_size": 90 if name == "wordpiece" else size, "unknown": "[UNK]"}
    trainer = row.trainer(
        **{field: value for field, value in values.items() if field in row.trainer.__dataclass_fields__}
    )
    special = ("<end>",) if name == "byte-bpe" else ()
    recipe = Recipe(trainer, PreTokenizer(PATTERNS[row.pattern]), special, "top", sequence_of(row.normalizers))
    history = new_history(recipe)
    for event in train(Corpus((Source("text", text=TEXT),)), recipe):
        history.append(event)
    return history


# -- kinds and scripts -------------------------------------------------------------------------------------------------


def plain_kind(token: bytes) -> str:
    """What a token holds, read character by character."""
    try:
        text = token.decode()
    except UnicodeDecodeError:
        return "part"
    if text and all(character.isspace() for character in text):
        return "white space"
    rest = text.removeprefix(" ")
    categories = {unicodedata.category(character)[0] for character in rest}
    if rest and categories <= {"L", "M"}:
        return "word start" if text[0] == " " else "letters"
    if categories == {"N"}:
        return "number"
    blanks = any(character.isspace() for character in rest)
    return "punctuation" if not categories & {"L", "M", "N"} and not blanks else "mixed"


@pytest.mark.parametrize("name", PRESETS)
def test_kinds_of_published_vocabularies(name: str) -> None:
    tokenizer = load_preset(name)
    found = survey(tokenizer)
    special, holes = set(tokenizer.special.values()), tokenizer.vocabulary.holes
    # Python's own Unicode may be older: what it does not know is left to the engine's table.
    for id in range(0, len(found), 7):
        token = tokenizer.vocabulary[id]
        known = all(unicodedata.category(character) != "Cn" for character in token.decode("utf-8", "replace"))
        if id not in special and id not in holes and known and not set(token) & set(b"\x1c\x1d\x1e\x1f"):
            assert KINDS[found.kinds[id]] == plain_kind(token), token
            assert found.characters[id] == (len(token.decode()) if plain_kind(token) != "part" else 0)
    assert {int(id) for id in np.flatnonzero(found.kinds == KINDS.index("special"))} == special
    assert {int(id) for id in np.flatnonzero(found.kinds == KINDS.index("hole"))} == set(holes)
    assert found.lengths.tolist() == [len(token) for token in tokenizer.vocabulary]


def test_damaged_sequences_are_parts() -> None:
    tokens = [
        b"\xe0\xa4",
        b"\xa4",
        b"\xc0\x80",
        b"\xed\xa0\x80",
        b"\xf4\x90\x80\x80",
        b"\xe0\xa4\xa8\xa4",
        b"\xf8a",
        b"",
    ]
    whole = ["न".encode(), b"\xf4\x8f\xbf\xbf", "é".encode()]
    merges = BPE("raw", np.empty((0, 2), np.int32), extra=[*tokens[:-1], *whole])
    found = survey(PipelineTokenizer("t", PreTokenizer(PATTERNS["none"]), merges, IdLayout()))
    kinds = [KINDS[kind] for kind in found.kinds[256:]]
    assert kinds[: len(tokens) - 1] == ["part"] * (len(tokens) - 1)
    assert "part" not in kinds[len(tokens) - 1 :]
    assert [script_names()[script] for script in found.scripts[256 + len(tokens) - 1 :]] == [
        "Devanagari",
        "Unknown",
        "Latin",
    ]


def test_scripts_are_counted_and_marks_are_none() -> None:
    counts = survey(load_preset("o200k_base")).script_counts()
    assert list(counts)[:2] == ["Latin", "Cyrillic"]
    assert counts["Devanagari"] > 3_000
    assert not {"Common", "Inherited", "Unknown"} & set(counts)


def test_what_tokens_say_without_their_marks() -> None:
    said = said_vocabulary(learned("wordpiece").tokenizer_at(39))
    the = said.id_of(b" the")
    assert the is not None
    assert survey(learned("wordpiece").tokenizer_at(39)).lengths[the] == 3
    assert not [token for token in said if token.startswith(b"##")]
    words = said_vocabulary(learned("char-bpe").tokenizer_at(20))
    assert not [token for token in words if token.endswith(b"</w>") and token != b"</w>"]


# -- counts in a corpus ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ALGORITHMS)
def test_counts_are_those_of_encoding_the_text(name: str) -> None:
    history = learned(name)
    for step in {0, len(history) // 2, len(history)}:
        tokenizer = history.tokenizer_at(step) if step or name != "unigram" else history.tokenizer_at(1)
        assert history.words is not None
        counts = token_counts(tokenizer, history.words)
        expected = Counter(id for line in TEXT.splitlines(keepends=True) for id in tokenizer.encode(line).ids.tolist())
        if tokenizer.pre_tokenizer.drops_whitespace or "metaspace" in tokenizer.normalizer.names:
            expected = Counter(tokenizer.encode(TEXT).ids.tolist())
        assert {int(id): counts[id] for id in np.flatnonzero(counts)} == dict(expected)


def test_a_corpus_counted_for_another_tokenizer() -> None:
    tokenizer = load_preset("gpt2")
    corpus = Corpus((Source("text", text=TEXT, weight_tenths=25),))
    events = count_words(corpus, tokenizer.normalizer, tokenizer.pre_tokenizer)
    words = next(event for event in events if isinstance(event, WordCounts))
    expected = Counter(tokenizer.encode(TEXT).ids.tolist())
    assert {id: count / 2.5 for id, count in enumerate(token_counts(tokenizer, words)) if count} == dict(expected)


# -- reach -------------------------------------------------------------------------------------------------------------


def test_unreachable_tokens_equal_a_brute_force_check_of_every_entry() -> None:
    random = np.random.default_rng(5)
    lost = 0
    for _ in range(60):
        merges: list[tuple[int, int]] = []
        made: dict[bytes, int] = {bytes([byte]): byte for byte in range(256)}
        tokens = [bytes([byte]) for byte in range(256)]
        while len(merges) < 25:
            pair = tuple(int(id) for id in random.choice([97, 98, *range(256, len(tokens))], 2))
            token = tokens[pair[0]] + tokens[pair[1]]
            if token not in made and len(token) < 12:
                made[token] = len(tokens)
                tokens.append(token)
                merges.append((pair[0], pair[1]))
        model = BPE("raw", np.array(merges, np.int32))
        tokenizer = PipelineTokenizer("t", PreTokenizer(PATTERNS["none"]), model, IdLayout())
        byte_ids = {byte: byte for byte in range(256)}
        products = list(range(256, len(tokens)))
        brute = [id for id in products if bpe_encode.encode(tokens[id], byte_ids, merges, products) != [id]]
        assert unreachable(tokenizer) == brute
        lost += len(brute)
    assert lost > 50


@pytest.mark.parametrize("name", PRESETS)
def test_published_merges_reach_all_of_their_tokens(name: str) -> None:
    tokenizer = load_preset(name)
    assert unreachable_tokens(tokenizer) == []
    found = survey(tokenizer)
    apart = set(np.flatnonzero(cut_alone(tokenizer, found)).tolist())
    asked = {id for id in range(len(found)) if KINDS[found.kinds[id]] not in ("special", "hole", "part")}
    for id in [*sorted(apart), *sorted(asked - apart)[::97]]:
        text = tokenizer.vocabulary[id].decode()
        assert (tokenizer.encode(text).ids.tolist() != [id]) == (id in apart), text
    assert len(apart) == {"gpt2": 0, "cl100k_base": 0, "o200k_base": 12}[name]


# -- search ------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def columns() -> Columns:
    tokenizer = load_preset("gpt2")
    return Columns(
        tokenizer.vocabulary, survey(tokenizer), steps=np.arange(50257), marked={"odd": np.arange(50257) % 2 == 1}
    )


@pytest.mark.parametrize("text", ["ou", " the", "é", "aa", "\n", "strawberr"])
def test_search_by_text(columns: Columns, text: str) -> None:
    expected = [id for id, token in enumerate(columns.vocabulary) if text.encode() in token]
    assert find_tokens(columns, Query(text)).tolist() == expected


def test_other_searches(columns: Columns) -> None:
    vocabulary = columns.vocabulary
    glyphs = [id for id in range(len(vocabulary)) if "Ġou" in vocabulary.glyphs(id)]
    assert find_tokens(columns, Query("Ġou", "glyphs")).tolist() == glyphs
    parts = [id for id, token in enumerate(vocabulary) if b"\xe0\xa4" in token]
    assert find_tokens(columns, Query("E0 a4", "bytes")).tolist() == parts
    assert find_tokens(columns, Query("300-303", "id")).tolist() == [300, 301, 302, 303]
    assert find_tokens(columns, Query("1,000", "id")).tolist() == [1000]
    assert find_tokens(columns, Query("^ou.$", "expression")).tolist() == [
        id for id, token in enumerate(vocabulary) if token[:2] == b"ou" and len(token.decode("utf-8", "replace")) == 3
    ]
    assert find_tokens(columns, Query(marked="odd"))[:3].tolist() == [1, 3, 5]
    assert find_tokens(columns, Query(ids=(7, 5))).tolist() == [5, 7]
    lengths = [len(vocabulary[id]) for id in find_tokens(columns, Query(least=5, most=6)).tolist()]
    assert set(lengths) == {5, 6}
    assert len(lengths) == sum(1 for token in vocabulary if len(token) in (5, 6))
    greek = find_tokens(columns, Query(script="Greek"))
    assert b"\xce" in vocabulary[int(greek[0])]
    assert len(find_tokens(columns, Query(kind="special"))) == 1


@pytest.mark.parametrize(
    ("query", "words"),
    [
        (Query("E0 A", "bytes"), "not bytes in hex"),
        (Query("ten", "id"), "not an id"),
        (Query("(", "expression"), "not a regular expression"),
        (Query("^(-|--|---)*[^-]$", "expression"), "takes more than"),
    ],
)
def test_searches_that_cannot_be_understood(
    columns: Columns, query: Query, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vocabulary_search, "PATIENCE", 0.3)
    with pytest.raises(OptionError, match=words):
        find_tokens(columns, query)


def test_an_expression_is_searched_in_slices_that_can_be_ended_between(columns: Columns) -> None:
    query = Query("^ ou.$", "expression", sort="length")
    slices = list(vocabulary_search.search(columns, query))
    assert slices[:-1] == [None] * (len(slices) - 1)
    assert len(slices) > 500
    assert slices[-1] is not None
    assert slices[-1].tolist() == find_tokens(columns, query).tolist()


def test_an_expression_that_hangs_in_one_token_is_refused_there(
    columns: Columns, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vocabulary_search, "LONGEST", 0.05)
    slices = vocabulary_search.search(columns, Query("^(-|--|---)*[^-]$", "expression"))
    with pytest.raises(OptionError, match=r"takes more than 0\.05 s on one token"):
        list(slices)


def test_order(columns: Columns) -> None:
    by_length = find_tokens(columns, Query(sort="length", descending=True)).tolist()
    assert by_length == sorted(range(50257), key=lambda id: (-len(columns.vocabulary[id]), id))
    by_token = find_tokens(columns, Query("zz", sort="token")).tolist()
    assert [columns.vocabulary[id] for id in by_token] == sorted(columns.vocabulary[id] for id in by_token)
    assert find_tokens(columns, Query("ou", descending=True))[0] > 50_000
    scripts = [script_names()[columns.survey.scripts[id]] for id in find_tokens(columns, Query(sort="script")).tolist()]
    assert scripts == sorted(scripts)


# -- trees -------------------------------------------------------------------------------------------------------------


def tokens_under(vocabulary: Vocabulary, tree: TokenTree) -> bytes:
    return b"".join(tokens_under(vocabulary, child) for child in tree.children) or vocabulary[tree.id]


@pytest.mark.parametrize("name", ["gpt2", "cl100k_base"])
def test_trees_of_published_vocabularies_spell_their_tokens(name: str) -> None:
    tokenizer = load_preset(name)
    forest = forest_of(tokenizer)
    assert forest is not None
    for id in range(0, len(tokenizer.vocabulary), 501):
        tree = forest.tree(id)
        assert tokens_under(tokenizer.vocabulary, tree) == tokenizer.vocabulary[id]
        assert all(child.step < tree.step for child in tree.children)


def test_who_is_built_from_a_token() -> None:
    forest = MergeForest.of_merges(7, np.array([[0, 1], [2, 0], [3, 1], [0, 0]]), np.array([2, 3, 4, 5]))
    assert forest.made_of(2).tolist() == [3]
    assert forest.all_made_of(2).tolist() == [3, 4]
    assert forest.all_made_of(0).tolist() == [2, 3, 4, 5]
    assert forest.tree(6) == TokenTree(6, 0)
    assert (forest.tree(4).leaves, forest.tree(4).depth) == (4, 3)


def test_a_run_has_its_forest_at_every_step() -> None:
    history = learned("byte-bpe")
    tokenizer = history.tokenizer_at(20)
    forest = forest_of(tokenizer)
    assert forest is not None
    row = history.row(20)  # type: ignore[attr-defined]
    assert forest.tree(row.id).step == 20
    assert tuple(child.id for child in forest.tree(row.id).children) == row.ids
    assert forest_of(history.tokenizer_at(0)) is None


@pytest.mark.parametrize("opened", [False, True])
def test_wordpiece_has_its_forest_while_it_is_learned_and_from_our_file(tmp_path: Path, opened: bool) -> None:
    history = learned("wordpiece")
    tokenizer = history.tokenizer_at(len(history))
    if opened:
        save(tokenizer, tmp_path / "t.mergescope")
        tokenizer = load(tmp_path / "t.mergescope")
    forest = forest_of(tokenizer)
    assert forest is not None
    assert int(forest.steps.max()) == len(history)
    assert forest_of(history.tokenizer_at(0)) is None
    last = forest.tree(int(np.argmax(forest.steps)))
    assert tokenizer.vocabulary[last.id].replace(b"##", b"") == b"".join(
        tokenizer.vocabulary[child.id].replace(b"##", b"") for child in last.children
    )


# -- other vocabularies ------------------------------------------------------------------------------------------------


def test_overlap_with_a_plain_set() -> None:
    ours, theirs = (said_vocabulary(load_preset(name)) for name in ("gpt2", "cl100k_base"))
    found = overlap(ours, theirs)
    special = set(ours.special.values()), set(theirs.special.values())
    one = {token for id, token in enumerate(ours) if id not in special[0]}
    two = {token for id, token in enumerate(theirs) if id not in special[1] and id not in theirs.holes}
    assert len(found.shared) == len(one & two)
    assert {ours[int(id)] for id in found.only_here} == one - two
    assert {theirs[int(id)] for id in found.only_there} == two - one
    assert all(ours[int(a)] == theirs[int(b)] for a, b in found.shared[::199])
    assert 0 < len(found.moved) < len(found.shared)


def test_tokens_that_are_one_word_in_other_forms() -> None:
    said = load_preset("gpt2").vocabulary
    found = survey(load_preset("gpt2"))
    words = [id for id in range(50257) if KINDS[found.kinds[id]] in ("letters", "word start")]
    forms = Counter(said[id].decode().removeprefix(" ").casefold() for id in words)
    expected = {id for id in words if forms[said[id].decode().removeprefix(" ").casefold()] > 1}
    assert set(np.flatnonzero(with_variants(said, np.array(words))).tolist()) == expected
    assert len(expected) > 10_000


def test_variants_of_a_word() -> None:
    said = load_preset("gpt2").vocabulary
    forms = {variant.text: variant.id for variant in variants(said, said.id_of(b" Alice") or 0)}
    assert forms == {
        text: said.id_of(text.encode()) for text in ("alice", "Alice", "ALICE", " alice", " Alice", " ALICE")
    }
    assert variants(said, 220) == []
    assert variants(said, said.id_of(b"\xe0\xa4") or 0) == []
