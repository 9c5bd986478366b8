"""COMMANDS: the command line, each command the twin of a public function.

A command is a file in `engine/commands` with two functions: `add_arguments(parser)` and `run(options) -> exit status`.
It is imported only when it is asked for.  Exit statuses: 0 done; 1 the data or a file is at fault; 2 wrong usage; 130
interrupted; 141 whoever read the output has seen enough.  What is at fault is said in one sentence on standard error.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from engine.commands.status import (
    AT_FAULT,
    DONE,
    INTERRUPTED,
    UNHEARD,
    WRONG_USAGE,
    UsageError,
    comes_of_interrupt,
    give_up_output,
)
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
    try:
        module, options = _read(commands[name], arguments)
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


def _read(command: Command, arguments: Sequence[str]) -> tuple[Any, argparse.Namespace]:
    """The module of a command, and what its arguments say."""
    module = importlib.import_module(command.module)
    form = argparse.RawDescriptionHelpFormatter
    parser = Parser(
        prog=f"mergescope {command.name}", description=module.__doc__, formatter_class=form, allow_abbrev=False
    )
    module.add_arguments(parser)
    return module, parser.parse_intermixed_args(list(arguments))


def _refuse(sentence: str, status: int) -> int:
    print(sentence, file=sys.stderr)
    return status


def _sentence(message: str) -> str:
    return message if message.endswith((".", "?")) else message + "."
