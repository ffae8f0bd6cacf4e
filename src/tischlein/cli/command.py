"""How commands look: a switch says what it does, not that it is of type bool."""

from __future__ import annotations

from typing import Any

from typer.core import TyperCommand, TyperGroup


class Command(TyperCommand):
    """A command of Tischlein."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the parameters; switches show no type."""
        return _hide_types(super().get_params(ctx))


class Group(TyperGroup):
    """A command with others below it."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the parameters; switches show no type."""
        return _hide_types(super().get_params(ctx))


def _hide_types(parameters: list[Any]) -> list[Any]:
    for parameter in parameters:
        if getattr(parameter, "is_flag", False) and parameter.metavar is None:
            parameter.metavar = " "
    return parameters
