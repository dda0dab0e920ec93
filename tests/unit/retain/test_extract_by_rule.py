"""Extraction without a model."""

from dataclasses import replace
from datetime import UTC, datetime

from tacitus.domain.changes import Draft
from tacitus.domain.documents import RetainItem, Role, Turn
from tacitus.domain.graph import EntityType, Surface
from tacitus.domain.memories import Dating, Network
from tacitus.domain.time import Interval
from tacitus.ports.models import Extraction
from tacitus.retain.chunk import chunk
from tacitus.retain.extract.by_rule import VerbatimExtractor
from tacitus.retain.extract.prose import MEMORY_CHARACTERS
from tacitus.retain.read import read
from tests.builders import ANYWHERE, NOON, day


async def extraction_of(item: RetainItem) -> Extraction:
    reading = read(item, ANYWHERE, None, NOON)
    chunks = chunk(reading.document, reading.turns, first=0, reader="verbatim")
    return await VerbatimExtractor().extract(reading.document, chunks)


async def drafts_of(item: RetainItem) -> tuple[Draft, ...]:
    return (await extraction_of(item)).drafts


def said(text: str, *, speaker: str = "Ann", role: Role = Role.USER, **other: object) -> RetainItem:
    turn = Turn(text=text, speaker=speaker, role=role)
    return RetainItem(content=(turn,), timestamp=NOON, **other)  # type: ignore[arg-type]


async def test_a_turn_is_one_memory_attributed_to_its_speaker() -> None:
    [draft] = await drafts_of(said("I moved to Oslo. It is cold."))

    assert draft.text == "Ann: I moved to Oslo. It is cold."
    assert draft.speaker == "Ann"
    assert draft.network is Network.WORLD
    assert draft.mentioned_at == NOON


async def test_a_span_points_at_the_words_in_the_document() -> None:
    item = RetainItem(
        content=(Turn(text="Hi Bob.", speaker="Ann"), Turn(text="Hm.", speaker="Bob"))
    )

    reading = read(item, ANYWHERE, None, NOON)

    assert [reading.document.text[d.start : d.end] for d in await drafts_of(item)] == [
        "Hi Bob.",
        "Hm.",
    ]


async def test_what_the_assistant_says_is_its_own_experience() -> None:
    [draft] = await drafts_of(said("I recommend the 7-day Kyoto pass.", speaker="Assistant"))

    assert draft.network is Network.EXPERIENCE


async def test_a_system_prompt_becomes_no_memory() -> None:
    assert await drafts_of(said("You are a pirate.", speaker="", role=Role.SYSTEM)) == ()


async def test_fenced_code_becomes_no_memory_and_the_prose_around_it_does() -> None:
    drafts = await drafts_of(said("Run this:\n```sh\nrm -rf /tmp/x\n```\nThen restart the server."))

    assert [draft.text for draft in drafts] == ["Ann: Run this:", "Ann: Then restart the server."]


async def test_short_code_in_a_text_by_nobody_goes_with_the_sentence_before_it() -> None:
    text = (
        "It needs Python and make. To see the demo, use make:\n\n```sh\nmake demo  # five minutes\n```\n\n"
        "It takes a while.\n\n```\n" + "x = 1\n" * 100 + "```\n"
    )

    extraction = await extraction_of(said(text, speaker=""))

    assert [draft.text for draft in extraction.drafts] == [
        "It needs Python and make.",
        "To see the demo, use make:\nmake demo  # five minutes",
        "It takes a while.",
    ]
    assert extraction.left_out == 3 * 100 + 6


async def test_code_longer_than_a_chunk_hides_nothing_that_follows_it() -> None:
    code = "\n".join(f"value_{n} = {n}" for n in range(2_000))
    text = f"This is the table.\n\n```py\n{code}\n```\n\nThe kiln is warm."

    for speaker in ("", "Ann"):
        texts = [draft.text for draft in await drafts_of(said(text, speaker=speaker))]
        assert [line.removeprefix("Ann: ") for line in texts] == [
            "This is the table.",
            "The kiln is warm.",
        ]


async def test_what_nobody_closed_hides_only_code() -> None:
    text = "Run this:\n```sh\nrm -rf /tmp/x\n\nThen restart the server. It takes a minute."

    drafts = await drafts_of(said(text))

    assert [draft.text for draft in drafts] == [
        "Ann: Run this:",
        "Ann: Then restart the server. It takes a minute.",
    ]


async def test_a_long_turn_is_cut_at_its_sentences_and_nothing_is_lost() -> None:
    text = " ".join(f"Sentence number {n} says something of its own." for n in range(60))

    drafts = await drafts_of(said(text))

    assert len(drafts) > 5
    assert all(len(draft.text) <= MEMORY_CHARACTERS + len("Ann: ") for draft in drafts)
    assert " ".join(draft.text.removeprefix("Ann: ") for draft in drafts) == text


async def test_what_nobody_dated_happened_nobody_knows_when() -> None:
    tables = {
        "The kiln is warm.": (None, Dating.MENTION),
        "I fired the kiln yesterday.": (None, Dating.UNDATED_RELATIVE),
        "I fired the kiln on 6 May 2024.": (
            Interval(day(2024, 5, 6), day(2024, 5, 7)),
            Dating.EXACT,
        ),
    }

    for text, dated in tables.items():
        [draft] = await drafts_of(replace(said(text), timestamp=None))
        assert (draft.occurred, draft.dating) == dated, text
        assert draft.mentioned_at == NOON


async def test_a_relative_date_hangs_on_the_time_of_the_document() -> None:
    [draft] = await drafts_of(said("I went to the museum yesterday."))

    assert draft.occurred == Interval(day(2024, 5, 5), day(2024, 5, 6))
    assert draft.dating is Dating.EXACT


async def test_a_turn_has_a_time_of_its_own() -> None:
    at = datetime(2020, 1, 15, 12, tzinfo=UTC)
    item = RetainItem(content=(Turn(text="Yesterday it rained.", at=at),), timestamp=NOON)

    [draft] = await drafts_of(item)

    assert draft.mentioned_at == at
    assert draft.occurred == Interval(day(2020, 1, 14), day(2020, 1, 15))


async def test_without_a_date_in_it_a_memory_holds_when_it_was_said() -> None:
    [draft] = await drafts_of(said("I like tea."))

    assert draft.occurred == Interval(NOON, NOON)
    assert draft.dating is Dating.MENTION


async def test_a_relative_date_in_a_document_without_time_is_left_open() -> None:
    [draft] = await drafts_of(RetainItem(content="Last week we moved."))

    assert draft.occurred is None
    assert draft.dating is Dating.UNDATED_RELATIVE


async def test_the_speaker_and_the_named_are_entities() -> None:
    [draft] = await drafts_of(said("We met Maria Lopez in Lisbon."))

    named = {surface.text: surface.type for surface in draft.surfaces}
    assert named["Ann"] is EntityType.PERSON
    assert {"Maria Lopez", "Lisbon"} <= named.keys()


async def test_names_the_caller_knows_are_entities_where_they_stand() -> None:
    drafts = await drafts_of(
        RetainItem(
            content=(Turn(text="the blue heron is back", speaker="Ann"), Turn(text="Oh no.")),
            entities=(Surface("blue heron", EntityType.PRODUCT),),
        )
    )

    assert Surface("blue heron", EntityType.PRODUCT) in drafts[0].surfaces
    assert drafts[1].surfaces == ()


async def test_a_turn_label_is_kept() -> None:
    item = RetainItem(content=(Turn(text="Hello there.", speaker="Ann", label="D1:1"),))

    assert (await drafts_of(item))[0].metadata == (("turn", "D1:1"),)


async def test_marks_without_a_word_become_no_memory() -> None:
    assert await drafts_of(RetainItem(content=(Turn(text="!!! ...", speaker="Ann"),))) == ()
