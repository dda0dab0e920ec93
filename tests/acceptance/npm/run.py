"""Serve a memory, and let node run the npm client's test against it: `make test-npm`."""

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.acceptance.processes import served

HERE = Path(__file__).parent


def main() -> int:
    """Return the exit code of node's test runner."""
    with TemporaryDirectory() as home, served(Path(home)) as address:
        environment = {**os.environ, "TACITUS_ADDRESS": address}
        command = ["node", "--test", "--test-reporter=spec", "client.test.mjs"]
        return subprocess.run(command, cwd=HERE, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
