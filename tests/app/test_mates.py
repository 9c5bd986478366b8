"""What stands side by side of two runs is of one size."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from app.look.theme import Appearance
from app.widgets.basics.mates import make_mates
from app.widgets.why.equation import Equation, Merge
from app.widgets.words.stage_layout import small_size
from app.widgets.words.stage_words import StageGroup, StageWord
from app.widgets.words.token_chips import TokenChips

Show = Callable[..., QWidget]
SHORT, LONG = Merge(141, b"a", b"l", 120, 41, 396), Merge(141, b" Kosc", b"iuszko", 120, 1, 396)
GROUPS = tuple(StageGroup(title, (StageWord((b" t", b"al"), 14),)) for title in ("Change now", "Tied", "My words"))


def _pixels(equation: Equation) -> int:
    assert equation._merge is not None
    return equation._face(equation._merge).pixels


def test_two_equations_are_of_one_size(appearance: Appearance, show: Show) -> None:
    here, there = (show(Equation(appearance), 460, 90) for _ in range(2))
    assert isinstance(here, Equation)
    assert isinstance(there, Equation)
    here.show_merge(SHORT)
    there.show_merge(LONG)
    large, small = _pixels(here), _pixels(there)
    assert large > small
    make_mates(here, there)
    assert (_pixels(here), _pixels(there)) == (small, small)
    # WHEN the other has a short one, too
    there.show_merge(SHORT)
    assert (_pixels(here), _pixels(there)) == (large, large)
    # AND WHEN this one stands alone again
    there.show_merge(LONG)
    make_mates(here, None)
    assert (_pixels(here), _pixels(there)) == (large, small)


def test_the_words_of_two_runs_are_of_one_size(appearance: Appearance, show: Show) -> None:
    here, there = (show(TokenChips(appearance), 500, 400) for _ in range(2))
    assert isinstance(here, TokenChips)
    assert isinstance(there, TokenChips)
    make_mates(here, there)
    here.show_words(GROUPS)
    there.show_words(GROUPS)
    large, size = here.stage.size.face.pixels, small_size(appearance)
    low = len(GROUPS) * (size.row + size.heading + size.between)
    there.resize(500, low)
    small = there.stage.size.face.pixels
    assert small < large
    assert here.stage.size.face.pixels == small
    # WHEN the other has room again, or none stands there
    there.resize(500, 400)
    assert here.stage.size.face.pixels == large
    there.resize(500, low)
    make_mates(here, None)
    assert (here.stage.size.face.pixels, there.stage.size.face.pixels) == (large, small)


def test_a_third_one_frees_the_second(appearance: Appearance, show: Show) -> None:
    one, two, three = (Equation(appearance) for _ in range(3))
    for equation in (one, two, three):
        show(equation)
    make_mates(one, two)
    make_mates(three, two)
    assert (one.mate, two.mate, three.mate) == (None, three, two)
    make_mates(one, None)
    assert (two.mate, three.mate) == (three, two)
