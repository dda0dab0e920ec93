"""What has a time is not recalled after it, goes by itself, and leaves a receipt."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

import pytest

from tacitus.bootstrap import in_memory_runtime
from tacitus.domain.banks import BankChange
from tacitus.domain.disuse import DECAY
from tacitus.domain.documents import Chunk, Document, UpdateMode
from tacitus.domain.errors import InvalidRequest
from tacitus.domain.expiry import AFTER_KNOWN, AFTER_MENTION
from tacitus.domain.forgetting import Subject
from tacitus.domain.ids import DocumentId
from tacitus.ports.models import Extraction, Extractor
from tests.acceptance.faults.banks import Bank, on

DAY = timedelta(days=1)
BOTH = ["Ida owns a boat.", "Tom owns a bakery."]


@dataclass
class Hand:
    """A clock that is moved by hand."""

    at: datetime = field(default_factory=lambda: on(2025))

    def now(self) -> datetime:
        return self.at


@dataclass(frozen=True)
class Wordy:
    """Reads the same, and adds something."""

    inner: Extractor

    @property
    def name(self) -> str:
        return f"wordy {self.inner.name}"

    async def extract(self, document: Document, chunks: Sequence[Chunk]) -> Extraction:
        read = await self.inner.extract(document, chunks)
        return replace(
            read,
            drafts=tuple(
                replace(one, text=f"{one.text} In 1987, on a hill.") for one in read.drafts
            ),
        )


async def test_a_memory_is_recalled_until_its_time_is_over_and_then_goes() -> None:
    clock = Hand()
    runtime = in_memory_runtime(clock=clock)
    bank = Bank(runtime.engine)
    await bank.retain("Ida parks in bay 12.", document="a", expires_at=clock.at + 2 * DAY)
    await bank.retain("Tom owns a bakery.", document="b")
    question = "Where does Ida park?"
    assert "Ida" in (await bank.found(question))[0].text

    clock.at += 2 * DAY
    assert [one.text for one in await bank.found(question) if "Ida" in one.text] == []
    assert len(await bank.memories()) == 2
    await runtime.work(forever=False)

    assert await bank.texts() == ["Tom owns a bakery."]
    [receipt], _ = await runtime.engine.forgetting.receipts(bank.name)
    assert (receipt.subject, receipt.counts["memory"]) == (Subject.EXPIRED, 1)


async def test_what_is_told_again_is_kept_as_long_as_the_last_who_tells_it() -> None:
    clock = Hand()
    runtime = in_memory_runtime(clock=clock)
    bank, wrong = Bank(runtime.engine), list[object]()
    for number, (first, again, kept) in enumerate(
        [(1, 3, True), (1, None, True), (None, 1, True), (3, 1, True), (1, 1, False)]
    ):
        text = f"Ida keeps {number + 2} bees in garden {number}."
        for day, document in ((first, "a"), (again, "b")):
            end = None if day is None else clock.at + day * DAY
            await bank.retain(text, document=f"{document}{number}", expires_at=end)
        clock.at += 2 * DAY
        await runtime.engine.forgetting.sweep()
        if bool(await bank.memories(words=text)) != kept:
            wrong.append((first, again))
    assert wrong == []


async def test_a_bank_keeps_what_was_said_or_known_for_so_many_days() -> None:
    for setting, stays in ((AFTER_MENTION, []), (AFTER_KNOWN, BOTH)):
        clock = Hand()
        bank = Bank(in_memory_runtime(clock=clock).engine)
        await bank.engine.set_bank(bank.name)
        await bank.retain("Tom owns a bakery.", on(2024), document="before")
        await bank.engine.set_bank(bank.name, BankChange(config={setting: 30}))
        await bank.retain("Ida owns a boat.", on(2024), document="after")
        clock.at += 20 * DAY
        found = [one.text for one in await bank.found("What does Tom own?")]
        assert sorted(found) == stays
        clock.at += 10 * DAY
        assert await bank.found("What does Tom own?") == []
        await bank.engine.forgetting.expired(bank.name)
        assert await bank.memories() == []
    with pytest.raises(InvalidRequest, match="number of days"):
        await bank.engine.set_bank(bank.name, BankChange(config={AFTER_KNOWN: 0}))


async def read_anew_it_is_kept_as_long_as_before(bank: Bank, now: datetime) -> None:
    """Try documents whose parts are kept for as long as they say themselves, and their bank."""
    texts = [f"Ida keeps {number + 2} bees in garden {number}." for number in range(4)]
    ends = [now + 2 * DAY, now + 9 * DAY, None]
    for number, end in enumerate(ends):
        await bank.retain(texts[number], document=f"{number}", expires_at=end)
    until = now + 3 * DAY
    await bank.retain(texts[3], document="1", mode=UpdateMode.APPEND, expires_at=until)
    stored = await bank.engine.bank(bank.name)

    for number in range(len(ends)):
        await bank.engine.retaining.run_again(stored, DocumentId(f"{number}"))

    kept = {one.text: one.expires_at for one in await bank.memories()}
    assert kept == dict(zip(texts, [*ends, until], strict=True))


async def test_what_is_read_anew_is_kept_as_long_as_before() -> None:
    bank = Bank(in_memory_runtime().engine)
    await read_anew_it_is_kept_as_long_as_before(bank, on(2095))


@pytest.mark.database
async def test_the_database_keeps_what_is_read_anew_as_long_as_before(stored_bank: Bank) -> None:
    await read_anew_it_is_kept_as_long_as_before(stored_bank, on(2095))


async def test_what_another_reader_makes_of_it_is_kept_as_long_as_the_document() -> None:
    bank, end = Bank(in_memory_runtime().engine), on(2095)
    for document, until in (("letter", end), ("note", None)):
        text = f"Ida wrote a {document}."
        await bank.retain(text, document=document, expires_at=until)
        stored = await bank.engine.bank(bank.name)
        retaining = bank.engine.retaining
        other = replace(retaining, extractor=Wordy(retaining.extractor))
        await other.run_again(stored, DocumentId(document))
        [memory] = await bank.memories(words="wrote")
        assert (memory.text, memory.expires_at) == (f"{text} In 1987, on a hill.", until)
        await bank.engine.delete_memory(bank.name, memory.id)


@pytest.mark.database
async def test_the_database_keeps_it_no_longer_either(stored_bank: Bank) -> None:
    now = datetime.now(UTC)
    await stored_bank.retain("Ida parks in bay 12.", document="a", expires_at=now)
    await stored_bank.retain("Tom owns a bakery.", document="b", expires_at=now + DAY)
    assert "Ida" not in repr(await stored_bank.found("Where does Ida park?"))
    assert len(await stored_bank.memories()) == 2
    await stored_bank.engine.set_bank(stored_bank.name, BankChange(config={AFTER_KNOWN: 0.5}))

    would = await stored_bank.engine.forgetting.expired(stored_bank.name, dry_run=True)
    assert await stored_bank.engine.forgetting.sweep() == 1

    assert would.memories == 1
    [bakery] = await stored_bank.memories()
    assert bakery.expires_at is not None
    assert bakery.expires_at < now + DAY


async def test_what_nobody_asked_for_goes_behind_where_the_bank_wants_that() -> None:
    clock = Hand()
    runtime = in_memory_runtime(clock=clock)
    bank = Bank(runtime.engine)
    for number in (1, 2):
        await bank.retain(f"Ida keeps bees in garden {number}.", on(2024), document=f"{number}")
    clock.at += 210 * DAY
    used, unused = [one.id for one in await bank.memories()]
    stored = await bank.engine.bank(bank.name)
    await bank.engine.stores.memories.accessed(stored.id, {used: 3})

    async def told(config: dict[str, object]) -> dict[object, tuple[float, float]]:
        await bank.engine.set_bank(bank.name, BankChange(config=config))
        found = await bank.recall("Where does Ida keep bees?", explain=True)
        seen = [one.candidate for one in found.explanations]
        return {
            one.memory.id: (one.relevance or 0.0, one.shares.get("unused", 0.0)) for one in seen
        }

    plain, decaying = await told({}), await told({DECAY: 1})
    assert [plain[id][1] for id in (used, unused)] == [0.0, 0.0]
    # log2(1 + 210 / 30) = 3 for what was never told, nothing for what was told just now
    assert [decaying[id][1] for id in (used, unused)] == [pytest.approx(one) for one in (0.0, -3.0)]
    assert decaying[unused][0] < plain[unused][0]
    assert decaying[used][0] == pytest.approx(plain[used][0])
