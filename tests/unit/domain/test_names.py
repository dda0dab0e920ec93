"""Names: folding, the guards against merging, and finding them in conversation."""

from hypothesis import given
from hypothesis import strategies as st

from tacitus.domain.graph import EntityType
from tacitus.domain.names import are_nicknames, fold, may_merge, names_in, similarity
from tests.tables import table


@table(
    "name, folded",
    [
        ("Caroline's", "caroline"),
        ("  The   Hague ", "hague"),
        ("A Wizard of Earthsea", "wizard of earthsea"),
        ("The The", "the"),
        ("Dr. Meyer", "meyer"),
        ("Mr. Meyer", "mr. meyer"),
        ("D.G.I.A.", "dgia"),
        ("José", "jose"),
        ("İzmir", "izmir"),
        ("ＤＧＩＡ", "dgia"),
        ("@mira", "mira"),
        ("“Becoming Nicole”", "becoming nicole"),
        ("沈立群", "沈立群"),
        ("INC-412", "inc-412"),
    ],
)
def test_folding_a_name(name: str, folded: str) -> None:
    assert fold(name) == folded


MERGE = [
    ("DGIA", "dgia"),
    ("DGIA", "D.G.I.A."),
    ("Caroline", "Caroline Meyer"),
    ("The Beatles", "Beatles"),
    ("pinboard-api", "Pinboard API"),
    ("UA123", "UA 123"),
    ("Kubernetes", "Kubernets"),
    ("NASA", "National Aeronautics and Space Administration"),
    ("José Ortiz", "Jose Ortiz"),
]
KEEP_APART = [
    ("Room 101", "Room 102"),
    ("order 10234", "order 10235"),
    ("UA123", "UA124"),
    ("2023 tax return", "2024 tax return"),
    ("iPhone", "iPhone 15"),
    ("Maria", "Marie"),
    ("Christina", "Cristina"),
    ("Georgia", "Georgina"),
    ("John Smith", "John Smyth"),
    ("John Smith", "Jane Smith"),
    ("Mr. Smith", "Mrs. Smith"),
    ("Anderson Consulting", "Andersen Consulting"),
    ("Tigran", "Iran"),
    ("York", "New York"),
    ("Oslo", "University of Oslo"),
    ("Google", "Google Maps"),
    ("Caroline", "Caroline Street"),
    ("Bob", "Robert Smith"),
    ("UN", "United Nations"),
]


@table("one, other", MERGE)
def test_names_that_may_merge(one: str, other: str) -> None:
    assert may_merge(one, other)
    assert may_merge(other, one)


@table("one, other", KEEP_APART)
def test_names_that_never_merge_on_their_letters(one: str, other: str) -> None:
    assert not may_merge(one, other)
    assert not may_merge(other, one)


def test_an_unlisted_given_name_stands_for_the_full_name_only_of_a_person() -> None:
    assert may_merge("Zorblax", "Zorblax Meyer", persons=True)
    assert not may_merge("Zorblax", "Zorblax Meyer")


def test_persons_merge_on_no_slip() -> None:
    assert not may_merge("Kubernetes", "Kubernets", persons=True)


def test_a_known_short_form_is_similar_but_may_not_merge() -> None:
    assert are_nicknames("Bob", "Robert Smith")
    assert not are_nicknames("Bob Jones", "Robert Smith")
    assert similarity("Bob", "Robert Smith") == 0.8
    assert not may_merge("Bob", "Robert")


FOUND = [
    ("Alice works at Google", {"Alice", "Google"}),
    ("Where does Alice work now?", {"Alice"}),
    ("Thanks, Caroline! That was great.", {"Caroline"}),
    ("Love Paris in the spring", {"Paris"}),
    ("We visited Hagia Sophia and the University of Oslo.", {"Hagia Sophia", "University of Oslo"}),
    ("I finished The Queen's Gambit last night", {"Queen's Gambit"}),
    ("Have you read Lord of the Rings?", {"Lord of the Rings"}),
    ("Caroline's LGBTQ group met", {"Caroline", "LGBTQ"}),
    ("My iPhone 15 runs GPT-4", {"iPhone 15", "GPT-4"}),
    ("INC-412 hit pinboard-api in eu-west-1", {"INC-412", "pinboard-api", "eu-west-1"}),
    ("It is in Room 101, order 10234, flight UA123", {"Room 101", "order 10234", "flight UA123"}),
    ('She gave me "Becoming Nicole" to read', {"Becoming Nicole"}),
    ("ask @mira_k about #pottery", {"@mira_k", "pottery"}),
    ("J. R. R. Tolkien met Dr. Meyer in St. Gallen", {"J. R. R. Tolkien", "Meyer", "St. Gallen"}),
    ("Mark works with Grace", {"Mark", "Grace"}),
    ("Lake Tahoe is cold", {"Lake Tahoe"}),
    ("New York City is loud", {"New York City"}),
    ("We use Postgres and TypeScript.", {"Postgres", "TypeScript"}),
    ("maxPoolSize went up", {"maxPoolSize"}),
    ("DGIA is late again", {"DGIA"}),
    ("Zorblax said hello. I like Zorblax.", {"Zorblax"}),
    ("我在看《三体》", {"三体"}),
    ("Ayer vi a Konrad en Madrid", {"Konrad", "Madrid"}),
]


@table("text, names", FOUND)
def test_names_are_found(text: str, names: set[str]) -> None:
    assert {surface.text for surface in names_in(text, [])} == names


@table(
    "text",
    [
        "Wow, that's great! Thanks so much.",
        "Oh I see. On Monday in March I'll go.",
        "Pottery is fun. Camping too!",
        "Will you come? May I ask? Mark my words.",
        "HAPPY BIRTHDAY! I AM SO PROUD OF YOU",
        "Good Morning! Happy New Year!",
        "Sooo cool, hahaha, OMG, LOL",
        "Mom and Dad say hi on Wednesdays",
        "Twenty-two dairy-free cakes. After-school club.",
        "Visit us, Let's go, Can't wait",
        "a well-known, service-focused, mid-2023 idea from page 12",
        "It rained in 2023 and the French bread was good",
        '"No", he said. "Yes, I do."',
        "Das Haus und die Matte sind da",
        "Ayer fui al mercado",
        "see https://Example.com/Foo and Mail@Example.com",
        "",
        "   ?!",
        "2023",
    ],
)
def test_what_is_no_name_is_not_found(text: str) -> None:
    assert names_in(text, []) == []


@table(
    "text, speakers, names",
    [
        ("Hey Mel! How are you?", ["Caroline", "Melanie"], ["Mel"]),
        ("Mel, that is great", ["Caroline", "Melanie"], ["Mel"]),
        ("is caroline coming?", ["Caroline Meyer", "Melanie"], ["Caroline"]),
        ("Deb rang", ["Deborah", "Jolene"], ["Deb"]),
        ("晓薇，你看立群的单子", ["沈立群", "罗晓薇"], ["晓薇", "立群"]),
        ("What can you recommend?", ["Ruth", "Assistant"], []),
    ],
)
def test_speakers_are_known_by_given_name_and_nickname(
    text: str, speakers: list[str], names: list[str]
) -> None:
    found = names_in(text, speakers)

    assert [surface.text for surface in found] == names
    assert {surface.type for surface in found} <= {EntityType.PERSON}


@table(
    "text, type_",
    [
        ("I met Sarah Connor yesterday", EntityType.PERSON),
        ("I met Uncle Zorblax yesterday", EntityType.PERSON),
        ("She studies at the University of Oslo", EntityType.ORG),
        ("He works at Zorblax", EntityType.ORG),
        ("the bill of Frolic GmbH", EntityType.ORG),
        ("We flew to Zorblax", EntityType.LOCATION),
        ("the shop on Rowan Street", EntityType.LOCATION),
        ("I moved from Sweden", EntityType.LOCATION),
        ("my iPhone broke", EntityType.PRODUCT),
        ("about #pottery", EntityType.CONCEPT),
        ("We saw Zorblax", EntityType.OTHER),
    ],
)
def test_a_type_is_given_where_it_is_sure(text: str, type_: EntityType) -> None:
    [surface] = names_in(text, [])

    assert surface.type is type_


def test_names_the_caller_knows_count_wherever_they_stand() -> None:
    assert [s.text for s in names_in("Pottery is fun", [], ["Pottery"])] == ["Pottery"]


def test_a_name_is_found_once_with_its_surest_type() -> None:
    [surface] = names_in("We saw Zorblax. Then we flew to Zorblax.", [])

    assert surface.type is EntityType.LOCATION


@given(st.text())
def test_any_text_survives(text: str) -> None:
    for surface in names_in(text, ["Ana", "沈立群"]):
        assert fold(surface.text)


@given(st.text(), st.text())
def test_merging_is_symmetric_and_names_merge_with_themselves(one: str, other: str) -> None:
    assert may_merge(one, one)
    assert may_merge(one, other) == may_merge(other, one)
    assert 0 <= similarity(one, other) <= 1
