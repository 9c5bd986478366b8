"""Why a chart of languages is empty, or lacks some of them.  Pure but for asking the grid."""

from __future__ import annotations

from app.state.languages.comparison_grid import ComparisonGrid
from app.state.tokenizers.tokenizer_library import RUN
from app.translation import translate


def no_curve_words(grid: ComparisonGrid) -> str:
    """Why the run has no premium to draw while it trains; empty where it has."""
    if grid.premiums_at_end():
        return ""
    others = [code for code in grid.languages if code != grid.reference]
    reference = grid.parallel.languages[grid.reference].name
    if not others:
        return translate("no_numbers", "No line: choose languages beside {}.").format(reference)
    if grid.premium_while_training(others[0]) is None:
        return translate("no_numbers", "No line: this text was not counted along with the training.")
    if any(grid.cell(RUN, code) is None and not grid.refusal(RUN, code) for code in others):
        return translate("no_numbers", "The lines come as soon as the languages are counted.")
    if grid.refusal(RUN, grid.reference):
        return translate("no_numbers", "No line: this tokenizer cannot write {}.").format(reference)
    if all(grid.refusal(RUN, code) for code in others):
        return translate("no_numbers", "No line: this tokenizer can write none of the chosen languages.")
    return translate(
        "no_numbers", "No line: more than 2 % of each chosen language is unknown to this tokenizer, or lost by it."
    )


def left_out_words(grid: ComparisonGrid) -> str:
    """How many languages the bars of the selected tokenizer leave out, as a number of theirs would mislead; empty for none."""
    count = sum(1 for code in grid.languages if grid.doubt(grid.selected_tokenizer, code))
    return translate("no_numbers", "{:,} left out").format(count) if count else ""
