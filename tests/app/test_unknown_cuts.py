"""What a tokenizer does not know is no token that is cut well: it is hatched, and nothing of it lines up."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QWidget

from app.look.theme import Appearance
from app.state.vocabulary.cut_view import Cuts
from app.widgets.tradeoffs.cut_blocks import code_blocks, name_blocks, number_blocks, sum_blocks
from app.widgets.tradeoffs.cut_rows import CutBlock, CutRow, Piece
from app.widgets.tradeoffs.cut_table import CutTable
from engine.cut_samples import Addition, CodeCost, CutText, identifiers_in

UNKNOWN = CutText("1024", ((0, 4),), (0,), (0,))
KNOWN = CutText("1024", ((0, 1), (1, 4)), (5, 6))


def test_an_unknown_number_is_said_to_be_unknown() -> None:
    (block,) = number_blocks([Cuts("key", "wp", numbers=(UNKNOWN, KNOWN))], 6)
    assert [row.note for row in block.rows] == ["1, unknown", "2"]
    assert [piece.unknown for row in block.rows for piece in row.pieces] == [True, False, False]
    assert block.notice == "3 tokens in all, 1 of them unknown"


@pytest.mark.parametrize(
    ("cut", "words", "good"), [(UNKNOWN, "unknown: nothing to line up", False), (KNOWN, "cuts line up", True)]
)
def test_an_unknown_sum_does_not_line_up(cut: CutText, words: str, good: bool) -> None:
    (block,) = sum_blocks([Cuts("key", "wp", addition=Addition(cut, cut, cut))], 6)
    assert (block.notice, block.good) == (words, good)


def test_unknown_words_of_code_are_hatched_in_its_lines_and_in_its_names() -> None:
    code = CutText(
        "zqx = zqx + area", ((0, 3), (4, 5), (6, 9), (10, 11), (12, 14), (14, 16)), (0, 5, 0, 6, 7, 8), (0, 2)
    )
    cuts = [Cuts("key", "wp", code=CodeCost(code, (6,), (0,), (0,), identifiers_in(code)))]
    (lines,) = code_blocks(cuts, 6)
    assert [piece.unknown for piece in lines.rows[0].pieces] == [True, False, True, False, False, False]
    (names,) = name_blocks(cuts, 6)
    assert [[piece.unknown for piece in row.pieces] for row in names.rows] == [[True], [False, False]]
    assert [row.note for row in names.rows] == ["1, unknown", "2"]
    assert names.notice == "1.50 tokens a name, 1 of them unknown"


@pytest.fixture
def table(appearance: Appearance, show: Callable[..., QWidget]) -> CutTable:
    made = show(CutTable(appearance), 300, 200)
    assert isinstance(made, CutTable)
    return made


def test_it_is_hatched_in_no_colour_of_a_token(table: CutTable, appearance: Appearance) -> None:
    def colours(unknown: bool) -> set[int]:
        table.show_blocks([CutBlock("wp", (CutRow("", "1024", (Piece(0, 4, 2, unknown),)),))])
        image = table.grab().toImage()
        return {image.pixel(x, y) for x in range(image.width()) for y in range(image.height())}

    fill = appearance.theme.token_fills[2].rgb()
    assert fill in colours(unknown=False)
    assert fill not in colours(unknown=True)


def test_a_token_that_holds_no_text_stands_before_it(table: CutTable) -> None:
    table.show_blocks([CutBlock("uni", (CutRow("", "1024", (Piece(0, 0, 1), Piece(0, 4, 2))),))])
    (row,) = [row for row, _, _ in table._rows]
    mark, number = row.boxes
    assert mark.left < mark.right <= number.left
