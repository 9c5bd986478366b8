"""What a session keeps of the tokens pane beside its text: how it is shown and coloured, and what it is held against."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from typing import Any

from app.state.text.playground import MOST_TOKENS, Playground
from app.state.text.text_colours import COLOURINGS
from app.state.text.text_display import VIEWS, Display

_FLAGS = tuple(name for name, value in asdict(Display()).items() if isinstance(value, bool))


class KeptText:
    """The choices of a playground as fields of a session file."""

    def __init__(self, playground: Playground) -> None:
        self._playground = playground

    def kept(self) -> dict[str, Any]:
        """What a session keeps."""
        playground = self._playground
        return {
            **asdict(playground.display.value),
            "colouring": playground.colours.by,
            "budget": playground.budget,
            "compared": list(playground.to_compare),
            "special": sorted(playground.allowed),
        }

    def restore(self, kept: Mapping[str, Any]) -> None:
        """The choices of a session; ValueError names the first that is none, and all others are taken."""
        playground, wrong = self._playground, [_wrong(name, kept[name]) for name in _CHECKS if name in kept]
        good = {name: kept[name] for name in _CHECKS if name in kept and not _wrong(name, kept[name])}
        shown = {name: good[name] for name in ("view", *_FLAGS) if name in good}
        playground.display.set(replace(playground.display.value, **shown))
        if "colouring" in good:
            playground.colours.choose(good["colouring"])
        if "budget" in good:
            playground.set_budget(good["budget"])
        if "special" in good:
            playground.allow(frozenset(good["special"]))
        if "compared" in good:
            playground.compare(tuple(dict.fromkeys(good["compared"])))
        for sentence in filter(None, wrong):
            raise ValueError(sentence)


def _is_one_of(choices: tuple[str, ...]) -> Callable[[Any], str]:
    words = "one of " + ", ".join(choices)
    return lambda value: "" if isinstance(value, str) and value in choices else words


def _is_flag(value: Any) -> str:
    return "" if isinstance(value, bool) else "true or false"


def _is_budget(value: Any) -> str:
    good = isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= MOST_TOKENS
    return "" if good else f"a number from 1 to {MOST_TOKENS:,}"


def _is_names(value: Any) -> str:
    good = isinstance(value, list) and all(isinstance(name, str) for name in value)
    return "" if good else "a list of names"


_CHECKS: dict[str, Callable[[Any], str]] = {
    "view": _is_one_of(VIEWS),
    **dict.fromkeys(_FLAGS, _is_flag),
    "colouring": _is_one_of(COLOURINGS),
    "budget": _is_budget,
    "compared": _is_names,
    "special": _is_names,
}
"""For each field what tells what it must be; "" where it is that."""


def _wrong(name: str, value: Any) -> str:
    """What is wrong with a field, "" if nothing is."""
    wanted = _CHECKS[name](value)
    return f'"{name}" of the tokens is {str(value)[:40]!r}; it must be {wanted}' if wanted else ""
