"""Questions of people, answered in quotations; and evidence, looked up where it lies."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from recallops.analyse.answering import answer_by
from recallops.casebook.keeping import Keeping, printable
from recallops.domain.analyses import Analysis, Claim, Unsupported
from recallops.domain.errors import ModelFailed
from recallops.domain.evidence import Evidence, Recalled, StoredEvidence
from recallops.domain.patterns import Pattern
from recallops.domain.statements import Kind, Part
from recallops.investigate.pipeline import Investigate
from recallops.investigate.question import question_in
from recallops.investigate.stages import known_from
from recallops.learn.patterns import patterns_in

_MOST = 8
_PATTERNS = 4
_RECURS = re.compile(
    r"\b(?:keeps?|recur\w*|repeat\w*|pattern\w*|again|often|most|common\w*|happens?|happening)\b",
    re.IGNORECASE,
)
_TELLS_MORE = {Part.CAUSE: 0, Part.FIX: 1, Part.RESOLUTION: 1, Part.OUTCOME: 2}


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """An answer: in quotations, or in a model's words where there is one.

    Attributes:
        missing: What is not known.
        model: Who worded it; None where it is quoted.
        unsupported: What the model said and does not hold.
    """

    claims: tuple[Claim, ...]
    evidence: tuple[Evidence, ...]
    missing: tuple[str, ...]
    model: str | None = None
    unsupported: tuple[Unsupported, ...] = ()


@dataclass(frozen=True, slots=True)
class Use:
    """Where a piece of evidence is used."""

    incident_id: str
    section: str


@dataclass(frozen=True, slots=True)
class Found:
    """A piece of evidence where it lies, and where it is used."""

    stored: StoredEvidence
    used_in: tuple[Use, ...]


class Asking:
    """Answers from the memory."""

    def __init__(self, keeping: Keeping) -> None:
        self._keeping = keeping
        self._tools = keeping.tools

    async def ask(self, question: str, *, service: str | None = None) -> Answer:
        """Answer a question about what happened before.

        Where there is a model, it words the answer from what would be quoted, and is checked. Where
        it fails, or nothing that it says holds, the quotations are the answer.
        """
        await self._keeping.catch_up()
        quoted = await self._quoted(question, service)
        model = self._tools.model
        if model is None or not quoted.evidence:
            return quoted
        asked = self._tools.redactor.redact(printable(question))
        try:
            told = await answer_by(model, asked, quoted.evidence, at=self._tools.clock.now())
        except ModelFailed as error:
            return replace(quoted, missing=(*quoted.missing, f"What the model would say: {error}"))
        if not told.claims:
            return replace(quoted, unsupported=told.unsupported)
        return replace(
            quoted,
            claims=told.claims,
            missing=tuple(dict.fromkeys((*told.missing, *quoted.missing))),
            model=model.name,
            unsupported=told.unsupported,
        )

    async def _quoted(self, question: str, service: str | None) -> Answer:
        found: list[Evidence] = []
        claims: list[Claim] = []
        if _RECURS.search(question):
            for pattern in await self._patterns(service):
                claims.append(await self._recurring(pattern, found))
        if not claims:
            told = await self._told(question, service)
            first = len(found)
            found.extend(replace(one, ref=f"HM-{first + n}") for n, one in enumerate(told, start=1))
            claims.extend(_quotation(one) for one in found[first:])
        missing = [] if claims else ["Anything on record that bears on this question"]
        if claims and not any(one.kind is Kind.CONFIRMED for one in found):
            missing.append("A confirmed cause: what is quoted was observed or reported")
        return Answer(claims=tuple(claims), evidence=tuple(found), missing=tuple(missing))

    async def search(self, text: str, *, limit: int = 20) -> Recalled:
        """Return what the memory has on some words, hypotheses left out."""
        await self._keeping.catch_up()
        recalled = await self._tools.memory.recall(printable(text))
        return Recalled(recalled.evidence[:limit], recalled.reason)

    async def evidence(self, id: str) -> Found:
        """Return a piece of evidence with the document it stands in."""
        stored = await self._tools.memory.find(id)
        analyses = await self._tools.records.analyses(holding=id)
        return Found(stored, tuple(use for one in analyses for use in _uses(one, id)))

    async def _told(self, question: str, service: str | None) -> list[Evidence]:
        asked = question_in(printable(question), asked_at=self._tools.clock.now())
        if service:
            recalled = await self._tools.memory.recall(asked.seen, service=service)
            best = [one for one in recalled.evidence if one.kind is not Kind.HYPOTHESIS]
        else:
            investigate = Investigate(self._tools.memory, self._tools.records)
            investigation = await investigate.asked(asked)
            best = [*investigation.evidence]
            if not best:
                recalled = await self._tools.memory.recall(asked.seen)
                best = [*recalled.evidence]
        head = best[: 2 * _MOST]
        return sorted(head, key=lambda one: _TELLS_MORE.get(one.part, 3) if one.part else 3)[:_MOST]

    async def _patterns(self, service: str | None) -> Sequence[Pattern]:
        incidents = await self._tools.records.all()
        return patterns_in(incidents, known_from(incidents).families, service=service)[:_PATTERNS]

    async def _recurring(self, pattern: Pattern, found: list[Evidence]) -> Claim:
        """State a pattern with the evidence of its incidents."""
        ids = [one.id for one in pattern.incidents]
        recalled = await self._tools.memory.recall(pattern.cause, incidents=ids, max_tokens=1500)
        refs: list[str] = []
        for id in ids:
            of = [one for one in recalled.evidence if one.incident_id == id]
            chosen = next((one for one in of if one.part is Part.CAUSE), of[0] if of else None)
            if chosen:
                refs.append(f"HM-{len(found) + 1}")
                found.append(replace(chosen, ref=refs[-1]))
        times = "twice" if len(ids) == 2 else f"{len(ids)} times"
        text = f"It happened {times} ({', '.join(ids)}): {pattern.cause}"
        return Claim(text=text, references=tuple(refs), documented=bool(refs))


def _quotation(one: Evidence) -> Claim:
    where = f"{one.incident_id}: " if one.incident_id else ""
    return Claim(text=f"{where}{one.text}", references=(one.ref,), documented=True)


def _uses(analysis: Analysis, evidence_id: str) -> Iterator[Use]:
    """Yield the sections of an analysis that rest on a piece of evidence."""
    refs = {one.ref for one in analysis.investigation.evidence if one.id == evidence_id}
    if not refs:
        return
    for section, references in _sections(analysis):
        if refs & set(references):
            yield Use(analysis.incident_id, section)


def _sections(analysis: Analysis) -> Iterator[tuple[str, list[str]]]:
    yield "summary", [ref for one in analysis.summary for ref in one.references]
    yield "known facts", [ref for one in analysis.known_facts for ref in one.references]
    yield "root cause", [*analysis.root_cause.references]
    claims = [claim for one in analysis.hypotheses for claim in (*one.supporting, *one.opposing)]
    yield "hypotheses", [ref for claim in claims for ref in claim.references]
    yield "tried before", [ref for one in analysis.tried_before for ref in one.references]
    yield "next checks", [ref for one in analysis.next_checks for ref in one.references]
    yield "actions", [ref for one in analysis.actions for ref in one.references]
