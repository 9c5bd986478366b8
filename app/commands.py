"""COMMANDS: those of the engine, and those that need what the window is made of."""

from __future__ import annotations

from engine.cli import COMMANDS as ENGINE_COMMANDS
from engine.cli import Command

COMMANDS: dict[str, Command] = {
    **ENGINE_COMMANDS,
    "report": Command("report", "write a session as one HTML page", "app.report_command"),
}
