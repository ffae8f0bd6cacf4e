"""Solo challenges: how fast they are solved, how much the tutor knows, and other solvers on the same task.

`scripts/bench puzzles` prints everything. `puzzles:solve`, `puzzles:tutor` and `puzzles:others` print one part;
`puzzles:tutor:20` takes 20 layouts for each row, `puzzles:others:60` gives the other solvers 60 seconds. Layouts come
from seeds that nobody has tuned anything with. python-sat, ortools and xcover are compared if they are installed.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures import TimeoutError as TooLong
from importlib import import_module
from multiprocessing import get_context

from tischlein.games.blokus.pieces import Square
from tischlein.games.blokus.variants import FOUR_COLOURS
from tischlein.puzzles import CHALLENGES, Layout, Placement, Tutor, Verdict, solve, warm_up
from tischlein.puzzles.blokus.challenge import find_places, find_sides
from tischlein.puzzles.blokus.solvers.arrange import arrange
from tischlein.puzzles.blokus.solvers.beam import Beam

SEEDS = range(900_000, 900_020)
GOALS = {"s1": (2.0, 15.0), "s2": (2.0, 15.0), "s3": (0.5, 5.0), "s4": (0.5, 5.0), "s5": (0.5, 5.0), "s6": (0.5, 5.0)}
DEPTHS = {
    "s1": (8, 16, 24, 32, 40, 48, 56, 64, 72, 80),
    "s2": (8, 16, 24, 32, 40, 48, 56, 64, 72, 80),
    "s3": (0, 4, 8, 12, 16),
    "s4": (0, 4, 8, 12, 16),
    "s5": (4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44),
    "s6": (4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44),
}
BUDGET = 2.0


def run(part: str = "all", number: str = "") -> None:
    """Print the parts that are asked for."""
    for as_in_the_game in (False, True):
        warm_up(as_in_the_game)
    if part in ("all", "solve"):
        _measure_solving()
    if part in ("all", "tutor"):
        _measure_tutor(int(number or 12))
    if part in ("all", "others"):
        _compare(float(number or 30))


def _measure_solving() -> None:
    print("  from the empty board, 20 seeds: median and longest processor time, with the check of the rules")
    for name, (goal, limit) in GOALS.items():
        taken, different = [], set()
        for seed in SEEDS:
            begin = time.process_time()
            solved = solve(Layout(CHALLENGES[name]), seed)
            taken.append(time.process_time() - begin)
            assert solved is not None
            assert solved.solved
            different.add(frozenset(solved.placements))
        median, longest = statistics.median(taken), max(taken)
        ratios = f"{goal / median:7.1f} x goal, longest {limit / longest:6.1f} x goal"
        print(f"  {name}  {median:8.4f} s  {longest:8.4f} s  {ratios}, {len(different)} different solutions")


# ------------------------------------------------------------------ the tutor


def _measure_tutor(count: int) -> None:
    print(f"  the tutor, {BUDGET} s of processor time, {count} layouts each way and depth: decided, of them impossible")
    for name, depths in DEPTHS.items():
        packing = CHALLENGES[name].as_in_the_game
        ways = ("as solved", "any order", "re-made") if packing else ("cut at random", "cut by place", "pieces added")
        print(f"  {name:<6}" + "".join(f"{way:>22}" for way in ways))
        total: dict[str, list[int]] = {way: [0, 0] for way in ways}
        for depth in depths:
            cells = []
            for way in ways:
                decided = dead = 0
                for layout in _make_layouts(name, way, depth, count):
                    status = Tutor(CHALLENGES[name], seed=1, clock=time.process_time).status(layout, BUDGET)
                    decided += status.verdict is not Verdict.UNKNOWN
                    dead += status.verdict is Verdict.IMPOSSIBLE
                    assert way == "pieces added" or status.verdict is not Verdict.IMPOSSIBLE
                cells.append(f"{100 * decided / count:>12.0f} % ({100 * dead / count:3.0f} %)")
                total[way] = [total[way][0] + decided, total[way][1] + count]
            print(f"  {depth:>6}" + "".join(f"{cell:>22}" for cell in cells), flush=True)
        print("  all   " + "".join(f"{100 * decided / made:>12.0f} %       " for decided, made in total.values()))


def _make_layouts(name: str, way: str, depth: int, count: int) -> Iterator[Layout]:
    rng = random.Random(f"{name} {way} {depth}")
    for _ in range(count):
        seed = rng.randrange(10**6, 10**7)
        if CHALLENGES[name].as_in_the_game:
            yield _cut_packing(name, way, depth, seed, rng)
        else:
            yield _cut_rectangle(name, way, depth, seed, rng)


def _cut_rectangle(name: str, way: str, depth: int, seed: int, rng: random.Random) -> Layout:
    """Return so many pieces of a solution: any, or those nearest to a square; then up to three random ones."""
    solved = solve(Layout(CHALLENGES[name]), seed)
    assert solved is not None
    pieces = list(solved.placements)
    if way == "cut at random" or (way == "pieces added" and rng.random() < 0.5):
        rng.shuffle(pieces)
    else:
        column, row = rng.choice(pieces).squares[0]
        pieces.sort(key=lambda piece: min((x - column) ** 2 + (y - row) ** 2 for x, y in piece.squares))
    layout = Layout(CHALLENGES[name], {}, tuple(pieces[:depth]))
    for _ in range(rng.randint(1, 3) if way == "pieces added" else 0):
        kinds = [(colour, piece) for colour in FOUR_COLOURS for piece in layout.left(colour)]
        moves = [(colour, move) for colour, piece in kinds for move in layout.legal_moves(colour, piece)]
        if moves:
            layout = layout.place(*rng.choice(moves))
    return layout


def _cut_packing(name: str, way: str, depth: int, seed: int, rng: random.Random) -> Layout:
    """Return the start of a solution: as the beam has placed it, in any other legal order, or after half of it was
    taken away at random and placed anew by other standards.
    """
    empty = Layout(CHALLENGES[name])
    solved = solve(empty, seed)
    assert solved is not None
    if way == "re-made":
        solved = _remake(solved, rng)
    if way == "any order" and name == "s1":
        return _place_in_any_order(empty, set(solved.placements), depth, rng)
    return Layout(CHALLENGES[name], {}, solved.placements[:depth])


def _remake(solved: Layout, rng: random.Random) -> Layout:
    """Return another solution with the same beginning, by a beam that likes other boards."""
    kept = rng.randrange(8, 48)
    start = Layout(solved.challenge, {}, solved.placements[:kept])
    for _ in range(50):
        beam = Beam(start, rng.randrange(10**6), chance=8.0)
        while not beam.settled:
            beam.run()
        assert beam.found is not None
        if not set(beam.found) <= set(solved.placements):
            return start.place_all(arrange(start, beam.found) or ())
    return solved


def _place_in_any_order(layout: Layout, missing: set[Placement], depth: int, rng: random.Random) -> Layout:
    for _ in range(depth):
        turn = str(layout.turn)
        legal = {move for piece in layout.left(turn) for move in layout.legal_moves(turn, piece)}
        ready = sorted(piece for piece in missing if piece.colour == turn and piece.move in legal)
        chosen = rng.choice(ready)
        missing.discard(chosen)
        layout = layout.place(chosen.colour, chosen.move)
    return layout


# ------------------------------------------------------------------ other solvers


def _compare(limit: float) -> None:
    print(f"  from the empty board against other solvers, at most {limit:.0f} s, building the model not counted")
    for name in ("s3", "s4", "s5", "s6"):
        ours = []
        for seed in SEEDS:
            begin = time.process_time()
            solve(Layout(CHALLENGES[name]), seed)
            ours.append(time.process_time() - begin)
        median = statistics.median(ours)
        print(f"  {name}  {'ours, median of 20':<24} {median:8.4f} s")
        for title, module, solver in OTHERS:
            try:
                import_module(module)
            except ImportError:
                print(f"      {title:<24} not installed (pip install 'tischlein[bench]')")
                continue
            taken = _run_limited(solver, name, limit)
            ratio = f"ours is {(taken or limit) / median:,.0f} times as fast{'' if taken else ' or more'}"
            shown = f"{taken:8.4f} s" if taken else f"over {limit:3.0f} s"
            print(f"      {title:<24} {shown}  {ratio}", flush=True)


def _run_limited(solver: Callable[[str], float], name: str, limit: float) -> float | None:
    """Return how long a solver took in a process of its own; None if it was stopped."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        future = pool.submit(solver, name)
        try:
            return future.result(limit + 30)  # starting and building take some of it
        except TooLong:
            for process in pool._processes.values():
                process.kill()
            return None


def _list_options(name: str) -> list[Placement]:
    """Return every placement; where colours may touch, in one colour for all."""
    challenge = CHALLENGES[name]
    colours = FOUR_COLOURS[:1] if challenge.may_touch else FOUR_COLOURS
    return [
        Placement(colour, squares)
        for colour in colours
        for piece in challenge.hands[colour]
        for squares in find_places(challenge, piece)
    ]


def _group(name: str) -> tuple[list[Placement], list[list[int]], list[tuple[list[int], int]], list[list[int]]]:
    """Return options, then options by square (exactly one), by kind (exactly so many), and pairs that exclude others.

    The last are, for each edge between two squares and each colour: options on one side, but not on both, of which a
    model must not take one from each side.
    """
    options, may_touch = _list_options(name), CHALLENGES[name].may_touch
    squares: dict[object, list[int]] = {}
    kinds: dict[object, list[int]] = {}
    coloured: dict[tuple[Square, str], list[int]] = {}
    for number, option in enumerate(options):
        kinds.setdefault((option.colour, option.piece), []).append(number)
        for square in option.squares:
            squares.setdefault(square, []).append(number)
            coloured.setdefault((square, option.colour), []).append(number)
    edges = []
    if not may_touch:
        for (square, colour), here in list(coloured.items()):
            for other in find_sides(square):
                there = coloured.get((other, colour), [])
                if other > square and there:
                    both = set(here) & set(there)
                    edges.append([n for n in here if n not in both] + [-1] + [n for n in there if n not in both])
    return options, list(squares.values()), [(numbers, 4 if may_touch else 1) for numbers in kinds.values()], edges


def _solve_with_sat(name: str) -> float:
    card, solvers = import_module("pysat.card"), import_module("pysat.solvers")
    options, squares, kinds, edges = _group(name)
    top, solver = len(options), solvers.Solver("glucose4")
    for numbers, many in [(square, 1) for square in squares] + kinds:
        literals = [number + 1 for number in numbers]
        encoded = card.CardEnc.equals(literals, many, top_id=top, encoding=card.EncType.seqcounter)
        top = max(top, encoded.nv)
        solver.append_formula(encoded.clauses)
    for edge in edges:
        middle = edge.index(-1)
        top += 2  # one variable for each side that has this colour, without the options on both
        solver.append_formula([[-(n + 1), top - 1] for n in edge[:middle]])
        solver.append_formula([[-(n + 1), top] for n in edge[middle + 1 :]])
        solver.add_clause([1 - top, -top])
    begin = time.process_time()
    assert solver.solve()
    return time.process_time() - begin


def _solve_with_cp_sat(name: str) -> float:
    cp_model = import_module("ortools.sat.python.cp_model")
    options, squares, kinds, edges = _group(name)
    model = cp_model.CpModel()
    taken = [model.new_bool_var(f"o{number}") for number in range(len(options))]
    for numbers in squares:
        model.add_exactly_one(taken[number] for number in numbers)
    for numbers, many in kinds:
        model.add(sum(taken[number] for number in numbers) == many)
    for edge in edges:
        model.add_at_most_one(taken[number] for number in edge if number >= 0)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    begin = time.process_time()
    assert solver.solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE)
    return time.process_time() - begin


def _solve_with_xcover(name: str) -> float:
    """Colours may touch: each piece stands for four equal ones. They must not: no colour on both sides of an edge."""
    covers = import_module("xcover").covers
    challenge = CHALLENGES[name]
    rows: list[list[str]] = []
    edges: set[str] = set()
    for option in _list_options(name):
        base = [f"{column},{row}" for column, row in option.squares]
        if challenge.may_touch:
            rows += [[*base, f"{option.piece}{copy}"] for copy in range(4)]
        else:
            sides = {
                f"{min(square, other)}{max(square, other)}{option.colour}"
                for square in option.squares
                for other in find_sides(square)
                if other not in option.squares and 0 <= other[0] < challenge.columns and 0 <= other[1] < challenge.rows
            }
            edges |= sides
            rows.append([*base, f"{option.piece} {option.colour}", *sorted(sides)])
    primary = sorted({item for row in rows for item in row} - edges)
    begin = time.process_time()
    assert next(covers(rows, primary=primary, secondary=sorted(edges)), None) is not None
    return time.process_time() - begin


OTHERS = (
    ("python-sat", "pysat", _solve_with_sat),
    ("ortools", "ortools", _solve_with_cp_sat),
    ("xcover", "xcover", _solve_with_xcover),
)
