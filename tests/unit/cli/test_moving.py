"""`tacitus export` and `tacitus import`: whole banks, and what other systems gave away."""

import asyncio
import json
from dataclasses import replace
from pathlib import Path

from tacitus.domain.memories import MemoryPage
from tests.unit.cli.command_line import CommandLine


def test_an_exported_bank_is_imported_under_another_name_and_exported_the_same(
    tacitus: CommandLine, tmp_path: Path
) -> None:
    one, other = tmp_path / "one.jsonl", tmp_path / "other.jsonl"
    tacitus("retain", "weather", "-", stdin=b"It rained in Oslo. Ann likes rain.")

    exported = tacitus("export", "weather", str(one))
    imported = tacitus("import", "copy", str(one))
    again = tacitus("export", "copy", str(other), "--vectors")

    assert (exported.code, imported.code, again.code) == (0, 0, 0)
    assert exported.err.startswith("exported bank weather: 1 memory of 1 document, 0.0 MB")
    assert imported.line.startswith("imported bank copy: 1 memory of 1 document in ")
    assert one.read_bytes() == other.read_bytes()
    assert not [*tmp_path.glob("*.part")]


def test_without_vectors_they_are_made_anew(tacitus: CommandLine, tmp_path: Path) -> None:
    file = tmp_path / "bank.jsonl"
    tacitus("retain", "weather", "-", stdin=b"It rained in Oslo. Ann likes rain.")
    tacitus("export", "weather", str(file), "--without-vectors")

    imported = tacitus("import", "copy", "-", "--json", stdin=file.read_bytes())

    assert json.loads(imported.out)["embedded"] == 1
    assert "It rained" in tacitus("recall", "copy", "Did it rain?").out


def test_what_cannot_be_moved_is_said_in_a_line_and_nothing_is_left_behind(
    tacitus: CommandLine, tmp_path: Path
) -> None:
    file = tmp_path / "bank.jsonl"
    tacitus("retain", "weather", "-", stdin=b"It rained.")
    tacitus("export", "weather", str(file))
    head, *rest = file.read_bytes().splitlines(keepends=True)

    cases = {
        "Bank 'nowhere' not found": tacitus("export", "nowhere", str(tmp_path / "x")),
        "takes no bytes": tacitus("export", "weather"),
        "holds something already": tacitus("import", "weather", str(file)),
        "line 3: not JSON": tacitus("import", "new", "-", stdin=head + rest[0] + b"{"),
        "it is empty": tacitus("import", "new", "-"),
        "no export that is known": tacitus("import", "new", "-", stdin=b'{"a": 1}'),
        "No such file": tacitus("import", "new", str(tmp_path / "none")),
    }

    assert {said: ran.error for said, ran in cases.items() if said not in ran.error} == {}
    assert [*tmp_path.iterdir()] == [file]
    assert tacitus("bank", "show", "new").code == 1


def test_facts_of_zep_come_with_their_states(tacitus: CommandLine, tmp_path: Path) -> None:
    facts = {
        "old": ("Ann lives in Oslo.", "2024-01-01T00:00:00Z", "2024-03-01T00:00:00Z"),
        "new": ("Ann lives in Rome.", "2024-03-01T00:00:00Z", None),
        "job": ("Ann works at Acme.", "2024-01-05T00:00:00Z", "2024-04-01T00:00:00Z"),
    }
    edges = [
        {
            "uuid": uuid,
            "name": "LIVES_IN",
            "fact": fact,
            "source_node_uuid": "ann" if uuid != "job" else "annie",
            "target_node_uuid": "x",
            "valid_at": valid,
            "invalid_at": invalid,
        }
        for uuid, (fact, valid, invalid) in facts.items()
    ]
    file = tmp_path / "graph.json"
    file.write_text(json.dumps({"edges": edges, "communities": [1]}))

    ran = tacitus("import", "zep", str(file), "--json")
    told = json.loads(ran.out)

    assert (told["system"], told["documents"], told["left_out"]) == ("Zep", 4, {"communities": 1})
    found, _ = asyncio.run(tacitus.runtime.engine.memories("zep", MemoryPage()))
    by_id = {one.id: one for one in found}
    assert {
        one.text: (
            one.valid_until and f"{one.valid_until:%m-%d}",
            by_id[one.superseded_by].text if one.superseded_by else None,
        )
        for one in found
    } == {
        "Ann lives in Oslo.": ("03-01", "Ann lives in Rome."),
        "Ann lives in Rome.": (None, None),
        "Ann works at Acme.": (
            "04-01",
            ended := "No longer true since 2024-04-01: Ann works at Acme.",
        ),
        ended: (None, None),
    }
    again = tacitus("import", "zep", str(file))
    assert "0 memories of 4 documents" in again.out
    assert again.out.splitlines()[1:] == ["left out: 1 communities"]


def test_banks_are_moved_to_the_embedder_that_is_configured(tacitus: CommandLine) -> None:
    for bank in ("one", "two"):
        tacitus("retain", bank, "-", stdin=b"It rained.")
    engine = tacitus.runtime.engine
    ours = engine.embedder.name
    bank = asyncio.run(engine.bank("one"))
    asyncio.run(engine.stores.banks.save(replace(bank, embedder="another")))

    assert "`tacitus reembed`" in tacitus("recall", "one", "Rain?").error
    assert tacitus("reembed").code == 2
    assert tacitus("reembed", "one", "--all").code == 2
    assert tacitus("reembed", "--all").out.splitlines() == [
        f"bank one: 1 text moved from another to {ours}",
        f"bank two is of {ours} already",
    ]
    assert "It rained." in tacitus("recall", "one", "Rain?").out
