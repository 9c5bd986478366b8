"""The figures under a text: computed from its tokens, so that they can be tested without a window."""

from __future__ import annotations

from app.state.text.text_check import Checked
from app.translation import later, translate
from app.widgets.basics.chip_text import spoken
from app.widgets.tokens.statistics_row import Figure, Verdict
from engine import AnyTokenizer, Encoding
from engine.reading.several import Together
from engine.reading.specials import SpecialName
from engine.reading.tail import Tail
from engine.tokenizer import PipelineTokenizer

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
    "text_figures",
    "They come to no token: the tokenizer leaves them out. Decoding puts blanks where it expects them, which need not be "
    "where they were.",
)

_DIFFER_TIP = later(
    "text_figures",
    "Tokens that at least one of the tokenizers beside this one does not have here. A whole bar: none of them has it; "
    "a bar in pieces: some have it.",
)
_REPLACED_TIP = later(
    "text_figures",
    "Half of a surrogate pair, or a byte that is not UTF-8, is no character: U+FFFD stands where it was.",
)


def statistics_of(
    encoding: Encoding,
    checked: Checked | None,
    budget: int | None = None,
    tail: Tail | None = None,
    *,
    replaced: int = 0,
    differing: Figure | None = None,
) -> tuple[tuple[Figure, ...], Verdict | None]:
    """The figures under a text, and whether its tokens give it back; less where it is not checked.

    `replaced`: characters that could not be read before the text was encoded. `differing`: how many of its
    tokens others lack, where they stand beside it."""
    size, tokens = len(encoding.data), len(encoding)
    figures = [
        _figure(tokens, later("text_figures", "token"), later("text_figures", "tokens")),
        _figure(
            len(encoding.text),
            later("text_figures", "character"),
            later("text_figures", "characters"),
            _CHARACTERS_TIP,
        ),
        *_replaced(max(replaced, encoding.replaced)),
        _figure(size, later("text_figures", "byte"), later("text_figures", "bytes")),
    ]
    if tokens:
        figures.append(Figure(f"{size / tokens:.2f}", translate("text_figures", "bytes per token")))
    if differing is not None:
        figures.append(differing)
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


def _figure(count: int, one: str, many: str, tip: str = "") -> Figure:
    """A number of things, with the words for one of them or for any other number."""
    return Figure(
        f"{count:,}",
        translate("text_figures", one if count == 1 else many),
        translate("text_figures", tip) if tip else "",
    )


def _replaced(count: int) -> list[Figure]:
    if not count:
        return []
    tip = translate("text_figures", _REPLACED_TIP)
    return [Figure(f"{count:,}", translate("text_figures", "replaced by U+FFFD"), tip)]


def _losses(encoding: Encoding) -> list[Figure]:
    figures = []
    if encoding.special:
        figures.append(Figure(f"{len(encoding.special):,}", translate("text_figures", "special")))
    if encoding.unknown:
        figures.append(
            _figure(
                encoding.unknown_characters,
                later("text_figures", "character unknown"),
                later("text_figures", "characters unknown"),
                _UNKNOWN_TIP,
            )
        )
    dropped = int((encoding.dropped[:, 1] - encoding.dropped[:, 0]).sum())
    if dropped:
        one, many = later("text_figures", "byte left out"), later("text_figures", "bytes left out")
        figures.append(_figure(dropped, one, many, _DROPPED_TIP))
    return figures


def difference_figure(found: Together) -> Figure:
    """How many tokens the tokenizers beside this one lack."""
    return differing_figure(found.tokens, "" if found.others == 1 else _DIFFER_TIP)


def differing_figure(count: int, tip: str = "") -> Figure:
    """How many tokens another tokenizer does not have."""
    return _figure(count, later("text_figures", "token differs"), later("text_figures", "tokens differ"), tip)


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


def wants_unknown(tokenizer: AnyTokenizer | None) -> bool:
    """Whether a refused text would have tokens with an unknown token, which is an option of the training."""
    return isinstance(tokenizer, PipelineTokenizer) and tokenizer.model.unknown is None
