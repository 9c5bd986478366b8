"""Where the words on stage stand: large chips or small ones, in how many rows and columns, each word in its place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QFontMetricsF

from app.look.theme import Appearance, token_colour_indexes
from app.widgets.basics.chip_painting import ELLIPSIS, ChipFace
from app.widgets.basics.chip_text import runs_right_to_left
from app.widgets.words.stage_words import StageGroup, StageWord, count_text
from app.widgets.words.word_columns import Columns, chosen_columns
from app.widgets.words.word_layout import LEFT_OUT, RowPlan, columns_for, merged_tokens, plan_rows, visible_tokens
from app.widgets.words.word_painting import PlacedWord

_COLUMN_EM = 12.0
"""Words stand in two columns where each is at least so many chip letters' heights wide."""


@dataclass(frozen=True, slots=True)
class Heading:
    """What stands above a group, and how far down."""

    group: int
    title: str
    note: str
    action: str
    top: float


@dataclass(frozen=True, slots=True)
class ChipSize:
    """One size of chips with the heights that go with it: of a row (a chip, below it the bridge), of a heading, and
    between two groups."""

    face: ChipFace
    row: int
    heading: int
    between: int


def large_size(appearance: Appearance) -> ChipSize:
    face, metrics = ChipFace(appearance), appearance.metrics
    line = round(metrics.base * 1.4)
    return ChipSize(face, round(face.height + metrics.units(2.5)), line + metrics.units(1), metrics.units(2))


def small_size(appearance: Appearance) -> ChipSize:
    """For a low stage."""
    face, metrics = ChipFace(appearance, "body"), appearance.metrics
    return ChipSize(face, round(face.height + metrics.units(2)), round(metrics.base * 1.3), metrics.units(0.5))


@dataclass(frozen=True, slots=True)
class Stage:
    """What has room, each in its place, and the size of all chips."""

    size: ChipSize
    words: tuple[PlacedWord, ...]
    headings: tuple[Heading, ...]


class StageLayout:
    """Lays groups of words out in a widget of some size, in large chips, unless small ones show more groups."""

    def __init__(
        self, appearance: Appearance, sizes: tuple[ChipSize, ChipSize], groups: tuple[StageGroup, ...], room: QSize
    ) -> None:
        """`sizes`: large chips and small ones."""
        self._appearance, self._groups, self._room = appearance, groups, room
        self._count_width = self._widest_count()
        large, small = ((size, *self._plan_with(size)) for size in sizes)
        self.is_small = small[1].groups > large[1].groups
        self._size, self._plan, self._columns = small if self.is_small else large

    def lay_out(self) -> Stage:
        """Group by group, from the top."""
        plan = self._plan
        words: list[PlacedWord] = []
        headings: list[Heading] = []
        y = 0.0
        for number, (group, rows, columns) in enumerate(zip(self._groups, plan.rows, self._columns, strict=True)):
            if rows == LEFT_OUT:
                continue
            if plan.headings:
                headings.append(Heading(number, group.title, group.note, group.action, y))
                y += self._size.heading
            words += self._placed_words(number, group.words[: rows * columns], columns, y)
            y += rows * self._size.row + self._size.between
        return Stage(self._size, tuple(words), tuple(headings))

    def _plan_with(self, size: ChipSize) -> tuple[RowPlan, Columns]:
        """How many rows of these chips each group gets, in how many columns."""
        most = columns_for(self._room.width(), _COLUMN_EM * size.face.pixels)
        room = self._column(most)[0] - self._counts_room() - size.face.line

        def is_cut(group: int, shown: int) -> bool:
            return any(_width_of(word, size.face) > room for word in self._groups[group].words[:shown])

        def plan_of(columns: Columns) -> RowPlan:
            return plan_rows(self._wanted(columns), self._room.height(), size.row, size.heading, size.between)

        return chosen_columns([len(group.words) for group in self._groups], most, plan_of, is_cut)

    def _wanted(self, columns: Columns) -> list[int]:
        """Rows for all words of each group; a group without words keeps its heading only for what can be clicked there."""
        groups = zip(self._groups, columns, strict=True)
        return [-(-len(g.words) // wide) if g.words else 0 if g.action else LEFT_OUT for g, wide in groups]

    def _column(self, columns: int) -> tuple[float, float]:
        """Width of a column, and from where one begins to where the next one does."""
        gutter = self._appearance.metrics.units(4) if columns > 1 else 0
        width = (self._room.width() - gutter * (columns - 1)) / columns
        return width, width + gutter

    def _counts_room(self) -> float:
        """What the counts before the words take of a column."""
        return self._count_width + self._appearance.metrics.units(2.5) if self._count_width else 0.0

    def _placed_words(self, group: int, words: Sequence[StageWord], columns: int, top: float) -> list[PlacedWord]:
        column_width, distance = self._column(columns)
        placed = []
        for index, word in enumerate(words):
            left = (index % columns) * distance
            x = left + self._counts_room()
            y = top + (index // columns) * self._size.row
            room = left + column_width - x - self._size.face.line
            place = QRectF(left, y, self._count_width, self._size.face.height)
            placed.append(self._placed(group, index, word, room, QPointF(x, y), place))
        return placed

    def _widest_count(self) -> float:
        """The widest count of all groups, so that chips of all groups begin on one line."""
        measure = QFontMetricsF(self._appearance.font("body"))
        texts = [count_text(word.count) for group in self._groups for word in group.words]
        return max((measure.horizontalAdvance(text) for text in texts), default=0.0)

    def _placed(self, group: int, index: int, word: StageWord, room: float, at: QPointF, count: QRectF) -> PlacedWord:
        bold = {i for left in word.lit for i in (left, left + 1)}
        widths = [self._size.face.width(token, i in bold, room) for i, token in enumerate(word.tokens)]
        pair = next(iter((*word.lit, *word.tied)), 0)
        keep = (pair, min(len(widths), pair + 2)) if word.lit or word.tied else (0, 1)
        seen = visible_tokens(widths, self._size.face.gap, self._size.face.width(ELLIPSIS), room, keep)
        tokens = list(word.tokens[seen.first : seen.last])
        shades = self._appearance.theme.token_colours
        colours = token_colour_indexes(word.tokens, colours=shades)[seen.first : seen.last]
        lit = [i - seen.first for i in word.lit if seen.first <= i < seen.last - 1]
        tied = [i - seen.first for i in word.tied if seen.first <= i < seen.last - 1]
        shift = (1 if seen.first else 0) - seen.first
        if seen.first:
            tokens, colours = [ELLIPSIS, *tokens], [0, *colours]
            lit, tied = [i + 1 for i in lit], [i + 1 for i in tied]
        if seen.last < len(word.tokens):
            tokens, colours = [*tokens, ELLIPSIS], [*colours, 0]
        after = token_colour_indexes(merged_tokens(tokens, lit, word.made), colours=shades)
        mirrored = runs_right_to_left(b"".join(word.tokens))
        return PlacedWord(
            group, index, at, room, count, count_text(word.count),
            tuple(tokens), tuple(colours), tuple(lit), tuple(tied),
            tuple(after[left - n] for n, left in enumerate(lit)), mirrored,
            word.made, _shifted(word.gone, shift, len(tokens)), _shifted(word.unknown, shift, len(tokens)),
        )  # fmt: skip


def _width_of(word: StageWord, face: ChipFace) -> float:
    """Of all its tokens, none of them cut."""
    lit = {at for left in word.lit for at in (left, left + 1)}
    return sum(face.width(token, at in lit) for at, token in enumerate(word.tokens)) + face.gap * (len(word.tokens) - 1)


def _shifted(indexes: Sequence[int], shift: int, length: int) -> tuple[int, ...]:
    """Indexes among the tokens that are shown."""
    return tuple(index + shift for index in indexes if 0 <= index + shift < length)
