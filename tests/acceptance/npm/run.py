"""Serve a memory, and let node run the npm client's test against it: `make test-npm`.

Once against one server, and once against two with three workers on a PostgreSQL that was started apart.
"""

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.acceptance.apart import spread_out
from tests.acceptance.processes import served

HERE = Path(__file__).parent


def main() -> int:
    """Return the exit code of node's test runner."""
    with TemporaryDirectory() as home, served(Path(home)) as address:
        alone = _run(asked=address, told=address)
    with TemporaryDirectory() as home, spread_out(Path(home)) as (asked, told):
        return alone or _run(asked=asked, told=told)


def _run(*, asked: str, told: str) -> int:
    environment = {**os.environ, "TACITUS_ADDRESS": told, "TACITUS_ASKED": asked}
    command = ["node", "--test", "--test-reporter=spec", "client.test.mjs"]
    return subprocess.run(command, cwd=HERE, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
