"""Show what the same text costs in many languages: tokens and the premium over a reference language.

The parallel text is udhr (the Universal Declaration of Human Rights, 30 articles), a folder with one UTF-8 file a
language (a line is a unit), or a table with a column a language (.csv, .tsv, .jsonl, .parquet).  The codes of the
declaration's languages are listed by mergescope inspect --languages.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from engine.backends import AnyTokenizer
from engine.cells import Cell
from engine.commands import shared
from engine.commands.status import DONE
from engine.comparison import compare
from engine.comparison_tables import to_csv
from engine.parallel import ParallelText, load_parallel, udhr
from engine.round_trip import UNKNOWN_LIMIT
from engine.sweep import sweep

_LISTED = " Their codes: mergescope inspect --languages."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `mergescope compare`."""
    parser.epilog = "example: mergescope compare gpt2 o200k_base --languages eng,hin,mya --csv costs.csv"
    parser.add_argument("tokenizers", metavar="TOKENIZER", nargs="+", help="bundled names (inspect --list) or files")
    parser.add_argument("--parallel", metavar="udhr|FOLDER|FILE", default="udhr", help="the parallel text (udhr)")
    parser.add_argument(
        "--languages",
        metavar="all|everything|A,B,C",
        default="all",
        help="all aligned texts (the default), everything (incomplete ones too), or codes",
    )
    parser.add_argument("--reference", metavar="CODE", default="eng", help="the language premiums refer to (eng)")
    parser.add_argument(
        "--sweep",
        action="store_true",
        help="compare each tokenizer at many sizes, the powers of two (rounds of Unigram)",
    )
    parser.add_argument("--csv", metavar="FILE", type=Path, help="write the table to this file")
    parser.add_argument("--json", action="store_true", help="print the table as one JSON list")
    shared.add_pattern(parser, "how a file without a pattern cuts the text")


def run(options: argparse.Namespace) -> int:
    """Compare, then write and print."""
    if options.csv is not None:
        shared.check_writable(options.csv)
        shared.check_overwriting(options.csv, options.parallel, *options.tokenizers)
    tokenizers = shared.tokenizers_named(options.tokenizers, options.pattern)
    parallel = load_parallel(options.parallel)
    languages = _languages(parallel, options)
    make = sweep if options.sweep else compare
    cells: list[Cell] = list(shared.shown_progress(make(tokenizers, parallel, languages, options.reference)))
    shared.say(*_notes(options, tokenizers, cells))
    if options.csv is not None:
        _write(options.csv, to_csv(cells, parallel))
    if options.json:
        shared.print_json([cell.row() for cell in cells])
    elif options.csv is not None:
        rows = shared.counted(len(cells), "row")
        print(f"Wrote {rows} to {options.csv}: {_in_words(len(languages), len(tokenizers))}.")
    else:
        sys.stdout.write(_table(cells, len(languages)))
    return DONE


def _languages(parallel: ParallelText, options: argparse.Namespace) -> tuple[str, ...]:
    """The codes that are asked for; a language that is not there is asked for by an option."""
    listed = _LISTED if parallel is udhr() else ""
    with shared.usage(listed):
        languages = parallel.select(options.languages)
    with shared.usage(listed or " Name one with --reference."):
        parallel.units(options.reference)
    return languages


def _write(path: Path, table: str) -> None:
    from engine.formats.files import write_atomically

    write_atomically(path, table.encode())


def _notes(options: argparse.Namespace, tokenizers: Sequence[AnyTokenizer], cells: Sequence[Cell]) -> list[str]:
    """What a reader must know of the numbers."""
    alone = [tokenizer.name for tokenizer in tokenizers if options.sweep and not tokenizer.step_count]
    notes = [f"{name} has no steps to go back to, so it is compared at one size." for name in alone]
    doubtful = sum(1 for cell in cells if cell.doubt("premium"))
    if doubtful and (options.json or options.csv is not None):
        notes.append(
            f"{doubtful:,} of {len(cells):,} premiums mislead, as more than {UNKNOWN_LIMIT:.0%} of a text is unknown or letters "
            "are lost; see unknown_share and round_trip."
        )
    elif doubtful:
        notes.append(
            f"There is no premium where more than {UNKNOWN_LIMIT:.0%} of a text is unknown or letters are lost: it would mislead."
        )
    return notes


def _in_words(languages: int, tokenizers: int) -> str:
    return f"{shared.counted(languages, 'language')}, {shared.counted(tokenizers, 'tokenizer')}"


def _table(cells: Sequence[Cell], languages: int) -> str:
    """Languages in rows, tokenizers (or sizes of one) in columns: tokens, and the premium with its interval."""
    columns = [cells[start : start + languages] for start in range(0, len(cells), languages)]
    rows = [["language", "name", *(_title(column[0]) for column in columns)]]
    for row in zip(*columns, strict=True):
        language = row[0].language
        rows.append([language.code, language.name, *(_shown(cell) for cell in row)])
    widths = [max(len(row[n]) for row in rows) for n in range(len(rows[0]))]
    lines = ("  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip() for row in rows)
    return "\n".join(lines) + "\n"


def _title(cell: Cell) -> str:
    return cell.tokenizer if cell.vocab_size is None else f"{cell.tokenizer} {cell.vocab_size:,}"


def _shown(cell: Cell) -> str:
    if cell.doubt("premium"):
        share = cell.value("unknown_share") or 0.0
        return f"{cell.tokens:8,}  {f'{share:.0%} unknown' if share > UNKNOWN_LIMIT else 'no premium'}"
    premium = f" {cell.premium:6.3f}" if cell.premium is not None else ""
    interval = (
        f" [{cell.interval.low:.3f}, {cell.interval.high:.3f}]" if cell.interval and cell.vocab_size is None else ""
    )
    return f"{cell.tokens:8,}{premium}{interval}"
