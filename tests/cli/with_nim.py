"""The command line with Nim beside the other games: `python -m tests.cli.with_nim ...`."""

from tests import extra_games
from tischlein.cli.main import main

assert extra_games, "importing it puts Nim on the table"
main()
