"""The commands, a file each; `engine.cli.COMMANDS` lists them."""
