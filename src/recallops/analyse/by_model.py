"""A draft by a language model, over numbered material; nothing of it is believed before the check."""

from functools import cache
from importlib import resources

from recallops.analyse.case import Case
from recallops.analyse.draft import Draft
from recallops.ports.models import Model


async def draft_by(model: Model, case: Case) -> Draft:
    """Let a model draft an analysis.

    Raises:
        ModelFailed: No usable answer came.
    """
    return await model.answer(instructions(), material_of(case), Draft)


@cache
def instructions() -> str:
    """Return what the model is told to do."""
    return resources.files("recallops.analyse").joinpath("analysis.md").read_text("utf-8")


def material_of(case: Case) -> str:
    """Return what the model may speak of, each statement under its reference."""
    incident, found = case.incident, case.investigation
    own = [f"[{one.ref}] ({one.kind}, {one.part}) {one.text}" for one in case.own]
    earlier = [
        f"[{one.ref}] ({one.kind}, {one.part or 'note'}, {one.incident_id or 'unlinked'}) {one.text}"
        for one in found.evidence
    ]
    similar = [
        f"{one.incident_id}: {one.relation}; shared: {', '.join(one.shared) or 'nothing'};"
        f" differing: {', '.join(one.differing) or 'nothing'}"
        for one in found.similar
    ]
    return "\n".join(
        (
            f"<incident id='{incident.id}' service='{incident.service}' severity='{incident.severity}'>",
            *own,
            "</incident>",
            "<earlier>",
            *(earlier or ["(nothing)"]),
            "</earlier>",
            "<similar>",
            *(similar or ["(none)"]),
            "</similar>",
            *(f"<refuted>{one}</refuted>" for one in case.refuted),
        )
    )
