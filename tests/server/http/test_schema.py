"""Everything that the OpenAPI description allows is answered as it says; nothing is answered with a stack trace."""

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.server.client import Visitor
from tests.server.process import Server
from tischlein.server.app import create_interface
from tischlein.server.http.reference import forbid_unknown_fields
from tischlein.server.service import Service
from tischlein.server.settings import Settings

pytestmark = pytest.mark.compiled


description = create_interface(Service(Settings())).openapi_schema.to_schema()
forbid_unknown_fields(description)
schema = schemathesis.openapi.from_dict(description)


CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


@schema.parametrize()
@settings(
    max_examples=25, phases=[Phase.explicit, Phase.generate], suppress_health_check=list(HealthCheck), deadline=None
)
def test_requests_are_answered_as_described(case: schemathesis.Case[Any], server: Server) -> None:
    visitor = Visitor(server.address)
    table = visitor.create("planken", "me", "open")["id"]
    if "table_id" in case.path_parameters and len(str(case.path_parameters["table_id"])) % 2:
        case.path_parameters["table_id"] = table
    case.call_and_validate(base_url=server.address, headers=visitor.headers, checks=CHECKS)
