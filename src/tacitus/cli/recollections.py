"""Recollections on a screen and as JSON."""

from collections.abc import Container, Mapping, Sequence
from datetime import datetime
from pathlib import PurePath

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from tacitus.cli.fitting import Fitted
from tacitus.cli.output import printable
from tacitus.domain.ids import MemoryId
from tacitus.domain.memories import Memory, Network, State
from tacitus.domain.recollection import Candidate, Channel, Explanation, Recollection, Verdict
from tacitus.views.dates import day, interval, when

COLOURS = {
    Network.WORLD: "green",
    Network.EXPERIENCE: "cyan",
    Network.OPINION: "magenta",
    Network.OBSERVATION: "yellow",
}
OUTDATED = "more is known by now"
SHOWN_EXPLAINED = 12
"""Candidates of an explanation that are shown; JSON has them all."""


def recollection_table(
    found: Recollection, outdated: Container[MemoryId] = frozenset()
) -> RenderableType:
    """Lay out what was found, or why nothing was.

    Args:
        outdated: The observations of which more is known by now.
    """
    if not found.kept:
        return Text.assemble("nothing recalled", (f": {found.reason}" if found.reason else "", ""))
    places = {candidate.memory.id: rank for rank, candidate in enumerate(found.kept, 1)}
    return Group(_table(found, places, outdated), _footer(found))


def memory_text(
    memory: Memory, places: Mapping[MemoryId, int], *, as_of: datetime | None = None
) -> Text:
    """Return the words of a memory, and what became of it since.

    Args:
        as_of: When it is looked at: what held then is not struck.
    """
    words = printable(memory.text)
    if memory.state is State.VALID:
        return Text(words)
    if as_of is not None:
        until = f"until {day(memory.valid_until)}" if memory.valid_until else ""
        return Text.assemble(words, (f"  {until}", "yellow"))
    struck = Text(words, style="strike dim")
    return Text.assemble(struck, (f"  {standing(memory, places)}", "yellow"))


def standing(memory: Memory, places: Mapping[MemoryId, int]) -> str:
    """Say that a memory was replaced, when, and by which row if that is shown; else nothing."""
    if memory.state is State.VALID:
        return ""
    if memory.state is State.INVALIDATED:
        return f"invalidated {memory.state_reason}".rstrip()
    until = f" {day(memory.valid_until)}" if memory.valid_until else ""
    row = places.get(memory.superseded_by) if memory.superseded_by else None
    return f"superseded{until}" + (f" by {row}" if row else "")


def source(memory: Memory) -> str:
    """Name the document, without its folders."""
    document = memory.document
    if document is None:
        return ""
    name = PurePath(document).name if document.startswith("/") else str(document)
    turn = memory.metadata.get("turn")
    return printable(f"{name} {turn}" if turn else name)


def network(memory: Memory) -> Text:
    """Return the name of its network in the colour of that."""
    return Text(memory.network.value, style=COLOURS[memory.network])


def _table(
    found: Recollection, places: Mapping[MemoryId, int], outdated: Container[MemoryId]
) -> Fitted:
    table = Table(box=None, pad_edge=False, header_style="dim", expand=True)
    table.add_column("", justify="right", style="dim")
    calibrated = any(candidate.relevance is not None for candidate in found.kept)
    if calibrated:
        table.add_column("relevance", justify="right")
    table.add_column("network")
    table.add_column("when", min_width=11, max_width=16)
    table.add_column("memory", ratio=1, overflow="fold")
    table.add_column("from", style="dim", overflow="fold", max_width=22)
    for candidate in found.kept:
        memory = candidate.memory
        row: list[RenderableType] = [str(places[memory.id])]
        if calibrated:
            row.append("" if candidate.relevance is None else f"{candidate.relevance:.2f}")
        text = memory_text(memory, places, as_of=found.query.filters.as_of)
        if memory.id in outdated:
            text.append(f"  {OUTDATED}", "yellow")
        row += [network(memory), when(memory), text, source(memory)]
        table.add_row(*row)
    return Fitted(table, words=len(table.columns) - 2)


def _footer(found: Recollection) -> Text:
    count = len(found.kept)
    took = sum(found.seconds.values()) * 1000
    parts = [f"{count} {'memory' if count == 1 else 'memories'}", f"{found.tokens:,} tokens"]
    if took:
        parts.append(f"{took:.0f} ms")
    if asked := asked_about(found):
        parts.append(f"the question asks about {asked}")
    if found.query.filters.as_of is not None:
        parts.append(f"as of {day(found.query.filters.as_of)}")
    return Text(", ".join(parts), style="dim")


def asked_about(found: Recollection) -> str:
    """Return the stretches of time that the question was understood to be about."""
    intervals = found.query.time.intervals if found.query.time else ()
    return " and ".join(interval(one) for one in intervals)


# ------------------------------------------------------------------------------------ explanation


def explanation_table(found: Recollection, shown: int = SHOWN_EXPLAINED) -> RenderableType:
    """Lay out what every channel said of each candidate, and why it stayed or went."""
    if not found.explanations:
        return Text("no channel found anything", style="dim")
    first = _most_telling(found.explanations, shown)
    table = Table(box=None, pad_edge=False, header_style="dim", expand=True)
    table.add_column("", justify="right", style="dim")
    table.add_column("verdict", no_wrap=True)
    calibrated = any(one.candidate.relevance is not None for _, one in first)
    if calibrated:
        table.add_column("relevance", justify="right", no_wrap=True)
    for channel in Channel:
        table.add_column(channel.value, justify="right", no_wrap=True)
    table.add_column("memory", ratio=1, no_wrap=True, overflow="ellipsis")
    for place, explanation in first:
        table.add_row(*_explained(place, explanation, calibrated))
    more = len(found.explanations) - len(first)
    note = f"rank (score) in each channel; {more:,} more candidates" if more else ""
    fitted = Fitted(table, words=len(table.columns) - 1)
    return Group(fitted, Text(note or "rank (score) in each channel", style="dim"))


def _most_telling(explanations: Sequence[Explanation], shown: int) -> list[tuple[int, Explanation]]:
    """Return the best, but for one place that goes to the best of those that did not stay."""
    placed = list(enumerate(explanations, 1))
    first = placed[:shown]
    if all(one.verdict is Verdict.KEPT for _, one in first):
        gone = [one for one in placed[shown:] if one[1].verdict is not Verdict.KEPT]
        first = [*first[: shown - len(gone[:1])], *gone[:1]]
    return first


def _explained(place: int, explanation: Explanation, calibrated: bool) -> list[RenderableType]:
    candidate = explanation.candidate
    kept = explanation.verdict is Verdict.KEPT
    verdict = Text(explanation.verdict.value.replace("_", " "), style="green" if kept else "red")
    told = explanation.verdict is Verdict.BELOW_FLOOR and calibrated  # by its own column
    reason = f"{explanation.reason}: " if explanation.reason and not told else ""
    words = printable(candidate.memory.text)
    after = f" ({explanation.reason})" if explanation.reason and kept else ""
    text = Text.assemble(("" if kept else reason, "dim"), words, (after, "dim"))
    relevance = [f"{candidate.relevance or 0:.2f}"] if calibrated else []
    channels = (_said(candidate, channel) for channel in Channel)
    return [str(place), verdict, *relevance, *channels, text]


def _said(candidate: Candidate, channel: Channel) -> Text:
    rank = candidate.ranks.get(channel)
    if rank is None:
        return Text("-", style="dim")
    score = candidate.hits.get(channel, 0.0)
    return Text.assemble(str(rank), (f" ({score:.2f})", "dim"))
