"""COMMANDS: the command line, each command the twin of a public function.

A command is a file in `engine/commands` with two functions: `add_arguments(parser)` and `run(options) -> exit status`.
It is imported only when it is asked for.  Exit statuses: 0 done; 1 the data or a file is at fault; 2 wrong usage; 130
interrupted; 141 whoever read the output has seen enough.  What is at fault is said in one sentence on standard error.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from engine.commands.status import AT_FAULT, DONE, INTERRUPTED, UNHEARD, WRONG_USAGE, UsageError
from engine.errors import EngineError, PatternNeededError
from engine.suggestions import did_you_mean


@dataclass(frozen=True, slots=True)
class Command:
    """A command, what it does in one line, and the module that does it."""

    name: str
    summary: str
    module: str


COMMANDS: dict[str, Command] = {
    command.name: command
    for command in (
        Command("train", "learn a tokenizer from files, folders or a bundled book", "engine.commands.train"),
        Command("encode", "turn a text into ids", "engine.commands.encode"),
        Command("decode", "turn ids into a text", "engine.commands.decode"),
        Command("explain", "tell how a text comes to its tokens, step by step", "engine.commands.explain"),
        Command("compare", "show what the same text costs in many languages", "engine.commands.compare"),
        Command("inspect", "describe a tokenizer, or list those that have a name", "engine.commands.inspect"),
        Command("convert", "save a tokenizer in another format", "engine.commands.convert"),
    )
}


class Parser(argparse.ArgumentParser):
    """argparse that answers a mistake with one sentence instead of the list of all flags."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(message[:1].upper() + message[1:] + self._hint(message))

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        try:
            super()._check_value(action, value)
        except argparse.ArgumentError as error:
            error.message += did_you_mean(str(value), map(str, action.choices or ())).replace(" Did", ". Did", 1)
            raise

    def _hint(self, message: str) -> str:
        """For a flag that is not there, the one that may have been meant."""
        unknown = message.removeprefix("unrecognized arguments: ").split()[0] if message else ""
        if unknown == message or not unknown.startswith("--"):
            return ""
        return did_you_mean(unknown.partition("=")[0], self._option_string_actions).replace(" Did", ". Did", 1)


def run(name: str, arguments: Sequence[str], commands: dict[str, Command] = COMMANDS) -> int:
    """Run one command; its exit status.

    >>> run("inspect", ["--list"])   # doctest: +SKIP
    0
    """
    command = commands[name]
    module = importlib.import_module(command.module)
    form = argparse.RawDescriptionHelpFormatter
    parser = Parser(prog=f"mergescope {name}", description=module.__doc__, formatter_class=form, allow_abbrev=False)
    module.add_arguments(parser)
    try:
        options = parser.parse_intermixed_args(list(arguments))
        status: int = module.run(options)
        sys.stdout.flush()
    except SystemExit:  # --help has been shown
        return DONE
    except UsageError as error:
        return _refuse(f"mergescope {name}: {_sentence(str(error))} See mergescope {name} --help.", WRONG_USAGE)
    except PatternNeededError as error:
        return _refuse(f"mergescope {name}: {error}", WRONG_USAGE)
    except EngineError as error:
        return _refuse(f"mergescope {name}: {error}", AT_FAULT)
    except MemoryError:
        return _refuse(f"mergescope {name}: The memory of this computer is not enough for that.", AT_FAULT)
    except BrokenPipeError:  # the reader of our output has seen enough
        give_up_output()
        return UNHEARD
    except OSError as error:  # files have their own sentences, so this is the output
        give_up_output()
        return _refuse(f"mergescope {name}: {error.strerror or error}.", AT_FAULT)
    except BaseException as error:
        if not comes_of_interrupt(error):
            raise
        return _refuse(f"mergescope {name}: interrupted.", INTERRUPTED)
    return status


def comes_of_interrupt(error: BaseException | None) -> bool:
    """Whether somebody pressed Ctrl + C: a compiler that is interrupted may end in an error of its own about that.

    >>> comes_of_interrupt(KeyboardInterrupt()), comes_of_interrupt(ValueError())
    (True, False)
    """
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error is not None


def give_up_output() -> None:
    """Python must not fail again when it flushes at the end what could not be written."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _refuse(sentence: str, status: int) -> int:
    print(sentence, file=sys.stderr)
    return status


def _sentence(message: str) -> str:
    return message if message.endswith((".", "?")) else message + "."
