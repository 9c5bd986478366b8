"""The figures under a text: computed from its tokens, so that they can be tested without a window."""

from __future__ import annotations

from app.state.text.text_check import Checked
from app.translation import later, translate
from app.widgets.basics.chip_text import spoken
from app.widgets.tokens.statistics_row import Figure, Verdict
from engine import Encoding
from engine.reading.specials import SpecialName
from engine.reading.tail import Tail

_CHARACTERS_TIP = later(
    "text_figures", "Characters are counted as code points of Unicode: an accent or a joiner counts for itself."
)
_CUT_TIP = later(
    "text_figures",
    "A visible character is what a reader sees as one; it may be several code points, as an emoji with a joiner is. "
    "It is cut where a token ends inside it.",
)
_UNKNOWN_TIP = later(
    "text_figures", "The vocabulary cannot write them: one token stands for whatever it is, and the text is lost."
)
_DROPPED_TIP = later(
    "text_figures", "They come to no token: the tokenizer leaves them out, and they cannot be had back from the tokens."
)


def statistics_of(
    encoding: Encoding, checked: Checked | None, budget: int | None = None, tail: Tail | None = None
) -> tuple[tuple[Figure, ...], Verdict | None]:
    """The figures under a text, and whether its tokens give it back; less where it is not checked."""
    size, tokens = len(encoding.data), len(encoding)
    figures = [
        Figure(
            f"{tokens:,}", translate("text_figures", "token") if tokens == 1 else translate("text_figures", "tokens")
        ),
        Figure(
            f"{len(encoding.text):,}",
            translate("text_figures", "characters"),
            translate("text_figures", _CHARACTERS_TIP),
        ),
        Figure(f"{size:,}", translate("text_figures", "bytes")),
    ]
    if tokens:
        figures.append(Figure(f"{size / tokens:.2f}", translate("text_figures", "bytes per token")))
    if checked is not None:
        figures.append(
            Figure(
                f"{checked.cut:,}",
                translate("text_figures", "of {:,} visible characters cut").format(checked.clusters),
                translate("text_figures", _CUT_TIP),
            )
        )
    figures += _losses(encoding)
    if budget is not None and tokens:
        figures.append(budget_figure(encoding, budget))
    if tail is not None:
        figures.append(tail_figure(encoding, tail))
    if checked is None:
        return tuple(figures), None
    words = (
        translate("text_figures", "round trip")
        if checked.same
        else translate("text_figures", "does not decode to the same text")
    )
    return tuple(figures), Verdict(checked.same, words)


def _losses(encoding: Encoding) -> list[Figure]:
    figures = []
    if encoding.replaced:
        figures.append(Figure(f"{encoding.replaced:,}", translate("text_figures", "replaced by U+FFFD")))
    if encoding.special:
        figures.append(Figure(f"{len(encoding.special):,}", translate("text_figures", "special")))
    if encoding.unknown:
        figures.append(
            Figure(
                f"{encoding.unknown_characters:,}",
                translate("text_figures", "characters unknown"),
                translate("text_figures", _UNKNOWN_TIP),
            )
        )
    dropped = int((encoding.dropped[:, 1] - encoding.dropped[:, 0]).sum())
    if dropped:
        figures.append(
            Figure(f"{dropped:,}", translate("text_figures", "bytes left out"), translate("text_figures", _DROPPED_TIP))
        )
    return figures


def budget_figure(encoding: Encoding, budget: int) -> Figure:
    """How much of a number of tokens is left, or where the text passes it."""
    tokens = len(encoding)
    if tokens <= budget:
        return Figure(
            f"{budget - tokens:,}",
            translate("text_figures", "left of {:,}").format(budget),
            translate("text_figures", "A budget of {:,} tokens; change it in the menu.").format(budget),
        )
    place = int(encoding.byte_spans[budget, 0])
    line = encoding.data.count(b"\n", 0, place) + 1
    return Figure(
        f"{tokens - budget:,}",
        translate("text_figures", "over {:,}, from line {:,} on").format(budget, line),
        translate("text_figures", "A red line shows where it is passed."),
    )


def tail_figure(encoding: Encoding, tail: Tail) -> Figure:
    """How many tokens at the end may become others, with an example."""
    count = len(encoding) - tail.first
    becomes = " | ".join(spoken(token) for token in tail.alternative)
    tip = translate(
        "text_figures",
        'They have a dashed frame. With "{}" typed behind the text they would be cut as {}: the '
        "tokens of a text do not begin with the tokens of its beginning.",
    ).format(spoken(tail.continuation.encode()), becomes)
    return Figure(f"{count:,}", translate("text_figures", "at the end could still change"), tip)


def special_warning(encoding: Encoding, named: list[SpecialName]) -> str:
    """What special tokens do in a text, in a sentence; "" where there are none."""
    if encoding.special:
        texts = sorted({encoding.tokens[index].decode() for index in encoding.special})
        return translate(
            "text_figures", "Special tokens act in this text: {}. Whoever writes it could do that too."
        ).format(_list(texts))
    if named:
        return translate("text_figures", "The text names {}. Here that is text like any other.").format(
            _list(sorted({name.name for name in named}))
        )
    return ""


def _list(names: list[str]) -> str:
    return ", ".join(names[:4]) + (
        translate("text_figures", " and {:,} more").format(len(names) - 4) if len(names) > 4 else ""
    )
