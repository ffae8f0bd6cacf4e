"""What the analysis board leads to and where it comes from: openings, positions set up by hand, pictures, embeds."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from threading import Thread

from PIL import Image
from playwright.sync_api import ViewportSize, expect

from tests.browser.conftest import DESK, ROOT, Invite
from tests.browser.hands import HANDS
from tests.browser.look.test_pages import check_accessibility
from tests.browser.person import Person
from tischlein import new_game
from tischlein.study import find_openings

from .test_study import KEPT, begin, kept_study, lay, wait_for_board

SMALL = ViewportSize(width=360, height=640)


def fits(person: Person) -> bool:
    """Return whether nothing is wider than the screen."""
    return bool(person.page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_openings_are_browsed_on_the_board(invite: Invite) -> None:
    anna, ben = invite(DESK), invite(SMALL, language="de", touch=True)
    anna.open("/")
    anna.page.get_by_role("link", name="Openings").click()
    anna.page.get_by_role("link", name="Browse").first.click()
    wait_for_board(anna)
    variant = kept_study(anna)[0].setup.variant
    openings, state = find_openings(variant), new_game("blokus", variant, first=0)
    anna.page.get_by_role("switch", name="Engine", exact=True).click()
    for _ in range(2):
        choices = openings.choices(state)
        rows = anna.page.locator("[data-opening]")
        expect(rows).to_have_count(len(choices))
        expect(rows.first).to_contain_text(str(choices[0].games))
        expect(rows.first).to_contain_text(f"{choices[0].result} %")
        expect(rows.first).to_contain_text(f"{choices[0].value} %")
        rows.first.get_by_role("button").click()
        state = state.play(choices[0].move)
    study, path = kept_study(anna)
    assert study.node(tuple(path)).state.view(None)["board"] == state.view(None)["board"]
    check_accessibility(anna.page)

    ben.open("/openings/duo")
    wait_for_board(ben)
    ben.page.get_by_role("button", name="Programm", exact=True).tap()
    ben.page.locator("[data-opening]").filter(visible=True).first.get_by_role("button").tap()
    assert len(kept_study(ben)[1]) == 1
    assert fits(ben)


def test_a_position_is_set_up(invite: Invite) -> None:
    anna = invite(DESK)
    anna.open("/study")
    anna.page.get_by_role("combobox", name="How do you want to play?").select_option("duo")
    anna.page.get_by_role("button", name="Set up a position").click()
    board, state = anna.page.locator("[data-verdict]"), new_game("blokus", "duo", first=0)
    expect(board).to_have_attribute("data-verdict", "possible")
    first, second = "e10,f10,g10", "h11,h12,h13,h14"
    HANDS["blokus"].by_mouse(anna.page, state.view(0), first)
    expect(board).to_have_attribute("data-verdict", "possible")
    HANDS["blokus"].by_mouse(anna.page, state.view(0), second)  # and yellow has not played
    expect(board).to_have_attribute("data-verdict", "impossible")
    expect(anna.page.get_by_role("region", name="State of the game")).to_contain_text("Not reachable by the rules")
    expect(anna.page.get_by_role("button", name="Open as study")).to_be_disabled()
    anna.page.reload()  # a half-made position is never lost
    expect(board).to_have_attribute("data-verdict", "impossible")
    check_accessibility(anna.page)
    anna.page.get_by_role("group", name="Whose piece").get_by_role("button", name="Yellow").click()
    HANDS["blokus"].by_mouse(anna.page, state.play(first).view(1), "i5,j5,k5")
    expect(board).to_have_attribute("data-verdict", "possible")
    anna.page.get_by_role("button", name="Open as study").click()
    wait_for_board(anna)
    study, path = kept_study(anna)
    assert study.main_line().moves == (first, "i5,j5,k5", second)
    assert len(path) == 3
    anna.page.get_by_role("switch", name="Engine", exact=True).click()
    anna.page.get_by_role("button", name="More", exact=True).click()
    anna.page.get_by_role("button", name="Change this position").click()
    anna.page.get_by_role("button", name=re.compile("Take away: .*")).last.click()
    expect(anna.page.get_by_role("button", name=re.compile("Take away: .*"))).to_have_count(2)
    expect(board).to_have_attribute("data-verdict", "possible")


def save(person: Person, name: str) -> Path:
    """Press a button in the menu of a study and return the file that comes."""
    person.page.get_by_role("button", name="More", exact=True).click()
    with person.page.expect_download() as download:
        person.page.get_by_role("button", name=name).click()
    person.page.keyboard.press("Escape")
    return download.value.path()


@contextmanager
def serve_folder(folder: Path) -> Iterator[str]:
    """Serve files at an address of their own."""
    handler = partial(SimpleHTTPRequestHandler, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


def step_through(person: Person) -> None:
    """Look at what a page has embedded, and step back."""
    shown = person.page.frame_locator("iframe")
    expect(shown.get_by_role("heading", level=1)).to_be_attached()
    expect(shown.get_by_role("button", name="One move on")).to_be_disabled()
    shown.get_by_role("button", name="One move back").click()
    expect(shown.get_by_role("button", name="One move on")).to_be_enabled()
    assert shown.get_by_role("link", name="Tischlein").get_attribute("target") == "_blank"


def test_pictures_and_embeds(invite: Invite, tmp_path: Path) -> None:
    anna = invite(DESK)
    begin(anna, "planken")
    anna.page.get_by_role("switch", name="Engine", exact=True).click()
    state = kept_study(anna)[0].root.state
    for _ in range(2):
        move = state.legal_moves()[0]
        HANDS["planken"].by_mouse(anna.page, state.view(state.to_move), move)
        state = state.play(move)
    expect(anna.page.locator("[aria-current=step]")).to_contain_text("2")
    still = Image.open(save(anna, "PNG"))
    assert len(still.convert("RGB").getcolors(1 << 24) or []) > 10, "something is drawn"
    moving = Image.open(io.BytesIO(save(anna, "GIF").read_bytes()))
    assert getattr(moving, "n_frames", 1) == 3
    frames = []
    for ply in range(3):
        moving.seek(ply)
        frames.append(moving.convert("RGB").tobytes())
    assert len(set(frames)) == 3, "every move is seen"

    anna.page.get_by_role("button", name="More", exact=True).click()
    anna.page.get_by_role("button", name="Embed in a page").click()
    code = anna.page.get_by_role("textbox", name="Embed in a page").input_value()
    ben = invite(DESK)
    (tmp_path / "blog.html").write_text(f"<!doctype html><title>Blog</title>{code}", encoding="utf-8")
    with serve_folder(tmp_path) as elsewhere:  # another origin, but on this machine: from others no browser goes there
        ben.page.goto(f"{elsewhere}/blog.html")
        step_through(ben)
    ben.page.goto(f"{ben.address}/embed/solo/s1")
    expect(ben.page.locator("main .board svg")).to_be_visible()


def test_an_animated_picture_can_be_stopped_and_closing_its_sheet_does_not(invite: Invite) -> None:
    anna = invite(DESK)
    text = (ROOT / "tests" / "blokus" / "golden" / "duo.record").read_text(encoding="utf-8")
    answer = anna.context.request.post(f"{anna.address}/api/records", data={"text": text, "name": "Anna"})
    anna.open(f"/study/t/{answer.json()['id']}?ply=20")
    wait_for_board(anna)
    anna.page.get_by_role("switch", name="Engine", exact=True).click()
    saved = list[str]()
    anna.page.on("download", lambda download: saved.append(download.suggested_filename))
    anna.page.get_by_role("button", name="More", exact=True).click()
    anna.page.get_by_role("button", name="GIF").click()
    anna.page.get_by_role("button", name=re.compile("Stop drawing")).click()
    expect(anna.page.get_by_role("button", name="GIF")).to_be_enabled()
    assert not saved
    with anna.page.expect_download() as download:
        anna.page.get_by_role("button", name="GIF").click()
        anna.page.keyboard.press("Escape")
    drawn = Image.open(io.BytesIO(download.value.path().read_bytes()))
    assert getattr(drawn, "n_frames", 1) == 21


def test_two_work_on_a_study_and_one_looks_on(invite: Invite) -> None:
    anna = invite(DESK)
    begin(anna, "planken")
    anna.page.get_by_role("switch", name="Engine", exact=True).click()
    lay(anna, Random(1), False)
    anna.page.get_by_role("button", name="More", exact=True).click()
    anna.page.get_by_role("button", name="Work on it together").click()
    link = anna.page.get_by_role("textbox", name="Link")
    expect(link).to_have_value(re.compile("#key="))
    together = link.input_value()
    anna.page.get_by_role("switch", name="Others may change it").click()
    expect(link).not_to_have_value(re.compile("#"))
    check_accessibility(anna.page)
    ben, cleo = invite(DESK), invite(SMALL, language="de", touch=True)
    for person, address in ((ben, together), (cleo, link.input_value())):
        person.page.goto(person.address + address[address.index("/study/at/") :])
        wait_for_board(person)
        assert kept_study(person)[0].text() == kept_study(anna)[0].text()
    anna.page.keyboard.press("Escape")
    ben.page.get_by_role("switch", name="Engine", exact=True).click()
    ben.page.get_by_placeholder("What do you think").fill("from Ben")
    anna.page.get_by_role("button", name="Back", exact=True).click()
    lay(anna, Random(2), False)
    for person in (anna, ben, cleo):
        person.page.wait_for_function(
            f"() => JSON.parse({KEPT}).text.includes('from Ben') && JSON.parse({KEPT}).positions >= 2"
        )
    texts = {json.dumps(json.loads(kept_study(person)[0].text())["tree"], sort_keys=True) for person in (ben, cleo)}
    assert len(texts) == 1
    assert {child.move for child in kept_study(anna)[0].root.children} == {
        child.move for child in kept_study(cleo)[0].root.children
    }
    lay(cleo, Random(3), True)  # stays with her
    expect(cleo.page.get_by_text("was du änderst, bleibt bei dir")).to_be_visible()


def test_what_is_done_without_a_connection_arrives_later_though_the_tab_is_killed(invite: Invite) -> None:
    anna, ben = invite(DESK), invite(DESK)
    begin(anna, "blokus")
    lay(anna, Random(1), False)
    anna.page.get_by_role("button", name="More", exact=True).click()
    anna.page.get_by_role("button", name="Work on it together").click()
    link = anna.page.get_by_role("textbox", name="Link")
    expect(link).to_have_value(re.compile("#key="))
    ben.page.goto(ben.address + link.input_value()[link.input_value().index("/study/at/") :])
    wait_for_board(ben)
    ben.page.get_by_role("switch", name="Engine", exact=True).click()
    anna.page.keyboard.press("Escape")
    study = anna.page.url

    anna.context.set_offline(True)
    move = lay(anna, Random(2), False)
    thinks = "() => Number(document.querySelector('[data-simulations]').dataset.simulations) > 0"
    anna.page.wait_for_function(thinks)  # the engine needs no connection
    anna.page.close()
    anna.complaints = [one for one in anna.complaints if "ERR_INTERNET_DISCONNECTED" not in one]
    anna.context.set_offline(False)
    anna.page = anna.context.new_page()
    anna.page.goto(study)
    wait_for_board(anna)
    assert move in kept_study(anna)[0].text()
    ben.page.wait_for_function(f"move => JSON.parse({KEPT}).text.includes(move)", arg=move)
