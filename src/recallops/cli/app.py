"""The program: `recallops serve | import | analyze | ask | eval`."""

import asyncio
import errno
import signal
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer
from pydantic import ValidationError
from rich.console import Console

from recallops.bootstrap import Runtime, demonstration, open_runtime
from recallops.casebook.analyses import Made
from recallops.casebook.intake import File, Imported
from recallops.cli.demonstration import load
from recallops.cli.report import answer_lines, report_lines
from recallops.domain.errors import Invalid, RecallopsError
from recallops.ports.records import IncidentQuery
from recallops.settings import Settings

_READ = ("*.md", "*.markdown", "*.txt")
_out = Console(highlight=False, soft_wrap=True)
_err = Console(stderr=True, highlight=False, soft_wrap=True)

Work = Callable[[Runtime], Awaitable[int]]


@dataclass(frozen=True, slots=True)
class Seams:
    """What the command line calls and does not know."""

    serve: Callable[[Runtime, Callable[[str], None]], Awaitable[None]]
    evaluate: Callable[[Runtime, Path, Callable[[str], None]], Awaitable[bool]]


def build(seams: Seams) -> typer.Typer:
    """Return the program with all its commands."""
    program = typer.Typer(
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        help="Incident investigation on a long-term memory.",
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    _add_serving(program, seams)
    _add_asking(program)
    _add_evaluation(program, seams)
    return program


def _add_serving(program: typer.Typer, seams: Seams) -> None:
    @program.command()
    def serve(  # pyright: ignore[reportUnusedFunction]
        host: Annotated[str | None, typer.Option(help="Address; RECALLOPS_HOST.")] = None,
        port: Annotated[int | None, typer.Option(help="Port; RECALLOPS_PORT.")] = None,
        demo: Annotated[bool, typer.Option(help="Load a demonstration if empty.")] = False,
    ) -> None:
        """Serve the pages and the API, with a memory of its own unless one is named."""
        given = {"host": host, "port": port, "demo": demo or None}
        chosen = {name: value for name, value in given.items() if value is not None}
        _run(lambda runtime: _serve(runtime, seams), chosen)

    @program.command(name="import")
    def take_in(paths: list[Path]) -> None:  # pyright: ignore[reportUnusedFunction]
        """Import postmortems: files, or folders with all below them."""
        _run(lambda runtime: _import(runtime, paths))


def _add_asking(program: typer.Typer) -> None:
    @program.command()
    def analyze(  # pyright: ignore[reportUnusedFunction]
        id: str,
        anew: Annotated[bool, typer.Option("--anew", help="Also where nothing changed.")] = False,
    ) -> None:
        """Analyse an incident, with what earlier ones taught."""
        _run(lambda runtime: _analyze(runtime, id, anew=anew))

    @program.command()
    def ask(  # pyright: ignore[reportUnusedFunction]
        question: str,
        service: Annotated[str | None, typer.Option(help="Only of this service.")] = None,
    ) -> None:
        """Ask what happened before; the answer comes with its sources."""
        _run(lambda runtime: _ask(runtime, question, service))


def _add_evaluation(program: typer.Typer, seams: Seams) -> None:
    @program.command(name="eval")
    def evaluate(path: Path) -> None:  # pyright: ignore[reportUnusedFunction]
        """Measure on a folder with postmortems/ and incidents/; 1 is returned when a figure fails."""

        async def measured(runtime: Runtime) -> int:
            passed = await seams.evaluate(
                runtime, path, lambda line: _out.print(line, markup=False)
            )
            return 0 if passed else 1

        _run(measured)


async def _serve(runtime: Runtime, seams: Seams) -> int:
    settings = runtime.settings
    if settings.demo and not (await runtime.casebook.incidents.find(IncidentQuery(limit=1))).total:
        _out.print("Loading the demonstration ...")
        for line in _import_lines(await load(runtime.casebook, demonstration())):
            _out.print(line, markup=False)
    if not (settings.ui / "index.html").is_file():
        _out.print("The pages are not built yet: run `make ui`. The API answers all the same.")
    await seams.serve(runtime, lambda url: _out.print(f"RecallOps is at {url}", markup=False))
    return 0


async def _import(runtime: Runtime, paths: list[Path]) -> int:
    result = await runtime.casebook.intake.files(_files(paths))
    for line in _import_lines(result):
        _out.print(line, markup=False)
    return 1 if result.refused and not (result.imported or result.unchanged) else 0


def _import_lines(result: Imported) -> list[str]:
    return [
        *(f"{one.id}  {one.title}" for one in result.imported),
        *(f"refused {one.file}: {one.reason}" for one in result.refused),
        f"{len(result.imported)} imported, {len(result.unchanged)} unchanged,"
        f" {len(result.refused)} refused",
    ]


def _files(paths: list[Path]) -> list[File]:
    found: list[File] = []
    for path in paths:
        if path.is_dir():
            inside = sorted({one for kind in _READ for one in path.rglob(kind)})
            found.extend(File(one.name, one.read_bytes()) for one in inside)
        elif path.is_file():
            found.append(File(path.name, path.read_bytes()))
        else:
            raise Invalid(f"There is no file or folder {path}")
    return found


async def _analyze(runtime: Runtime, id: str, *, anew: bool) -> int:
    made: Made = await runtime.casebook.analyses.make(id, anew=anew)
    for line in report_lines(made):
        _out.print(line, markup=False)
    return 0


async def _ask(runtime: Runtime, question: str, service: str | None) -> int:
    answer = await runtime.casebook.asking.ask(question, service=service)
    for line in answer_lines(answer):
        _out.print(line, markup=False)
    return 0 if answer.claims else 1


def _run(work: Work, given: dict[str, Any] | None = None) -> None:
    """Open the application, do the work, and leave with its exit code."""

    async def opened() -> int:
        task = asyncio.current_task()
        if task:
            # So that what was started here is ended, a memory of our own among it.
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
        async with open_runtime(Settings(**(given or {}))) as runtime:
            return await work(runtime)

    try:
        code = asyncio.run(opened())
    except ValidationError as error:
        first = error.errors()[0]
        name = "_".join(str(part) for part in first["loc"]).upper()
        _err.print(f"RECALLOPS_{name}: {first['msg']}", markup=False)
        code = 2
    except RecallopsError as error:
        _err.print(str(error), markup=False)
        code = 1
    except OSError as error:
        _err.print(_reason(error), markup=False)
        code = 1
    except KeyboardInterrupt:
        code = 130
    except asyncio.CancelledError:
        code = 143
    raise typer.Exit(code)


def _reason(error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return (
            "The port is taken, perhaps by a RecallOps that runs already;"
            " --port or RECALLOPS_PORT chooses another"
        )
    return error.strerror or str(error)
