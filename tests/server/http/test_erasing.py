"""What lies under an id of its own is erased by whoever may change it."""

import pytest

from tests.server.client import Visitor
from tests.server.process import Server
from tischlein import new_game
from tischlein.study import Study

pytestmark = pytest.mark.compiled


@pytest.mark.parametrize(
    ("path", "body"),
    [("/solo/saves", {"puzzle": "s1"}), ("/exercises/saves", {"cards": {}, "rating": 1500})],
)
def test_progress_is_erased(server: Server, path: str, body: object) -> None:
    visitor = Visitor(server.address)
    made = visitor.ask("POST", path, body).json()["id"]
    for other in {"/solo/saves", "/exercises/saves", "/studies"} - {path}:
        assert (
            visitor.ask("DELETE", f"{other}/{made}", {"key": "x"} if other == "/studies" else None).status_code == 404
        )
    assert visitor.ask("DELETE", f"{path}/{made}").json() == {"erased": True}
    assert visitor.ask("GET", f"{path}/{made}").status_code == 404
    assert visitor.ask("DELETE", f"{path}/{made}").status_code == 404


def test_a_study_is_erased_with_its_key_alone(server: Server) -> None:
    visitor = Visitor(server.address)
    made = visitor.ask("POST", "/studies", {"text": Study(new_game("blokus", "duo", first=0).setup).text()}).json()
    path = f"/studies/{made['id']}"
    refused = visitor.ask("DELETE", path, {"key": made["id"]})
    assert (refused.status_code, refused.json()["code"]) == (403, "bad-link")
    assert visitor.ask("GET", path).status_code == 200
    assert visitor.ask("DELETE", path, {"key": made["key"]}).json() == {"erased": True}
    assert visitor.ask("GET", path).status_code == 404
