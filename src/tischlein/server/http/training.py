"""Exercises over HTTP: how hard they are, what people answer, and progress under a link."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec
from litestar import Response, delete, get, post, put
from litestar.handlers import HTTPRouteHandler
from litestar.params import JSONBody
from msgspec import Meta

from tischlein.server.service import Service
from tischlein.server.training.training import OWN, Card, Progress, Save, start_ratings
from tischlein.server.visitors.visitor import Visitor

from .parameters import ExerciseInPath, SaveInPath
from .routes import QUESTION, REFUSED, AnyRequest, Served, charge, key_or_new

MOST_CARDS = 500
"""More would not fit into a request."""

ExerciseName: TypeAlias = Annotated[str, Meta(min_length=2, max_length=64)]


class AnswerRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody's first answer to an exercise."""

    solved: bool


class RatingCard(msgspec.Struct, frozen=True):
    """How hard an exercise is now."""

    rating: float


class LearnedRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Progress to keep: the cards by exercise, and the person's rating."""

    cards: Annotated[dict[ExerciseName, Card], Meta(max_length=MOST_CARDS)]
    rating: Annotated[float, Meta(ge=0, le=4_000)]


class LearnedChange(LearnedRequest, frozen=True, kw_only=True):
    """Newer progress; `version` is the one it goes on from."""

    version: Annotated[int, Meta(ge=1, le=2_000_000_000)]


class LearnedCard(msgspec.Struct, frozen=True):
    """Progress that was kept."""

    id: str
    version: int
    cards: dict[str, Card]
    rating: float


@get("/api/exercises/ratings", summary="How hard the exercises are", opt=QUESTION, responses=REFUSED)
async def list_ratings(service: Served) -> dict[str, float]:
    """Return the rating of every exercise that somebody has answered here."""
    return await service.training.answers.list_ratings()


@post("/api/exercises/answers/{exercise:str}", status_code=200, summary="Answer an exercise", responses=REFUSED)
async def answer_exercise(
    request: AnyRequest, service: Served, exercise: ExerciseInPath, data: JSONBody[AnswerRequest]
) -> Response[RatingCard]:
    """Count the first answer of whoever asks, and return the rating of the exercise; later ones change nothing."""
    key, cookies = await key_or_new(service, request)
    rating = await service.training.answer(exercise, data.solved, key, Visitor.read(request.scope).network)
    return Response(RatingCard(rating), cookies=cookies)


@post("/api/exercises/saves", summary="Save what is learned", responses=REFUSED)
async def create_learned(request: AnyRequest, service: Served, data: JSONBody[LearnedRequest]) -> LearnedCard:
    """Keep progress under a new id; whoever knows it may go on."""
    return _show(await service.training.create_save(_read(service, request, data)))


@get("/api/exercises/saves/{save_id:str}", summary="What is learned", responses=REFUSED)
async def show_learned(service: Served, save_id: SaveInPath) -> LearnedCard:
    """Return what was kept."""
    return _show(await service.training.load_save(save_id))


@put("/api/exercises/saves/{save_id:str}", summary="Save what is learned by now", responses=REFUSED)
async def change_learned(
    request: AnyRequest, service: Served, save_id: SaveInPath, data: JSONBody[LearnedChange]
) -> LearnedCard:
    """Keep newer progress; refused if another device has saved since `version`."""
    return _show(await service.training.change_save(Save(save_id, _read(service, request, data), data.version)))


@delete("/api/exercises/saves/{save_id:str}", status_code=200, summary="Erase what is learned", responses=REFUSED)
async def erase_learned(service: Served, save_id: SaveInPath) -> dict[str, bool]:
    """Erase what was kept; whoever knows the id may."""
    await service.training.load_save(save_id)
    return {"erased": await service.solo.puzzles.erase(save_id)}


TRAINING_HANDLERS: list[HTTPRouteHandler] = [
    list_ratings, answer_exercise, create_learned, show_learned, change_learned, erase_learned,
]  # fmt: skip


def _read(service: Service, request: AnyRequest, data: LearnedRequest) -> Progress:
    """Return progress to keep: with exercises of an older set, which a browser may remember, nobody can go on.

    Raises the refusal `too-fast`.
    """
    charge(service, request, len(msgspec.json.encode(data.cards)))
    known = {name: card for name, card in data.cards.items() if name in start_ratings() or name.startswith(OWN)}
    return Progress(known, data.rating)


def _show(save: Save) -> LearnedCard:
    return LearnedCard(save.id, save.version, save.progress.cards, save.progress.rating)
