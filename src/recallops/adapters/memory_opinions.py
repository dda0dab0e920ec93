"""What is believed, in the opinion network of a bank: suppositions, and that a fix works for a cause."""

from collections import Counter
from collections.abc import Sequence

from recallops.adapters.memory_texts import plain, signed, tag
from recallops.domain.beliefs import INITIAL, Belief, BeliefEvent, heard
from recallops.domain.incidents import Incident
from recallops.domain.statements import Kind, Part
from recallops.domain.suppositions import Supposition
from tacitus.client import AsyncClient, NotFound
from tacitus.wire import EvidenceRequest, OpinionDetail, OpinionListItem, OpinionRequest

_MOST = 1000
_LONGEST = 4000
_NOBODY = "RecallOps"
_HYPOTHESIS = tag("kind", Kind.HYPOTHESIS.value)
_BELIEF = tag("kind", "belief")
_RECURRENCE = "recurrence:"


class Opinions:
    """Keeps opinions as they should be: told twice, nothing changes; what went meanwhile comes back.

    An opinion goes with the last memory that it rests on, and a memory whenever its incident is
    written differently. So each is looked up, and stated again where it is not there.
    """

    def __init__(self, client: AsyncClient, bank: str) -> None:
        self._client = client
        self._bank = bank

    async def suppose(self, incident: Incident, suppositions: Sequence[Supposition]) -> None:
        """Hold what is supposed of an incident, and nothing else of it."""
        held = await self._held(tag("incident", incident.id), _HYPOTHESIS)
        wanted = {tag("opinion", one.key): one for one in suppositions}
        for one in held:
            if not wanted.keys() & {*one.tags}:
                await self._forget(one.id)
        ids = {name: one.id for one in held for name in one.tags}
        for name, one in wanted.items():
            id = ids.get(name) or await self._suppose(incident, name, one)
            if id and one.refuted_by:
                await self._refute(id, one.refuted_by)

    async def hold(self, belief: Belief, *, anew: bool) -> None:
        """Hold a belief with all that moved it as evidence.

        Args:
            anew: Whether something that moved it is taken back: it is then stated again.
        """
        [id, *_] = [*(one.id for one in await self._held(_name(belief))), None]
        said = _telling(belief)
        if id and (anew or not said):
            await self._forget(id)
            id = None
        anchors = {one.incident_id: await self._anchor(one.incident_id) for one in said}
        known = await self._client.opinion(self._bank, id) if id else None
        if known is None and any(anchors.values()):
            rests_on = [anchor for anchor in anchors.values() if anchor]
            known = await self._state(_belief(belief, rests_on))
        if known:
            for one in _missing(said, known):
                await self._weigh(known.id, one, anchors.get(one.incident_id))

    async def confidence_in(self, belief: Belief) -> float | None:
        """Return how sure the memory is of a belief; None where it holds none."""
        return next((one.confidence for one in await self._held(_name(belief))), None)

    async def _suppose(self, incident: Incident, name: str, one: Supposition) -> str | None:
        anchor = await self._anchor(incident.id)
        if anchor is None:
            return None
        asked = OpinionRequest(
            text=signed(plain(one.text), incident.id)[:_LONGEST],
            confidence=min(max(one.confidence, 0.0), 1.0),
            drawn_from=[anchor, *one.rests_on][:100],
            who=one.by or _NOBODY,
            reason=f"Supposed of {incident.id}",
            tags=[name, _HYPOTHESIS, tag("incident", incident.id)],
        )
        try:
            return (await self._state(asked)).id
        except NotFound:
            # Some of the evidence that spoke for it has gone since.
            return (await self._state(asked.model_copy(update={"drawn_from": [anchor]}))).id

    async def _refute(self, id: str, who: str) -> None:
        known = await self._client.opinion(self._bank, id)
        if all(point.assessor != who for point in known.trajectory):
            said = EvidenceRequest(relation="contradict", who=who, reason="Refuted")
            await self._client.add_evidence(self._bank, id, said)

    async def _weigh(self, id: str, one: BeliefEvent, anchor: str | None) -> None:
        again = one.source.startswith(_RECURRENCE)
        if not again and anchor is None:
            return
        said = EvidenceRequest(
            relation=one.effect.value,
            # What happened again is a voice of its own; else the incident's document is the voice.
            who=_recurrence(one.source) if again else (one.by or _NOBODY),
            memory_id=None if again else anchor,
            reason=one.reason,
            weight=one.weight,
            at=one.at,
        )
        await self._client.add_evidence(self._bank, id, said)

    async def _state(self, asked: OpinionRequest) -> OpinionDetail:
        return await self._client.state_opinion(self._bank, asked)

    async def _held(self, *tags: str) -> list[OpinionListItem]:
        try:
            return (await self._client.opinions(self._bank, tags=tags, limit=_MOST)).items
        except NotFound:
            return []  # there is no bank yet, and nothing in it

    async def _forget(self, id: str) -> None:
        try:
            await self._client.forget_opinion(self._bank, id)
        except NotFound:
            return  # it is gone, as it should be

    async def _anchor(self, incident_id: str) -> str | None:
        """Return the memory of what an incident is: it stays whatever is done and decided."""
        try:
            page = await self._client.memories(
                self._bank, document=f"incident:{incident_id}", limit=_MOST
            )
        except NotFound:
            return None
        first = [one.id for one in page.items if (one.metadata or {}).get("part") == Part.PROBLEM]
        return min(first or [one.id for one in page.items], default=None)


def _name(belief: Belief) -> str:
    return tag("belief", belief.id)


def _belief(belief: Belief, rests_on: list[str]) -> OpinionRequest:
    text = f"{plain(belief.fix).rstrip('. ')} works for: {plain(belief.cause)}"
    return OpinionRequest(
        text=text[:_LONGEST],
        confidence=INITIAL,
        drawn_from=list(dict.fromkeys(rests_on))[:100],
        who=_NOBODY,
        reason="What became of the fix is its evidence",
        tags=[_BELIEF, _name(belief)],
    )


def _telling(belief: Belief) -> list[BeliefEvent]:
    """Return the events that say something, oldest first; what was withdrawn says nothing."""
    withdrawn = {one.source for one in heard(belief.events) if not one.weight}
    told = (one for one in belief.events if one.weight and one.source not in withdrawn)
    return sorted(told, key=lambda one: (one.at, one.source))


def _missing(said: Sequence[BeliefEvent], known: OpinionDetail) -> list[BeliefEvent]:
    there = Counter((point.relation, point.reason) for point in known.trajectory)
    missing: list[BeliefEvent] = []
    for one in said:
        key = (one.effect.value, one.reason)
        if there[key]:
            there[key] -= 1
        else:
            missing.append(one)
    return missing


def _recurrence(source: str) -> str:
    """Return the voice of a recurrence, whose source names the two incidents first and last."""
    first, *_, last = source.removeprefix(_RECURRENCE).split(":")
    return f"recurrence of {first} as {last}"
