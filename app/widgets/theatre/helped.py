"""Which languages of the parallel text a step makes shorter most, in one sentence."""

from __future__ import annotations

from functools import cache

from app.translation import translate
from engine.history import TrainingHistory
from engine.parallel import udhr


@cache
def _names() -> dict[str, str]:
    return {language.code: language.name for language in udhr().languages.values()}


def helped_sentence(history: TrainingHistory, position: int) -> str:
    """The languages that step `position` helps most; empty for none."""
    best = [f"{_names().get(code, code)} \u2212{_percent(share)}" for code, share in history.helped_most(position)]
    return translate("helped", "Helps most: {}").format(", ".join(best)) if best else ""


def _percent(share: float) -> str:
    """A small share of tokens.

    >>> _percent(0.0123), _percent(0.2), _percent(0.00004)
    ('1.2 %', '20 %', '0.004 %')
    """
    percent = 100 * share
    return f"{percent:.0f} %" if percent >= 9.95 else f"{percent:.2g} %"
