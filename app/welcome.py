"""What the tour of the window says, pane by pane; each sentence teaches one thing that can be tried at once."""

from __future__ import annotations

from app.translation import translate
from app.widgets.window.welcome_tour import Stop


def stops() -> tuple[Stop, ...]:
    """In the order in which one learns it."""
    return (
        Stop(
            "theatre",
            translate("welcome", "A tokenizer was just trained on a book"),
            translate(
                "welcome",
                "Each step merges the two neighbours that stand together most often. Space plays, Left and Right step, and "
                "the timeline can be dragged; the right half says why this step and no other.",
            ),
        ),
        Stop(
            "tokens",
            translate("welcome", "Any text, as you type"),
            translate(
                "welcome",
                "The colours are its tokens at the step where the timeline stands. Choose another tokenizer above the text, "
                "and click a word to see how it comes to its tokens.",
            ),
        ),
        Stop(
            "languages",
            translate("welcome", "What the same text costs"),
            translate(
                "welcome",
                "One text in many languages: 2.0 means twice the tokens that English needs. Click a number to see what it "
                "is made of, and both texts side by side.",
            ),
        ),
        Stop(
            "corpus",
            translate("welcome", "What is learned from"),
            translate(
                "welcome",
                "Drop files here, or check other texts; a slider lets a text count more or less. Ctrl+Enter trains again.",
            ),
        ),
        Stop(
            "vocabulary",
            translate("welcome", "All that was learned"),
            translate("welcome", "Every token, what it was built from, and which of them no text can ever produce."),
        ),
        Stop(
            "tradeoffs",
            translate("welcome", "How large should it be?"),
            translate(
                "welcome",
                "More entries make texts shorter and the model larger. Drag the marker; below, numbers, code and spelling.",
            ),
        ),
        Stop(
            "theatre",
            translate("welcome", "That is all"),
            translate("welcome", "Ctrl+K finds every command, F1 lists the keys, F11 puts a pane on the whole screen."),
        ),
    )
