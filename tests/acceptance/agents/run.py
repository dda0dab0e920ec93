"""The example of OpenAI Agents in docs/integrations.md, run as it stands there: `make test-agents`.

Its library lives in an environment of its own. The model is a script that speaks OpenAI's Responses API:
it calls the tools that it was offered, and says what the last one returned. The memory is a real server.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.acceptance.processes import served
from tests.acceptance.test_documented_integrations import (
    NEEDS_A_SERVICE,
    SERVER,
    blocks,
    libraries,
)
from tests.fakes.scripted_server import Reply, Request, ScriptedServer

KEY = "Cid: The spare key is with Okafor."
CALLS: tuple[tuple[str, dict[str, str]], ...] = (
    ("retain", {"content": KEY}),
    ("recall", {"query": "Who has the spare key?"}),
)
EXPECTED = ["retain", "recall", "reflect", "opinions", "retract", "list", "get"]


class Model(ScriptedServer):
    """Calls each tool in turn, then says what it was told."""

    def __init__(self) -> None:
        super().__init__([Reply()])
        self.offered: list[str] = []

    def answer(self, request: Request) -> Reply:
        super().answer(request)
        self.offered = [tool["name"] for tool in request.body.get("tools", [])]
        told = [item for item in request.body["input"] if _is_result(item)]
        if len(told) < len(CALLS):
            name, arguments = CALLS[len(told)]
            return _response(_call(name, arguments, len(told)))
        return _response(_message(json.dumps(told[-1]["output"])))


def _is_result(item: dict[str, Any]) -> bool:
    return item.get("type") == "function_call_output"


def _call(name: str, arguments: dict[str, str], number: int) -> dict[str, object]:
    return {
        "type": "function_call",
        "id": f"fc_{number}",
        "call_id": f"call_{number}",
        "name": name,
        "arguments": json.dumps(arguments),
        "status": "completed",
    }


def _message(text: str) -> dict[str, object]:
    said: dict[str, object] = {"type": "output_text", "text": text, "annotations": []}
    return {
        "type": "message",
        "id": "msg_1",
        "role": "assistant",
        "status": "completed",
        "content": [said],
    }


def _response(output: dict[str, object]) -> Reply:
    return Reply(
        body={
            "id": "resp_1",
            "object": "response",
            "created_at": 1,
            "status": "completed",
            "model": "scripted",
            "output": [output],
            "parallel_tool_calls": False,
            "tool_choice": "auto",
            "tools": [],
            "usage": {
                "input_tokens": 1,
                "input_tokens_details": {"cached_tokens": 0},
                "output_tokens": 1,
                "output_tokens_details": {"reasoning_tokens": 0},
                "total_tokens": 2,
            },
        }
    )


def main(interpreter: Path) -> int:
    """Run the example with another interpreter; return the exit code.

    Args:
        interpreter: Of the environment that its library is installed in.
    """
    [example] = [text for text in blocks("python") if NEEDS_A_SERVICE in libraries(text)]
    with Model() as model, TemporaryDirectory() as home, served(Path(home)) as address:
        environment = {
            **os.environ,
            "OPENAI_BASE_URL": f"{model.url}/v1",
            "OPENAI_API_KEY": "none",
            "OPENAI_AGENTS_DISABLE_TRACING": "1",
        }
        command = [str(interpreter), "-c", example.replace(SERVER, address)]
        done = subprocess.run(
            command, env=environment, capture_output=True, text=True, check=False, timeout=120
        )
    faults = [
        *([f"it ended with {done.returncode}: {done.stderr[-2000:]}"] if done.returncode else []),
        *([] if KEY in done.stdout else [f"it did not say who has the key: {done.stdout!r}"]),
        *([] if sorted(model.offered) == sorted(EXPECTED) else [f"the tools are {model.offered}"]),
    ]
    sys.stdout.write(
        "\n".join([*faults, f"{int(not faults)} passed, {int(bool(faults))} failed", ""])
    )
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
