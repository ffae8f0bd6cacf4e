"""The boards of the rules pages say what the rules say."""

import json
from pathlib import Path

import pytest
from scripts.content import trials

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("game", trials.TRIALS)
def test_trials_are_what_the_rules_say_today(game: str) -> None:
    written = json.loads((ROOT / "web" / "src" / "games" / game / "trials.json").read_text(encoding="utf-8"))
    assert written == json.loads(json.dumps(list(trials.TRIALS[game]())))
    for trial in written:
        assert any(one["refusal"] is None for one in trial["tries"])
        assert any(one["refusal"] for one in trial["tries"])
