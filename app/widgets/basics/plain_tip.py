"""A tool tip that shows a text as it is: Qt takes one that looks like HTML for HTML, and tokens do ("<s>", "<br>")."""

from __future__ import annotations

from html import escape


def plain_tip(text: str) -> str:
    """The text, ready to be a tool tip.

    >>> plain_tip("low"), plain_tip("<s>")
    ('low', "<p style='white-space: pre-wrap'>&lt;s&gt;</p>")
    """
    if "<" not in text and "&" not in text:
        return text
    return f"<p style='white-space: pre-wrap'>{escape(text)}</p>"
