"""The encoding of a text: told by its mark, by how its NULs stand, or guessed; what is no text is refused.

detect           the encoding of a file by its first bytes
named            the one that a user names
other_encoding   one that fits where a text is not UTF-8
check_encoding   whether Python can read the encoding of a name
"""

from __future__ import annotations

import codecs
from dataclasses import dataclass

from engine.encoding_guess import decoded_head, guess, is_readable
from engine.errors import CorpusError, OptionError

# The marks of UTF-32 first: the one of UTF-16 LE begins like the one of UTF-32 LE.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8", "UTF-8 with BOM"),
    (codecs.BOM_UTF32_LE, "utf-32-le", "UTF-32 LE (BOM)"),
    (codecs.BOM_UTF32_BE, "utf-32-be", "UTF-32 BE (BOM)"),
    (codecs.BOM_UTF16_LE, "utf-16-le", "UTF-16 LE (BOM)"),
    (codecs.BOM_UTF16_BE, "utf-16-be", "UTF-16 BE (BOM)"),
)
_WITHOUT_MARK = (
    ("utf-32-le", "UTF-32 LE"),
    ("utf-32-be", "UTF-32 BE"),
    ("utf-16-le", "UTF-16 LE"),
    ("utf-16-be", "UTF-16 BE"),
)
_MOST_UNDECODABLE = 0.1
_SMALLEST_JUDGED = 64


@dataclass(frozen=True, slots=True)
class TextEncoding:
    """How a file's bytes become text: Python's name of the encoding, and how it is shown ("UTF-8 with BOM").

    `guessed`: nothing in the file says so, but it is not UTF-8 and reads well this way.
    """

    codec: str
    title: str
    guessed: bool = False


def detect(head: bytes, label: str) -> TextEncoding:
    """The encoding of a file that begins with `head`; `CorpusError` says why it is no text."""
    for mark, codec, title in _MARKS:
        if head.startswith(mark):
            return TextEncoding(codec, title)
    for codec, title in _WITHOUT_MARK:
        if 0 in head and _stands_like(head, codec):
            return TextEncoding(codec, title)
    undecodable = _undecodable_bytes(head)
    if undecodable and 0 in head:
        raise CorpusError(
            f"{label} is not a text: it holds NUL characters and bytes that are not UTF-8 (a binary file?)."
        )
    other = other_encoding(head) if undecodable else None
    if other is not None:
        return TextEncoding(other, other, guessed=True)
    if len(head) >= _SMALLEST_JUDGED and undecodable > _MOST_UNDECODABLE * len(head):
        raise CorpusError(f"{label} is not a text: {undecodable:,} of its first {len(head):,} bytes are not UTF-8.")
    return TextEncoding("utf-8", "UTF-8")


def named(name: str, head: bytes) -> TextEncoding:
    """The encoding that a user names, of a text that begins with `head`.

    >>> named("utf-16", b"a\\0b\\0").codec, named("utf-16", b"\\xfe\\xff\\0a").codec, named("cp1252", b"a").codec
    ('utf-16-le', 'utf-16-be', 'cp1252')
    """
    family = codecs.lookup(name).name
    if family not in ("utf-16", "utf-32"):
        return TextEncoding(name, name)
    # Python reads these by their mark, and no text without one: such a text nearly always has its low bytes first.
    marked = (codec for mark, codec, _ in _MARKS if codec.startswith(family) and head.startswith(mark))
    return TextEncoding(next(marked, f"{family}-le"), name)


def other_encoding(head: bytes) -> str | None:
    """An encoding that fits a text which is not UTF-8; None for UTF-8 with some broken bytes in it."""
    text = codecs.getincrementaldecoder("utf-8")("replace").decode(head)
    # Bytes of Chinese or Japanese encodings make a letter of UTF-8 now and then, but more often they make none.
    mostly_broken = text.count("\N{REPLACEMENT CHARACTER}") * 2 > sum(character > "\x7f" for character in text)
    return guess(head) if mostly_broken else None


def check_encoding(name: str) -> str:
    """The encoding's name, if Python can read text with it."""
    try:
        b"\xff b".decode(name, "replace")  # "punycode" is for names: it replaces nothing
        codecs.getincrementaldecoder(name)
    except (LookupError, ValueError) as error:
        known = "utf-8, utf-16, cp1252, shift_jis or gb18030"
        raise OptionError(f"There is no text encoding {name!r}; use a name such as {known}.") from error
    return name


def _stands_like(head: bytes, codec: str) -> bool:
    """Do the NULs of the head stand as in this two- or four-byte encoding?"""
    width = 4 if "32" in codec else 2
    usable = head[: len(head) // width * width]
    text = decoded_head(usable, codec)
    if not text or len(head) % 2:
        return False
    with_nul = sum(c < "\u0100" for c in text)
    # In UTF-16 every Latin character has a NUL and other scripts still have blanks; a stray NUL gives odd characters.
    return is_readable(text) and (
        width == 4 or with_nul * 2 >= len(text) or (len(text) >= 32 and with_nul * 12 >= len(text))
    )


def _undecodable_bytes(head: bytes) -> int:
    """Bytes of the head that are not UTF-8, a character cut off by its end aside."""
    kept = codecs.getincrementaldecoder("utf-8")("ignore").decode(head)
    unfinished = codecs.getincrementaldecoder("utf-8")("ignore")
    unfinished.decode(head)
    return len(head) - len(kept.encode()) - len(unfinished.getstate()[0])
