"""Save a tokenizer in another format; what that format cannot hold is refused with the reason."""

from __future__ import annotations

import argparse
from pathlib import Path

from engine.commands import shared
from engine.commands.status import DONE


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `mergescope convert`."""
    parser.epilog = "example: mergescope convert gpt2 gpt2.json"
    from engine.formats import FORMATS

    parser.add_argument("tokenizer", metavar="TOKENIZER", help="a bundled name (inspect --list) or a file")
    parser.add_argument("out", metavar="OUT", type=Path, help="the file to write; its suffix says the format")
    parser.add_argument("--format", choices=list(FORMATS), help="the format, where the suffix does not say it")
    shared.add_pattern(parser, "how a file without a pattern cuts the text")


def run(options: argparse.Namespace) -> int:
    """Open and save."""
    from engine.formats import save

    format = shared.output_format(options.out, options.format)
    shared.check_overwriting(options.out, options.tokenizer)
    shared.check_writable(options.out, format)
    tokenizer = shared.tokenizer_named(options.tokenizer, options.pattern)
    save(tokenizer, options.out, format)
    print(
        f"Wrote {options.out} ({format}): {tokenizer.vocabulary.entries:,} entries, identity {tokenizer.identity[:12]}."
    )
    return DONE
