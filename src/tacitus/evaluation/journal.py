"""The rows of a run, written as they come, so that a stopped run goes on where it was."""

import json
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from pydantic import TypeAdapter, ValidationError

from tacitus.domain.errors import InvalidRequest
from tacitus.evaluation.rows import RETAINED, ROW, SETUP, Retained, Row, Setup

Line = Setup | Retained | Row

_SHAPES: Mapping[str, TypeAdapter[Setup] | TypeAdapter[Retained] | TypeAdapter[Row]] = {
    "setup": SETUP,
    "retained": RETAINED,
    "question": ROW,
}


class Journal:
    """Rows so far; on disk as JSON lines where it has a path.

    Attributes:
        known: How many rows were there when it was opened.
    """

    def __init__(self, setup: Setup, path: Path | None = None, *, fresh: bool = False) -> None:
        """Open it, going on with what an earlier run of the same setup wrote.

        Args:
            fresh: Whether to start over.

        Raises:
            InvalidRequest: The file is of another setup, or of something else.
        """
        self.rows: dict[str, Row] = {}
        self.retained: list[Retained] = []
        self._file: IO[str] | None = None
        if path is not None:
            there = [] if fresh or not path.exists() else _read(path, setup)
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = path.open("w", encoding="utf-8")
            self._write(setup)
            for line in there:
                self.add(line)
        self.known = len(self.rows)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._file is not None:
            self._file.close()

    def add(self, line: Retained | Row) -> None:
        """Keep a row, at once."""
        if isinstance(line, Row):
            self.rows[line.id] = line
        else:
            self.retained.append(line)
        self._write(line)

    def _write(self, line: Line) -> None:
        if self._file is not None:
            self._file.write(_line(line))
            self._file.flush()


def rows_beside(summary: Path) -> Path:
    """Return where the rows of a summary lie: `out.json` has `out.rows.jsonl` beside it."""
    return summary.with_name(f"{summary.stem}.rows.jsonl")


def _line(line: Line) -> str:
    match line:
        case Setup():
            name, values = "setup", SETUP.dump_python(line, mode="json")
        case Retained():
            name, values = "retained", RETAINED.dump_python(line, mode="json")
        case Row():
            name, values = "question", ROW.dump_python(line, mode="json")
    return json.dumps({"line": name, **values}, ensure_ascii=False) + "\n"


def _read(path: Path, setup: Setup) -> list[Retained | Row]:
    """Return the rows; a last line that was cut off is as if it were not there."""
    lines = path.read_text("utf-8").splitlines()
    read = [one for number, line in enumerate(lines, 1) if (one := _parsed(path, number, line))]
    if not read or not isinstance(read[0], Setup):
        return _refuse(path, "it holds no rows of an evaluation")
    if read[0] != setup:
        return _refuse(path, f"it is of another run ({_difference(read[0], setup)})")
    return [line for line in read[1:] if not isinstance(line, Setup)]


def _parsed(path: Path, number: int, line: str) -> Line | None:
    try:
        values = json.loads(line)
        return _SHAPES[values.pop("line")].validate_python(values)
    except ValueError as fault:
        if isinstance(fault, ValidationError):
            raise InvalidRequest(f"{path}: line {number} is no row of an evaluation") from None
        return None
    except (KeyError, AttributeError, TypeError):
        raise InvalidRequest(f"{path}: line {number} is no row of an evaluation") from None


def _refuse(path: Path, why: str) -> list[Retained | Row]:
    raise InvalidRequest(f"{path}: {why}: name another file, or start over with --fresh")


def _difference(one: Setup, other: Setup) -> str:
    for name in ("suite", "system", "data"):
        if getattr(one, name) != getattr(other, name):
            return f"{name}: {getattr(one, name)}, now {getattr(other, name)}"
    keys = sorted({*one.options, *other.options})
    changed = [key for key in keys if one.options.get(key) != other.options.get(key)]
    return ", ".join(f"{k}: {one.options.get(k)}, now {other.options.get(k)}" for k in changed)
