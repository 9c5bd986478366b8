"""What is shown of a run that stands beside another one: its step as an equation, a sentence of reasons, words, figures.

Pure: a history and a position in, values for the painted widgets out; one function for every kind of run.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.translation import translate
from app.widgets.steps.step_lists import curve_words
from app.widgets.why.addition_facts import addition_groups, word_reasons, word_taken
from app.widgets.why.equation import Merge
from app.widgets.why.merge_list_facts import changing_words, listed_groups, listed_merge, start_words
from app.widgets.why.round_facts import losing_words, my_words, round_title
from app.widgets.why.round_facts import start_sentence as start_of_rounds
from app.widgets.why.run_curves import bytes_of, corpus_tokens
from app.widgets.why.step_facts import TIED, merge_of, reasons_of, stage_groups, start_sentence, words_that_change
from app.widgets.why.why import why_headline, why_sentence
from app.widgets.words.token_chips import StageGroup
from engine.history import AdditionHistory, History, MergeListHistory, RoundHistory, TrainingHistory
from engine.run_comparison import vocabulary_sizes


@dataclass(frozen=True, slots=True)
class SideFacts:
    """A step in a few words: its equation, or the sentence `instead`; why; and words, as on the stage."""

    caption: str
    merge: Merge | None
    instead: str
    reasons: str
    groups: tuple[StageGroup, ...]
    figures: str


def side_facts(history: TrainingHistory, position: int, pinned: Sequence[bytes]) -> SideFacts:
    """The step at a position of any run."""
    figures = figures_of(history, position)
    if isinstance(history, RoundHistory):
        return _round(history, position, pinned, figures)
    if isinstance(history, AdditionHistory):
        return _addition(history, position, pinned, figures)
    if isinstance(history, MergeListHistory):
        return _listed(history, position, pinned, figures)
    assert isinstance(history, History)
    if position == 0:
        return SideFacts("", None, start_sentence(history), "", stage_groups(history, 0, None, pinned), figures)
    row, changing = history.row(position), words_that_change(history, position)
    reasons = reasons_of(history, row)
    groups = stage_groups(history, position, changing, pinned)
    kept = tuple(group for at, group in enumerate(groups) if at != TIED)
    why = f"{why_headline(reasons)} {why_sentence(reasons)}"
    return SideFacts(
        translate("side_facts", "Merge, step {:,}").format(position),
        merge_of(row, changing.total),
        "",
        why,
        kept,
        figures,
    )


def _round(history: RoundHistory, position: int, pinned: Sequence[bytes], figures: str) -> SideFacts:
    mine = my_words(history, position, pinned)
    if position == 0:
        return SideFacts("", None, start_of_rounds(history), "", (mine,), figures)
    losing = losing_words(history, position)
    reasons = translate("side_facts", "Log-likelihood {:,.0f}.").format(history.row(position).log_likelihood)
    groups = (mine,) if losing is None else (losing, mine)
    return SideFacts("", None, round_title(history, position), reasons, groups, figures)


def _addition(history: AdditionHistory, position: int, pinned: Sequence[bytes], figures: str) -> SideFacts:
    groups = addition_groups(history, position, pinned)
    if position == 0:
        start = (
            translate("side_facts", "Before the first word: every word is unknown.")
            if len(history)
            else translate(
                "side_facts", "{:,} characters are the tokens. Nothing is merged, so there are no steps."
            ).format(history.base)
        )
        return SideFacts("", None, start, "", groups, figures)
    reasons = word_reasons(history, position)
    why = f"{why_headline(reasons)} {why_sentence(reasons)}"
    return SideFacts(
        translate("side_facts", "Word, step {:,}").format(position),
        word_taken(history, position),
        "",
        why,
        groups,
        figures,
    )


def _listed(history: MergeListHistory, position: int, pinned: Sequence[bytes], figures: str) -> SideFacts:
    if position == 0:
        return SideFacts("", None, start_words(history), "", listed_groups(history, 0, None, pinned), figures)
    changing = changing_words(history, position)
    merge = listed_merge(history, position, changing)
    why = translate("side_facts", "Its file does not say why.")
    groups = listed_groups(history, position, changing, pinned)
    return SideFacts(
        translate("side_facts", "Merge {:,} of the file").format(position), merge, "", why, groups, figures
    )


def figures_of(history: TrainingHistory, position: int) -> str:
    """How large the vocabulary is there, and what the corpus comes to."""
    size = int(vocabulary_sizes(history)[position])
    words = [translate("side_facts", "{:,} entries").format(size)]
    if isinstance(history, AdditionHistory) and len(history):
        words.append(f"{corpus_tokens(history)[position]:,.0f} {curve_words(history)}")
    elif len(history.corpus_tokens) > position:
        tokens = int(history.corpus_tokens[position])
        words.append(f"{tokens / history.scale:,.0f} {curve_words(history)}")
        words.append(translate("side_facts", "{:.2f} bytes per token").format(bytes_of(history) / max(1, tokens)))
    return "  \N{MIDDLE DOT}  ".join(words)
