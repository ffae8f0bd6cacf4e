"""The search: legal always, the same for the same seed, right where it claims a proof, and unbeaten as starter."""

from __future__ import annotations

import random
from collections.abc import Mapping

import numpy as np
import pytest

from tischlein.core.compiled import JIT, Memory, new_dice
from tischlein.core.game import State
from tischlein.core.search import Variation
from tischlein.core.testkit import Case, cases
from tischlein.games.planken import GAME
from tischlein.games.planken.engine.proof import Refuted, prove
from tischlein.games.planken.engine.search import PlankenSearch
from tischlein.games.planken.engine.search_root import find_repetitions, make_root
from tischlein.games.planken.engine.solver import OPEN, begin_proof, new_proof_workspace, run_proof
from tischlein.games.planken.engine.symmetry import canonical_key, plain_key
from tischlein.games.planken.engine.threats import finishing_cells
from tischlein.games.planken.game import PlankenState

from .brute import force, winning_cells
from .table import begin, play
from .test_reference import MIXED

ALL = [*cases(GAME), *MIXED]
POSITIONS = 40 if JIT else 1
SMALL = {"proof_nodes": 20}


def think(
    state: State, simulations: int, seed: int = 0, settings: Mapping[str, float] | None = None
) -> list[Variation]:
    search = GAME.search(state, seed, SMALL if settings is None else settings)
    search.run(simulations)
    return search.variations()


def wander(state: State, rng: random.Random, plies: int) -> State:
    """Return a position some plies on; nails alone are set as often as planks are laid, for fuller positions."""
    for _ in range(plies):
        moves = state.legal_moves()
        short = [move for move in moves if ":" not in move]
        after = state.play(rng.choice(short if short and rng.random() < 0.5 else moves))
        if after.to_move is None:
            break
        state = after
    return state


def late_states(case: Case, count: int, plies: tuple[int, int] = (0, 16)) -> list[PlankenState]:
    """Return positions of random games."""
    rng = random.Random(str(case))
    states = []
    for game in range(count):
        state = wander(GAME.new(case.variant, case.seats, case.options, seed=game), rng, rng.randint(*plies))
        assert isinstance(state, PlankenState)
        states.append(state)
    return states


# ------------------------------------------------------------------ every way to play


@pytest.mark.parametrize("case", ALL, ids=str)
def test_whole_games_are_legal(case: Case) -> None:
    state = GAME.new(case.variant, case.seats, case.options, seed=1)
    limit = 200 if JIT else 3
    for ply in range(limit):
        if state.to_move is None:
            break
        lines = think(state, 5 if JIT else 1, seed=ply)
        assert sorted(line.move for line in lines) == list(state.legal_moves())
        assert all(0 <= line.value <= 1 and line.visits >= 0 for line in lines)
        for line in lines[:2]:
            play(state, " ".join([line.move, *line.continuation]))
        state = state.play(lines[0].move)


def test_nothing_to_think_about() -> None:
    over = play(begin(), "RGB:m1 m2 GBR:n1 n2 BRG:o1")
    search = GAME.search(over, 0, {})
    assert search.proven
    search.run(10)
    assert search.variations() == []
    fresh = GAME.search(begin(), 0, {})
    assert not fresh.proven
    assert fresh.variations()[0].move in begin().legal_moves()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_same_seed_same_lines(seats: int) -> None:
    state = play(begin(seats), "RGB:m1 RBG:n2")
    simulations = 400 if JIT else 6
    whole = think(state, simulations, 7)
    sliced = GAME.search(state, 7, SMALL)
    for _ in range(simulations // 2):
        sliced.run(2)
        sliced.variations()
    assert whole == sliced.variations()
    assert not JIT or seats == 2 or whole != think(state, simulations, 8)


def test_levels() -> None:
    assert len(GAME.levels) == 10
    assert all(level.seconds <= 10 for level in GAME.levels)
    assert all(level.simulations for level in GAME.levels)
    state = play(begin(), "RGB:m1 RBG:n2 m2")
    for number, level in enumerate(GAME.levels[: 10 if JIT else 1], start=1):
        lines = think(state, min(level.simulations or 50, 50), 1, level.settings)
        assert lines[0].move in state.legal_moves()
        if number >= 4:
            assert lines[0].move == "m3"


def test_weak_levels_vary() -> None:
    chosen = {think(begin(), 1, seed, GAME.levels[0].settings)[0].move for seed in range(20)}
    assert len(chosen) > 3
    state = play(begin(), "RGB:m1 RBG:n2 m2")
    overlooked = [
        think(state, 1, seed, {**GAME.levels[2].settings, "proof_nodes": 50})[0].move != "m3" for seed in range(12)
    ]
    assert any(overlooked)


# ------------------------------------------------------------------ what is one turn away


@pytest.mark.parametrize("case", ALL, ids=str)
def test_finishing_cells_are_the_winning_moves(case: Case) -> None:
    for state in late_states(case, POSITIONS):
        if state.legal_moves()[0] != "keep":
            masks = finishing_cells(state.position, int(state.position.turn))
            cells = {(column, height) for height in range(3) for column in range(23) if masks[height] >> column & 1}
            assert cells == winning_cells(state)


@pytest.mark.parametrize(
    ("seats", "moves", "best"),
    [
        (2, "RGB:m1 RBG:n1 m2 n2", {"m3"}),
        (2, "RGB:m1 m2 GBR:n1 n2", {"BRG:o1", "BGR:o1", "BRG:l1", "BGR:l1"}),
        (3, "RGB:m1 RBG:n1 BGR:l1 m2 n2 l2", {"m3"}),
        (4, "RGB:m1 RGB:n2 BGR:l1 BGR:o1 m2 n1 l2 o2", {"m3"}),
    ],
)
def test_takes_the_win(seats: int, moves: str, best: set[str]) -> None:
    state = play(begin(seats), moves)
    search = GAME.search(state, 0, SMALL)
    search.run(50)
    first = search.variations()[0]
    assert first.move in best
    assert (first.value, first.continuation) == (1, ())
    assert search.proven


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_spoils_the_threat(seats: int) -> None:
    first = {2: "RGB:m1 RBG:n2 m2", 3: "RGB:m1 RBG:n1 BGR:l1 m2", 4: "RGB:m1 RGB:n1 RBG:l2 BGR:o1 m2 n3 l1"}[seats]
    state = play(begin(seats), first)
    if seats == 3:
        state = play(state, "n3")  # the next but one has to do it
    lines = think(state, 30, settings={"proof_nodes": 500})
    assert lines[0].move == "m3"
    assert all(line.value == 0 for line in lines[1:])


# ------------------------------------------------------------------ ways that end


THIRD_DECIDES = "RGB:m1 RBG:n2 BGR:l3 l1"
"""With three: seat 1 makes two threats, seat 2 stops the nearer one, seat 0 can no longer win or stop the other."""


@pytest.mark.compiled
def test_whoever_loses_in_any_case_holds_out() -> None:
    """No proof says that it wins: seat 2 could let seat 0 win, but sooner."""
    stocks = ("BGR GBR GRB RGB", "BGR BRG GRB RBG", "BRG GBR RBG RGB")
    state = play(begin(3, stocks=stocks), THIRD_DECIDES)
    knowing, guessing = (think(state, 2_000, settings={"mcts_solver": solver})[0] for solver in (1, 0))
    assert knowing.move.endswith(":o2")
    assert 0.9 < knowing.value < 1
    assert guessing.value < 0.75


@pytest.mark.compiled
def test_the_end_of_the_tree_agrees_with_brute_force() -> None:
    """With two teams, one of them wins in truth where the tree has come to its end."""
    clear = 0
    for state in late_states(Case("teams", 4), 60, (10, 20)):
        search = PlankenSearch(state, 0, {"proof_nodes": 0, "mcts_solver": 1})
        search.run(3_000)
        root = search._workspace.tree.nodes[0]
        if root.solved > 1 and root.solved_depth <= 4:
            clear += 1
            assert force(state, int(root.solved) - 1, int(root.solved_depth)) == 1
    assert clear > 10


# ------------------------------------------------------------------ proofs


@pytest.mark.parametrize("case", ALL, ids=str)
def test_proofs_agree_with_brute_force(case: Case) -> None:
    for state in late_states(case, POSITIONS):
        # The table is so small that entries push each other out.
        workspace = new_proof_workspace(8, np.zeros(0, np.uint64), Memory())
        deepest = (5 if len(state.legal_moves()) < 12 else 3) if JIT else 2
        for attackers in {2: (1, 2), 3: (1, 2, 4), 4: (5, 10)}[state.seats]:
            for plies in range(deepest + 1):
                workspace.stack[0] = make_root(state)[0]
                begin_proof(workspace.proof[0], attackers, plies)
                while workspace.proof[0].ply >= 0:
                    run_proof(workspace, int(workspace.proof[0].nodes) + 100)
                assert workspace.proof[0].result == force(state, attackers, plies) != OPEN


@pytest.mark.compiled
@pytest.mark.parametrize("seats", [2, 4])
def test_values_and_lengths_agree_with_brute_force(seats: int) -> None:
    """A move that is proven lost is lost in so many plies, the one that lasts longest comes first."""
    case = Case("standard" if seats == 2 else "teams", seats)
    decided = 0
    for state in late_states(case, 60, (10, 20)):
        if len(state.legal_moves()) > 25 or state.to_move is None:
            continue
        own = 0b0101 << state.to_move % 2 if seats == 4 else 1 << state.to_move
        others = (1 << seats) - 1 - own
        search = GAME.search(state, 0, {"rollouts": 0, "proof_depth": 3 if seats == 2 else 2, "proof_nodes": 10**6})
        search.run(1)
        for line in search.variations():
            after = state.play(line.move)
            assert isinstance(after, PlankenState)
            deepest = 2 if seats == 2 else 3
            if line.value in (0, 1):
                decided += 1
                assert force(after, own if line.value else others, deepest) == 1
            elif search.variations()[0].value != 1:
                assert force(after, own, 2) == force(after, others, 1) == 0
    assert decided > 50


def test_a_third_time_is_no_win() -> None:
    """Positions that have stood twice are draws when they come again."""
    loose = "RBG:m2 m3 m1 GRB:n2 GBR:l2 GRB:k1 k2 RBG:j1 n1 n3 j3 k3"
    once = play(begin(), f"{loose} m2-j k1-l j2-m l1-k")
    assert isinstance(once, PlankenState)
    twice = find_repetitions(once)
    assert twice.tolist() == [int(plain_key(once.position, 0))]
    more = play(once, "m2-j k1-l")
    assert isinstance(more, PlankenState)
    assert len(find_repetitions(more)) == 3
    back = make_root(more)[0]
    assert int(plain_key(back, 0)) == int(plain_key(more.position, 0))
    lines = think(play(more, "j2-m"), 20)
    assert lines[0].move in play(more, "j2-m").legal_moves()
    workspace = new_proof_workspace(8, np.array([plain_key(more.position, 0)], np.uint64), Memory())
    for attackers in (1, 2):
        workspace.stack[0] = make_root(more)[0]
        begin_proof(workspace.proof[0], attackers, 3)
        run_proof(workspace, 10)
        assert workspace.proof[0].result == 0


def test_symmetric_positions_share_a_key() -> None:
    def key(moves: str) -> int:
        state = play(begin(), moves)
        assert isinstance(state, PlankenState)
        return int(canonical_key(state.position, 0))

    assert key("RGB:m1 RBG:n2 m2") == key("RGB:m1 RBG:l2 m2")  # left and right
    assert key("RGB:m1 RBG:n2 m2") == key("BGR:m3 GBR:n2 m2")  # top and bottom
    assert key("RGB:m1 RBG:n2 m2") == key("GBR:m1 GRB:n2 m2")  # colours
    assert key("RGB:m1 RBG:n2 m2") == key("RGB:m2 RBG:n2 m1")  # in another order
    assert key("RGB:m1 RBG:n2 m2") != key("RGB:m1 RBG:n2 m3")
    assert key("RGB:m1 RBG:n2 m2") != key("RGB:m1 RBG:n3 m2")
    assert key("RGB:m1 RBG:n2 m2") != key("RGB:m2 RBG:n2")
    first = {key(move) for move in begin().legal_moves()}
    assert len(first) == 2
    assert len({key(f"RGB:m1 {move}") for move in play(begin(), "RGB:m1").legal_moves()}) == 20
    assert len({key(f"RGB:m2 {move}") for move in play(begin(), "RGB:m2").legal_moves()}) == 11


def test_every_balanced_deal_for_two_is_the_same_game() -> None:
    for turning in ("yes", "no"):
        stocks = set()
        for seed in range(30):
            state = GAME.new("standard", 2, {"turning": turning}, seed=seed, first=0)
            assert isinstance(state, PlankenState)
            stocks.add(state.position.stock.tobytes())
        assert len(stocks) == 1


# ------------------------------------------------------------------ the starter wins


def longest(state: State) -> str:
    """Return the reply that holds out longest, as the search knows it."""
    return think(state, 20_000, 3, {"rollouts": 0})[0].move


def duel(first: str | None, second: str, seed: int) -> int:
    """Return after how many plies the starter has won; the second seat plays at random or holds out."""
    rng = random.Random(seed)
    state = GAME.new("standard", 2, {}, seed=seed, first=0)
    if first is not None:
        state = state.play(first)
    while state.to_move is not None:
        if state.to_move == 0:
            lines = think(state, 20_000, seed, {"rollouts": 0})
            assert lines[0].value == 1
            move = lines[0].move
        elif second == "random":
            move = rng.choice(state.legal_moves())
        else:
            move = longest(state)
        state = state.play(move)
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.winners == (0,)
    return int(state.view(None)["ply"])


@pytest.mark.compiled
def test_starter_beats_random_replies() -> None:
    assert all(duel("RGB:m1", "random", seed) <= 13 for seed in range(15))


@pytest.mark.compiled
@pytest.mark.parametrize("first", ["RGB:m1", "RGB:m2"])
def test_best_play_lasts_thirteen_plies(first: str) -> None:
    assert duel(first, "longest", 0) == 13


@pytest.mark.compiled
def test_the_starter_wins_in_thirteen_plies_from_the_first_move() -> None:
    search = GAME.search(begin(), 0, {"rollouts": 0})
    search.run(20_000)
    best = search.variations()[0]
    assert (best.value, len(best.continuation)) == (1, 12)
    assert play(begin(), " ".join([best.move, *best.continuation])).outcome() is not None


@pytest.mark.compiled
def test_proof_of_some_replies() -> None:
    """The whole proof is a command; here a few replies, to the end."""
    after = play(begin(), "RGB:m1")
    for reply in ("m2", "RBG:n2", "GRB:n1"):
        *_, last = prove(after.play(reply), 11, 20_000)
        assert last.won == last.positions > 0


def test_proof_refuses_what_is_not_won() -> None:
    state = play(begin(), "RGB:m1 RBG:n2 m2")
    with pytest.raises(Refuted):
        list(prove(state, 1, 1))


# ------------------------------------------------------------------ strength


def match(strong: int, weak: int, seats: int, games: int) -> float:
    """Return the share of games that one seat (or team) of the stronger level wins against the weaker one."""
    wins = 0
    for number in range(games):
        state = GAME.new(seats=seats, seed=number)
        seat = number % seats
        dice = new_dice(number)
        while state.to_move is not None:
            mine = state.to_move % 2 == seat % 2 if seats != 3 else state.to_move == seat
            level = GAME.levels[(strong if mine else weak) - 1]
            lines = think(state, level.simulations or 1, int(dice[0] % 1000) + state.view(None)["ply"], level.settings)
            state = state.play(lines[0].move)
        outcome = state.outcome()
        assert outcome is not None
        wins += outcome.winners != tuple(range(seats)) and seat in outcome.winners
    return wins / games


@pytest.mark.compiled
@pytest.mark.parametrize(("seats", "least"), [(2, 0.75), (3, 0.4), (4, 0.75)])
def test_levels_that_differ_much(seats: int, least: float) -> None:
    assert match(5, 1, seats, 24) >= least


def test_an_unknown_setting_is_refused() -> None:
    state = begin()
    with pytest.raises(ValueError, match=r"unknown setting 'curiosity'; there are .*exploration"):
        GAME.search(state, 0, {"curiosity": 1})
