"""Describe a tokenizer (size, pattern, special tokens, identity, where it comes from), or list those with a name."""

from __future__ import annotations

import argparse
from typing import Any

from engine.commands import shared
from engine.commands.status import DONE, UsageError
from engine.tokenizer import PipelineTokenizer


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `mergescope inspect`."""
    parser.add_argument("tokenizer", metavar="TOKENIZER", nargs="?", help="a bundled name or a file")
    parser.add_argument("--list", action="store_true", help="list the tokenizers and texts that have a name")
    parser.add_argument("--json", action="store_true", help="print it as one JSON object")
    shared.add_pattern(parser, "how a file without a pattern cuts the text")


def run(options: argparse.Namespace) -> int:
    """Describe and print."""
    if options.list == (options.tokenizer is not None):
        raise UsageError("Name one TOKENIZER, or give --list")
    if options.list:
        _print_list(options.json)
        return DONE
    facts = describe(shared.tokenizer_named(options.tokenizer, options.pattern))
    if options.json:
        shared.print_json(facts)
    else:
        _print_facts(facts)
    return DONE


def describe(tokenizer: PipelineTokenizer) -> dict[str, Any]:
    """What there is to know about a tokenizer."""
    return {
        "name": tokenizer.name,
        "kind": "byte-bpe",
        "size": len(tokenizer.vocabulary) - len(tokenizer.vocabulary.holes),
        "id_limit": len(tokenizer.vocabulary),
        "steps": tokenizer.step_count,
        "pattern": tokenizer.pattern.expression,
        "pattern_name": tokenizer.pattern.name,
        "specials": tokenizer.special,
        "identity": tokenizer.identity,
        "provenance": dict(tokenizer.provenance),
        "unreachable": unreachable(tokenizer),
    }


def unreachable(tokenizer: PipelineTokenizer) -> list[int]:
    """Ids that encoding can never give: even the token's own bytes, as one pre-token, come out as other tokens.

    A token whose bytes the pattern always cuts apart is not found here.
    """
    model = tokenizer.model
    first = 256
    tokens = model.vocabulary[first:]
    found = model.segment(tokens)
    lost = [first + n for n, ids in enumerate(found) if len(ids) != 1]
    return [int(id) for id in tokenizer.public_ids(lost)] if lost else []  # type: ignore[arg-type]


def _print_list(as_json: bool) -> None:
    from engine.corpus import SAMPLES
    from engine.presets import PRESETS

    names = {"tokenizers": list(PRESETS), "samples": list(SAMPLES), "parallel": ["udhr"]}
    if as_json:
        shared.print_json(names)
        return
    for kind, entries in names.items():
        print(f"{kind}:", *entries)


def _print_facts(facts: dict[str, Any]) -> None:
    shown = {
        "kind": facts["kind"],
        "size": f"{facts['size']:,} entries, {facts['steps']:,} merges",
        "pattern": facts["pattern_name"]
        + (f"  {facts['pattern']}" if facts["pattern"] != facts["pattern_name"] else ""),
        "special tokens": ", ".join(f"{text} {id}" for text, id in facts["specials"].items()) or "none",
        "unreachable": f"{len(facts['unreachable']):,} tokens" if facts["unreachable"] else "none",
        "identity": facts["identity"],
        **{f"  {key}": _in_words(value) for key, value in facts["provenance"].items() if key != "identity"},
    }
    print(facts["name"])
    for name, value in shown.items():
        print(f"  {name:16}{value}")


def _in_words(value: object) -> str:
    """A value of the provenance as one line: "vocab_size 1000, min_frequency 2"."""
    if isinstance(value, dict):
        return ", ".join(f"{key} {part}" for key, part in value.items() if part is not None)
    return str(value)
