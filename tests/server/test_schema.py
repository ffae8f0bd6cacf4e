"""Everything that the OpenAPI description allows is answered as it says; nothing is answered with a stack trace."""

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance, unsupported_method

from tischlein.server.app import create_app
from tischlein.server.settings import Settings

from .client import Visitor
from .process import Server

pytestmark = pytest.mark.compiled


schema = schemathesis.openapi.from_dict(create_app(Settings()).openapi_schema.to_schema())


# Texts such as the name of a game are refused by what they say, not by their shape; and the framework answers OPTIONS
# for each handler alone.
EXCLUDED = [negative_data_rejection, positive_data_acceptance, unsupported_method]


@schema.parametrize()
@settings(
    max_examples=25, phases=[Phase.explicit, Phase.generate], suppress_health_check=list(HealthCheck), deadline=None
)
def test_requests_are_answered_as_described(case: schemathesis.Case[Any], server: Server) -> None:
    visitor = Visitor(server.address)
    table = visitor.create("planken", "me", "open")["id"]
    if "table_id" in case.path_parameters and len(str(case.path_parameters["table_id"])) % 2:
        case.path_parameters["table_id"] = table
    case.call_and_validate(base_url=server.address, headers=visitor.headers, excluded_checks=EXCLUDED)
