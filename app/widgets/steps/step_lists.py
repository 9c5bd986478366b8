"""The rows of the list of steps for each kind of training, and what is said of them in words."""

from __future__ import annotations

import numpy as np

from app.translation import translate
from app.widgets.steps.step_columns import MERGE_TITLES, AdditionColumns, ListColumns, RoundColumns, StepColumns
from engine.algorithms.char_level import CharLevelTrainer
from engine.history import AdditionHistory, History, MergeListHistory, RoundHistory, TrainingHistory


def columns_of(history: TrainingHistory, last: int) -> ListColumns | None:
    """The steps up to `last`; those to come may be a question still."""
    if isinstance(history, History):
        tied = history.tied[:last]
        counts, finder = history.counts[:last], history.find_token
        return StepColumns(history.parts[:last], counts, tied, history.token, history.scale, finder=finder)
    if isinstance(history, MergeListHistory):
        nothing = np.empty(0, np.int64)
        parts, token, finder = history.parts[:last], history.token, history.find_token
        return StepColumns(parts, nothing, nothing, token, titles=MERGE_TITLES, finder=finder)
    if isinstance(history, RoundHistory):
        rounds = history.rounds[:last]
        return RoundColumns(tuple(len(row.pieces) for row in rounds), tuple(row.log_likelihood for row in rounds))
    if isinstance(history, AdditionHistory):
        return AdditionColumns(history.learned[:last], history.counts[:last], history.tied[:last], history.scale)
    return None


def no_steps_words(history: TrainingHistory) -> str:
    """Why there is no list; empty where there are steps, or may come some."""
    if not isinstance(history.recipe.trainer, CharLevelTrainer):
        return ""
    return translate(
        "step_lists", "There are no steps to list: the characters of the corpus are the tokens, and nothing is merged."
    )


def learned_words(history: TrainingHistory, seconds: float) -> str:
    """How many steps there are, and how long they took: "744 steps learned in 0.1 s"."""
    if no_steps_words(history):
        return translate("step_lists", "{:,} characters in {:.1f} s").format(history.base, seconds)
    if isinstance(history, MergeListHistory):
        return translate("step_lists", "{:,} merges of {}, whose counts are not in its file").format(
            len(history), history.tokenizer.name
        )
    what = {
        "merges": translate("step_lists", "steps learned"),
        "rounds": translate("step_lists", "rounds done"),
        "additions": translate("step_lists", "words taken in"),
    }[history.step_kind]
    return translate("step_lists", "{:,} {} in {:.1f} s").format(len(history), what, seconds)


def curve_words(history: TrainingHistory) -> str:
    """What the curve of the timeline is."""
    if isinstance(history, MergeListHistory):
        return translate("step_lists", "tokens of your text")
    of_words = isinstance(history, AdditionHistory) and len(history) > 0
    return (
        translate("step_lists", "unknown words of the corpus")
        if of_words
        else translate("step_lists", "tokens of the corpus")
    )


def stop_words(history: TrainingHistory) -> str:
    """What one goes to from stop to stop."""
    return (
        translate("step_lists", "Next in my text")
        if isinstance(history, MergeListHistory)
        else translate("step_lists", "Next tie")
    )


def end_sentence(history: TrainingHistory, reason: str) -> str:
    """How a training has ended, where that is not as everybody expected."""
    steps = len(history)
    if reason == "cancelled":
        size = steps + history.base + len(history.recipe.special_tokens)
        return translate("step_lists", "Stopped at step {:,}. This is a complete tokenizer of {:,} tokens.").format(
            steps, size
        )
    if no_steps_words(history):
        return translate("step_lists", "The {:,} characters of the corpus are the tokens. Nothing is merged.").format(
            history.base
        )
    if isinstance(history, AdditionHistory):
        return {
            "min-frequency": translate(
                "step_lists", "No other word occurs often enough. Training ends at step {:,}."
            ).format(steps),
            "exhausted": translate(
                "step_lists", "Every word of the corpus is taken in. Training ends at step {:,}."
            ).format(steps),
        }.get(reason, "")
    if isinstance(history, RoundHistory):
        return (
            ""
            if reason != "exhausted"
            else translate("step_lists", "No other piece can go. Training ends at round {:,}.").format(steps)
        )
    return {
        "min-frequency": translate(
            "step_lists", "No pair occurs often enough any more. Training ends at step {:,}."
        ).format(steps),
        "exhausted": translate("step_lists", "No pair is left to merge. Training ends at step {:,}.").format(steps),
    }.get(reason, "")
