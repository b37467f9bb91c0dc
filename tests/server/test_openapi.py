"""The API as it is promised: paths and methods change on purpose only, and everything says what it does."""

from tests.server.conftest import Serve, Served

PROMISED = """
DELETE /api/v1/consents/{purpose}
DELETE /api/v1/devices/{device}
DELETE /api/v1/mind/use
DELETE /api/v1/person
DELETE /api/v1/pets/{pet}/documents/{document}
DELETE /api/v1/pets/{pet}/feedback/{feedback}
DELETE /api/v1/pets/{pet}/memories/{memory}
DELETE /api/v1/pets/{pet}/mood
DELETE /api/v1/pets/{pet}/notes/{note}
DELETE /api/v1/pets/{pet}/promises/{promise}
GET /api/v1/care/resources
GET /api/v1/care/safeguards
GET /api/v1/choices
GET /api/v1/consents
GET /api/v1/devices
GET /api/v1/events
GET /api/v1/export
GET /api/v1/home
GET /api/v1/mind
GET /api/v1/operate
GET /api/v1/operate/experiments/{name}
GET /api/v1/pets/{pet}/card
GET /api/v1/pets/{pet}/costs
GET /api/v1/pets/{pet}/days
GET /api/v1/pets/{pet}/days/today
GET /api/v1/pets/{pet}/days/{on}
GET /api/v1/pets/{pet}/documents
GET /api/v1/pets/{pet}/memories
GET /api/v1/pets/{pet}/memories/forgetting
GET /api/v1/pets/{pet}/memories/{memory}/why
GET /api/v1/pets/{pet}/messages
GET /api/v1/pets/{pet}/minds
GET /api/v1/pets/{pet}/mood
GET /api/v1/pets/{pet}/notes
GET /api/v1/pets/{pet}/now
GET /api/v1/pets/{pet}/promises
GET /api/v1/pets/{pet}/suggestions
GET /api/v1/pets/{pet}/tastes
GET /api/v1/stored
GET /v1/models
GET /v1/models/{model}
PATCH /api/v1/care/safeguards
PATCH /api/v1/person
PATCH /api/v1/pets/{pet}
PATCH /api/v1/pets/{pet}/memories/{memory}
PATCH /api/v1/pets/{pet}/promises/{promise}
POST /api/v1/cards
POST /api/v1/cards/look
POST /api/v1/devices/tickets
POST /api/v1/mind/look
POST /api/v1/mind/pull/{name}
POST /api/v1/mind/use
POST /api/v1/pets
POST /api/v1/pets/{pet}/days/{on}/items/{index}/feedback
POST /api/v1/pets/{pet}/memories/{memory}/restore
POST /api/v1/pets/{pet}/messages
POST /api/v1/pets/{pet}/messages/{message}/retry
POST /api/v1/pets/{pet}/messages/{message}/stop
POST /api/v1/pets/{pet}/minds/follow
POST /api/v1/pets/{pet}/minds/undo
POST /api/v1/pets/{pet}/night
POST /api/v1/pets/{pet}/notes
POST /api/v1/pets/{pet}/notes/{note}/extract
POST /api/v1/pets/{pet}/pat
POST /api/v1/pets/{pet}/promises/{promise}/close
POST /v1/chat/completions
PUT /api/v1/care/age
PUT /api/v1/consents/{purpose}
PUT /api/v1/pets/{pet}/documents/{name}
PUT /api/v1/pets/{pet}/mood
"""


def test_the_paths_and_methods_are_those_that_were_promised(served: Serve) -> None:
    async def body(it: Served) -> None:
        schema = (await it.http.get("/api/openapi.json")).json()
        found = [f"{method.upper()} {path}" for path, methods in schema["paths"].items() for method in methods]
        assert sorted(found) == PROMISED.split("\n")[1:-1]
        for path, methods in schema["paths"].items():
            for method, operation in methods.items():
                assert operation.get("description"), f"{method} {path} has no docstring"

    served(body)


def test_what_is_not_there_is_a_problem_document(served: Serve) -> None:
    async def body(it: Served) -> None:
        for path in ("/api/v1/nothing", "/api/nothing", "/v1/nothing", "/static/000000000000/app.js"):
            answer = await it.http.get(path)
            assert answer.status_code == 404
            assert answer.headers["content-type"] == "application/problem+json", path

    served(body)
