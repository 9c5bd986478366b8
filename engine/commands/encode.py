"""Turn a text into the ids of a tokenizer.  Nothing is added to the text and nothing removed from it.

Without FILE, or with -, the text is read from standard input.  Special tokens are text unless they are allowed.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from engine.alignment import offsets_of
from engine.backends import AnyTokenizer
from engine.commands import shared
from engine.commands.status import AT_FAULT, DONE, UsageError
from engine.encoding import Encoding
from engine.suggestions import did_you_mean
from engine.token_runs import check_special
from engine.tokenizer import PipelineTokenizer


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `mergescope encode`."""
    parser.epilog = "example: mergescope encode cl100k_base notes.txt --json"
    parser.add_argument("tokenizer", metavar="TOKENIZER", help="a bundled name (inspect --list) or a file")
    parser.add_argument("file", metavar="FILE", nargs="?", default="-", help="a text file; - is standard input")
    output = parser.add_mutually_exclusive_group()
    output.add_argument("--ids", action="store_true", help="print the ids, separated by blanks (the default)")
    output.add_argument("--json", action="store_true", help="print ids, tokens and their places as one JSON object")
    parser.add_argument(
        "--allow-special",
        metavar="all|TOKEN",
        type=shared.text,
        action="append",
        default=[],
        help="special tokens to recognize; repeatable",
    )
    parser.add_argument("--at-step", metavar="K", type=shared.count, help="the tokenizer as it was after K steps")
    parser.add_argument("--bytes", action="store_true", help="take the input as bytes, whatever they are")
    parser.add_argument(
        "--encoding", metavar="NAME", type=shared.encoding, default="utf-8", help="of the input (utf-8)"
    )
    parser.add_argument(
        "--budget", metavar="N", type=shared.count, help="exit with 1 when there are more tokens than N"
    )
    shared.add_pattern(parser, "how a file without a pattern cuts the text")


def run(options: argparse.Namespace) -> int:
    """Encode and print."""
    if options.bytes and options.allow_special:
        raise UsageError("With --bytes the input is taken as it is, so --allow-special has no use beside it")
    tokenizer = shared.tokenizer_named(options.tokenizer, options.pattern)
    if options.at_step is not None:
        tokenizer = at_step(tokenizer, options.at_step)
    row = _encode_bytes(tokenizer, options) if options.bytes else _encode_text(tokenizer, options)
    if options.json:
        shared.print_json(row)
    else:
        print(*row["ids"])
    if options.budget is not None and len(row["ids"]) > options.budget:
        tokens = shared.counted(len(row["ids"]), "token")
        shared.say(f"The text has {tokens}, {len(row['ids']) - options.budget:,} over the budget.")
        return AT_FAULT
    return DONE


def at_step(tokenizer: AnyTokenizer, step: int) -> AnyTokenizer:
    """The tokenizer after that many steps."""
    last = tokenizer.step_count
    if not last and step:
        raise UsageError(f"{tokenizer.name} has no steps to go back to, so --at-step can only be 0")
    if step > last:
        steps = shared.counted(last, "step")
        raise UsageError(f"{tokenizer.name} has {steps}; --at-step goes from 0 to {last:,}, not to {step:,}")
    return tokenizer.at_step(step)


def _encode_text(tokenizer: AnyTokenizer, options: argparse.Namespace) -> dict[str, Any]:
    text = shared.read_text(options.file, options.encoding)
    allowed = frozenset(tokenizer.special) if "all" in options.allow_special else frozenset(options.allow_special)
    missing = sorted(allowed - set(tokenizer.special))
    with shared.usage(did_you_mean(missing[0], tokenizer.special) if missing else ""):
        check_special(tokenizer.name, tokenizer.special, allowed)
    encoding = tokenizer.encode(text, allowed_special=allowed)
    if encoding.replaced:
        shared.say(f"{shared.counted(encoding.replaced, 'lone surrogate')} became U+FFFD.")
    return _row(tokenizer, encoding) if options.json else {"ids": encoding.ids.tolist()}


def _row(tokenizer: AnyTokenizer, encoding: Encoding) -> dict[str, Any]:
    """All that is known of the encoding: places in characters (code points) and in bytes."""
    ids = encoding.ids.tolist()
    places = zip(ids, encoding.tokens, encoding.character_spans.tolist(), encoding.byte_spans.tolist(), strict=True)
    return {
        "ids": ids,
        "tokens": [_token(*place) for place in places],
        "characters": len(encoding.text),
        "bytes": len(encoding.data),
        "dropped": encoding.dropped.tolist(),
        "round_trip": tokenizer.decode(ids, "replace") == encoding.text,
    }


def _token(id: int, token: bytes, characters: Sequence[int], places: Sequence[int]) -> dict[str, Any]:
    (start, end), (first, last) = characters, places
    return {"id": id, "bytes": token.hex(), "start": start, "end": end, "byte_start": first, "byte_end": last}


def _encode_bytes(tokenizer: AnyTokenizer, options: argparse.Namespace) -> dict[str, Any]:
    """The same for bytes that need not be a text: characters count U+FFFD for what is none."""
    if not isinstance(tokenizer, PipelineTokenizer) or tokenizer.kind != "byte-bpe":
        raise UsageError(f"{tokenizer.name} is not byte-level, so --bytes cannot be encoded with it")
    data = shared.read_bytes(options.file)
    ids = tokenizer.encode_bytes(data).tolist()
    if not options.json:
        return {"ids": ids}
    if not tokenizer.is_lossless:
        raise UsageError(f"{tokenizer.name} changes its text, so --json cannot tell the places of raw --bytes")
    tokens = [tokenizer.decode_bytes([id]) for id in ids]
    places = list(pairwise(offsets_of(np.array([len(token) for token in tokens], np.int64)).tolist()))
    character = _characters_before(data)
    characters = [(character[start], character[end - 1] + 1) for start, end in places]
    return {
        "ids": ids,
        "tokens": [_token(*row) for row in zip(ids, tokens, characters, places, strict=True)],
        "characters": len(data.decode("utf-8", "replace")),
        "bytes": len(data),
        "dropped": [],
        "round_trip": b"".join(tokens) == data,
    }


def _characters_before(data: bytes) -> list[int]:
    """Which character of the text with U+FFFD each byte belongs to."""
    numbers: list[int] = []
    rest, offset = data, 0
    while rest:
        try:
            good, bad = rest.decode(), 0
        except UnicodeDecodeError as error:
            good, bad = rest[: error.start].decode(), error.end - error.start
        for character in good:
            numbers += [offset] * len(character.encode())
            offset += 1
        numbers += [offset] * bad
        offset += bad > 0
        rest = rest[len(good.encode()) + bad :]
    return numbers
