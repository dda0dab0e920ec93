"""A language model's endpoint that repeats answers which were written by hand.

A replay file holds one JSON object a line: `key`, the hash of what was asked, and `message`, the
assistant's message. A question that nobody answered gets a 404, which no client repeats.
"""

import hashlib
import json
from pathlib import Path
from typing import Any

from tests.fakes.scripted_server import Reply, Request, ScriptedServer, completion


class ReplayServer(ScriptedServer):
    """Answers what its file has an answer for.

    Attributes:
        unanswered: Bodies of the other requests.
    """

    def __init__(self, file: Path) -> None:
        super().__init__([Reply(status=404, body={"error": {"message": "nobody answered this"}})])
        self.unanswered: list[Any] = []
        rows = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
        self._messages = {row["key"]: row["message"] for row in rows}

    def answer(self, request: Request) -> Reply:
        nothing = super().answer(request)
        found = self._messages.get(fingerprint(request.body))
        if found is None:
            self.unanswered.append(request.body)
            return nothing
        return completion(found)


def fingerprint(body: dict[str, Any]) -> str:
    """Key of a request: what was asked, not how it was transported."""
    asked = {name: body.get(name) for name in ("messages", "tools", "response_format")}
    return hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()
