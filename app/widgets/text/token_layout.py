"""Where the box of each token stands.

A paragraph is shaped once, without any format: a change of format would cut ligatures, conjuncts and emoji in two.
The boxes are computed afterwards from the places where the caret may stand (clusters: what a reader sees as one
character).

`token_runs` is the whole idea and needs no window: whole clusters of one token are one run; a cluster in which several
tokens meet is a run of its own that they share, and is drawn as equal stripes.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, cast

import regex
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QTextLayout, QTextLine, QTextOption

from app.widgets.text.token_document import GAP, Block
from app.widgets.text.token_labels import LABEL_START

_RIGHT_TO_LEFT = regex.compile(r"[\p{Bidi_Class=R}\p{Bidi_Class=AL}\p{Bidi_Class=AN}\u202A-\u202E\u2066-\u2069]")
_FIRST_STRONG = regex.compile(r"\p{Bidi_Class=L}|(?P<backwards>[\p{Bidi_Class=R}\p{Bidi_Class=AL}])")
_ODD_BLANK = regex.compile(r"[\u00A0\u1680\u2000-\u200A\u202F\u205F]")
Piece = tuple[float, float, bool]  # left, right, whether it runs to the left
_Share = tuple[int, bool, tuple[int, int]]  # a token, whether it begins here, and its share of the character
_Unseen = tuple[float, list[_Share]]  # x, and the tokens there that have no width

_BOX_HEIGHT = 1.42  # of the font's size
_PIN, _BREAK, _UNSEEN = 0.16, 0.38, 0.08  # widths of boxes without letters, of the box's height
_SAME_PLACE = 0.6  # pixels
_LANES = 0.42  # room below the box for split marks and differences


class Run(NamedTuple):
    """UTF-16 units `begin` to `end` of a line; one token, or all those that share one cluster."""

    begin: int
    end: int
    tokens: tuple[int, ...]


class TokenBox(NamedTuple):
    """A piece of a token in a line.  `share` = (place, of how many) for a stripe; `starts` = the token begins here."""

    left: float
    right: float
    token: int
    starts: bool
    right_to_left: bool
    share: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a paragraph; lengths from the paragraph's top left."""

    text_line: QTextLine
    begin: int
    end: int
    top: float
    height: float
    baseline: float
    box_top: float
    box_height: float


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A block as Qt has shaped it."""

    text: str
    layout: QTextLayout
    lines: tuple[Line, ...]
    height: float
    backwards: bool  # the paragraph as a whole runs from right to left
    mixed: bool  # some of it does
    plain: bool  # ASCII alone: each unit is a cluster
    odd_blanks: bool = False  # some of its blanks are none of the keyboard
    labels: bool = False  # of tokens, each isolated: whatever the direction of its letters, it is one box


def token_runs(clusters: Sequence[int], starts: Sequence[int], inside: Sequence[bool]) -> Iterator[Run]:
    """The runs of one line.

    `clusters` are the starts of its clusters and the line's end.  `starts` are the units in which the tokens begin, the
    first being the token that holds the line's start; `inside` says which begin in the middle of a character.  Tokens
    are numbered from 0.

    >>> list(token_runs([0, 1, 3, 4], [0, 1, 2, 3], [False, False, False, False]))
    [Run(begin=0, end=1, tokens=(0,)), Run(begin=1, end=3, tokens=(1, 2)), Run(begin=3, end=4, tokens=(3,))]
    """
    begin, cluster, token, line_end = clusters[0], 0, 1, clusters[-1]
    while token < len(starts) and starts[token] < line_end:
        while clusters[cluster + 1] <= starts[token]:
            cluster += 1
        at, after = clusters[cluster], clusters[cluster + 1]
        if at > begin:
            yield Run(begin, at, (token - 1,))
        if starts[token] == at and not inside[token]:
            begin, token = at, token + 1
            continue
        meeting = [token - 1]
        while token < len(starts) and starts[token] < after:
            meeting.append(token)
            token += 1
        yield Run(at, after, tuple(meeting))
        begin = after
    if line_end > begin:
        yield Run(begin, line_end, (token - 1,))


def shape(text: str, font: QFont, width: float, line_height: float) -> Paragraph:
    """Lay a block out.  A paragraph that begins with right-to-left text is aligned right."""
    layout = QTextLayout(text, font)
    plain = text.isascii()
    mixed = not plain and _RIGHT_TO_LEFT.search(text) is not None
    labels = LABEL_START in text
    backwards = mixed and not labels and _runs_backwards(text)
    option = QTextOption(Qt.AlignmentFlag.AlignRight if backwards else Qt.AlignmentFlag.AlignLeft)
    option.setTextDirection(Qt.LayoutDirection.RightToLeft if backwards else Qt.LayoutDirection.LeftToRight)
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    option.setTabStopDistance(QFontMetricsF(font).horizontalAdvance(" ") * 4)
    layout.setTextOption(option)
    layout.setCacheEnabled(True)
    lines, height = _lines(layout, font, width, line_height)
    odd_blanks = not plain and _ODD_BLANK.search(text) is not None
    return Paragraph(text, layout, lines, height, backwards, mixed, plain, odd_blanks, labels)


def _runs_backwards(text: str) -> bool:
    """Its first strong letter decides, as in Qt's own layout."""
    strong = _FIRST_STRONG.search(text)
    return strong is not None and strong.group("backwards") is not None


def _lines(layout: QTextLayout, font: QFont, width: float, line_height: float) -> tuple[tuple[Line, ...], float]:
    metrics = QFontMetricsF(font)
    box_height = _BOX_HEIGHT * font.pixelSize()
    above = (box_height - metrics.ascent() - metrics.descent()) / 2 + metrics.ascent()  # box top to base line
    lines, top = [], 0.0
    layout.beginLayout()
    while (line := layout.createLine()).isValid():
        line.setLineWidth(width)
        # Scripts with tall marks (Tibetan, Nastaliq) push the base line down and the next line away.
        baseline = top + max(above, line.ascent()) + 1
        line.setPosition(QPointF(0, baseline - line.ascent()))
        bottom = max(baseline - above + box_height, baseline + line.descent()) + _LANES * font.pixelSize()
        height = math.ceil(max(line_height, bottom - top))  # whole pixels: what is below can be moved as it is
        begin = line.textStart()
        end = begin + line.textLength()
        lines.append(Line(line, begin, end, top, height, baseline, baseline - above, box_height))
        top += height
    layout.endLayout()
    return tuple(lines), top


def caret_x(line: QTextLine, unit: int) -> float:
    """The x of a caret before this unit, from the paragraph's left."""
    return cast("tuple[float, int]", line.cursorToX(unit))[0]


def clusters_of(paragraph: Paragraph, line: Line) -> Sequence[int]:
    """Starts of the line's clusters, and its end."""
    if paragraph.plain:
        return range(line.begin, line.end + 1)
    following = paragraph.layout.nextCursorPosition
    places = [line.begin]
    while places[-1] < line.end:
        place = following(places[-1])
        places.append(place if places[-1] < place <= line.end else line.end)
    return places


def token_boxes(paragraph: Paragraph, line: Line, block: Block) -> list[TokenBox]:
    """The boxes of a line; `token` counts in the whole document, GAP where letters are under no token."""
    boxes = _covering_boxes(paragraph, line, block)
    return boxes + _boxes_without_letters(paragraph, line, block)


def _covering_boxes(paragraph: Paragraph, line: Line, block: Block) -> list[TokenBox]:
    if not len(block.token_bytes) or line.end == line.begin:
        return []
    line_byte = block.positions.byte_of_unit(line.begin)
    first = max(0, int(block.token_bytes.searchsorted(line_byte, "right")) - 1)
    after = int(block.token_units.searchsorted(line.end, "left"))
    numbers = block.tokens[first:after].tolist()
    starts = block.token_units[first:after].tolist()
    inside = block.token_inside[first:after].tolist()
    clusters = clusters_of(paragraph, line)
    begun = int(block.token_bytes[first]) < line_byte or (first == 0 and block.continues)
    boxes: list[TokenBox] = []
    unseen: list[_Unseen] = []
    drawn = 0 if begun else -1  # the last token whose start has been drawn
    for run, pieces in _placed(paragraph, line, token_runs(clusters, starts, inside)):
        meeting = [token for token in run.tokens if numbers[token] != GAP]
        count = len(meeting)
        if not count:
            if not _is_blank(paragraph, run):
                boxes += [TokenBox(left, right, GAP, False, backwards, (0, 1)) for left, right, backwards in pieces]
            continue
        if sum(right - left for left, right, _ in pieces) < 1:
            shares = [(numbers[token], token > drawn, (place, count)) for place, token in enumerate(meeting)]
            _put_at(unseen, caret_x(line.text_line, run.begin), shares)
        else:
            for place, token in enumerate(meeting):
                starts_here = token > drawn
                for left, right, backwards in _stripe(pieces, place, count):
                    boxes.append(TokenBox(left, right, numbers[token], starts_here, backwards, (place, count)))
                    starts_here = False
        drawn = max(drawn, meeting[-1])
    return [box for place in unseen for box in _pins(place, line.box_height, paragraph.backwards)] + boxes


def _put_at(unseen: list[_Unseen], x: float, shares: list[_Share]) -> None:
    """With those that stand at the same place already: several characters without width may follow each other."""
    if unseen and abs(unseen[-1][0] - x) < _SAME_PLACE:
        unseen[-1][1].extend(shares)
    else:
        unseen.append((x, shares))


def _pins(place: _Unseen, box_height: float, backwards: bool) -> Iterator[TokenBox]:
    """Room to point at, over the edges of the letters beside it, for characters without width: controls of direction."""
    x, shares = place
    pieces = [(x - _UNSEEN * box_height * len(shares) / 2, x + _UNSEEN * box_height * len(shares) / 2, backwards)]
    for number, (token, starts, share) in enumerate(shares):
        ((left, right, _),) = _stripe(pieces, number, len(shares))
        yield TokenBox(left, right, token, starts, backwards, share)


def _is_blank(paragraph: Paragraph, run: Run) -> bool:
    """Whether there is nothing to see in a run."""
    if paragraph.plain:
        return not paragraph.text[run.begin : run.end].strip()
    units = paragraph.text.encode("utf-16-le")[2 * run.begin : 2 * run.end]
    return not units.decode("utf-16-le", "replace").strip()


def _boxes_without_letters(paragraph: Paragraph, line: Line, block: Block) -> list[TokenBox]:
    """Narrow boxes: of tokens that cover none of the text, before the letter where they stand, and of line breaks."""
    boxes: list[TokenBox] = []
    is_last = line is paragraph.lines[-1]
    for byte, token in block.pins:
        unit = block.positions.unit_of_byte(byte)
        if line.begin <= unit < line.end or (is_last and unit == line.end):
            x, width = caret_x(line.text_line, unit), _PIN * line.box_height
            left = x if paragraph.backwards and unit == line.begin else x - width
            boxes.append(TokenBox(left, left + width, token, True, paragraph.backwards, (0, 1)))
    if is_last and block.tail:
        width = _BREAK * line.box_height
        x = caret_x(line.text_line, line.end) - (width * len(block.tail) if paragraph.backwards else 0)
        for place, token in enumerate(block.tail):
            left = x + place * width
            boxes.append(TokenBox(left, left + width, token, True, paragraph.backwards, (0, 1)))
    return boxes


def unit_pieces(paragraph: Paragraph, line: Line, begin: int, end: int) -> list[Piece]:
    """Where units `begin` to `end` of a line stand: left, right, and whether they run to the left."""
    begin, end = max(begin, line.begin), min(end, line.end)
    if begin >= end:
        return []
    return _run_pieces(paragraph, line, Run(begin, end, ()))


def _placed(paragraph: Paragraph, line: Line, runs: Iterator[Run]) -> Iterator[tuple[Run, list[Piece]]]:
    """Each run, and where it stands."""
    if paragraph.mixed:
        for run in runs:
            yield run, _run_pieces(paragraph, line, run)
        return
    end, right = -1, 0.0
    for run in runs:  # one ends where the next begins: that place is asked for once
        left = right if run.begin == end else caret_x(line.text_line, run.begin)
        end, right = run.end, caret_x(line.text_line, run.end)
        yield run, [(left, right, False)]


def _run_pieces(paragraph: Paragraph, line: Line, run: Run) -> list[Piece]:
    if not paragraph.mixed:
        return [(caret_x(line.text_line, run.begin), caret_x(line.text_line, run.end), False)]
    if paragraph.labels:
        boxes = [glyphs.boundingRect() for glyphs in line.text_line.glyphRuns(run.begin, run.end - run.begin)]
        return [(min(box.left() for box in boxes), max(box.right() for box in boxes), False)] if boxes else []
    # At a change of direction one place of the caret has two x; the glyphs know where they stand.
    pieces: list[Piece] = []
    for glyphs in line.text_line.glyphRuns(run.begin, run.end - run.begin):
        box, backwards = glyphs.boundingRect(), glyphs.isRightToLeft()
        left, right = box.left(), box.right()
        if pieces and backwards == pieces[-1][2] and _meet(pieces[-1], left, right):
            last = pieces.pop()
            left, right = min(left, last[0]), max(right, last[1])
        pieces.append((left, right, backwards))
    return pieces


def _meet(piece: Piece, left: float, right: float) -> bool:
    """Touch or lie over each other: of words from right to left Qt gives each the box of all."""
    return left < piece[1] + 0.6 and right > piece[0] - 0.6


def _stripe(pieces: list[Piece], place: int, count: int) -> list[Piece]:
    """The `place`-th of `count` equal stripes of a cluster, counted in reading direction."""
    if count == 1 or not pieces:
        return pieces
    left, right, backwards = pieces[0]
    width = (right - left) / count
    begin = right - (place + 1) * width if backwards else left + place * width
    return [(begin, begin + width, backwards)]
