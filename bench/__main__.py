"""Run the measurements: `scripts/bench [PART ...]`."""

from __future__ import annotations

import argparse
import platform
import sys
from collections.abc import Callable

from . import ismcts, levels, library, page, pentobi, puzzles, research, search, server, start

PARTS: dict[str, Callable[..., None]] = {
    "start": start.run,
    "library": library.run,
    "search": search.run,
    "levels": levels.run,
    "puzzles": puzzles.run,
    "research": research.run,
    "ismcts": ismcts.run,
    "server": server.run,
    "page": page.run,
    "pentobi": pentobi.run,
}


def main() -> None:
    """Run the chosen parts, or all."""
    parser = argparse.ArgumentParser(prog="scripts/bench", description=__doc__)
    parser.add_argument(
        "parts",
        nargs="*",
        metavar="PART",
        help=f"what to measure: {', '.join(PARTS)}; default: all; pentobi:two:5:40 says variant, level and games",
    )
    chosen = parser.parse_args().parts or list(PARTS)
    unknown = [part for part in chosen if part.split(":")[0] not in PARTS]
    if unknown:
        parser.error(f"there is no part {unknown[0]!r}; there are {', '.join(PARTS)}")
    print(f"Python {platform.python_version()}, {platform.machine()}, {sys.platform}")
    for part in chosen:
        print(f"\n{part}")
        name, *arguments = part.split(":")
        PARTS[name](*arguments)


if __name__ == "__main__":
    main()
