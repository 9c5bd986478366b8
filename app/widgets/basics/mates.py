"""Mates: two widgets that show the same of two things side by side, both in the size of the one that has less room."""

from __future__ import annotations

from typing import Any, Protocol


class Mate(Protocol):
    """A widget that has a `mate`, or None, and asks it how large it can be; `renew_size` when that may be another."""

    mate: Any

    def renew_size(self) -> None: ...


def make_mates(one: Mate, other: Mate | None) -> None:
    """From now on they take one size; without `other` the first takes its own.  Whom they stood beside before is free."""
    if one.mate is other:
        return
    for widget in (one, other):
        if widget is not None and widget.mate is not None:
            before, widget.mate = widget.mate, None
            before.mate = None
            before.renew_size()
    one.mate = other
    if other is not None:
        other.mate = one
        other.renew_size()
    one.renew_size()
