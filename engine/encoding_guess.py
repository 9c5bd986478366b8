"""Guessing the encoding of a text that is not UTF-8, from its first bytes.

An encoding is guessed where all of the bytes decode, no control character appears, and most of what is not ASCII are
letters and marks that are usual in a language written that way, standing as they do in words.  Single-byte encodings
decode nearly anything, so the usual characters decide among them.
"""

from __future__ import annotations

import codecs
import itertools
import re
import unicodedata

_PUNCTUATION = frozenset("“”‘’„‚«»‹›–—…•·§°©®™€£№¿¡\N{NO-BREAK SPACE}")
# Encoding -> the letters beyond ASCII of each language that is written in it.  Where two fit equally the first one wins.
_LATIN: dict[str, tuple[str, ...]] = {
    "cp1252": ("àâæçéèêëîïôœùû", "äöüß", "áéíñóúüç", "ãõáâàçéêíóôúü", "àèéìîòù", "åäöæøé", "áæðéíóöþúý", "ëïéèöü"),
    "cp1250": ("ąćęłńóśźż", "áčďéěíňóřšťúůýž", "áäčďéíĺľňóôŕšťúýž", "áéíóöőúüű", "čćđšž", "ăâîşţ"),
    "cp1254": ("çğıöşüâîûi̇",),
    "cp1257": ("ąčęėįšųūž", "āčēģīķļņšūž", "äõöüšž"),
}
# Encoding -> its letters, the ten or so most frequent ones before the blank.
_ALPHABETS: dict[str, str] = {
    "cp1251": "оеаинтсрвлк бгджзймпуфхцчшщъыьэюяёіїєґўђјљњћџ",
    "koi8_u": "оеаинтсрвлк бгджзймпуфхцчшщъыьэюяёіїєґ",
    "cp866": "оеаинтсрвлк бгджзймпуфхцчшщъыьэюяёїєў",
    "cp1253": "αοιετσνηυρκ βγδζθλμξπςφχψωάέήίόύώϊϋΐΰ",
    "cp1255": "יוהלאמרתבשנ גדזחטךכםןסעףפץצק\u05b0\u05b1\u05b2\u05b3\u05b4\u05b5\u05b6\u05b7\u05b8\u05b9\u05bb\u05bc\u05c1\u05c2",
    "cp1256": "الينمورتبهعیک ثجحخدذزسشصضطظغفقكىةءآأؤإئپچژگہھےں،؛؟ـ\u064b\u064c\u064d\u064e\u064f\u0650\u0651\u0652",
    "cp874": "นรากเงมยลวดทสอ่้ั " + "".join(map(chr, range(0x0E01, 0x0E5C))),
}
# Encoding of two bytes a character -> characters that every text of the language is full of.
_EAST_ASIAN: dict[str, str] = {
    "euc_jp": "のにはをたがでてとしれさいるなもかっ",
    "cp932": "のにはをたがでてとしれさいるなもかっ",
    "gb18030": "的一是不了人在有和中大为為他她以上国國权權或其这這得之文你好",
    "big5": "的一是不了人在有和中大為他她以上國權或其這得之文你好",
    "cp949": "이다의는에가을고은한를지도로자유리인사하",
}
_TEXT_CONTROLS = frozenset("\t\n\v\f\r\x1b\x85")
_LEAST = 0.6
_WORD = re.compile(r"[^\W\d_]+")


def guess(head: bytes) -> str | None:
    """Python's name of an encoding that a text which is not UTF-8 may have; None where none convinces.

    >>> guess("“naïve”".encode("cp1252"))
    'cp1252'
    >>> guess("Все люди рождаются свободными".encode("koi8_r"))
    'koi8_u'
    """
    scores = {codec: _score(head, codec) for codec in (*_EAST_ASIAN, *_LATIN, *_ALPHABETS)}
    best = max(scores, key=lambda codec: scores[codec])
    return best if scores[best] >= _LEAST else None


def decoded_head(head: bytes, codec: str) -> str | None:
    """The head as text, None where it does not decode; a character cut off by the head's end is left out."""
    try:
        return codecs.getincrementaldecoder(codec)("strict").decode(head)
    except UnicodeDecodeError:
        return None


def is_readable(text: str) -> bool:
    """Whether it is made of assigned characters, without control characters that no text has."""
    return all(c in _TEXT_CONTROLS or unicodedata.category(c) not in ("Cc", "Cn", "Co") for c in text)


def _score(head: bytes, codec: str) -> float:
    """How well the head reads in this encoding, from 0 to 1."""
    text = decoded_head(head, codec)
    if text is None or not is_readable(text):
        return 0.0
    foreign = [c for c in text.lower() if c > "\x7f" and c not in _PUNCTUATION]
    if not foreign:
        return 1.0 if not text.isascii() and codec == "cp1252" else 0.0  # curly quotes and dashes in English
    if codec in _LATIN:
        return max(_share(foreign, letters) for letters in _LATIN[codec]) * _word_share(text)
    # Other scripts stand in whole words; a lone letter among Latin ones is an accident.
    if sum(a > "\x7f" and b > "\x7f" for a, b in itertools.pairwise(text)) * 2 <= len(foreign):
        return 0.0
    if codec in _EAST_ASIAN:
        common = sum(_is_common_east_asian(c) for c in foreign) / len(foreign)
        return common * min(1.0, 0.5 + 5 * _share(foreign, _EAST_ASIAN[codec]))
    frequent = _ALPHABETS[codec].partition(" ")[0]
    return _share(foreign, _ALPHABETS[codec]) * min(1.0, 0.4 + _share(foreign, frequent))


def _share(characters: list[str], usual: str) -> float:
    return sum(c in usual for c in characters) / len(characters)


def _is_common_east_asian(c: str) -> bool:
    """Kana, the punctuation of CJK, and the first levels of the old standards, which hold the frequent characters."""
    if "\u3000" <= c <= "\u30ff" or "\uff01" <= c <= "\uff5e":
        return True
    for codec, first, last in (
        ("gb2312", 0xB0, 0xD7),
        ("euc_kr", 0xB0, 0xC8),
        ("euc_jp", 0xB0, 0xCF),
        ("big5", 0xA4, 0xC6),
    ):
        try:
            lead = c.encode(codec)[0]
        except UnicodeEncodeError:
            continue
        if first <= lead <= last:
            return True
    return False


def _word_share(text: str) -> float:
    """Which share of the words with accented letters look like words: mostly ASCII, capitals only in front or all over."""
    words = [word for word in _WORD.findall(text) if not word.isascii()]
    return sum(_looks_latin(word) for word in words) / len(words) if words else 1.0


def _looks_latin(word: str) -> bool:
    accented = sum(c > "\x7f" for c in word)
    return accented * 2 <= len(word) + 1 and (word[1:] == word[1:].lower() or word == word.upper())
