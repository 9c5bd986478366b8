"""What is said of a vocabulary's tokens: facts of one, what was made of it, its other forms, why a list is empty.  Pure."""

from __future__ import annotations

import numpy as np

from app.translation import counted, later, translate
from app.widgets.vocabulary.chip_cloud import CloudChip, CloudGroup
from app.widgets.vocabulary.merge_tree import TreeToken
from engine.vocabularies.vocabulary_compare import Variant
from engine.vocabularies.vocabulary_overview import Overview
from engine.vocabularies.vocabulary_search import Columns
from engine.vocabulary import IntArray

_MOST_CHIPS = 80
_NOT_FOUND = {
    "text": later("vocabulary_words", 'No token contains "{}". Search looks at text; choose Bytes to search hex.'),
    "glyphs": later("vocabulary_words", 'No token is stored with "{}". Choose Text to search what tokens say.'),
    "bytes": later("vocabulary_words", "No token has the bytes {}."),
    "id": later("vocabulary_words", "There is no token with id {}."),
}
_NO_MATCH = later("vocabulary_words", "No token matches {}.")


def nothing_found(text: str, mode: str) -> str:
    """Why a list is empty, and what to do."""
    if not text:
        return translate("vocabulary_words", "No token is in this list.")
    return translate("vocabulary_words", _NOT_FOUND.get(mode, _NO_MATCH)).format(text)


def token_facts(columns: Columns, id: int) -> str:
    """ "id 630, step 375, 9 bytes, 40 times" """
    facts = [translate("vocabulary_words", "id {:,}").format(id)]
    if columns.steps is not None and columns.steps[id]:
        facts.append(translate("vocabulary_words", "step {:,}").format(int(columns.steps[id])))
    length = int(columns.survey.lengths[id])
    facts.append(
        counted(length, translate("vocabulary_words", "{:,} byte"), translate("vocabulary_words", "{:,} bytes"))
    )
    return ", ".join([*facts, *filter(None, (_times(columns, id), _warning(columns, id)))])


def _times(columns: Columns, id: int) -> str:
    """How often the corpus has it; nothing where it has not, or that is not known."""
    if columns.counts is None or not columns.counts[id]:
        return ""
    count = float(columns.counts[id])
    return (
        translate("vocabulary_words", "once")
        if count == 1
        else translate("vocabulary_words", "{:,.10g} times").format(count)
    )


def _warning(columns: Columns, id: int) -> str:
    """What is odd about a token, in words."""
    for name, words in (
        ("unreachable", translate("vocabulary_words", "unreachable")),
        ("unused", translate("vocabulary_words", "not in the corpus now")),
    ):
        if name in columns.marked and columns.marked[name][id]:
            return words
    return ""


def tree_token(known: Overview, id: int) -> TreeToken:
    """A token of a tree.  In a published vocabulary most tokens are not in a small corpus: that is no news of any of them."""
    columns = known.columns
    count = f"{float(columns.counts[id]):,.10g}×" if columns.counts is not None and columns.counts[id] else ""
    return TreeToken(columns.vocabulary[id], count, _warning(columns, id) if known.is_run else "")


def grown_groups(known: Overview, id: int) -> list[CloudGroup]:
    """The tokens that were made of one: at once, and of those; empty where none was."""
    assert known.forest is not None
    direct, all_of_them = known.forest.made_of(id), known.forest.all_made_of(id)
    deeper = all_of_them[~np.isin(all_of_them, direct)]
    rows = (
        (translate("vocabulary_words", "Made of this token at once"), direct),
        (translate("vocabulary_words", "And of those"), deeper),
    )
    return [_group(known.columns, title, ids) for title, ids in rows if len(ids)]


def _group(columns: Columns, title: str, ids: IntArray) -> CloudGroup:
    steps = columns.steps
    chips = [
        CloudChip(columns.vocabulary[id], f"{int(steps[id]):,}" if steps is not None and steps[id] else "", id)
        for id in ids[:_MOST_CHIPS].tolist()
    ]
    return CloudGroup(f"{title}: {len(ids):,}", "", chips, max(0, len(ids) - _MOST_CHIPS))


def form_groups(columns: Columns, forms: list[Variant], selected: int) -> list[CloudGroup]:
    """A word in other forms, each with its id and count; without and with a space before it."""
    chips = [CloudChip(form.text.encode(), _form_words(columns, form), *_form_id(form, selected)) for form in forms]
    half = len(chips) // 2
    here = sum(1 for form in forms if form.id is not None)
    note = translate("vocabulary_words", "{} of {} are tokens. A model learns each of them on its own.").format(
        here, len(forms)
    )
    without, with_space = (
        (translate("vocabulary_words", "Inside a word"), translate("vocabulary_words", "At the start of a word"))
        if marks_starts(columns)
        else (
            translate("vocabulary_words", "Inside a word, or at a text's start"),
            translate("vocabulary_words", "After a space"),
        )
    )
    return [CloudGroup(without, note, chips[:half]), CloudGroup(with_space, "", chips[half:])]


def marks_starts(columns: Columns) -> bool:
    """Whether the start of a word has a mark (or its inside, as in WordPiece), so that the first word of a text has the
    token that it has after a space."""
    said, stored = columns.survey.said, columns.vocabulary
    if said is stored:
        return False
    return any(text.startswith(b" ") and not token.startswith(b" ") for text, token in zip(said, stored, strict=True))


def _form_words(columns: Columns, form: Variant) -> str:
    if form.id is None:
        return translate("vocabulary_words", "no token")
    return ", ".join(filter(None, (translate("vocabulary_words", "id {:,}").format(form.id), _times(columns, form.id))))


def _form_id(form: Variant, selected: int) -> tuple[int, bool]:
    return (-1 if form.id is None else form.id), form.id == selected
