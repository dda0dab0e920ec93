"""`tacitus key`: create, list, revoke; and a server that is told to let others in."""

import json
from datetime import timedelta

from tacitus.adapters.clock import TickingClock
from tacitus.bootstrap import in_memory_runtime
from tacitus.domain.access import id_in
from tacitus.domain.errors import Unguarded
from tacitus.settings import Settings
from tests.builders import NOON
from tests.unit.cli.command_line import CommandLine

NOBODY = "00000000-0000-7000-8000-000000000000"


def ticking(tacitus: CommandLine) -> TickingClock:
    clock = TickingClock(NOON, step=timedelta(0))
    tacitus.runtime = in_memory_runtime(tacitus.settings, clock)
    return clock


def test_a_key_is_printed_alone_and_what_it_is_for_beside_it(tacitus: CommandLine) -> None:
    made = tacitus("key", "create", "agent", "--right", "read", "--bank", "a", "--bank", "b")

    id = id_in(made.line)
    assert made.err == f"key {id} agent: read in a, b; the key is not shown again\n"
    assert made.line not in tacitus("key", "list").out


def test_a_key_may_write_in_all_banks_unless_told_otherwise(tacitus: CommandLine) -> None:
    made = json.loads(tacitus("key", "create", "--json").out)

    assert (made["right"], made["banks"], made["expires_at"]) == ("write", None, None)


def test_keys_are_listed_with_what_became_of_them(tacitus: CommandLine) -> None:
    clock = ticking(tacitus)
    assert "no key yet" in tacitus("key", "list").line
    for label, *more in (
        ["old", "--expires", "90m"],
        ["gone"],
        ["good", "--expires", "2030-01-01"],
    ):
        tacitus("key", "create", label, *more)
        clock.advance(hours=1)
    listed = json.loads(tacitus("key", "list", "--json").out)

    assert "write in all banks" in tacitus("key", "revoke", listed[1]["id"]).line
    heading, *rows = tacitus("key", "list").out.splitlines()

    assert heading.split() == ["key", "label", "right", "banks", "last", "used", "good"]
    # 12:00 and ninety minutes; revoked at 15:00.
    assert [row.split("write")[1].split() for row in rows] == [
        ["all", "no:", "expired", "2024-05-06", "13:30", "UTC"],
        ["all", "no:", "revoked", "2024-05-06", "15:00", "UTC"],
        ["all", "until", "2030-01-01", "00:00", "UTC"],
    ]


def test_what_cannot_be_is_one_line(tacitus: CommandLine) -> None:
    for words, code, reason in (
        (("create", "--expires", "soon"), 2, "'soon'"),
        (("create", "--expires", "2020-01-01"), 1, "expired already"),
        (("create", "--right", "own"), 2, "'own' is not one of"),
        (("create", "--bank", ""), 1, "bank's name"),
        (("revoke", "agent"), 2, "a valid UUID"),
        (("revoke", NOBODY), 1, f"Key '{NOBODY}' not found"),
    ):
        ran = tacitus("key", *words)
        assert (ran.code, reason in ran.error) == (code, True), (words, ran.err)


def test_a_server_that_nobody_guards_is_one_line_and_exit_code_2(tacitus: CommandLine) -> None:
    tacitus.refusal = Unguarded("there is no key yet")

    ran = tacitus("serve", "--host", "0.0.0.0")

    assert (ran.code, ran.error) == (2, "error: there is no key yet")


def test_letting_everybody_in_is_said_on_the_command_line_or_in_the_environment(
    tacitus: CommandLine,
) -> None:
    told: list[Settings] = []
    tacitus.opened = told.append

    tacitus("serve", "--host", "0.0.0.0")
    tacitus("serve", "--host", "0.0.0.0", "--without-keys")
    tacitus.settings = tacitus.settings.model_copy(update={"without_keys": True})
    tacitus("serve", "--host", "0.0.0.0")

    assert [one.without_keys for one in told] == [False, True, True]
