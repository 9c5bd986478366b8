"""In how many columns the words of each group stand: in one where words would be cut in two and there are rows for it.  Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from app.widgets.words.word_layout import RowPlan

Columns = tuple[int, ...]


def shown_words(counts: Sequence[int], plan: RowPlan, columns: Columns) -> list[int]:
    """How many words of each group have room; -1 for a group that is left out."""
    return [
        min(count, rows * wide) if rows >= 0 else -1
        for count, rows, wide in zip(counts, plan.rows, columns, strict=True)
    ]


def chosen_columns(
    counts: Sequence[int], most: int, plan_of: Callable[[Columns], RowPlan], is_cut: Callable[[int, int], bool]
) -> tuple[RowPlan, Columns]:
    """The rows and columns of groups with so many words.

    `plan_of` shares the height among groups in so many columns; `is_cut(group, shown)` says whether any of the first words
    of a group is cut where it has one of `most` columns.  No word is left out for it, and no group.
    """
    columns: Columns = (most,) * len(counts)
    plan = plan_of(columns)
    if most == 1:
        return plan, columns
    for group in range(len(counts)):
        shown = shown_words(counts, plan, columns)
        if shown[group] < 1 or not is_cut(group, shown[group]):
            continue
        tried = (*columns[:group], 1, *columns[group + 1 :])
        other = plan_of(tried)
        if all(new >= old for new, old in zip(shown_words(counts, other, tried), shown, strict=True)):
            plan, columns = other, tried
    return plan, columns
