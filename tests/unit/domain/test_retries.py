"""When failed background work is tried again."""

from tacitus.domain.errors import (
    Conflict,
    InvalidRequest,
    ModelUnavailable,
    StorageUnavailable,
    UnusableAnswer,
)
from tacitus.domain.retries import MOST_ATTEMPTS, next_delay, said
from tests.tables import table


def test_each_pause_is_three_times_as_long_as_the_one_before() -> None:
    delays = [next_delay(attempts, StorageUnavailable("away")) for attempts in range(1, 5)]

    assert delays == [10, 10 * 3, 10 * 3**2, 10 * 3**3]


def test_after_five_attempts_it_is_given_up() -> None:
    assert next_delay(MOST_ATTEMPTS - 1, Conflict("busy")) is not None
    assert next_delay(MOST_ATTEMPTS, Conflict("busy")) is None


@table("asked, delay", [(None, 10), (3.0, 10), (90.0, 90), (3600.0, 3600)])
def test_a_provider_that_asks_for_a_longer_pause_gets_it(asked: float | None, delay: float) -> None:
    assert next_delay(1, ModelUnavailable("busy", retry_after=asked)) == delay


@table("error", [InvalidRequest("no"), UnusableAnswer("no"), KeyError("no"), MemoryError()])
def test_what_will_not_pass_is_not_tried_again(error: BaseException) -> None:
    assert next_delay(1, error) is None


def test_our_errors_speak_for_themselves_and_others_with_their_kind() -> None:
    assert said(InvalidRequest("Nothing to read")) == "Nothing to read"
    assert said(ZeroDivisionError("division by zero")) == "ZeroDivisionError: division by zero"
