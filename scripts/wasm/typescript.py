"""Writes what TypeScript must know of a portable engine: `web/src/engine/generated/<part>.ts`.

Functions and records come from `engine.json`; names, variants, levels and tables of a game from its Python. So nothing
that Python knows is written a second time by hand. `scripts/build-wasm` runs this; a test compares the files.
"""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path
from typing import Any, cast

from tischlein import find_game, game_ids
from tischlein.core.compile.engine import DESCRIPTION, find_folder
from tischlein.core.search import Level

FOLDER = Path(__file__).parents[2] / "web" / "src" / "engine" / "generated"
HEAD = "// Written by scripts/build-wasm from {source}. Do not change it by hand.\n"

ARRAYS = {
    "bool": "Uint8Array",
    "uint8": "Uint8Array",
    "int8": "Int8Array",
    "uint16": "Uint16Array",
    "int16": "Int16Array",
    "int32": "Int32Array",
    "float32": "Float32Array",
    "float64": "Float64Array",
    "uint64": "BigUint64Array",
    "int64": "number[]",  # read as a copy: none of them is larger than a number can be
}


def package_of(part: str) -> str:
    """Return the package of a game or of the solo challenges."""
    return f"tischlein.games.{part}" if part in game_ids() else f"tischlein.{part}"


def write_typescript(part: str, description: dict[str, Any]) -> str:
    """Return the file of a part."""
    functions = {one["export"]: one for each in description["functions"].values() for one in each}
    known = {name: [one["arguments"], one["results"]] for name, one in functions.items()}
    layouts = {name: _layout(record) for name, record in description["records"].items()}
    lines = [
        HEAD.format(source=f"engine.json of {package_of(part)}"),
        'import type { Place } from "../module.ts";\n',
        *(_interface(name, record) for name, record in description["records"].items()),
        "export interface Records {",
        *(f"  {name}: {name};" for name in layouts),
        "}\n",
        "export interface Functions {",
        *(_signature(name, *one) for name, one in known.items()),
        "}\n",
        f"export const SOURCES = {json.dumps(description['sources'])};\n",
        "/** By function: the types of its arguments and of its results. */",
        f"export const FUNCTIONS: Record<string, [string[], string[]]> = {_write(known)};\n",
        "/** By record: its size, and of each field the type, the place and the shape. */",
        f"export const RECORDS: Record<string, [number, Record<string, [string, number, number[]]>]> = "
        f"{_write(layouts)};\n",
    ]
    if part in game_ids():
        own = importlib.import_module(f"{package_of(part)}.browser")
        lines.insert(1, 'import type { GameInfo } from "../game.ts";')
        lines.append(f"export const INFO: GameInfo = {_write_lines(describe_game(part))};\n")
        lines.append(f"/** What browser.py of the game adds. */\nexport const GAME = {_write_lines(own.tables())};\n")
    return "\n".join(lines)


def _write(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _write_lines(value: dict[str, Any]) -> str:
    return "{\n" + "".join(f"  {json.dumps(key)}: {_write(each)},\n" for key, each in value.items()) + "}"


def _layout(record: dict[str, Any]) -> list[Any]:
    fields = {field["name"]: [field["type"], field["offset"], field["shape"]] for field in record["fields"]}
    return [record["bytes"], fields]


def _interface(name: str, record: dict[str, Any]) -> str:
    fields = "".join(f"  {field['name']}: {_type(field['type'], field['shape'])};\n" for field in record["fields"])
    return f"export interface {name} {{\n{fields}}}\n"


def _type(kind: str, shape: list[int]) -> str:
    return ARRAYS[kind] if shape else "bigint" if kind == "uint64" else "number"


def _signature(name: str, arguments: list[str], results: list[str]) -> str:
    given = ", ".join(f"{chr(97 + i)}: {_argument(one)}" for i, one in enumerate(arguments))
    if len(arguments) > 26:
        given = "..." + f"given: [{', '.join(map(_argument, arguments))}]"
    found = [_result(one) for one in results]
    answer = "void" if not found else found[0] if len(found) == 1 else f"[{', '.join(found)}]"
    return f"  {json.dumps(name)}({given}): {answer};"


def _argument(text: str) -> str:
    kind, _, dimensions = text.rstrip("]").partition("[")
    if dimensions or kind.isupper():
        return f'Place<"{kind}">'
    return {"bool": "boolean", "uint64": "bigint", "int64": "number | bigint"}.get(kind, "number")


def _result(kind: str) -> str:
    return {"bool": "boolean", "uint64": "bigint"}.get(kind, "number")


# ------------------------------------------------------------------ what a game is


def describe_game(game_id: str) -> dict[str, Any]:
    """Return what is to be known of every game: variants and levels."""
    game = find_game(game_id)
    return {
        "id": game.id,
        "rules_version": game.rules_version,
        "secret": game.secret,
        "variants": {
            variant.id: {
                "seats": variant.seats,
                "options": {option.id: option.values for option in variant.options},
                "each": {option.id: option.each for option in variant.options if option.each},
            }
            for variant in game.variants.values()
        },
        "levels": [_level(number, level) for number, level in enumerate(game.levels, start=1)],
    }


def _level(number: int, level: Level) -> dict[str, Any]:
    return {
        "name": f"level{number}",
        "seconds": level.seconds,
        "simulations": level.simulations,
        "settings": dict(level.settings),
        "book": level.book,
        "thrifty": level.thrifty,
    }


def list_parts() -> list[str]:
    """Return the parts that have a portable engine and a side in TypeScript."""
    known = (*game_ids(), "puzzles")
    return [part for part in known if (find_folder(_imported(package_of(part))) / DESCRIPTION).is_file()]


def _imported(package: str) -> str:
    importlib.import_module(package)
    return package


def read_description(part: str) -> dict[str, Any]:
    """Return the description of a part's engine."""
    text = (find_folder(_imported(package_of(part))) / DESCRIPTION).read_text(encoding="utf-8")
    return cast(dict[str, Any], json.loads(text))


def write_part(part: str, description: dict[str, Any], folder: Path = FOLDER) -> None:
    """Write the file of a part."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{part}.ts").write_text(write_typescript(part, description), encoding="utf-8")


if __name__ == "__main__":
    for chosen in sys.argv[1:] or list_parts():
        write_part(chosen, read_description(chosen))
