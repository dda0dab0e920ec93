"""`tacitus serve`, `tacitus worker`, `tacitus database`: what runs until it is stopped."""

import asyncio
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated

import typer

from tacitus.bootstrap import Runtime, database_of, working
from tacitus.cli.commands import Failed
from tacitus.cli.seams import Seams
from tacitus.domain.errors import Misconfigured
from tacitus.domain.operations import Backlog, Stint
from tacitus.seeing.logs import configure_logs


@dataclass(frozen=True, slots=True, kw_only=True)
class Serving:
    """What can be said of `tacitus serve`."""

    host: Annotated[str | None, typer.Option(help="Address to listen on; TACITUS_HOST.")] = None
    port: Annotated[
        int | None, typer.Option(min=1, max=65535, help="Port to listen on; TACITUS_PORT.")
    ] = None
    without_keys: Annotated[
        bool,
        typer.Option(
            "--without-keys",
            help="Let everybody in who reaches the address, while there is no key;"
            " TACITUS_WITHOUT_KEYS.",
        ),
    ] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Working:
    """What can be said of `tacitus worker`."""

    once: Annotated[bool, typer.Option("--once", help="Stop when nothing is due.")] = False
    metrics_port: Annotated[
        int | None,
        typer.Option(min=1, max=65535, help="Tell Prometheus there, at TACITUS_HOST."),
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Keeping:
    """What can be said of `tacitus database`."""


async def keep(seams: Seams, said: Keeping) -> None:
    """Keep the embedded database running, and say where, for `psql`, `pg_dump` and `pg_restore`."""
    settings = seams.settings()
    if settings.database_url is not None:
        raise Misconfigured("TACITUS_DATABASE_URL names the database: nothing is embedded")
    async with database_of(settings) as url:
        seams.out.print(url, soft_wrap=True)
        seams.err.print("running until stopped (Ctrl-C)")
        await asyncio.Event().wait()


async def serve(seams: Seams, said: Serving) -> None:
    """Serve the HTTP API, and do background work beside it.

    While there is no key (`tacitus key create`) only this machine is answered.
    """
    if seams.serve is None:
        raise Misconfigured("This build has no server")
    named = {name: getattr(said, name) for name in ("host", "port")}
    asked = {name: value for name, value in named.items() if value is not None}
    asked |= {"without_keys": True} if said.without_keys else {}
    settings = seams.settings().model_copy(update=asked)
    async with seams.open_runtime(settings) as runtime, working(runtime):
        await seams.serve(runtime)


async def work(seams: Seams, said: Working) -> None:
    """Do background work: documents accepted without waiting, observations, opinions.

    With `--once` the exit code is 1 if something failed, or if another worker still holds a job.
    """
    async with seams.memory() as runtime:
        if not said.once:
            configure_logs(runtime.settings.log_level)
            seams.err.print("working until stopped (Ctrl-C)")
            with _metrics(runtime, said.metrics_port):
                await runtime.work()
        done = await runtime.work(forever=False)
        left = await runtime.backlog()
    seams.out.print("; ".join([_done(done), *_left(left)]))
    if done.failed or left.held:
        raise Failed


def _metrics(runtime: Runtime, port: int | None) -> AbstractContextManager[None]:
    if port is None:
        return nullcontext()
    return runtime.watching.metrics.served(runtime.settings.host, port)


def _done(done: Stint) -> str:
    failed = f", {_jobs(done.failed)} did not end well" if done.failed else ""
    return f"{_jobs(done.completed)} done{failed}" if done.completed or failed else "nothing to do"


def _left(left: Backlog) -> Iterator[str]:
    """Say what is not done, and what has to happen first."""
    if left.held:
        until = f": free at {_second(left.held_until)} if that one died" if left.held_until else ""
        yield f"{_jobs(left.held)} held by another worker{until}"
    if left.due:
        yield f"{_jobs(left.due)} came meanwhile"
    if left.later:
        soonest = f", the first at {_second(left.next_at)}" if left.next_at else ""
        yield f"{_jobs(left.later)} due later{soonest}"
    if left.for_model:
        yield f"{_jobs(left.for_model)} waiting for a language model (TACITUS_LLM)"
    if left.failed:
        yield f"{_jobs(left.failed)} failed for good: `tacitus operation list BANK` shows why"


def _jobs(count: int) -> str:
    return f"{count:,} {'job' if count == 1 else 'jobs'}"


def _second(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%H:%M:%S} UTC"
