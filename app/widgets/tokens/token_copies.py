"""What the tokens pane puts into the clipboard."""

from __future__ import annotations

from app.widgets.tokens.token_facts import stored_form
from engine import AnyTokenizer, Encoding


def ids_text(encoding: Encoding) -> str:
    """All ids, with blanks between."""
    return " ".join(map(str, encoding.ids.tolist()))


def table_text(encoding: Encoding, tokenizer: AnyTokenizer) -> str:
    """Id, bytes, stored form and place of each token, a token a line with tabs between."""
    lines = ["id\tbytes\tstored\tfirst byte\tend"]
    for number, (id, (start, end)) in enumerate(zip(encoding.ids.tolist(), encoding.byte_spans.tolist(), strict=True)):
        stored = stored_form(tokenizer, id).replace("\t", "\\t").replace("\n", "\\n")
        lines.append(f"{id}\t{encoding.tokens[number].hex(' ')}\t{stored}\t{start}\t{end}")
    return "\n".join(lines)
