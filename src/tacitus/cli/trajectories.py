"""A belief on a screen: its confidence over time, and the evidence that moved it."""

from collections.abc import Mapping

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from tacitus.cli.fitting import Fitted
from tacitus.cli.output import printable
from tacitus.domain.banks import Disposition
from tacitus.domain.ids import MemoryId
from tacitus.domain.memories import Memory
from tacitus.domain.opinions import HELD, REJECTED, Opinion, Relation, stance
from tacitus.views.dates import clock, day

_SIGNS = {
    Relation.REINFORCE: "+",
    Relation.WEAKEN: "-",
    Relation.CONTRADICT: "\u00d7",
    Relation.NEUTRAL: "\u00b7",
}
_STYLES = {
    Relation.REINFORCE: "green",
    Relation.WEAKEN: "yellow",
    Relation.CONTRADICT: "red",
    Relation.NEUTRAL: "dim",
}
_ROWS = 10
_SHOWN = 60
"""Latest points that are plotted."""


def opinion_text(opinion: Opinion, seen: Mapping[MemoryId, Memory]) -> RenderableType:
    """Lay out an opinion: words, plot, how it was formed and what it rests on."""
    parts: list[RenderableType] = [
        Text.assemble(
            (printable(opinion.memory.text), "bold"),
            f"\n{opinion.confidence:.2f}, {stance(opinion.confidence).value}",
        ),
        plot(opinion),
        Text(_formed(opinion), style="dim"),
    ]
    if opinion.first_text != opinion.memory.text:
        parts.append(Text(f"formerly: {printable(opinion.first_text)}", style="dim"))
    parts += [
        Text(f"rests on: {printable(seen[id].text)}", style="dim")
        for id in opinion.drawn_from
        if id in seen
    ]
    return Group(*parts)


def plot(opinion: Opinion) -> Text:
    """Draw the confidence after each piece of evidence, oldest left; signs say what each did."""
    points = opinion.trajectory()[-_SHOWN:]
    levels = [opinion.initial, *(point.confidence for point in points)]
    text = Text()
    for row in range(_ROWS, -1, -1):
        text.append(f"{row / _ROWS:.1f} \u2502", style="dim")
        text.append("".join(_mark(level, row) for level in levels).rstrip() + "\n", style="magenta")
    text.append("    \u2514" + "\u2500" * (2 * len(levels)) + "\n", style="dim")
    text.append("      ")
    for point in points:
        relation = point.event.relation
        text.append(f" {_SIGNS[relation]}", style=_STYLES[relation])
    if points:
        first, last = day(points[0].event.at), day(points[-1].event.at)
        text.append(f"  {first}" if first == last else f"  {first} to {last}", style="dim")
    return text


def why_table(opinion: Opinion, seen: Mapping[MemoryId, Memory]) -> RenderableType:
    """Lay out the evidence, newest first, with what the belief would be without each source."""
    table = Table(box=None, pad_edge=False, header_style="dim", expand=True)
    table.add_column("when", no_wrap=True)
    table.add_column("confidence", justify="right", no_wrap=True)
    table.add_column("evidence", ratio=1, overflow="fold")
    table.add_column("by", style="dim", overflow="fold", max_width=16)
    table.add_column("without", justify="right", style="dim", no_wrap=True)
    for point in reversed(opinion.trajectory()):
        event = point.event
        memory = seen.get(event.memory) if event.memory else None
        told = Text(f"{_SIGNS[event.relation]} {event.relation.value}", _STYLES[event.relation])
        if event.reason:
            told.append(f": {printable(event.reason)}", style="")
        if memory is not None:
            told.append(f"\n\u201c{printable(memory.text)}\u201d", style="dim")
        seen_in = f", memory {event.memory}" if event.memory else ""
        told.append(f"\nevidence {event.id}{seen_in}", style="dim")
        if event.rewording:
            told.append(f"\nreworded: {printable(event.rewording)}", style="magenta")
        table.add_row(
            clock(event.at),
            f"{point.confidence:.2f}",
            told,
            printable(event.assessor),
            f"{opinion.without(event.source):.2f}",
        )
    table.add_row(
        clock(opinion.memory.known_at), f"{opinion.initial:.2f}", Text(_formed(opinion), "dim")
    )
    return Group(Text(printable(opinion.memory.text), style="bold"), Fitted(table, words=2))


def _mark(level: float, row: int) -> str:
    if round(level * _ROWS) == row:
        return " \u25cf"
    return " \u00b7" if row in {round(HELD * _ROWS), round(REJECTED * _ROWS)} else "  "


def _formed(opinion: Opinion) -> str:
    formed = f"formed {day(opinion.memory.known_at)} at {opinion.initial:.2f}"
    how = opinion.disposition
    if how:
        return f"{formed}, {_leaning(how)}"
    stated = opinion.memory.speaker and not opinion.memory.sources
    return (
        f"{formed}, as {opinion.memory.speaker} stated it"
        if stated
        else f"{formed}, as it was read"
    )


def _leaning(how: Disposition) -> str:
    return (
        f"skepticism {how.skepticism}, literalism {how.literalism}, empathy {how.empathy},"
        f" bias {how.bias_strength:g}"
    )
