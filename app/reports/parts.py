"""What the chapters of a report are made of: figures, pictures with a caption, tables; and tokens and values as text."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from app.translation import inside, translate
from app.widgets.theatre.option_texts import choices_of
from engine.normalizers import NORMALIZERS
from engine.tie_rules import TIE_RULES


def heading(title: str) -> str:
    """The title of a chapter.

    >>> heading("Texts & weights")
    '<h2>Texts &amp; weights</h2>'
    """
    return f"<h2>{escape(title)}</h2>"


def paragraph(sentence: str) -> str:
    """A sentence."""
    return f"<p>{escape(sentence)}</p>"


def note(sentence: str) -> str:
    """A sentence in small print."""
    return f'<p class="note">{escape(sentence)}</p>'


def figures(rows: Sequence[tuple[str, str]]) -> str:
    """Large numbers, each with what it counts."""
    inside = "".join(f"<div><b>{escape(value)}</b>{escape(words)}</div>" for value, words in rows)
    return f'<div class="figures">{inside}</div>'


def picture(drawing: str, caption: str) -> str:
    """An SVG and what it shows; nothing where there is no drawing."""
    return f"<figure>{drawing}<figcaption>{escape(caption)}</figcaption></figure>" if drawing else ""


def table(
    titles: Sequence[str], rows: Sequence[Sequence[str]], numbers: set[int] | None = None, code: set[int] | None = None
) -> str:
    """A table; columns that hold `numbers` stand at the right, those that hold `code` are set like it."""
    classes = {**dict.fromkeys(numbers or (), "n"), **dict.fromkeys(code or (), "code")}

    def cells(row: Sequence[str], tag: str) -> str:
        kind = {place: f' class="{name}"' for place, name in classes.items() if tag == "td" or name == "n"}
        return "".join(f"<{tag}{kind.get(place, '')}>{escape(text)}</{tag}>" for place, text in enumerate(row))

    body = "".join(f"<tr>{cells(row, 'td')}</tr>" for row in rows)
    return f"<table><thead><tr>{cells(titles, 'th')}</tr></thead><tbody>{body}</tbody></table>"


def value_text(value: Any) -> str:
    """The value of an option in words."""
    if value is None or value == [] or value == ():
        return translate("report", "none")
    if isinstance(value, bool):
        return translate("report", "yes") if value else translate("report", "no")
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return str(value)


def value_of(name: str, value: Any) -> str:
    """The value of the option of that name, as the window calls it.

    >>> value_of("digits", "each"), value_of("rule_changes", ((30, "first-seen"),))
    ('each alone', 'from step 31 first seen')
    """
    if name == "normalizers":
        return value_text([translate("engine", NORMALIZERS[one].title) for one in value])
    if name == "rule_changes" and value:
        words = translate("report", "from step {:,} {}")
        return ", ".join(
            words.format(step + 1, inside(translate("engine", TIE_RULES[rule].title))) for step, rule in value
        )
    choices = choices_of(name)
    return choices[value] if isinstance(value, str) and value in choices else value_text(value)


def shown(token: bytes) -> str:
    """A token for reading: blanks as open boxes, bytes that are no character in hex.

    >>> shown(b" the"), shown(bytes([0xE0, 0xA4]))
    ('\u2423the', 'E0 A4')
    """
    try:
        text = token.decode()
    except UnicodeDecodeError:
        return " ".join(f"{byte:02X}" for byte in token)
    visible = {" ": "\N{OPEN BOX}", "\n": "\N{DOWNWARDS ARROW WITH CORNER LEFTWARDS}", "\t": "\N{RIGHTWARDS ARROW}"}
    return "".join(
        visible.get(character, character if character.isprintable() else f"U+{ord(character):04X}")
        for character in text
    )
