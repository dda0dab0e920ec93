"""What is committed belongs to the project, not to the machine it was written on."""

import re
import subprocess
from pathlib import Path

from tests.tables import table

ROOT = Path(__file__).parents[2]
MACHINE_PATH = re.compile(r"(?<![\w.~-])/(home|root|Users|work|workspace|opt|mnt|srv)/[\w.]")
LOCKS = sorted((ROOT / "requirements").glob("*.txt"))


def committed_files() -> list[Path]:
    """Every file that is, or with the next commit may be, under version control."""
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    return [ROOT / name for name in listing.split("\0") if (ROOT / name).is_file()]


def text_of(file: Path) -> str:
    try:
        return file.read_text("utf-8")
    except UnicodeDecodeError:
        return ""


def test_no_file_names_a_path_of_one_machine() -> None:
    found = [
        f"{file.relative_to(ROOT)}: {hit.group()}"
        for file in committed_files()
        if file != Path(__file__)
        for hit in MACHINE_PATH.finditer(text_of(file))
    ]

    assert found == []


@table(
    "text, is_of_one_machine",
    [
        ("cd /home/ada/tacitus", True),
        ("file:///opt/wheels", True),
        ("https://example.org/home/ada", False),
        ("~/work/notes", False),
        ("/app/data", False),
    ],
)
def test_a_path_of_one_machine_is_told_from_an_address(text: str, is_of_one_machine: bool) -> None:
    assert bool(MACHINE_PATH.search(text)) is is_of_one_machine


@table("lock", LOCKS)
def test_a_lock_pins_versions_and_leaves_the_registry_to_the_machine(lock: Path) -> None:
    for line in lock.read_text("utf-8").splitlines():
        assert re.fullmatch(r"[\w.-]+(\[[\w,-]+\])?==[\w.!+]+( ; .+)?", line), line


def test_the_development_lock_agrees_with_the_one_users_get() -> None:
    run, dev = (
        set((ROOT / f"requirements/{name}.txt").read_text("utf-8").splitlines())
        for name in ("run", "dev")
    )

    assert run - dev == set()
