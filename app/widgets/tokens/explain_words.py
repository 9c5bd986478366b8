"""The sentences of the explain panel: computed from a look, so that they can be tested without a window."""

from __future__ import annotations

from app.state.text.explaining import Look
from app.translation import translate
from app.widgets.basics.cut_text import beginning
from app.widgets.tokens.token_facts import stored_form
from engine.explain import Explanation
from engine.tokenizer import PipelineTokenizer


def heading_of(look: Look) -> str:
    """What is explained; isolated, since it may run from right to left."""
    text = look.pre_token if look.pre_token is not None else look.tokens[look.at][1]
    shown = text.decode("utf-8", "replace").replace(" ", "␣").replace("\n", "↵")
    if not shown:
        shown = stored_form(look.tokenizer, look.tokens[look.at][0])
    return f"\u2068{beginning(shown, 40)}\u2069"


def token_text(tokenizer: PipelineTokenizer, model_id: int) -> bytes:
    """What stands on the chip of one of the model's tokens."""
    return tokenizer.model.vocabulary[model_id]


def left_to_right_of(told: Explanation) -> str:
    """What the tempting shortcut comes to: merging from the left without looking at ranks."""
    wrong = told.left_to_right
    if wrong is None or not told.merges:
        return ""
    if wrong.parts_at is None:
        return translate("explain_words", "Merging from the left, without ranks, happens to give the same here.")
    return translate(
        "explain_words", "Merging from the left, without ranks, gives other tokens: wrong from token {} on."
    ).format(wrong.parts_at + 1)


def about(look: Look) -> str:
    """The line under the heading: how much there is to see, or why there is nothing."""
    words = _what(look)
    return words if words.startswith(look.title) else f"{look.title}. {words}"


def _what(look: Look) -> str:
    if look.note or look.explanation is None:
        return look.note
    told, size = look.explanation, len(look.pre_token or b"")
    if told.left_to_right is not None:
        count = len(told.merges)
        merges = (
            translate("explain_words", "no merge")
            if not count
            else translate("explain_words", "1 merge")
            if count == 1
            else translate("explain_words", "{:,} merges, in the order of their ranks").format(count)
        )
        return translate("explain_words", "{:,} bytes, {}").format(size, merges)
    if told.tries:
        return translate(
            "explain_words", "The longest start of the word that is in the vocabulary, then the longest of the rest."
        )
    if told.lattice is not None:
        return translate(
            "explain_words", "{:,} pieces occur in it; the thicker an arc, the likelier a cut uses it."
        ).format(len(told.lattice.edges))
    return translate("explain_words", "Found whole; this tokenizer has no steps in between.")
