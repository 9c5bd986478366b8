"""Nothing that the window shows disagrees with the history: random steps of every algorithm, every number compared.

What the history says is itself counted again here, word by word in plain Python, so that a number that is wrong in both places
would be found too.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Callable

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from app.look.theme import Appearance
from app.main_window import MainWindow
from app.session import Session
from app.widgets.basics.number_text import number_text
from app.widgets.theatre.recipe_options import with_option
from app.widgets.why.equation import figures_of
from app.widgets.why.why import score_text
from engine.algorithms import ALGORITHMS
from engine.algorithms.wordpiece import WordPieceTrainer
from engine.errors import EncodeError
from engine.history import AdditionHistory, History, RoundHistory, StepRow, TrainingHistory
from tests.app.conftest import LONG, shown_window

TEXT = (
    "low " * 5 + "lower " * 2 + "newest " * 6 + "widest " * 3 + "the cat sat on the mat that Thomas had in the hall. " * 3
    + "Überraschung naïve café, straße; नमस्ते दुनिया 你好世界 🙂🙂 1234 5678. " * 2
)  # fmt: skip
SIZES = {"byte-bpe": 330, "char-bpe": 110, "wordpiece": 220, "unigram": 100, "word-level": 24, "char-level": None}
WALKED = 8
"""Random steps of each training, beside its ends."""


@pytest.fixture
def window(qtbot: QtBot, session: Session, appearance: Appearance, read: Callable[..., None]) -> MainWindow:
    """The whole window over a small text of many scripts, nothing learned yet."""
    made = shown_window(qtbot, session, appearance)
    session.preparation.start()
    session.playground.set_text("lowest newest mat café 你好 🙂")
    read(TEXT)
    return made


def learn(qtbot: QtBot, window: MainWindow, name: str) -> TrainingHistory:
    session = window.session
    session.run.set_algorithm(name)
    if SIZES[name] is not None:
        session.run.set_recipe(with_option(session.run.recipe, "vocab_size", SIZES[name]))
    if name == "wordpiece":
        session.run.set_recipe(with_option(session.run.recipe, "min_frequency", 2))
    with qtbot.waitSignal(session.run.finished, timeout=LONG):
        session.train()
    return session.run.history


def positions(history: TrainingHistory) -> list[int]:
    chosen = random.Random(len(history)).sample(range(len(history) + 1), min(WALKED, len(history) + 1))
    return [*chosen, 0, len(history)]


@pytest.mark.parametrize("name", list(ALGORITHMS))
def test_every_number_on_screen_is_the_history_s(qtbot: QtBot, window: MainWindow, name: str) -> None:
    history = learn(qtbot, window, name)
    assert len(history) > {"char-level": -1, "unigram": 1}.get(name, WALKED), "there is something to compare"
    for position in positions(history):
        window.session.playback.seek(position)
        window.theatre.flush()
        check_position(window, history, position)
        check_words(window, history, position)
        check_text(qtbot, window, history, position)
        if isinstance(history, History) and position:
            check_merge(window, history, position)
        elif isinstance(history, RoundHistory) and position:
            check_round(window, history, position)
        elif isinstance(history, AdditionHistory) and position:
            check_word(window, history, position)


# -- the same for all --------------------------------------------------------------------------------------------------


def check_position(window: MainWindow, history: TrainingHistory, position: int) -> None:
    theatre, length = window.theatre, len(history)
    assert theatre.timeline.position == position
    assert theatre.timeline.known == length
    assert theatre.transport.step_field.value() == position
    assert theatre.transport._of.text() == f"of {length:,}"
    assert window.status.step.text() == (f"Step {position:,} of {length:,}" if length else "")
    # The curve's point under the cursor, and the timeline's, are the tokens that the corpus has there.
    tokens = int(history.corpus_tokens[position]) / history.scale
    if not isinstance(history, AdditionHistory):
        assert theatre.timeline.data.tokens[position] == tokens
        curve = theatre.rounds.bytes_curve if isinstance(history, RoundHistory) else theatre.merges.curves.bytes_curve
        assert curve.value_text() == f"{len(TEXT.encode()) / tokens:,.2f}"


def check_words(window: MainWindow, history: TrainingHistory, position: int) -> None:
    """Each word on stage has the count that the corpus has, and is cut as this kind of training cuts it."""
    counted = words_of(history)
    for group in window.theatre.scene.groups:
        for word in group.words:
            if word.count is not None and word.text:
                assert word.count == counted.get(word.text, 0)
            if isinstance(history, History) and word.text and not word.unknown:
                before = history.state_at(max(0, position - 1))
                assert list(word.tokens) == [before.vocabulary[id] for id in before.segment([word.text])[0].tolist()]
            if isinstance(history, RoundHistory) and word.text and not word.unknown:
                cuts = [cut(history, at, word.text) for at in ({position, max(0, position - 1)})]
                assert list(word.tokens) in cuts


def check_text(qtbot: QtBot, window: MainWindow, history: TrainingHistory, position: int) -> None:
    """The tokens pane shows the encoding: by the model of this step, not by its training state."""
    playground = window.session.playground
    wanted = history.tokenizer_at(position)
    qtbot.waitUntil(lambda: playground.encoded_by is not None and playground.tokenizer is not None, timeout=LONG)
    try:
        ids = wanted.encode(playground.text).ids.tolist()
    except EncodeError:  # a vocabulary that cannot write the text; the pane says so
        qtbot.waitUntil(lambda: bool(playground.problem), timeout=LONG)
        return
    qtbot.waitUntil(lambda: playground.encoding is not None and playground.encoding.ids.tolist() == ids, timeout=LONG)
    shown = window.tokens.statistics.figures()
    assert shown[0].number == f"{len(ids):,}"


# -- merges ------------------------------------------------------------------------------------------------------------


def check_merge(window: MainWindow, history: History, position: int) -> None:
    merges, row = window.theatre.merges, history.row(position)
    shown = merges.equation._merge
    assert shown is not None
    assert (shown.step, shown.left, shown.right, shown.piece, shown.id) == (position, *row.pair, row.piece, row.id)
    # Counted again: how often the pair stands together, and in how many words.
    pairs, changing = pairs_before(history, position)
    count = pairs[row.pair]
    assert shown.count == row.count == count
    assert shown.words == changing[row.pair]
    assert [figure.number for figure in merges.equation.figures] == [
        figure.number for figure in figures_of(shown)[: len(merges.equation.figures)]
    ]
    check_reasons(window, history, row, pairs)
    # The words lit are words that the merge changes, the most frequent first, and the pair in them is lit.
    lit = window.theatre._groups[0].words
    assert len(lit) == min(changing[row.pair], 12)
    assert [word.count for word in lit] == sorted((word.count for word in lit), reverse=True)
    for word in lit:
        assert [word.tokens[left : left + 2] for left in word.lit] == [row.pair] * len(word.lit)
        assert word.lit
    # The list's row and the cursor of the curves.
    listed = window.theatre.steps.model.row(position - 1)
    assert (listed.step, listed.count, listed.tied) == (position, row.count, row.tied)
    assert listed.pair == row.pair
    assert window.theatre.steps.view.currentIndex().row() == position - 1
    by_score = row.score is not None and goes_by_score(history)
    words = score_text(row.score) if by_score else number_text(row.count)
    assert merges.curves.count_curve.value_text() == words


def check_reasons(window: MainWindow, history: History, row: StepRow, pairs: Counter[tuple[bytes, bytes]]) -> None:
    reasons = window.theatre.bars._row
    assert reasons is not None
    assert (reasons.winner.left, reasons.winner.right) == row.pair
    assert reasons.tied == row.tied
    for candidate in reasons.candidates:
        assert candidate.count == pairs[candidate.left, candidate.right]
    if goes_by_score(history):
        check_score(window, history, row, pairs)
    else:
        most = max(pairs.values())
        assert row.count == most
        assert row.tied == sum(count == most for count in pairs.values())
        ranked = sorted(pairs.values(), reverse=True)
        assert [candidate.count for candidate in reasons.candidates] == ranked[: len(reasons.candidates)]
    # What each rule would take is one of the tied pairs; the rule of this run takes the one that is merged.
    rules = [shown.choice for shown in window.theatre.rules._rows if shown.choice is not None]
    assert [rule.pair for rule in rules] == [row.choices[rule.name].pair for rule in rules]
    assert [rule.wins for rule in rules] == [row.choices[rule.name].ids == row.ids for rule in rules]
    chosen = next(rule for rule in rules if rule.name == history.tie_rule_at(row.step))
    assert chosen.wins


def check_score(window: MainWindow, history: History, row: StepRow, pairs: Counter[tuple[bytes, bytes]]) -> None:
    """WordPiece's three counts, counted again; and beside them what the plain count would merge."""
    facts = window.theatre.reasons.score._facts
    assert facts is not None
    tokens: Counter[bytes] = Counter()
    for word, times in cut_before(history, row.step):
        for token in word:
            tokens[token] += times
    assert facts.part_counts == tuple(tokens[part] for part in row.pair)
    assert facts.count == pairs[row.pair]
    assert facts.score == pytest.approx(facts.count / (facts.part_counts[0] * facts.part_counts[1]))
    assert facts.frequent_count == pairs[facts.frequent]


def goes_by_score(history: History) -> bool:
    trainer = history.recipe.trainer
    return isinstance(trainer, WordPieceTrainer) and trainer.score == "likelihood"


# -- rounds and words --------------------------------------------------------------------------------------------------


def check_round(window: MainWindow, history: RoundHistory, position: int) -> None:
    scene, row = window.theatre.rounds, history.row(position)
    before = history.row(position - 1) if position > 1 else None
    sizes = f"{len(before.pieces):,} pieces become {len(row.pieces):,}" if before else f"{len(row.pieces):,} pieces"
    assert sizes in scene.title.text()
    assert f"{row.log_likelihood:,.0f}" in scene.sentence.text()
    if before is not None:
        gone = {before.pieces[id] for id in range(len(before.pieces))} - {
            row.pieces[id] for id in range(len(row.pieces))
        }
        assert f"{len(gone):,} go" in scene.cut.text()
        assert {piece.piece for piece in scene.table.model.rows if not piece.kept} <= gone
    ways = scene.lattice._ways
    if ways is not None:
        assert ways.count == words_of(history)[ways.word]
        best = max(sum(edge.score for edge in way.edges) for way in (ways.best,))
        assert best == pytest.approx(ways.best.score)


def check_word(window: MainWindow, history: AdditionHistory, position: int) -> None:
    shown = window.theatre.equation._merge
    assert shown is not None
    counted = words_of(history)
    assert shown.left == history.learned[position - 1]
    assert shown.count == counted[shown.left]
    assert shown.share == pytest.approx(counted[shown.left] / sum(counted.values()))
    known = sum(counted[word] for word in history.learned[:position]) / sum(counted.values())
    assert window.theatre.merges.curves.known_curve.value_text() == f"{100 * known:,.1f}"


# -- WordPiece: two ways to cut a word ---------------------------------------------------------------------------------


def test_what_wordpiece_trains_on_and_how_it_encodes_are_told_apart(qtbot: QtBot, window: MainWindow) -> None:
    history = learn(qtbot, window, "wordpiece")
    assert isinstance(history, History)
    words = [history.words.word(at) for at in range(len(history.words))]
    found = False
    for position in range(1, len(history) + 1):
        state, model = history.state_at(position - 1), history.tokenizer_at(position - 1).model
        for word in words:
            trained = [state.vocabulary[id] for id in state.segment([word])[0].tolist()]
            encoded = [model.vocabulary[id] for id in model.tokenize(word).tolist()]
            if trained != encoded:
                found = True
                break
        if found:
            break
    assert found, "the text has a word that both cut differently"
    # The stage shows the one and says so; the tokens pane the other.
    window.session.playback.seek(position)
    window.theatre.words.show_only((word.decode(),))
    window.theatre.flush()
    mine = next(group for group in window.theatre._groups if group.action)
    assert list(mine.words[0].tokens) == trained
    assert "as the training cuts them" in mine.note
    window.session.playback.seek(position - 1)
    window.session.playground.set_text(word.decode())
    playground = window.session.playground
    wanted = history.tokenizer_at(position - 1).encode(word.decode()).ids.tolist()
    qtbot.waitUntil(
        lambda: playground.encoding is not None and playground.encoding.ids.tolist() == wanted, timeout=LONG
    )


# -- counted again -----------------------------------------------------------------------------------------------------


def words_of(history: TrainingHistory) -> dict[bytes, float]:
    words = history.words
    assert words is not None
    return {words.word(at): int(words.counts[at]) / words.scale for at in range(len(words))}


def cut(history: RoundHistory, step: int, word: bytes) -> list[bytes]:
    model = history.model_at(step)
    return [model.vocabulary[id] for id in model.tokenize(word).tolist()]


def cut_before(history: History, step: int) -> list[tuple[list[bytes], float]]:
    """All words as the training has cut them before a step, each merge done by hand."""
    start = history.state_at(0)
    rows = [(history.row(number).pair, history.row(number).piece) for number in range(1, step)]
    result = []
    for word, times in words_of(history).items():
        ids = start.segment([word])[0].tolist()
        tokens = [start.vocabulary[id] if 0 <= id < len(start.vocabulary) else b"\xff" for id in ids]
        for pair, piece in rows:
            tokens = merged(tokens, pair, piece)
        result.append((tokens, times))
    return result


def merged(tokens: list[bytes], pair: tuple[bytes, bytes], piece: bytes) -> list[bytes]:
    result, at = [], 0
    while at < len(tokens):
        if tuple(tokens[at : at + 2]) == pair:
            result.append(piece)
            at += 2
        else:
            result.append(tokens[at])
            at += 1
    return result


def pairs_before(history: History, step: int) -> tuple[Counter[tuple[bytes, bytes]], Counter[tuple[bytes, bytes]]]:
    """How often each pair of neighbours stands in the corpus before a step, and in how many distinct words."""
    pairs: Counter[tuple[bytes, bytes]] = Counter()
    words: Counter[tuple[bytes, bytes]] = Counter()
    for tokens, times in cut_before(history, step):
        here = list(itertools.pairwise(tokens))
        for pair in here:
            pairs[pair] += times
        words.update(set(here))
    return pairs, words


def test_the_count_of_a_word_and_its_places(qtbot: QtBot, window: MainWindow) -> None:
    """The search that the stage stands on, against Python's own."""
    from engine.stage import count_of, words_holding

    history = learn(qtbot, window, "byte-bpe")
    words = history.words
    assert words is not None
    texts = [words.word(at) for at in range(len(words))]
    for piece in (b"l", b"lo", b"low", b"hall", b"newest", " café".encode(), "你".encode(), b"zz", b"zzzzzz"):
        wanted = [at for at, text in enumerate(texts) if piece in text]
        assert words_holding(words, piece).tolist() == wanted
        assert count_of(words, piece) == words_of(history).get(piece, 0)
    assert np.all(words_holding(words, texts[3])[:1] <= 3)
