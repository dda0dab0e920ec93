"""`tacitus audit`: who asked for what over the network."""

import asyncio
import json
from datetime import timedelta

from tacitus.domain.access import KeyId
from tacitus.domain.audit import Audited
from tacitus.domain.ids import uuid7
from tests.builders import NOON
from tests.unit.cli.command_line import CommandLine

KEY = KeyId(uuid7(NOON))


def test_requests_are_listed_latest_first_and_found_by_what_is_kept(tacitus: CommandLine) -> None:
    assert tacitus("audit").line == "nothing was asked over the network"
    for minutes, what, status in ((0, "retain", 200), (1, "mcp recall", 403)):
        row = Audited(
            at=NOON + timedelta(minutes=minutes), tenant="default", key=KEY,
            request=f"job-{minutes}", what=what, bank="notes", status=status,
        )  # fmt: skip
        asyncio.run(tacitus.runtime.engine.stores.audit.add([row]))

    shown = tacitus("audit", "--bank", "notes").out
    assert shown.index("mcp recall") < shown.index("retain")
    assert "403" in shown
    assert "and 1 more" in tacitus("audit", "--limit", "1").out
    asked = (
        "--request",
        "job-0",
        "--key",
        str(KEY),
        "--until",
        (NOON + timedelta(minutes=1)).isoformat(),
    )
    [found] = json.loads(tacitus("audit", *asked, "--json").out)["items"]
    assert (found["what"], found["bank_id"], found["status"]) == ("retain", "notes", 200)
