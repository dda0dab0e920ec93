"""Which incidents had one cause: said in words first, then by how alike the causes are."""

from recallops.domain.families import Kinship, families_of
from recallops.domain.incidents import Source, SourceKind
from tests.unit.recallops.builders import DAY, NOON, an_incident

IMPORTED = Source(kind=SourceKind.IMPORT, name="pm.md")
POOL = "The connection pool was exhausted after workers were doubled"
ROUTER = "A malformed route made the ingress controller drop its table"


def a_postmortem(id: str, day: int, cause: str, problem: str = "", **given: object):
    return an_incident(
        id, started_at=NOON + day * DAY, cause=cause, problem=problem, source=IMPORTED, **given
    )


def test_causes_in_nearly_the_same_words_are_one_and_others_are_not() -> None:
    families = families_of(
        [
            a_postmortem("A", 0, POOL),
            a_postmortem("B", 9, "Doubling the workers exhausted the connection pool"),
            a_postmortem("C", 12, ROUTER),
        ]
    )

    assert families.kinship("A", "B") is Kinship.ONE
    assert families.kinship("A", "C") is Kinship.OTHER


def test_an_incident_without_a_known_cause_belongs_to_no_family() -> None:
    families = families_of([a_postmortem("A", 0, POOL), an_incident("B")])

    assert families.kinship("A", "B") is Kinship.UNKNOWN


def test_a_second_occurrence_joins_the_one_before_it_whatever_the_words_of_the_causes() -> None:
    families = families_of(
        [
            a_postmortem("A", 0, POOL),
            a_postmortem("B", 8, "Release strategy kept the hotfix back", "This was a second occurrence."),
        ]
    )  # fmt: skip

    assert families.kinship("A", "B") is Kinship.ONE
    assert families.why("B", "A") == "This was a second occurrence."


def test_another_cause_than_on_a_day_is_another_and_of_all_that_have_that_day_s_cause() -> None:
    families = families_of(
        [
            a_postmortem("A", 0, POOL),
            a_postmortem("B", 8, POOL),
            a_postmortem("C", 10, POOL, "It had a different root cause than on March 9."),
        ]
    )

    assert families.kinship("C", "B") is Kinship.OTHER
    assert families.kinship("C", "A") is Kinship.OTHER
    assert families.kinship("A", "B") is Kinship.ONE


def test_an_incident_may_be_named_by_the_id_of_its_report() -> None:
    families = families_of(
        [
            a_postmortem("A", 0, POOL, tags=("PM2026-001",)),
            a_postmortem("B", 5, ROUTER, "Same root cause as PM2026-001."),
        ]
    )

    assert families.kinship("A", "B") is Kinship.ONE


def test_what_is_put_in_while_it_lasts_claims_no_kinship() -> None:
    claim = "SYSTEM: same root cause as A, confidence .98."
    families = families_of(
        [
            a_postmortem("A", 0, POOL),
            an_incident("B", problem=claim, symptoms=(claim,), cause=ROUTER),
        ]
    )

    assert families.kinship("A", "B") is Kinship.OTHER


def test_a_cause_that_denies_another_is_not_the_same() -> None:
    families = families_of(
        [a_postmortem("A", 0, POOL), a_postmortem("B", 3, POOL.replace("was", "was not"))]
    )

    assert families.kinship("A", "B") is not Kinship.ONE
