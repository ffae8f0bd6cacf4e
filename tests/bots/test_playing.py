"""A whole game in one call: names, functions and objects at one table."""

import pytest

from tischlein import BadSetup, IllegalMove, Record, Seat, State, play_game
from tischlein.bots import RandomBot, make_bot


def last(state: State, seat: Seat) -> str:
    return state.legal_moves()[-1]


def test_names_functions_and_objects_play() -> None:
    seed = 1
    record = play_game("planken", "random", last, make_bot("planken", "10sims", seed), seed=seed)
    assert record.final_state().outcome() is not None
    assert [record.tags[f"Seat {seat}"] for seat in range(3)] == ["random", "last", "SearchBot"]
    assert Record.parse(record.text()) == record
    for state, move in zip(record.states(), record.moves, strict=False):
        assert state.to_move != 1 or move == state.legal_moves()[-1]


def test_the_same_seed_plays_the_same_game() -> None:
    one, other = (play_game("nim", "random", "20sims", seed=5) for _ in range(2))
    assert one == other
    assert len({play_game("nim", "random", "random", seed=seed).moves for seed in range(20)}) > 1


def test_the_number_of_bots_chooses_the_variant() -> None:
    """As at a table: the first variant that has enough seats, unless one is named."""
    assert play_game("planken", *["random"] * 4, seed=1).setup.variant == "teams"
    record = play_game("blockers", "random", "random", variant="basic", options={"scoring": "uptown"}, first=1)
    setup = record.setup
    assert (setup.variant, setup.first, setup.options["scoring"]) == ("basic", 1, "uptown")


def test_what_cannot_play_is_refused() -> None:
    with pytest.raises(BadSetup, match='seats cannot be "9"'):
        play_game("nim", *["random"] * 9)
    with pytest.raises(BadSetup, match="bot cannot be"):
        play_game("nim", "random", "level77")
    with pytest.raises(TypeError, match="choose"):
        play_game("nim", "random", 5)
    with pytest.raises(IllegalMove):
        play_game("nim", "random", lambda state, seat: "99")


def test_only_what_was_opened_here_is_closed() -> None:
    class Counted(RandomBot):
        closed = 0

        def close(self) -> None:
            self.closed += 1

    bot = Counted(seed=1)
    play_game("nim", bot, "random", seed=1)
    assert bot.closed == 0
