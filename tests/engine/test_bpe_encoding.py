"""The compiled encoder equals the naive one: any model, any step, any length."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.algorithms.bpe import BPE, BYTE_ORDERS, ByteOrder
from engine.formats.assembly import with_whole_tokens
from engine.kernels import bpe_encode, bpe_merge
from engine.kernels.bpe_vocabulary import recover_merges
from engine.model import padded
from engine.vocabulary import GPT2_BYTE_ORDER
from tests.references import bpe_encode as naive

LETTERS = b"ab \xc3"


def random_merges(chance: random.Random, count: int) -> list[tuple[int, int]]:
    """Merges of a few letters; each pair once, each part made before."""
    made = list(LETTERS)
    pairs: list[tuple[int, int]] = []
    while len(pairs) < count:
        pair = (chance.choice(made), chance.choice(made))
        if pair not in pairs:
            pairs.append(pair)
            made.append(255 + len(pairs))
    return pairs


def random_word(chance: random.Random) -> bytes:
    length = chance.choice((1, 2, 3, 7, 8, 9, 15, 16, 17, 40, 48, 49, 70, 128, 129, 200))
    return bytes(chance.choice(LETTERS) for _ in range(length))


@pytest.fixture(autouse=True)
def cached(monkeypatch):
    """However few pre-tokens there are."""
    monkeypatch.setattr("engine.algorithms.merge_model._FEW", 0)


@pytest.mark.parametrize("seed", range(60))
def test_any_model_at_any_step_equals_the_naive_encoder(seed):
    chance = random.Random(seed)
    merges = random_merges(chance, chance.randrange(40))
    model = BPE("raw", np.array(merges, np.int32).reshape(-1, 2))
    words = [random_word(chance) for _ in range(40)]
    byte_ids = {byte: byte for byte in range(256)}
    for step in {0, len(merges), chance.randint(0, len(merges)), chance.randint(0, len(merges))}:
        cut = model.at_step(step)
        expected = [naive.encode(word, byte_ids, merges[:step], range(256, 256 + step)) for word in words]
        assert [ids.tolist() for ids in cut.segment(words)] == expected
        assert [cut.tokenize(word).tolist() for word in words] == expected
        ends = np.cumsum([len(word) for word in words])
        for _ in range(2):  # the second time from the cache
            assert cut.encode_ends(padded(b"".join(words)), ends).tolist() == [id for ids in expected for id in ids]
        for word, ids in zip(words, expected, strict=True):
            assert b"".join(cut.vocabulary[id] for id in ids) == word
        # and where the pre-tokens stand apart, each token lies over its own bytes
        data = b"?".join(words)
        starts = ends - [len(word) for word in words] + np.arange(len(words))
        tokens = cut.cut(padded(data), starts, ends + np.arange(len(words)))
        assert tokens.ids.tolist() == [id for ids in expected for id in ids]
        assert [data[a:b] for a, b in tokens.spans.tolist()] == [cut.vocabulary[id] for id in tokens.ids]
        assert set(starts.tolist()) <= set(tokens.spans[:, 0].tolist())


@pytest.mark.parametrize("seed", range(20))
def test_few_pre_tokens_need_no_cache_and_give_the_same(seed, monkeypatch):
    chance = random.Random(seed)
    merges = np.array(random_merges(chance, 30), np.int32)
    words = [random_word(chance) for _ in range(40)]
    data, ends = padded(b"?" + b"".join(words)), 1 + np.cumsum([len(word) for word in words])
    starts = np.array([1, *ends[:-1]])
    cached = BPE("raw", merges)
    monkeypatch.setattr("engine.algorithms.merge_model._FEW", len(words))
    for step in (0, 17, 30):
        model = BPE("raw", merges).at_step(step)
        at_step = cached.at_step(step)
        assert model.encode_ends(data, ends, 1).tolist() == [id for ids in at_step.segment(words) for id in ids]
        tokens = model.cut(data, starts, ends)
        assert not model._tables._idle
        monkeypatch.setattr("engine.algorithms.merge_model._FEW", 0)
        assert at_step.encode_ends(data, ends, 1).tolist() == tokens.ids.tolist()
        assert at_step.cut(data, starts, ends).spans.tolist() == tokens.spans.tolist()
        assert cached._tables._idle
        monkeypatch.setattr("engine.algorithms.merge_model._FEW", len(words))


def test_where_whole_pre_tokens_count_few_go_through_the_cache_too(monkeypatch):
    monkeypatch.setattr("engine.algorithms.merge_model._FEW", 100)
    model = with_whole_tokens(BPE("raw", np.array([(97, 98)], np.int32), extra=[b"bca"]))
    assert model.tokenize(b"bca").tolist() == [257]
    assert model.at_step(0).tokenize(b"bca").tolist() == [98, 99, 97]


def test_a_model_is_prepared_once_its_large_tables_are_there(monkeypatch):
    monkeypatch.setattr("engine.algorithms.merge_model._QUICKLY_PREPARED", 1)
    assert BPE("raw", np.array([(97, 98)], np.int32)).is_prepared
    large = BPE("raw", np.array([(97, 98), (256, 97)], np.int32))
    assert not large.is_prepared
    assert not large.at_step(1).is_prepared
    large.tokenize(b"aba")
    assert not large.is_prepared  # whoever shows tokens needs their bytes as well
    large.text_of(257)
    assert large.at_step(1).is_prepared


def test_several_pairs_may_make_the_same_token():
    # GIVEN a + bc and ab + c both making abc, as files converted from ranks have it
    a, b, c = b"abc"
    merges = [(b, c), (a, b), (a, 256), (257, c)]
    model = BPE("raw", np.array(merges, np.int32), products=np.array([256, 257, 258, 258]))
    # THEN there are three tokens more than bytes, and each step has those made by then
    assert [model.at_step(step).size for step in range(5)] == [256, 257, 258, 259, 259]
    assert model.vocabulary[256:] == [b"bc", b"ab", b"abc"]
    assert model.tokenize(b"abcab").tolist() == [258, 257]


def test_tokens_that_only_a_whole_pre_token_gives():
    # GIVEN :. and .: as merges, and .:.:, to which they do not lead
    dot, colon = b".:"
    plain = BPE("raw", np.array([(colon, dot), (dot, colon)], np.int32), extra=[b".:.:", b"x" * 150])
    model = with_whole_tokens(plain)
    # THEN the pre-token itself is one token, inside a longer one it is not, and a model cut to a step has none
    assert plain.tokenize(b".:.:").tolist() == [dot, 256, colon]
    assert model.whole == (258, 259)
    assert model.tokenize(b".:.:").tolist() == [258]
    assert model.tokenize(b"x.:.:").tolist() == [ord("x"), dot, 256, colon]
    assert model.tokenize(b"x" * 150).tolist() == [259]
    assert model.at_step(1).tokenize(b".:.:").tolist() == [dot, 256, colon]
    assert model.at_step(1).size == 257


def test_merge_steps_tell_what_happens_in_order():
    model = BPE("raw", np.array([(104, 117), (256, 103)], np.int32))
    steps = model.merge_steps(b"hughu")
    assert [(step.rank, step.id, step.position) for step in steps] == [(0, 256, 0), (0, 256, 2), (1, 257, 0)]


def test_a_large_vocabulary_beyond_packed_ids():
    # GIVEN more tokens than a cache row can hold as numbers: all pairs of bytes, then xyz = xy + z where x < y
    left, right = np.divmod(np.arange(1 << 16), 256)
    rising = np.flatnonzero(left < right)[:4096]
    threes = np.stack([np.repeat(rising + 256, 256), np.tile(np.arange(256), len(rising))], axis=1)
    model = BPE("raw", np.concatenate([np.stack([left, right], axis=1), threes]))
    last = model.size - 1
    assert last > 1 << 20
    # THEN its ids come out whole, from the merges and from the cache
    for _ in range(2):
        assert model.tokenize(model.vocabulary[last]).tolist() == [last]


def test_a_million_equal_letters_take_a_moment():
    model = BPE("raw", np.array([(97, 97), (256, 256), (257, 257)], np.int32))
    assert model.tokenize(b"a" * 1_000_000).tolist() == [258] * 125_000


def test_two_users_of_one_model_do_not_disturb_each_other():
    # GIVEN that the first call's cache is taken when the second call comes, as it is while another thread encodes
    model = BPE("raw", np.array([(104, 117)], np.int32))
    model.tokenize(b"hug")
    taken = model._tables._idle.pop()
    assert model.tokenize(b"hug").tolist() == [256, 103]
    model._tables._idle.append(taken)
    assert model.tokenize(b"hug").tolist() == [256, 103]


def test_a_full_cache_starts_again():
    # GIVEN more long pre-tokens than the cache has room for
    model = BPE("raw", np.array([(97, 98)], np.int32))
    words = random.Random(5).randbytes(100 * 90_000).replace(b"ab", b"xx")
    ends = np.arange(100, len(words) + 1, 100)
    for _ in range(2):
        assert (
            model.encode_ends(padded(words), ends).tobytes()
            == np.frombuffer(words, np.uint8).astype(np.int32).tobytes()
        )


@pytest.mark.parametrize("order", ["raw", "gpt2"])
def test_bytes_are_numbered_as_said(order: ByteOrder):
    model = BPE(order, np.empty((0, 2), np.int32))
    assert model.tokenize(bytes(range(256))).tolist() == np.argsort(BYTE_ORDERS[order]).tolist()
    assert bytes(b"".join(model.vocabulary)) == bytes(BYTE_ORDERS[order])
    assert GPT2_BYTE_ORDER[0] == 0x21


def test_bytes_are_joined_without_anything_between():
    model = BPE("raw", np.array([(104, 117)], np.int32))
    assert (model.kind, model.base, model.unknown, model.size) == ("byte-bpe", 256, None, 257)
    assert model.join([256, 32, 103], b"-") == b"hu g"
    assert model.identity_fields() == {"merges": [[104, 117]]}
    assert model.at_step(0).identity_fields() == {"merges": []}


def test_a_block_of_pre_tokens_at_a_time_gives_the_same(monkeypatch):
    model = BPE("raw", np.array([(97, 98), (256, 97)], np.int32))
    ends = np.cumsum(random.Random(3).choices(range(1, 9), k=500))
    data = padded((b"abacab" * 800)[: ends[-1]])
    starts = np.concatenate([[0], ends[:-1]])
    whole = model.cut(data, starts, ends)
    monkeypatch.setattr("engine.kernels.bpe_encode._BLOCK", 7)
    again = model.cut(data, starts, ends)
    assert again.ids.tolist() == whole.ids.tolist() == model.encode_ends(data, ends).tolist()
    assert again.spans.tolist() == whole.spans.tolist()


def test_the_cache_keeps_steps_apart_however_many_there_are():
    merges, products = np.array([(97, 98), (256, 256)], np.int32), np.array([256, 257])
    tables = bpe_merge.byte_tables(np.arange(256), merges, products)
    cache = bpe_encode.Cache.empty()
    word = b"abab" * 4
    for step, token, times in ((1 + (1 << 24), 257, 4), (1, 256, 8)):
        ids = bpe_encode.encode(padded(word), 0, np.array([len(word)]), tables, cache, step, False)
        assert ids.tolist() == [token] * times


def test_a_step_that_is_not_there_is_refused():
    with pytest.raises(IndexError, match="has 1 steps; there is no step 2"):
        BPE("raw", np.array([(104, 117)], np.int32)).at_step(2)


@settings(max_examples=60, deadline=None)
@given(st.sets(st.binary(min_size=2, max_size=6), max_size=40), st.randoms())
def test_merges_are_recovered_from_any_ranks(tokens, chance):
    listed = sorted(tokens)
    chance.shuffle(listed)
    ranked = [bytes([byte]) for byte in range(256)] + listed
    lengths = np.array([len(token) for token in ranked], np.int64)
    data = np.frombuffer(b"".join(ranked), np.uint8)
    parts = recover_merges(data, np.concatenate([[0], np.cumsum(lengths)]))
    expected = naive.merges_behind({token: rank for rank, token in enumerate(ranked)})
    found = {rank: (ranked[a], ranked[b]) for rank, (a, b) in enumerate(parts.tolist()) if a >= 0}
    assert found == expected
