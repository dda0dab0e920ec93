"""Directives and standing answers as bodies."""

from datetime import datetime

from tacitus.domain.standing import Directive, StandingAnswer, Version
from tacitus.views.times import iso
from tacitus.wire import Detail, DirectiveDetail, StandingDetail, StandingVersion, Trigger


def directive_detail(bank: str, directive: Directive) -> DirectiveDetail:
    """Return a directive."""
    return DirectiveDetail(
        id=str(directive.id),
        bank_id=bank,
        name=directive.name,
        content=directive.content,
        priority=directive.priority,
        is_active=directive.active,
        tags=list(directive.tags),
        created_at=iso(directive.created_at),
        updated_at=iso(directive.updated_at),
    )


def standing_detail(
    bank: str, answer: StandingAnswer, latest: datetime | None, detail: Detail = "full"
) -> StandingDetail:
    """Return a standing answer.

    Args:
        latest: When the bank learnt its latest memory.
    """
    based_on = {"memories": [dict(one) for one in answer.based_on]}
    refreshed_at = iso(answer.refreshed_at)
    return StandingDetail(
        id=answer.id,
        bank_id=bank,
        name=answer.name,
        source_query=answer.question,
        content=None if detail == "metadata" else answer.content or None,
        tags=list(answer.tags),
        max_tokens=answer.max_tokens,
        trigger=Trigger(),
        last_refreshed_at=refreshed_at,
        last_memory_seen_at=iso(answer.seen_at),
        last_refresh_failed_at=iso(answer.failed_at),
        last_full_refreshed_at=refreshed_at,
        created_at=iso(answer.created_at),
        is_knowledge_page=False,
        reflect_response={"based_on": based_on} if detail == "full" and answer.content else None,
        is_stale=answer.stale(latest),
    )


def standing_version(version: Version) -> StandingVersion:
    """Return what a standing answer said for a while."""
    return StandingVersion(content=version.content, until=version.until.isoformat())
