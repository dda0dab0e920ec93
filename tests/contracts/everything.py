"""A bank that has some of everything a bank can have."""

from dataclasses import replace
from datetime import timedelta
from uuid import UUID

from tacitus.domain.banks import Bank, Disposition
from tacitus.domain.changes import Supersession
from tacitus.domain.curation import Act, MemoryChange
from tacitus.domain.documents import DocumentAct, DocumentChange, Role, TurnPlace
from tacitus.domain.feedback import Feedback, FeedbackId
from tacitus.domain.forgetting import Order, ReceiptId, Subject
from tacitus.domain.graph import EntityType, Link, LinkType, Surface
from tacitus.domain.memories import State
from tacitus.domain.opinions import Relation, Wording
from tacitus.domain.standing import AnswerId, Directive, DirectiveId, StandingAnswer
from tacitus.domain.terms import terms
from tacitus.domain.webhooks import Webhook, WebhookId
from tacitus.ports.storage import Stores
from tests.builders import (
    NOON,
    a_document,
    a_memory,
    a_mention,
    a_record,
    a_source,
    a_vector,
    an_entity,
    an_opinion,
    changes_of,
    day,
    days,
    some_evidence,
)

LATER = NOON + timedelta(days=1, microseconds=7)
SECRET = "hush"


async def furnish(stores: Stores, bank: Bank) -> None:
    """Let a bank live a short and varied life."""
    await _remember(stores, bank)
    await _forget(stores, bank)
    await _stand(stores, bank)


async def _remember(stores: Stores, bank: Bank) -> None:
    profile = replace(
        bank,
        title="Zoë’s notes",
        mission="Weather",
        background="I look out.",
        disposition=Disposition(1, 2, 5, 0.25),
        config={"zz": 1, "enable_reranking": False, "a": [1.5, None, "ü"]},
    )
    await stores.banks.save(profile)
    text = "It rained.\nAnn: The sun shone.\nIt hailed."
    letter = a_document(
        "letter / 1",
        text,
        bank=bank,
        tags=("b", "a"),
        metadata={"y": "1", "x": "\u2028 \\ “"},
        entities=(Surface("Ann", EntityType.PERSON),),
        turns=(TurnPlace(start=0, end=10, speaker="Ann", role=Role.ASSISTANT, at=NOON),),
    )
    rain, sun, hail = (
        a_record(
            a_memory(
                said,
                bank=bank,
                sources=(a_source(letter.id, start=11 * n, speaker="Ann"),),
                metadata={"turn": f"{n}"},
                tags=("b", "a"),
                occurred=days(day(2024, 5, 1)) if n else None,
                expires_at=None if n else day(2099, 1),
            ),
            vector=a_vector(1, n),
            terms=terms(said),
            state_key="sky|is",
        )
        for n, said in enumerate(("It rained.", "The sun shone.", "It hailed."))
    )
    view = a_record(an_opinion("Rain is dull.", 0.7, bank=bank), terms=terms("Rain is dull."))
    ann, annie = an_entity("Ann", bank=bank, aliases=("anna",)), an_entity("Annie", bank=bank)
    ids = [one.memory.id for one in (rain, sun, hail)]
    await stores.memories.apply(
        changes_of(
            *(rain, sun, hail, view),
            bank=bank,
            document=letter,
            entities=(ann, annie),
            mentions=(a_mention(rain, ann), a_mention(sun, annie), a_mention(sun, ann)),
            links=(
                Link(ids[1], ids[0], LinkType.TEMPORAL, 1 / 3),
                Link(ids[1], ids[0], LinkType.CAUSED_BY, 1.0),
                Link(ids[1], ids[0], LinkType.SEMANTIC, 0.7),
            ),
            supersessions=(Supersession(ids[0], ids[1], LATER),),
            drawn_from=((view.memory.id, (ids[1], ids[0])),),
            formed=((view.memory.id, Disposition(5, 4, 3, 1.0)),),
            change=DocumentChange(at=NOON, act=DocumentAct.RETAINED, added=4),
        )
    )
    event = some_evidence(
        view.memory, Relation.CONTRADICT, memory=sun.memory, rewording="Rain is useful."
    )
    wording = Wording("Rain is useful.", a_vector(0, 1), terms("Rain is useful."), tokens=3)
    await stores.opinions.add(bank.id, [event], [wording])
    await stores.identities.merge(bank.id, ann.id, annie.id, at=LATER)
    await stores.memories.set_state(bank.id, ids[2], State.INVALIDATED, reason="It was snow.")
    for reason in ("once", "twice"):
        change = MemoryChange(at=LATER, act=Act.EDITED, reason=reason, before={"text": "x", "n": 1})
        await stores.curation.note(bank.id, ids[1], change)
    await stores.memories.accessed(bank.id, {ids[1]: 3})
    for n, helped in enumerate(((ids[1], ids[0]), ())):
        said = Feedback(
            id=FeedbackId(UUID(int=9 - n)),
            bank=bank.id,
            question="Rain?",
            helped=helped,
            asked_at=NOON,
            given_at=LATER,
        )
        await stores.feedback.add(said)


async def _forget(stores: Stores, bank: Bank) -> None:
    """Something is deleted from a document that stays, and somebody from the whole bank."""
    text = "Zed: I sing.\nI hum.\nIt thunders."
    zed = an_entity("Zed", bank=bank)
    sings, hums, thunder = (
        a_record(said, bank=bank, sources=(a_source("songs", start=at, end=at + len(said)),))
        for said, at in (("I sing.", 5), ("I hum.", 13), ("It thunders.", 20))
    )
    await stores.memories.apply(
        changes_of(
            *(sings, hums, thunder),
            bank=bank,
            document=a_document("songs", text, bank=bank),
            entities=(zed,),
            mentions=(a_mention(sings, zed),),
        )
    )
    await stores.memories.delete(bank.id, hums.memory.id)
    order = Order(tenant=bank.tenant, subject=Subject.ENTITY, receipt=ReceiptId(bank.id), at=LATER)
    await stores.forgetting.entity(bank, zed.id, order)


async def _stand(stores: Stores, bank: Bank) -> None:
    rule = Directive(
        id=DirectiveId(UUID(int=3)),
        bank=bank.id,
        name="brief",
        content="Be brief.",
        created_at=NOON,
        updated_at=LATER,
        priority=2,
        tags=("t",),
    )
    await stores.standing.save_directive(rule)
    answer = StandingAnswer(
        id=AnswerId("weather"), bank=bank.id, name="Weather", question="How is it?", created_at=NOON
    )
    for content in ("Wet.", "Dry.", "Hot."):
        told = replace(answer, content=content, refreshed_at=LATER, based_on=[{"id": content}])
        await stores.standing.save_answer(told, replaced_at=LATER)
    hook = Webhook(
        id=WebhookId(UUID(int=4)),
        bank=bank.id,
        url="https://example.org/told",
        created_at=NOON,
        updated_at=LATER,
        secret=SECRET,
        headers={"Authorization": SECRET},
        params={"token": SECRET},
    )
    await stores.webhooks.save(hook)
