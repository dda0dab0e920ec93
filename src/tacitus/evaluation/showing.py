"""Progress on a terminal; elsewhere nothing."""

from collections.abc import Generator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from tacitus.evaluation.running import Progress as Told


@contextmanager
def progress_bar(err: Console, total: int, unit: str = "questions") -> Generator[Told]:
    """Show a bar of questions while the block runs."""
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
