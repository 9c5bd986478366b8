"""Why a step merges this pair and no other, in words.  Pure: reasons in, sentences out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.translation import inside, later, translate
from app.widgets.basics.chip_text import spoken
from app.widgets.basics.number_text import number_text

_NUMBERS = [
    later("why", "No"),
    later("why", "One"),
    later("why", "Two"),
    later("why", "Three"),
    later("why", "Four"),
    later("why", "Five"),
    later("why", "Six"),
    later("why", "Seven"),
    later("why", "Eight"),
    later("why", "Nine"),
    later("why", "Ten"),
    later("why", "Eleven"),
    later("why", "Twelve"),
]
_MOST_NAMED = 3
"""Rivals that a sentence names; more are summed up."""


SCORE_UNIT = 10_000
"""Scores are shares of shares: they are shown in ten-thousandths."""


@dataclass(frozen=True, slots=True)
class PairRow:
    """A pair that could be merged: its tokens, their ids, how often it occurs, and its score where that decides.

    A word that could be taken in whole has nothing at its right, and its id alone.
    """

    left: bytes
    right: bytes
    ids: tuple[int, ...]
    count: float
    score: float | None = None

    @property
    def tokens(self) -> tuple[bytes, ...]:
        return (self.left, self.right) if self.right else (self.left,)

    @property
    def worth(self) -> float:
        """What decides: the score if there is one, else the count."""
        return self.count if self.score is None else self.score


@dataclass(frozen=True, slots=True)
class Reasons:
    """What decides a step.  `candidates` begin with the winner; `tied` counts all pairs worth as much, itself included.

    `rule` is the name of a tie rule (`smallest-ids`, ...) and `rule_title` how it is called in the window.
    """

    candidates: tuple[PairRow, ...]
    tied: int
    rule: str
    rule_title: str
    headline: str = ""
    """Instead of all reasons: what the rows are, where nothing is chosen."""

    @property
    def winner(self) -> PairRow:
        return self.candidates[0]

    @property
    def rivals(self) -> tuple[PairRow, ...]:
        """The other pairs that are known to be worth as much as the winner; there may be more than these."""
        return tuple(row for row in self.candidates[1:] if row.worth == self.winner.worth)

    @property
    def by_score(self) -> bool:
        """Whether a score decides, not the count."""
        return self.winner.score is not None

    @property
    def thing(self) -> str:
        """What is chosen: a pair, or a word."""
        return "pair" if self.winner.right else "word"


def why_headline(row: Reasons) -> str:
    """What is so: how many pairs share the highest count.

    >>> why_headline(Reasons((PairRow(b"a", b"l", (64, 75), 120),), 3, "smallest-ids", "Smallest ids"))
    'Three pairs occur 120 times.'
    """
    if row.headline:
        return row.headline
    if row.tied > 1 and row.by_score:
        return translate("why", "{} pairs score {} in 10,000.").format(
            _number_word(row.tied), score_text(row.winner.worth)
        )
    if row.tied > 1:
        words = (
            translate("why", "{} pairs occur {}.") if row.thing == "pair" else translate("why", "{} words occur {}.")
        )
        return words.format(_number_word(row.tied), _times(row.winner.count))
    if row.by_score:
        return translate("why", "One pair has the highest score.")
    return (
        translate("why", "One pair is the most frequent.")
        if row.thing == "pair"
        else translate("why", "One word is the most frequent of those left.")
    )


def why_sentence(row: Reasons) -> str:
    """What decided.

    >>> pairs = PairRow(b"a", b"l", (64, 75), 120), PairRow(b" ", b"very", (220, 369), 120)
    >>> why_sentence(Reasons(pairs, 2, "smallest-ids", "Smallest ids"))
    'The rule smallest ids decides: (64, 75), and 64 is less than 220.'
    """
    if row.headline:
        return ""
    if row.tied > 1 and row.thing == "word":
        return translate("why", "{} stands first in the corpus, so it is taken first.").format(_quoted(row.winner.left))
    if row.tied > 1:
        return translate("why", "The rule {} decides: {}.").format(
            inside(row.rule_title), _DECIDERS.get(row.rule, _by_rule)(row)
        )
    runner_up = next(iter(row.candidates[1:]), None)
    if row.by_score:
        beaten = (
            translate("why", "There is no other pair.")
            if runner_up is None
            else translate("why", "The next pair scores {}.").format(score_text(runner_up.worth))
        )
        return translate("why", "It scores {} in 10,000. {}").format(score_text(row.winner.worth), beaten)
    if runner_up is None:
        words = (
            translate("why", "It occurs {}. There is no other pair.")
            if row.thing == "pair"
            else translate("why", "It occurs {}. There is no other word.")
        )
        return words.format(_times(row.winner.count))
    margin = row.winner.count - runner_up.count
    words = (
        translate("why", "It occurs {}, {} more than the next pair.")
        if row.thing == "pair"
        else translate("why", "It occurs {}, {} more than the next word.")
    )
    return words.format(_times(row.winner.count), number_text(margin))


def margin_sentence(row: Reasons) -> str:
    """How far the next lower count is; empty where it is not known.

    >>> pairs = PairRow(b"a", b"l", (64, 75), 120), PairRow(b"e", b"y", (261, 88), 119)
    >>> margin_sentence(Reasons(pairs, 1, "smallest-ids", "Smallest ids"))
    'Margin to the next count: 1 (120 against 119).'
    """
    lower = next((pair.worth for pair in row.candidates if pair.worth < row.winner.worth), None)
    if lower is None or row.headline:
        return ""
    first = row.winner.worth
    if row.by_score:
        return translate("why", "The next score is {}, against {}.").format(score_text(lower), score_text(first))
    return translate("why", "Margin to the next count: {} ({} against {}).").format(
        number_text(first - lower), number_text(first), number_text(lower)
    )


def more_sentence(hidden: int, *, by_score: bool = False) -> str:
    """What stands for so many tied pairs."""
    words = (
        translate("why", "and {:,} more with the same score")
        if by_score
        else translate("why", "and {:,} more with the same count")
    )
    return words.format(hidden)


def score_text(score: float) -> str:
    """A score in ten-thousandths, with three figures that count.

    >>> score_text(0.000681), score_text(0.3333), score_text(0.00000012)
    ('6.81', '3,333', '0.0012')
    """
    shown = score * SCORE_UNIT
    if shown == 0:
        return "0"
    if shown >= 100:
        return f"{shown:,.0f}"
    return f"{shown:.2f}" if shown >= 0.1 else f"{shown:.2g}"


def worth_text(row: PairRow) -> str:
    """What stands beside a pair's bar."""
    return number_text(row.count) if row.score is None else score_text(row.score)


# ---- what each rule compares; each gives the part after "decides:" ----


def _by_ids(row: Reasons) -> str:
    left, right = row.winner.ids[0], row.winner.ids[-1]
    lefts = [rival.ids[0] for rival in row.rivals]
    rights = [rival.ids[-1] for rival in row.rivals if rival.ids[0] == left]
    if not lefts:
        return translate("why", "({:,}, {:,}), and no other pair of the same count has smaller ids").format(left, right)
    if rights:
        return translate("why", "({:,}, {:,}), and after the same {:,}, {:,} is less than {}").format(
            left, right, left, right, _listed_numbers(rights)
        )
    return translate("why", "({:,}, {:,}), and {:,} is less than {}").format(left, right, left, _listed_numbers(lefts))


def _by_first_seen(row: Reasons) -> str:
    return translate("why", "{} stands first in the corpus").format(_pair(row.winner))


def _by_order(row: Reasons, order: str) -> str:
    relation = translate("why", order)
    left, right = row.winner.left, row.winner.right
    same = [rival for rival in row.rivals if rival.left == left]
    if not row.rivals:
        return translate("why", "{} comes {} every other pair of the same count").format(_pair(row.winner), relation)
    if same:
        return translate("why", "after the same {}, {} comes {} {}").format(
            _quoted(left), _quoted(right), relation, _listed([r.right for r in same])
        )
    return translate("why", "{} comes {} {}").format(
        _quoted(left), relation, _listed([rival.left for rival in row.rivals])
    )


def _by_length(row: Reasons) -> str:
    length = len(row.winner.left + row.winner.right)
    longer = [len(rival.left + rival.right) for rival in row.rivals]
    if longer and min(longer) > length:
        words = (
            translate("why", "{:,} byte is fewer than {}")
            if length == 1
            else translate("why", "{:,} bytes are fewer than {}")
        )
        return words.format(length, _listed_numbers(sorted(set(longer))))
    return translate("why", "{} is the least of the pairs with {:,} bytes").format(
        _quoted(row.winner.left + row.winner.right), length
    )


def _by_rule(row: Reasons) -> str:
    return _pair(row.winner)


_DECIDERS = {
    "smallest-ids": _by_ids,
    "first-seen": _by_first_seen,
    "lexicographic-smallest": lambda row: _by_order(row, later("why", "before")),
    "lexicographic-largest": lambda row: _by_order(row, later("why", "after")),
    "shortest": _by_length,
}


# ---- words ----


def _number_word(number: int) -> str:
    return translate("why", _NUMBERS[number]) if number < len(_NUMBERS) else f"{number:,}"


def _times(count: float) -> str:
    return (
        translate("why", "{} time").format(number_text(count))
        if count == 1
        else translate("why", "{} times").format(number_text(count))
    )


def _quoted(token: bytes) -> str:
    return f'"{spoken(token)}"'


def _pair(row: PairRow) -> str:
    return translate("why", "{} and {}").format(_quoted(row.left), _quoted(row.right))


def _listed_numbers(numbers: Sequence[int]) -> str:
    return _joined([f"{number:,}" for number in dict.fromkeys(numbers)])


def _listed(tokens: Sequence[bytes]) -> str:
    return _joined([_quoted(token) for token in dict.fromkeys(tokens)])


def _joined(words: Sequence[str]) -> str:
    if len(words) > _MOST_NAMED:
        words = [*words[: _MOST_NAMED - 1], translate("why", "all others")]
    return words[0] if len(words) == 1 else translate("why", "{} and {}").format(", ".join(words[:-1]), words[-1])
