"""Describe a tokenizer (size, pattern, special tokens, identity, where it comes from), or list what has a name:
tokenizers and texts (--list), or the languages of the Universal Declaration with their codes (--languages).
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from typing import Any

from engine.commands import shared
from engine.commands.description import describe
from engine.commands.status import DONE, UsageError

_SPECIALS_SHOWN = 12


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `mergescope inspect`."""
    parser.epilog = "example: mergescope inspect o200k_base"
    parser.add_argument("tokenizer", metavar="TOKENIZER", nargs="?", help="a bundled name or a file")
    parser.add_argument("--list", action="store_true", help="list the tokenizers and texts that have a name")
    parser.add_argument(
        "--languages",
        metavar="WORD",
        nargs="?",
        const="",
        type=shared.text,
        help="list the declaration's languages with their codes; with a WORD those whose code, name or tag it is in",
    )
    parser.add_argument("--json", action="store_true", help="print it as one JSON object")
    shared.add_pattern(parser, "how a file without a pattern cuts the text")


def run(options: argparse.Namespace) -> int:
    """Describe and print."""
    if options.list + (options.languages is not None) + (options.tokenizer is not None) != 1:
        raise UsageError("Name one TOKENIZER, or give --list or --languages")
    if options.list:
        _print_list(options.json)
    elif options.languages is not None:
        _print_languages(options.languages, options.json)
    else:
        facts = describe(shared.tokenizer_named(options.tokenizer, options.pattern))
        if options.json:
            shared.print_json(facts)
        else:
            _print_facts(facts)
    return DONE


# Lists ----------------------------------------------------------------------------------------------------------------


def _print_list(as_json: bool) -> None:
    from engine.corpus import SAMPLES
    from engine.parallel import udhr
    from engine.preset_table import FOUND
    from engine.presets import available, origin_of

    names = list(available())
    if as_json:
        shared.print_json({"tokenizers": names, "samples": list(SAMPLES), "parallel": ["udhr"]})
        return
    _print_table(["tokenizer", "found in"], [[name, origin_of(name)] for name in names])
    absent = [name for name in FOUND if name not in names]
    if absent:
        print("\nnot on this computer (inspect NAME says what brings it):", *absent)
    print("\nsamples:", *SAMPLES)
    print("parallel: udhr,", f"{len(udhr().languages)} languages; inspect --languages lists their codes")


def _print_languages(word: str, as_json: bool) -> None:
    from engine.languages import find_languages, language_hint
    from engine.parallel import udhr

    languages = udhr().languages
    found = find_languages(languages, word)
    if not found:
        raise UsageError(f"No language of the declaration is called {word}.{language_hint(languages, word)}")
    rows = [
        {"code": row.code, "name": row.name, "autonym": row.autonym, "tag": row.tag, "script": row.script, "aligned": row.aligned}
        for row in found
    ]  # fmt: skip
    if as_json:
        shared.print_json(rows)
        return
    _print_table(
        ["code", "tag", "script", "name"],
        [[row.code, row.tag, row.script, row.name + ("" if row.aligned else "  (incomplete)")] for row in found],
    )


def _print_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    widths = [max(len(row[column]) for row in [header, *rows]) for column in range(len(header))]
    for row in [header, *rows]:
        print("  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip())


# A tokenizer ----------------------------------------------------------------------------------------------------------


def _print_facts(facts: Mapping[str, Any]) -> None:
    print(facts["name"])
    shown = _shown(facts)
    width = max(len(name) for name in shown)
    for name, value in shown.items():
        print(f"  {name:{width}}  {value}")


def _shown(facts: Mapping[str, Any]) -> dict[str, str]:
    """The facts in words, without what is empty."""
    lost = facts["unreachable"]
    options = {name.replace("_", " "): facts[name] for name in _OPTIONAL if facts.get(name) not in _USUAL}
    shown = {
        "kind": facts["kind"],
        "size": f"{facts['size']:,} entries" + (f", {facts['steps']:,} steps" if facts["steps"] else ""),
        "pattern": _pattern(facts),
        **{name: _in_words(value) for name, value in options.items()},
        **{name: str(value) for name, value in facts.get("details", {}).items()},
        "special tokens": _special_tokens(facts["specials"]),
        "unreachable": "not known" if lost is None else f"{len(lost):,} tokens" if lost else "none",
        "identity": facts["identity"],
    }
    return shown | {f"  {key}": _in_words(value) for key, value in facts["provenance"].items() if key != "identity"}


_USUAL: tuple[object, ...] = (None, False, [], {}, "as-pattern")
_OPTIONAL = ("digits", "normalizers", "roles", "end_of_word", "continuation", "limit", "byte_fallback", "unknown")


def _pattern(facts: Mapping[str, Any]) -> str:
    name, expression = facts["pattern_name"], facts["pattern"]
    return "  ".join(dict.fromkeys(part for part in (name, expression) if part)) or "none"


def _special_tokens(special: Mapping[str, int]) -> str:
    shown = [f"{text} {id}" for text, id in list(special.items())[:_SPECIALS_SHOWN]]
    more = len(special) - len(shown)
    return ", ".join(shown) + (f" and {more:,} more" if more else "") or "none"


def _in_words(value: object) -> str:
    """A value as one line: "vocab_size 1000, min_frequency 2"."""
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {part}" for key, part in value.items() if part is not None)
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return "yes" if value is True else str(value)
