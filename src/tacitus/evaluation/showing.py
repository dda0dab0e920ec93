"""Tables and progress on a terminal."""

from collections.abc import Generator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from tacitus.evaluation.running import Progress as Told

_WIDE = 132


@contextmanager
def progress_bar(err: Console, total: int, unit: str = "questions") -> Generator[Told]:
    """Show a bar of questions while the block runs; nothing where no terminal is."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn(unit),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as bar:
        task = bar.add_task("reading", total=total)

        def told(doing: str, done: int) -> None:
            bar.update(task, advance=done, description=doing)

        yield told


def show_table(out: Console, table: Table) -> None:
    """Print a table whole: in a file or a pipe no width cuts its figures off."""
    if out.is_terminal:
        out.print(table)
    else:
        Console(file=out.file, width=max(out.width, _WIDE), markup=False).print(table)
