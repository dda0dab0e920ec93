"""The program in a process of its own, with a memory of its own: from an import to a fix that failed."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from socket import create_server
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from tests.homes import make_ready

pytestmark = pytest.mark.database

ROOT = Path(__file__).parents[3]
FIRST = """# Checkout times out

- Service: checkout
- Started: 2026-03-01 12:00 UTC
- Resolved: 2026-03-01 13:00 UTC

## Summary

Payment requests of the checkout time out while it waits for a database connection.

## Root cause

The revenue report holds transactions open and exhausts the connection pool.

## Resolution

Raise the connection pool from 40 to 80.
"""
SECOND = """# Checkout times out again

- Service: checkout
- Started: 2026-07-01 12:00 UTC
- Resolved: 2026-07-01 13:00 UTC

## Summary

Payment requests of the checkout time out, since no database connection is free.

## Root cause

The revenue report holds transactions open and exhausts the connection pool.

## Resolution

Stop the revenue report.
"""


@contextmanager
def served(home: Path, *, end: signal.Signals = signal.SIGTERM) -> Generator[httpx.Client]:
    """Run `recallops serve`; holds that however it ends, its memory ends with it."""
    with create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    process = subprocess.Popen(
        [str(Path(sys.executable).parent / "recallops"), "serve", "--port", port],
        cwd=ROOT,
        env={**os.environ, "RECALLOPS_HOME": str(home)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with httpx.Client(base_url=f"http://127.0.0.1:{port}/api", timeout=60) as api:
        memory = _memory_of(api, process)
        try:
            yield api
        finally:
            process.send_signal(end)
            _, said = process.communicate(timeout=60)
    assert process.returncode == (0 if end is signal.SIGTERM else -end), said
    left = 600 if end is signal.SIGKILL else 1
    assert _is_gone(f"http://{urlsplit(memory).netloc}/health", tries=left)


def _is_gone(url: str, *, tries: int) -> bool:
    for _ in range(tries):
        try:
            httpx.get(url)
        except httpx.TransportError:
            return True
        time.sleep(0.1)
    return False


def _memory_of(api: httpx.Client, process: subprocess.Popen[str]) -> str:
    """Wait until the program answers; return where its memory does."""
    for _ in range(600):
        assert process.poll() is None, process.communicate()[1]
        try:
            return str(api.get("/settings").json()["memory"]["url"])
        except httpx.TransportError:
            time.sleep(0.1)
    raise AssertionError("it did not start within a minute")


def post(api: httpx.Client, path: str, **body: object) -> dict[str, Any]:
    answer = api.post(path, json=body)
    assert answer.is_success, answer.text
    return answer.json()


def test_from_an_import_to_a_fix_that_failed_and_is_not_first_again(tmp_path: Path) -> None:
    (tmp_path / "memory").mkdir()
    make_ready(tmp_path / "memory")

    with served(tmp_path) as api:
        files = [("files", ("first.md", FIRST)), ("files", ("second.md", SECOND))]
        imported = api.post("/import", files=files).json()["imported"]
        first, second = (one["id"] for one in imported)

        lasting = post(
            api, "/incidents", title="Checkout times out today", service="checkout",
            severity="critical", problem="Payment requests time out.", by="Ann",
            symptoms=["The checkout waits for a database connection"],
        )["id"]  # fmt: skip
        made = post(api, f"/incidents/{lasting}/analyse", with_memory=True)
        assert {one["incident_id"] for one in made["investigation"]["similar"]} == {first, second}
        assert "revenue report" in made["hypotheses"][0]["text"]
        before = made["tried_before"][0]

        reference = before["references"][0]
        [evidence] = [one for one in made["investigation"]["evidence"] if one["ref"] == reference]
        stored = api.get(f"/evidence/{evidence['evidence_id']}").json()
        start, end = stored["span"]
        assert before["fix"].rstrip(".") in stored["document_text"][start:end]
        assert {"incident_id": lasting, "section": "tried before"} in stored["used_in"]

        told = api.get(f"/incidents/{before['incident_id']}").json()
        fix = next(one["id"] for one in told["fixes"] if one["text"] == before["fix"])
        post(api, f"/incidents/{before['incident_id']}/fixes/{fix}", outcome="failed", by="Ann")

        after = api.get(f"/incidents/{lasting}/analysis").json()["tried_before"]
        moved = next(one["belief"] for one in after if one["fix"] == before["fix"])
        assert after[0]["fix"] != before["fix"]
        assert moved["confidence"] < before["belief"]["confidence"]
        assert moved["trajectory"][-1]["relation"] == "contradict"
        again = post(api, f"/incidents/{lasting}/analyse")
        assert all(before["fix"] not in one["text"] for one in again["actions"])
        assert post(api, f"/incidents/{lasting}/analyse")["fresh"] is False

    with served(tmp_path, end=signal.SIGKILL) as api:
        told = api.get(f"/incidents/{lasting}").json()
        assert {*told["similar_to"]} == {first, second}
        assert api.get("/incidents").json()["items"][0]["similar_to"] == told["similar_to"]
