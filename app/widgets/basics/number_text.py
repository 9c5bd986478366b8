"""A count as it is shown everywhere."""

from __future__ import annotations


def number_text(count: float) -> str:
    """With thousands separators, and tenths where a weighted corpus has them.

    >>> number_text(1200), number_text(1.5)
    ('1,200', '1.5')
    """
    return f"{count:,.0f}" if float(count).is_integer() else f"{count:,.1f}"
