"""Histories of session files whose arrays were made to harm: refused in a sentence, or whole enough for every reader.

Compiled loops look ids and places up without asking, so what is read runs in a process of its own, which must not die.
`python -m tests.engine.test_fuzz_histories FIRST LAST` tries more.
"""

from __future__ import annotations

import random
import subprocess
import sys
import traceback
from contextlib import suppress
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from engine import ALGORITHMS, Corpus
from engine.errors import EncodeError, EngineError
from engine.history import History, RoundHistory, TrainingHistory
from engine.history_arrays import Arrays, history_arrays, history_from
from engine.parallel import ParallelText, udhr
from engine.recipe import Recipe
from engine.stage import changed_words, typed_words
from engine.tied_pairs import tied_pairs
from engine.training import new_history, train
from tests.engine.test_history_arrays import TEXT, recipe_for

ROOT = Path(__file__).parents[2]
_ODD = (-(2**63), -(2**31), -2, -1, 0, 1, 2, 3, 255, 256, 300, 2**16, 2**31 - 1, 2**31, 2**62, 2**63 - 1)
_KINDS = (
    "int8",
    "uint8",
    "int16",
    "int32",
    "uint32",
    "int64",
    "uint64",
    "float32",
    "float64",
    "bool",
    "complex64",
    "U3",
    ">i8",
)


def few_languages() -> ParallelText:
    whole = udhr()
    codes = ("eng", "vie", "hin")
    return ParallelText(
        "few", "Few", "article", {code: whole.languages[code] for code in codes}, {c: whole.units(c)[:3] for c in codes}
    )


def kept(name: str) -> tuple[Recipe, Arrays]:
    """A small training of an algorithm, with languages beside it, as a session file has it."""
    recipe = recipe_for(name)
    history = new_history(recipe)
    for event in train(Corpus.of_text(TEXT), recipe, few_languages()):
        history.append(event)
    return recipe, history_arrays(history)


def hostile(arrays: Arrays, chance: random.Random) -> Arrays:
    """A copy in which one to three arrays are other ones."""
    changed = dict(arrays)
    for name in chance.sample(sorted(arrays), chance.choice([1, 1, 1, 2, 3])):
        try:
            changed[name] = _other(arrays, changed[name], chance)
        except (ValueError, TypeError, OverflowError, IndexError):  # a kind that cannot hold these numbers
            changed[name] = np.empty(0, changed[name].dtype)
        if chance.random() < 0.05:
            del changed[name]
    return changed


def _other(arrays: Arrays, array: np.ndarray, chance: random.Random) -> np.ndarray:
    how = chance.randrange(8)
    if how <= 2 and array.size:  # some numbers are odd ones; mostly by a little
        new = array.copy()
        for _ in range(chance.choice([1, 1, 5, 50])):
            at = chance.randrange(array.size)
            near = int(new.flat[at]) + chance.choice([-1, 1, 2, 7]) if np.isfinite(new.flat[at]) else 0
            new.flat[at] = near if chance.random() < 0.5 else chance.choice(_ODD)
        return new
    if how == 3:
        return array[: chance.randrange(len(array) + 1)]
    if how == 4:
        return np.concatenate([array, array[: chance.choice([1, 5])]])
    if how == 5:
        return array.astype(chance.choice(_KINDS))
    if how == 6:
        return array.reshape(chance.choice([(-1,), (1, -1), (-1, 1), ()]))
    if array.dtype.kind == "f" and array.size:
        new = array.copy()
        new.flat[chance.randrange(array.size)] = chance.choice([np.nan, np.inf, -np.inf, 1e308, -0.0])
        return new
    return arrays[chance.choice(sorted(arrays))]


def use(history: TrainingHistory) -> None:
    """Ask for all that the window may ask for."""
    history_arrays(history)
    _ = history.tied, history.notable_steps, history.corpus_tokens.tolist()
    if history.words is not None:
        _use_words(history)
    if history.start is None:
        return
    for step in sorted({0, 1, len(history) // 2, len(history)} & set(range(len(history) + 1))):
        tokenizer = history.tokenizer_at(step)
        with suppress(EncodeError):
            tokenizer.decode(tokenizer.encode(TEXT[:300]).ids.tolist(), "replace")
        assert tokenizer.identity
        if history.probes is not None:
            _use_languages(history, step)
    for step in range(1, len(history) + 1):
        _ = history.step_tokens(step), history.made_token(step)
        if isinstance(history, RoundHistory):
            _ = list(history.row(step).removed), list(history.row(step).pieces), history.model_at(step)
        if isinstance(history, History):
            history.row(step)
            if history.words is not None and step % 7 == 1:
                _use_stage(history, step)
    history.find_token(b"er", 0)


def _use_words(history: TrainingHistory) -> None:
    words = history.words
    assert words is not None
    assert all(words.word(index).decode() for index in range(len(words)))
    # Branching off trains on the same words again.
    for _ in islice(history.recipe.trainer.steps(words, history.probes), 60):
        pass


def _use_languages(history: TrainingHistory, step: int) -> None:
    assert history.probes is not None
    history.helped_most(step)
    for code in history.probes.codes:
        history.probe_series(code)


def _use_stage(history: History, step: int) -> None:
    assert history.words is not None
    state = history.state_at(step - 1)
    changed_words(history.words, state, tuple(history.parts[step - 1].tolist()))
    typed_words(history.words, state, [b"lower", "\u4eba".encode()])
    for _ in tied_pairs(history, step):
        pass


def main(first: int, last: int) -> int:
    """Try the histories of these numbers; a line for each fault, last the figures."""
    stored = {name: kept(name) for name in ALGORITHMS}
    refused = faults = 0
    for number in range(first, last):
        chance = random.Random(number)
        name = chance.choice(list(stored))
        print(number, name, file=sys.stderr, flush=True)
        recipe, arrays = stored[name]
        try:
            history = history_from(recipe, hostile(arrays, chance))
        except EngineError:
            refused += 1
            continue
        try:
            use(history)
        except EngineError:
            pass
        except Exception:
            faults += 1
            print(number, name, traceback.format_exc(limit=-3), flush=True)
    print(f"{last - first} tried, {refused} refused, {faults} faults")
    return min(faults, 1)


def run(first: int, last: int) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tests.engine.test_fuzz_histories", str(first), str(last)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_no_array_of_a_history_crashes_or_surprises_its_readers() -> None:
    done = run(0, 400)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-500:]
    tried, refused = (int(done.stdout.split()[at]) for at in (0, 2))
    assert tried == 400
    assert 100 < refused < tried


@pytest.mark.parametrize("name", ALGORITHMS)
def test_what_was_not_touched_is_taken(name: str) -> None:
    recipe, arrays = kept(name)
    use(history_from(recipe, arrays))


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:3])))
