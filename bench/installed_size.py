"""Measure what an installation of Tacitus takes on disk: a new environment, run-time requirements only.

    python bench/installed_size.py

Exits with 1 when it is larger than the limit.
"""

import subprocess
import sys
import tempfile
import venv
from collections import Counter
from collections.abc import Iterator
from importlib.metadata import distributions
from pathlib import Path

ROOT = Path(__file__).parents[1]
LIMIT_MB = 900
SHOWN = 15


def install(folder: Path) -> None:
    """Make an environment as a user would: pinned requirements, then Tacitus, copied in."""
    venv.create(folder, with_pip=True)
    pip = [str(folder / "bin/python"), "-m", "pip", "--disable-pip-version-check", "-qq", "install"]
    subprocess.run([*pip, "-r", str(ROOT / "requirements/run.txt")], check=True)
    subprocess.run([*pip, "--no-deps", str(ROOT)], check=True)


def sizes_by_distribution(folder: Path) -> Iterator[tuple[str, int]]:
    """Yield each installed distribution with the bytes of its files, compiled ones included."""
    (site_packages,) = folder.glob("lib/python*/site-packages")
    for distribution in distributions(path=[str(site_packages)]):
        files = {Path(str(file.locate())) for file in distribution.files or []}
        yield distribution.name, sum(file.stat().st_size for file in files if file.is_file())


def main() -> int:
    """Print the heaviest distributions and the whole; return the exit code."""
    with tempfile.TemporaryDirectory(prefix="tacitus-size-") as name:
        folder = Path(name) / "env"
        install(folder)
        total = sum(file.lstat().st_size for file in folder.rglob("*") if file.is_file())
        sizes = Counter(dict(sizes_by_distribution(folder)))
    for distribution, size in sizes.most_common(SHOWN):
        print(f"{size / 1e6:8.1f} MB  {distribution}")
    print(f"{total / 1e6:8.1f} MB  in all, of {LIMIT_MB} MB at most; {len(sizes)} distributions")
    return int(total > LIMIT_MB * 1e6)


if __name__ == "__main__":
    sys.exit(main())
