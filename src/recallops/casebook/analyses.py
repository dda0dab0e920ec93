"""Analyses: made, kept, judged by people, and shown with what is believed by now."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from recallops.analyse.case import Case, Cleaned, case_of
from recallops.analyse.pipeline import Analyse, refuted_in
from recallops.analyse.tried import in_order
from recallops.casebook.keeping import Keeping, told_outcomes
from recallops.domain.analyses import (
    Analysis,
    DecisionWord,
    Hypothesis,
    RootCause,
    Verdict,
    VerdictWord,
    decide,
    hypothesis_of,
    judge,
)
from recallops.domain.errors import Invalid, ModelFailed, NotFound
from recallops.domain.evidence import Recalled
from recallops.domain.incidents import Incident, confirm
from recallops.investigate.group import tried
from recallops.investigate.pipeline import Investigate, investigate
from recallops.investigate.question import question_in, question_of
from recallops.investigate.stages import Known, known_from

_WHEN_REFUTED = 0.1
_NO_MEMORY = "Asked without the memory"


@dataclass(frozen=True, slots=True)
class Made:
    """An analysis; `fresh` is whether it was made just now."""

    analysis: Analysis
    fresh: bool


@dataclass(frozen=True, slots=True)
class Comparison:
    """The same incident analysed with what earlier ones taught, and without."""

    with_memory: Made
    without_memory: Made


class Analyses:
    """Analyses of incidents."""

    def __init__(self, keeping: Keeping) -> None:
        self._keeping = keeping
        self._tools = keeping.tools
        self._analyse = Analyse(keeping.tools.model)

    async def make(self, id: str, *, with_memory: bool = True, anew: bool = False) -> Made:
        """Analyse an incident; while what it rests on is unchanged, the stored analysis comes back.

        Args:
            anew: Whether to analyse it again all the same: one call of the model, no new memory.
        """
        incident = await self._tools.records.get(id)
        earlier = await self._tools.records.analysis(id, with_memory=with_memory)
        case = await self._case(incident, earlier, with_memory=with_memory)
        unchanged = earlier is not None and earlier.digest == self._analyse.digest(case)
        if earlier and unchanged and not anew:
            return Made(await self._up_to_date(earlier), fresh=False)
        made = await self._made(case, earlier, with_memory=with_memory)
        if unchanged:
            # Said in other words, it is no other thought: what is held of it stays.
            await self._tools.records.keep_analysis(made)
        else:
            await self._keep(incident, made)
        return Made(made, fresh=True)

    async def _made(self, case: Case, earlier: Analysis | None, *, with_memory: bool) -> Analysis:
        """Analyse a case; where the model fails, from the records alone, to be tried again."""
        now = self._tools.clock.now()
        try:
            return await self._analyse.of(case, at=now, earlier=earlier, with_memory=with_memory)
        except ModelFailed as error:
            plain = await Analyse().of(case, at=now, earlier=earlier, with_memory=with_memory)
            missing = (f"What the model would say; it failed: {error}", *plain.missing)
            return replace(plain, digest="", missing=missing)

    async def stored(self, id: str) -> Made:
        """Return the analysis that there is.

        Raises:
            NotFound: The incident is not there, or was not analysed yet.
        """
        await self._tools.records.get(id)
        return Made(await self._up_to_date(await self._kept(id)), fresh=False)

    async def compare(self, id: str) -> Comparison:
        """Analyse an incident with and without the memory."""
        return Comparison(
            await self.make(id, with_memory=True), await self.make(id, with_memory=False)
        )

    async def judge(self, id: str, hypothesis_id: str, verdict: VerdictWord, *, by: str) -> Made:
        """Let a named person confirm or refute a hypothesis.

        What is confirmed is the cause of the incident from then on, and a fact for all that come.
        """
        incident = await self._tools.records.get(id)
        kept = await self._kept(id)
        if Verdict(verdict) is Verdict.REFUTED:
            _refuse_if_confirmed(incident, hypothesis_of(kept, hypothesis_id).text)
        judged = judge(kept, hypothesis_id, verdict, by=by)
        chosen = hypothesis_of(judged, hypothesis_id)
        if chosen.verdict is Verdict.CONFIRMED:
            incident = await self._confirmed(incident, chosen, by)
            references = [ref for one in chosen.supporting for ref in one.references]
            cause = RootCause(text=chosen.text, references=tuple(dict.fromkeys(references)))
            judged = replace(judged, root_cause=cause)
        else:
            judged = replace(judged, hypotheses=tuple(_refuted(judged.hypotheses, hypothesis_id)))
        await self._keep(incident, judged)
        if chosen.verdict is Verdict.REFUTED and self._tools.model is None:
            # What was proposed against a cause that was refuted is proposed no more.
            return await self.make(id)
        return Made(judged, fresh=False)

    async def decide(self, id: str, action_id: str, decision: DecisionWord, *, by: str) -> Made:
        """Let a named person accept or reject a proposed action."""
        await self._tools.records.get(id)
        decided = decide(await self._kept(id), action_id, decision, by=by)
        await self._tools.records.keep_analysis(decided)
        return Made(decided, fresh=False)

    async def _kept(self, id: str) -> Analysis:
        analysis = await self._tools.records.analysis(id)
        if analysis is None:
            raise NotFound(f"{id} has not been analysed yet")
        return analysis

    async def _case(
        self, incident: Incident, earlier: Analysis | None, *, with_memory: bool
    ) -> Case:
        question = question_of(incident)
        if with_memory:
            await self._keeping.catch_up()
            known = await self._known()
            # Opening the incident remembered it; what it says itself answers nothing.
            asking = Investigate(self._tools.memory, self._tools.records)
            found = await asking.asked(question, known)
        else:
            found = investigate(question, Recalled(reason=_NO_MEMORY), known_from([incident]))

        def clean(text: str) -> Cleaned:
            seen = question_in(text, asked_at=incident.started_at)
            return seen.seen, seen.set_aside

        return case_of(incident, found, clean, refuted=refuted_in(earlier))

    async def _known(self) -> Known:
        records = self._tools.records
        return known_from(await records.all(), await records.beliefs())

    async def _keep(self, incident: Incident, made: Analysis) -> None:
        await self._tools.records.keep_analysis(made)
        if made.with_memory:
            await self._keeping.suppose(incident)

    async def _confirmed(self, incident: Incident, chosen: Hypothesis, by: str) -> Incident:
        now = self._tools.clock.now()
        saved = await self._keeping.save(
            confirm(incident, "root_cause", chosen.text, by=by, at=now)
        )
        await self._keeping.learn_from_fixes(saved, told_outcomes(saved.fixes), by=by, at=now)
        await self._keeping.learn_from_recurrences()
        return saved

    async def _up_to_date(self, analysis: Analysis) -> Analysis:
        """Return an analysis with its fixes as they are recorded and believed in now."""
        known = await self._known()
        found = analysis.investigation
        similar = tuple(
            replace(one, fixes=tried(known.incidents[one.incident_id], known))
            if one.incident_id in known.incidents
            else one
            for one in found.similar
        )
        outcomes = {(one.incident_id, fix.fix): fix for one in similar for fix in one.fixes}
        before = tuple(
            replace(one, outcome=now.outcome, belief=now.belief)
            if (now := outcomes.get((one.incident_id, one.fix)))
            else one
            for one in analysis.tried_before
        )
        return replace(
            analysis,
            investigation=replace(found, similar=similar),
            tried_before=in_order(before),
        )


def _refuted(hypotheses: Sequence[Hypothesis], id: str) -> list[Hypothesis]:
    """Let a refuted hypothesis lose its confidence, and its place."""
    lost = [
        replace(one, confidence=round(one.confidence * _WHEN_REFUTED, 3), initial=one.confidence)
        if one.id == id and one.initial is None
        else one
        for one in hypotheses
    ]
    return sorted(lost, key=lambda one: one.verdict is Verdict.REFUTED)


def _refuse_if_confirmed(incident: Incident, text: str) -> None:
    """Hold that nothing is at once the confirmed cause, a fact for all that come, and refuted."""
    cause = incident.root_cause
    if cause.confirmed_by and cause.value == text:
        raise Invalid(
            f"{cause.confirmed_by} confirmed this as the root cause of {incident.id}: change that first"
        )
