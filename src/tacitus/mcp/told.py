"""What the tools answer, as text: for models, and for people who look over their shoulder."""

from collections.abc import Iterable, Sequence

from tacitus.domain.documents import DocumentListing
from tacitus.domain.forgetting import Gone
from tacitus.domain.memories import Memory, State
from tacitus.domain.operations import Operation
from tacitus.domain.opinions import Opinion, stance
from tacitus.domain.recollection import Candidate, Recollection
from tacitus.domain.reflection import Reflection, Support
from tacitus.mcp.answers import DATA, DocumentTold, Retained, Retracted
from tacitus.views.dates import clock, day, when

_OPENING = 80
"""Characters of a text that stand for all of it."""


def retained_text(told: Retained) -> str:
    """Say what became of a text."""
    if told.status == "accepted":
        return (
            f"Accepted: it is long and is read in the background (operation {told.operation_id};"
            " get tells how far it is)."
        )
    away = _away(told.forgotten)
    document = f" (document {told.document_id})"
    if told.status == "unchanged" and told.forgotten:
        return f"Nothing new{document}.{away}"
    if told.status == "unchanged":
        return f"Nothing changed: the same content is there already{document}."
    counts = {
        "said before": told.restated,
        "superseded": told.superseded,
        "dropped": told.dropped,
    }
    more = "".join(f", {count:,} {word}" for word, count in counts.items() if count)
    return (
        f"Retained as {_many(told.memories, 'new memory', 'new memories')}{more}{document}.{away}"
    )


def _away(forgotten: int) -> str:
    """Say what stays away: else it would look as if it were there."""
    if not forgotten:
        return ""
    return (
        f" {_many(forgotten, 'statement')} deleted before, not taken up again: to have that back,"
        " retain it under another document_id."
    )


def recalled_text(found: Recollection) -> str:
    """Lay out memories, best first, or say why there are none."""
    if not found.kept:
        return f"Nothing recalled{': ' + found.reason if found.reason else ''}."
    lines = [_candidate(place, one) for place, one in enumerate(found.kept, 1)]
    return "\n".join([f"{_many(len(lines), 'memory', 'memories')}. {DATA}", *lines])


def reflected_text(reflection: Reflection) -> str:
    """Lay out an answer with its sources."""
    if reflection.abstained:
        missing = f"\nMissing: {_line(reflection.missing)}" if reflection.missing else ""
        return f"Memory holds too little to answer. {_line(reflection.text)}{missing}"
    used = {id for one in reflection.sentences for id in one.citations}
    sources = [memory for memory in reflection.based_on if memory.id in used]
    places = {memory.id: place for place, memory in enumerate(sources, 1)}
    sentences = [
        _line(one.text)
        + "".join(f" [{places[id]}]" for id in one.citations if id in places)
        + ("" if one.support is Support.SUPPORTED else " (not supported by its sources)")
        for one in reflection.sentences
    ]
    beliefs = [f"Believed: {_line(one.text)} ({one.confidence:.2f})" for one in reflection.opinions]
    cited = [f"[{places[memory.id]}] {_memory(memory)}" for memory in sources]
    parts = [" ".join(sentences) or _line(reflection.text), *beliefs]
    return "\n".join([*parts, f"Sources. {DATA}", *cited] if cited else parts)


def retracted_text(told: Retracted, gone: Gone) -> str:
    """Say what went, or would go."""
    memories = _many(gone.memories, "memory", "memories")
    whose = {
        "memory": f"the memory: {opening(told.text)}",
        "document": f"document {told.id} with {memories}: {told.text}",
        "entity": f"all that names {told.text}: {memories}, and in all "
        + ", ".join(f"{count:,} {kind}" for kind, count in told.counts.items()),
    }
    lines = [f"{'Would delete' if told.dry_run else 'Deleted'} {whose[told.what]}"]
    if told.dry_run:
        lines += [
            f"- {item.kind.value} {opening(item.name or item.id)}" for item in gone.items[:50]
        ]
    lines += [f"Stays, for people to change: {item.kind.value} {item.name}" for item in gone.stays]
    return "\n".join(lines)


def opinions_text(opinions: Sequence[Memory], total: int) -> str:
    """Lay out beliefs with their confidence."""
    if not opinions:
        return "No opinion is held." if not total else f"No more: there are {total:,} in all."
    lines = [
        f"{one.confidence or 0.0:.2f} {stance(one.confidence or 0.0).value}, formed"
        f" {day(one.known_at)}: {_line(one.text)} (id {one.id})"
        for one in opinions
    ]
    return "\n".join([_page(len(opinions), total, "opinion"), *lines])


def why_text(opinion: Opinion, drawn_from: Iterable[Memory]) -> str:
    """Say why something is believed: evidence oldest first, and what it did."""
    now = opinion.confidence
    lines = [
        f"{_line(opinion.memory.text)}: {now:.2f}, {stance(now).value}.",
        f"Formed {day(opinion.memory.known_at)} at {opinion.initial:.2f}, from:",
        *(f"- {_memory(memory)}" for memory in drawn_from),
    ]
    points = opinion.trajectory()
    lines += ["Evidence since:"] if points else ["No evidence since."]
    for point in points:
        event = point.event
        reason = f": {_line(event.reason)}" if event.reason else ""
        lines.append(
            f"- {day(event.at)} {event.relation.value} -> {point.confidence:.2f}"
            f" ({_line(event.assessor)}){reason}"
        )
    return "\n".join(lines)


def memories_text(memories: Sequence[Memory], total: int) -> str:
    """Lay out a page of memories."""
    heading = _page(len(memories), total, "memory", "memories")
    return "\n".join([f"{heading}. {DATA}", *(f"- {_memory(memory)}" for memory in memories)])


def documents_text(listings: Sequence[DocumentListing], total: int) -> str:
    """Lay out a page of documents."""
    lines = [
        f"- {_line(one.id)}: {_many(one.memories, 'memory', 'memories')} from {one.length:,}"
        f" characters, {clock(one.updated_at)}"
        for one in listings
    ]
    return "\n".join([_page(len(listings), total, "document"), *lines])


def operations_text(operations: Sequence[Operation], total: int) -> str:
    """Lay out a page of background work."""
    lines = [f"- {operation_text(one)}" for one in operations]
    return "\n".join([_page(len(operations), total, "operation"), *lines])


def operation_text(operation: Operation) -> str:
    """Say how far background work is."""
    error = f": {_line(operation.error)}" if operation.error else ""
    waits = " for a language model to be configured" if operation.waits_for_model else ""
    return (
        f"{operation.kind.value} {operation.id}: {operation.status.value}{waits},"
        f" {clock(operation.updated_at)}{error}"
    )


def memory_text(memory: Memory) -> str:
    """Lay out one memory with everything a reader may want."""
    details = {
        "said": clock(memory.mentioned_at),
        "context": memory.context,
        "about": ", ".join(memory.entities),
        "tags": ", ".join(memory.tags),
        "stated by": _many(memory.proof_count, "source"),
    }
    lines = [f"{name}: {_line(value)}" for name, value in details.items() if value]
    return "\n".join([f"{DATA}\n{_memory(memory)}", *lines])


def document_text(told: DocumentTold) -> str:
    """Lay out a stretch of a document's text between marks."""
    text = told.text or ""
    end = told.offset + len(text)
    more = f"; it goes on at offset {told.next_offset}" if told.next_offset is not None else ""
    return (
        f"Document {_line(told.id)}, characters {told.offset:,} to {end:,} of"
        f" {told.characters:,}{more}. {DATA}\n---\n{text}\n---"
    )


def opening(text: str) -> str:
    """Return the first words of a text, in a line."""
    line = _line(text)
    return line if len(line) <= _OPENING else line[:_OPENING].rstrip() + " ..."


def _candidate(place: int, candidate: Candidate) -> str:
    relevance = "" if candidate.relevance is None else f"{candidate.relevance:.2f} "
    return f"{place}. {relevance}{_memory(candidate.memory)}"


def _memory(memory: Memory) -> str:
    about = [memory.network.value, when(memory)]
    if memory.confidence is not None:
        about.append(f"confidence {memory.confidence:.2f}")
    if memory.state is not State.VALID:
        about.append(_standing(memory))
    origin = f", document {_line(memory.document)}" if memory.document else ""
    return f"[{', '.join(about)}] {_line(memory.text)} (id {memory.id}{origin})"


def _standing(memory: Memory) -> str:
    if memory.state is State.INVALIDATED:
        return f"invalidated {_line(memory.state_reason)}".rstrip()
    until = f" {day(memory.valid_until)}" if memory.valid_until else ""
    by = f" by {memory.superseded_by}" if memory.superseded_by else ""
    return f"superseded{until}{by}"


def _page(shown: int, total: int, one: str, more: str = "") -> str:
    if shown == total:
        return _many(total, one, more)
    return f"{shown:,} of {_many(total, one, more)}"


def _many(count: int, one: str, more: str = "") -> str:
    return f"{count:,} {one if count == 1 else more or one + 's'}"


def _line(text: str) -> str:
    """Return stored text in one line, so that nothing in it looks like a line of ours."""
    return " ".join(text.split())
