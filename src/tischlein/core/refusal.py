"""What the library says when something cannot be done: a code, details, and a sentence in each language.

Every refusal leaves everything as it was. Programs read `code` and `details`; people read `text(language)`,
whose sentences live in the `text.*.ftl` files beside the code that refuses.
"""

from __future__ import annotations

from .words import Detail, words


class Refusal(ValueError):
    """Something was asked for that cannot be done; nothing was changed.

    It is a ValueError, so that a script catches it as it catches what Python itself refuses.
    """

    def __init__(self, package: str, code: str, **details: Detail) -> None:
        super().__init__(package, code, details)
        self.package = package
        self.code = code
        self.details = details

    def text(self, language: str = "en") -> str:
        """Return the sentence for a person."""
        return words(self.package, language)(self.code, **self.details | self._tell_reason(language))

    def _tell_reason(self, language: str) -> dict[str, Detail]:
        """Return the refusal that `because` put into the details, in a language."""
        if "reason_code" not in self.details:
            return {}
        inner = {key.removeprefix("reason-"): self.details[key] for key in self.details if key.startswith("reason-")}
        package, code = str(self.details["reason_package"]), str(self.details["reason_code"])
        return {"reason": words(package, language)(code, **inner)}

    def __str__(self) -> str:
        return self.text()

    def __reduce__(self) -> tuple[object, ...]:
        # Keyword arguments do not survive Exception's own pickling, and bots work in other processes.
        return _rebuild, (type(self), self.package, self.code, self.details)


def _rebuild(kind: type[Refusal], package: str, code: str, details: dict[str, Detail]) -> Refusal:
    return kind(package, code, **details)


def because(reason: Refusal) -> dict[str, Detail]:
    """Return details that name another refusal as the reason: as a sentence, and so that every language can tell it."""
    inner = {f"reason-{key}": value for key, value in reason.details.items()}
    return {"reason": reason.text(), "reason_package": reason.package, "reason_code": reason.code, **inner}


class IllegalMove(Refusal):
    """A move that breaks a rule. `code` starts with the rule's number: "R7-edge" breaks R7."""

    @property
    def rule(self) -> str:
        """The number of the broken rule, as on the game's rules page."""
        return self.code.partition("-")[0]


class BadSetup(Refusal):
    """A set-up that no game can start from. `details["field"]` names what is wrong."""


class BadRecord(Refusal):
    """A text that is not a record. `details["line"]` is the number of the line."""


class OutOfTurn(Refusal):
    """A move for the wrong seat, for a position that has passed, or after the end."""
