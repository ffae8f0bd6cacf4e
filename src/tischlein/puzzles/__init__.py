"""The solo challenges of Blokus: what may be placed where, whether it can be completed, solvers, and new puzzles."""

from .blokus.challenge import CHALLENGES, Challenge, Layout, Placement
from .blokus.generator import LEVELS, Puzzle, make_daily, make_puzzle
from .blokus.picture import draw_lines, draw_picture, name_challenge
from .blokus.reasons import Reason
from .blokus.sheet import Sheet, read_sheet, write_sheet
from .blokus.solvers.solver import Progress, Solver, solve, warm_up
from .blokus.tutor import Background, Hint, Inquiry, Status, Tutor, Verdict
from .blokus.view import show_layout

__all__ = [
    "CHALLENGES",
    "LEVELS",
    "Background",
    "Challenge",
    "Hint",
    "Inquiry",
    "Layout",
    "Placement",
    "Progress",
    "Puzzle",
    "Reason",
    "Sheet",
    "Solver",
    "Status",
    "Tutor",
    "Verdict",
    "draw_lines",
    "draw_picture",
    "make_daily",
    "make_puzzle",
    "name_challenge",
    "read_sheet",
    "show_layout",
    "solve",
    "warm_up",
    "write_sheet",
]
