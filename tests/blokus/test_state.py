"""The public State: values, golden records, and what a set-up may be."""

from __future__ import annotations

import json
import pickle
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from tischlein.core.compiled import new_dice
from tischlein.core.game import Setup
from tischlein.core.record import Record
from tischlein.core.refusal import BadSetup, IllegalMove
from tischlein.core.words import LANGUAGES, words
from tischlein.games.blokus import GAME, rules
from tischlein.games.blokus.game import FAULTS

GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.record"))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_golden_records_replay_in_full(path: Path) -> None:
    record = Record.parse(path.read_text(encoding="utf-8"))
    state = record.final_state()
    assert state.outcome() is not None
    assert state.view(None) == json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    assert record.text() == path.read_text(encoding="utf-8")


def test_there_is_a_golden_record_for_every_variant() -> None:
    played = {Record.parse(path.read_text(encoding="utf-8")).setup.variant for path in GOLDEN}
    assert played == set(GAME.variants)


def test_the_default_for_a_number_of_seats() -> None:
    assert {seats: GAME.setup(seats=seats).variant for seats in (2, 3, 4)} == {2: "two", 3: "three", 4: "classic"}


def test_everybody_sees_the_same() -> None:
    state = GAME.new("three", seed=1)
    assert state.view(None) == state.view(0) == state.view(2)


def test_a_position_is_small_when_pickled() -> None:
    state = Record.parse(GOLDEN[0].read_text(encoding="utf-8")).state_at(30)
    text = pickle.dumps(state)
    assert len(text) < 2_000
    assert pickle.loads(text) == state
    assert pickle.loads(text).legal_moves() == state.legal_moves()


def test_another_order_of_moves_is_another_position() -> None:
    start = GAME.new("classic", first=0)
    one = start.play("a20").play("t20").play("t1").play("a1")
    other = start.play("a20").play("t20,t19").play("t1").play("a1")
    assert one != other
    assert one == start.play("a20").play("t20").play("t1").play("a1")


def test_the_kernel_plays_the_same_games() -> None:
    state = Record.parse(GOLDEN[0].read_text(encoding="utf-8")).state_at(48)
    kernel = GAME.kernel("classic")
    position = kernel.position(state)
    before = position.tobytes()
    assert kernel.playouts(position, 3, new_dice(1)) > 0
    assert position.tobytes() == before
    assert kernel.playout(position, new_dice(1)) + 48 == position.ply
    assert position.turn == -1
    move = state.legal_moves()[0]
    assert kernel.decode(state, kernel.encode(state, move)) == move


@pytest.mark.compiled
def test_random_moves_are_drawn_fairly() -> None:
    """From a list with many dead moves each legal one comes up about as often as any other."""
    state = Record.parse(GOLDEN[0].read_text(encoding="utf-8")).state_at(50)
    kernel, dice, drawn = GAME.kernel("classic"), new_dice(7), Counter[int]()
    rounds = 2_000
    for _ in range(rounds):
        drawn[int(rules.draw(kernel.position(state), dice))] += 1
    moves = len(state.legal_moves())
    assert len(drawn) == moves
    assert all(0.4 * rounds / moves < times < 1.8 * rounds / moves for times in drawn.values())


def test_every_seat_knows_everything() -> None:
    state = GAME.new("duo", seed=1)
    assert state.sample(1, random.Random(1)) == state


def test_fields_of_a_position_do_not_hide_behind_numpy() -> None:
    """Without the compiler, `position.size` would be NumPy's own attribute."""
    assert not [name for name in rules.POSITION.names or () if hasattr(np.void, name)]


def test_nothing_is_dealt() -> None:
    assert GAME.setup("classic", seed=5).deal == {}
    with pytest.raises(BadSetup) as refused:
        GAME.start(Setup("blokus", "classic", 4, deal={"blue": "F"}))
    assert refused.value.details["field"] == "deal"


@pytest.mark.parametrize(
    "setup",
    [
        Setup("blokus", "classic", 3),
        Setup("blokus", "four", 4),
        Setup("blokus", "classic", 4, first=4),
        Setup("blokus", "classic", 4, options={"fourth": "green"}),
        Setup("blokus", "three", 3, options={"fourth": "violet"}),
    ],
)
def test_impossible_setups_are_refused(setup: Setup) -> None:
    with pytest.raises(BadSetup):
        GAME.start(setup)


def test_every_fault_has_a_sentence_with_its_details() -> None:
    """Each refusal is made by a real move, so that no sentence misses a detail."""
    over = Record.parse(next(path for path in GOLDEN if path.stem == "duo").read_text(encoding="utf-8")).final_state()
    start = GAME.new("duo", first=0)
    later = start.play("e9,e10").play("j5")
    tries = [
        (start, "e10,e12"),
        (later, "f8,g8"),
        (start, "e15"),
        (later, "j5"),
        (start, "a1"),
        (later, "a1"),
        (later, "e8,f8,g8"),
        (over, "a1"),
        (start, "?"),
        (start, "e10,e10"),
    ]
    codes = set()
    for state, move in tries:
        with pytest.raises(IllegalMove) as refused:
            state.play(move)
        codes.add(refused.value.code)
        assert len({refused.value.text(language) for language in LANGUAGES}) == len(LANGUAGES)
    assert codes == {*FAULTS.values(), "R16-unreadable", "R16-twice"}


def test_both_languages_have_the_same_texts() -> None:
    texts = {}
    for language in LANGUAGES:
        folder = Path(str(sys.modules["tischlein.games.blokus"].__file__)).parent
        lines = (folder / f"text.{language}.ftl").read_text(encoding="utf-8").splitlines()
        texts[language] = [line.split(" = ")[0] for line in lines if " = " in line and line[0] not in " #"]
    assert texts["de"] == texts["en"]


def test_every_variant_and_option_has_its_words() -> None:
    for language in LANGUAGES:
        own = words("tischlein.games.blokus", language)
        for variant in GAME.variants.values():
            assert own(f"variant-{variant.id}")
            assert own(f"variant-{variant.id}-about")
            for option in variant.options:
                assert own(f"option-{option.id}")
                assert own(f"option-{option.id}-about")
                assert all(own(f"option-{option.id}-{value}") for value in option.values)


def test_asking_for_the_game_does_not_load_the_compiler() -> None:
    code = "import sys, tischlein.games.blokus as game; game.GAME.setup(); print('numba' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "False"
