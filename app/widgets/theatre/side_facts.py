"""What is shown of a run that stands beside another one: its step as an equation, a sentence of reasons, words, figures.

Pure: a history and a position in, values for the painted widgets out; one function for every kind of run.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.translation import translate
from app.widgets.steps.step_lists import curve_words
from app.widgets.why.equation import Merge
from app.widgets.why.round_facts import losing_words, my_words, round_title
from app.widgets.why.round_facts import start_sentence as start_of_rounds
from app.widgets.why.run_curves import bytes_per_token, corpus_tokens
from app.widgets.why.scene_facts import MergeFacts, SceneFacts, scene_facts
from app.widgets.why.step_facts import TIED
from app.widgets.why.why import why_headline, why_sentence
from app.widgets.words.stage_words import StageGroup
from engine.history import AdditionHistory, RoundHistory, TrainingHistory


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
    facts = scene_facts(history, position, pinned)
    instead = facts.sentence if facts.merge is None else ""
    groups = facts.groups
    if isinstance(facts, MergeFacts):  # what another rule would change is what this run changed
        groups = tuple(group for at, group in enumerate(groups) if at != TIED)
    return SideFacts(facts.caption if position else "", facts.merge, instead, _why(facts, position), groups, figures)


def _why(facts: SceneFacts, position: int) -> str:
    if not position:
        return ""
    if facts.reasons is None:
        return translate("side_facts", "Its file does not say why.")
    return f"{why_headline(facts.reasons)} {why_sentence(facts.reasons)}"


def _round(history: RoundHistory, position: int, pinned: Sequence[bytes], figures: str) -> SideFacts:
    mine = my_words(history, position, pinned)
    if position == 0:
        return SideFacts("", None, start_of_rounds(history), "", (mine,), figures)
    losing = losing_words(history, position)
    reasons = translate("side_facts", "Log-likelihood {:,.0f}.").format(history.row(position).log_likelihood)
    groups = (mine,) if losing is None else (losing, mine)
    return SideFacts("", None, round_title(history, position), reasons, groups, figures)


def figures_of(history: TrainingHistory, position: int) -> str:
    """How large the vocabulary is there, and what the corpus comes to."""
    size = int(history.sizes[position])
    words = [translate("side_facts", "{:,} entries").format(size)]
    if isinstance(history, AdditionHistory) and len(history):
        words.append(f"{corpus_tokens(history)[position]:,.0f} {curve_words(history)}")
    elif len(history.corpus_tokens) > position:
        tokens = int(history.corpus_tokens[position])
        words.append(f"{tokens / history.scale:,.0f} {curve_words(history)}")
        words.append(translate("side_facts", "{:.2f} bytes per token").format(bytes_per_token(history)[position]))
    return "  \N{MIDDLE DOT}  ".join(words)
