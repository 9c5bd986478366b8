"""From what a file lists - tokens with ids, merges - to a model whose ids run from 0, and back to the file's ids."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.algorithms.bpe import BPE, BYTE_ORDERS, ByteOrder
from engine.errors import FormatError, OptionError, UnsupportedError
from engine.formats.pipeline_fields import layout_of_ids
from engine.recipe import IdLayout, check_special_text
from engine.tokenizer import PipelineTokenizer
from engine.vocabulary import GPT2_BYTE_ORDER, glyphs

Merge = tuple[int, int, int]
LARGEST_ID = (1 << 22) - 1
"""Tables have a row for each id: a file must not ask for many times as many as any vocabulary has (one million)."""


@dataclass(frozen=True, slots=True)
class Assembled:
    """A model, and the file's id of each of the model's."""

    model: BPE
    ids: npt.NDArray[np.int32]


def assemble(tokens: Mapping[int, bytes], merges: Iterable[Merge], source: str, *, whole: bool) -> Assembled:
    """The model of a file's `tokens` (id -> bytes, without special tokens) and `merges` (left, right, product ids).

    `whole` says that a pre-token that equals a token is that token, whatever the merges say.  Raises UnsupportedError
    where bytes are missing or a merge uses a token before it is made.
    """
    byte_order, to_model = _byte_ids(tokens, source)
    ids = list(to_model)
    pairs: list[tuple[int, int]] = []
    products: list[int] = []
    for number, (left, right, product) in enumerate(merges, 1):
        for part in (left, right):
            if part not in to_model:
                shown = glyphs(tokens[part])
                raise UnsupportedError(f'{source}: merge {number:,} uses "{shown}", which no merge before it makes.')
        if product not in to_model:
            to_model[product] = len(ids)
            ids.append(product)
        pairs.append((to_model[left], to_model[right]))
        products.append(to_model[product])
    rest = [id for id in sorted(tokens) if id not in to_model]
    plain = products == list(range(256, 256 + len(products)))
    model = BPE(
        byte_order,
        np.array(pairs, np.int32).reshape(-1, 2),
        products=None if plain else np.array(products, np.int32),
        extra=[tokens[id] for id in rest],
    )
    if whole:
        model = with_whole_tokens(model)
    return Assembled(model, np.array(ids + rest, np.int32))


def with_whole_tokens(model: BPE) -> BPE:
    """The model in which a pre-token that equals a token is that token, though its merges lead elsewhere."""
    vocabulary = model.vocabulary
    lengths = np.diff(vocabulary.offsets)
    counts = model.segment_lengths(vocabulary.data, vocabulary.offsets[:-1], lengths)
    whole = np.flatnonzero(counts != 1).tolist()
    products = None if model.is_plain else model.products
    return BPE(model.byte_order, model.merges, products=products, extra=model.extra, whole=whole)


def _byte_ids(tokens: Mapping[int, bytes], source: str) -> tuple[ByteOrder, dict[int, int]]:
    """The order in which the file numbers the bytes, and the model's id of each of these ids."""
    of_byte = {token[0]: id for id, token in tokens.items() if len(token) == 1}
    missing = [byte for byte in range(256) if byte not in of_byte]
    if missing:
        listed = ", ".join(f"0x{byte:02X}" for byte in missing[:3]) + (" ..." if len(missing) > 3 else "")
        raise UnsupportedError(
            f"{source}: {len(missing)} of the 256 bytes have no token ({listed}). "
            "The encoder of this program needs all of them."
        )
    by_id = tuple(sorted(of_byte, key=of_byte.__getitem__))
    order: ByteOrder = "gpt2" if by_id == GPT2_BYTE_ORDER else "raw"
    return order, {of_byte[byte]: id for id, byte in enumerate(BYTE_ORDERS[order])}


# -- what a file says beside tokens and merges -------------------------------------------------------------------------


def layout_fields(tokenizer: PipelineTokenizer) -> dict[str, Any] | None:
    """The id layout of a tokenizer that was trained here, as JSON."""
    layout = tokenizer.layout
    return None if layout is None else {"kind": layout.kind, "special_tokens": list(layout.specials)}


def layout_from(fields: Any, assembled: Assembled, special: Mapping[str, int]) -> IdLayout | None:
    """The layout that a file names, if its ids are what the layout says; else None, and the file's ids stand as they are."""
    if assembled.model.extra or not assembled.model.is_plain:  # only published files have such, and no layout
        return None
    return layout_of_ids(fields, assembled.model.base, assembled.ids.tolist(), special)


def special_tokens(fields: Any, source: str, taken: Mapping[int, bytes]) -> dict[str, int]:
    """Text -> id as a JSON object says; FormatError if it is none, or two tokens share an id."""
    if fields is None:
        return {}
    if not isinstance(fields, dict):
        raise FormatError(f"{source}: special tokens must be an object of texts and ids.")
    seen: dict[int, str] = {}
    for text, id in fields.items():
        check_special_token(text, id, source)
        if id in seen:
            raise FormatError(f'{source}: the special tokens "{seen[id]}" and "{text}" have the same id {id:,}.')
        if id in taken and taken[id] != text.encode():
            raise FormatError(
                f'{source}: id {id:,} belongs to "{glyphs(taken[id])}" and to the special token "{text}".'
            )
        seen[id] = text
    return dict(fields)


def check_special_token(text: str, id: Any, source: str) -> None:
    """FormatError for a text that no UTF-8 can hold or that is found everywhere, and for what is no id."""
    try:
        check_special_text(text)
    except OptionError as error:
        raise FormatError(f"{source}: {error}") from None
    check_id(id, source)


def check_id(id: Any, source: str) -> None:
    """FormatError for what is no id, or one so large that its table would not fit into memory."""
    if not isinstance(id, int) or isinstance(id, bool) or id < 0:
        raise FormatError(f"{source}: {str(id)[:40]} is no id; ids are whole numbers from 0.")
    if id > LARGEST_ID:
        raise FormatError(f"{source}: the id {id:,} is too large; the largest is {LARGEST_ID:,}.")


def is_written_id(text: str) -> bool:
    """Whether a text is a whole number that may be an id; Python reads none of more than 4,300 digits.

    >>> is_written_id("50256"), is_written_id("-1"), is_written_id("9" * 5_000)
    (True, False, False)
    """
    return re.fullmatch("[0-9]{1,9}", text) is not None


def describes_all_tokens(model: BPE, ids: Sequence[int]) -> bool:
    """Whether the ids of merged tokens rise with the merges, as a list of ranks implies."""
    learned = np.asarray(ids)[256 : model.size - len(model.extra)]
    return model.is_plain and bool(np.all(np.diff(learned) > 0))
