"""Vocabularies of the packages of the extra `presets`: the ids that their publishers' tokenizers give, on every language."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest
import splintr

from engine.parallel import udhr
from engine.presets import available, load_preset
from engine.tokenizer import PipelineTokenizer

SANITY = "Hello, world! नमस्ते 你好"
PUBLISHED = {
    "llama2": "15043 29892 3186 29991 29871 30424 30485 30489 30296 30475 30569 29871 30919 31076",
    "llama3": "9906 11 1917 0 100282 88344 79468 100365 35470 118195 53901",
    "mistral-v1": "22557 28725 1526 28808 28705 29540 29672 29671 29300 29708 29586 28705 29383 29530",
    "mistral-v2": "23325 29493 2294 29576 29473 30308 30440 30439 30068 30476 30354 29473 30151 30298",
    "tekken": "22177 1044 4304 1033 4148 3525 22475 1803 1032 124108",
    "gemma2": "4521 235269 2134 235341 7578 235579 45884 235483 30485 235607",
    "gemma3": "9259 236764 1902 236888 173040 43758 237389",
    "gemma4": "9259 236764 1902 236888 173040 43758 237389",
    "qwen2": "9707 11 1879 0 14925 101 87244 78368 30484 97 34370 220 108386",
    "qwen3.5": "9419 11 1814 0 149518 84237 150104 153348 220 109266",
    "deepseek-v3": "19923 14 2058 3 23597 12524 70223 6011 223 30594",
    "glm-4": "9703 11 1879 0 14913 101 86522 77740 30366 97 34200 101726 98384",
    "kimi-k2": "19180 11 2695 0 27842 14915 72819 7614 220 33845",
    "phi-4": "9906 11 1917 0 15272 101 88344 79468 31584 97 35470 220 57668 53901",
    "olmo-2": "9906 11 1917 0 15272 101 88344 79468 31584 97 35470 220 57668 53901",
    "whisper": "15947 11 1002 0 8485 101 48521 45938 27099 36158 21981 10930 2131",
    "bert-base-uncased": "7592 1010 2088 999 1327 29867 29874 29859 100 100",
}
INDEPENDENT = {
    "llama3": "llama3", "qwen2": "qwen2", "deepseek-v3": "deepseek_v3", "whisper": "whisper", "cl100k_base": "cl100k_base",
    "o200k_base": "o200k_base", "gemma3": "gemma3", "llama2": "llama2",
}  # fmt: skip
"""Ours, and the name of the same vocabulary in another library."""


@cache
def another_library(name: str) -> Callable[[str], list[int]]:
    return splintr.Tokenizer.from_pretrained(name).encode_ordinary


def test_every_package_was_found():
    assert set(PUBLISHED) <= set(available())


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_published_ids(name):
    encoding = load_preset(name).encode(SANITY)
    assert encoding.ids.tolist() == [int(id) for id in PUBLISHED[name].split()]
    spans = encoding.byte_spans
    assert (spans[0].tolist(), int(spans[-1, 1])) == ([0, 5], len(SANITY.encode()))
    if name != "bert-base-uncased":
        assert load_preset(name).decode(encoding.ids.tolist()) == SANITY
        assert not len(encoding.dropped)


@pytest.mark.parametrize("name", INDEPENDENT)
def test_ids_of_every_aligned_text_are_another_librarys(name):
    declaration, theirs = udhr(), another_library(INDEPENDENT[name])
    ours = load_preset(name)
    codes = [code for code, language in declaration.languages.items() if language.aligned]
    assert len(codes) == 471
    for code in codes:
        units = declaration.units(code)[::5]
        counts = ours.count(units)
        assert counts.ids.tolist() == [id for unit in units for id in theirs(unit)], code
        assert counts.round_trip.all(), code


def test_what_a_library_puts_around_a_text_is_left_out():
    encoding = load_preset("modernbert").encode(SANITY)
    assert b"".join(encoding.tokens).decode() == SANITY
    assert encoding.byte_spans[0].tolist() == [0, 5]


def test_merges_of_published_vocabularies_can_be_taken_back():
    qwen = load_preset("qwen2")
    assert isinstance(qwen, PipelineTokenizer)
    assert len(qwen.at_step(0).encode("hello")) == 5
    llama = load_preset("llama3")
    assert len(llama.at_step(0).encode("hello")) == 5
    assert len(llama.at_step(10_000).encode("hello world")) > len(llama.encode("hello world"))
