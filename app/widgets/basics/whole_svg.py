"""SVG as Qt writes it, made what every reader of XML takes: a title or a token may hold characters that XML has not."""

from __future__ import annotations

import re

_NO_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def whole_svg(written: bytes) -> bytes:
    """The same picture; a character that XML must not hold (ESC, U+FFFF) is U+FFFD.

    >>> whole_svg(b"<title>a\\x1b[2J</title>").decode()
    '<title>a\ufffd[2J</title>'
    """
    return _NO_XML.sub("\ufffd", written.decode("utf-8", "replace")).encode()
