"""Two runs in sentences: what they have in common, how they stand side by side, and whether a step is the same.  Pure."""

from __future__ import annotations

from app.translation import counted, inside, later, translate
from app.widgets.basics.chip_text import spoken
from engine.run_comparison import RunComparison

BY_SIZE = later(
    "comparison_words", "These runs cannot be compared step by step: they stand side by side by vocabulary size."
)


def compared_words(compared: RunComparison | None, steps: int, other_steps: int) -> str:
    """What a run has in common with another one; empty while it is not known.

    >>> import numpy as np
    >>> same = np.array([True, False, False])
    >>> compared_words(RunComparison(True, same, np.array([1, 3, 0]), 2), 3, 3)
    'The first difference is step 2. 1 of 3 steps is the same, 1 more makes a token that the other makes elsewhere.'
    """
    if compared is None:
        return ""
    if not compared.by_steps:
        words = translate("comparison_words", BY_SIZE)
        if compared.difference is not None:
            words += translate(
                "comparison_words", " Step {:,} makes the first token that the other lacks there."
            ).format(compared.difference)
        return words
    if compared.difference is None:
        if steps == other_steps:
            return translate("comparison_words", "All steps are the same.")
        return translate(
            "comparison_words", "All steps that both have are the same; this run has {:,}, the other {:,}."
        ).format(steps, other_steps)
    same = int(compared.same.sum())
    elsewhere = int(((compared.elsewhere > 0) & ~compared.same).sum())
    words = (
        translate("comparison_words", "The first difference is step {:,}. {:,} of {:,} steps is the same")
        if same == 1
        else translate("comparison_words", "The first difference is step {:,}. {:,} of {:,} steps are the same")
    ).format(compared.difference, same, steps)
    if elsewhere:
        words += counted(
            elsewhere,
            translate("comparison_words", ", {:,} more makes a token that the other makes elsewhere"),
            translate("comparison_words", ", {:,} more make a token that the other makes elsewhere"),
        )
    return words + "."


def branch_words(step: int, rule_title: str) -> str:
    """Of what run this one is a branch; `step` is the last that both share by making."""
    return translate("comparison_words", "A branch from step {:,} on, with {}.").format(step + 1, inside(rule_title))


def verdict(
    step: int, other_step: int, *, by_steps: bool, same: bool, compared: RunComparison | None, made: bytes
) -> str:
    """How a step of this run stands to the one beside it."""
    if not step:
        return ""
    if same:
        return translate("comparison_words", "The same step in both runs.")
    if not by_steps and not made:
        return translate("comparison_words", "Beside each other by the size of the vocabulary.")
    if compared is None or step > len(compared.elsewhere):
        return translate("comparison_words", "Not the same step.") if by_steps else ""
    place = int(compared.elsewhere[step - 1])
    token = f'"{spoken(made)}"'
    if not place:
        return translate("comparison_words", "The other run never makes {}.").format(token)
    if place == other_step:
        return translate("comparison_words", "The other run makes {} here too, of other parts.").format(token)
    return translate("comparison_words", "The other run makes {} at step {:,}.").format(token, place)
