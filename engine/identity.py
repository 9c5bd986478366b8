"""Identity: one number for all that decides ids, so that two tokenizers are the same if and only if it is."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any


def identity_of(fields: Mapping[str, Any]) -> str:
    """SHA-256 of canonical JSON: keys sorted, no blanks, ASCII escapes.

    >>> identity_of({"vocabulary": ["61", "62"]}) == identity_of({"vocabulary": ["62", "61"]})
    False
    """
    canonical = json.dumps(fields, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(canonical.encode()).hexdigest()
