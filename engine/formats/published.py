"""Published vocabularies that a file does not describe: patterns and special tokens of rank files, known by their SHA-256."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

QWEN_35 = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?[\p{L}\p{M}]+|\p{N}"
    r"| ?[^\s\p{L}\p{M}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)

DEEPSEEK_V3 = (
    r"\p{N}{1,3}",
    "[一-龥\u3040-ゟ゠-ヿ]+",
    r"[!\"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+| ?[\p{P}\p{S}]+[\r\n]*"
    r"|\s*[\r\n]+|\s+(?!\S)|\s+",
)
"""Three patterns, one after the other: what one cuts out the next does not see."""


@dataclass(frozen=True, slots=True)
class KnownFile:
    """A published rank file: what it is called, its pattern (a name, or an expression) and its special tokens.

    `normalizers` are for a file whose model is fed with normalized text.
    """

    name: str
    pattern: str
    special: Mapping[str, int]
    normalizers: Sequence[str] = field(default=())


def numbered(first: int, texts: Sequence[str]) -> dict[str, int]:
    """Text -> id, from `first` on."""
    return {text: first + n for n, text in enumerate(texts)}


END = "<|endoftext|>"
_FIM = ("<|fim_prefix|>", "<|fim_middle|>", "<|fim_suffix|>")
CL100K_SPECIAL = {END: 100257, **numbered(100258, _FIM), "<|endofprompt|>": 100276}
O200K_SPECIAL = {END: 199999, "<|endofprompt|>": 200018}
HARMONY_SPECIAL = {
    **O200K_SPECIAL,
    "<|startoftext|>": 199998,
    "<|return|>": 200002,
    "<|constrain|>": 200003,
    "<|channel|>": 200005,
    "<|start|>": 200006,
    "<|end|>": 200007,
    "<|message|>": 200008,
    "<|call|>": 200012,
    **{f"<|reserved_{id}|>": id for id in (200000, 200001, 200004, *range(200009, 200012), *range(200013, 201088))},
}
"""o200k_harmony: the ranks of o200k_base, with other special tokens."""

_LLAMA_3 = (
    "<|begin_of_text|>", "<|end_of_text|>", "<|reserved_special_token_0|>", "<|reserved_special_token_1|>",
    "<|finetune_right_pad_id|>", "<|step_id|>", "<|start_header_id|>", "<|end_header_id|>", "<|eom_id|>", "<|eot_id|>",
    "<|python_tag|>", "<|image|>",
)  # fmt: skip
LLAMA_3_SPECIAL = numbered(128_000, [*_LLAMA_3, *(f"<|reserved_special_token_{n}|>" for n in range(2, 246))])


def _llama_4() -> list[str]:
    def reserved(group: str, first: int, last: int) -> list[str]:
        return [f"<|{group}_reserved_special_token_{n}|>" for n in range(first, last + 1)]

    trained = ["<|header_start|>", "<|header_end|>", "<|eom|>", "<|eot|>", "<|step|>"]
    trained += [*reserved("text_post_train", 0, 5), "<|python_start|>", "<|python_end|>", "<|finetune_right_pad|>"]
    trained += reserved("text_post_train", 8, 68)
    vision = ["<|image_start|>", "<|image_end|>", *reserved("vision", 0, 1), "<|tile_x_separator|>"]
    vision += ["<|tile_y_separator|>", *reserved("vision", 2, 5), "<|image|>", *reserved("vision", 6, 6), "<|patch|>"]
    vision += reserved("vision", 7, 1047)
    thinking = [*reserved("reasoning", 0, 7), "<|reasoning_thinking_start|>", "<|reasoning_thinking_end|>"]
    texts = ["<|begin_of_text|>", "<|end_of_text|>", *_FIM, *trained, *vision, *thinking]
    return [*texts, *(f"<|reserved_special_token_{n}|>" for n in range(2048 - len(texts)))]


LLAMA_4_SPECIAL = numbered(200_000, _llama_4())

_QWEN = (
    END, "<|im_start|>", "<|im_end|>", "<|object_ref_start|>", "<|object_ref_end|>", "<|box_start|>", "<|box_end|>",
    "<|quad_start|>", "<|quad_end|>", "<|vision_start|>", "<|vision_end|>", "<|vision_pad|>", "<|image_pad|>",
    "<|video_pad|>", "<tool_call>", "</tool_call>", *_FIM, "<|fim_pad|>", "<|repo_name|>", "<|file_sep|>",
    "<tool_response>", "</tool_response>", "<think>", "</think>",
)  # fmt: skip
QWEN_SPECIAL = numbered(151_643, _QWEN)
QWEN_35_SPECIAL = numbered(
    248_044,
    [*_QWEN, "<|audio_start|>", "<|audio_end|>", "<tts_pad>", "<tts_text_bos>", "<tts_text_eod>",
     "<tts_text_bos_single>", "<|audio_pad|>"],
)  # fmt: skip

_LANGUAGES = [
    "en", "zh", "de", "es", "ru", "ko", "fr", "ja", "pt", "tr", "pl", "ca", "nl", "ar", "sv", "it", "id", "hi", "fi",
    "vi", "he", "uk", "el", "ms", "cs", "ro", "da", "hu", "ta", "no", "th", "ur", "hr", "bg", "lt", "la", "mi", "ml",
    "cy", "sk", "te", "fa", "lv", "bn", "sr", "az", "sl", "kn", "et", "mk", "br", "eu", "is", "hy", "ne", "mn", "bs",
    "kk", "sq", "sw", "gl", "mr", "pa", "si", "km", "sn", "yo", "so", "af", "oc", "ka", "be", "tg", "sd", "gu", "am",
    "yi", "lo", "uz", "fo", "ht", "ps", "tk", "nn", "mt", "sa", "lb", "my", "bo", "tl", "mg", "as", "tt", "haw", "ln",
    "ha", "ba", "jw", "su",
]  # fmt: skip
WHISPER_SPECIAL = numbered(
    50_257,
    [END, "<|startoftranscript|>", *(f"<|{code}|>" for code in _LANGUAGES), "<|translate|>", "<|transcribe|>",
     "<|startoflm|>", "<|startofprev|>", "<|nospeech|>", "<|notimestamps|>", *(f"<|{n * 0.02:.2f}|>" for n in range(1501))],
)  # fmt: skip

KNOWN_FILES: dict[str, KnownFile] = {
    "306cd27f03c1a714eca7108e03d66b7dc042abe8c258b44c199a7ed9838dd930": KnownFile("gpt2", "gpt2", {END: 50256}),
    "94b5ca7dff4d00767bc256fdd1b27e5b17361d7b8a5f968547f9f23eb70d2069": KnownFile("p50k_base", "gpt2", {END: 50256}),
    "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7": KnownFile(
        "cl100k_base", "cl100k", CL100K_SPECIAL
    ),
    "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d": KnownFile("o200k_base", "o200k", O200K_SPECIAL),
    "b2b1b8dfb5cc5f024bafc373121c6aba3f66f9a5a0269e243470a1de16a33186": KnownFile(
        "qwen2", "qwen", QWEN_SPECIAL, ("nfc",)
    ),
    "8dde380a6405e935f5de16a99eb61c824f3f814dd1ed298784c72babb7a03cdd": KnownFile(
        "qwen3.5", QWEN_35, QWEN_35_SPECIAL, ("nfc",)
    ),
    "82e9d31979e92ab929cd544440f129d9ecd797b69e327f80f17e1c50d5551b55": KnownFile("llama3", "llama3", LLAMA_3_SPECIAL),
    "d0bdbaf59b0762c8c807617e2d8ea51420eb1b1de266df2495be755c8e0ed6ed": KnownFile("llama4", "o200k", LLAMA_4_SPECIAL),
    "b34b360dbb493e781e479794586d661700670d65564001f23024971d1f2fa126": KnownFile("whisper", "gpt2", WHISPER_SPECIAL),
}
"""By the SHA-256 of the file."""
