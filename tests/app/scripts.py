"""Text in many scripts, and tokens that cut it in every place a byte-level encoding may cut it."""

from __future__ import annotations

import numpy as np

from app.look.theme import token_colour_indexes

SCRIPTS = {
    "Arabic": "يولد جميع الناس أحرارًا لا اله الا الله",
    "Hebrew": "כל בני אדם נולדו בני חורין abc 123",
    "Devanagari": "सभी मनुष्यों को क्षत्रिय स्वतन्त्रता",
    "Tamil": "எல்லா மனிதர்களும் சுதந்திரமாகவே",
    "Thai": "มนุษย์ทั้งหลายเกิดมามีอิสระ",
    "Khmer": "មនុស្សទាំងអស់កើតមកមានសេរីភាព",
    "Burmese": "လူတိုင်းသည် တူညီလွတ်လပ်သော ဂုဏ်သိက္ခာ",
    "Tibetan": "འགྲོ་བ་མིའི་རིགས་རྒྱུད་ཡོངས་ལ་སྐྱེས་ཙམ",
    "Amharic": "የሰው ልጅ ሁሉ ሲወለድ ነጻና በክብርም",
    "Chinese": "人人生而自由，在尊严和权利上一律平等。",
    "Japanese": "すべての人間は、生まれながらにして自由であり、ガ・が",
    "Korean": "모든 인간은 태어날 때부터 자유로우며 \u1112\u1161\u11ab",
    "emoji with joiners": "👩‍🔬 👨‍👩‍👧‍👦 ❤️ 👍🏽 🏳️‍🌈",
    "flags": "🇫🇷🇩🇪🇯🇵 🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
    "ligatures": "office fluffy affine ﬁ waffle -> != ==",
    "combining marks": "e\u0301a\u0308\u0323 n\u0303o\u0332\u0301 naïve Z\u0351\u036b\u0343",
    "mixed directions": "abc שלום 123 مرحبا xyz (עברית) 4.5",
}
"""What people read, with all that shaping must not cut: joins, conjuncts, stacked marks, sequences of emoji."""


def random_tokens(text: str, seed: int = 1) -> tuple[np.ndarray, np.ndarray, list[int]]:
    """Ids, first bytes and colours of tokens of one to four bytes, as encodings make them in scripts they know little of."""
    data = text.encode()
    lengths = np.random.default_rng(seed).integers(1, 5, len(data) + 1)
    starts = np.concatenate(([0], np.cumsum(lengths)))
    starts = starts[starts < len(data)]
    ends = np.append(starts, len(data))[1:]
    tokens = [data[a:b] for a, b in zip(starts, ends, strict=True)]
    return np.arange(len(starts)) % 50, starts, token_colour_indexes(tokens)
