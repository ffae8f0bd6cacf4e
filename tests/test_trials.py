"""The boards of the rules pages say what the rules say."""

import importlib.util
import json
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SPEC = importlib.util.spec_from_file_location("make_trials", ROOT / "scripts" / "make_trials.py")
assert SPEC is not None
assert SPEC.loader is not None
make_trials = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(make_trials)


@pytest.mark.parametrize("game", make_trials.TRIALS)
def test_trials_are_what_the_rules_say_today(game: str) -> None:
    written = json.loads((ROOT / "web" / "src" / "games" / game / "trials.json").read_text(encoding="utf-8"))
    assert written == json.loads(json.dumps(list(make_trials.TRIALS[game]())))
    for trial in written:
        assert any(one["refusal"] is None for one in trial["tries"])
        assert any(one["refusal"] for one in trial["tries"])
