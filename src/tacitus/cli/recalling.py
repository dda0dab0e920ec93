"""`tacitus recall`: a question, and the memories that bear on it."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Annotated, Protocol

import typer

from tacitus.cli.output import print_json
from tacitus.cli.recollections import explanation_table, recollection_table
from tacitus.cli.seams import Seams
from tacitus.cli.words import as_moment, as_networks, list_of, stretch
from tacitus.domain.memories import Network
from tacitus.domain.recollection import Filters, RecallOptions
from tacitus.domain.tags import TagMatch
from tacitus.views.recollections import recalled

Networks = Annotated[
    frozenset[Network] | None,
    typer.Option(
        parser=as_networks,
        metavar="A,B",
        help="world, experience, opinion, observation, or all; recall leaves opinion out by default.",
    ),
]
Tags = Annotated[str, typer.Option(metavar="A,B", help="Only memories with one of these tags.")]
AsOf = Annotated[
    datetime | None,
    typer.Option(
        parser=as_moment,
        metavar="TIME",
        help="As of this time: what had been said and not yet been replaced.",
    ),
]
From = Annotated[
    datetime | None,
    typer.Option(
        "--from", parser=as_moment, metavar="TIME", help="Only what happened at this time or later."
    ),
]
Until = Annotated[
    datetime | None,
    typer.Option(
        "--until", parser=as_moment, metavar="TIME", help="Only what happened before this time."
    ),
]
Question = Annotated[str, typer.Argument(help="What to ask.")]
Bank = Annotated[str, typer.Argument(help="Bank to ask.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Recalling:
    """What can be said of `tacitus recall`."""

    bank: Bank
    question: Question
    max_tokens: Annotated[int, typer.Option(min=1, help="Ceiling on the tokens of all texts.")] = (
        4096
    )
    networks: Networks = None
    tags: Tags = ""
    as_of: AsOf = None
    start: From = None
    end: Until = None
    explain: Annotated[bool, typer.Option("--explain", help="Say why each stayed or went.")] = False
    json: AsJson = False


async def recall(seams: Seams, said: Recalling) -> None:
    """Find the memories that bear on a question, best first."""
    options = RecallOptions(
        filters=filters(said),
        max_tokens=said.max_tokens,
        explain=said.explain,
    )
    async with seams.memory() as runtime:
        found = await runtime.engine.recall(said.bank, said.question, options)
        memories = [candidate.memory for candidate in found.kept]
        outdated = await runtime.engine.surveys.outdated(said.bank, memories)
    if said.json:
        print_json(seams.out, recalled(found, outdated))
        return
    seams.out.print(recollection_table(found, outdated))
    if said.explain:
        seams.out.print(explanation_table(found))


class Filtering(Protocol):
    """What can be said to look at some memories only."""

    @property
    def networks(self) -> frozenset[Network] | None: ...
    @property
    def tags(self) -> str: ...
    @property
    def as_of(self) -> datetime | None: ...
    @property
    def start(self) -> datetime | None: ...
    @property
    def end(self) -> datetime | None: ...


def filters(said: Filtering) -> Filters:
    """Return the filters that were asked for; only memories that carry a tag match one.

    Raises:
        BadParameter: The stretch of time ends before it has begun.
    """
    chosen = Filters(
        as_of=said.as_of,
        tags=tuple(list_of(said.tags)) or None,
        tag_match=TagMatch.ANY_STRICT,
        occurred=stretch(said.start, said.end),
    )
    return chosen if said.networks is None else replace(chosen, networks=said.networks)
