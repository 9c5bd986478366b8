"""What tests of commands share."""

from tests.engine.conftest import run, type_in

__all__ = ["run", "type_in"]
