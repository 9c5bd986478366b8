"""Vocabulary: which bytes stand behind an id, and how a token is shown.

Tokens are kept end to end in one array of bytes, so that a vocabulary of 200,000 entries loads in a moment and one cut
short for time travel is a view, not a copy.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import overload

import numpy as np
import numpy.typing as npt

IntArray = npt.NDArray[np.integer]
ByteArray = npt.NDArray[np.uint8]

# GPT-2 gives each byte a printable character: printable Latin-1 stands for itself, the rest follow from U+0100 on.
_PRINTABLE = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
GPT2_BYTE_ORDER: tuple[int, ...] = (*_PRINTABLE, *sorted(set(range(256)) - set(_PRINTABLE)))
"""The 256 bytes in the order of GPT-2's ids: `GPT2_BYTE_ORDER[0] == 0x21`, the exclamation mark."""
_GLYPH = {byte: chr(byte) for byte in _PRINTABLE} | {
    byte: chr(0x100 + n) for n, byte in enumerate(GPT2_BYTE_ORDER[len(_PRINTABLE) :])
}
_BYTE = {glyph: byte for byte, glyph in _GLYPH.items()}


def glyphs(token: bytes) -> str:
    """The token in GPT-2's printable characters, as `tokenizer.json` and `vocab.json` store it.

    >>> glyphs(b" the\\n")
    'ĠtheĊ'
    """
    return "".join(_GLYPH[byte] for byte in token)


def from_glyphs(text: str) -> bytes:
    """The bytes behind GPT-2's printable characters; `KeyError` names a character that is none of them.

    >>> from_glyphs("Ġthe")
    b' the'
    """
    return bytes(_BYTE[glyph] for glyph in text)


@dataclass(frozen=True)
class Vocabulary(Sequence[bytes]):
    """id -> token, in id order.

    `data` holds all tokens end to end, token `i` being `data[offsets[i]:offsets[i + 1]]`; `special` maps the text of each
    special token to its id; `holes` are ids that belong to no token (o200k_base has a few).  `byte_level` says that tokens
    are raw bytes, which may be parts of characters; all others are text, as it is stored ("##ing", "est</w>").

    >>> v = Vocabulary.of([b"a", b"b", b"ab"], special={"<end>": 3})
    >>> len(v), v[2], v[3], v.id_of(b"ab")
    (4, b'ab', b'<end>', 2)
    """

    data: ByteArray
    offsets: IntArray
    special: Mapping[str, int] = field(default_factory=dict)
    holes: frozenset[int] = frozenset()
    byte_level: bool = True

    @classmethod
    def of(
        cls, tokens: Sequence[bytes | None], special: Mapping[str, int] | None = None, *, byte_level: bool = True
    ) -> Vocabulary:
        """From tokens in id order (None for a hole); special tokens are put at their ids, beyond the end if need be."""
        special = dict(special or {})
        size = max([len(tokens), *(id + 1 for id in special.values())])
        table: list[bytes | None] = [*tokens, *[None] * (size - len(tokens))]
        for text, id in special.items():
            table[id] = text.encode()
        lengths = np.array([len(token or b"") for token in table], np.int64)
        data = np.frombuffer(b"".join(token or b"" for token in table), np.uint8)
        holes = frozenset(id for id, token in enumerate(table) if token is None)
        return cls(data, np.concatenate([[0], np.cumsum(lengths)]), special, holes, byte_level)

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @overload
    def __getitem__(self, id: int) -> bytes: ...
    @overload
    def __getitem__(self, id: slice) -> list[bytes]: ...
    def __getitem__(self, id: int | slice) -> bytes | list[bytes]:
        if isinstance(id, slice):
            return [self[i] for i in range(*id.indices(len(self)))]
        if not 0 <= id < len(self):
            raise IndexError(f"The vocabulary has {len(self):,} entries; there is no id {id:,}.")
        return bytes(self.data[self.offsets[id] : self.offsets[id + 1]])

    def __iter__(self) -> Iterator[bytes]:
        data, offsets = self.data.tobytes(), self.offsets.tolist()
        return (data[start:end] for start, end in pairwise(offsets))

    @cached_property
    def _ids(self) -> dict[bytes, int]:
        # A special token's text may equal an ordinary token: the ordinary one is what encoding gives, so it goes in last.
        special = {id: self[id] for id in self.special.values()}
        ordinary = {token: id for id, token in enumerate(self) if id not in special and id not in self.holes}
        return {token: id for id, token in sorted(special.items())} | ordinary

    @property
    def entries(self) -> int:
        """How many ids have a token, special tokens among them: the length without its holes."""
        return len(self) - len(self.holes)

    def has(self, id: int) -> bool:
        """Whether this is the id of a token."""
        return 0 <= id < len(self) and id not in self.holes

    def without(self, ids: AbstractSet[int]) -> Vocabulary:
        """The same with a hole for each of these ids; special tokens stay.

        >>> Vocabulary.of([b"a", b"b", b"ab"]).without({2}).in_hex()
        ['61', '62', None]
        """
        gone = self.holes | (ids - set(self.special.values()))
        table = [None if id in gone else token for id, token in enumerate(self)]
        return Vocabulary.of(table, self.special, byte_level=self.byte_level)

    def in_hex(self) -> list[str | None]:
        """Each token's bytes in hex, None for a hole: what an identity holds of a vocabulary.

        >>> Vocabulary.of([b"a", None, b"bc"]).in_hex()
        ['61', None, '6263']
        """
        return [None if id in self.holes else token.hex() for id, token in enumerate(self)]

    def id_of(self, token: bytes) -> int | None:
        """The id of a token, None if it is not in the vocabulary."""
        return self._ids.get(token)

    def glyphs(self, id: int) -> str:
        """The token as its files store it: byte-level ones in GPT-2's printable characters, all others as they are.

        >>> Vocabulary.of([b" the"]).glyphs(0), Vocabulary.of([b"##ing"], byte_level=False).glyphs(0)
        ('Ġthe', '##ing')
        """
        token = self[id]
        if self.byte_level and id not in self.special.values():
            return glyphs(token)
        return token.decode("utf-8", "replace")
