"""Solo challenges: what may be placed where, whether it can still be completed, solvers, and new puzzles."""

from .challenge import CHALLENGES, Challenge, Layout, Placement
from .generator import LEVELS, Puzzle, make_daily, make_puzzle
from .picture import draw_lines, draw_picture, name_challenge
from .reasons import Reason
from .sheet import Sheet, read_sheet, write_sheet
from .solver import Progress, Solver, solve, warm_up
from .tutor import Background, Hint, Inquiry, Status, Tutor, Verdict
from .view import show_layout

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
