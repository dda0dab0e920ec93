"""The program in this process: the same command line, without the second that a start takes."""

from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO, StringIO
from pathlib import Path

from tacitus.cli.app import run
from tacitus.cli.seams import Seams, console
from tacitus.program import evaluation_commands
from tacitus.settings import Settings


@dataclass(frozen=True, slots=True)
class Said:
    """What a command line came to."""

    code: int
    out: str
    err: str

    @property
    def error(self) -> str:
        """The one line it failed with."""
        [line] = self.err.splitlines()
        return line


def run_here(
    home: Path,
    *arguments: str,
    stdin: bytes = b"",
    settings: Mapping[str, object] | None = None,
    width: int = 120,
) -> Said:
    """Run a command to its end on the memory in a folder."""
    out, err = StringIO(), StringIO()
    seams = Seams(
        settings=lambda: Settings.model_validate({"home": home, **(settings or {})}),
        stdin=lambda: BytesIO(stdin),
        out=console(file=out, width=width),
        err=console(file=err, width=width, soft_wrap=True),
    )
    code = run(arguments, seams, {"eval": evaluation_commands()})
    return Said(code, out.getvalue(), err.getvalue())
