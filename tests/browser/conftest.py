"""A real server, a real browser, and people in front of it."""

from __future__ import annotations

import importlib.util
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ViewportSize, expect, sync_playwright

from tests.server.process import Server

from .person import Person

ROOT = Path(__file__).parents[2]
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = next(filter(None, map(shutil.which, BROWSERS)), None)

DESK = ViewportSize(width=1440, height=900)
TABLET = ViewportSize(width=820, height=1180)
PHONE = ViewportSize(width=390, height=844)

TIMEOUT = 30_000
"""Milliseconds after which something will never come, also on a machine that does much else."""
expect.set_options(timeout=TIMEOUT)

Invite = Callable[..., Person]

NO_SERVICE_WORKER = "if (navigator.serviceWorker) navigator.serviceWorker.register = () => new Promise(() => {})"
"""It would fetch all files of the page for each person who is invited, which takes longer than many a test."""


def build_page() -> None:
    """Build the page as the package does, unless it is built."""
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.build_page(ROOT)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    build_page()
    server = Server(tmp_path_factory.mktemp("browser")).start()
    server.wait_for("/ready", seconds=240)
    yield server
    server.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        # Without a Chromium of the system it starts its own, or says that it has none.
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def invite(server: Server, browser: Browser) -> Iterator[Invite]:
    """Return how to bring another person with a browser of their own; at the end all of them must be content."""
    people: list[Person] = []

    def invite(
        size: ViewportSize = DESK,
        language: str = "en",
        touch: bool | None = None,
        service_worker: bool = False,
        **settings: Any,
    ) -> Person:
        touch = size is PHONE or size is TABLET if touch is None else touch
        settings.setdefault("reduced_motion", "reduce")  # bots' moves come as fast as they are made
        context = browser.new_context(viewport=size, locale=language, has_touch=touch, is_mobile=touch, **settings)
        context.set_default_timeout(TIMEOUT)
        if not service_worker:
            context.add_init_script(NO_SERVICE_WORKER)
        people.append(Person(context, server.address))
        return people[-1]

    yield invite
    for person in people:
        person.check()
        person.context.close()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Nobody plays in a browser while coverage is measured without the compiler."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.compiled)
