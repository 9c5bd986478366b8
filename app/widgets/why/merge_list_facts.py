"""What the theatre shows of a published merge: the pair, the words of one's own text, and what a file does not tell.

Pure: a history and a position in, values for the painted widgets out.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from app.translation import later, translate
from app.widgets.why.equation import Merge
from app.widgets.why.step_facts import lit_words, plain_words
from app.widgets.words.stage_words import StageGroup
from engine.history import MergeListHistory
from engine.stage import ChangedWords, changed_words

_CHANGING_WORDS, _TEXT_WORDS = 12, 16


def changing_words(history: MergeListHistory, position: int) -> ChangedWords:
    """The words of the text that a merge changes, cut as they were before it."""
    assert history.words is not None
    left, right = history.parts[position - 1].tolist()
    return changed_words(history.words, history.state_at(position - 1), (left, right), _CHANGING_WORDS)


def listed_merge(history: MergeListHistory, position: int, changing: ChangedWords) -> Merge:
    """The merge; its count is that of one's own text, and says so."""
    row = history.row(position)
    return Merge(
        row.step,
        *row.pair,
        row.occurrences,
        changing.total,
        row.id,
        made=row.piece,
        counted_in=translate("merge_list_facts", "in your text"),
    )


def listed_groups(
    history: MergeListHistory, position: int, changing: ChangedWords | None, pinned: Sequence[bytes]
) -> tuple[StageGroup, ...]:
    """The words of the text that change now, and those that are pinned."""
    before = history.state_at(max(0, position - 1))
    pair = tuple(history.parts[position - 1].tolist()) if position else (-1, -1)
    made = history.row(position).piece if position else b""
    mine = plain_words(history.words, before, pinned, (pair[0], pair[1]), made)
    changed = () if changing is None else lit_words(before, changing, (pair[0], pair[1]), made)
    lit = {word.text for word in changed}
    others = tuple(word for word in plain_words(history.words, before, text_words(history)) if word.text not in lit)
    groups = (
        StageGroup(
            translate("merge_list_facts", "Words that change now"),
            changed,
            translate("merge_list_facts", "of your text, the one in the Tokens pane"),
        ),
        StageGroup(
            translate("merge_list_facts", "Words of your text"),
            others,
            translate("merge_list_facts", "as they are cut now"),
        ),
        StageGroup(
            translate("merge_list_facts", "My words"),
            mine,
            translate("merge_list_facts", "pinned"),
            translate("merge_list_facts", "Add a word"),
        ),
    )
    return tuple(group for group in groups if group.words or group.action)


def text_words(history: MergeListHistory) -> list[bytes]:
    """The most frequent words of the text, of equals the first."""
    words = history.words
    assert words is not None
    order = np.argsort(-words.counts, kind="stable")[:_TEXT_WORDS]
    return [words.word(index) for index in order.tolist()]


def start_words(history: MergeListHistory) -> str:
    """What stands before the first merge."""
    return translate(
        "merge_list_facts",
        "Before the first merge: {:,} base symbols. {:,} merges of {} follow in the order of its file.",
    ).format(history.base, len(history), history.tokenizer.name)


UNKNOWN_TITLE = later("merge_list_facts", "Why this merge? The file does not say.")


def unknown_reasons(history: MergeListHistory, position: int) -> str:
    """What is not known of a published merge, and why."""
    rank = (
        translate("merge_list_facts", "This is merge {:,} of {:,}").format(position, len(history))
        if position
        else translate("merge_list_facts", "{} has {:,} merges").format(history.tokenizer.name, len(history))
    )
    return translate(
        "merge_list_facts",
        "{}. The file keeps their order and nothing else of the training: no text, no counts, no "
        "other pairs, no rule for ties. So there are no runners-up to show.\n\nCounts here are those "
        "of your own text, in the Tokens pane.",
    ).format(rank)
