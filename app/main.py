"""`mergescope`: the window, or the command that was given.

A command imports no Qt, and the window no command line.  Without a display no window can open; the same tour is then
drawn off-screen into ./mergescope-tour.
"""

from __future__ import annotations

import _thread
import difflib
import os
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

USAGE = """usage: mergescope [FILE]                open the window, with a session, a tokenizer or a text
       mergescope COMMAND ...           do it without a window
       mergescope COMMAND --help        what a command takes, with an example
       mergescope --version

commands:
{commands}

example: mergescope train alice --vocab-size 1000 --out alice.json"""
TOUR = ("tour", "write a picture of each pane, and a table of what languages cost")
TOUR_USAGE = """usage: mergescope tour OUT_DIR

Train on the bundled book, off-screen, and write a picture of each pane (light and dark) and comparison.csv into OUT_DIR.

example: mergescope tour pictures"""
DONE, AT_FAULT, WRONG_USAGE, INTERRUPTED = 0, 1, 2, 130
_AGAIN = 0.01
"""Seconds after which an interruption that was let go by comes again: not at once, for that would be let go by as well."""
_COMPILE = ["-m", "engine.warm"]
TOUR_FOLDER = "mergescope-tour"
_WITHOUT_DISPLAY = {
    "session": "mergescope report {} OUT.html",
    "tokenizer": "mergescope inspect {}",
    "text": "mergescope train {} --out OUT.json",
}
"""What can be done with a file where no window opens."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the arguments say; the exit status."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    _open_closed_streams()
    _write_utf8()
    try:
        with _every_interrupt_heard():
            status = _dispatch(given)
            sys.stdout.flush()
    except KeyboardInterrupt:  # commands have their own sentence once they run; until then modules are loading
        print("mergescope: interrupted.", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # `mergescope --help | true`; commands know of it themselves
        from engine.commands.status import UNHEARD, give_up_output

        give_up_output()
        return UNHEARD
    except OSError as error:  # `mergescope --help` to a disk that is full; commands and the window know of their files
        from engine.commands.status import give_up_output

        give_up_output()
        print(f"mergescope: {error.strerror or error}.", file=sys.stderr)
        return AT_FAULT
    return status


@contextmanager
def _every_interrupt_heard() -> Iterator[None]:
    """Where Ctrl + C comes while native code calls back into Python, Python prints it and goes on: then it comes again."""
    others = sys.unraisablehook

    def hook(unraisable: sys.UnraisableHookArgs) -> None:
        if issubclass(unraisable.exc_type, KeyboardInterrupt):
            threading.Timer(_AGAIN, _thread.interrupt_main).start()
        else:
            others(unraisable)

    sys.unraisablehook = hook
    try:
        yield
    finally:
        sys.unraisablehook = others


def _dispatch(given: list[str]) -> int:
    if given[:1] == ["--version"]:
        return _print_version()
    if given[:1] in (["--help"], ["-h"]):
        print(_usage())
        return DONE
    if given[:2] == _COMPILE and getattr(sys, "frozen", False):
        return _compile_kernels(given[2:])
    if not given:
        return _open_window(None)
    return _run(given[0], given[1:])


def _compile_kernels(parts: list[str]) -> int:
    """What `python -m engine.warm` does: a bundle has no interpreter beside it, so the program is started for it."""
    from engine.warm import main

    main(parts)
    return DONE


def _run(name: str, arguments: list[str]) -> int:
    """A command, or a file to open."""
    from app.commands import COMMANDS
    from engine.cli import run
    from engine.errors import is_there, on_one_line

    if name in COMMANDS:
        return run(name, arguments, COMMANDS)
    if name == "tour":
        return _tour(arguments)
    if not name.startswith("-") and is_there(Path(name)):
        if not arguments:
            return _open_window(Path(name))
        sentence = f"mergescope: The window opens one file, not {name} and {' '.join(arguments)}."
        print(on_one_line(sentence), file=sys.stderr)
        return WRONG_USAGE
    close = difflib.get_close_matches(name, [*COMMANDS, "tour"], 1)
    hint = f" Did you mean {close[0]}?" if close else ""
    kind = "flag" if name.startswith("-") else "command or file"
    print(on_one_line(f"mergescope: There is no {kind} {name}.{hint} See mergescope --help."), file=sys.stderr)
    return WRONG_USAGE


def _print_version() -> int:
    # Not `program_version` at once: the engine takes half a second to import.
    from importlib.metadata import PackageNotFoundError, version

    try:
        number = version("mergescope")
    except PackageNotFoundError:
        from engine.commands.status import program_version

        number = program_version()
    print(f"mergescope {number}")
    return DONE


def _usage() -> str:
    from app.commands import COMMANDS

    rows = [*((command.name, command.summary) for command in COMMANDS.values()), TOUR]
    return USAGE.format(commands="\n".join(f"  {name:<9}{summary}" for name, summary in rows))


def _open_window(file: Path | None) -> int:
    """The window; on a machine without a display the tour."""
    if not _has_display():
        print(_no_display(file), file=sys.stderr)
        return _tour([TOUR_FOLDER])
    from app.start import run_window

    status: int = run_window(file)
    return status


def _no_display(file: Path | None) -> str:
    """That the tour comes instead; and of a file, which the tour has nothing of, what shows it without a window."""
    if file is None:
        return f"There is no display, so the tour is drawn into {TOUR_FOLDER} instead."
    from app.state.corpus.dropped import kind_of

    return (
        f"There is no display, so {file} is not opened, and the usual tour is drawn into {TOUR_FOLDER} instead. "
        f"Without one: {_WITHOUT_DISPLAY[kind_of(file)].format(file)}"
    )


def _has_display() -> bool:
    """Whether a window can be shown: always but on Linux, where X11 or Wayland has to be there."""
    if not sys.platform.startswith("linux"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"))


def _tour(arguments: list[str]) -> int:
    """Draw each pane's picture into a folder."""
    if arguments in (["--help"], ["-h"]):
        print(TOUR_USAGE)
        return DONE
    if len(arguments) != 1 or arguments[0].startswith("-"):
        print("mergescope tour: Name the folder to write to. See mergescope tour --help.", file=sys.stderr)
        return WRONG_USAGE
    from app.start import run_tour

    status: int = run_tour(Path(arguments[0]))
    return status


def _open_closed_streams() -> None:
    """A stream that whoever started us has closed is None in Python, and every use of it would fail."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115 (open to the end)


def _write_utf8() -> None:
    """Text goes out as UTF-8 with LF on every machine; a file name that is no UTF-8 must not stop a message."""
    for stream, errors in ((sys.stdout, "surrogateescape"), (sys.stderr, "backslashreplace")):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors=errors, newline="\n")


if __name__ == "__main__":
    sys.exit(main())
