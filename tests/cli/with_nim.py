"""The command line with Nim beside the other games: `python -m tests.cli.with_nim ...`."""

from tests import conftest
from tischlein.cli.main import main

assert conftest, "importing it puts Nim on the table"
main()
