"""Encoding and splitting on one thread, so by CPU seconds: ours against `tiktoken` and `regex`."""

from __future__ import annotations

from collections.abc import Iterator
from operator import methodcaller
from typing import Any

import regex

from tests.benchmarks.corpus import Corpora
from tests.benchmarks.measuring import Row, interleaved, is_installed, missing_row, ratio_row

_MUST_ENCODE = {"gpt2": (4, 8), "cl100k_base": (4, 8), "o200k_base": (2.5, 4)}
_MUST_SPLIT = {"gpt2": (60, 80), "cl100k": (25, 60), "o200k": (25, 60)}
_DOCUMENT = 1 << 18
_end = methodcaller("end")


def encoding(corpora: Corpora, rounds: int) -> Iterator[Row]:
    """20 MB in documents of 256 kB, nothing remembered from the run before; ids and spans against ids alone."""
    if not is_installed("tiktoken"):
        for name, (must, aim) in _MUST_ENCODE.items():
            yield missing_row(f"encode {name}, cold, against tiktoken", "tiktoken", f"{must}x", f"{aim}x")
        return
    import tiktoken

    from engine.presets import PRESETS, encoding_file, load_preset
    from engine.tokenizer import PipelineTokenizer

    documents = _documents(corpora.path(20).read_text(encoding="utf-8"))
    for name, (must, aim) in _MUST_ENCODE.items():
        model = load_preset(name)
        ranks = _ranks(encoding_file(f"{name}.tiktoken"))
        expression = model.pre_tokenizer.expression
        theirs = tiktoken.Encoding(
            name, pat_str=expression or "", mergeable_ranks=ranks, special_tokens=dict(PRESETS[name].special)
        )
        for document in documents[:: max(1, len(documents) // 8)]:
            assert model.encode(document).ids.tolist() == theirs.encode_ordinary(document)

        def ours(model: PipelineTokenizer = model) -> None:
            model.model._tables._idle.clear()  # the caches of pre-tokens that were seen
            for document in documents:
                model.encode(document)

        def tiktokens(theirs: Any = theirs) -> None:
            for document in documents:
                theirs.encode_ordinary(document)

        best = interleaved({"ours": ours, "theirs": tiktokens}, rounds)
        yield ratio_row(f"encode {name}, cold, against tiktoken", best["ours"], best["theirs"], must, aim, by_cpu=True)


def splitting(corpora: Corpora, rounds: int) -> Iterator[Row]:
    """A quarter of 20 MB, taken from all parts of it: where every pre-token ends."""
    from engine.model import padded
    from engine.patterns import PATTERNS
    from engine.pre_tokenizers import PreTokenizer

    text = "".join(_documents(corpora.path(20).read_text(encoding="utf-8"))[::4])
    data = text.encode()
    array = padded(data)
    for name, (must, aim) in _MUST_SPLIT.items():
        cutting = PreTokenizer(PATTERNS[name])
        expression = regex.compile(cutting.pattern.expression or "")
        assert len(cutting.pieces(array, len(data))[1]) == sum(1 for _ in expression.finditer(text))

        def theirs(expression: regex.Pattern[str] = expression) -> None:
            list(map(_end, expression.finditer(text)))

        best = interleaved({"ours": lambda c=cutting: c.pieces(array, len(data)), "theirs": theirs}, rounds)
        yield ratio_row(f"split {name}, against regex", best["ours"], best["theirs"], must, aim, by_cpu=True)


def _documents(text: str) -> list[str]:
    return [text[at : at + _DOCUMENT] for at in range(0, len(text), _DOCUMENT)]


def _ranks(file: bytes) -> dict[bytes, int]:
    from base64 import b64decode

    return {b64decode(token): int(rank) for token, rank in (line.split() for line in file.splitlines() if line)}
