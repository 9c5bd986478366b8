"""What the engine says, in the language of the window: its sentences are known by their templates.

The engine is English.  A sentence that it refuses with is compared with the templates that stand in its source
(`app.sentence_templates` lists them), and said by that template's form in the other language, with what stood at its
places; a reason that is a sentence of the engine's own is said in it too.  What no template knows stays as it is.
"""

from __future__ import annotations

import errno
import json
import os
from functools import cache
from importlib import resources

from app.translation import translate

SENTENCES = "sentences"
_PLACE = "{}"
_SYSTEM = {
    os.strerror(getattr(errno, name)): name
    for name in ("ENOENT", "EACCES", "EISDIR", "ENOTDIR", "ENOSPC", "EROFS", "EEXIST", "ENAMETOOLONG", "EIO", "EPERM")
}
"""What the operating system says of a file, by the name of the error."""


def said(sentence: object) -> str:
    """An error, or a sentence of the engine's, as the window says it."""
    text = str(sentence)
    return text if _is_english() else _said(text) or text


def _is_english() -> bool:
    known = "There is no file {}."
    return translate(SENTENCES, known) == known


def _said(text: str) -> str:
    """Empty for what is not the engine's."""
    return _by_template(text) or _system_words(text) or _behind_a_name(text) or _one_after_the_other(text)


def _by_template(text: str) -> str:
    for template, parts in _templates():
        places = places_in(text, parts)
        if places is not None:
            return translate(SENTENCES, template).format(*(_said(place) or place for place in places))
    return ""


def _behind_a_name(text: str) -> str:
    """A sentence that was put behind a name, a file's mostly: "a.json: There is no ..." """
    at = text.find(": ")
    while at > 0:
        sentence = _by_template(text[at + 2 :])
        if sentence:
            return text[: at + 2] + sentence
        at = text.find(": ", at + 1)
    return ""


def _one_after_the_other(text: str) -> str:
    """Several sentences."""
    at = text.find(". ")
    while at > 0:
        first, rest = _by_template(text[: at + 1]), text[at + 2 :]
        if first:
            return f"{first} {_said(rest) or rest}"
        at = text.find(". ", at + 1)
    return ""


def _system_words(text: str) -> str:
    name = _SYSTEM.get(text, "")
    return _of_the_system()[name] if name else ""


def _of_the_system() -> dict[str, str]:
    return {
        "ENOENT": translate("sentences", "there is no such file or folder"),
        "EACCES": translate("sentences", "it is not allowed"),
        "EPERM": translate("sentences", "it is not allowed"),
        "EISDIR": translate("sentences", "it is a folder"),
        "ENOTDIR": translate("sentences", "a part of the path is no folder"),
        "ENOSPC": translate("sentences", "there is no room left on the disk"),
        "EROFS": translate("sentences", "the disk can only be read"),
        "EEXIST": translate("sentences", "it is there already"),
        "ENAMETOOLONG": translate("sentences", "the name is too long"),
        "EIO": translate("sentences", "the disk has an error"),
    }


def places_in(text: str, parts: tuple[str, ...]) -> list[str] | None:
    """What stands between the parts of a template; None where the text is not made by it.

    >>> places_in("a.json has no column text; it has id.", ("", " has no column ", "; it has ", "."))
    ['a.json', 'text', 'id']
    """
    first, *middle, last = parts if len(parts) > 1 else (*parts, "")
    if len(parts) == 1:
        return [] if text == first else None
    at, end = len(first), len(text) - len(last)
    if not text.startswith(first) or not text.endswith(last) or at > end:
        return None
    places = []
    for part in middle:
        found = text.find(part, at, end)
        if found < 0:
            return None
        places.append(text[at:found])
        at = found + len(part)
    return [*places, text[at:end]]


@cache
def _templates() -> list[tuple[str, tuple[str, ...]]]:
    """With their parts; those that say most stand first, so that "{} cannot be read: {}." does not take them."""
    listed = json.loads((resources.files("resources") / "translations" / "sentences.json").read_text("utf-8"))
    parts = [(template, tuple(_plain(part) for part in template.split(_PLACE))) for template in listed]
    return sorted(parts, key=lambda row: -sum(map(len, row[1])))


def _plain(part: str) -> str:
    return part.replace("{{", "{").replace("}}", "}")
