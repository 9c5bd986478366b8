"""What a picture of one step shows, for every kind of training but rounds.  Pure: a history and a step in, values out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.translation import translate
from app.widgets.why import merge_list_facts as merge_list_facts
from app.widgets.why import step_facts
from app.widgets.why.addition_facts import addition_groups, frequent_characters, word_reasons, word_taken
from app.widgets.why.equation import Merge
from app.widgets.why.score_panel import ScoreFacts
from app.widgets.why.why import PairRow, Reasons
from app.widgets.words.token_chips import StageGroup
from engine.algorithms.char_level import CharLevelTrainer
from engine.history import AdditionHistory, History, MergeListHistory, TrainingHistory


@dataclass(frozen=True, slots=True)
class FrameFacts:
    """The merge (or `sentence` where there is none), why it is that one (or `reason` where nothing is known of that), the
    score where one decides, and the words."""

    merge: Merge | None
    sentence: str
    reasons: Reasons | None
    reason: str
    score: ScoreFacts | None
    groups: tuple[StageGroup, ...]


def frame_facts(history: TrainingHistory, step: int, pinned: Sequence[bytes]) -> FrameFacts:
    """The facts of a step; 0 is before the first."""
    if isinstance(history, AdditionHistory):
        return _of_word(history, step, pinned)
    if isinstance(history, MergeListHistory):
        return _of_listed(history, step, pinned)
    assert isinstance(history, History)
    return _of_merge(history, step, pinned)


def _of_merge(history: History, step: int, pinned: Sequence[bytes]) -> FrameFacts:
    if step == 0:
        groups = step_facts.stage_groups(history, 0, None, pinned)
        return FrameFacts(None, step_facts.start_sentence(history), None, "", None, groups)
    row, changing = history.row(step), step_facts.words_that_change(history, step)
    return FrameFacts(
        step_facts.merge_of(row, changing.total),
        "",
        step_facts.reasons_of(history, row),
        "",
        step_facts.score_of(history, row),
        step_facts.stage_groups(history, step, changing, pinned),
    )


def _of_word(history: AdditionHistory, step: int, pinned: Sequence[bytes]) -> FrameFacts:
    groups = addition_groups(history, step, pinned)
    if step:
        return FrameFacts(word_taken(history, step), "", word_reasons(history, step), "", None, groups)
    if isinstance(history.recipe.trainer, CharLevelTrainer):
        rows = tuple(PairRow(text, b"", (), count) for text, count in frequent_characters(history))
        reasons = Reasons(rows, 1, "", "", translate("frame_facts", "The most frequent characters"))
        return FrameFacts(
            None,
            translate("frame_facts", "{:,} characters are the tokens. Nothing is merged.").format(history.base),
            reasons,
            "",
            None,
            groups,
        )
    return FrameFacts(
        None, translate("frame_facts", "Before the first word: every word is unknown."), None, "", None, groups
    )


def _of_listed(history: MergeListHistory, step: int, pinned: Sequence[bytes]) -> FrameFacts:
    changing = merge_list_facts.changing_words(history, step) if step else None
    merge = merge_list_facts.listed_merge(history, step, changing) if changing is not None else None
    groups = merge_list_facts.listed_groups(history, step, changing, pinned)
    reason = merge_list_facts.unknown_reasons(history, step)
    return FrameFacts(merge, merge_list_facts.start_words(history), None, reason, None, groups)
