"""Every learned file that is shipped has a recipe that runs today, and is the one that was written down."""

import importlib
import shlex
from pathlib import Path

import pytest
from training.blokus import make
from training.blokus.policy import PolicyRecipe
from training.blokus.value import ValueRecipe

from tischlein.work.resumable import LocalExecutor
from training import manifest


def test_every_file_is_the_one_that_was_written_down() -> None:
    known = manifest.read()
    assert sorted(known) == manifest.learned_files()
    for file, entry in known.items():
        assert entry["sha256"] == manifest.hash_of(file), f"{file} has changed: python -m training.manifest"


@pytest.mark.parametrize("file", manifest.learned_files())
def test_every_file_has_a_recipe_that_runs(file: str) -> None:
    recipe = manifest.read()[file]["recipe"]
    assert recipe
    for command in recipe:
        python, flag, module, *words = shlex.split(command)
        assert (python, flag) == ("python", "-m")
        script = importlib.import_module(module)
        if module == "training.blokus.make":
            assert words[0] in make.RECIPES
        assert callable(script.main)


@pytest.mark.parametrize("name", make.RECIPES)
def test_a_recipe_makes_only_what_is_shipped(name: str) -> None:
    """A policy net that is there is loaded: who follows the recipes must get the engine that was measured."""
    recipe = make.RECIPES[name]
    if isinstance(recipe, make.Policies):
        file = f"src/tischlein/games/blokus/engine/data/policy_net-{recipe.kind}.npz"
        assert recipe.recipe.network == (file in manifest.learned_files())


@pytest.mark.compiled
@pytest.mark.parametrize(("name", "made"), [("value-duo", "value_net-duo.npz"), ("policy-duo", "policy_net-duo.npz")])
def test_a_recipe_with_small_amounts(name: str, made: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small = {
        "value-duo": make.Value("duo", 1, 2, ValueRecipe(epochs=1)),
        "policy-duo": make.Policies("duo", 1, 2, 30, 10, PolicyRecipe(epochs=1)),
    }
    monkeypatch.setattr(make, "RECIPES", small)
    monkeypatch.setattr(make, "GAMES_IN_A_FILE", 3)
    target = tmp_path / "made"
    target.mkdir()
    error = make.make(name, tmp_path, LocalExecutor(), target)
    assert 0 < error < 100
    assert (target / made).exists()
