"""What stands in the addresses of requests. A bound counts only as part of the parameter, not of its type."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from litestar.params import FromPath, FromQuery, PathParameter, QueryParameter

TableId: TypeAlias = FromPath[str]
"""Of any length: what is no id leads to no table."""

SeatInPath: TypeAlias = Annotated[int, PathParameter(ge=0, le=15)]
SeatAsked: TypeAlias = Annotated[int | None, QueryParameter(ge=0, le=15)]
PlyInPath: TypeAlias = Annotated[int, PathParameter(ge=0, le=100_000)]
PlyAsked: TypeAlias = Annotated[int | None, QueryParameter(ge=0, le=100_000)]
GameInPath: TypeAlias = Annotated[str, PathParameter(max_length=40)]
SaveInPath: TypeAlias = Annotated[str, PathParameter(max_length=40)]
ExerciseInPath: TypeAlias = Annotated[str, PathParameter(min_length=2, max_length=64)]
PuzzleInPath: TypeAlias = Annotated[str, PathParameter(min_length=2, max_length=44)]
FormatAsked: TypeAlias = Annotated[str, QueryParameter(max_length=40)]

Language: TypeAlias = Literal["de", "en"]
LanguageInPath: TypeAlias = FromPath[Language]
LanguageAsked: TypeAlias = FromQuery[Language]
