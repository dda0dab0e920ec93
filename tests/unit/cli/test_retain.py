"""`tacitus retain`: what it takes, where it puts it, what it says."""

import asyncio
import json
import signal
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path

import pytest

from tacitus.cli.seams import standard_input
from tacitus.domain.vectors import Vector
from tacitus.ports.models import Embedder
from tacitus.retain.ahead import PREPARED_CHARACTERS
from tests.tables import table
from tests.unit.cli.command_line import CommandLine

MOVED = '{"role": "user", "name": "Ann", "content": "I moved to Lisbon.", "timestamp": "2025-03-01T09:00Z"}'
LOCOMO_SAMPLE = {
    "conversation": {
        "session_1_date_time": "1:56 pm on 8 May, 2023",
        "session_1": [
            {"speaker": "Ann", "dia_id": "D1:1", "text": "I bought a red kite."},
            {"speaker": "Ben", "dia_id": "D1:2", "text": "I sold my blue boat."},
        ],
    }
}


def locomo(folder: Path, *names: str) -> str:
    file = folder / "locomo.json"
    file.write_text(json.dumps([{"sample_id": name} | LOCOMO_SAMPLE for name in names]))
    return str(file)


def test_a_file_is_a_document(tacitus: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "notes.md").write_text("Ann moved to Lisbon.")

    ran = tacitus("retain", "notes", str(tmp_path / "notes.md"))

    assert ran.code == 0
    assert ran.line.startswith("retained 1 document, 1 memory in ")


def test_standard_input_is_a_document(tacitus: CommandLine) -> None:
    ran = tacitus("retain", "notes", "-", stdin=f"{MOVED}\n".encode())

    assert ran.line.startswith("retained 1 document, 1 memory in ")


def test_the_same_again_changes_nothing_and_says_so(tacitus: CommandLine, tmp_path: Path) -> None:
    file = locomo(tmp_path, "conv-1")
    tacitus("retain", "loco", file)

    ran = tacitus("retain", "loco", file)

    assert ran.line == "nothing changed: the document was there already"


def test_what_a_stopped_run_left_is_done_and_what_it_did_is_not_done_again(
    tacitus: CommandLine, tmp_path: Path
) -> None:
    for name in ("a", "b", "c"):
        (tmp_path / f"{name}.txt").write_text(f"Note {name} is about the river {name * 4}.")
    tacitus("retain", "notes", str(tmp_path / "a.txt"))

    ran = tacitus("retain", "notes", str(tmp_path))

    assert ran.line.startswith("retained 2 documents, 2 memories in ")
    assert ran.line.endswith("; 1 document was there already")


def test_a_file_that_has_changed_replaces_what_it_was(tacitus: CommandLine, tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("The gate code is 4417.")
    tacitus("retain", "notes", str(file))
    file.write_text("The bicycle is green.")

    ran = tacitus("retain", "notes", str(file))

    assert "retained 1 document, 1 memory (1 dropped)" in ran.line


def test_files_of_one_name_in_two_folders_are_two_documents(
    tacitus: CommandLine, tmp_path: Path
) -> None:
    for folder in ("north", "south"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "notes.txt").write_text(f"The {folder} gate is locked.")

    ran = tacitus("retain", "notes", str(tmp_path / "north"), str(tmp_path / "south"))

    assert "retained 2 documents" in ran.line


def test_a_folder_is_read_but_for_hidden_and_other_files(
    tacitus: CommandLine, tmp_path: Path
) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub/deep.md").write_text("The well is deep.")
    (tmp_path / ".hidden.md").write_text("Nobody reads this.")
    (tmp_path / "photo.png").write_bytes(b"\x89PNG")
    (tmp_path / "empty.txt").write_text("\n")

    ran = tacitus("retain", "notes", str(tmp_path))

    assert "retained 1 document" in ran.line
    assert ran.err == f"passed over {tmp_path / 'empty.txt'}: it is empty\n"


def test_one_conversation_goes_into_the_bank_itself(tacitus: CommandLine, tmp_path: Path) -> None:
    tacitus("retain", "loco", locomo(tmp_path, "conv-1"))

    assert [bank["bank_id"] for bank in json.loads(tacitus("bank", "list", "--json").out)] == [
        "loco"
    ]


def test_several_conversations_get_a_bank_each(tacitus: CommandLine, tmp_path: Path) -> None:
    ran = tacitus("retain", "loco", locomo(tmp_path, "conv-1", "conv-2"))

    assert ran.out.splitlines()[1] == "2 banks: loco-conv-1, loco-conv-2"
    assert [bank["bank_id"] for bank in json.loads(tacitus("bank", "list", "--json").out)] == [
        "loco-conv-1",
        "loco-conv-2",
    ]


def test_what_is_said_of_the_document_is_kept_with_it(tacitus: CommandLine) -> None:
    tacitus(
        *("retain", "notes", "-", "--document", "diary", "--timestamp", "2025-06-01T09:00+02:00"),
        *("--tag", "private", "--tag", "home,garden", "--context", "a diary"),
        stdin=b"The roses are out.",
    )

    [memory] = json.loads(tacitus("recall", "notes", "roses", "--json").out)["results"]
    assert memory["document_id"] == "diary"
    assert memory["mentioned_at"] == "2025-06-01T09:00:00+02:00"
    assert memory["tags"] == ["private", "home", "garden"]
    assert memory["context"] == "a diary"


def test_append_leaves_what_is_there(tacitus: CommandLine) -> None:
    said = ("retain", "notes", "-", "--document", "log", "--append")
    tacitus(*said, stdin=b"The pump started.")
    tacitus(*said, stdin=b"The valve broke.")

    found = json.loads(tacitus("recall", "notes", "pump valve", "--json").out)["results"]
    assert {memory["text"] for memory in found} == {"The pump started.", "The valve broke."}


def test_receipts_as_json(tacitus: CommandLine) -> None:
    ran = tacitus("retain", "notes", "-", "--document", "d", "--json", stdin=b"It rained.")

    [receipt] = json.loads(ran.out)
    assert (receipt["bank_id"], receipt["document_id"], receipt["outcome"]) == (
        "notes",
        "d",
        "stored",
    )
    assert receipt["memories"] == len(receipt["memory_ids"]) == 1


def test_times_without_a_zone_take_the_one_that_is_given(tacitus: CommandLine) -> None:
    message = b'[{"role": "user", "content": "It rained.", "timestamp": "2025-03-01T09:00"}]'
    tacitus("retain", "notes", "-", "--zone", "Europe/Berlin", stdin=message)

    [memory] = json.loads(tacitus("recall", "notes", "rained", "--json").out)["results"]
    assert memory["mentioned_at"] == "2025-03-01T09:00:00+01:00"


@table(
    "content, reason",
    [
        (b"", "standard input: it is empty"),
        (b"\x89PNG\r\n\x1a\n\x00", "standard input: not text in UTF-8 (byte 0x89 at 0)"),
        (b"It rained\x00.", "standard input: turn 1: not text: it holds a NUL character"),
        (
            b'[{"role": "user", "content": "\\ud83d"}]',
            "standard input: turn 1: it holds half a character (a lone surrogate)",
        ),
        (
            b'[{"role": "user", "content": "Hi."',
            "standard input: not JSON (Expecting ',' delimiter: line 1, column 35)",
        ),
        (
            b'[{"role": "user", "content": "Hi.", "timestamp": "2025-03-01T09:00"}]',
            "standard input: message 1: the time '2025-03-01T09:00' has no zone: "
            "add one, such as 2025-03-01T09:00+00:00",
        ),
    ],
)
def test_what_cannot_be_retained_is_one_line_and_leaves_nothing(
    tacitus: CommandLine, content: bytes, reason: str
) -> None:
    ran = tacitus("retain", "notes", "-", stdin=content)

    assert (ran.code, ran.error) == (1, f"error: {reason}")
    assert json.loads(tacitus("bank", "list", "--json").out) == []


def test_a_bad_file_among_good_ones_stops_all_of_them(tacitus: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("It rained.")
    (tmp_path / "b.json").write_text('{"role": "user"')

    ran = tacitus("retain", "notes", str(tmp_path))

    assert "b.json: not JSON" in ran.error
    assert json.loads(tacitus("bank", "list", "--json").out) == []


def test_a_file_that_is_not_there(tacitus: CommandLine) -> None:
    ran = tacitus("retain", "notes", "nowhere.txt")

    assert (ran.code, ran.error) == (1, "error: nowhere.txt: No such file or directory")


def test_a_folder_without_anything_to_read(tacitus: CommandLine, tmp_path: Path) -> None:
    assert "nothing to retain" in tacitus("retain", "notes", str(tmp_path)).error


@table(
    "arguments, reason",
    [
        (["--timestamp", "2025-06-01T09:00"], "has no zone"),
        (["--timestamp", "yesterday"], "'yesterday' is no time"),
        (["--zone", "Mars/Olympus"], "'Mars/Olympus' is no zone"),
    ],
)
def test_words_that_are_not_understood(
    tacitus: CommandLine, arguments: list[str], reason: str
) -> None:
    ran = tacitus("retain", "notes", "-", *arguments, stdin=b"It rained.")

    assert ran.code == 2
    assert reason in ran.error


def test_one_name_for_several_documents_is_refused(tacitus: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("It rained.")
    (tmp_path / "b.txt").write_text("It snowed.")

    ran = tacitus("retain", "notes", str(tmp_path), "--document", "d")

    assert ran.code == 2
    assert "--document names one document, and there are 2" in ran.error


@dataclass(frozen=True, slots=True)
class Interrupted:
    """An embedder at one of whose calls somebody presses Ctrl-C."""

    embedder: Embedder
    at_call: int
    calls: list[int] = field(default_factory=list[int])

    @property
    def name(self) -> str:
        return self.embedder.name

    @property
    def dimension(self) -> int:
        return self.embedder.dimension

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        self.calls.append(len(texts))
        if len(self.calls) == self.at_call:
            signal.raise_signal(signal.SIGINT)
            await asyncio.sleep(0)  # where the interruption arrives
        return await self.embedder.embed(texts)


@pytest.mark.parametrize(("at_call", "stored"), [(1, 0), (3, 2)])
def test_ctrl_c_keeps_what_is_done_and_says_how_to_go_on(
    tacitus: CommandLine, tmp_path: Path, at_call: int, stored: int
) -> None:
    for name in ("a", "b", "c", "d"):
        note = f"Note {name} is about the river {name * 4}. "
        # Too long to be prepared with another.
        (tmp_path / f"{name}.txt").write_text(note * (PREPARED_CHARACTERS // len(note) // 2 + 1))
    whole = tacitus.runtime
    engine = whole.engine
    interrupted = Interrupted(whole.models.embedder, at_call)
    retaining = replace(engine.retaining, embedder=interrupted)
    tacitus.runtime = replace(whole, engine=replace(engine, retaining=retaining))

    stopped = tacitus("retain", "notes", str(tmp_path))

    assert (stopped.code, stopped.error) == (
        130,
        f"stopped: {stored} of 4 documents stored, none in part; "
        "the same command goes on with the rest",
    )
    tacitus.runtime = whole
    again = tacitus("retain", "notes", str(tmp_path)).line
    assert again.startswith(f"retained {4 - stored} documents")
    assert ("; 2 documents were there already" in again) == bool(stored)


@table(
    "time, zone, moment",
    [
        ("2025-06-01T09:00", "Europe/Berlin", "2025-06-01T07:00:00+00:00"),
        ("2025-12-01T09:00", "Europe/Berlin", "2025-12-01T08:00:00+00:00"),
        ("2025-06-01T09:00+01:00", "Europe/Berlin", "2025-06-01T08:00:00+00:00"),
        ("2025-06-01", "Asia/Tokyo", "2025-05-31T15:00:00+00:00"),
        ("2025-06-01T09:00", "UTC", "2025-06-01T09:00:00+00:00"),
    ],
)
def test_a_time_that_names_no_zone_is_in_the_zone_that_was_said(
    tacitus: CommandLine, time: str, zone: str, moment: str
) -> None:
    words = ("--timestamp", time, "--zone", zone, "--document", f"{time} {zone}", "--json")
    ran = tacitus("retain", "notes", "-", *words, stdin=f"It rained: {time} {zone}.".encode())

    assert ran.code == 0
    documents, _ = asyncio.run(tacitus.runtime.engine.documents("notes", limit=1))
    assert documents[0].timestamp == datetime.fromisoformat(moment)


def test_a_closed_standard_input_is_one_line_and_only_for_who_reads_it(
    tacitus: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", None)  # as Python leaves it after `<&-`
    (tmp_path / "a.txt").write_text("It rained.")
    tacitus.stdin = standard_input

    ran = tacitus("retain", "notes", "-")

    assert (ran.code, ran.error) == (1, "error: standard input: it is closed")
    assert tacitus("retain", "notes", str(tmp_path / "a.txt")).code == 0
