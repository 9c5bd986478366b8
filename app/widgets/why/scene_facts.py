"""What the theatre, a picture and the other run show of one step of any training but rounds, each part when it is asked for.

Pure: a history and a position in, values for the painted widgets out.  The parts of a step that many words hold take some
milliseconds each, so whoever draws them one after the other has them worked out one after the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from app.translation import translate
from app.widgets.why import addition_facts, merge_list_facts, step_facts
from app.widgets.why.equation import Merge
from app.widgets.why.rule_list import RuleChoice
from app.widgets.why.run_curves import goes_by_score
from app.widgets.why.score_panel import ScoreFacts
from app.widgets.why.why import PairRow, Reasons
from app.widgets.words.stage_words import StageGroup
from engine.algorithms.char_level import CharLevelTrainer
from engine.history import AdditionHistory, Candidate, History, MergeListHistory, StepRow, TrainingHistory
from engine.stage import ChangedWords


class SceneFacts:
    """A step; what a kind of training does not have stays as it is here."""

    caption = ""
    """Above the equation: which step it is."""
    sentence = ""
    """Instead of the equation, where nothing is merged."""
    covered = False
    """The merge is a question: it is not to be seen."""
    merge: Merge | None = None
    reasons: Reasons | None = None
    reason_title = reason = ""
    """Instead of the reasons, where there are none."""
    score: ScoreFacts | None = None
    score_note = ""
    tied = 1
    choices: Sequence[RuleChoice] = ()
    """What each rule would choose; `rule` is the one that decides."""
    rule = ""
    groups: tuple[StageGroup, ...] = ()


class MergeFacts(SceneFacts):
    """A merge of a training."""

    def __init__(self, history: History, position: int, pinned: Sequence[bytes]) -> None:
        self._history, self._position, self._pinned = history, position, pinned
        self.caption = translate("scene_facts", "Merge, step {:,}").format(position)
        self.rule = history.tie_rule_at(position)
        self.row: StepRow = history.row(position)
        self.tied = self.row.tied

    @cached_property
    def _changing(self) -> ChangedWords:
        return step_facts.words_that_change(self._history, self._position)

    @cached_property
    def merge(self) -> Merge:  # type: ignore[override]
        return step_facts.merge_of(self.row, self._changing.total)

    @cached_property
    def reasons(self) -> Reasons:  # type: ignore[override]
        return step_facts.reasons_of(self._history, self.row)

    @cached_property
    def score(self) -> ScoreFacts | None:  # type: ignore[override]
        return step_facts.score_of(self._history, self.row)

    @cached_property
    def score_note(self) -> str:  # type: ignore[override]
        return step_facts.score_note(self._history)

    @cached_property
    def choices(self) -> Sequence[RuleChoice]:  # type: ignore[override]
        return step_facts.rule_choices(self.row)

    @cached_property
    def groups(self) -> tuple[StageGroup, ...]:  # type: ignore[override]
        return step_facts.stage_groups(self._history, self._position, self._changing, self._pinned)


class StartFacts(SceneFacts):
    """Before the first merge."""

    def __init__(self, history: History, pinned: Sequence[bytes]) -> None:
        self.sentence = step_facts.start_sentence(history)
        self.reason = translate("scene_facts", "Step on to see the first merge.")
        self.rule = history.tie_rule_at(1)
        self.groups = step_facts.stage_groups(history, 0, None, pinned)


class QuestionFacts(SceneFacts):
    """A merge that is to be guessed: the words before it, the pairs to choose from, nothing that gives it away."""

    covered = True

    def __init__(self, history: History, position: int, options: Sequence[Candidate], pinned: Sequence[bytes]) -> None:
        """`position` is the step that is asked for."""
        self.caption = translate("scene_facts", "The next merge")
        self.merge = step_facts.merge_of(history.row(position), None)
        by_score = goes_by_score(history)
        self.options = [
            PairRow(*one.pair, one.ids, one.count or 0.0, one.score if by_score else None) for one in options
        ]
        self.groups = step_facts.quiet_groups(history, position - 1, options, pinned)


class WordFacts(SceneFacts):
    """A whole word that is taken in."""

    def __init__(self, history: AdditionHistory, position: int, pinned: Sequence[bytes]) -> None:
        self.caption = translate("scene_facts", "Word, step {:,}").format(position)
        self.merge = addition_facts.word_taken(history, position)
        self.reasons = addition_facts.word_reasons(history, position)
        self.groups = addition_facts.addition_groups(history, position, pinned)


class NoWordsFacts(SceneFacts):
    """Before the first word, or characters alone, of which there are no steps."""

    def __init__(self, history: AdditionHistory, pinned: Sequence[bytes]) -> None:
        self.groups = addition_facts.addition_groups(history, 0, pinned)
        if not isinstance(history.recipe.trainer, CharLevelTrainer):
            self.sentence = translate("scene_facts", "Before the first word: every word is unknown.")
            self.reason = translate("scene_facts", "Step on to see the first word.")
            return
        sentence = translate("scene_facts", "{:,} characters are the tokens. Nothing is merged, so there are no steps.")
        self.sentence = sentence.format(history.base)
        rows = tuple(PairRow(text, b"", (), count) for text, count in addition_facts.frequent_characters(history))
        self.reasons = Reasons(rows, 1, "", "", translate("scene_facts", "The most frequent characters"))


class ListedFacts(SceneFacts):
    """A merge of a file, of which only its place in the order is known."""

    def __init__(self, history: MergeListHistory, position: int, pinned: Sequence[bytes]) -> None:
        changing = merge_list_facts.changing_words(history, position) if position else None
        self.caption = translate("scene_facts", "Merge {:,} of the file").format(position)
        self.sentence = merge_list_facts.start_words(history)
        self.merge = merge_list_facts.listed_merge(history, position, changing) if changing is not None else None
        self.reason_title = translate("merge_list_facts", merge_list_facts.UNKNOWN_TITLE)
        self.reason = merge_list_facts.unknown_reasons(history, position)
        self.groups = merge_list_facts.listed_groups(history, position, changing, pinned)


def scene_facts(history: TrainingHistory, position: int, pinned: Sequence[bytes]) -> SceneFacts:
    """The facts of the step at a position; 0 is before the first."""
    if isinstance(history, AdditionHistory):
        return WordFacts(history, position, pinned) if position else NoWordsFacts(history, pinned)
    if isinstance(history, MergeListHistory):
        return ListedFacts(history, position, pinned)
    assert isinstance(history, History)
    return MergeFacts(history, position, pinned) if position else StartFacts(history, pinned)
