"""ACTIONS: all that can be done by menu and key, in one table; the list of keys (F1) is made from it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Scope = Literal["window", "theatre"]


@dataclass(frozen=True, slots=True)
class ActionRow:
    """A name for the code, the menu, the words, the keys, and where the keys work.

    A key of the theatre works while the theatre has the focus.  Single letters never act while text is being typed.
    """

    name: str
    menu: str
    text: str
    keys: tuple[str, ...] = ()
    scope: Scope = "window"


ACTIONS: tuple[ActionRow, ...] = (
    ActionRow("open", "File", "Open a session or a tokenizer...", ("Ctrl+O",)),
    ActionRow("open_folder", "File", "Open the folder of a tokenizer..."),
    ActionRow("get", "File", "Get a tokenizer by name..."),
    ActionRow("save_session", "File", "Save the session", ("Ctrl+S",)),
    ActionRow("save_session_as", "File", "Save the session as...", ("Ctrl+Shift+S",)),
    ActionRow("save", "File", "Save the tokenizer as..."),
    ActionRow("export", "File", "Export the comparison...", ("Ctrl+E",)),
    ActionRow("film", "File", "Export the timeline as a film..."),
    ActionRow("picture", "File", "Export this step as a picture..."),
    ActionRow("report", "File", "Write a report..."),
    ActionRow("add_files", "File", "Add texts..."),
    ActionRow("add_folder", "File", "Add a folder of texts..."),
    ActionRow("paste_text", "File", "Paste as a text"),
    ActionRow("show_text", "File", "Look at a text file..."),
    ActionRow("quit", "File", "Quit", ("Ctrl+Q",)),
    ActionRow("undo", "Edit", "Undo corpus edit", ("Ctrl+Z",)),
    ActionRow("redo", "Edit", "Redo corpus edit", ("Ctrl+Shift+Z", "Ctrl+Y")),
    ActionRow("find", "Edit", "Find in this pane, else a language", ("Ctrl+F", "F3")),
    ActionRow("cancel", "Edit", "Stop the running job", ("Esc",)),
    ActionRow("palette", "View", "Commands...", ("Ctrl+K",)),
    ActionRow("stage", "View", "Stage: this pane alone, large", ("F11",)),
    ActionRow("blank", "", "Blank the stage; any key shows it again", ("W", ".")),
    ActionRow("theme", "View", "Next theme", ("F9",)),
    ActionRow("larger", "View", "Larger", ("Ctrl++", "Ctrl+=")),
    ActionRow("smaller", "View", "Smaller", ("Ctrl+-",)),
    ActionRow("normal_size", "View", "Normal size", ("Ctrl+0",)),
    ActionRow("reduced_motion", "View", "Reduced motion"),
    ActionRow("reset_layout", "View", "Default layout"),
    ActionRow("full_screen", "View", "Full screen", ("Shift+F11",)),
    ActionRow("train", "Training", "Train on the checked texts", ("Ctrl+Return", "Ctrl+Enter")),
    ActionRow("stop", "Training", "Stop here"),
    ActionRow("play", "Training", "Play, pause", ("Space",)),
    ActionRow("step_on", "Training", "Step on", ("PgDown",)),
    ActionRow("step_back", "Training", "Step back", ("PgUp",)),
    ActionRow("on_1", "", "Step on", ("Right",), "theatre"),
    ActionRow("back_1", "", "Step back", ("Left",), "theatre"),
    ActionRow("on_10", "", "10 steps on", ("Shift+Right",), "theatre"),
    ActionRow("back_10", "", "10 steps back", ("Shift+Left",), "theatre"),
    ActionRow("on_100", "", "100 steps on", ("Ctrl+Right",), "theatre"),
    ActionRow("back_100", "", "100 steps back", ("Ctrl+Left",), "theatre"),
    ActionRow("to_start", "", "To the start", ("Home",), "theatre"),
    ActionRow("to_end", "", "To the end", ("End",), "theatre"),
    ActionRow("why", "Training", "Why this step", ("Y",)),
    ActionRow("next_tie", "Training", "Next tie", ("T",)),
    ActionRow("previous_tie", "Training", "Previous tie", ("Shift+T",)),
    ActionRow("bookmark", "Training", "Set a bookmark, take it away", ("B",)),
    ActionRow("note", "Training", "Note at this step", ("Shift+B",)),
    ActionRow("next_bookmark", "Training", "Next bookmark", ("N",)),
    ActionRow("predict", "Training", "Guess before each step is shown", ("P",)),
    ActionRow("side_by_side", "Training", "Two runs side by side", ("S",)),
    ActionRow("first_difference", "Training", "First difference of the two runs", ("D",)),
    ActionRow("balance", "Training", "Balance of the texts", ("M",)),
    ActionRow("play_merges", "Training", "Play the merges of the selected tokenizer"),
    ActionRow("go_to", "Training", "Go to step", ("G",)),
    ActionRow("faster", "", "Faster", ("+",), "theatre"),
    ActionRow("slower", "", "Slower", ("-",), "theatre"),
    ActionRow("show_next", "Show", "Next scene", ("F8",)),
    ActionRow("show_previous", "Show", "Previous scene", ("Shift+F8",)),
    ActionRow("show_add", "Show", "Take this view into the show", ("Ctrl+D",)),
    ActionRow("show_list", "Show", "Prepare the show...", ("F7",)),
    ActionRow("show_end", "Show", "End the show"),
    ActionRow("welcome", "Help", "A tour of the window"),
    ActionRow("keys", "Help", "Keys", ("F1",)),
    ActionRow("glossary", "Help", "Words explained", ("Shift+F1",)),
    ActionRow("log", "Help", "Show the log folder"),
    ActionRow("about", "Help", "About Mergescope"),
)
MENUS = ("File", "Edit", "View", "Training", "Show", "Help")
