"""The flags of `train` that say what is learned, and the recipe they make.

Options belong to trainers: a flag whose field the chosen trainer does not have is refused, never passed over.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any

from engine.algorithms import ALGORITHMS, Algorithm
from engine.algorithms.bpe import BYTE_ORDERS
from engine.commands import shared
from engine.commands.status import UsageError
from engine.errors import OptionError
from engine.normalizers import NORMALIZERS, sequence_of
from engine.patterns import PATTERNS
from engine.pre_tokenizers import DIGIT_RULES, PreTokenizer
from engine.recipe import CONVENTIONS, LAYOUTS, Convention, Recipe
from engine.tie_rules import RULE_NAMES

DEFAULT_SIZE = 32_000
_ROLES = ("bos", "eos", "pad")
"""Roles of special tokens that have a flag of their own; that of the unknown token comes with --unk."""


@dataclass(frozen=True, slots=True)
class _Flag:
    """An option of trainers: the field it sets, and how the command line spells and reads it."""

    field: str
    flag: str
    help: str
    read: Callable[[str], Any] | None = None
    metavar: str | None = None
    choices: tuple[str, ...] | None = None


def _mark(text: str) -> str | None:
    """An end-of-word mark; "none" for none."""
    return None if text == "none" else shared.text(text)


_FLAGS = (
    _Flag("vocab_size", "--vocab-size", f"entries in the end ({DEFAULT_SIZE})", shared.whole, "N"),
    _Flag("max_steps", "--steps", "merges, words or rounds at most", shared.count, "N"),
    _Flag("min_frequency", "--min-frequency", "what is rarer is left alone (2); 1 takes all", shared.whole, "N"),
    _Flag("tie_rule", "--tie-rule", "which of equally frequent pairs wins (smallest-ids)", choices=tuple(RULE_NAMES)),
    _Flag("byte_order", "--byte-order", "ids of the bytes: by value, or as in GPT-2 (raw)", choices=tuple(BYTE_ORDERS)),
    _Flag("score", "--score", "what WordPiece goes by (likelihood)", choices=("likelihood", "count")),
    _Flag("end_of_word", "--end-of-word", "the mark of character BPE (</w>), or none", _mark, "MARK"),
    _Flag(
        "character_coverage", "--character-coverage", "share of the characters that get a token (1.0)", shared.real, "X"
    ),
    _Flag("byte_fallback", "--byte-fallback", "write characters without a token as bytes"),
    _Flag("unknown", "--unk", "the token for what is unknown", shared.text, "TOKEN"),
    _Flag("seed_size", "--seed-size", "pieces that Unigram starts from (1000000)", shared.count, "N"),
    _Flag("shrinking", "--shrinking", "share of the pieces that a round of Unigram keeps (0.75)", shared.real, "X"),
    _Flag("seeds", "--seeds", "which pieces Unigram starts from (all)", choices=("followers", "all")),
)


def add_recipe_options(parser: argparse.ArgumentParser) -> None:
    """All flags that say what is learned."""
    group = parser.add_argument_group("what is learned")
    group.add_argument("--algorithm", choices=list(ALGORITHMS), default=None, help="how (byte-bpe)")
    for flag in _FLAGS:
        if flag.read is None and flag.choices is None:
            group.add_argument(flag.flag, dest=flag.field, action="store_true", default=None, help=flag.help)
            continue
        group.add_argument(
            flag.flag,
            dest=flag.field,
            type=flag.read or str,
            metavar=flag.metavar,
            choices=flag.choices,
            help=flag.help,
            default=argparse.SUPPRESS,
        )
    group.add_argument("--like", choices=list(CONVENTIONS), help="do all that as this library does; flags win over it")
    _add_pipeline(parser.add_argument_group("what happens to text first"))
    _add_specials(parser.add_argument_group("special tokens"))


def _add_pipeline(group: argparse._ArgumentGroup) -> None:
    shared.add_pattern(group, "how text is cut before anything is learned (by algorithm)")
    group.add_argument("--digits", choices=list(DIGIT_RULES), help="how runs of digits are cut (as-pattern)")
    group.add_argument(
        "--normalizer",
        choices=list(NORMALIZERS),
        action="append",
        help="what is made of text first; repeatable, in order",
    )
    group.add_argument("--keep-whitespace", action="store_true", help="metaspace keeps every blank")
    group.add_argument(
        "--whitespace-only-pieces", action="store_true", help="runs of blanks are pre-tokens of their own"
    )


def _add_specials(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--special", metavar="TOKEN", type=_special, action="append", default=[], help="a special token; repeatable"
    )
    group.add_argument("--specials", choices=list(LAYOUTS), help="where the ids of special tokens stand (top)")
    for role in _ROLES:
        group.add_argument(
            f"--{role}",
            metavar="TOKEN",
            type=_special,
            help=f"the special token that is {role} in tokenizer_config.json",
        )


def _special(argument: str) -> str:
    """A special token, for argparse."""
    text = shared.text(argument)
    if not text:
        raise argparse.ArgumentTypeError("a special token must not be empty")
    return text


# -- the recipe of the flags -------------------------------------------------------------------------------------------


def recipe_of(options: argparse.Namespace) -> tuple[Recipe, dict[str, str]]:
    """The recipe of the flags, and which special token has which role.

    A flag wins over the convention of `--like`, that over the defaults of the algorithm.
    """
    like = CONVENTIONS.get(options.like)
    options.algorithm = options.algorithm or (like.algorithm if like else None) or "byte-bpe"
    algorithm = ALGORITHMS[options.algorithm]
    given = {flag.field: getattr(options, flag.field) for flag in _FLAGS if _is_given(options, flag.field)}
    roles = {role: getattr(options, role) for role in _ROLES if getattr(options, role)}
    own = _own_fields(algorithm)
    if "unknown" in given and "unknown" not in own:  # a byte-level tokenizer writes all: the role alone is meant
        roles["unk"] = given.pop("unknown")
    _refuse_foreign(algorithm, given, own)
    values = _trainer_values(algorithm, like, given, own, whitespace_only=options.whitespace_only_pieces)
    if values.get("unknown"):
        roles["unk"] = values["unknown"]
    special = _special_tokens(options, roles, values.get("unknown"))
    _check_size(algorithm, values.get("vocab_size"), len(special))
    try:
        trainer = algorithm.trainer(**values)
        recipe = Recipe(
            trainer,
            _pre_tokenizer(options, algorithm, like),
            special,
            options.specials or (like.specials if like else "top"),
            _normalizer(options, algorithm, like),
        )
    except OptionError as error:
        raise (error if _is_data_error(values) else UsageError(str(error))) from error
    return recipe, roles


def size_asked(options: argparse.Namespace) -> int | None:
    """The vocabulary size that the flags come to; None for none."""
    size: int | None = getattr(options, "vocab_size", None)
    return DEFAULT_SIZE if size is None and steps_asked(options) is None else size


def steps_asked(options: argparse.Namespace) -> int | None:
    """The number of steps that the flags name."""
    steps: int | None = getattr(options, "max_steps", None)
    return steps


def _is_given(options: argparse.Namespace, field: str) -> bool:
    return hasattr(options, field) and (field == "end_of_word" or getattr(options, field) is not None)


def _own_fields(algorithm: Algorithm) -> set[str]:
    return {field.name for field in fields(algorithm.trainer)}


def _refuse_foreign(algorithm: Algorithm, given: dict[str, Any], own: set[str]) -> None:
    for flag in _FLAGS:
        if flag.field in given and flag.field not in own:
            raise UsageError(f"{flag.flag} means nothing to {algorithm.name}")


def _trainer_values(
    algorithm: Algorithm, like: Convention | None, given: dict[str, Any], own: set[str], *, whitespace_only: bool
) -> dict[str, Any]:
    values: dict[str, Any] = {}
    if like is not None:
        said = {
            "tie_rule": like.tie_rule,
            "byte_order": like.byte_order,
            "min_frequency": like.min_frequency,
            "end_of_word": like.end_of_word,
        }
        values = {name: value for name, value in said.items() if name in own}
    values |= given
    if "whitespace_only_pieces" in own and whitespace_only:
        values["whitespace_only_pieces"] = True
    if "vocab_size" in own and "vocab_size" not in values:
        values["vocab_size"] = DEFAULT_SIZE if values.get("max_steps") is None else None
    return values


def _check_size(algorithm: Algorithm, size: int | None, specials: int) -> None:
    """The size that bytes and special tokens need; what characters need is known when they are counted."""
    least = 256 + specials
    if algorithm.name == "byte-bpe" and size is not None and size < least:
        special = f" and {shared.counted(specials, 'special token')}" if specials else ""
        raise OptionError(
            f"--vocab-size {size:,} is too small: it must be at least {least:,}, for the 256 bytes{special}."
        )


def _is_data_error(values: dict[str, Any]) -> bool:
    """A vocabulary size that is too small is a matter of the data (of its characters); all else is wrong usage."""
    size = values.get("vocab_size")
    return isinstance(size, int) and size < 256


def _special_tokens(options: argparse.Namespace, roles: dict[str, str], unknown: str | None) -> tuple[str, ...]:
    """The special tokens in order: those that are named, then those that have a role."""
    repeated = [text for text in options.special if options.special.count(text) > 1]
    if repeated:
        raise UsageError(f'The special token "{repeated[0]}" is given twice')
    tokens = [*options.special, *(text for text in roles.values() if text not in options.special)]
    return tuple(text for text in dict.fromkeys(tokens) if text != unknown)


def _pre_tokenizer(options: argparse.Namespace, algorithm: Algorithm, like: Convention | None) -> PreTokenizer:
    pattern = (
        options.pattern or PATTERNS[like.pattern if like and like.algorithm == algorithm.name else algorithm.pattern]
    )
    return PreTokenizer(pattern, options.digits or "as-pattern", options.whitespace_only_pieces)


def _normalizer(options: argparse.Namespace, algorithm: Algorithm, like: Convention | None) -> Any:
    names = options.normalizer
    if names is None:
        usual = like.normalizers if like and like.algorithm == algorithm.name else algorithm.normalizers
        names = usual if options.pattern is None else ()
    return sequence_of(tuple(names), keep_whitespace=options.keep_whitespace)
