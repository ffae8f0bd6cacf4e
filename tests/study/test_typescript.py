"""The study of the page against Python's: the same trees and texts, the same figures, the same sentences."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import asdict, replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from tests.core.node import ROOT, run_typescript
from tests.core.ways import list_starts
from tischlein import Record, find_game, game_ids
from tischlein.bots import make_bot
from tischlein.bots.analysis import assess, look_through
from tischlein.core.game import State
from tischlein.core.refusal import BadRecord, Refusal
from tischlein.core.words import words
from tischlein.study import Study, make_report, read_blksgf, write_blksgf
from tischlein.study.coach import remark_on
from tischlein.study.practice import Card, review, update_ratings
from tischlein.study.tree import Path as Place

from .test_blksgf import BROKEN, grow

GAMES = [game_id for game_id in game_ids() if game_id in ("blockers", "blokus", "planken")]
COACH_SAYS = {
    "blockers": {"coach-begins", "coach-grows", "coach-joins", "coach-takes", "coach-gap", "coach-parts"},
    "blokus": {"coach-opens", "coach-closes", "coach-reaches-less", "coach-no-place", "coach-big-piece"},
    "planken": {"coach-threatens", "coach-stops", "coach-allows", "coach-loses", "coach-missed", "coach-forces"},
}
COMMENTS = ("good", " Ä „so“ – ☃ 𝄞 ", 'a "quoted" \\ line\nand\tmore', "control \x01\x0b\x0c\x08\x1f \x7f", "")


def change(study: Study, rng: random.Random) -> tuple[list[Any], Place | None]:
    """Do something to a study at random, and return what was done and the path that came of it."""
    path, node = rng.choice(list(study.root.walk()))
    legal = node.state.legal_moves()
    what = rng.choice(("add", "add", "add", "comment", "promote", "delete" if path else "comment"))
    if what == "add" and legal:
        move = rng.choice(legal)
        return [what, path, move], study.add(path, move)
    if what in ("promote", "delete"):
        return [what, path], getattr(study, what)(path)
    comment = rng.choice(COMMENTS)
    study.comment(path, comment)
    return ["comment", path, comment], None


def spoil(text: str) -> Iterator[tuple[str, str]]:
    """Yield texts that are no studies, with the code of the refusal."""
    stored = json.loads(text)
    bad: list[Any] = [[], {**stored, "study": 2}, {**stored, "more": 1}, {**stored, "tree": {"moves": []}}]
    bad += [{**stored, "tree": {"children": [{"move": "nonsense"}]}}, {**stored, "record": "no record"}]
    for one in ("", *map(json.dumps, bad)):
        with pytest.raises(Refusal) as refused:
            Study.parse(one)
        yield one, refused.value.code


def describe(record: Record, seed: int) -> dict[str, Any]:
    """Return a study in which something happens, step by step."""
    study, rng, steps = Study.from_record(record), random.Random(seed), list[dict[str, Any]]()
    for _ in range(25):
        step, path = change(study, rng)
        steps.append({"step": step, "text": study.text(), "path": path})
    return {"record": record.text(), "steps": steps, "bad": list(spoil(study.text()))}


@pytest.mark.compiled
@pytest.mark.parametrize("game_id", GAMES)
def test_the_tree_of_the_page_is_the_tree_of_python(game_id: str, tmp_path: Path) -> None:
    cases = list[dict[str, Any]]()
    for seed, start in enumerate(list_starts(find_game(game_id))):
        record = play_some(start, random.Random(seed), 6)
        cases.append(describe(replace(record, tags={"Seat 0": "human:Zoë", "Title": "A study"}), seed))
    (tmp_path / "studies").write_text("\n".join(map(json.dumps, cases)), encoding="utf-8")
    made = run_typescript("web/test/study/compare.ts", tmp_path / "studies").split("\n")
    for case, text in zip(cases, made, strict=False):
        assert Study.parse(text).text() == case["steps"][-1]["text"]
    assert len(made) == len(cases) + 1


def play_some(start: State, rng: random.Random, plies: int) -> Record:
    """Return a game with so many moves at random."""
    moves, state = list[str](), start
    while state.to_move is not None and len(moves) < plies:
        moves.append(rng.choice(state.legal_moves()))
        state = state.play(moves[-1])
    return Record(start.setup, tuple(moves))


def report_on(record: Record, seed: int) -> dict[str, Any]:
    """Return what a weak bot thinks of a game, and the report that Python makes of it."""
    states = list(record.states())
    thoughts = list(look_through(record, make_bot(find_game(record.setup.game), "20sims", seed)))
    found = assess(record, thoughts)
    report = make_report(record, found)
    outcome = states[-1].outcome()
    return {
        "moves": [{"seat": state.to_move, "move": move} for state, move in zip(states[:-1], record.moves, strict=True)],
        "thoughts": [[asdict(line) for line in lines] for lines in thoughts],
        "outcome": outcome and {**asdict(outcome), "winners": outcome.winners},
        "seats": record.setup.seats,
        "assessed": [(one.ply, one.seat, one.best.move, one.mark, one.value, one.loss) for one in found],
        "accuracy": report.accuracy,
        "phases": report.by_phase,
        "turns": [point.ply for point in report.turning_points],
    }


@pytest.mark.compiled
@pytest.mark.parametrize("game_id", GAMES)
def test_the_report_of_the_page_has_pythons_figures(game_id: str, tmp_path: Path) -> None:
    files = sorted((ROOT / "tests" / game_id / "golden").glob("*.record"))[::3]
    cases = [report_on(Record.parse(file.read_text(encoding="utf-8")), seed) for seed, file in enumerate(files)]
    assert any(case["turns"] for case in cases), "somebody has made a mistake"
    (tmp_path / "reports").write_text("\n".join(map(json.dumps, cases)), encoding="utf-8")
    assessed = run_typescript("web/test/study/report.ts", tmp_path / "reports").split()
    assert list(map(int, assessed)) == [len(case["moves"]) for case in cases]


def sentences_on(record: Record, ply: int, move: str) -> dict[str, Any]:
    """Return what Python's coach says about a move at a position, in both languages."""
    remarks = remark_on(record.state_at(ply), move)
    speech = {language: words(f"tischlein.games.{record.setup.game}", language) for language in ("de", "en")}
    return {
        "record": Record(record.setup, record.moves[:ply]).text(),
        "move": move,
        "remarks": [one._asdict() for one in remarks],
        "texts": {language: [say(one.code, **one.details) for one in remarks] for language, say in speech.items()},
    }


@pytest.mark.compiled
@pytest.mark.parametrize("game_id", GAMES)
def test_the_coach_of_the_page_says_pythons_sentences(game_id: str, tmp_path: Path) -> None:
    rng, cases = random.Random(20), list[dict[str, Any]]()
    for file in sorted((ROOT / "tests" / game_id / "golden").glob("*.record")):
        record = Record.parse(file.read_text(encoding="utf-8"))
        for ply in rng.sample(range(len(record.moves)), min(8, len(record.moves))):
            other = rng.choice(record.state_at(ply).legal_moves())
            cases += [sentences_on(record, ply, move) for move in {record.moves[ply], other}]
    for state in list_starts(find_game(game_id)):  # every variant and option, some plies later
        record = play_some(state, rng, 12)
        if (last := record.final_state()).to_move is not None:
            cases.append(sentences_on(record, len(record.moves), rng.choice(last.legal_moves())))
    said = {remark["code"] for case in cases for remark in case["remarks"]}
    assert said >= COACH_SAYS[game_id], "hundreds of positions hold nearly everything there is to say"
    (tmp_path / "remarks").write_text("\n".join(map(json.dumps, cases)), encoding="utf-8")
    assert int(run_typescript("web/test/study/coach.ts", tmp_path / "remarks")) == len(cases)


@pytest.mark.parametrize("game_id", GAMES)
def test_a_position_that_is_set_up_has_an_order_of_moves(game_id: str, tmp_path: Path) -> None:
    records = list[str]()
    for file in sorted((ROOT / "tests" / game_id / "golden").glob("*.record")):
        record = Record.parse(file.read_text(encoding="utf-8"))
        records += [Record(record.setup, record.moves[:ply]).text() for ply in (1, 2, 5, 9) if ply < len(record.moves)]
    (tmp_path / "records").write_text("\n".join(map(json.dumps, records)), encoding="utf-8")
    assert int(run_typescript("web/test/study/setup.ts", tmp_path / "records")) > 0


def test_the_page_repeats_exercises_when_python_does(tmp_path: Path) -> None:
    rng, card, answers = random.Random(8), Card(date(2026, 2, 20)), list[Any]()
    for _ in range(400):
        solved = rng.random() < 0.7 and card.interval < 2_000
        card = review(card, solved, card.due)
        answers.append((solved, (card.due.isoformat(), *card[1:])))
        if card.due > date(2500, 1, 1):
            break
    pairs = [(rng.uniform(600, 2400), rng.uniform(600, 2400), rng.random() < 0.5) for _ in range(50)]
    ratings = [(*pair, update_ratings(*pair)) for pair in pairs]
    case = {"start": "2026-02-20", "answers": answers, "ratings": ratings}
    (tmp_path / "practice").write_text(json.dumps(case), encoding="utf-8")
    assert int(run_typescript("web/test/study/practice.ts", tmp_path / "practice")) == len(answers)


def test_pentobis_files_are_pythons(tmp_path: Path) -> None:
    cases = list[dict[str, str]]()
    for variant in find_game("blokus").variants:
        for seed in range(3):
            study = grow(variant, seed)
            file = write_blksgf(study)
            cases.append({"study": study.text(), "file": file, "back": read_blksgf(file).text()})
    for file in BROKEN:
        with pytest.raises(BadRecord) as refused:
            read_blksgf(file)
        cases.append({"file": file, "code": refused.value.code})
    (tmp_path / "files").write_text("\n".join(map(json.dumps, cases)), encoding="utf-8")
    assert int(run_typescript("web/test/study/blksgf.ts", tmp_path / "files")) == len(cases)
