"""Tokenizers that run on their own library, behind the same methods as those that run here.

    alignment               from what a library says of its tokens to exact bytes, by our rule
    library_tokenizer       LibraryTokenizer: one library's tokenizer as a Tokenizer
    tokenizers_library      `tokenizers`
    sentencepiece_library   `sentencepiece`
    tiktoken_library        `tiktoken`
    splintr_library         `splintr`, whose vocabularies are inside a binary

No library is imported before a tokenizer of it is opened.
"""

from engine.backends.library_tokenizer import Library, LibraryTokenizer
from engine.tokenizer import PipelineTokenizer

AnyTokenizer = PipelineTokenizer | LibraryTokenizer
"""What opening a file gives."""

__all__ = ["AnyTokenizer", "Library", "LibraryTokenizer"]
