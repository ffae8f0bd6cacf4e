"""Run the measurements: `scripts/bench [PART ...]`."""

from __future__ import annotations

import argparse
import io
import platform
import sys
from collections.abc import Callable

from tischlein.core.compiled import use_native

from . import everywhere, fingerprint, library, page, research, search, start, study, ways
from .server import alone, load, rates, restart, soak
from .solo import puzzles, tutor
from .strength import ismcts, keep, ladder, levels, pentobi, referee

PARTS: dict[str, Callable[..., None]] = {
    "start": start.run,
    "everywhere": everywhere.run,
    "ways": ways.run,
    "library": library.run,
    "search": search.run,
    "fingerprint": fingerprint.run,
    "levels": levels.run,
    "keep": keep.run,
    "ladder": ladder.run,
    "puzzles": puzzles.run,
    "tutor": tutor.run,
    "research": research.run,
    "ismcts": ismcts.run,
    "server": rates.run,
    "load": load.run,
    "restart": restart.run,
    "soak": soak.run,
    "alone": alone.run,
    "page": page.run,
    "study": study.run,
    "pentobi": pentobi.run,
    "referee": referee.run,
}


def main() -> None:
    """Run the chosen parts, or all."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(line_buffering=True)  # what was counted comes before what broke, also in a file
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
    use_native()  # what takes long runs natively; TISCHLEIN_WAY=portable measures the other way
    print(f"Python {platform.python_version()}, {platform.machine()}, {sys.platform}")
    for part in chosen:
        print(f"\n{part}")
        name, *arguments = part.split(":")
        PARTS[name](*arguments)


if __name__ == "__main__":
    main()
