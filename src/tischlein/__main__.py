"""`python -m tischlein` is the `tischlein` command."""

from .cli.main import main

main()
