"""The tokens pane in the whole program: its commands from any pane, and counts from the corpus."""

from __future__ import annotations

from app.main_window import MainWindow
from app.panes.tokens_pane import TokensPane
from app.widgets.window.command_palette import Command
from app.window.palette import palette_commands
from engine.vocabularies.vocabulary_survey import token_counts


def test_the_palette_offers_it_from_any_pane_and_the_corpus_is_counted(qtbot, trained, appearance):
    main = MainWindow(trained, appearance)
    qtbot.addWidget(main)
    main.show()
    qtbot.waitUntil(lambda: trained.playground.encoding is not None and len(trained.playground.encoding) > 1)
    offered = {command.text: command for command in palette_rows(main)}
    # Colours by length, asked for from elsewhere
    offered["Colour by: Length"].act()
    qtbot.waitUntil(lambda: trained.playground.classes is not None)
    assert main.tokens.text.legend.isVisibleTo(main.tokens)
    offered["View: Ids"].act()
    assert main.tokens.view.view() == "ids"
    # The strip says how often a token comes out of the corpus that the run was trained on.
    trained.playground.pin(0)
    qtbot.waitUntil(lambda: "in the corpus" in dict(main.tokens.strip.facts.rows))
    qtbot.waitUntil(lambda: "not counted" not in dict(main.tokens.strip.facts.rows)["in the corpus"])
    id, tokenizer = int(trained.playground.encoding.ids[0]), trained.playground.encoded_by
    expected = token_counts(tokenizer, trained.run.history.words)[id]
    assert trained.playground.corpus_counts.of(tokenizer, id) == expected > 1
    assert dict(main.tokens.strip.facts.rows)["in the corpus"] == f"{expected:,.10g} times"
    # A known encoding counts the checked texts anew.
    trained.tokenizers.select("gpt2")
    counts = trained.playground.corpus_counts
    qtbot.waitUntil(lambda: trained.playground.encoded_by is trained.tokenizers.tokenizer("gpt2"))
    trained.playground.pin(1)
    qtbot.waitUntil(lambda: counts.of(trained.playground.encoded_by, 262) is not None)
    assert counts.of(trained.playground.encoded_by, 262) > 1_000, "the word the, with its blank"
    # Its menu stands in the menu bar, and brings the pane up.
    assert main.tokens.menu in [action.menu() for action in main.menuBar().actions()]
    main.docks["tokens"].hide()
    main.tokens.menu.views["text"].trigger()
    assert main.tokens.isVisible()
    main.close()


def test_the_count_of_another_tokenizers_token_is_told_when_it_comes(qtbot, trained, appearance, show):
    """The strip goes on telling of the token that is pointed at, also when the text's own tokens come once more."""
    pane = show(TokensPane(trained.playground, appearance), 1200, 800)
    qtbot.waitUntil(lambda: trained.tokenizers.tokenizer("gpt2") is not None)
    trained.playground.compare(("gpt2",))
    qtbot.waitUntil(lambda: trained.playground.others[0].encoding is not None)
    pane.others[0].hovered.emit(3)
    told = dict(pane.strip.facts.rows)
    assert told["in the corpus"] == "not counted"
    trained.playground.encoded.emit()
    qtbot.waitUntil(lambda: pane.strip.facts is None or "times" in dict(pane.strip.facts.rows)["in the corpus"])
    assert dict(pane.strip.facts.rows)["id"] == told["id"]
    trained.playground.set_text("another text")
    qtbot.waitUntil(lambda: pane.strip.facts is None)


def palette_rows(main: MainWindow) -> list[Command]:
    panes = {"tokens": "Tokens"}
    commands = main.tokens.menu.commands()
    return palette_commands(
        main.session,
        main.actions_by_name,
        panes,
        main.focus_pane,
        main.maximise,
        main.file_commands.open_path,
        commands,
    )
