"""The words that this field has for its things, each explained in a sentence, with who coined or defined it."""

from __future__ import annotations

from dataclasses import dataclass

from app.translation import later, translate


@dataclass(frozen=True, slots=True)
class Term:
    """A word, what it means, and where that comes from ("" where nobody in particular said it first)."""

    name: str
    meaning: str
    source: str = ""


_TERMS = (
    Term(
        later("glossary", "Alignment"),
        later(
            "glossary",
            "Which sentence of one language says what which sentence of another says; only those are compared.",
        ),
    ),
    Term(
        later("glossary", "Bootstrap interval"),
        later(
            "glossary",
            "How far a figure would move if other sentences of the same kind had been taken: drawn again many"
            " times, and the middle 95 % shown.",
        ),
        "Efron 1979",
    ),
    Term(
        later("glossary", "BPE, byte-pair encoding"),
        later(
            "glossary",
            "Starts from single symbols and, step by step, makes one token of the two neighbours that stand "
            "together most often.",
        ),
        "Gage 1994; Sennrich, Haddow, Birch 2016",
    ),
    Term(
        later("glossary", "BPE-dropout"),
        later(
            "glossary",
            "Leaves out merges at random, so that the same word is cut in another way each time; models learn"
            " more from that.",
        ),
        "Provilkov, Emelianenko, Voita 2020",
    ),
    Term(
        later("glossary", "Byte-level"),
        later("glossary", "The smallest symbols are the 256 bytes of UTF-8, so that no text is unknown."),
        "Radford et al. 2019",
    ),
    Term(
        later("glossary", "Code point"),
        later(
            "glossary",
            "A number of Unicode for a letter, a sign or an accent; in UTF-8 it takes one to four bytes.",
        ),
        "Unicode Standard; RFC 3629",
    ),
    Term(
        later("glossary", "Corpus"),
        later(
            "glossary",
            "All the texts that are learned from; corpus tokens are how many tokens they make at a step.",
        ),
    ),
    Term(
        later("glossary", "d_model"),
        later(
            "glossary",
            "How many numbers a model keeps for each token; a vocabulary of V tokens costs V times d_model of them.",
        ),
        "Vaswani et al. 2017",
    ),
    Term(
        later("glossary", "Embedding table, output table"),
        later(
            "glossary",
            "The rows of numbers that turn ids into what a model computes with, and back; tied means that one"
            " table does both.",
        ),
        "Press, Wolf 2017",
    ),
    Term(
        later("glossary", "End-of-word mark"),
        later(
            "glossary",
            "A sign such as </w> that tells a token which ends a word from the same letters inside one.",
        ),
        "Sennrich, Haddow, Birch 2016",
    ),
    Term(
        later("glossary", "Fertility"),
        later("glossary", "Tokens per word; it is given only where the writing shows where words end."),
        "Rust et al. 2021",
    ),
    Term(
        later("glossary", "Gini coefficient"),
        later(
            "glossary",
            "How unequally tokens are spread over languages: 0 when all pay the same, near 1 when one pays nearly all.",
        ),
        "Gini 1912",
    ),
    Term(
        later("glossary", "Glitch token"),
        later("glossary", "A token that texts hardly ever produce, so that a model never learned what it means."),
        "Land, Bartolo 2024",
    ),
    Term(
        later("glossary", "Grapheme cluster"),
        later(
            "glossary",
            "What a reader sees as one character, though it may be several code points, such as a letter with"
            " its accents.",
        ),
        "Unicode Annex 29",
    ),
    Term(
        later("glossary", "Id"),
        later("glossary", "The number of a token in its vocabulary; it is all that a model sees of the text."),
    ),
    Term(
        later("glossary", "Identity"),
        later(
            "glossary",
            "A fingerprint of all that decides ids: two tokenizers with the same one give the same ids for every text.",
        ),
    ),
    Term(
        later("glossary", "Merge"),
        later("glossary", "One learned step: two tokens that stand side by side become one, everywhere."),
        "Sennrich, Haddow, Birch 2016",
    ),
    Term(
        later("glossary", "Normalizer"),
        later(
            "glossary",
            "Changes the text before it is cut, such as to small letters or to one spelling of accents (NFC);"
            " what it changes is lost.",
        ),
        "Unicode Annex 15",
    ),
    Term(
        later("glossary", "Pattern, pre-tokenizer"),
        later(
            "glossary",
            "Cuts a text into pieces (pre-tokens) across which no token ever reaches, mostly words with the "
            "blank before them.",
        ),
        "Radford et al. 2019",
    ),
    Term(
        later("glossary", "Premium"),
        later("glossary", "Tokens of a language over tokens of the reference for the same text: 2.0 pays twice."),
        "Petrov et al. 2023",
    ),
    Term(
        later("glossary", "Rank"),
        later(
            "glossary",
            "At which step a token was learned; where several merges fit, the one with the lowest rank is made first.",
        ),
    ),
    Term(
        later("glossary", "Record"),
        later(
            "glossary",
            "What is one text to the trainer: a file, a line, a paragraph, or a row of a table; no token "
            "reaches across its ends.",
        ),
    ),
    Term(
        later("glossary", "R\u00e9nyi efficiency"),
        later(
            "glossary",
            "How evenly a text uses the vocabulary: 1 when all tokens are equally frequent, low when few do "
            "all the work.",
        ),
        "Zouhar et al. 2023",
    ),
    Term(
        later("glossary", "Round trip"),
        later("glossary", "From text to ids and back; it is whole when the text comes back as it was."),
    ),
    Term(
        later("glossary", "Special token"),
        later(
            "glossary",
            "A token that is no text but a sign to the model, such as the end of a document; typed text does "
            "not make one unless it is allowed.",
        ),
    ),
    Term(
        later("glossary", "Tie"),
        later(
            "glossary",
            "Several pairs are equally frequent, and only a rule decides; libraries have different rules, and"
            " so learn different merges.",
        ),
    ),
    Term(
        later("glossary", "Token"),
        later("glossary", "A piece of text that has a number of its own: a word, a part of one, or single bytes."),
    ),
    Term(
        later("glossary", "U+FFFD"),
        later(
            "glossary",
            "The sign that stands for bytes which are no character in the encoding that they are read in.",
        ),
        "Unicode Standard",
    ),
    Term(
        later("glossary", "Unigram"),
        later(
            "glossary",
            "Starts from many candidate pieces and takes those out that are missed least; a text is cut in "
            "the most probable way.",
        ),
        "Kudo 2018",
    ),
    Term(
        later("glossary", "Unreachable token"),
        later("glossary", "A token in the vocabulary that no text at all is encoded to."),
        "Land, Bartolo 2024",
    ),
    Term(
        later("glossary", "Vocabulary"),
        later("glossary", "All tokens that there are, with their ids; its size is chosen before the training."),
    ),
    Term(
        later("glossary", "WordPiece"),
        later(
            "glossary",
            "Like BPE, but a pair is taken when it stands together more often than its parts would by chance;"
            " words are then cut by the longest piece that fits.",
        ),
        "Schuster, Nakajima 2012",
    ),
    Term(
        later("glossary", "Zipf's law"),
        later(
            "glossary",
            "A few words are very frequent and most are rare: the second stands half as often as the first, "
            "the third a third as often.",
        ),
        "Zipf 1949",
    ),
)


def terms() -> tuple[Term, ...]:
    """In the language of the window, in its alphabetical order."""
    shown = [
        Term(translate("glossary", term.name), translate("glossary", term.meaning), term.source) for term in _TERMS
    ]
    return tuple(sorted(shown, key=lambda term: term.name.casefold()))
