"""Describe a tokenizer (size, pattern, special tokens, identity, where it comes from, what its tables cost a model), show
tables of its tokens and of what it cuts how, or list what has a name: tokenizers and texts (--list), or the languages of
the Universal Declaration with their codes (--languages).
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from typing import Any

from engine.commands import shared
from engine.commands.description import describe
from engine.commands.inspect_views import add_view_arguments, table_of, view_of
from engine.commands.status import DONE, UsageError
from engine.errors import OptionError
from engine.value_table import Table

_SPECIALS_SHOWN = 12


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `mergescope inspect`."""
    parser.epilog = "example: mergescope inspect o200k_base"
    parser.add_argument("tokenizers", metavar="TOKENIZER", nargs="*", help="a bundled name or a file")
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
    parser.add_argument("--width", metavar="D", type=shared.count, help="d_model: how large the embedding is")
    parser.add_argument("--untied", action="store_true", help="with --width: the output has a table of its own")
    parser.add_argument("--parameters", metavar="N", type=_number, help="with --width: those of the whole model (124M)")
    add_view_arguments(parser)
    shared.add_pattern(parser, "how a file without a pattern cuts the text")


def _number(text: str) -> int:
    """124000000 or 124M, for argparse."""
    from engine.tradeoffs import number_of

    try:
        return number_of(text)
    except OptionError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def run(options: argparse.Namespace) -> int:
    """Describe and print."""
    if options.list + (options.languages is not None) + bool(options.tokenizers) != 1:
        raise UsageError("Name one TOKENIZER, or give --list or --languages")
    view = view_of(options)
    if (options.untied or options.parameters) and not options.width:
        raise UsageError("--untied and --parameters go with --width")
    if view is not None:
        _write_table(table_of(view, options), options)
    elif options.list:
        _print_list(options.json)
    elif options.languages is not None:
        _print_languages(options.languages, options.json)
    else:
        tokenizer = shared.tokenizer_named(options.tokenizers[0], options.pattern)
        facts = describe(tokenizer) | _costs(len(tokenizer.vocabulary), options)
        if options.json:
            shared.print_json(facts)
        else:
            _print_facts(facts)
    return DONE


def _write_table(table: Table, options: argparse.Namespace) -> None:
    """As CSV into a file, as JSON, or in columns."""
    from engine.formats.files import write_atomically

    if options.csv is not None:
        read = [*options.tokenizers, *(options.corpus or ()), *filter(None, (options.code, options.against))]
        shared.check_overwriting(options.csv, *read)
        write_atomically(options.csv, table.csv().encode())
        print(f"Wrote {len(table.rows):,} rows to {options.csv}.")
    elif options.json:
        shared.print_json(table.dicts())
    else:
        _print_table(table.columns, [[_cell(value) for value in row] for row in table.rows])


def _cell(value: object) -> str:
    """A value on one line: a line feed as \\n."""
    text = "" if value is None else str(value)
    return "".join(character if character.isprintable() else repr(character)[1:-1] for character in text)


# Lists ----------------------------------------------------------------------------------------------------------------


def _print_list(as_json: bool) -> None:
    from engine.corpus import SAMPLES
    from engine.parallel import udhr
    from engine.presets import available, origin_of
    from engine.published.preset_table import FOUND

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


def _costs(entries: int, options: argparse.Namespace) -> dict[str, Any]:
    """Parameters of the tables for a model of that width; nothing without one."""
    if not options.width:
        return {}
    from engine.tradeoffs import model_cost

    cost = model_cost(entries, options.width, tied=not options.untied)
    share = {"share": round(cost.share(options.parameters), 6)} if options.parameters else {}
    return {"embedding": cost.embedding, "output": cost.output, **share}


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
        "size": ", ".join(_size(facts)),
        "pattern": _pattern(facts),
        **{name: _in_words(value) for name, value in options.items()},
        **{name: str(value) for name, value in facts.get("details", {}).items()},
        "special tokens": _special_tokens(facts["specials"]),
        "unreachable": "not known" if lost is None else shared.counted(len(lost), "token") if lost else "none",
        **{name: f"{facts[name]:,} parameters" for name in ("embedding", "output") if facts.get(name)},
        **({"share": f"{facts['share']:.2%} of the model"} if "share" in facts else {}),
        "identity": facts["identity"],
    }
    return shown | {f"  {key}": _in_words(value) for key, value in facts["provenance"].items() if key != "identity"}


def _size(facts: Mapping[str, Any]) -> list[str]:
    steps = [shared.counted(facts["steps"], "step")] if facts["steps"] else []
    return [shared.counted(facts["size"], "entry", "entries"), *steps]


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
