"""The study: a tree of variations, a coach that says why, reports on a game, openings, and exercises.

>>> from tischlein import Record
>>> from tischlein.study import Study, explain
"""

from .blksgf import read_blksgf, write_blksgf
from .coach import Sentence, compare, explain
from .exercises import Exercise, make_exercise, make_exercises, make_own, read_exercises
from .openings import Openings, find_openings
from .practice import Card, review
from .report import Report, TurningPoint, make_report, report_on
from .tree import Node, Study

__all__ = [
    "Card",
    "Exercise",
    "Node",
    "Openings",
    "Report",
    "Sentence",
    "Study",
    "TurningPoint",
    "compare",
    "explain",
    "find_openings",
    "make_exercise",
    "make_exercises",
    "make_own",
    "make_report",
    "read_blksgf",
    "read_exercises",
    "report_on",
    "review",
    "write_blksgf",
]
