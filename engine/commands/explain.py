"""Tell how a text comes to its tokens: for each pre-token the merges in order (BPE), what was looked up (WordPiece), or
the likeliest ways through the lattice (Unigram).
"""

from __future__ import annotations

import argparse

from engine.commands import shared
from engine.commands.encode import at_step
from engine.commands.status import DONE
from engine.explain import Explanation, explain, explainer, explanation_fields
from engine.formats.vocab_text import readable
from engine.tokenizer import PipelineTokenizer
from engine.vocabulary import Vocabulary


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `mergescope explain`."""
    parser.epilog = 'example: mergescope explain gpt2 "unhappily"'
    parser.add_argument("tokenizer", metavar="TOKENIZER", help="a bundled name (inspect --list) or a file")
    parser.add_argument("text", metavar="TEXT", type=shared.text, help="what is to be explained")
    parser.add_argument("--at-step", metavar="K", type=shared.count, help="the tokenizer as it was after K steps")
    parser.add_argument("--json", action="store_true", help="print a list with one object for each pre-token")
    shared.add_pattern(parser, "how a file without a pattern cuts the text")


def run(options: argparse.Namespace) -> int:
    """Explain and print."""
    tokenizer = shared.tokenizer_named(options.tokenizer, options.pattern)
    if options.at_step is not None:
        tokenizer = at_step(tokenizer, options.at_step)
    explanations = explain(tokenizer, options.text)
    tokenizer = explainer(tokenizer)
    if options.json:
        shared.print_json([explanation_fields(tokenizer, explanation) for explanation in explanations])
        return DONE
    for explanation in explanations:
        print("\n".join(_lines(tokenizer, explanation)))
    return DONE


def _lines(tokenizer: PipelineTokenizer, explanation: Explanation) -> list[str]:
    """One pre-token, to read."""
    fields = explanation_fields(tokenizer, explanation)
    vocabulary = tokenizer.vocabulary
    lines = [f"{fields['pre_token']!r}: {_row(vocabulary, fields['tokens'])}"]
    for merge in fields.get("merges", ()):
        left, right, made = (_seen(vocabulary, merge[part]["id"]) for part in ("left", "right", "token"))
        lines.append(f"  merge {merge['rank'] + 1:,}: {left} + {right} = {made}")
    wrong = fields.get("left_to_right")
    if wrong is not None and wrong["goes_wrong_at"] is not None:
        lines.append(f"  from left to right, without ranks, it would be {_row(vocabulary, wrong['tokens'])}")
    for tried in fields.get("tries", ()):
        lines.append(f"  {tried['text']}: {'found' if tried['found'] else 'not in the vocabulary'}")
    if fields.get("tries") and not fields["tries"][-1]["found"]:
        lines.append(f"  nothing begins here, so all of {fields['pre_token']} is unknown")
    for way in fields.get("ways", ()):
        lines.append(f"  {way['score']:.4f}  {' | '.join(edge['token'] for edge in way['tokens'])}")
    return lines


def _row(vocabulary: Vocabulary, tokens: list[dict[str, int]]) -> str:
    return " ".join(f"{_seen(vocabulary, token['id'])} ({token['id']})" for token in tokens)


def _seen(vocabulary: Vocabulary, id: int) -> str:
    """A token to read: its text, with marks for blanks and for bytes that are no whole character."""
    return "␣".join(readable(part) for part in vocabulary[id].split(b" "))
