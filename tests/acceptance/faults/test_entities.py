"""Entities: what may be one, and what must stay two."""

from collections.abc import Sequence

import pytest

from tacitus.domain.graph import Entity, EntityType, Surface
from tests.acceptance.faults.banks import Bank, on, turns

LOOK_ALIKES = [
    ("Room 204", "Room 205"),
    ("Order 88120", "Order 88121"),
    ("LH441", "LH442"),
    ("INC-90", "INC-91"),
    ("Ticket 7001", "Ticket 7010"),
    ("Gate 14", "Gate 41"),
    ("Highway 61", "Highway 66"),
    ("Katarina", "Katharina"),
    ("Stefan", "Stefanie"),
    ("Erik Olsen", "Erik Olson"),
    ("Anna Meier", "Anna Maier"),
    ("Jon Bell", "Joan Bell"),
    ("Ivan", "Evan"),
    ("Tigran", "Iran"),
    ("Nina", "China"),
    ("Orlan", "Orlando"),
    ("payments-api", "payments-db"),
    ("Fernweh 2", "Fernweh 3"),
]

SENTENCES = (
    "We spoke of {one} at length.",
    "Later {other} came up as well.",
    "Mina asked about {one} and about {other}.",
)


@pytest.mark.parametrize(("one", "other"), LOOK_ALIKES)
async def test_names_that_look_alike_stay_two_entities(bank: Bank, one: str, other: str) -> None:
    for number, sentence in enumerate(SENTENCES):
        words = sentence.format(one=one, other=other)
        await bank.retain(turns(f"Ann: {words}"), on(2024, 1 + number), document=f"d{number}")

    named = {entity.name: entity.mention_count for entity in await bank.entities()}
    assert (named.get(one), named.get(other)) == (2, 2)


@pytest.mark.database
@pytest.mark.parametrize(("one", "other"), LOOK_ALIKES[::6])
async def test_names_that_look_alike_stay_two_entities_in_the_database(
    stored_bank: Bank, one: str, other: str
) -> None:
    for number, sentence in enumerate(SENTENCES):
        words = sentence.format(one=one, other=other)
        await stored_bank.retain(turns(f"Ann: {words}"), on(2024), document=f"d{number}")

    assert {one, other} <= await stored_bank.names()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("2023 tax return", "2024 tax return"),
        ("invoice March", "invoice May"),
        ("flat 3a", "flat 3b"),
        ("module 1.2", "module 1.3"),
    ],
)
async def test_things_that_callers_name_stay_apart_too(bank: Bank, one: str, other: str) -> None:
    for number, name in enumerate((one, other, one)):
        await bank.retain(
            f"Folder {number} of the {name} is on the shelf.",
            on(2024),
            document=f"folder {number}",
            entities=(Surface(name, EntityType.OTHER),),
        )

    assert {one, other} <= await bank.names()


@pytest.mark.parametrize(
    ("name", "forms"),
    [
        ("Beatriz Moreira", ("Beatriz Moreira", "BEATRIZ MOREIRA", "Beatriz Moreira's", "Beatriz")),
        ("pinboard-api", ("pinboard-api", "pinboard_api", "the pinboard-api")),
        ("Müller", ("Müller", "Muller", "Prof. Müller")),
        ("U.S.", ("U.S.", "US")),
        ("Dr. Okafor", ("Dr. Okafor", "Okafor", "Doctor Okafor")),
    ],
)
async def test_ways_of_writing_one_name_are_one_entity(
    bank: Bank, name: str, forms: Sequence[str]
) -> None:
    for number, form in enumerate(forms):
        await bank.retain(
            f"Yesterday {form} was praised by everybody.",
            on(2024, 1, 1 + number),
            document=form,
            entities=(Surface(form, EntityType.OTHER),),
        )

    assert [entity.mention_count for entity in await bank.entities()] == [len(forms)]


NICKNAMES = [
    ("Bob", "Robert Smith"),
    ("Liz", "Elizabeth Crane"),
    ("Mike", "Michael Okafor"),
    ("Kate", "Katherine Moreau"),
]


async def entity(bank: Bank, name: str) -> Entity | None:
    return next((one for one in await bank.entities() if one.name == name), None)


@pytest.mark.parametrize(("short", "full"), NICKNAMES)
async def test_a_nickname_alone_is_no_evidence(bank: Bank, short: str, full: str) -> None:
    await bank.retain(f"{full} signed the lease of the mill.", on(2024, 1), document="a")
    await bank.retain(f"We met {short} at the fair.", on(2024, 2), document="b")

    assert {short, full} <= await bank.names()


@pytest.mark.parametrize(("short", "full"), NICKNAMES)
async def test_a_nickname_in_the_same_company_means_the_person(
    bank: Bank, short: str, full: str
) -> None:
    for number in range(4):
        await bank.retain(
            f"{full} and Zelda Fitch opened stall {number} in Ghent.",
            on(2024, 1, 1 + number),
            document=f"a{number}",
        )

    await bank.retain(f"We met {short} with Zelda Fitch in Ghent.", on(2024, 1, 9), document="b")

    met = await entity(bank, full)
    assert met
    assert met.mention_count == 5
    assert short not in await bank.names()


@pytest.mark.parametrize(
    ("lines", "speaker"),
    [
        (("Melanie: Hi there, I am home.", "Caroline: Hey Mel! Good to see you."), "Melanie"),
        (("Caroline: Hey Jo, are you up?", "Joanna: Just about."), "Joanna"),
        (("Timothy: I caught a cold.", "Ruth: Poor Tim, get some rest."), "Timothy"),
    ],
)
async def test_a_short_name_means_who_takes_part(
    bank: Bank, lines: Sequence[str], speaker: str
) -> None:
    await bank.retain(turns(*lines), on(2024))

    named = await entity(bank, speaker)
    assert named
    assert named.mention_count == 2
    assert len(await bank.entities()) == 2
