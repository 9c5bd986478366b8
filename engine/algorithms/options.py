"""What the trainers' options have in common: their limits, and the sentences that refuse what cannot be used."""

from __future__ import annotations

from engine.errors import OptionError
from engine.model import StopReason
from engine.tie_rules import RULE_NAMES

_LARGEST_MINIMUM = 1 << 62
"""No count gets as far, and a 64-bit number still holds it."""


def check_limits(max_steps: int | None, min_frequency: int, tie_rule: str = RULE_NAMES[0]) -> None:
    """OptionError for a number out of range, or a tie rule that there is none of."""
    if max_steps is not None and max_steps < 0:
        raise OptionError(f"The number of steps must be at least 0; it is {max_steps:,}.")
    if min_frequency < 1:
        raise OptionError(f"The minimum frequency must be at least 1; it is {min_frequency:,}.")
    if tie_rule not in RULE_NAMES:
        raise OptionError(f"There is no tie rule {tie_rule!r}. Choose one of: {', '.join(RULE_NAMES)}.")


def check_rule_changes(rule_changes: tuple[tuple[int, str], ...]) -> None:
    """OptionError for changes that go back in time, or to a tie rule that there is none of."""
    steps = [step for step, _ in rule_changes]
    if any(step < 0 for step in steps) or steps != sorted(set(steps)):
        raise OptionError(f"The steps at which the tie rule changes must rise; they are {', '.join(map(str, steps))}.")
    for _, rule in rule_changes:
        check_limits(None, 1, rule)


def check_vocab_size(vocab_size: int | None) -> None:
    """OptionError for a size that no vocabulary has; how many base symbols there are is known only from the corpus."""
    if vocab_size is not None and vocab_size < 1:
        raise OptionError(f"The vocabulary size must be at least 1; it is {vocab_size:,}.")


def check_text(name: str, text: str | None) -> None:
    """OptionError for a token that is no text: nothing, or half a character that UTF-8 cannot hold."""
    if text == "":
        raise OptionError(f"The {name} must not be empty.")
    if text is not None and any("\ud800" <= character <= "\udfff" for character in text):
        raise OptionError(f"The {name} {text!r} is not text: it holds half of a surrogate pair.")


def check_share(name: str, share: float) -> None:
    """OptionError for what is no share of a whole; nothing at all is none either."""
    if not 0 < share <= 1:
        raise OptionError(f"The {name} must be above 0 and at most 1; it is {share:g}.")


def step_limit(
    vocab_size: int | None, max_steps: int | None, *, base: int, specials: int, symbols: str
) -> tuple[int | None, StopReason]:
    """Steps at most (None: no limit), and which option says so.

    Raises OptionError if the vocabulary cannot even hold the base symbols (`symbols` says what they are) and the special
    tokens.

    >>> step_limit(300, 100, base=256, specials=2, symbols="bytes")
    (42, 'vocab-size')
    """
    limit: int | None = None
    reason: StopReason = "steps"
    if vocab_size is not None:
        limit, reason = vocab_size - base - specials, "vocab-size"
        if limit < 0:
            raise OptionError(
                f"A vocabulary of {vocab_size:,} is too small: {base:,} {symbols} and {specials:,} special tokens need at "
                f"least {base + specials:,}."
            )
    if max_steps is not None and (limit is None or max_steps < limit):
        limit, reason = max_steps, "steps"
    return limit, reason


def scaled_minimum(min_frequency: int, scale: int) -> int:
    """The minimum frequency in the counts of the words."""
    return min(min_frequency * scale, _LARGEST_MINIMUM)
